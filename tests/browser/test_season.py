"""A season on a phone: evening by evening, and somebody who leaves in the middle of an evening."""

import pytest
from playwright.sync_api import expect

from games.models import Entry
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


@pytest.fixture
def season():
    season = make_competition(
        make_club(listed=True),
        "season",
        published=True,
        scheme={"best": 5},
        options={"three_games": False},
    )
    enter(season, 3)
    (long,) = add_people(season.club, LONG)
    Entry.enter(season, [(LONG, [long])], owner())
    return season


@pytest.mark.parametrize("viewport", ["phone", "desktop"])
def test_evenings_slide_under_rank_and_name(page, assert_accessible, season, viewport):
    for _evening in range(14):
        for table in tables(draw(season)):
            type_result(table, 60, 40)
    page.goto(f"{season.get_absolute_url()}standings/")
    page.get_by_role("link", name="Evening by evening").click()
    frame = page.get_by_role("region", name="Evening by evening")
    expect(frame.get_by_role("columnheader", name="14")).to_have_count(1)
    expect(frame.get_by_text("does not count").first).to_have_count(1)
    assert fits(page)
    assert_accessible(page)
    if viewport == "phone":
        name = frame.get_by_role("rowheader").first
        before = name.bounding_box()["x"]
        frame.evaluate("frame => frame.scrollLeft = frame.scrollWidth")
        expect(frame.get_by_role("columnheader", name="14")).to_be_in_viewport()
        assert abs(name.bounding_box()["x"] - before) <= 1


@pytest.mark.parametrize("viewport", ["phone"])
def test_one_who_leaves_in_the_middle_of_an_evening_is_replaced(page, assert_accessible, season):
    (stand_in,) = add_people(season.club, "Stand-in")
    (table,) = tables(draw(season))
    gone = table.a2
    log_in(page, owner())
    page.goto(gone.get_absolute_url())
    page.get_by_role("link", name="Withdraw the entry").click()
    expect(page.get_by_role("heading", name="Its games that are drawn")).to_be_visible()
    expect(page.get_by_text("The others wait: start it with a substitute")).to_be_visible()
    assert fits(page)
    assert_accessible(page)
    page.get_by_role("button", name="Withdraw the entry").click()
    expect(page.get_by_text(f"{gone.name} has withdrawn.")).to_be_visible()
    expect(page.get_by_text("waits for a substitute or a result")).to_be_visible()
    assert fits(page)
    page.get_by_role("link", name="Start with a substitute").click()
    expect(page.get_by_text("has withdrawn: say who plays instead.")).to_be_visible()
    assert fits(page)
    assert_accessible(page)
    page.get_by_role("combobox").filter(has_text="Choose a substitute").select_option(
        str(stand_in.pk)
    )
    page.get_by_role("button", name="Start the match").click()
    expect(page.get_by_text("Stand-in").first).to_be_visible()
