"""A match at the table as people play it: tapping, following, losing the connection, going back."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games.models import Match
from tests.browser.looks import fits
from tests.matches import record, rule, start_match

pytestmark = pytest.mark.django_db(transaction=True)

phone = pytest.mark.parametrize("viewport", ["phone"])
both_devices = pytest.mark.parametrize("viewport", ["phone", "desktop"])


def score(page, match: Match) -> None:
    """Come in by the scoring link."""
    page.goto(reverse("open_scoring", args=[match.scoring_code]))
    expect(page.locator("#deal-form, #next")).not_to_have_count(0)


def tap(page, *keys: object) -> None:
    page.wait_for_load_state()  # before its scripts are there the pad does nothing
    for key in keys:
        page.locator(f".pad-keys [data-digit='{key}']").click()


def choose(page, name: str, value: str) -> None:
    page.locator(f"label.tile:has([name={name}][value='{value}'])").click()


def record_by_hand(page, trump: str, points: str, number: int) -> None:
    choose(page, "trump", trump)
    tap(page, *points)
    page.get_by_role("button", name=f"Record deal {number}", exact=True).click()
    expect(page.get_by_text(f"Deal {number} is recorded.")).to_be_visible()


def totals(page):
    return page.locator(".total-figure")


def deals(match: Match) -> list[int | None]:
    return [deal.card_points for deal in Match.objects.get(pk=match.pk).played]


@phone
def test_a_match_is_tapped_to_its_end_and_a_reader_follows(page, open_page):
    match = start_match(rules={"target": 40})
    reader = open_page()
    reader.goto(match.get_absolute_url())
    expect(totals(reader)).to_have_text(["0", "0"])
    score(page, match)

    # An deals and names hearts; the other side's figure follows, the preview tells the points.
    choose(page, "trump", "H")
    tap(page, 3, 8)
    expect(page.locator("[name=points_EW]")).to_have_value("22")
    expect(page.locator("#preview")).to_contain_text("+8")
    expect(page.locator("[name=declarer]:checked")).to_have_value("N")
    page.get_by_role("button", name="Record deal 1").click()
    expect(totals(page)).to_have_text(["8", "0"])
    expect(totals(page).first).to_be_in_viewport()
    expect(totals(reader)).to_have_text(["8", "0"], timeout=15_000)
    expect(page.locator("[name=declarer]:checked")).to_have_value("E")

    # A misdeal is one press; then a draw, and a deal without trump that it doubles.
    page.get_by_role("button", name="A card was exposed").click()
    expect(page.get_by_text("Misdeal: A card was exposed")).to_be_visible()
    record_by_hand(page, "C", "30", 3)
    expect(page.get_by_text("Next deal doubled by the draw before")).to_be_visible()

    # An impossible figure is refused in words and stays to be put right.
    choose(page, "trump", "NT")
    tap(page, 7, 5)
    expect(page.locator("#preview")).to_contain_text("from 0 to 60, not 75")
    expect(page.locator("[name=points_EW]")).to_have_value("")
    page.get_by_role("button", name="Record deal 4").click()
    expect(page.locator("#points_error")).to_contain_text("from 0 to 60, not 75")
    expect(page.locator("#points_error")).to_be_in_viewport()
    expect(page.locator("[name=points_NS]")).to_have_value("75")
    page.locator("[name=points_NS]").click()
    tap(page, 3, 5)
    expect(page.locator("[name=points_EW]")).to_have_value("25")
    expect(page.locator("#preview")).to_contain_text("no trump ×2, draw before ×2 = ×4")
    page.get_by_role("button", name="Record deal 4").click()
    expect(totals(page)).to_have_text(["28", "0"])

    # Undo brings the values back; told anew, the deal ends the match.
    page.get_by_role("button", name="Undo deal 4").click()
    expect(totals(page)).to_have_text(["8", "0"])
    expect(page.locator("[name=points_NS]")).to_have_value("35")
    expect(page.locator("[name=trump]:checked")).to_have_value("NT")
    page.locator("[name=points_EW]").click()
    tap(page, 2)
    expect(page.locator("[name=points_NS]")).to_have_value("58")
    expect(page.locator("#preview")).to_contain_text("With this deal the match goes to An & Cis.")
    page.get_by_role("button", name="Record deal 4").click()
    expect(page.get_by_text("An & Cis won, 120–0.")).to_be_visible()
    expect(page.get_by_role("link", name="Sign the sheet")).to_be_visible()
    expect(reader.get_by_text("An & Cis won, 120–0.")).to_be_visible(timeout=15_000)
    assert deals(match) == [38, None, 30, 58]


@phone
def test_a_reproach_goes_once_the_field_is_put_right(page):
    match = start_match()
    score(page, match)
    page.get_by_role("button", name="Record deal 1").click()
    expect(page.locator("#points_error")).to_be_visible()
    refused = page.locator(".has-error, [aria-invalid=true]")
    expect(refused).not_to_have_count(0)

    tap(page, 3)
    expect(page.locator("#points_error")).to_have_count(0)
    expect(page.locator("fieldset.trumps.has-error")).to_have_count(1)
    choose(page, "trump", "H")
    tap(page, 8)
    expect(refused).to_have_count(0)
    record_by_hand(page, "H", "", 1)


@both_devices
def test_the_sheet_is_accessible_and_fits(page, open_page, assert_accessible):
    match = start_match("flemish-club", rules={"minutes": 90})
    record(match, 38)
    record(match, 30)
    record(match, 40, trump="NT", calls="double")
    record(match, misdeal="wrong-count")
    rule(match, 1, revoke="N", reason="hearts", penalties={"NS": -30})
    score(page, match)
    choose(page, "trump", "S")
    tap(page, 4, 4)
    expect(page.locator("#preview")).to_contain_text("+14")
    expect(page.locator("#preview")).not_to_have_class(re.compile("is-stale|htmx-request"))

    for address in (match.get_absolute_url(), reverse("share", args=[match.code])):
        for visitor in (page, open_page()):
            if visitor.url == "about:blank" or "share" in address:
                visitor.goto(address)
            assert fits(visitor)
            assert_accessible(visitor)
    page.goto(match.get_absolute_url())
    small = page.evaluate(
        """() => [...document.querySelectorAll('button, .button, .tile, summary')]
            .filter((thing) => thing.checkVisibility())
            .filter((thing) => { const box = thing.getBoundingClientRect();
                                 return box.height < 44 || box.width < 44; })
            .map((thing) => thing.outerHTML)"""
    )
    assert small == []


@phone
def test_a_double_tap_records_once(page):
    match = start_match()
    score(page, match)
    choose(page, "trump", "H")
    tap(page, 3, 8)
    page.get_by_role("button", name="Record deal 1").dblclick()

    expect(page.get_by_text("Deal 1 is recorded.")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert deals(match) == [38]


@phone
def test_back_and_refresh_record_nothing_twice(page):
    match = start_match()
    score(page, match)
    record_by_hand(page, "H", "38", 1)
    page.reload()
    expect(totals(page)).to_have_text(["8", "0"])
    page.goto(reverse("share", args=[match.code]))
    page.go_back()
    expect(page.get_by_role("button", name="Record deal 2")).to_be_visible()
    assert deals(match) == [38]


@phone
def test_a_reload_loses_nothing_that_was_typed(page):
    match = start_match()
    score(page, match)
    choose(page, "trump", "C")
    choose(page, "declarer", "W")
    choose(page, "calls", "double")
    tap(page, 4, 1)
    page.set_viewport_size({"width": 844, "height": 390})
    page.reload()

    expect(page.locator("[name=points_NS]")).to_have_value("41")
    expect(page.locator("[name=points_EW]")).to_have_value("19")
    expect(page.locator("[name=trump]:checked")).to_have_value("C")
    expect(page.locator("[name=declarer]:checked")).to_have_value("W")
    expect(page.locator("[name=calls]:checked")).to_have_value("double")
    expect(page.locator("#preview")).to_contain_text("+22")
    page.get_by_role("button", name="Record deal 1").click()
    expect(page.get_by_text("Deal 1 is recorded.")).to_be_visible()
    expect(page.locator("[name=points_NS]")).to_have_value("")
    page.reload()
    expect(page.locator("[name=points_NS]")).to_have_value("")


@phone
def test_without_a_connection_a_deal_is_kept_and_sent_once_there_is_one(page, faults):
    match = start_match()
    score(page, match)
    choose(page, "trump", "H")
    tap(page, 3, 8)
    expect(page.locator("#preview")).to_contain_text("+8")
    page.context.set_offline(True)
    page.get_by_role("button", name="Record deal 1").click()
    expect(page.get_by_text("Not sent yet: 1 deal.")).to_be_visible()
    page.get_by_role("button", name="Send again now").click()
    expect(page.get_by_text("Not sent yet: 1 deal.")).to_be_visible()
    expect(page.locator("#age")).to_contain_text("Cannot be refreshed", timeout=15_000)
    assert deals(match) == []

    page.context.set_offline(False)
    expect(page.get_by_text("Deal 1 is recorded.")).to_be_visible(timeout=20_000)
    expect(page.get_by_text("Not sent yet: 1 deal.")).to_be_hidden()
    expect(totals(page)).to_have_text(["8", "0"])
    assert deals(match) == [38]
    # Chromium reports requests that could not be made; nothing else may have gone wrong.
    known = re.compile("ERR_INTERNET_DISCONNECTED|htmx:(afterRequest|sendError)")
    assert [fault for fault in faults if not known.search(fault)] == []
    faults.clear()


@phone
def test_an_answer_that_got_lost_does_not_double_the_deal(page, faults):
    match = start_match()
    score(page, match)
    lost = []

    def lose_the_first_answer(route):
        if lost:
            route.continue_()
            return
        lost.append(route.fetch().status)
        route.abort()

    page.route("**/deals/", lose_the_first_answer)
    choose(page, "trump", "H")
    tap(page, 3, 8)
    page.get_by_role("button", name="Record deal 1").click()
    expect(page.get_by_text("Not sent yet: 1 deal.")).to_be_visible()
    assert deals(match) == [38]
    page.reload()  # as after sleep; what is kept is sent again by itself

    expect(page.get_by_text("Deal 1 is recorded.")).to_be_visible()
    expect(page.get_by_role("button", name="Record deal 2")).to_be_visible()
    assert lost == [200]
    assert deals(match) == [38]
    faults.clear()


@phone
def test_a_refusal_without_words_is_shown_and_nothing_is_lost(page, faults):
    """Such as a form older than the secret that protects it: the server answers 403."""
    match = start_match()
    score(page, match)
    choose(page, "trump", "H")
    tap(page, 3, 8)
    page.evaluate("document.body.setAttribute('hx-headers', '{}')")
    page.locator("#deal-form [name=csrfmiddlewaretoken]").evaluate("input => input.value = 'x'")
    page.get_by_role("button", name="Record deal 1").click()
    expect(page.get_by_text("The site did not take this deal.")).to_be_visible()
    page.reload()
    expect(page.locator("[name=points_NS]")).to_have_value("38")
    page.get_by_role("button", name="Record deal 1").click()
    expect(page.get_by_text("Deal 1 is recorded.")).to_be_visible()
    assert deals(match) == [38]
    assert all("403" in fault for fault in faults)
    faults.clear()


@phone
def test_undo_without_a_connection_says_so(page, faults):
    match = start_match()
    record(match, 38)
    score(page, match)
    page.context.set_offline(True)
    page.get_by_role("button", name="Undo deal 1").click()
    expect(page.get_by_text("No connection: nothing was changed.")).to_be_visible()
    assert deals(match) == [38]
    faults.clear()


@phone
def test_two_scorekeepers_see_what_the_other_wrote(page, open_page):
    match = start_match()
    other = open_page()
    score(page, match)
    score(other, match)
    choose(other, "trump", "S")
    tap(other, 4, 5)
    record_by_hand(page, "H", "38", 1)

    # The other goes on typing: the sheet follows above, and the typed figures stay.
    expect(totals(other)).to_have_text(["8", "0"], timeout=15_000)
    expect(other.get_by_text("What you typed for deal 1 is still here.")).to_be_visible()
    expect(other.locator("[name=points_NS]")).to_have_value("45")
    other.get_by_role("button", name="Record deal 1").click()
    expect(other.get_by_text("Meanwhile somebody else changed this match")).to_be_visible()
    expect(other.locator("[name=points_NS]")).to_have_value("45")
    assert deals(match) == [38]
    other.get_by_role("button", name="Record deal 2").click()
    expect(totals(other)).to_have_text(["23", "0"])

    # Who has typed nothing gets the next form by itself.
    expect(page.get_by_role("button", name="Record deal 3")).to_be_visible(timeout=15_000)
    assert deals(match) == [38, 45]


@phone
def test_waking_up_asks_at_once_and_the_page_says_how_old_it_is(page, faults):
    match = start_match()
    page.clock.install()
    page.goto(match.get_absolute_url())
    expect(page.locator("#age")).to_have_text("up to date")
    # The page's clock stands still: it cannot be the turn of the next regular question.
    page.clock.pause_at(page.evaluate("Date.now()") + 1)
    page.wait_for_timeout(500)  # to pause can make a regular question due: let it be answered
    asked = []
    page.on("response", lambda response: asked.append(response.status))
    with page.expect_response("**/*"):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_timeout(500)
    assert asked == [304]  # once, and no more
    page.context.set_offline(True)  # no answer makes it young again
    page.clock.run_for(6_000)
    expect(page.locator("#age")).to_contain_text("as of")
    page.wait_for_timeout(500)  # Chromium reports that it could not ask, if a little later
    faults.clear()


@phone
@pytest.mark.parametrize("javascript", [False])
def test_a_deal_without_javascript(page):
    match = start_match()
    score(page, match)
    expect(page.locator(".pad-keys")).to_be_hidden()
    choose(page, "trump", "D")
    page.locator("[name=points_EW]").fill("60,5")
    page.get_by_role("button", name="Record deal 1").click()
    expect(page.get_by_text("“60,5” is not a whole number")).to_be_visible()
    page.locator("[name=points_EW]").fill("45")
    page.get_by_role("button", name="Record deal 1").click()
    expect(page.get_by_text("Deal 1 is recorded.")).to_be_visible()
    expect(totals(page)).to_have_text(["0", "15"])

    page.get_by_role("button", name="The dealer’s partner looked too early").click()
    expect(page.get_by_text("Deal 2 is recorded.")).to_be_visible()
    page.get_by_role("button", name="Undo deal 2").click()
    page.get_by_role("button", name="Undo deal 1").click()
    expect(page.locator("[name=points_EW]")).to_have_value("45")
    expect(page.locator("[name=trump]:checked")).to_have_value("D")
    assert deals(match) == []


def test_the_keyboard_alone_records_a_deal(page):
    match = start_match()
    score(page, match)
    page.locator("[name=trump]").first.focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    page.locator("[name=points_NS]").focus()
    page.keyboard.type("44")
    page.keyboard.press("Enter")

    expect(page.get_by_text("Deal 1 is recorded.")).to_be_visible()
    expect(totals(page)).to_have_text(["14", "0"])
    assert Match.objects.get(pk=match.pk).deal(1).trump == "H"


def test_the_link_is_copied(page):
    match = start_match()
    score(page, match)
    page.goto(reverse("share", args=[match.code]))
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy the link").first.click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").endswith(match.get_absolute_url())


@phone
def test_long_names_make_no_page_wider_than_the_screen(page):
    long = {seat: seat + "w" * 39 for seat in "NESW"}
    match = start_match(players=long, rules={"target": 5})
    score(page, match)  # with the form for the next deal, and who deals after a misdeal
    assert fits(page)
    record(match, 40, calls="double")
    address = match.get_absolute_url()
    parts = ("", "share/", "history/", "sign/", "another/", "deals/1/", "deals/1/correct/")
    for part in (*parts, "deals/1/rule/", "deals/1/cards/?played=C9+C8"):
        page.goto(address + part)
        assert fits(page), part


@phone
def test_a_doubled_deal_names_its_declarer_beside_the_multiplier(page):
    match = start_match()
    record(match, 40, calls="double")
    score(page, match)
    times = page.locator("#deals .times").bounding_box()
    name = page.locator("#deals .sheet-declarer").bounding_box()
    # The room that the figure takes is what a thumb needs, whatever words it can open.
    assert name["x"] - times["x"] <= 44
