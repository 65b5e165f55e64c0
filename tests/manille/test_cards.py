import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.manille.cards import CUSTOM_44, PIQUET_32, SPANISH_40, SPANISH_48, Pack, pack_of
from games.manille.errors import InvalidRules

PACKS = (PIQUET_32, SPANISH_48, SPANISH_40, CUSTOM_44)


@pytest.mark.parametrize(
    ("ranks", "size", "manille"),
    [(PIQUET_32, 32, "T"), (SPANISH_48, 48, "9"), (SPANISH_40, 40, "7"), (CUSTOM_44, 44, "9")],
)
def test_every_pack_holds_sixty_card_points_with_its_manille_on_top(ranks, size, manille):
    pack = pack_of(ranks)
    assert pack.size == len(set(pack.cards)) == size
    assert sum(pack.points) == 60
    by_card = dict(zip(pack.cards, pack.points, strict=True))
    assert [by_card["H" + rank] for rank in (manille, *"AKQJ")] == [5, 4, 3, 2, 1]
    assert sum(points > 0 for points in pack.points) == 20


def test_the_manille_beats_the_ace_and_nothing_of_another_suit():
    pack = pack_of(PIQUET_32)
    assert pack.cards_in(pack.above[pack.number["HK"]]) == ("HT", "HA")
    assert pack.above[pack.number["HT"]] == 0
    assert pack.cards_in(pack.above[pack.number["S7"]]) == (
        "ST", "SA", "SK", "SQ", "SJ", "S9", "S8",
    )  # fmt: skip


def test_ranks_that_a_pack_lacks():
    assert "ST" not in pack_of(SPANISH_48).number
    assert not {"S8", "S9", "ST"} & set(pack_of(SPANISH_40).cards)
    assert not {"S8", "ST"} & set(pack_of(CUSTOM_44).cards)


@given(st.sampled_from(PACKS), st.data())
def test_a_set_of_cards_and_its_mask_say_the_same(ranks, data):
    pack = pack_of(ranks)
    cards = data.draw(st.sets(st.sampled_from(pack.cards)))
    mask = pack.mask(cards)
    assert set(pack.cards_in(mask)) == cards
    assert list(pack.cards_in(mask)) == sorted(cards, key=pack.number.__getitem__)
    assert mask | pack.whole == pack.whole


def test_each_card_knows_its_suit():
    pack = pack_of(CUSTOM_44, ("S2", "C2"))
    for number, card in enumerate(pack.cards):
        assert {other[0] for other in pack.cards_in(pack.suit_of[number])} == {card[0]}
    assert sum(pack.suits.values()) == pack.whole


def test_cards_taken_out_are_gone():
    pack = pack_of(PIQUET_32, ("S7", "C7"))
    assert pack.size == 30
    assert not {"S7", "C7"} & set(pack.cards)
    assert pack_of(PIQUET_32, ("S7", "C7")) is pack
    with pytest.raises(KeyError):
        pack.mask(["S7"])


@pytest.mark.parametrize(
    ("ranks", "removed", "place"),
    [
        ("TAKQJJ", (), "pack"),
        ("TAKQX", (), "pack"),
        ("TAKQ", (), "pack"),
        ("", (), "pack"),
        (PIQUET_32, ("S2",), "removed"),
        (PIQUET_32, ("S7", "S7"), "removed"),
        (PIQUET_32, ("7S",), "removed"),
    ],
)
def test_what_is_no_pack_is_refused(ranks, removed, place):
    with pytest.raises(InvalidRules) as refusal:
        Pack(ranks, removed)
    assert [fault.place for fault in refusal.value.faults] == [place]
