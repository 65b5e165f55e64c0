import pytest
from playwright.sync_api import expect

from tests.browser.looks import fits

both_devices = pytest.mark.parametrize("viewport", ["phone", "desktop"])


@both_devices
def test_home_is_accessible_and_fits(page, assert_accessible):
    page.goto("/")

    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert fits(page)
    assert_accessible(page)


def test_htmx_runs_under_the_policy(page):
    page.goto("/")

    config = page.evaluate("() => htmx.config")
    assert config["allowEval"] is False
    assert config["includeIndicatorStyles"] is False


@pytest.mark.parametrize("javascript", [False])
def test_home_needs_no_javascript(page):
    page.goto("/")

    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_the_skip_link_leads_to_the_content(page):
    page.goto("/")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")

    expect(page.locator("#main")).to_be_focused()


def test_what_the_browser_complains_of_is_noticed(page, faults):
    """The guard on all other tests here: an inline style breaks the policy and is reported."""
    page.goto("/")
    page.evaluate("() => { document.body.setAttribute('style', 'color: red') }")
    if not faults:
        page.wait_for_event("console")

    assert any("Content Security Policy" in fault for fault in faults)
    faults.clear()
