"""Display only: suits, card faces, the drawn table, the pack to pick from, a match's chart.

Nothing here knows the rules. A tag turns what the view hands over into HTML; names of people are
escaped, suits are inline SVG with a word beside them, and no tag writes a style attribute.
"""

import re

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy

from games.faces import corner, shown
from games.wording.cards import card_word, suit_word
from games.wording.figures import figure

register = template.Library()
register.filter(suit_word)
register.filter(card_word)
register.filter(figure)

# What stands for each suit letter, by the faces on the pack. In the Spanish drawings what lies
# within an outline runs the other way round, and so is left open.
SUIT_PATHS = {
    "french": {
        "S": "M12 2C9.5 6.2 3 9.6 3 14.4a4.6 4.6 0 0 0 7.9 3.2C10.6 19.7 9.7 21.2 8 22h8"
        "c-1.7-.8-2.6-2.3-2.9-4.4A4.6 4.6 0 0 0 21 14.4C21 9.6 14.5 6.2 12 2z",
        "H": "M12 21.5C7.6 17.6 2.5 13.6 2.5 8.7A5.2 5.2 0 0 1 12 5.9"
        "a5.2 5.2 0 0 1 9.5 2.8c0 4.9-5.1 8.9-9.5 12.8z",
        "D": "M12 1.8C14.2 5.6 17 9 20 12c-3 3-5.8 6.4-8 10.2C9.8 18.4 7 15 4 12"
        "c3-3 5.8-6.4 8-10.2z",
        "C": "M12 2a4.7 4.7 0 0 0-3.9 7.3A4.8 4.8 0 1 0 10.9 17.3"
        "C10.6 19.6 9.7 21.2 8 22h8c-1.7-.8-2.6-2.4-2.9-4.7"
        "a4.8 4.8 0 1 0 2.8-8A4.7 4.7 0 0 0 12 2z",
    },
    "spanish": {
        # A sword, a cup, a coin, a cudgel
        "S": "M12 .8l2.1 3.6v9.9h2.2c1 0 1.7-.6 1.9-1.6h2.1c-.2 2.7-1.6 4.2-3.7 4.2h-2.5v2.6"
        "a2.3 2.3 0 1 1-4.2 0v-2.6H7.4c-2.1 0-3.5-1.5-3.7-4.2h2.1c.2 1 .9 1.6 1.9 1.6h2.2V4.4z",
        "H": "M4.3 2h15.4v1.8c0 5.2-2.1 8.6-6 9.6v3.9c2.6.2 4.6 1.3 4.8 3.3V22h-13v-1.4"
        "c.2-2 2.2-3.1 4.8-3.3v-3.9c-3.9-1-6-4.4-6-9.6zm2.4 2.2c.1 1 .3 1.9.6 2.6h9.4"
        "c.3-.7.5-1.6.6-2.6z",
        "D": "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 2.3a7.7 7.7 0 1 1 0 15.4 7.7 7.7 0 0 1"
        " 0-15.4zm0 1.5a6.2 6.2 0 1 0 0 12.4 6.2 6.2 0 0 0 0-12.4zm0 2.2l1.2 2.8L16 12l-2.8 1.2"
        "L12 16l-1.2-2.8L8 12l2.8-1.2z",
        "C": "M1.9 20.2L10.6 9.8 8.2 7.4c-.9-.9.9-2.9 1.9-2.1l2.7 1.9 2.3-3.4"
        "c1.6-2.3 4.7-2.7 6.4-.9 1.9 1.9 1.4 5-.9 6.5l-3.9 2.5 2.2 2.5c.9 1-1 2.9-2 2.1l-2.6-2.3"
        "L4 22.2c-1.3 1.1-3.2-.7-2.1-2z",
    },
}
# No trump belongs to no pack: an empty ring, struck through.
NO_TRUMP_PATH = (
    "M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19zm0 2.6c1.5 0 2.9.5 4 1.3"
    "l-9.6 9.6A6.9 6.9 0 0 1 12 5.1zm0 13.8c-1.5 0-2.9-.5-4-1.3l9.6-9.6"
    "A6.9 6.9 0 0 1 12 18.9z"
)
KNOWN_CARD = re.compile("[SHDC][AKQJT2-9]")
CARD_STATES = {
    "legal": gettext_lazy("%(card)s, may be played"),
    "illegal": gettext_lazy("%(card)s, against the rules"),
    "winner": gettext_lazy("%(card)s, wins the trick"),
    "dimmed": gettext_lazy("%(card)s, may not be played"),
    "played": gettext_lazy("%(card)s, just played"),
    "taken": gettext_lazy("%(card)s, already entered"),
    "allowed": gettext_lazy("%(card)s, within the rules"),
    "undecided": gettext_lazy("%(card)s, undecided"),
    "impossible": gettext_lazy("%(card)s, cannot be"),
    "held": gettext_lazy("%(card)s, in this hand"),
}


@register.simple_tag
def suit(code: str, label: bool = True, faces: str = "") -> SafeString:
    """Draw one suit, or the sign for no trump, in the colour of the text or of the suit.

    ``code`` is ``S H D C`` or ``NT``. The word is there for screen readers unless ``label`` is
    False (then the page shows the word itself beside the sign). Any other code draws nothing.
    ``faces`` is given only where a drawing stays the same whatever is shown.
    """
    faces = faces or shown()
    path = NO_TRUMP_PATH if code == "NT" else SUIT_PATHS[faces].get(code)
    if path is None:
        return SafeString("")
    drawing = format_html(
        '<svg class="suit suit-{} is-{}" viewBox="0 0 24 24" aria-hidden="true" focusable="false">'
        '<path d="{}"/></svg>',
        code,
        faces,
        path,
    )
    if not label:
        return drawing
    return format_html('{}<span class="visually-hidden">{}</span>', drawing, suit_word(code))


@register.simple_tag
def card(code: str, size: str = "small", state: str = "") -> SafeString:
    """Draw a card's face: ``{% card "ST" %}``, ``{% card c size="large" state="winner" %}``.

    ``code`` is suit letter then rank (``ST``), or ``??`` for a card nobody remembers. ``size`` is
    ``small`` or ``large``; ``state`` is empty or a key of ``CARD_STATES``, said in words to a
    screen reader and shown by a mark as well as by colour.
    """
    name = card_word(code)
    if state in CARD_STATES:
        name = str(CARD_STATES[state]) % {"card": name}
    known = bool(KNOWN_CARD.fullmatch(code))
    face = (
        format_html(
            '<span class="card-rank" aria-hidden="true">{}</span>{}',
            corner(code[1]),
            suit(code[0], label=False),
        )
        if known
        else mark_safe('<span class="card-rank" aria-hidden="true">?</span>')
    )
    return format_html(
        '<span class="card card-{} {} {}"><span class="visually-hidden">{}</span>{}</span>',
        size if size in ("small", "large") else "small",
        f"card-{code[0]} is-{shown()}" if known else "card-unknown",
        f"is-{state}" if state in CARD_STATES else "",
        name,
        face,
    )


@register.simple_tag
def pip(code: str) -> SafeString:
    """A card in a line of text, its suit drawn and its rank beside it; `??` a question mark."""
    if not KNOWN_CARD.fullmatch(code):
        return format_html(
            '<span class="pip"><span aria-hidden="true">?</span>'
            '<span class="visually-hidden">{}</span></span>',
            card_word(code),
        )
    return format_html(
        '<span class="pip">{}<span aria-hidden="true">{}</span>'
        '<span class="visually-hidden">{}</span></span>',
        suit(code[0], label=False),
        corner(code[1]),
        card_word(code),
    )


@register.filter
def rank(code: str) -> str:
    """What is printed in the corner of a card: `HQ` is D in French."""
    return corner(code[1])


@register.inclusion_tag("games/_seat_table.html")
def seat_table(match_table: dict) -> dict:
    """Draw the table seen from above: N top, E right, S bottom, W left (two players: N and E face).

    ``match_table`` is a dict::

        {"direction": "clockwise" or "counter-clockwise",
         "centre": "text in the middle, or empty",
         "seats": [{"seat": "N", "name": "An", "is_dealer": False, "leads": True,
                    "to_play": False, "card": "ST" or None, "card_state": "winner" or "",
                    "note": "a short line under the name, or empty"}, ...]}

    ``card`` lies before its seat; ``card_state`` is a key of ``CARD_STATES``. Only ``seat`` and
    ``name`` are needed of a seat.
    """
    return {
        "direction": match_table.get("direction", "clockwise"),
        "centre": match_table.get("centre", ""),
        "seats": match_table["seats"],
        "has_cards": any(seat.get("card") for seat in match_table["seats"]),
    }


RANKS_IN_REACH = 8
"""So many ranks stand in one row of a phone, so that all four suits are within a thumb's reach."""


@register.inclusion_tag("games/_pack.html")
def pack(rows: list, name: str = "card", suit: str = "") -> dict:
    """The pack as buttons, one row a suit, each submitting ``name=<card>`` in the form around it.

    ``rows`` is a list of ``{"suit": "H", "cards": [{"card": "HT", "gone": False,
    "state": "legal" or ""}, ...]}``, ranks from the manille down. A card that is ``gone`` leaves
    its place empty, so that the others stay where the thumb expects them. Where ``suit`` is told, a
    pack too large for a phone shows that suit there, and the others at a press.
    """
    ranks = max((len(row["cards"]) for row in rows), default=8)
    shown = suit if ranks > RANKS_IN_REACH else ""
    return {"rows": rows, "name": name, "ranks": ranks, "shown": shown}


CHART_WIDTH, CHART_HEIGHT = 360, 200
CHART_LEFT, CHART_RIGHT, CHART_TOP, CHART_BOTTOM = 34, 10, 14, 24
CHART_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 5000, 20000)


@register.inclusion_tag("games/_match_chart.html")
def match_chart(series: list, target: int | None = None, chart_id: str = "match-chart") -> dict:
    """Draw the running totals as lines: one per side, the target as a dashed line across.

    ``series`` is ``[{"label": "An & Cis", "values": [0, 8, 8, 20]}, ...]``: match points after
    0, 1, 2 … deals, negative where the rules take points away; ``"deals"``, the numbers of those
    deals with 0 for the start, where they are not these. ``target`` may be None. ``chart_id`` must
    differ if a page shows two charts.
    """
    values = [value for line in series for value in line["values"]] + [0]
    high = max([*values, target or 0, 1])
    low = min(values)
    deals = max((len(line["values"]) for line in series), default=1) - 1
    numbers = series[0].get("deals") if series else None

    # Strings, because a template would write 12,5 for a reader whose language has decimal commas.
    def across(deal: int) -> str:
        width = CHART_WIDTH - CHART_LEFT - CHART_RIGHT
        return f"{CHART_LEFT + deal * width / max(deals, 1):.1f}"

    def down(points: int) -> str:
        height = CHART_HEIGHT - CHART_TOP - CHART_BOTTOM
        return f"{CHART_TOP + (high - points) * height / (high - low):.1f}"

    step = next(step for step in CHART_STEPS if (high - low) / step <= 5)
    every = max(1, -(-deals // 8))
    return {
        "id": chart_id,
        "width": CHART_WIDTH,
        "height": CHART_HEIGHT,
        "left": CHART_LEFT,
        "right": CHART_WIDTH - CHART_RIGHT,
        "deals": deals,
        "target": target,
        "target_y": down(target) if target else None,
        "levels": [
            {"points": figure(points), "y": down(points)}
            for points in range(-(-low // step) * step, high + 1, step)
        ],
        "ticks": [
            {"deal": numbers[deal] if numbers else deal, "x": across(deal)}
            for deal in range(0, deals + 1)
            if deal % every == 0
        ],
        "lines": [
            {
                "label": line["label"],
                "last": figure(line["values"][-1] if line["values"] else 0),
                "values": ", ".join(figure(value) for value in line["values"]),
                "points": " ".join(
                    f"{across(deal)},{down(value)}" for deal, value in enumerate(line["values"])
                ),
                "dots": [
                    {"x": across(deal), "y": down(value)}
                    for deal, value in enumerate(line["values"])
                ],
            }
            for line in series
        ],
    }
