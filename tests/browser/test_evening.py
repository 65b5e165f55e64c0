"""A small evening played through on two devices: the office's and a table's."""

import re

import pytest
from playwright.sync_api import expect

from games.models import Competition, Entry, Match, Table
from tests.browser.looks import fits
from tests.competitions import (
    add_people,
    draw,
    enter,
    make_club,
    make_competition,
    owner,
    tables,
    type_result,
)

from .test_scoring import record_by_hand

both_devices = pytest.mark.parametrize("viewport", ["phone", "desktop"])


def log_in(page, user):
    user.set_password("three clubs and a heart")
    user.save()
    page.goto("/account/log-in/")
    page.get_by_label("E-mail address").fill(user.email)
    page.get_by_label("Password").fill("three clubs and a heart")
    page.locator("main").get_by_role("button", name="Log in").click()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()


@both_devices
def test_an_evening_of_four_pairs(page, assert_accessible, viewport):
    club = make_club()
    add_people(club, "An", "Bo", "Cis", "Dré")
    log_in(page, owner())

    def looked_at(heading):
        expect(page.get_by_role("heading", level=1, name=heading)).to_be_visible()
        assert fits(page)
        assert_accessible(page)

    page.goto(club.get_absolute_url())
    page.get_by_role("link", name="Competitions").click()
    page.get_by_role("link", name="New competition").click()
    page.get_by_label("Name of the competition").fill("Café cup")
    page.get_by_role("radio", name="Swiss").check()
    page.get_by_role("radio", name="Pairs").check()
    looked_at("New competition")
    page.get_by_role("button", name="Make it").click()
    page.get_by_label("A win", exact=True).fill("3")
    page.get_by_label("Show the competition to everybody").check()
    looked_at("Settings")
    page.get_by_role("button", name="Keep this").click()
    page.get_by_role("button", name="Open it").click()

    page.get_by_role("link", name="Entries").click()
    page.get_by_label("One", exact=True).select_option(label="An")
    page.get_by_label("The other").select_option(label="Bo")
    page.get_by_label("Or pairs, one a line").fill("Cis & Dré\nEls & Fons\nGui & Han")
    page.get_by_role("button", name="Enter them").click()
    expect(page.get_by_text("Nobody of the club has these names")).to_be_visible()
    page.get_by_label("New names join").check()
    page.get_by_role("button", name="Enter them").click()
    expect(page.get_by_text("They are entered.")).to_be_visible()
    looked_at("Entries")

    page.get_by_role("link", name="Café cup").click()
    page.get_by_role("link", name="Draw round 1").click()
    looked_at("The draw")
    page.get_by_role("button", name="Draw round 1 as shown").click()
    expect(page.get_by_text("2 results are missing")).to_be_visible()
    looked_at("Round 1")

    page.get_by_role("link", name="Type in").first.click()
    expect(page.get_by_label("Match points of")).to_have_count(2)
    page.get_by_label("Match points of").first.fill("101")
    page.get_by_label("Match points of").last.fill("48")
    looked_at("Result of table 1")
    page.get_by_role("button", name="Keep the result").click()
    expect(page.get_by_text("1 result is missing")).to_be_visible()

    page.get_by_role("link", name="Start the match").click()
    looked_at("Table 2")
    page.get_by_role("button", name="Start the match").click()
    page.wait_for_url("**/matches/**")
    competition = Competition.objects.get()
    match = Match.objects.get()
    second = tables(competition.rounds.get())[1]
    assert match.table == second
    match.give_up("closing time", "EW")
    page.goto(competition.rounds.get().get_absolute_url())
    page.get_by_role("link", name="Confirm").click()
    expect(page.get_by_text("What this changes in the standings")).to_be_visible()
    looked_at("Confirm the result")
    page.get_by_role("button", name="Confirm the result").click()
    expect(page.get_by_text("All results count.")).to_be_visible()
    assert Table.objects.filter(counted=True).count() == 2

    page.get_by_role("link", name="Correct").click()
    page.get_by_label("Match points of").first.fill("10")
    page.get_by_label("Match points of").last.fill("101")
    page.get_by_label("Reason").fill("the sheet was read wrongly")
    page.get_by_role("button", name="See what it changes").click()
    expect(page.get_by_text("falls from place 1")).to_be_visible()
    looked_at("Result of table 1")
    page.get_by_role("button", name="Correct the result").click()
    expect(page.get_by_text("The result counts.")).to_be_visible()

    page.get_by_role("link", name="Standings").click()
    looked_at("Standings")
    page.locator("table.standings a").first.click()
    expect(page.locator("#working-name")).to_be_visible()  # how the place came about
    looked_at("Standings")


def test_a_reader_follows_the_round_live(open_page):
    competition = make_competition(make_club(), published=True)
    enter(competition, 4)
    round = draw(competition)
    reader = open_page("phone")
    reader.goto(round.get_absolute_url())
    expect(reader.get_by_text("2 results are missing")).to_be_visible()
    expect(reader.get_by_role("link", name="Type in")).to_have_count(0)
    type_result(tables(round)[0], 101, 30)
    reader.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(reader.get_by_text("1 result is missing")).to_be_visible()


def test_a_draw_evening_of_fourteen_players(open_page):
    """Check-in, the draw, slips scanned by a phone, the sheet signed there, the rest typed in; a
    second round; the standings of all."""
    club = make_club()
    names = [f"Player {number:02}" for number in range(1, 15)]
    competition = make_competition(club, "draw-evening", options={"three_games": False})
    people = add_people(club, *names)
    Entry.enter(competition, [(one.name, [one]) for one in people], owner())
    office, phone = open_page("desktop"), open_page("phone")
    log_in(office, owner())

    office.goto(competition.get_absolute_url())
    office.get_by_role("link", name="Who is there for round 1?").click()
    office.get_by_label("Player 14").uncheck()
    office.get_by_role("button", name="Keep this, then draw").click()
    expect(office.get_by_text("Player 14 is absent")).to_be_visible()
    office.get_by_role("button", name="Draw round 1 as shown").click()
    expect(office.get_by_text("3 results are missing")).to_be_visible()
    office.get_by_role("button", name="Start every match").click()
    expect(office.get_by_text("3 matches are started.")).to_be_visible()
    office.get_by_label("Minutes").fill("50")
    office.get_by_role("button", name="Start the clock").click()
    expect(office.get_by_text(re.compile(r"49:\d\d"))).to_be_visible()
    office.get_by_role("link", name="Table slips").click()
    expect(office.locator(".slip")).to_have_count(3)
    assert fits(office)

    # What the code of table 1 says, a player's phone opens.
    first = tables(competition.rounds.get())[0]
    phone.goto(f"/score/{first.match.scoring_code}/")
    record_by_hand(phone, "H", "40", 1)
    record_by_hand(phone, "H", "38", 2)
    match = Match.objects.get(pk=first.match.pk)
    assert len(match.played) == 2 and match.is_over
    for side in match.rules.table.sides:
        match.sign(side, match.names(side))

    office.goto(competition.rounds.get().get_absolute_url())
    expect(office.get_by_text("2 results are missing")).to_be_visible()
    for _ in range(2):
        # The sheets of the other tables are on paper.
        office.locator(".table-row", has_text="no deal played yet").first.get_by_role(
            "link", name="Type in"
        ).click()
        office.get_by_label("Match points of").first.fill("80")
        office.get_by_label("Match points of").last.fill("101")
        office.get_by_role("button", name="Keep the result").click()
        expect(office.get_by_text("The result counts.")).to_be_visible()
    expect(office.get_by_text("All results count.")).to_be_visible()

    office.get_by_role("link", name="Draw round 2").click()
    office.get_by_role("button", name="Draw round 2 as shown").click()
    expect(office.get_by_text("3 results are missing")).to_be_visible()
    round = competition.rounds.get(number=2)
    byes = Table.objects.filter(b=None).values_list("a", flat=True)
    assert len(byes) == len(set(byes)) == 3  # one of thirteen, two of fourteen, nobody twice
    for table in tables(round):
        type_result(table, 60, 40)
    office.get_by_role("link", name="For the beamer").click()
    expect(office.locator(".board-table.is-in")).to_have_count(3)
    assert fits(office)
    office.goto(competition.get_absolute_url())
    office.get_by_role("link", name="Standings").click()
    expect(office.locator("table.standings tbody tr")).to_have_count(14)
    assert fits(office)


def test_a_guest_scores_three_games_of_a_table_one_after_another(open_page, assert_accessible):
    """From the code on the slip of the first game; the competition is not published."""
    competition = make_competition(make_club(listed=True), "draw-evening")
    enter(competition, 4)
    round = draw(competition)
    (first,) = round.start_matches(owner())
    phone, reader = open_page("phone"), open_page("phone")
    phone.goto(f"/score/{first.scoring_code}/")
    reader.goto(first.get_absolute_url())
    partners = set()
    for game in (1, 2, 3):
        partners |= set(phone.locator(".total-name").all_inner_texts())
        record_by_hand(phone, "H", "40", 1)
        record_by_hand(phone, "H", "38", 2)
        expect(phone.get_by_role("link", name="Another match")).to_have_count(0)
        assert fits(phone)
        if game == 2:  # this one is signed before they go on
            phone.get_by_role("link", name="Sign the sheet").click()
            for _side in range(2):
                panel = phone.locator("form.panel").first
                panel.locator("label.tile").first.click()
                panel.get_by_role("button", name="Sign for").click()
                expect(panel).to_have_count(1 - _side)
            expect(phone.get_by_text("Every side has signed")).to_be_visible()
        if game < 3:
            assert_accessible(phone)
            phone.get_by_role("button", name=f"Start game {game + 1} of this table").click()
            expect(phone.get_by_text("deals first.")).to_be_visible()
            expect(phone.locator("#deal-form")).to_be_visible()
    expect(phone.get_by_text("No further game is to be played at this table.")).to_be_visible()
    assert_accessible(phone)

    games = tables(competition.rounds.get())
    assert all(table.match.is_over for table in games)
    assert [table.counted for table in games] == [False, True, False]
    assert len(partners) == 6  # everyone partners everyone
    assert Match.objects.count() == 3
    # A reader of the first game is led to nothing that is not published.
    reader.reload()
    expect(reader.get_by_role("link", name="The next match at this table")).to_have_count(0)
    expect(reader.locator(".belongs-to")).to_have_count(0)

    competition.change(owner(), published=True)
    reader.reload()
    reader.get_by_role("link", name="The next match at this table").click()
    expect(reader.get_by_text("Signed on")).to_be_visible()
    assert_accessible(reader)
    reader.get_by_role("link", name="Table 1, game 2").click()
    expect(reader.locator(".table-row:target")).to_be_visible()
    assert fits(reader)
    assert_accessible(reader)
    reader.get_by_role("link", name="For the beamer").click()
    expect(reader.locator(".board-table")).to_have_count(1)
    assert fits(reader)
    assert_accessible(reader)
    phone.reload()
    phone.get_by_role("link", name="Standings").click()
    expect(phone.get_by_role("heading", level=1, name="Standings")).to_be_visible()


# Of tiles that are chosen those whose words the ticked disc in their corner covers.
COVERED = """() => [...document.querySelectorAll("input:checked + .tile-face")].filter(face => {
    const disc = getComputedStyle(face, "::before");
    const box = face.parentElement.getBoundingClientRect();
    const bottom = box.top + parseFloat(disc.top) + parseFloat(disc.height);
    const left = box.right - parseFloat(disc.right) - parseFloat(disc.width);
    const words = document.createRange();
    words.selectNodeContents(face.querySelector("bdi"));
    return [...words.getClientRects()].some(line => line.right > left && line.top < bottom);
}).map(face => face.textContent)"""


@both_devices
def test_the_tick_of_the_evening_chosen_covers_no_words(open_page, viewport):
    competition = make_competition(make_club(), "season", options={"three_games": False})
    enter(competition, 4)
    type_result(tables(draw(competition))[0], 60, 40)
    office = open_page(viewport)
    log_in(office, owner())
    office.goto(f"{competition.get_absolute_url()}draw/")
    expect(office.get_by_role("radio", name="The same evening as round 1")).to_be_checked()
    assert office.evaluate(COVERED) == [] and fits(office)
    office.locator("label.tile", has_text="Another evening").click()
    expect(office.get_by_role("radio", name="Another evening")).to_be_checked()
    assert office.evaluate(COVERED) == []
