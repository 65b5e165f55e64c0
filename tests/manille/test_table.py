import pytest

from games.manille.table import Table, table_of


@pytest.mark.parametrize(
    ("size", "clockwise", "turns"),
    [
        (4, True, "NESW"),
        (4, False, "NWSE"),
        (3, True, "NES"),
        (3, False, "NSE"),
        (2, True, "NE"),
        (2, False, "NE"),
    ],
)
def test_turns_follow_the_direction_not_the_alphabet(size, clockwise, turns):
    table = table_of(size, clockwise, False, False)
    assert table.order("N") == turns
    for place, seat in enumerate(turns):
        assert table.after(seat) == turns[(place + 1) % size]
        assert table.order(seat) == turns[place:] + turns[:place]
        assert table.after(seat, size) == seat
        assert table.after(table.after(seat), -1) == seat


def test_seats_are_named_clockwise_whatever_the_direction():
    assert Table(clockwise=False).seats == "NESW"


def test_those_opposite_keep_one_score_in_pairs():
    table = Table()
    assert table.sides == ("NS", "EW")
    assert [table.side_of(seat) for seat in "NESW"] == ["NS", "EW", "NS", "EW"]
    assert table.camps("E") == ("NS", "EW")


@pytest.mark.parametrize(
    ("size", "sides"), [(4, tuple("NESW")), (3, tuple("NES")), (2, ("N", "E"))]
)
def test_singles_each_keep_their_own(size, sides):
    table = Table(size, pairs=False)
    assert table.sides == table.camps("N") == sides
    assert all(table.camp_of(seat, "N") == seat for seat in sides)


def test_a_dealer_alone_plays_against_the_others_who_keep_their_own_scores():
    table = Table(3, pairs=False, dealer_alone=True)
    assert table.sides == ("N", "E", "S")
    assert table.camps("N") == ("N", "ES")
    assert table.camps("E") == ("E", "NS")
    assert table.camp_of("S", "E") == "NS"
    assert table.camp_of("E", "E") == "E"
    assert table.side_of("S") == "S"


def test_a_table_is_made_once():
    assert table_of(4, True, True, False) is table_of(4, True, True, False)
