"""The replay of a deal: what each step shows, the proofs, and that it only reads."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Deal, LogEntry, Match
from games.wording.rules import identifier

from .matches import reading_client, record, scoring_client, start_match

pytestmark = pytest.mark.django_db

CARELESS = (
    "HQ C7 HA HJ/DA DK D8 H8/ST H9 SK CA/H7 HK D7 S9/"
    "SJ CK SQ HT/D9 CQ DJ S7/C8 C9 DQ CJ/CT DT SA S8"
)
PROOFS = (
    "(South) played the seven of clubs to trick 1 although hearts were led, "
    "and played the eight of hearts in trick 2.",
    "(East) played the nine of hearts to trick 3 although spades were led, "
    "and played the eight of spades in trick 8.",
    "(East) played the ten of hearts to trick 5 although spades were led, "
    "and played the eight of spades in trick 8.",
)


def lines(tricks: str) -> str:
    return tricks.replace("/", "\n")


@pytest.fixture
def careless() -> Match:
    """A match whose first deal holds three plays against the rules."""
    match = start_match("manillen-61")
    record(match, 28, cards_played=lines(CARELESS))
    return match


def show(match: Match, plays: int | None = None, client: Client | None = None, **headers: str):
    address = (
        reverse("replay_start", args=[match.code, 1])
        if plays is None
        else reverse("replay", args=[match.code, 1, plays])
    )
    return (client or Client()).get(address, headers=headers)


def words(response) -> str:
    """The page's text as it is read, without marks and runs of blanks."""
    text = response.content.decode().replace("<bdi>", "").replace("</bdi>", "")
    return " ".join(text.split())


def test_whoever_has_the_reading_link_may_step_through(careless):
    for plays in (None, 0, 1, 32):
        response = show(careless, plays)
        assert response.status_code == 200
        assert "games/replay.html" in [template.name for template in response.templates]
    assert "32 / 32" in words(response)


def test_the_verdict_names_the_rules_and_their_identifier(careless):
    page = words(show(careless, 3))
    code = f'<b class="rules-code">{identifier(careless.rules)}</b>'
    assert f"Rules Manillen to 61 · {code}" in page


@pytest.mark.parametrize("plays", [33, 999])
def test_there_is_nothing_after_the_last_play(careless, plays):
    assert show(careless, plays).status_code == 404


def test_an_unknown_match_or_deal_is_not_there(careless):
    client = reading_client(careless)
    assert client.get("/matches/nothing/deals/1/replay/").status_code == 404
    assert client.get(reverse("replay_start", args=[careless.code, 2])).status_code == 404


def test_nothing_can_be_sent_to_a_replay(careless):
    address = reverse("replay", args=[careless.code, 1, 3])
    assert scoring_client(careless).post(address).status_code == 405


def test_the_start_lists_every_revoke_with_its_proof(careless):
    page = words(show(careless))
    assert "3 plays against the rules" in page
    for player, proof in zip(("Cis", "Bo", "Bo"), PROOFS, strict=True):
        assert f"{player} {proof}" in page
    assert "Dré (West)" in page  # eldest hand, An dealing
    for plays in (2, 10, 20):
        assert reverse("replay", args=[careless.code, 1, plays]) in page


def test_an_illegal_play_shows_its_duty_proof_and_what_was_due(careless):
    response = show(careless, 10)
    page = words(response)
    assert f"Bo {PROOFS[1]}" in page
    assert "Manillen to 61: Bo (East) had to follow suit; spades were led." in page
    assert response.context["made"].verdict == "illegal"
    assert response.context["due"] == ("S8",)
    assert response.context["next_revoke"] == 20
    assert show(careless, 20).context["next_revoke"] is None


def test_the_winners_and_the_points_follow_the_cards(careless):
    response = show(careless, 32)
    assert [trick.winner for trick in response.context["found"].tricks] == list("ESENEWNN")
    assert [camp["points"] for camp in response.context["points"]] == [28, 33]
    assert "The tricks come to the card points that were logged." in words(response)
    # After two plays no trick is finished, after eight two are.
    assert [camp["points"] for camp in show(careless, 2).context["points"]] == [0, 0]
    assert [camp["points"] for camp in show(careless, 8).context["points"]] == [7, 7]


def test_the_table_holds_the_cards_of_the_current_trick(careless):
    seats = {seat["seat"]: seat for seat in show(careless, 10).context["table"]["seats"]}
    assert {seat: seats[seat]["card"] for seat in "NESW"} == {
        "N": None,
        "E": "H9",
        "S": "ST",
        "W": None,
    }
    assert seats["E"]["card_state"] == "illegal"
    assert seats["N"]["to_play"] and seats["S"]["leads"]
    ended = {seat["seat"]: seat for seat in show(careless, 8).context["table"]["seats"]}
    assert ended["S"]["card_state"] == "winner"


def test_hands_shrink_and_mark_what_was_allowed(careless):
    hands = show(careless, 10).context["hands"]
    assert [len(hand["cards"]) for hand in hands] == [6, 6, 5, 6]
    east = {card["card"]: card["state"] for card in hands[1]["cards"]}
    assert east.pop("S8") == "legal"
    assert east.pop("H9") == "illegal"
    assert set(east.values()) == {"dimmed"}
    assert all(hand["missing"] == 0 for hand in hands)


def test_points_that_differ_from_those_logged_are_told_with_both_figures():
    match = start_match("manillen-61")
    record(match, 30, cards_played=lines(CARELESS))
    page = words(show(match, 32))
    assert "By the tricks the card points of An &amp; Cis are 28, but 30 were logged." in page
    assert "By the tricks the card points of Bo &amp; Dré are 33, but 31 were logged." in page
    assert reverse("correct_deal", args=[match.code, 1]) not in page
    page = words(show(match, 32, scoring_client(match)))
    assert "are 28, but 30 were logged" in page


def test_a_deal_without_cards_says_so():
    match = start_match()
    record(match, 20)
    entry = reverse("enter_cards", args=[match.code, 1])
    page = words(show(match))
    assert "The cards of this deal were not entered" in page and entry not in page
    assert entry in words(show(match, client=scoring_client(match)))
    assert show(match, 1).status_code == 404


def test_a_misdeal_has_nothing_to_replay():
    match = start_match()
    record(match, misdeal="wrong-count")
    assert "This deal was a misdeal" in words(show(match))


def test_what_cannot_be_said_is_not_guessed():
    match = start_match()
    record(match, 20, cards_played="HQ C7 ?? HJ\nS: DA DK D8")
    page = words(show(match, 2))
    assert "(South) played the seven of clubs. Whether that was allowed cannot be said" in page
    assert "against the rules" not in page
    page = words(show(match, 3))
    assert "(West) played a card that nobody remembers." in page
    page = words(show(match, 7))
    assert "7 / 7" in page and "Who won it is open." in page
    assert "No play can be shown to be against the rules." in words(show(match))
    assert show(match, 8).status_code == 404


def test_a_revoke_in_a_deal_that_stops_early_is_proved():
    match = start_match()
    record(match, 20, cards_played="HQ C7 HA HJ\nDA DK D9 H8")
    response = show(match, 2)
    assert response.context["made"].verdict == "illegal"
    assert "and played the eight of hearts in trick 2." in words(response)


def test_leads_out_of_turn_are_marked():
    match = start_match()
    record(match, 20, leader="S", cards_played="HQ C7 HA HJ\nS: DA DK D9 H8")
    tricks = show(match, 8).context["tricks"]
    assert [trick["out_of_turn"] for trick in tricks] == [True, True]
    assert words(show(match)).count("led out of turn") == 2
    match = start_match()
    record(match, 20, leader="E", cards_played="HQ C7 HA HJ\nDA DK D9 H8")
    assert "led out of turn" not in words(show(match))


def test_a_deal_without_points_has_nothing_to_compare():
    match = start_match("manillen-61")
    record(match, cards_played=lines(CARELESS))
    assert "No card points were logged" in words(show(match, 32))


def test_plays_are_not_judged_where_nobody_sees_the_cards():
    match = start_match("dealer-names", rules={"talk": "aveugle"})
    record(match, 30, cards_played=lines(CARELESS))
    page = words(show(match))
    assert "In manille aveugle nobody sees the cards" in page
    assert "against the rules" not in page


def test_house_rules_are_named_with_the_system():
    match = start_match(rules={"head": "never"})
    record(match, 20, cards_played="HQ H7")
    assert "with house rules:" in words(show(match, 1))


def test_names_are_escaped():
    players = {"N": "An", "E": "<b>Bo</b>", "S": "Cis", "W": "Dré"}
    match = start_match("manillen-61", players=players)
    record(match, 28, cards_played=lines(CARELESS))
    for plays in (0, 10):
        page = show(match, plays).content.decode()
        assert "<b>Bo</b>" not in page and "&lt;b&gt;Bo&lt;/b&gt;" in page


def test_cards_that_no_longer_fit_are_told(careless):
    """A later correction can leave a given hand beside cards of another seat."""
    Deal.objects.filter(match=careless).update(hands="N: C7 ST SA S9 HT HK D7 C8")
    response = show(careless)
    assert response.status_code == 200
    assert "do not fit this deal as it now stands" in words(response)


def test_htmx_gets_the_changing_part_and_history_the_whole_page(careless):
    part = show(careless, 10, **{"HX-Request": "true"})
    assert "HX-Request" in part["Vary"]
    assert "<html" not in part.content.decode()
    assert 'id="replay"' in part.content.decode() and 'hx-swap-oob="innerHTML"' in words(part)
    restored = show(careless, 10, **{"HX-Request": "true", "HX-History-Restore-Request": "true"})
    assert "<html" in restored.content.decode()
    assert "HX-Request" in show(careless, 10)["Vary"]


def test_a_replay_only_reads(careless):
    for _ in range(3):
        record(careless, 30)
    before = list(Deal.objects.values()), LogEntry.objects.count(), careless.sheet
    client = scoring_client(careless)
    for plays in range(33):
        assert show(careless, plays, client).status_code == 200
    after = Match.objects.get()
    assert (list(Deal.objects.values()), LogEntry.objects.count(), after.sheet) == before


def test_a_step_takes_two_statements_and_the_session(careless, django_assert_max_num_queries):
    for _ in range(6):
        record(careless, 30)
    client = scoring_client(careless)
    with django_assert_max_num_queries(2):
        show(careless, 10)
    with django_assert_max_num_queries(3):
        show(careless, 10, client)


# The worked cases of the rules: trump is diamonds, An deals and plays last, Cis is her partner.
REST = "HK HQ HJ S9 S8 S7"
NO_TRUMPS = "HK HQ HJ H9 S9 S8 S7"


@pytest.mark.parametrize(
    ("trick", "hand", "sentence"),
    [
        ("CA CQ C7 D8", f"D8 H9 {REST}", "had to trump, holding no clubs."),
        (
            "CK C9 C8 CT",
            f"CT C7 {REST}",
            "had to follow suit (clubs) with a card higher than the one winning.",
        ),
        ("CK CT C8 CA", f"CA C7 {REST}", "had to follow suit; clubs were led."),
        (
            "CK C7 DQ DK",
            f"DK D8 {REST}",
            "had to play a higher trump than the one winning, holding no clubs.",
        ),
        (
            "CK C7 DQ H8",
            f"D9 H8 {REST}",
            "holding no clubs, could play anything but a lower trump than the one winning.",
        ),
        (
            "C9 CT C7 H7",
            f"DT H7 {REST}",
            "held no clubs, and the partner was winning, so any card was allowed.",
        ),
        (
            "CK C7 C8 H8",
            f"H8 {NO_TRUMPS}",
            "held neither clubs nor a trump, so any card was allowed.",
        ),
    ],
)
def test_the_duty_is_told_in_a_sentence(trick, hand, sentence):
    match = start_match()
    record(match, 20, trump="D", cards_played=trick, hands=f"N: {hand}")
    page = words(show(match, 4))
    assert "against the rules" not in page and "cannot be said" not in page
    assert "West-Flemish Manillen: An (North)" in page
    assert sentence in page


def test_without_trump_and_without_a_higher_trump_any_card_will_do():
    hand = f"D9 H8 {REST}"
    match = start_match("dealer-names")
    record(match, 20, trump="D", cards_played="CK C7 DQ H8", hands=f"N: {hand}")
    assert "no trump higher than the one winning, so any card was allowed" in words(show(match, 4))
    match = start_match("dealer-names")
    record(match, 20, trump="NT", cards_played="CK C7 C8 H8", hands=f"N: {hand}")
    assert "this deal is without trump, so any card was allowed" in words(show(match, 4))


@pytest.mark.parametrize(
    ("trick", "hand", "proof"),
    [
        ("CA CQ C7 HK", f"D8 H9 {REST}", "instead of a trump, and had been dealt the eight of dia"),
        (
            "CK C9 C8 C7",
            f"CT C7 {REST}",
            "without beating the winning card, and had been dealt",
        ),
        ("CK C7 DQ D8", f"DK D8 {REST}", "instead of a higher trump, and had been dealt the king"),
        ("CK C7 DQ D9", f"D9 H8 {REST}", "undertrumped trick 1 with the nine of diamonds, and had"),
        ("CK C7 C8 HK", f"C9 H8 {REST}", "although clubs were led, and had been dealt the nine of"),
    ],
)
def test_a_given_hand_proves_a_play_against_the_rules(trick, hand, proof):
    match = start_match()
    record(match, 20, trump="D", cards_played=trick, hands=f"N: {hand}")
    assert proof in words(show(match, 4))
