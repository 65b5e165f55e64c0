"""What the display tags hand to a page: words beside every drawing, names escaped."""

import re
from pathlib import Path

import pytest
from django.template import Context, Template
from django.utils import translation

from games.templatetags import cards
from tests.gallery import AWKWARD_NAME, pack_rows

SUIT_GLYPHS = re.compile("[\u2660-\u2667\U0001f0a0-\U0001f0ff]")
ESCAPED_NAME = "Renée O&#x27;Brien-Åsgård &quot;Jo&quot; &lt;x&gt;"


def render(source: str, **context: object) -> str:
    return Template("{% load cards %}" + source).render(Context(context))


def words(html: str) -> str:
    """The text a screen reader is given: everything but what is hidden from it."""
    html = re.sub(r"<svg[^>]*aria-hidden.*?</svg>", "", html, flags=re.S)
    html = re.sub(r"<(\w+)[^>]*aria-hidden[^>]*>.*?</\1>", "", html, flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def seat_table(*seats: dict[str, object], **more: object) -> str:
    return render("{% seat_table t %}", t={"direction": "clockwise", "seats": list(seats), **more})


@pytest.mark.parametrize(
    ("code", "word"),
    [("S", "spades"), ("H", "hearts"), ("D", "diamonds"), ("C", "clubs"), ("NT", "no trump")],
)
def test_suit_is_drawn_with_its_word(code: str, word: str) -> None:
    html = render("{% suit code %}", code=code)
    assert html.count("<svg") == 1
    assert f"suit-{code}" in html
    assert words(html) == word
    assert not SUIT_GLYPHS.search(html)


def test_suit_without_label_says_nothing() -> None:
    html = render('{% suit "H" label=False %}')
    assert "<svg" in html
    assert words(html) == ""


def test_every_suit_has_its_own_shape() -> None:
    drawings = {re.search(r' d="([^"]+)"', render("{% suit c %}", c=c)).group(1) for c in "SHDC"}
    drawings.add(re.search(r' d="([^"]+)"', render('{% suit "NT" %}')).group(1))
    assert len(drawings) == 5


@pytest.mark.parametrize("code", ["", "X", "<b>"])
def test_unknown_suit_draws_nothing(code: str) -> None:
    assert render("{% suit code %}", code=code) == ""


@pytest.mark.parametrize(
    ("code", "name", "index"),
    [
        ("ST", "ten of spades", "10"),
        ("HA", "ace of hearts", "A"),
        ("DK", "king of diamonds", "K"),
        ("CQ", "queen of clubs", "Q"),
        ("SJ", "jack of spades", "J"),
        ("H2", "two of hearts", "2"),
    ],
)
def test_card_shows_its_index_and_says_its_name(code: str, name: str, index: str) -> None:
    html = render("{% card code %}", code=code)
    assert words(html) == name
    assert f'<span class="card-rank" aria-hidden="true">{index}</span>' in html
    assert not SUIT_GLYPHS.search(html)


@pytest.mark.parametrize("code", ["??", "", "SX", "X9", "<script>"])
def test_unknown_card_is_said_to_be_unknown(code: str) -> None:
    html = render("{% card code %}", code=code)
    assert words(html) == "unknown card"
    assert "card-unknown" in html
    assert "<script" not in html


@pytest.mark.parametrize("state", cards.CARD_STATES)
def test_state_of_a_card_is_said_as_well_as_shown(state: str) -> None:
    html = render('{% card "ST" state=state size="large" %}', state=state)
    assert f"is-{state}" in html
    assert "card-large" in html
    assert words(html).startswith("ten of spades, ")


def test_seat_table_escapes_names_and_keeps_them_whole() -> None:
    html = seat_table({"seat": "N", "name": AWKWARD_NAME, "note": "<i>"})
    assert html.count(ESCAPED_NAME) == 2  # in the plate and, where it is cut short, on hovering
    assert "<x>" not in html
    assert "<i>" not in html


def test_seat_table_marks_dealer_leader_turn_and_card() -> None:
    html = seat_table(
        {"seat": "N", "name": "An", "is_dealer": True},
        {"seat": "E", "name": "Bo", "leads": True, "card": "ST", "card_state": "winner"},
        {"seat": "S", "name": "Cis", "to_play": True, "card": None},
        {"seat": "W", "name": "Dré"},
        centre="Trick 3",
    )
    north, east, south, west = (
        words(part) for part in re.findall(r'<li class="seat .*?</li>', html, flags=re.S)
    )
    assert north == "An dealer"
    assert east == "Bo leads ten of spades, wins the trick"
    assert south == "Cis to play"
    assert west == "Dré"
    assert "Trick 3" in html


@pytest.mark.parametrize("direction", ["clockwise", "counter-clockwise"])
def test_seat_table_says_and_draws_the_direction(direction: str) -> None:
    html = render("{% seat_table t %}", t={"direction": direction, "seats": []})
    assert f"Play goes {direction}." in html
    assert f'class="direction direction-{direction}"' in html


def test_pack_offers_what_is_left_and_keeps_the_other_places() -> None:
    html = render("{% pack rows %}", rows=pack_rows("TAKQJ987"))
    offered = re.findall(
        r'<button class="card-button" type="submit" name="card" value="(\w\w)"', html
    )
    assert len(offered) == 30
    assert not {"HK", "HQ"} & set(offered)
    assert html.count("card-gap") == 2
    assert 'role="group" aria-label="hearts"' in html
    assert "cards-8" in html


def test_chart_draws_each_total_and_says_it() -> None:
    series = [
        {"label": "An & Cis", "values": [0, 8, 8, 20]},
        {"label": AWKWARD_NAME, "values": [0, 0, 18, 18]},
    ]
    html = render("{% match_chart series 61 %}", series=series)
    assert html.count("<polyline") == 4  # two lines, and two samples in the legend
    assert 'role="img" aria-labelledby="match-chart-title match-chart-text"' in html
    assert "An &amp; Cis after each deal, from the start: 0, 8, 8, 20." in html
    assert f"{ESCAPED_NAME} after each deal, from the start: 0, 0, 18, 18." in html
    assert "target of 61" in html
    assert "<x>" not in html


def points_of(html: str) -> list[tuple[float, float]]:
    found = re.search(r'<polyline points="([^"]+)"', html).group(1)
    return [(float(x), float(y)) for x, y in (pair.split(",") for pair in found.split())]


def test_chart_is_to_scale() -> None:
    series = [{"label": "An", "values": [0, 10, 40]}]
    (x0, y0), (x1, y1), (x2, y2) = points_of(render("{% match_chart series %}", series=series))
    assert x1 - x0 == pytest.approx(x2 - x1, abs=0.2)
    assert y0 - y2 == pytest.approx(4 * (y0 - y1), abs=0.5)  # up is more, four times as much


def test_chart_reaches_below_zero_where_points_are_taken_away() -> None:
    html = render("{% match_chart s %}", s=[{"label": "An", "values": [0, -30, 12]}])
    assert all(0 <= y <= cards.CHART_HEIGHT for _, y in points_of(html))
    assert points_of(html)[1][1] > points_of(html)[0][1]
    assert ">−30<" in html


@pytest.mark.parametrize("values", [[], [0], [0, 0]])
def test_chart_of_a_match_that_has_hardly_begun(values: list[int]) -> None:
    html = render("{% match_chart s 61 %}", s=[{"label": "An", "values": values}])
    assert "<polyline" in html


def test_chart_coordinates_keep_their_points_where_decimals_have_commas() -> None:
    with translation.override("fr"):
        html = render("{% match_chart s %}", s=[{"label": "An", "values": [0, 7, 9, 13]}])
    assert not re.search(r'(?:cx|cy|x|y|x1|y1)="[^"]*,', html)
    assert len(points_of(html)) == 4


def test_no_template_writes_inline_styles_or_scripts() -> None:
    """The policy forbids them: a browser would ignore what they say."""
    root = Path(__file__).parent.parent / "templates"
    for template in root.rglob("*.*"):
        source = template.read_text(encoding="utf-8")
        assert not re.search(r"\sstyle=|<style|\son[a-z]+=|<script(?![^>]*\ssrc=)", source), (
            template
        )
        assert not SUIT_GLYPHS.search(source), template
