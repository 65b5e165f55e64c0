"""What a test reads off a page at one glance, once all of the page is there.

A click returns when the next page begins to arrive: a test first waits for something of that page
with `expect`, then looks. What does not wait by itself (evaluate, count, inner_text, the database)
comes after.
"""

from playwright.sync_api import Page


def fits(page: Page) -> bool:
    """Whether the page is no wider than the screen, its style sheets and pictures loaded.

    A phone widens its window to what it must show, so only the screen tells.
    """
    page.wait_for_load_state()
    width = page.evaluate("document.documentElement.scrollWidth")
    return width <= page.viewport_size["width"]
