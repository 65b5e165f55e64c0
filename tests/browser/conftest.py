"""A real Chromium on the live site: any fault the browser reports fails the test.

`page` is one device; `open_page` opens more, for tests with several people. A test chooses its
devices by parametrizing: @pytest.mark.parametrize("viewport", ["phone", "desktop"]), likewise
`javascript` (True, False). By day and by night is looked at by `assert_accessible`.
"""

import os
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect, sync_playwright

# Playwright's synchronous interface runs an event loop in the thread of the tests, which makes
# Django refuse the database there though nothing is asynchronous.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
# Without these it tries to reach its maker's servers, or needs a screen or a user that is not root.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
# A test waits for what it expects, so long as a busy machine may need; a page that was only just
# asked for shows nothing yet.
PATIENCE = 15_000  # milliseconds
expect.set_options(timeout=PATIENCE)
DEVICES = {
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "has_touch": True,
        "is_mobile": True,
        "device_scale_factor": 2,
    },
    "desktop": {"viewport": {"width": 1280, "height": 800}},
}


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def viewport():
    return "desktop"


@pytest.fixture
def javascript():
    return True


@pytest.fixture
def faults():
    """What the browser complained of so far; a test that provokes a complaint clears it."""
    return []


@pytest.fixture
def open_page(browser, live_server, faults, viewport, javascript):
    """A function that opens a page of its own, as another person's device would.

    Takes `viewport` and `javascript`, what is left out being as the test has it, and the `locale`
    of the device.
    """
    contexts = []

    def open_page(
        viewport: str = viewport,
        javascript: bool = javascript,
        locale: str = "en-GB",
    ) -> Page:
        context = browser.new_context(
            base_url=live_server.url,
            java_script_enabled=javascript,
            locale=locale,
            **DEVICES[viewport],
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        # A breach of the content security policy is reported to the console as an error. So is a
        # request given up for a newer one, such as a preview overtaken by the next key: no fault.
        # Whatever fails, htmx first says that the request is over, then what became of it.
        page.on(
            "console",
            lambda message: (
                message.type == "error"
                and not re.match("htmx:(sendAbort|afterRequest)", message.text)
                and faults.append(message.text)
            ),
        )
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on(
            "response",
            lambda response: (
                response.status >= 500 and faults.append(f"{response.status} {response.url}")
            ),
        )
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not faults, "the browser complained:\n" + "\n".join(faults)


@pytest.fixture
def page(open_page) -> Page:
    return open_page()


@pytest.fixture
def assert_accessible():
    """A function that fails, naming each fault, if axe finds any on the page given, by day or by
    night. By night only its colours are others."""
    axe = Axe()

    def assert_accessible(page: Page) -> None:
        page.wait_for_load_state()
        # A scheme changes colours alone, so by night only what is about colours can differ.
        by_colour = {"runOnly": ["color-contrast", "link-in-text-block"]}
        for scheme, options in ("light", {}), ("dark", by_colour):
            page.emulate_media(color_scheme=scheme)
            results = axe.run(page, options={"resultTypes": ["violations"]} | options)
            looked_at = results.response["passes"] or results.response["incomplete"]
            assert looked_at, "axe looked at nothing"
            assert results.violations_count == 0, f"{scheme}: {results.generate_report()}"
        page.emulate_media(color_scheme="null")

    return assert_accessible
