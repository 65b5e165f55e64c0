"""Hand records on the screen, and on paper: every deal on its page, nothing spilled."""

import random
import re
from dataclasses import asdict

import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import expect

from games.models import Match
from tests.browser.looks import fits
from tests.gallery import AWKWARD_NAME
from tests.manille.deals import OTHER_TABLES, play_out
from tests.matches import new_deal, record, start_match

pytestmark = pytest.mark.django_db(transaction=True)

LONGEST = {
    "N": (AWKWARD_NAME + " van den Bossche-Vandewalle de la Tour et Taxis-Lille").ljust(80, "x"),
    "E": "אברהם בן-דוד " * 6 + "אב",
    "S": "W" * 80,
    "W": "👩‍👩‍👧‍👦 " * 10,
}
WIDEST = dict.fromkeys("NESW", "W" * 80)

# Whatever is wider or higher than the place it has on paper, in pixels of CSS: 96 to an inch.
SPILLED = """single => [...document.querySelectorAll('.diagram')].map(diagram => {
    const inner = [diagram, ...diagram.querySelectorAll('*:not(.visually-hidden, svg, svg *)')]
        .filter(e => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline')
        .map(e => e.className || e.tagName);
    const edge = diagram.getBoundingClientRect();
    const outside = [...diagram.querySelectorAll('*:not(.visually-hidden)')]
        .filter(e => e.getBoundingClientRect().right > edge.right + 1).map(e => e.className);
    const cut = [...diagram.querySelectorAll('.diagram-name')]
        .filter(e => e.scrollHeight > e.clientHeight + 2).map(e => e.textContent);
    const high = edge.height > (single ? 278 : 135) / 25.4 * 96 + 2 ? [edge.height] : [];
    return [...inner, ...outside, ...cut, ...high];
}).flat()"""


def filled(preset: str, names: dict, care: float, deals: int = 5, ruled=False, rules=None):
    """A match with the longest of everything; a deal in two is known in part."""
    chance = random.Random(f"{preset} {care}")
    match = start_match(
        preset, rules=rules, place="Café De Sportvriend " * 9, rules_name="Rules of " + "W" * 40
    )
    match.players = {seat: names[seat][:80] for seat in match.rules.people}
    match.save()
    match = Match.objects.get(pk=match.pk)
    for number in range(deals):
        trump = chance.choice([trump for trump in match.rules.trumps if trump])
        tricks = play_out(match.rules, trump, match.sheet.next_dealer, chance, care)
        if number % 2:
            tricks = tricks[: len(tricks) // 2]
        told = "\n".join(" ".join(trick) for trick in tricks)
        may_double = match.rules.double and (trump != "NT" or match.rules.double_no_trump)
        calls = "double" if may_double else ""
        deal = new_deal(match, trump=trump, cards_played=told, calls=calls, note="note " * 90)
        if match.is_over:
            break
        match.record_deal(deal)
        if ruled:
            changed = match.deal(deal.number)
            changed.rule(
                {"revoke": "N", "trick": 3, "penalties": {"NS": -30}, "reason": "reason " * 60}
            )
            match.rule(changed)
        match = Match.objects.get(pk=match.pk)
    return match


def printed(page, address: str) -> tuple[int, set[bytes]]:
    """How many pages come out of the printer, and of which sizes in points."""
    page.goto(address)
    paper = page.pdf(prefer_css_page_size=True)
    return paper.count(b"/Type /Page\n"), {
        b" ".join(str(round(float(side))).encode() for side in box.split()[2:])
        for box in re.findall(rb"/MediaBox \[([^]]*)\]", paper)
    }


def spilled(page, single: bool) -> list:
    page.emulate_media(media="print")
    found = page.evaluate(SPILLED, single)
    page.emulate_media(media="null")
    return found


A4, A6 = {b"595 842"}, {b"298 420"}


def assert_printed(page, match: Match) -> None:
    deals = sum(deal.has_cards for deal in match.played)
    assert deals
    all_of_them = reverse("hand_records", args=[match.code])
    assert printed(page, all_of_them) == (-(-deals // 4), A4)
    assert spilled(page, False) == []
    assert printed(page, all_of_them + "?paper=a6") == (deals, A6)
    assert spilled(page, False) == []
    one = reverse("hand_record", args=[match.code, match.played[0].number])
    assert printed(page, one) == (1, A4)
    assert spilled(page, True) == []
    assert printed(page, one + "?paper=a6") == (1, A6)


@pytest.mark.parametrize("preset", ["west-flemish", "malilla-mx", "malilla-es"])
def test_awkward_names_spill_over_no_page(page, preset):
    assert_printed(page, filled(preset, LONGEST, 0.6))


@pytest.mark.parametrize(
    "preset",
    [
        *("west-flemish", "coinchee", "encheres", "manille-aveugle", "malilla-mx", "malilla-es"),
        *("malilla-mx-44", "three-dealer-alone", "three-solo", "three-dummy"),
    ],
)
def test_the_widest_names_spill_over_no_page(page, preset):
    assert_printed(page, filled(preset, WIDEST, 0.6))


@pytest.mark.parametrize("table", list(OTHER_TABLES))
def test_other_tables_spill_over_no_page(page, table):
    rules = OTHER_TABLES[table]
    match = filled("west-flemish", WIDEST, 0.7, 2, rules=asdict(rules))
    assert_printed(page, match)


def test_rulings_and_all_that_is_said_of_them_spill_over_no_page(page):
    assert_printed(page, filled("west-flemish", WIDEST, 0.5, ruled=True))
    assert_printed(page, filled("malilla-es", LONGEST, 0.5, ruled=True))


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES if code != "en"])
def test_in_other_languages_nothing_spills_either(open_page, language):
    page = open_page(locale=language)
    for match in (
        filled("west-flemish", WIDEST, 0.5, ruled=True),
        filled("coinchee", LONGEST, 0.6),
        filled("malilla-es", WIDEST, 0.5, ruled=True),
        filled("three-dealer-alone", WIDEST, 0.6),
        filled("malilla-mx-44", LONGEST, 0.6, 2),
    ):
        assert_printed(page, match)
        assert page.locator("html").get_attribute("lang") == language


# Words at the heads of tables and beside their rows that stand on two lines.
BROKEN = r"""() => [...document.querySelectorAll('.diagram-points th')].flatMap(head => {
    const text = head.firstChild, found = [];
    if (!text || text.nodeType !== Node.TEXT_NODE) return found;
    for (const word of text.data.matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        if (range.getClientRects().length > 1) found.push(word[0]);
    }
    return found;
})"""


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
@pytest.mark.parametrize("ruled", [False, True])
def test_no_word_of_its_tables_is_broken(open_page, language, ruled):
    match = filled("west-flemish", WIDEST, 0.5, 2, ruled=ruled)
    for viewport in ("phone", "desktop"):
        page = open_page(viewport, locale=language)
        for address in (
            reverse("hand_record", args=[match.code, 1]),
            reverse("hand_records", args=[match.code]),
        ):
            page.goto(address)
            assert page.locator(".diagram-points th").count()
            assert page.evaluate(BROKEN) == [] and fits(page)
            page.emulate_media(media="print")
            assert page.evaluate(BROKEN) == []
            page.emulate_media(media="null")


@pytest.mark.parametrize("viewport", ["phone", "desktop"])
def test_it_is_read_on_any_screen(page, assert_accessible, viewport):
    match = filled("malilla-es", LONGEST, 0.6, 3)
    for address in (
        reverse("hand_record", args=[match.code, 1]),
        reverse("hand_records", args=[match.code]),
    ):
        page.goto(address)
        assert fits(page)
        expect(page.get_by_role("button", name="Print")).to_be_visible()
        assert_accessible(page)


def test_the_way_from_the_sheet_to_the_printer(page):
    match = start_match("manillen-61")
    for number in range(3):
        record(match, 30, cards_played=f"HQ H7 HA H{'JK9'[number]}")
    page.goto(match.get_absolute_url())
    page.get_by_role("link", name="Hand records").click()
    page.get_by_text("Choose deals and paper").click()
    page.get_by_role("checkbox", name="Deal 2").uncheck()
    page.get_by_label("A6, one deal to a page").check()
    page.get_by_role("button", name="Show these").click()
    expect(page.locator("article")).to_have_count(2)
    page.wait_for_load_state()  # the script that prints is there
    page.evaluate("window.print = () => { document.title = 'printed' }")
    page.get_by_role("button", name="Print").click()
    expect(page).to_have_title("printed")
    page.locator("article").nth(1).get_by_role("link", name="Deal 3").click()
    expect(page.get_by_role("heading", name="Hand record of deal 3")).to_be_visible()


@pytest.mark.parametrize("javascript", [False])
def test_without_javascript_there_is_a_hint_instead_of_the_button(page):
    match = start_match("manillen-61")
    record(match, 30, cards_played="HQ H7 HA HJ")
    page.goto(reverse("hand_record", args=[match.code, 1]))
    expect(page.get_by_text("Print with the menu of your browser.")).to_be_visible()
    expect(page.get_by_role("button", name="Print")).to_be_hidden()


def test_a_deal_taken_back_says_so(page, faults):
    match = start_match("manillen-61")
    deal = record(match, 30, cards_played="HQ H7 HA HJ")
    match.undo(1)
    page.goto(reverse("hand_record", args=[match.code, 1, deal.mark]))
    expect(page.get_by_role("heading", name="This deal was taken back")).to_be_visible()
    assert len(faults) == 1 and "410" in faults.pop()
