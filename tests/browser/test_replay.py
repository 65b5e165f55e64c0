"""Entering the cards of a deal with a thumb, and stepping through it: a person's way."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.models import Match
from tests.browser.looks import fits
from tests.matches import record, scoring_client, start_match

from .test_gallery import OVERLAPPING

both_devices = pytest.mark.parametrize("viewport", ["phone", "desktop"])
on_a_phone = pytest.mark.parametrize("viewport", ["phone"])

CARELESS = (
    "HQ C7 HA HJ/DA DK D8 H8/ST H9 SK CA/H7 HK D7 S9/"
    "SJ CK SQ HT/D9 CQ DJ S7/C8 C9 DQ CJ/CT DT SA S8"
)
TOO_SMALL = """() => [...document.querySelectorAll("a, button, textarea, summary")]
    .filter(control => control.checkVisibility() && !control.matches(".skip"))
    .filter(control => { const r = control.getBoundingClientRect();
        return r.width < 44 || r.height < 44 })
    .map(control => control.outerHTML.slice(0, 120))"""
# Points of the two arrows that lie under a plate or a card.
HIDDEN_ARROWS = """() => {
    const boxes = [...document.querySelectorAll(".table :is(.seat-plate, .card)")]
        .map(box => box.getBoundingClientRect());
    return [...document.querySelectorAll(".direction path")].flatMap(path =>
        [...Array(41).keys()]
            .map(i => path.getPointAtLength(path.getTotalLength() * i / 40))
            .map(point => point.matrixTransform(path.getScreenCTM()))
            .filter(point => boxes.some(box => box.left < point.x && point.x < box.right
                && box.top < point.y && point.y < box.bottom)))
        .length }"""
PROOF = (
    "Bo (East) played the nine of hearts to trick 3 although spades were led, "
    "and played the eight of spades in trick 8."
)


@pytest.fixture
def match(live_server) -> Match:
    match = start_match("manillen-61")
    record(match, 28)
    return match


@pytest.fixture
def careless(live_server) -> Match:
    match = start_match("manillen-61")
    record(match, 28, cards_played=CARELESS.replace("/", "\n"))
    return match


@pytest.fixture
def may_score(live_server):
    """A function that makes a page one of the device that came in by the scoring link."""

    def may_score(page: Page, match: Match) -> Page:
        session = scoring_client(match).cookies["sessionid"].value
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
        return page

    return may_score


def entry(match: Match) -> str:
    return f"/matches/{match.code}/deals/1/cards/"


def replay(match: Match, plays: str = "") -> str:
    return f"/matches/{match.code}/deals/1/replay/{plays}"


def card(page: Page, code: str):
    return page.locator(f'.card-button[value="{code}"]')


def press(page: Page, *cards: str) -> None:
    """Press cards of the grid one by one, each as soon as the one before has left it."""
    for code in cards:
        card(page, code).click()
        expect(card(page, code)).to_have_count(0)


def swipe(page: Page, across: int) -> None:
    """A finger drawn across the drawn table, once the script is there that feels it."""
    page.wait_for_load_state()
    box = page.locator("#replay .table").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    finger = page.context.new_cdp_session(page)
    finger.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    )
    for part in (0.5, 1):
        points = [{"x": x + across * part, "y": y}]
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": points})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@on_a_phone
def test_a_deal_is_entered_corrected_saved_and_replayed(
    page: Page, match: Match, may_score, open_page, faults
) -> None:
    may_score(page, match).goto(entry(match))
    tricks = [trick.split() for trick in CARELESS.split("/")]
    asked = page.locator("#asked")
    expect(asked).to_have_text("Trick 1: Dré (West) to play")
    press(page, *tricks[0])
    expect(asked).to_have_text("Trick 2: Bo (East) to play")
    # The trick, the whole pack and the button to save fit the screen as it stands.
    for part in (".trick", ".cards", "text=Save 4 cards"):
        box = page.locator(part).bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 844
    assert page.evaluate("scrollY") == 0

    # In trick 2 a wrong card is entered; it is noticed two tricks later.
    press(page, "DA", "DJ", "D8", "H8", *tricks[2], *tricks[3][:2])
    page.get_by_role("link", name="An (North), trick 2").click()
    expect(asked).to_have_text("Trick 2: choose what An (North) really played")
    card(page, "DK").click()
    expect(asked).to_have_text("Trick 4: Dré (West) to play")
    expect(card(page, "DJ")).to_be_visible()

    # Reload and Back lose nothing.
    page.reload()
    expect(asked).to_have_text("Trick 4: Dré (West) to play")
    press(page, "D7")
    expect(asked).to_have_text("Trick 4: Cis (South) to play")
    page.go_back()
    expect(asked).to_have_text("Trick 4: Dré (West) to play")
    expect(page.locator("h1")).to_be_visible()
    press(page, *tricks[3][2:])

    for trick in tricks[4:]:
        press(page, *trick[:-1])
        card(page, trick[-1]).click()
        expect(page.locator(".tricks-row")).to_have_count(tricks.index(trick) + 1)
    expect(asked).to_have_text("All the cards are in.")
    page.get_by_role("button", name="Save 32 cards").click()
    expect(page).to_have_url(re.compile(r"/replay/$"))
    expect(page.locator("#messages")).to_contain_text("The cards of deal 1 are saved.")
    assert Match.objects.get().deal(1).cards_played == CARELESS.replace("/", "\n")

    expect(page.get_by_text("3 plays against the rules")).to_be_visible()
    place = page.locator(".step-place")
    for plays in range(1, 10):
        page.get_by_role("link", name="Next", exact=True).click()
        expect(place).to_have_text(f"{plays} / 32")
    assert page.evaluate("scrollY") == 0  # the table stays in sight
    swipe(page, -120)
    expect(place).to_have_text("10 / 32")
    expect(page.locator(".notice.bad")).to_contain_text(PROOF)
    swipe(page, 120)
    expect(place).to_have_text("9 / 32")
    expect(page).to_have_url(re.compile("/replay/9/$"))

    # A reader at another device sees the same, but may not enter anything.
    reader = open_page("desktop")
    reader.goto(replay(match))
    expect(reader.get_by_text(PROOF)).to_be_visible()
    assert reader.goto(entry(match)).status == 404
    assert reader.goto("/matches/nothing/deals/1/replay/").status == 404
    assert all("404" in fault for fault in faults)
    faults.clear()


def test_keys_step_and_back_restores_the_whole_page(page: Page, careless: Match) -> None:
    page.goto(replay(careless))
    place = page.locator(".step-place")
    page.keyboard.press("ArrowRight")
    expect(place).to_have_text("1 / 32")
    page.keyboard.press("ArrowRight")
    expect(place).to_have_text("2 / 32")
    page.keyboard.press("ArrowLeft")
    expect(place).to_have_text("1 / 32")
    page.keyboard.press("End")
    expect(place).to_have_text("32 / 32")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Home")
    expect(place).to_have_text("0 / 32")
    page.go_back()
    expect(place).to_have_text("32 / 32")
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    expect(page.locator("#said")).to_have_count(1)
    # And the keys still work.
    page.keyboard.press("ArrowLeft")
    expect(place).to_have_text("31 / 32")
    page.reload()
    expect(place).to_have_text("31 / 32")


def test_the_focus_stays_on_the_button_and_the_step_is_spoken(page: Page, careless: Match) -> None:
    page.goto(replay(careless))
    page.locator("#step-next").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_have_text("Dré (West) played the queen of hearts.")
    expect(page.locator("#step-next")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("although hearts were led")


def test_revokes_and_tricks_are_jumped_to(page: Page, careless: Match) -> None:
    page.goto(replay(careless))
    place = page.locator(".step-place")
    for plays in (2, 10, 20):
        page.get_by_role("link", name="Next revoke").click()
        expect(place).to_have_text(f"{plays} / 32")
    expect(page.get_by_role("link", name="Next revoke")).to_have_count(0)
    page.get_by_role("link", name="Trick 7").click()
    expect(place).to_have_text("25 / 32")


@on_a_phone
@pytest.mark.parametrize("javascript", [False])
def test_a_trick_is_entered_and_replayed_without_javascript(
    page: Page, match: Match, may_score
) -> None:
    may_score(page, match).goto(entry(match))
    press(page, "HQ", "C7", "HA")
    page.get_by_role("button", name="Unknown card").click()
    page.locator(".entry").first.get_by_role("link", name="Bo (East)").click()
    expect(page.locator("#asked")).to_have_text("Trick 2: Bo (East) to play")
    press(page, "DA")
    page.get_by_role("link", name="Undo").click()
    expect(card(page, "DA")).to_be_visible()
    page.get_by_role("link", name="Cis (South), trick 1").click()
    card(page, "H7").click()
    page.get_by_role("button", name="Save 4 cards").click()
    expect(page).to_have_url(re.compile(r"/replay/$"))
    assert Match.objects.get().deal(1).cards_played == "HQ H7 HA ??"
    page.get_by_role("link", name="Next", exact=True).click()
    expect(page.locator(".step-place")).to_have_text("1 / 4")


def test_tricks_are_pasted_and_faults_told(page: Page, match: Match, may_score) -> None:
    may_score(page, match).goto(entry(match))
    page.get_by_text("Type or paste all tricks").click()
    page.get_by_label("Tricks, one a line").fill("HQ C7 HA HJ\nDA DX")
    page.get_by_role("button", name="Save what is typed").click()
    expect(page.locator(".has-error")).to_contain_text("Trick 2: “DX” is not a card")
    page.get_by_label("Tricks, one a line").fill(CARELESS.replace("/", "\n"))
    page.get_by_role("button", name="Save what is typed").click()
    expect(page.get_by_text(PROOF)).to_be_visible()


def test_a_quick_thumb_loses_no_card(page: Page, match: Match, may_score) -> None:
    may_score(page, match).goto(entry(match))
    # All pressed before the first answer can have come.
    page.evaluate(
        """cards => cards.forEach(
            card => document.querySelector(`.card-button[value="${card}"]`).click())""",
        ["HQ", "C7", "HA", "HJ", "DA"],
    )
    expect(page.locator("#asked")).to_have_text("Trick 2: An (North) to play")
    expect(page).to_have_url(re.compile(re.escape("?played=HQ+C7+HA+HJ/DA&")))


@on_a_phone
def test_the_pack_stays_where_it_is_when_a_trick_is_full(
    page: Page, match: Match, may_score
) -> None:
    """A quick thumb knows where the next card lies, and presses another one if the pack moves."""
    may_score(page, match).goto(entry(match))
    before = card(page, "S8").bounding_box()
    for code in ("HQ", "C7", "HA", "HJ"):
        card(page, code).click()
        expect(card(page, code)).to_have_count(0)
        expect(page.locator(".htmx-settling")).to_have_count(0)
        assert card(page, "S8").bounding_box() == before, code


def test_a_press_that_does_not_arrive_can_be_pressed_again(
    page: Page, match: Match, may_score, faults
) -> None:
    may_score(page, match).goto(entry(match))
    page.route("**/cards/?*", lambda route: route.abort())
    card(page, "HQ").click()
    expect(page.locator(".is-waiting")).to_have_count(0)
    page.unroute("**/cards/?*")
    faults.clear()
    press(page, "HQ")
    expect(page.locator("#asked")).to_have_text("Trick 1: Cis (South) to play")


@both_devices
def test_the_pages_are_accessible_and_fit(
    page: Page, careless: Match, may_score, assert_accessible
) -> None:
    may_score(page, careless)
    half = "?played=HQ+C7+??+HJ/S:+DA+DK"
    for address, with_axe in (
        (entry(careless), False),
        (entry(careless) + half, False),
        (entry(careless) + half + "&at=2", True),
        (entry(careless) + "?played=HQ+C7+HA+??", True),
        (entry(careless) + "?played=HQ+HQ", True),
        (replay(careless), True),
        (replay(careless, "10/"), True),
        (replay(careless, "32/"), False),
    ):
        page.goto(address)
        assert fits(page), address
        assert page.evaluate(TOO_SMALL) == [], address
        assert page.evaluate(OVERLAPPING) == 0, address
        if with_axe:
            assert_accessible(page)


@pytest.mark.parametrize("viewport", ["phone"])
def test_the_buttons_to_step_stay_at_the_thumb(page: Page, careless: Match) -> None:
    page.goto(replay(careless, "10/"))
    for scroll in (0, 600, 1200):
        page.evaluate(f"scrollTo(0, {scroll})")
        box = page.locator(".step-next").bounding_box()
        assert box["y"] > 700 and box["y"] + box["height"] <= 844


@both_devices
def test_the_arrows_lie_between_the_cards(page: Page, careless: Match) -> None:
    for plays in range(5):
        page.goto(replay(careless, f"{plays}/"))
        assert page.evaluate(HIDDEN_ARROWS) == 0, plays
