"""Days planned, and files out and in, in a real browser."""

import pytest
from playwright.sync_api import expect

from games.models import Meeting, Table
from tests.competitions import add_people, draw, enter, make_club, make_competition, owner
from tests.csv_files import cells

from .test_evening import fits, log_in


@pytest.mark.parametrize("viewport", ["phone", "desktop"])
@pytest.mark.parametrize("javascript", [True, False])
def test_days_and_files(page, open_page, assert_accessible, javascript, tmp_path):
    competition = make_competition(make_club(), "season")
    enter(competition, 7)
    draw(competition)
    log_in(page, owner())

    def looked_at():
        assert fits(page)
        if javascript:  # axe is a script itself
            assert_accessible(page)

    page.goto(competition.get_absolute_url())
    page.get_by_role("link", name="Days").click()
    page.get_by_label("From round").fill("1")
    page.get_by_label("How many days").fill("3")
    page.get_by_label("First day").fill("2030-03-05")
    page.get_by_label("Then").select_option(label="every month, on the same weekday of it")
    page.get_by_label("Time").fill("19:30")
    page.get_by_label("Place").fill("Café " + "Ç" * 70)
    page.get_by_role("button", name="Plan them").click()
    expect(page.get_by_text("3 days are planned.")).to_be_visible()
    expect(page.get_by_text("Tuesday 7 May 2030, 19:30")).to_be_visible()
    page.get_by_text("In your own calendar").click()
    expect(page.get_by_label("Address of the calendar")).to_be_visible()
    looked_at()
    page.get_by_role("link", name="Round 2").click()
    page.get_by_label("The day is called off").check()
    looked_at()
    page.get_by_role("button", name="Keep this").click()
    expect(page.get_by_text("called off")).to_be_visible()

    page.goto(competition.get_absolute_url())
    looked_at()
    page.get_by_role("link", name="Files").click()
    looked_at()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download Results").click()
    assert download.value.suggested_filename == f"{competition.slug}-results.csv"
    file = tmp_path / "results.csv"
    text = download.value.path().read_text("utf-8-sig")
    points = text.splitlines()[0].split(",").index("Points 1")
    rows = [line.split(",") for line in text.splitlines()]
    rows[1][points : points + 2] = ["61", "x"]
    file.write_text("\n".join(map(";".join, rows)), "cp1252")

    page.get_by_role("link", name="Bring in Results").click()
    page.get_by_label("File").set_input_files(file)
    page.get_by_role("button", name="See what it does").click()
    expect(page.get_by_text("“x” is no whole number.")).to_be_visible()
    looked_at()
    field = page.get_by_label("Or its text")
    field.fill(field.input_value().replace(";x;", ";20;"))
    page.get_by_role("button", name="See what it does").click()
    expect(page.get_by_text("1 line would change something.")).to_be_visible()
    looked_at()
    assert not Table.objects.filter(kind="played").exists()
    page.get_by_role("button", name="Take all of it over").click()
    expect(page.get_by_text("1 line was taken over.")).to_be_visible()
    assert Table.objects.get(kind="played").points_a == 61


@pytest.mark.parametrize("viewport", ["phone", "desktop"])
@pytest.mark.parametrize("javascript", [True, False])
def test_files_of_a_team_league(page, assert_accessible, javascript, tmp_path):
    """Teams, days of meetings and results of games go out, are changed there, and come in."""
    league = make_competition(make_club(), "team-league", options={"games": 2, "pairs": 1})
    enter(league, 3)
    add_people(league.club, "Renée", "Dré")
    log_in(page, owner())

    def looked_at():
        assert fits(page)
        if javascript:  # axe is a script itself
            assert_accessible(page)

    def round_trip(title, change, says):
        page.goto(league.get_absolute_url())
        page.get_by_role("link", name="Files").click()
        with page.expect_download() as download:
            page.get_by_role("link", name=f"Download {title}").click()
        rows = cells(download.value.path().read_text("utf-8-sig"))
        change(rows)
        file = tmp_path / "file.csv"
        file.write_text("\n".join(map(";".join, rows)), "cp1252")
        for done in (False, True):
            page.get_by_role("link", name=f"Bring in {title}").click()
            page.get_by_label("File").set_input_files(file)
            page.get_by_role("button", name="See what it does").click()
            if done:
                break
            for text in says:
                expect(page.get_by_role("listitem").filter(has_text=text)).to_be_visible()
            looked_at()
            page.get_by_role("button", name="Take all of it over").click()
            expect(page.get_by_text("taken over.")).to_be_visible()
        expect(page.get_by_text("There is nothing to do")).to_be_visible()

    def a_new_team(rows):
        rows.append(["", "Café " + "Ç" * 60, "Dré", "Renée", *[""] * (len(rows[0]) - 4)])

    round_trip("Entries", a_new_team, ["Café Ç"])
    assert [one.name for one in league.entries.get(number=4).people] == ["Dré", "Renée"]
    draw(league)

    def days(rows):
        for row in rows[1:]:
            row[1] = "2030-03-05"
        rows[-1][1] = "07/03/2030"

    round_trip("Fixtures", days, ["on Thursday 7 March 2030"])
    moved = Meeting.objects.get(held_on__isnull=False)
    page.goto(moved.get_absolute_url())
    expect(page.get_by_text("Held on 7 March 2030.")).to_be_visible()

    page.goto(league.get_absolute_url())
    page.get_by_role("link", name="Days").click()
    expect(page.get_by_text("Thursday 7 March 2030")).to_be_visible()
    looked_at()

    def points(rows):
        at = rows[0].index("Points 1")
        rows[1][at : at + 2] = ["61", "20"]

    round_trip("Results", points, ["Round 1, meeting 1, game 1"])
    assert Table.objects.get(kind="played").points_a == 61
