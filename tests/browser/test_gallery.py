"""Every piece of the look in a real browser: a phone and a desk, by day and by night."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import fits

pytestmark = [
    pytest.mark.urls("tests.gallery"),
    pytest.mark.parametrize("viewport", ["phone", "desktop"]),
]

# Of whatever can be pressed, the box a thumb has to hit: for a tile or a tick box, its label.
TOO_SMALL = """() => [...document.querySelectorAll("a, button, input, select, textarea, summary")]
    .filter(control => !control.matches("[hidden], [type=hidden], .skip"))
    .map(control => (control.closest("label") || control))
    .filter(box => { const r = box.getBoundingClientRect(); return r.width < 44 || r.height < 44 })
    .map(box => box.outerHTML.slice(0, 120))"""
# Controls that lie on one another: a tap would hit the wrong one.
OVERLAPPING = """() => {
    const boxes = [...document.querySelectorAll(".card-button, .tile, .pad-keys button")]
        .map(control => control.getBoundingClientRect());
    return boxes.filter((a, i) => boxes.some((b, j) => j > i && a.left < b.right - 1
        && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)).length }"""


@pytest.fixture
def gallery(page: Page) -> Page:
    page.goto("/gallery/")
    return page


def test_axe_finds_nothing(gallery: Page, assert_accessible) -> None:
    assert_accessible(gallery)


def test_nothing_is_wider_than_the_screen(gallery: Page) -> None:
    assert fits(gallery)
    # A sheet of two sides, the usual one, fits its frame too; four sides may be pushed sideways.
    frame = gallery.locator(".sheet-frame").first
    assert frame.evaluate("frame => frame.scrollWidth <= frame.clientWidth")


def test_whatever_can_be_pressed_is_large_enough_and_alone(gallery: Page) -> None:
    assert gallery.evaluate(TOO_SMALL) == []
    assert gallery.evaluate(OVERLAPPING) == 0


def test_trump_is_chosen_by_keyboard(gallery: Page) -> None:
    gallery.get_by_role("radio", name="hearts").focus()
    gallery.keyboard.press("ArrowRight")
    chosen = gallery.get_by_role("radio", name="diamonds")
    expect(chosen).to_be_checked()
    expect(chosen).to_be_focused()
    outline = "input => getComputedStyle(input.nextElementSibling).outlineStyle"
    assert chosen.evaluate(outline) == "solid"


def test_table_puts_each_seat_on_its_side(gallery: Page) -> None:
    table = gallery.locator(".table-4").nth(1)
    boxes = {seat: table.locator(f".seat-{seat} .seat-card").bounding_box() for seat in "NESW"}
    assert boxes["N"]["y"] < boxes["E"]["y"] < boxes["S"]["y"]
    assert boxes["W"]["x"] < boxes["N"]["x"] < boxes["E"]["x"]
