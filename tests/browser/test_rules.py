"""House rules from the list to the first sheet, the passport and the score table."""

import re

import pytest
from playwright.sync_api import expect

from games.models import Match, RuleSet
from tests.browser.looks import fits

both_devices = pytest.mark.parametrize("viewport", ["phone", "desktop"])


def open_group(page, title: str) -> None:
    summary = page.locator("summary", has_text=title)
    if not summary.evaluate("summary => summary.parentElement.open"):
        summary.click()


@both_devices
def test_house_rules_are_made_read_and_played_by(page, assert_accessible):
    page.goto("/rules/")
    assert fits(page)
    assert_accessible(page)
    page.get_by_role("link", name="Flemish club Manillen").click()
    page.get_by_role("link", name="Change them").click()
    page.wait_for_load_state()  # what is changed before the scripts are there goes unseen

    open_group(page, "Trump and doubling")
    page.get_by_label("Redoubling", exact=True).select_option("no")
    page.get_by_label("A third doubling").select_option("yes")
    expect(page.locator("#faults-third .errorlist")).to_contain_text("allow redoubling too")
    line = page.locator("#likeness-line")
    expect(line).to_have_text(re.compile("^Some of these rules contradict"))
    assert fits(page)
    assert_accessible(page)

    page.get_by_label("Redoubling", exact=True).select_option("yes")
    expect(page.get_by_text("1 difference from Flemish club Manillen")).to_be_visible()
    expect(page.locator(".errorlist")).to_have_count(0)
    expect(page.locator("#likeness").get_by_role("row", name="A third doubling")).to_be_visible()

    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Give these rules a name")).to_be_visible()
    open_group(page, "Trump and doubling")
    expect(page.get_by_label("A third doubling")).to_have_value("yes")
    assert_accessible(page)
    page.get_by_label("Name", exact=True).fill("Our club")
    page.get_by_role("button", name="Save").click()

    page.wait_for_url("**/passport/")
    expect(page.get_by_role("heading", level=1, name="Our club")).to_be_visible()
    kept = RuleSet.objects.get()
    assert kept.rules.third
    assert fits(page)
    assert_accessible(page)

    page.get_by_role("link", name="Score table").click()
    expect(page.get_by_role("heading", name="Score table")).to_be_visible()
    assert fits(page)
    assert_accessible(page)
    page.get_by_role("link", name="To the rules").click()

    page.get_by_role("link", name="Start a match by these rules").click()
    page.get_by_role("button", name="Start the match").click()
    page.wait_for_url("**/matches/**")
    match = Match.objects.get()
    assert (match.rules, match.rules_name) == (kept.rules, "Our club")
    expect(page.get_by_role("link", name="Rules Our club")).to_be_visible()
    assert fits(page)


@pytest.mark.parametrize("javascript", [False])
@pytest.mark.parametrize("viewport", ["phone"])
def test_without_javascript_a_press_compares(page):
    page.goto("/rules/edit/?system=manillen-61")
    open_group(page, "The match")
    page.get_by_label("Play to", exact=True).fill("31")
    page.get_by_role("button", name="Compare").click()

    expect(page.locator("#likeness-line")).to_have_text("1 difference from Manillen to 61")
    page.get_by_label("Name", exact=True).fill("To 31")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("link", name="Rename").click()
    page.get_by_label("Name", exact=True).fill("To thirty-one")
    page.get_by_role("button", name="Rename").click()
    expect(page.get_by_role("heading", name="To thirty-one")).to_be_visible()
    page.get_by_role("link", name="Delete").click()
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("“To thirty-one” was deleted.")).to_be_visible()
    assert not RuleSet.objects.exists()


@pytest.mark.parametrize("system", ["west-flemish", "coinchee", "three-dealer-alone", "malilla-es"])
def test_passport_and_score_table_are_one_sheet_of_paper_each(page, system):
    for kind in ("passport", "table"):
        page.goto(f"/rules/{system}/{kind}/")
        paper = page.pdf(format="A4")
        assert paper.count(b"/Type /Page\n") == 1, (system, kind)
