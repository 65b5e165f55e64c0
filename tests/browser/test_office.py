"""What a secretary does on a phone: a draft made ready, and standings with many figures."""

import pytest
from playwright.sync_api import expect

from games.models import Competition
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

from .test_evening import log_in

LONG = "Maximiliaan-Alexander van de Wouwe-Claes en Zonen van de Noordzee"


@pytest.mark.parametrize("javascript", [True, False])
@pytest.mark.parametrize("viewport", ["phone"])
def test_a_draft_leads_to_its_first_draw(page, assert_accessible, javascript):
    club = make_club()
    add_people(club, "An", "Bo", "Cis", "Dré", "Els")
    log_in(page, owner())

    def looked_at():
        assert fits(page)
        if javascript:  # which the check itself takes
            assert_accessible(page)

    page.goto(f"{club.get_absolute_url()}competitions/new/")
    page.get_by_label("Name of the competition").fill("Monday evening")
    expect(page.get_by_role("group", name="Who enters")).to_be_visible()
    page.get_by_role("radio", name="Team league").check(force=True)
    expect(page.get_by_role("group", name="Who enters")).to_be_hidden()
    page.get_by_role("radio", name="Round robin").check(force=True)
    expect(page.get_by_role("group", name="Who enters")).to_be_visible()
    page.get_by_role("radio", name="Draw evening").check(force=True)
    expect(page.get_by_role("group", name="Who enters")).to_be_hidden()
    looked_at()
    page.get_by_role("button", name="Make it").click()
    expect(page.get_by_text("puts whoever sits out above all who lose a game")).to_have_count(1)
    page.get_by_role("button", name="Keep this").click()

    expect(page.get_by_role("heading", name="What comes next")).to_be_visible()
    looked_at()
    page.get_by_role("link", name="Enter who plays").click()
    page.get_by_role("button", name="Tick everybody").click()
    expect(page.get_by_role("checkbox", name="Els")).to_be_checked()
    page.get_by_role("checkbox", name="Els").uncheck()
    looked_at()
    page.get_by_role("button", name="Enter them").click()
    expect(page.get_by_text("They are entered.")).to_be_visible()
    page.get_by_role("link", name="Monday evening").click()
    page.get_by_role("button", name="Open it for entries and the draw").click()
    expect(page.get_by_text("It is open for the draw")).to_be_visible()
    looked_at()
    page.get_by_role("link", name="Draw round 1").click()
    page.get_by_role("button", name="Draw round 1 as shown").click()
    expect(page.get_by_text("3 results are missing")).to_be_visible()


@pytest.mark.parametrize("viewport", ["phone"])
def test_rank_and_name_stay_while_the_figures_slide(page, assert_accessible, faults):
    measures = ("league-points", "matches-won", "difference", "match-points-for", "opponents")
    competition = make_competition(make_club(), scheme={"measures": measures}, published=True)
    enter(competition, 4)
    competition.entries.filter(number=1).update(name=LONG)
    for table in tables(draw(Competition.objects.get())):
        type_result(table, 61, 40)
    page.goto(f"{competition.get_absolute_url()}standings/")
    expect(page.get_by_text("slide the table sideways")).to_be_visible()
    frame = page.locator(".standings-frame").first
    row = page.locator("table.standings tbody tr").filter(has_text=LONG)
    assert frame.evaluate("frame => frame.scrollWidth > frame.clientWidth")
    assert fits(page)
    assert_accessible(page)
    rank, name, last = (row.locator(f":is(th, td):{which}") for which in (
        "nth-child(1)", "nth-child(2)", "last-child"
    ))  # fmt: skip
    before = [cell.bounding_box()["x"] for cell in (rank, name)]
    assert last.bounding_box()["x"] > 390
    frame.evaluate("frame => { frame.scrollLeft = frame.scrollWidth }")
    assert [cell.bounding_box()["x"] for cell in (rank, name)] == before
    box = last.bounding_box()
    name_box = name.bounding_box()
    assert box["x"] >= name_box["x"] + name_box["width"] - 1 and box["x"] + box["width"] <= 390


def test_on_a_desk_all_figures_stand_there(page):
    competition = make_competition(make_club(), published=True)
    enter(competition, 4)
    page.goto(f"{competition.get_absolute_url()}standings/")
    expect(page.locator("table.standings tbody tr")).to_have_count(4)
    expect(page.get_by_text("slide the table sideways")).to_be_hidden()
