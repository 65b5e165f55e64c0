import re

import pytest
from playwright.sync_api import expect

from games.manille.presets import PRESETS
from games.models import Match
from tests.browser.looks import fits
from tests.matches import start_match

both_devices = pytest.mark.parametrize("viewport", ["phone", "desktop"])


@both_devices
def test_the_start_page_is_accessible_and_fits(page, assert_accessible):
    page.goto("/start/")
    page.get_by_text("House rules").click()
    page.get_by_label("A third doubling").select_option("yes")
    page.get_by_label("North", exact=True).fill("🎴 A very long name that goes on and on")
    page.get_by_role("button", name="Start the match").click()

    expect(page.get_by_text("allow redoubling too")).to_be_visible()
    assert fits(page)
    assert_accessible(page)


@both_devices
def test_rules_import_and_front_page_are_accessible_and_fit(page, assert_accessible):
    match = start_match(
        rules={"redouble": True, "talk": "muette"},
        players={"N": "رنيه", "E": "B" * 80, "S": "C C C C C C C C C", "W": "<b>"},
    )
    page.goto(f"/matches/{match.code}/rules/")
    expect(page.get_by_text("house rule", exact=True).first).to_be_visible()
    assert fits(page)
    assert_accessible(page)

    page.goto("/import/")
    page.get_by_label("Or its text").fill("{")
    page.get_by_role("button", name="Import the match").click()
    expect(page.get_by_text("This is not JSON")).to_be_visible()
    assert fits(page)
    assert_accessible(page)


def test_another_system_shows_its_own_values_and_keeps_what_was_typed(page):
    page.goto("/start/")
    page.get_by_label("North", exact=True).fill("An")
    page.get_by_text("House rules").click()
    page.get_by_label("Number of deals", exact=True).fill("12")
    page.get_by_label("System").select_option("manille-fr-68")

    expect(page.get_by_placeholder("50 (as in the system)")).to_be_visible()
    expect(page.get_by_label("Number of deals", exact=True)).to_have_value("12")
    expect(page.get_by_label("North", exact=True)).to_have_value("An")


@pytest.mark.parametrize("javascript", [False])
@pytest.mark.parametrize("viewport", ["phone"])
def test_without_javascript_the_house_rules_follow_the_system_too(page):
    """What is left alone is the new system's, though the page still shows the old one's."""
    page.goto("/start/")
    page.get_by_label("System").select_option("manille-fr-68")
    page.get_by_label("North", exact=True).fill("An")
    page.get_by_label("South", exact=True).fill("an")
    page.get_by_label("East deals first").check()
    page.get_by_role("button", name="Start the match").click()

    expect(page.get_by_text("sits North already")).to_be_visible()
    expect(page.get_by_label("East deals first")).to_be_checked()
    expect(page.get_by_label("System")).to_have_value("manille-fr-68")
    expect(page.get_by_placeholder("50 (as in the system)")).to_be_visible()
    assert not Match.objects.exists()

    page.get_by_label("South", exact=True).fill("Cis")
    page.get_by_role("button", name="Start the match").click()
    expect(page).to_have_url(re.compile("/matches/"))
    match = Match.objects.get()
    expect(page).to_have_url(re.compile(re.escape(match.get_absolute_url()) + "$"))
    assert match.rules == PRESETS["manille-fr-68"]
    assert match.first_dealer == "E"


@pytest.mark.parametrize("viewport", ["phone"])
def test_a_regular_is_at_the_table_with_three_presses(page):
    page.goto("/start/")
    for seat, name in (("North", "An"), ("East", "Bo"), ("South", "Cis"), ("West", "Dré")):
        page.get_by_label(seat, exact=True).fill(name)
    page.get_by_label("System").select_option("botifarra-lliure")
    page.get_by_role("button", name="Start the match").click()
    page.wait_for_url("**/matches/**")

    page.goto("/")
    page.get_by_role("link", name="Start a match").click()
    page.get_by_role("link", name="Same players as last time").click()
    page.get_by_role("button", name="Start the match").click()
    page.wait_for_url("**/matches/**")
    first, second = Match.objects.order_by("pk")
    assert second.players == first.players
    assert second.rules == first.rules == PRESETS["botifarra-lliure"]


def test_what_is_typed_while_another_system_is_fetched_is_not_lost(page):
    """On slow wifi the answer comes after the next field was filled: it must not wipe that out."""
    page.goto("/start/")
    page.route(
        "**/start/house-rules/**", lambda route: (page.wait_for_timeout(700), route.continue_())
    )
    page.get_by_label("System").select_option("manille-fr-68")
    page.get_by_label("Play to").fill("30")
    page.get_by_label("East", exact=True).fill("Bo")

    expect(page.get_by_placeholder("50 (as in the system)")).to_be_visible()
    expect(page.get_by_label("Play to")).to_have_value("30")
    expect(page.get_by_label("East", exact=True)).to_have_value("Bo")
