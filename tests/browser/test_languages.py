"""Matches in other languages, chosen by the browser, from the first deal to the signed sheet."""

import re

import pytest
from django.urls import reverse
from django.utils.translation import gettext, override
from playwright.sync_api import expect

from games.models import Match
from tests.browser.test_scoring import choose, tap, totals
from tests.competitions import client_of

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.parametrize("viewport", ["phone"]),
]

PLAYERS = {"N": "An", "E": "Bo", "S": "Cis", "W": "Dré"}


def begin(page, system: str, target: int) -> Match:
    page.goto(reverse("start"))
    for seat, name in PLAYERS.items():
        page.locator(f"[name=name_{seat}]").fill(name)
    page.locator("[name=system]").select_option(system)
    page.locator("[name=target]").fill(str(target))
    page.get_by_role("button", name=gettext("Start the match")).click()
    expect(page.locator("#deal-form")).to_be_visible()
    return Match.objects.get()


def deal(page, number: int, trump: str, points: str) -> None:
    choose(page, "trump", trump)
    tap(page, *points)
    expect(page.locator("[name=points_NS]")).to_have_value(points)
    page.locator("#record").click()
    expect(
        page.get_by_text(gettext("Deal %(number)s is recorded.") % {"number": number})
    ).to_be_visible()


def sign(page, match: Match) -> None:
    expect(page.locator("#deal-form")).to_have_count(0)
    page.goto(reverse("sign", args=[match.code]))
    forms = page.locator("main form")
    for left in (1, 0):
        forms.first.locator("label.tile").first.click()
        forms.first.locator("button.primary").click()
        expect(forms).to_have_count(left)
    expect(page.get_by_text(gettext("Every side has signed: the result is fixed."))).to_be_visible()
    match.refresh_from_db()
    assert match.is_signed


def nothing_english(page, *words: str) -> None:
    text = page.locator("main").inner_text()
    for word in words:
        assert not re.search(rf"\b{word}\b", text, re.IGNORECASE), f"“{word}” stands in: {text}"


def test_a_match_in_dutch(open_page, assert_accessible):
    page = open_page(locale="nl-BE")
    with override("nl"):
        match = begin(page, "west-flemish", 40)
        expect(page.locator("html")).to_have_attribute("lang", "nl")
        for word in ("schoppen", "harten", "ruiten", "klaveren"):
            expect(page.locator(".trumps")).to_contain_text(word)
        choose(page, "calls", "double")
        deal(page, 1, "H", "38")
        expect(totals(page)).to_have_text(["16", "0"])
        nothing_english(page, "trump", "dealer", "doubled", "deal", "match")
        assert_accessible(page)
        page.locator("button[name=misdeal]").first.click()
        expect(page.locator("#deals")).to_contain_text("Verkeerd gedeeld")
        deal(page, 3, "NT", "50")
        expect(totals(page)).to_have_text(["56", "0"])
        sign(page, match)
        page.goto(match.get_absolute_url())
        nothing_english(page, "signed", "won", "dealer", "trump")
        page.goto(reverse("match_rules", args=[match.code]))
        expect(page.locator("main")).to_contain_text("troef")
        nothing_english(page, "trump", "the", "must")


def test_a_match_in_spanish_with_spanish_cards(open_page, assert_accessible):
    page = open_page(locale="es-ES")
    with override("es"):
        match = begin(page, "manilla-es-72", 20)
        expect(page.locator("html")).to_have_attribute("lang", "es")
        for word in ("espadas", "copas", "oros", "bastos"):
            expect(page.locator(".trumps")).to_contain_text(word)
        deal(page, 1, "D", "45")
        expect(totals(page)).to_have_text(["9", "0"])
        nothing_english(page, "trump", "dealer", "deal", "match", "points")
        assert_accessible(page)

        # The first tricks of the deal, and the replay of them: figures and suits are Spanish.
        page.goto(reverse("enter_cards", args=[match.code, 1]))
        for card in ("S9", "SK", "SQ", "S2"):
            page.locator(f"button[value='{card}']").click()
            expect(page.locator(f"button[value='{card}']")).to_have_count(0)
        page.locator("main form button.primary").first.click()
        expect(page).not_to_have_url(re.compile("played="))
        page.goto(reverse("replay", args=[match.code, 1, 2]))
        expect(page.locator("main")).to_contain_text("rey de espadas")
        nothing_english(page, "king", "spades", "trick", "played")

        page.goto(match.get_absolute_url())
        deal(page, 2, "C", "60")
        sign(page, match)
        page.goto(match.get_absolute_url())
        nothing_english(page, "signed", "won", "dealer", "trump")


def test_the_language_is_changed_by_one_tap_and_kept(open_page):
    page = open_page(locale="fr-BE")
    page.goto(reverse("start"))
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.get_by_role("button", name="Nederlands").click()
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    page.goto(reverse("home"))
    expect(page.locator("html")).to_have_attribute("lang", "nl")


@pytest.mark.parametrize("locale", ["en-GB", "nl-BE", "de-DE", "es-ES", "fr-BE", "ca-ES", "sv-SE"])
@pytest.mark.parametrize("known", [False, True])
def test_the_head_of_a_page_keeps_to_its_line(open_page, live_server, locale, known) -> None:
    """Also where its words are long, as "Se connecter"; a name of several words may take two."""
    page = open_page(locale=locale)
    if known:
        session = client_of("Home").cookies["sessionid"].value
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    page.goto(reverse("clubs"))
    links = page.locator(".page-header a")
    expect(links).to_have_count(4)
    expect(page.locator(f".page-header a[href='{reverse('account')}']")).to_have_count(int(known))
    boxes = [link.bounding_box() for link in links.all()]
    assert len({box["y"] for box in boxes}) == 1
    assert boxes[-1]["x"] + boxes[-1]["width"] == pytest.approx(390 - 12)
    for link in links.all():
        assert link.evaluate("link => link.scrollWidth <= link.clientWidth + 1")
