"""A small team league: three teams, line-ups by their captains, a meeting scored and signed, one
typed in, one forfeited; then a team withdraws. And the captains' sheets on paper."""

import re
from datetime import date, time

import pytest
from playwright.sync_api import expect

from games.models import Day, Entry, Match, Meeting, Planned, Player, Table
from tests.competitions import (
    add_people,
    draw,
    enter,
    hand_in,
    make_club,
    make_competition,
    make_user,
    meetings,
    owner,
    type_result,
)

from .test_evening import both_devices, fits, log_in
from .test_scoring import record_by_hand

TEAMS = {
    "Bruges": ("An", "Bo", "Cis", "Dré", "Els"),
    "Ghent": ("Fons", "Gui", "Han", "Ida", "Jef"),
    "Ostend": ("Karel", "Lies", "Mon", "Nel", "Oda"),
}


def lead(page, name: str) -> None:
    """Log in as the captain of that name."""
    user = make_user(f"{name} Account")
    Player.objects.filter(name=name).update(user=user)
    user.email = f"{name.lower()}@example.org"
    log_in(page, user)


def hand_in_on(page, meeting: Meeting, people: list[str]) -> None:
    page.goto(meeting.get_absolute_url())
    page.get_by_role("link", name="Hand in the line-up").click()
    for field, name in zip(page.locator("main select").all(), people, strict=True):
        field.select_option(label=name)
    page.get_by_role("button", name="Hand in the line-up").click()
    page.get_by_role("status").filter(has_text="in.").first.wait_for()


def meeting_of(home_or_guests: str, other: str) -> Meeting:
    found = Meeting.objects.select_related("home", "guests", "round__competition__club")
    return next(m for m in found if {m.home.name, m.guests.name} == {home_or_guests, other})


def type_for(page, meeting: Meeting, winner: str) -> None:
    """Fill in a result that the team wins."""
    home, guests = page.get_by_label("Match points of").all()
    home.fill("101" if meeting.home.name == winner else "60")
    guests.fill("60" if meeting.home.name == winner else "101")


def games_won(page) -> list[str]:
    """Those of the home team, and of the guests."""
    return re.findall(r"\d+", page.locator(".meeting-games").inner_text())


@both_devices
def test_a_league_of_three_teams(open_page, assert_accessible, viewport):
    club = make_club()
    competition = make_competition(
        club, "team-league", name="Coast league", published=True,
        options={"games": 2, "pairs": 2, "double": False}, scheme={"forfeit_games": 2},
    )  # fmt: skip
    office = open_page(viewport)
    log_in(office, owner())

    def looked_at(page):
        assert fits(page)
        assert_accessible(page)

    # Three teams are entered, with new people of the club.
    for team, people in TEAMS.items():
        office.goto(f"{competition.get_absolute_url()}entries/")
        office.get_by_label("Name of the team").fill(team)
        office.get_by_label("Or names, one a line").fill("\n".join(people))
        office.get_by_label("New names join").check()
        if team == "Bruges":
            looked_at(office)
        office.get_by_role("button", name="Enter them").click()
        expect(office.get_by_text("They are entered.")).to_be_visible()
    office.get_by_role("link", name="Bruges").click()
    office.get_by_role("link", name="Who plays for the team").click()
    looked_at(office)
    office.goto(competition.get_absolute_url())
    office.get_by_role("link", name="Draw the rounds").click()
    office.get_by_role("button", name="Draw the rounds as shown").click()
    expect(office.get_by_text("1 result is missing")).to_be_visible()
    looked_at(office)

    # Two captains hand in, each on a device of their own.
    meeting = meeting_of("Bruges", "Ghent")
    a, b = (("Bruges", "An"), ("Ghent", "Fons"))
    bruges, ghent = open_page(viewport), open_page(viewport)
    lead(bruges, a[1])
    lead(ghent, b[1])
    hand_in_on(bruges, meeting, ["Dré", "An", "Els", "Bo"])
    expect(bruges.get_by_text("Dré & An").first).to_be_visible()
    looked_at(bruges)
    ghent.goto(meeting.get_absolute_url())
    expect(ghent.get_by_text("It is told once the other one is in too.")).to_be_visible()
    assert not ghent.get_by_text("Dré").count()
    hand_in_on(ghent, meeting, ["Fons", "Gui", "Han", "Ida"])
    expect(ghent.get_by_text("Dré & An").first).to_be_visible()

    # The captain starts a game and scores it to its end; both sides sign.
    ghent.get_by_role("link", name="Start the match").first.click()
    looked_at(ghent)
    ghent.get_by_role("button", name="Start the match").click()
    ghent.wait_for_url("**/matches/**")
    record_by_hand(ghent, "H", "40", 1)
    record_by_hand(ghent, "H", "38", 2)
    match = Match.objects.get()
    assert match.is_over and set(match.players.values()) == {"Dré", "An", "Fons", "Gui"}
    for side in match.rules.table.sides:
        match.sign(side, match.names(side))

    # The other game is on paper: the office types it in.
    office.goto(meeting.get_absolute_url())
    expect(office.get_by_text("1 of 2 games are in, and count")).to_be_visible()
    looked_at(office)
    office.locator(".table-row", has_text="Els & Bo").get_by_role("link", name="Type in").click()
    type_for(office, meeting, "Bruges")
    looked_at(office)
    office.get_by_role("button", name="Keep the result").click()
    expect(office.get_by_text("Counts", exact=True)).to_be_visible()
    # Who won the game that was scored hangs on the lot for the first dealer.
    won = int(games_won(office)[0 if meeting.home.name == "Bruges" else 1])
    assert won in (1, 2)
    assert Table.objects.filter(meeting=meeting, counted=True).count() == 2

    # A meeting wholly typed in, and one to which a team did not come.
    typed = meeting_of("Bruges", "Ostend")
    for game in (1, 2):
        office.goto(typed.get_absolute_url())
        office.locator(f"#game-{game}").get_by_role("link", name="Type in").click()
        type_for(office, typed, "Bruges")
        office.get_by_role("button", name="Keep the result").click()
    absent = meeting_of("Ghent", "Ostend")
    office.goto(absent.get_absolute_url())
    office.get_by_role("link", name="A team did not come").click()
    office.get_by_role("radio", name="Ghent did not come").check()
    looked_at(office)
    office.get_by_role("button", name="See what it changes").click()
    expect(office.get_by_text("What this changes in the standings")).to_be_visible()
    looked_at(office)
    office.get_by_role("button", name="Keep the result").click()
    expect(office.get_by_text("Ghent did not come").first).to_be_visible()

    # Every rank shows its working, with the games.
    office.goto(f"{competition.get_absolute_url()}standings/")
    rows = office.locator("table.standings tbody tr")
    expect(rows.first).to_contain_text("Bruges")
    bruges_number = Entry.objects.get(name="Bruges").number
    office.goto(f"{competition.get_absolute_url()}standings/{bruges_number}/")
    office.locator("summary", has_text="Ghent").first.click()
    expect(office.get_by_text("Dré & An").first).to_be_visible()
    looked_at(office)

    # Ostend withdraws: its results are removed wholly.
    ostend = Entry.objects.get(name="Ostend")
    office.goto(f"{competition.get_absolute_url()}entries/{ostend.number}/")
    office.get_by_role("link", name="Withdraw the entry").click()
    expect(office.get_by_text("for the other side")).to_be_visible()
    expect(office.get_by_text("Ostend leaves place")).to_be_visible()
    looked_at(office)
    office.get_by_role("button", name="Withdraw the entry").click()
    expect(office.get_by_role("link", name="Take the withdrawal back")).to_be_visible()
    office.goto(f"{competition.get_absolute_url()}standings/")
    expect(rows.filter(has_text="Ostend")).to_contain_text("withdrawn")
    record = {2: "1–0–0", 1: "0–1–0"}[won]
    expect(rows.filter(has_text="Bruges").locator(".standings-record")).to_have_text(record)


LONG = "Maximiliaan-Alexander van de Wouwe-Claes en Zonen Kaartersgilde van de Noordzee "


@pytest.mark.parametrize("games, pairs", [(6, 2), (12, 4)])
def test_captains_sheets_are_a_page_each_with_the_longest_names(page, games, pairs):
    club = make_club()
    competition = make_competition(
        club, "team-league", name=f"{LONG * 2}"[:80].strip(),
        options={"games": games, "pairs": pairs, "double": False},
    )  # fmt: skip
    for number in (1, 2):
        names = [f"{letter}{number} {LONG * 2}"[:80].strip() for letter in "ABCDEFGHIJ"]
        people = add_people(club, *names)
        Entry.enter(competition, [(f"{number} {LONG * 2}"[:80].strip(), people)], owner())
    meeting = meetings(draw(competition))[0]
    day = Planned(date(2026, 9, 30), time(20, 30), (LONG * 3)[:200].strip())
    Day.plan(competition, {1: day}, owner())
    log_in(page, owner())
    url = f"{meeting.round.get_absolute_url()}captains-sheets/"
    for there in (False, True):
        if there:
            hand_in(meeting)
            for game in meeting.places():
                type_result(game, 101, 60, make_user("Secretary"))
            # The last but one result waits, so that the page tells that, too.
            Table.objects.filter(game=1).update(counted=False)
        page.goto(url)
        assert page.locator(".captains-sheet").count() == 3
        assert pages_of(page.pdf(prefer_css_page_size=True)) == 3
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 733, "height": 1040})  # A4 but for its margins
    assert fits(page)
    pairs_named = page.locator(".paper-pair")
    whole = "all => all.every(one => one.scrollHeight <= one.clientHeight + 1)"
    assert pairs_named.count() == 2 * games and pairs_named.evaluate_all(whole)


@both_devices
def test_the_result_sheet_says_on_a_phone_that_it_slides(page, viewport, assert_accessible):
    competition = make_competition(make_club(), "team-league")
    enter(competition, 2)
    meeting = meetings(draw(competition))[0]
    log_in(page, owner())
    page.goto(f"{meeting.round.get_absolute_url()}captains-sheets/")
    frame = page.get_by_role("region", name="Games")
    hidden = frame.evaluate("frame => frame.scrollWidth > frame.clientWidth")
    assert hidden == (viewport == "phone")
    expect(page.get_by_text("slide the table sideways")).to_be_visible(visible=hidden)
    assert_accessible(page)
    assert fits(page)


@both_devices
def test_a_captain_confirms_at_one_press(open_page, assert_accessible, viewport):
    competition = make_competition(
        make_club(), "team-league", options={"games": 4, "double": False}, published=True
    )
    enter(competition, 2)
    meeting = meetings(draw(competition))[0]
    hand_in(meeting)
    guests, home = (team.captain.name for team in (meeting.guests, meeting.home))
    captain = open_page(viewport)
    lead(captain, guests)
    theirs = make_user(f"{home} Account")
    Player.objects.filter(name=home).update(user=theirs)
    for game in meeting.places()[:3]:
        type_result(game, 101, 60, theirs)
    type_result(meeting.places()[0], 60, 101, Player.objects.get(name=guests).user)
    type_result(meeting.places()[0], 101, 60, theirs)  # told otherwise by both
    captain.goto(meeting.get_absolute_url())
    expect(captain.get_by_text("3 of 4 games are in, none counts yet")).to_be_visible()
    expect(captain.get_by_text("The captains do not agree.")).to_have_count(1)
    assert fits(captain)
    assert_accessible(captain)
    captain.get_by_role("link", name="Confirm the results").click()
    expect(captain.get_by_role("heading", name="Not confirmed with these")).to_be_visible()
    assert fits(captain)
    assert_accessible(captain)
    captain.get_by_role("button", name="Confirm the results").click()
    expect(captain.get_by_text("3 of 4 games are in; counting so far: 2")).to_be_visible()
    assert set(Table.objects.filter(counted=True).values_list("game", flat=True)) == {2, 3}


def pages_of(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


@pytest.mark.parametrize("javascript", [True, False])
def test_a_reader_follows_a_meeting(open_page, javascript):
    competition = make_competition(make_club(), "team-league", options={"games": 2}, published=True)
    enter(competition, 2)
    meeting = meetings(draw(competition))[0]
    reader = open_page("phone")
    reader.goto(meeting.get_absolute_url())
    expect(reader.get_by_text("Waiting for the line-ups")).to_be_visible()
    hand_in(meeting)
    if javascript:
        reader.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    else:
        reader.reload()
    expect(reader.get_by_text("Both line-ups are in")).to_be_visible()
    assert fits(reader)
