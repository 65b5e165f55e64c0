"""The cards of a deal while they are entered: a value that each step follows from."""

from urllib.parse import parse_qs

import pytest

from games.forms.drafts import Draft

from .matches import record, start_match

pytestmark = pytest.mark.django_db

CARELESS = (
    "HQ C7 HA HJ/DA DK D8 H8/ST H9 SK CA/H7 HK D7 S9/"
    "SJ CK SQ HT/D9 CQ DJ S7/C8 C9 DQ CJ/CT DT SA S8"
)


def draft(played: str = "", trump: str = "H") -> Draft:
    """A draft of a deal that Dré at West leads."""
    match = start_match("manillen-61")
    empty = Draft.of(record(match, 28, trump=trump))
    return empty.reading(played) if played else empty


def test_forgetting_a_card_keeps_who_led_what_follows():
    # With East's ace gone nobody could tell who led the second trick.
    before = draft("HQ C7 HA HJ/DA DK")
    after = before.put(2, None)
    assert after.text == "HQ C7 ?? HJ\nE: DA DK"
    # Remember it again, and nothing needs to be told.
    assert after.put(2, "HA") == before


def test_several_leaders_can_become_open_at_once():
    before = draft(CARELESS)
    after = before
    for place in (3, 7, 11):
        after = after.put(place, None)
    leaders = [trick.leader for trick in after.replayed.tricks]
    assert leaders == [trick.leader for trick in before.replayed.tricks]


def test_every_draft_reads_back_from_its_address():
    whole = draft(CARELESS)
    empty = draft()
    for count in range(33):
        one = empty
        for card in whole.cards[:count]:
            one = one.add(card)
        query = parse_qs(one.query, keep_blank_values=True)
        again = empty.reading(query["played"][0]) if count else empty
        assert again == one
        assert one.seat_to_play == (whole.replayed.plays[count].seat if count < 32 else None)
    for _ in range(32):
        one = one.undo()
    assert one == empty == empty.undo()
