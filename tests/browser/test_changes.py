"""Putting a match right, signing it and going on, by thumb on a phone and without JavaScript."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.models import Match
from tests.browser.looks import fits
from tests.gallery import AWKWARD_NAME
from tests.matches import PLAYERS, record, rule, start_match

pytestmark = pytest.mark.parametrize("viewport", ["phone"])
with_and_without = pytest.mark.parametrize("javascript", [True, False])

# Of whatever can be pressed, the box a thumb has to hit.
TOO_SMALL = """() => [...document.querySelectorAll(
        "main :is(a, button, input, select, textarea, summary)")]
    .filter(control => control.type !== "hidden" && control.offsetParent)
    .map(control => control.closest("label") || control)
    .filter(box => { const r = box.getBoundingClientRect(); return r.width < 44 || r.height < 44 })
    .map(box => box.outerHTML.slice(0, 120))"""


@pytest.fixture
def match(live_server) -> Match:
    """Deal 2 is a draw, so that deal 3 counts twice, and reaches the target."""
    match = start_match(players={**PLAYERS, "E": AWKWARD_NAME}, rules={"target": 28})
    for points in (38, 30, 40):
        record(match, points)
    return match


@pytest.fixture
def scorer(page: Page, match: Match) -> Page:
    """The phone of whoever keeps the score."""
    page.goto(reverse("open_scoring", args=[match.scoring_code]))
    return page


def go(page: Page, name: str, match: Match, *more: int) -> None:
    page.goto(reverse(name, args=[match.code, *more]))


def choose(page: Page, name: str) -> None:
    """Tap a tile."""
    page.locator("label.tile").filter(has=page.get_by_role("radio", name=name, exact=True)).tap()


def because(page: Page, reason: str) -> None:
    page.get_by_label("Reason").fill(reason)


def press(page: Page, name: str) -> None:
    with page.expect_navigation():  # often to the same address, with an answer to what was sent
        page.get_by_role("button", name=name).tap()


def row(page: Page, caption: str, label: str):
    table = page.get_by_role("table", name=caption, exact=True)
    return table.get_by_role("row").filter(
        has=page.get_by_role("rowheader", name=label, exact=True)
    )


@with_and_without
def test_an_early_deal_is_corrected_with_its_effect_seen(
    scorer: Page, match: Match, javascript: bool
) -> None:
    go(scorer, "deal", match, 2)
    scorer.get_by_role("link", name="Correct").tap()
    scorer.wait_for_load_state()  # what is typed before the scripts are there goes unseen
    scorer.get_by_label("An & Cis", exact=True).fill("31")
    because(scorer, "counted again")
    if javascript:
        expect(scorer.locator("[name=points_EW]")).to_have_value("29")
    press(scorer, "See what it changes")

    expect(row(scorer, "What was told", "Card points of An & Cis")).to_contain_text(
        re.compile(r"30\s*31")
    )
    expect(row(scorer, "Deal 3", "Counts")).to_contain_text("×1")
    expect(row(scorer, "The match", "Total of An & Cis")).to_contain_text(re.compile(r"28\s*19"))
    expect(row(scorer, "The match", "Result")).to_contain_text("The match goes on")
    assert match.deals.get(number=2).card_points == 30

    press(scorer, "Correct the deal")
    expect(scorer).to_have_url(re.compile(re.escape(match.get_absolute_url()) + "$"))
    expect(scorer.get_by_text("The change is on the sheet.")).to_be_visible()
    assert match.deals.get(number=2).card_points == 31


def test_what_was_typed_survives_the_way_back(scorer: Page, match: Match) -> None:
    go(scorer, "correct_deal", match, 2)
    choose(scorer, "spades")
    scorer.get_by_label("Note").fill("after the “soup”")
    because(scorer, "it was spades")
    press(scorer, "See what it changes")
    press(scorer, "Go back and change it")
    expect(scorer.get_by_role("radio", name="spades")).to_be_checked()
    expect(scorer.get_by_label("Note")).to_have_value("after the “soup”")
    expect(scorer.get_by_label("Reason")).to_have_value("it was spades")
    press(scorer, "See what it changes")
    press(scorer, "Correct the deal")
    expect(scorer.get_by_text("The change is on the sheet.")).to_be_visible()
    assert match.deals.get(number=2).trump == "S"


def test_a_deal_is_withdrawn_and_one_is_ruled(scorer: Page, match: Match) -> None:
    go(scorer, "deal", match, 1)
    scorer.get_by_role("link", name="Ruling").tap()
    # Only the fields of the ruling that is chosen are there to be filled in.
    points = scorer.get_by_label("An & Cis", exact=True)
    choose(scorer, "Points are given")
    expect(points).to_be_visible()
    expect(scorer.get_by_label("In trick")).to_be_hidden()
    choose(scorer, "A player revoked")
    expect(points).to_be_hidden()
    choose(scorer, "Cis")
    scorer.get_by_label("In trick").fill("3")
    scorer.get_by_label("Who ruled").fill("Zoë")
    because(scorer, "held the eight of hearts")
    press(scorer, "See what it changes")
    expect(row(scorer, "What the deal scores", "Match points of An & Cis")).to_contain_text(
        re.compile(r"8\s*0")
    )
    press(scorer, "Give the ruling")
    go(scorer, "deal", match, 1)
    expect(scorer.get_by_text("Cis revoked in trick 3")).to_be_visible()

    go(scorer, "deal", match, 2)
    scorer.get_by_role("link", name="Withdraw").tap()
    because(scorer, "not ours")
    press(scorer, "See what it changes")
    press(scorer, "Withdraw the deal")
    expect(scorer.get_by_text("The change is on the sheet.")).to_be_visible()
    assert [deal.number for deal in match.deals.all()] == [1, 3]

    go(scorer, "history", match)
    expect(scorer.get_by_role("heading", name="A ruling was given on deal 1")).to_be_visible()
    expect(scorer.get_by_role("heading", name="Deal 2 was withdrawn")).to_be_visible()


@with_and_without
def test_signed_reopened_signed_and_played_on(scorer: Page, match: Match) -> None:
    go(scorer, "sign", match)
    other = f"{AWKWARD_NAME} & Dré"
    choose(scorer, "Cis")
    press(scorer, "Sign for An & Cis")
    expect(scorer.get_by_text("signed for An & Cis")).to_be_visible()
    scorer.get_by_label("Or somebody else").fill("The captain")
    press(scorer, f"Sign for {other}")
    expect(scorer.get_by_role("heading", name="Signed", exact=True)).to_be_visible()

    scorer.get_by_role("link", name="Reopen").tap()
    because(scorer, "one point was wrong")
    press(scorer, "Reopen the match")
    expect(scorer.get_by_text("The match is open again.")).to_be_visible()
    assert not Match.objects.get(pk=match.pk).is_signed

    go(scorer, "another", match)
    choose(scorer, "An stays, the others move on one seat")
    choose(scorer, "By lot")
    press(scorer, "Start the next match")
    expect(scorer).not_to_have_url(re.compile("another"))
    new = match.followed_by.get()
    assert new.players == {"N": "An", "E": "Dré", "S": AWKWARD_NAME, "W": "Cis"}
    expect(scorer).to_have_url(re.compile(re.escape(new.get_absolute_url()) + "$"))


def test_given_up_by_agreement(scorer: Page, live_server) -> None:
    match = start_match(players={**PLAYERS, "E": AWKWARD_NAME})
    record(match, 38)
    scorer.goto(reverse("open_scoring", args=[match.scoring_code]))
    go(scorer, "give_up", match)
    choose(scorer, "All agree to stop")
    because(scorer, "the café closes")
    press(scorer, "See the result")
    assert not Match.objects.get(pk=match.pk).is_over
    press(scorer, "End the match")
    expect(scorer.get_by_role("heading", name="Sign the result")).to_be_visible()
    assert Match.objects.get(pk=match.pk).winner == "NS"


def test_axe_finds_nothing_and_all_fits(scorer: Page, match: Match, assert_accessible) -> None:
    changed = Match.objects.get(pk=match.pk).deal(1)
    changed.cards_played = "HQ C7 HA HJ"
    match.record_cards(changed)
    rule(match, 1, revoke="E", trick=2, reason="♥8", penalties={"EW": -10})
    match.sign("NS", "An")
    goes_on = start_match(players={**PLAYERS, "E": AWKWARD_NAME})
    scorer.goto(reverse("open_scoring", args=[goes_on.scoring_code]))

    def look() -> None:
        assert_accessible(scorer)
        assert fits(scorer)
        assert scorer.evaluate(TOO_SMALL) == []

    for name, *number in (
        ("deal", 1),
        ("correct_deal", 2),
        ("rule_deal", 1),
        ("withdraw_deal", 2),
        ("history",),
        ("sign",),
        ("reopen",),
        ("another",),
    ):
        go(scorer, name, match, *number)
        look()
    go(scorer, "withdraw_deal", match, 2)
    press(scorer, "See what it changes")
    look()  # with its error
    because(scorer, "not ours")
    press(scorer, "See what it changes")
    look()  # with its effect
    go(scorer, "give_up", goes_on)
    look()
