"""From nothing to a club with a match: sign up, found, invite, start, claim, as people would."""

import pytest
from playwright.sync_api import expect

from games.models import Club, Match, Player, User
from tests.browser.looks import fits
from tests.clubs import PASSWORD, club_match, found_club, officer, owner_of, people
from tests.matches import record, start_match

pytestmark = pytest.mark.django_db(transaction=True)

both_devices = pytest.mark.parametrize("viewport", ["phone", "desktop"])
LONG = "Wolfeschlegelsteinhausenbergerdorffxyzab"


def log_in(page, email: str) -> None:
    page.goto("/account/log-in/")
    page.get_by_label("E-mail address").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Log in").click()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()


def sign_up(page, name: str, email: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_label("E-mail address").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Make the account").click()


@pytest.mark.parametrize("viewport", ["phone"])
@pytest.mark.parametrize("javascript", [True, False])
def test_from_signing_up_to_a_match_claimed_into_the_club(page, open_page):
    # Guests play a match before there is a club.
    page.goto("/start/")
    for seat, name in (("North", "An"), ("East", "Bo"), ("South", "Cis"), ("West", "Dré")):
        page.get_by_label(seat, exact=True).fill(name)
    page.get_by_role("button", name="Start the match").click()
    page.wait_for_url("**/matches/**")
    sheet = page.url
    expect(page.get_by_role("link", name="Take this match into a club")).to_have_count(0)

    # One of them makes an account and a club; the device still knows the match.
    page.goto("/clubs/")
    page.get_by_role("link", name="Found a club").click()
    page.get_by_role("link", name="Make an account").click()
    sign_up(page, "Odile", "odile@example.org")
    page.get_by_label("Name of the club").fill("Hof ter Manille")
    page.get_by_role("button", name="Found the club").click()
    expect(page.get_by_role("heading", name="Hof ter Manille")).to_be_visible()
    page.get_by_role("link", name="People").click()
    page.get_by_label("Names, one a line").fill("An\nDre\nGust")
    page.get_by_role("button", name="Add them").click()
    expect(page.get_by_text("They are among the club’s people now.")).to_be_visible()

    # The match is claimed: An is known, Dré is asked about, the others are new.
    page.goto(sheet)
    page.get_by_role("link", name="Take this match into a club").click()
    page.get_by_role("button", name="Take it into the club").click()
    expect(page.get_by_text("Say who “Dré” is.")).to_be_visible()
    page.get_by_label("West: who is Dré?").select_option(label="Dre")
    page.get_by_role("button", name="Take it into the club").click()
    expect(page.get_by_text("The match belongs to Hof ter Manille now.")).to_be_visible()
    assert Player.objects.count() == 5
    assert Match.objects.get().seatings.count() == 4

    # A scorer comes in by a link, on a device of his own, and scores without the match's link.
    page.get_by_role("link", name="Hof ter Manille").click()
    page.get_by_role("link", name="Officers who looks after it").click()
    page.locator("label.tile", has_text="Scorer").click()
    page.get_by_role("button", name="Make the link").click()
    invitation = page.get_by_label("Link").input_value()
    scorer = open_page()
    scorer.goto(invitation)
    scorer.get_by_role("main").get_by_role("link", name="Make an account").click()
    sign_up(scorer, "Karel", "karel@example.org")
    scorer.get_by_role("button", name="Yes, I will").click()
    expect(scorer.get_by_text("Your office here: Scorer.")).to_be_visible()
    scorer.get_by_role("link", name="An & Cis").click()
    expect(scorer.get_by_role("button", name="Record deal 1", exact=True)).to_be_visible()

    # He starts another match in the club, with one of its people and guests.
    scorer.goto("/clubs/hof-ter-manille/")
    scorer.get_by_role("link", name="Start a match").click()
    scorer.get_by_label("North", exact=True).fill("gust")
    scorer.get_by_label("East", exact=True).fill("Guest")
    scorer.get_by_role("button", name="Start the match").click()
    scorer.wait_for_url("**/matches/**")
    latest = Match.objects.order_by("pk").last()
    assert latest.club == Club.objects.get() and latest.players["N"] == "Gust"
    assert [one.player.name for one in latest.seatings.select_related("player")] == ["Gust"]

    # Logged out he may no longer, where the device has no link.
    scorer.goto("/account/")
    scorer.get_by_role("main").get_by_role("button", name="Log out").click()
    expect(scorer.get_by_text("You are logged out.")).to_be_visible()
    scorer.goto(sheet)
    expect(scorer.get_by_role("button", name="Record deal 1", exact=True)).to_have_count(0)
    assert User.objects.count() == 2


def test_two_entries_are_merged_and_taken_apart(page):
    club = found_club()
    an, twin = people(club, "An Peeters", "An P.")
    club_match(club, seated={"N": an})
    club_match(club, seated={"N": twin})
    log_in(page, owner_of(club).email)
    page.goto(an.get_absolute_url())
    page.get_by_role("link", name="Listed twice? Merge").click()
    page.get_by_label("The same person is also listed as").select_option(str(twin.pk))
    page.get_by_role("button", name="See what it changes").click()
    expect(page.get_by_role("row", name="Matches that were logged 1 1 2")).to_be_visible()
    page.get_by_role("button", name="Merge them").click()
    expect(page.get_by_role("heading", name="2 matches")).to_be_visible()

    page.get_by_role("button", name="Take the merge back").click()
    expect(page.get_by_role("heading", name="An P.")).to_be_visible()
    expect(page.get_by_role("heading", name="1 match")).to_be_visible()


@both_devices
def test_the_pages_are_accessible_and_fit(page, assert_accessible):
    club = found_club(LONG + " " + LONG[:18], listed=True)
    owner = owner_of(club)
    scorer = officer(club, "scorer", LONG * 2)
    an, twin, _rtl = people(club, LONG, LONG[:38] + "q", "رنيه")
    match = club_match(club, seated={"N": an}, players={"N": LONG, "E": "B", "S": "C", "W": "D"})
    record(match, 38)
    guests = start_match(players={"N": LONG + LONG[:9], "E": "رنيه", "S": "C", "W": "<b>"})
    officers = club.invite("referee", owner)
    known = club.invite_player(twin, owner)
    there = f"/clubs/{club.slug}/"
    pages = ["/account/new/", "/account/log-in/", "/account/password/forgotten/", "/clubs/", there]
    pages.append(officers.get_absolute_url())
    for address in pages:
        visit(page, address, assert_accessible)
    log_in(page, owner.email)
    page.goto(f"/score/{guests.scoring_code}/")
    for address in (
        *("/account/", "/account/password/", "/account/delete/", "/clubs/new/"),
        *(f"/start/?club={club.slug}", f"/matches/{guests.code}/claim/"),
        *(guests.get_absolute_url(), match.get_absolute_url(), known.get_absolute_url()),
        *(
            there + part
            for part in ("", "settings/", "history/", "leave/", "officers/", "people/", "ratings/")
        ),
        f"{there}officers/{club.memberships.get(user=scorer).pk}/",
        f"{there}invitations/{officers.pk}/",
        an.get_absolute_url(),
        *(
            f"{an.get_absolute_url()}{part}/"
            for part in ("rename", "rating", "with", "forget", "merge")
        ),
    ):
        visit(page, address, assert_accessible)
    page.get_by_label("The same person").select_option(str(twin.pk))
    page.get_by_role("button", name="See what it changes").click()
    expect(page.get_by_role("button", name="Merge them")).to_be_visible()
    look(page, assert_accessible)
    page.get_by_role("button", name="Merge them").click()
    expect(page.get_by_text("The two entries are one person now.")).to_be_visible()
    look(page, assert_accessible)


def visit(page, address: str, assert_accessible) -> None:
    assert page.goto(address).status == 200, address
    look(page, assert_accessible)


def look(page, assert_accessible) -> None:
    assert fits(page), page.url
    assert_accessible(page)
