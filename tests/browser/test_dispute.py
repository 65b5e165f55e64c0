"""Three disputes, settled on a phone: what people remember, pressed with a thumb."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.manille.presets import PRESETS
from games.models import Match, RuleSet
from tests.browser.looks import fits
from tests.browser.test_gallery import OVERLAPPING
from tests.browser.test_replay import TOO_SMALL, both_devices, card, may_score
from tests.matches import record, start_match

on_a_phone = pytest.mark.parametrize("viewport", ["phone"])

__all__ = ["may_score"]  # a fixture


@pytest.fixture
def match(live_server) -> Match:
    match = start_match("manillen-61")
    record(match, 28)
    return match


def dispute(match: Match, query: str = "") -> str:
    return f"/matches/{match.code}/deals/1/dispute/{query}"


def cell(page: Page, who: str, trick: int):
    return page.locator(".grid a").filter(
        has_text=re.compile(rf"{re.escape(who)}, trick {trick}\b")
    )


def enter(page: Page, *cards: str) -> None:
    """Press cards one by one, each at the place that the page asks for."""
    for code in cards:
        asked = page.locator("#asked").text_content()
        card(page, code).click()
        expect(page.locator("#asked")).not_to_have_text(asked)


def at(page: Page, who: str, trick: int, code: str) -> None:
    """Press a place, then the card that was played there."""
    place = cell(page, who, trick)
    place.click()
    expect(cell(page, who, trick)).to_have_attribute("aria-current", "true")
    card(page, code).click()
    expect(cell(page, who, trick).locator(f".card-{code[0]}")).to_be_visible()


@on_a_phone
@pytest.mark.parametrize("javascript", [True, False])
def test_a_revoke_noticed_two_tricks_later(page: Page, match: Match, may_score) -> None:
    """Every card shown tests the earlier tricks anew."""
    may_score(page, match).goto(dispute(match))
    enter(page, "HQ")
    enter(page, "C7", "HA", "HJ")
    said = page.locator(".dispute-said")
    expect(said).to_contain_text("No play is proved to be against the rules.")
    # South threw a club on hearts; two tricks later a heart comes from the same hand.
    enter(page, "DA", "DK", "D8", "DT")
    at(page, "Cis (South)", 3, "H8")
    expect(said).to_contain_text("Proved to be against the rules: 1.")
    expect(cell(page, "Cis (South)", 1)).to_contain_text("seven of clubs, against the rules")
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text(
        "Cis (South) played the seven of clubs to trick 1 although hearts were led, "
        "and played the eight of hearts in trick 3."
    )
    expect(verdict.locator("q").first).to_have_text("Whoever can follow suit must do so.")
    expect(verdict).to_contain_text("The cards on the table first proved it in trick 3.")
    expect(verdict).to_contain_text("It can no longer be put right: a card of trick 2")
    # It was another card after all: the proof is gone.
    at(page, "Cis (South)", 3, "S8")
    expect(said).not_to_contain_text("Proved")
    # Reload and Back lose nothing.
    page.reload()
    expect(cell(page, "Cis (South)", 3)).to_contain_text("eight of spades")
    page.go_back()
    page.go_back()
    expect(page.locator("h1")).to_be_visible()
    expect(said).to_contain_text("Proved to be against the rules: 1.")


@on_a_phone
def test_a_quick_thumb_loses_no_place(page: Page, match: Match) -> None:
    page.goto(dispute(match))
    # On a grid that is there but not ready to be pressed yet, as where the machine is busy.
    page.evaluate("htmx.config.defaultSettleDelay = 700")
    enter(page, "HQ")
    at(page, "Bo (East)", 1, "HA")
    # And on one that does not know yet of the card on its way.
    page.evaluate("""() => {
        const places = [...document.querySelectorAll(".grid a")];
        const press = words => places.find(place => place.textContent.includes(words)).click();
        press("Cis (South), trick 1");
        document.querySelector('.card-button[value="C7"]').click();
        press("An (North), trick 1");
        document.querySelector('.card-button[value="HJ"]').click();
    }""")
    expect(page).to_have_url(re.compile(re.escape("?played=HQ+C7+HA+HJ&")))


@on_a_phone
def test_legality_depends_on_a_house_rule(page: Page, live_server) -> None:
    """The verdict names the rules that it follows from, and tells what others would say."""
    house = {"head": "never"}
    match = start_match("manillen-61", rules=house, rules_name="The Swan")
    record(match, 28)
    page.goto(dispute(match))
    # South keeps the king back, though it would beat West's queen, and shows it in trick 2.
    enter(page, "HQ", "H7", "H8", "H9", "DA", "D7", "D8", "D9")
    at(page, "Cis (South)", 2, "HK")
    expect(page.locator("#verdict")).to_contain_text("The Swan")
    page.get_by_label("Rules", exact=True).select_option("manillen-61")
    page.get_by_role("button", name="Compare").click()
    row = page.locator(".compare tbody tr").filter(has_text="Trick 1, Cis (South)")
    expect(row.locator("td").nth(0)).to_contain_text("within the rules")
    expect(row.locator("td").nth(1)).to_contain_text("a revoke")
    expect(row.locator("td").nth(1)).to_contain_text("Only where trump is led must those")
    # It stays beside the cards while they change.
    at(page, "Cis (South)", 2, "D7")
    expect(row.locator("td").nth(1)).to_have_text("undecided")


@on_a_phone
def test_a_play_that_broke_the_rules_but_stood_is_recorded(
    page: Page, match: Match, may_score
) -> None:
    """Trick 3 is remembered before trick 2; a hand is turned up; all of it is stored as it was."""
    may_score(page, match).goto(dispute(match))
    enter(page, "HQ", "C7", "HA", "HJ")
    cell(page, "An (North)", 3).click()
    expect(page.locator("#asked")).to_contain_text("Who led trick 3?")
    page.locator(".at-thumb").get_by_role("link", name="An (North)").click()
    expect(page.locator("#asked")).to_have_text("Trick 3: An (North) to play")
    enter(page, "ST", "SK")
    at(page, "Bo (East)", 2, "DA")
    enter(page, "DK")
    page.get_by_role("button", name="Unknown card").click()
    expect(page.locator("#asked")).to_have_text("Trick 2: Cis (South) to play")
    # Cis shows what is left: a heart is among it.
    page.get_by_role("link", name="Turn up the hand of Cis (South)").click()
    expect(page.locator("#asked")).to_have_text("Cards that Cis (South) shows")
    card(page, "H8").click()
    expect(page.locator(".dispute-said")).to_contain_text("Proved to be against the rules: 1.")
    expect(page.locator("#verdict")).to_contain_text("and had been dealt the eight of hearts.")
    ruling = page.get_by_role("link", name="Rule without storing them")
    expect(ruling).to_have_attribute("href", re.compile(re.escape("/rule/?revoke=S&trick=1") + "$"))
    page.get_by_role("button", name="Store these cards in the deal").click()
    expect(page).to_have_url(re.compile(r"/replay/$"))
    deal = Match.objects.get().deal(1)
    assert deal.cards_played == "HQ C7 HA HJ\nDA DK ??\nN: ST SK".replace("??", "?? ??", 1)
    assert deal.hands == "S: H8 C7"
    expect(page.locator("#replay")).to_contain_text("Only the hand that was turned up proves it.")


@on_a_phone
def test_a_question_is_answered_by_one_press(page: Page, match: Match) -> None:
    page.goto(dispute(match, "?played=HQ+HK+D8"))
    page.locator(".open-play").last.locator("a.card-button").first.click()
    expect(page.locator(".dispute-said")).to_contain_text("Proved to be against the rules: 1.")


@on_a_phone
@pytest.mark.parametrize("javascript", [True, False])
def test_no_is_answered_by_one_press_and_taken_back(page: Page, match: Match) -> None:
    page.goto(dispute(match, "?played=HQ+HK+D8"))
    page.locator(".open-play").last.get_by_role("link", name="None of them").click()
    east = cell(page, "Bo (East)", 1)
    expect(east.locator(".is-allowed")).to_be_visible()
    answers = page.get_by_role("region", name="What was answered").get_by_role("listitem")
    expect(answers.first).to_contain_text("Bo (East) did not hold")
    answers.first.get_by_role("link", name="Take back").click()
    expect(east.locator(".is-undecided")).to_be_visible()
    page.go_back()
    expect(east.locator(".is-allowed")).to_be_visible()


@on_a_phone
def test_what_was_agreed_on_is_stored_on_the_way_to_the_ruling(
    page: Page, match: Match, may_score
) -> None:
    may_score(page, match).goto(dispute(match, "?played=HQ+C7+HA+HJ/DA+DK+D8+H8"))
    page.get_by_role("button", name="Store these cards and give a ruling").click()
    expect(page.get_by_role("heading", name="Ruling on deal 1")).to_be_visible()
    expect(page.get_by_label("In trick")).to_have_value("1")
    expect(page.get_by_role("radio", name="Cis", exact=True)).to_be_checked()
    assert Match.objects.get().deal(1).cards_played == "HQ C7 HA HJ\nDA DK D8 H8"


@on_a_phone
def test_a_pack_of_48_cards_stays_at_the_thumb(page: Page, live_server, assert_accessible) -> None:
    match = start_match("malilla-es")
    record(match, 28)
    page.goto(dispute(match, "?played=HQ"))
    thumb = page.locator(".at-thumb")
    for y in (0, 300):
        page.evaluate(f"scrollTo(0, {y})")
        box = thumb.bounding_box()
        assert box["y"] + box["height"] <= 844 and box["height"] < 300
    # The suit led is shown; another is a press away.
    expect(card(page, "H9")).to_be_visible()
    expect(card(page, "S9")).to_be_hidden()
    thumb.locator(".suit-tabs label").first.click()
    expect(card(page, "S9")).to_be_visible()
    expect(card(page, "H9")).to_be_hidden()
    assert page.evaluate(TOO_SMALL) == [] and fits(page)
    assert_accessible(page)
    card(page, "S9").click()
    expect(cell(page, "Cis (South)", 1).locator(".card-S")).to_be_visible()
    expect(card(page, "H9")).to_be_visible()


@both_devices
def test_the_pack_stays_where_it_is_from_card_to_card(page: Page, match: Match) -> None:
    """A quick thumb knows where the next card lies, and presses another one if the pack moves."""
    page.goto(dispute(match))
    asked = page.locator("#asked")
    before = asked.bounding_box()
    for code in ("HQ", "C7", "HA"):
        enter(page, code)
        page.wait_for_load_state("networkidle")
        assert asked.bounding_box() == before, code
    # Whole, without scrolling.
    assert page.evaluate("scrollY") == 0
    expect(card(page, "C8")).to_be_in_viewport(ratio=1)


@on_a_phone
def test_the_place_asked_for_is_never_under_the_pack(page: Page, match: Match) -> None:
    page.goto(dispute(match))
    cell(page, "Cis (South)", 8).click()
    expect(page.locator("td.is-chosen")).to_have_count(1)
    page.wait_for_function(
        """() => document.querySelector("td.is-chosen").getBoundingClientRect().bottom
            <= document.querySelector(".at-thumb").getBoundingClientRect().top + 1"""
    )


@both_devices
def test_the_page_is_accessible_and_fits(
    page: Page, match: Match, may_score, assert_accessible
) -> None:
    RuleSet.keep(preset="manillen-61", name="x", rules=PRESETS["manillen-61"])
    may_score(page, match)
    for query in (
        "?played=HQ+C7+HA+HJ/DA+DK+??+H8/N:+ST+SK&hands=S:+D7&rules=manille-fr-68",
        "?played=HQ+HQ",
        "?played=HQ+C7+HA&hands=S:+HA&hand=S",
        "?played=ST+C7+C8+SK&hands=N:+SK+H7+D7+D8+D9+CQ+CJ+C9",
        "?played=HQ&at=3E",
        "?played=HQ+HK+D8+H7/DA&answers=noE1HA/yesE1HJ&hands=E:+HJ",
    ):
        page.goto(dispute(match, query))
        assert fits(page), query
        assert page.evaluate(TOO_SMALL) == [], query
        assert page.evaluate(OVERLAPPING) == 0, query
        assert_accessible(page)
