"""The hand record of a deal: the diagram, its verdicts, and an address that stays its own."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from games.manille.presets import PRESETS
from games.models import Deal, Match
from games.wording.rules import identifier

from .gallery import AWKWARD_NAME
from .matches import PLAYERS, new_deal, reading_client, record, scoring_client, start_match
from .test_replay import CARELESS, PROOFS, lines

pytestmark = pytest.mark.django_db

# Three players of ten cards, An dealing: Bo leads. The seven of spades and the nine of clubs were
# left over.
THREE = "ST SA SK/HT HA HK/DT DA DK/CT CA CK/SQ SJ S9/HQ HJ H9/DQ DJ D9/CQ CJ C8/S8 H8 H7/D8 D7 C7"


@pytest.fixture
def careless() -> Match:
    """A match whose first deal holds three plays against the rules."""
    match = start_match("manillen-61", players={**PLAYERS, "E": AWKWARD_NAME}, place="Café <x>")
    record(match, 28, cards_played=lines(CARELESS), note="after the soup")
    return match


def address(match: Match, number: int = 1, mark: str = "") -> str:
    return reverse("hand_record", args=[match.code, number, *([mark] if mark else [])])


def words(response) -> str:
    """The page's text as it is read, without marks and runs of blanks."""
    text = response.content.decode().replace("<bdi>", "").replace("</bdi>", "")
    return " ".join(text.split())


def drawn(match: Match, number: int = 1) -> tuple[dict, str]:
    """The diagram of a deal as the page has it, and the page's text."""
    response = Client().get(address(match, number))
    assert response.status_code == 200
    return response.context["one"], words(response)


def test_a_complete_deal_shows_all_the_hands_and_tricks(careless):
    one, page = drawn(careless)
    hands = {hand.seat: hand for hand in one["hands"]}
    assert hands["W"].suits == [
        ("S", []),
        ("H", ["HQ"]),
        ("D", ["DT", "DJ", "D8", "D7"]),
        ("C", ["CA", "CK", "C8"]),
    ]
    assert not any(hand.unknown for hand in hands.values())
    assert (hands["N"].marks, hands["W"].marks) == (["dealer"], ["leads"])
    first = one["blocks"][0][0]
    assert [cell.card for cell in first.cells] == ["HJ", "HA", "C7", "HQ"]  # North, East, South …
    assert [cell.leads for cell in first.cells] == [False, False, False, True]
    assert [cell.wins for cell in first.cells] == [False, True, False, False]
    assert first.card_points == 7
    assert len(one["blocks"]) == 1 and len(one["blocks"][0]) == 8
    assert "unknown" not in page.partition("<footer")[0]
    assert escape(AWKWARD_NAME) in page and "Café &lt;x&gt;" in page and "<x>" not in page
    assert f'Rules Manillen to 61 · <b class="rules-code">{identifier(careless.rules)}</b>' in page


def test_what_was_against_the_rules_has_a_sign_a_word_and_a_proof(careless):
    one, page = drawn(careless)
    illegal = [
        (trick.number, seat)
        for trick in one["blocks"][0]
        for seat, cell in zip("NESW", trick.cells, strict=True)
        if cell.verdict == "illegal"
    ]
    assert illegal == [(1, "S"), (3, "E"), (5, "E")]
    assert page.count('<span class="visually-hidden">against the rules</span>') == 3
    for proof in PROOFS:
        assert proof in page
    assert "Note: after the soup" in page


def test_the_points_stand_there_as_played_and_as_ruled(careless):
    assert "<td>28</td><td><b>0</b></td><td>0</td>" in drawn(careless)[1]
    changed = careless.deal(1)
    changed.rule({"points": {"NS": 30, "EW": 0}, "reason": "agreed at the table"})
    careless.rule(changed)

    one, page = drawn(careless)
    assert one["ruled"]
    assert 'As played</th><th scope="col">As ruled' in page
    assert "<td>28</td><td>0</td><td><b>30</b></td><td>30</td>" in page
    assert "Reason: “agreed at the table”" in page
    assert "Ruling: Points given:" in page and "An &amp; Cis: 30" in page
    assert "Without the ruling: North &amp; South 0, East &amp; West 3; in all: North" in page
    assert "Penalties" not in page


def test_a_penalty_is_told_since_the_total_has_it(careless):
    changed = careless.deal(1)
    changed.rule({"penalties": {"EW": -30}, "rule": "Article 7", "reason": "talk"})
    careless.rule(changed)

    page = drawn(careless)[1]
    assert "<td>33</td><td>3</td><td><b>3</b></td><td>−27</td>" in page
    told = "Penalties, which the totals include: North &amp; South 0, East &amp; West −30."
    assert told in page


def test_what_nobody_knows_is_counted_and_left_open():
    match = start_match("manillen-61")
    record(match, 28, cards_played="HQ C7 ?? HJ\nE: DA", hands="S: ST SA C7 H8 S9 S7 SQ C9")
    one, page = drawn(match)
    hands = {hand.seat: hand for hand in one["hands"]}
    assert {seat: hand.unknown for seat, hand in hands.items()} == {"N": 7, "E": 7, "S": 0, "W": 7}
    assert hands["N"].suits == [("H", ["HJ"])]
    assert ("D", []) in hands["S"].suits
    assert page.count("7 unknown") == 3
    first, second = one["blocks"][0]
    assert [cell.card for cell in first.cells] == ["HJ", "??", "C7", "HQ"]
    assert [cell.card for cell in second.cells] == [None, "DA", None, None]
    assert first.cells[2].verdict == "illegal"  # South shows the eight of hearts in the hand
    assert "had been dealt the eight of hearts" in page


def test_an_undecided_play_is_marked_lightly():
    match = start_match("manillen-61")
    record(match, 28, cards_played="HQ C7 HA HJ")
    one, page = drawn(match)
    assert one["blocks"][0][0].cells[2].verdict == "undecided"
    assert '<span class="visually-hidden">not decided</span>' in page
    assert "against the rules" not in page


@pytest.mark.parametrize(
    ("tricks", "said"),
    [
        (
            "C9 C8 CK CQ/DA D8 DQ H8/CJ SJ C7 DK/SQ SK S7 S8",
            "If only one player revoked, it was one of these:",
        ),
        ("C8 CJ CQ S8/D7 DK D8 HT/CA CK D9 HQ/ST H9 H8 DA", "If only one player revoked, it was"),
        ("H8 HA C7 S9/D8 DQ DT D9/CA SK D7 CJ", "at least two players revoked"),
    ],
)
def test_that_somebody_revoked_is_told_though_no_single_play_proves_it(tricks, said):
    match = start_match("manillen-61")
    record(match, 28, cards_played=lines(tricks))
    one, page = drawn(match)
    assert not one["illegal"]
    assert said in page and "Somebody must have held these cards" in page


def test_three_players_and_the_cards_left_over():
    match = start_match("three-dealer-alone")
    record(match, 20, cards_played=lines(THREE))
    one, page = drawn(match)
    assert [hand.seat for hand in one["hands"]] == ["N", "E", "S"]
    assert one["left_over"] == {"count": 2, "cards": ["S7", "C9"]}
    assert "Left over at the deal:" in page

    record(match, 20, cards_played="ST SA SK")
    one, page = drawn(match, 2)
    assert one["left_over"] == {"count": 2, "cards": []}
    assert "2 cards left over at the deal, unknown" in page


def test_a_dummy_has_a_hand_like_any_other():
    match = start_match("three-dummy")
    record(match, 30, cards_played="HQ H7 HA HJ")
    one, page = drawn(match)
    assert [hand.word for hand in one["hands"]] == ["North", "East", "South", "West"]
    assert "dummy of An" in page


def test_many_tricks_stand_in_two_columns():
    pack = PRESETS["botifarra-lliure"].cards.cards
    match = start_match(
        "botifarra-lliure", rules={"seats": 2, "sides": "singles", "contract": "none"}
    )
    tricks = [f"{pack[i]} {pack[i + 1]}" for i in range(0, 48, 2)]
    match.record_deal(new_deal(match, 30, cards_played="\n".join(tricks)))
    one, page = drawn(match)
    assert [len(block) for block in one["blocks"]] == [12, 12]
    assert "diagram-two" in page


def test_where_plays_are_not_judged_it_is_said_why():
    match = start_match("manille-aveugle")
    record(match, 28, cards_played=lines(CARELESS))
    one, page = drawn(match)
    assert {cell.verdict for trick in one["blocks"][0] for cell in trick.cells} == {""}
    assert "In manille aveugle nobody sees the cards" in page
    assert "not decided" not in page

    match = start_match("two-hand")
    match.record_deal(new_deal(match, 30, trump="", declarer=""))
    assert "No rules of play are known for this game" in drawn(match)[1]


def test_a_deal_without_cards_says_so():
    match = start_match()
    record(match, 30)
    record(match, misdeal="exposed-card")
    one, page = drawn(match)
    assert "The cards of this deal were not entered" in page
    assert not one["blocks"] and "unknown" not in page.partition("<footer")[0]
    assert "An" in page
    page = drawn(match, 2)[1]
    assert "This deal was a misdeal" in page and "A card was exposed" in page


def test_hands_alone_make_a_diagram_too():
    match = start_match("manillen-61")
    record(match, 28, hands="S: ST SA C7 H8 S9 S7 SQ C9")
    one, page = drawn(match)
    assert "The tricks were not entered." in page
    assert [hand.unknown for hand in one["hands"]] == [8, 8, 0, 8]


def test_cards_that_no_longer_fit_are_told_instead_of_judged():
    match = start_match("manillen-61")
    deal = record(match, 28, cards_played="HQ C7 HA HJ", hands="W: HQ CA")
    Deal.objects.filter(pk=deal.pk).update(hands="W: SA CA")
    one, page = drawn(match)
    assert "do not fit this deal as it now stands" in page
    assert not one["blocks"]


def test_spanish_faces_and_the_letters_of_the_language():
    match = start_match("malilla-es")
    record(match, 28, cards_played="HQ H7 HA HJ")
    page = drawn(match)[1]
    assert '<span class="rank">11</span>' in page and "is-spanish" in page
    match = start_match("manillen-61")
    record(match, 28, cards_played="HQ H7 HA HJ")
    page = words(Client().get(address(match), headers={"Accept-Language": "fr"}))
    assert '<span class="rank">D</span>' in page


def test_the_paper_is_chosen_by_the_address(careless):
    for asked, paper in (("", "a4"), ("?paper=a6", "a6"), ("?paper=<x>", "a4")):
        page = words(Client().get(address(careless) + asked))
        assert f"games/paper-{paper}.css" in page
        assert f"paper-{paper} is-single" in page
        assert "style=" not in page and "onclick" not in page


def test_the_printed_address_leads_to_this_deal_and_to_no_other(careless):
    deal = careless.deal(1)
    one, page = drawn(careless)
    printed = f"http://testserver{address(careless, mark=deal.key.hex[:6])}"
    assert one["url"] == printed
    assert f'<p class="diagram-url">{printed}</p>' in page
    assert one["qr"].startswith("<svg")
    assert Client().get(printed).status_code == 200
    # A correction leaves the deal what it is.
    changed = careless.deal(1)
    changed.note = "before the soup"
    careless.correct_deal(changed, "wrong")
    assert "before the soup" in words(Client().get(printed))
    # No such mark was ever printed.
    assert Client().get(address(careless, mark="000000")).status_code == 404


@pytest.mark.parametrize("again", [True, False])
@pytest.mark.parametrize("verb", ["undo", "withdraw_deal"])
def test_a_deal_that_was_taken_back_is_gone_even_if_its_number_is_not(careless, verb, again):
    printed = address(careless, mark=careless.deal(1).mark)
    if verb == "undo":
        careless.undo(1)
    else:
        careless.withdraw_deal(1, "not ours")
    if again:
        record(careless, 30, key=uuid.UUID(int=1 << 127))
    response = Client().get(printed)
    assert response.status_code == 410
    page = words(response)
    assert "deal 1, is no longer on the sheet" in page
    assert ("Another deal has been played since" in page) is again
    assert reverse("history", args=[careless.code]) in page
    assert Client().get(address(careless)).status_code == (200 if again else 410)


def test_what_never_was_is_not_there(careless):
    assert Client().get(address(careless, 2)).status_code == 404
    assert Client().get("/matches/nothing/deals/1/record/").status_code == 404
    assert scoring_client(careless).post(address(careless)).status_code == 405


def test_more_notes_than_there_is_room_for_stay_on_the_page(careless):
    changed = careless.deal(1)
    changed.rule({"revoke": "E", "trick": 3, "reason": "word " * 99})
    careless.rule(changed)
    one, page = drawn(careless)
    fitting = [note.fits for note in one["notes"]]
    assert len(fitting) == 7 and fitting[0] and fitting.count(False) == one["more"] > 0
    assert "more sentence" in page and page.count('class="no-print"') >= one["more"]
    assert all(proof in page for proof in PROOFS)  # on the screen all of it is there


def test_the_page_is_found_from_the_deal_the_replay_and_the_sheet(careless):
    record(careless, 30)
    client = reading_client(careless)
    link = address(careless)
    assert link in client.get(reverse("deal", args=[careless.code, 1])).content.decode()
    assert link in client.get(reverse("replay_start", args=[careless.code, 1])).content.decode()
    assert address(careless, 2) not in words(client.get(reverse("deal", args=[careless.code, 2])))
    sheet = client.get(careless.get_absolute_url()).content.decode()
    assert reverse("hand_records", args=[careless.code]) in sheet
    empty = start_match()
    record(empty, 30)
    sheet = client.get(empty.get_absolute_url()).content.decode()
    assert reverse("hand_records", args=[empty.code]) not in sheet


def test_it_takes_two_statements(careless, django_assert_max_num_queries):
    for _ in range(6):
        record(careless, 30)
    with django_assert_max_num_queries(2):
        Client().get(address(careless))
