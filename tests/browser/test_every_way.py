"""Systems with a form of their own, played on a phone: bids, three alone, two, the dealer alone."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games.models import Match
from tests.browser.looks import fits
from tests.browser.test_scoring import choose, record_by_hand, score, tap, totals
from tests.matches import record, start_match

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.parametrize("viewport", ["phone"]),
]


def press_record(page, number: int) -> None:
    page.get_by_role("button", name=f"Record deal {number}", exact=True).click()
    expect(page.get_by_text(f"Deal {number} is recorded.")).to_be_visible()


def assert_fits(page) -> None:
    assert fits(page)
    # Nor does the sheet of deals need to be pushed aside to see the last side's total.
    for frame in page.locator(".sheet-frame").all():
        wide, room = frame.evaluate("frame => [frame.scrollWidth, frame.clientWidth]")
        assert wide <= room


def test_a_coinchee_match_from_the_start_to_its_end(page, assert_accessible):
    page.goto(reverse("start"))
    page.get_by_label("System").select_option("coinchee")
    expect(page.get_by_text("The highest bidder names trump; opponents")).to_be_visible()
    for seat, name in zip(
        ("North", "East", "South", "West"), ("An", "Bo", "Cis", "Di"), strict=True
    ):
        page.get_by_label(seat, exact=True).fill(name)
    page.get_by_label("Play to").fill("40")
    page.get_by_role("button", name="Start the match").click()

    # Everybody passes: West, next counter-clockwise, deals.
    page.get_by_role("button", name="Everybody passed").click()
    expect(page.get_by_text("Everybody passed. Di deals next.")).to_be_visible()
    choose(page, "declarer", "S")
    page.get_by_label("Card points bid").fill("38")
    choose(page, "trump", "H")
    tap(page, 3, 5)
    expect(page.locator("#preview")).to_contain_text("bid 38, made 35: failed by 3")
    press_record(page, 2)
    expect(totals(page)).to_have_text(["0", "3"])

    choose(page, "declarer", "E")
    page.get_by_label("Card points bid").fill("36")
    choose(page, "trump", "NT")
    choose(page, "calls", "double")
    page.locator("[name=points_EW]").click()
    tap(page, 4, 1)
    expect(page.locator("#preview")).to_contain_text("bid 36, made 41")
    expect(page.locator("#preview")).to_contain_text("no trump ×2, doubled ×2 = ×4")
    press_record(page, 3)
    expect(page.get_by_text("Bo & Di won, 0–47.")).to_be_visible()
    expect(page.get_by_text("bid 36, made 41")).to_be_visible()
    assert_accessible(page)
    assert_fits(page)


def test_three_play_each_alone(page, assert_accessible):
    page.goto(reverse("start"))
    for seat, name in (("North", "An"), ("West", "Di")):
        page.get_by_label(seat, exact=True).fill(name)
    page.get_by_label("System").select_option("three-solo")
    expect(page.get_by_label("West", exact=True)).to_have_count(0)
    expect(page.get_by_label("North", exact=True)).to_have_value("An")
    page.get_by_label("East", exact=True).fill("Bo")
    page.get_by_label("South", exact=True).fill("Cis")
    page.get_by_label("Play to").fill("12")
    page.get_by_role("button", name="Start the match").click()

    # Two figures are enough: the third follows.
    choose(page, "trump", "C")
    tap(page, 2, 7)
    expect(page.locator("[name=points_S]")).to_have_value("")
    page.locator("[name=points_E]").click()
    tap(page, 1, 2)
    expect(page.locator("[name=points_S]")).to_have_value("21")
    press_record(page, 1)
    expect(totals(page)).to_have_text(["7", "0", "1"])
    assert_accessible(page)
    assert_fits(page)
    choose(page, "trump", "C")
    tap(page, 3, 0)
    page.locator("[name=points_E]").click()
    tap(page, 2, 0)
    press_record(page, 2)
    expect(page.get_by_text("An won, 17–0–1.")).to_be_visible()

    page.get_by_role("link", name="Sign the sheet").click()
    for name in ("An", "Bo", "Cis"):
        page.get_by_role("button", name=f"Sign for {name}").click()
    expect(page.get_by_text("Every side has signed: the result is fixed.")).to_be_visible()
    assert_accessible(page)
    assert Match.objects.get().is_signed


def test_two_keep_a_pad(page, assert_accessible):
    match = start_match("two-hand", rules={"target": 10})
    score(page, match)
    expect(page.locator("[name=trump], [name=declarer], [name=calls]")).to_have_count(0)
    tap(page, 3, 8)
    expect(page.locator("[name=points_E]")).to_have_value("22")
    press_record(page, 1)
    tap(page, 3, 3)
    press_record(page, 2)
    expect(page.get_by_text("An won, 11–0.")).to_be_visible()
    assert_accessible(page)
    assert_fits(page)
    page.goto(reverse("deal", args=[match.code, 1]))
    expect(page.get_by_role("link", name="Enter the cards")).to_have_count(0)


def test_the_dealer_alone_against_two(page, assert_accessible):
    match = start_match("three-dealer-alone")
    score(page, match)
    expect(page.get_by_label("Bo & Cis")).to_be_visible()
    blind = page.get_by_label("Named before looking at the cards")
    expect(blind).to_be_hidden()
    choose(page, "trump", "NT")
    blind.check()
    tap(page, 4, 0)
    expect(page.locator("#preview")).to_contain_text("no trump named blind ×4")
    page.reload()  # what was typed outlives it
    expect(blind).to_be_checked()
    press_record(page, 1)
    expect(totals(page)).to_have_text(["40", "0", "0"])
    expect(page.get_by_label("An & Cis")).to_be_visible()
    record_by_hand(page, "H", "25", 2)
    expect(totals(page)).to_have_text(["45", "0", "5"])
    assert_accessible(page)
    assert_fits(page)


def test_three_sides_with_long_totals_fit_a_phone(page):
    names = {"N": "Bartholomeus-Alexander", "E": "Wilhelmina Constantia", "S": "Jo"}
    match = start_match("three-solo", rules={"target": None}, players=names)
    for points in (58, 1, 30):
        record(match, points, card_points_second=1)
    for _ in range(2):
        given = {"N": 99, "E": 98, "S": 97}
        record(match, 20, card_points_second=20, rulings=[{"points": given}])
    score(page, match)
    expect(totals(page)).to_have_text(["246", "196", "241"])
    assert_fits(page)
