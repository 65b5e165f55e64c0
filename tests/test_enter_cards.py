"""Entering the cards of a deal: the grid, its corrections, and what is stored."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from games.forms.drafts import Draft
from games.manille.record import parse_record, write_record
from games.models import Deal, LogEntry, Match, record_of

from .matches import reading_client, record, scoring_client, start_match

pytestmark = pytest.mark.django_db

CARELESS = (
    "HQ C7 HA HJ/DA DK D8 H8/ST H9 SK CA/H7 HK D7 S9/"
    "SJ CK SQ HT/D9 CQ DJ S7/C8 C9 DQ CJ/CT DT SA S8"
)


@pytest.fixture
def match() -> Match:
    """Dealer An at North and hearts are trump: Dré at West leads, then play goes S, E, N."""
    match = start_match("manillen-61")
    record(match, 28)
    return match


@pytest.fixture
def scribe(match) -> Client:
    return scoring_client(match)


def address(match: Match, number: int = 1) -> str:
    return reverse("enter_cards", args=[match.code, number])


def press(client: Client, match: Match, played: str, card: str, **more: str):
    """The page that follows a press on the grid."""
    asked = {"played": played, "revision": "0", "card": card, **more}
    return client.get(address(match), asked, follow=True)


def played(response) -> str:
    """The cards in the address of a page."""
    query = parse_qs(response.request["QUERY_STRING"], keep_blank_values=True)
    return query["played"][0]


def save(client: Client, match: Match, tricks: str, **more: object):
    data = {"tricks": tricks.replace("/", "\n"), "hands": "", "revision": 0, **more}
    return client.post(address(match), data)


def stored(match: Match) -> Deal:
    return Deal.objects.get(match=match, number=1)


# Who may


def test_only_who_may_score_enters_cards(match):
    for client in (Client(), reading_client(match)):
        assert client.get(address(match)).status_code == 404
        assert save(client, match, "HQ").status_code == 404
    assert stored(match).cards_played == ""


def test_a_deal_that_is_not_there_is_not_found(match, scribe):
    assert scribe.get(address(match, 2)).status_code == 404
    assert scribe.get("/matches/nothing/deals/1/cards/").status_code == 404


def test_other_methods_are_refused(match, scribe):
    assert scribe.put(address(match)).status_code == 405


def test_a_misdeal_has_no_cards():
    match = start_match()
    record(match, misdeal="wrong-count")
    client = scoring_client(match)
    assert "no cards were played" in client.get(address(match)).content.decode()
    save(client, match, "HQ")
    assert stored(match).cards_played == ""


def test_a_signed_match_keeps_its_cards(match, scribe):
    match.give_up("Late")
    for side in ("NS", "EW"):
        match.sign(side, "An")
    assert "This match is signed" in scribe.get(address(match)).content.decode()
    save(scribe, match, "HQ")
    assert stored(match).cards_played == ""


# The grid


def test_the_page_begins_with_eldest_hand_and_the_whole_pack(match, scribe):
    response = scribe.get(address(match))
    assert response.status_code == 200
    assert response.context["asked"] == "Trick 1: <bdi>Dré</bdi> (West) to play"
    assert response.content.decode().count('name="card"') == 32 + 1  # and the forgotten card


def test_a_card_pressed_leaves_the_grid_and_stands_in_the_address(match, scribe):
    response = press(scribe, match, "", "HQ")
    assert played(response) == "HQ"
    assert response.context["asked"] == "Trick 1: <bdi>Cis</bdi> (South) to play"
    page = response.content.decode()
    assert 'value="HQ"' in page  # in the hidden field
    assert 'name="card" value="HQ"' not in page
    assert stored(match).cards_played == "" and LogEntry.objects.count() == 2


def test_the_same_press_twice_enters_one_card(match, scribe):
    assert played(press(scribe, match, "", "HQ")) == "HQ"
    assert played(press(scribe, match, "HQ", "HQ")) == "HQ"
    assert played(press(scribe, match, "HQ", "nonsense")) == "HQ"


def test_the_winner_of_a_trick_leads_the_next(match, scribe):
    # West led; East's ace wins.
    response = press(scribe, match, "HQ C7 HA", "HJ")
    assert response.context["asked"] == "Trick 2: <bdi>Bo</bdi> (East) to play"
    page = response.content.decode()
    assert "Trick 1 went to <bdi>Bo</bdi> (East)." in page
    assert played(press(scribe, match, "HQ C7 HA HJ", "DA")) == "HQ C7 HA HJ/DA"


def test_undo_takes_the_last_card_back(match, scribe):
    response = scribe.get(address(match), {"played": "HQ C7 HA HJ/DA"})
    response = scribe.get(response.context["undo_url"])
    assert played(response) == "HQ C7 HA HJ"
    response = scribe.get(response.context["undo_url"])
    assert response.context["asked"] == "Trick 1: <bdi>An</bdi> (North) to play"


def test_htmx_swaps_a_part_and_keeps_the_address(match, scribe):
    asked = {"played": "HQ", "card": "C7", "revision": "0"}
    response = scribe.get(address(match), asked, headers={"HX-Request": "true"})
    assert response.status_code == 200
    assert "<html" not in response.content.decode()
    pushed = urlsplit(response["HX-Push-Url"])
    assert parse_qs(pushed.query) == {"played": ["HQ C7"], "revision": ["0"]}
    assert "HX-Request" in response["Vary"]
    restored = scribe.get(
        f"{pushed.path}?{pushed.query}",
        headers={"HX-Request": "true", "HX-History-Restore-Request": "true"},
    )
    assert "<html" in restored.content.decode()
    assert "HX-Request" in restored["Vary"]


def test_the_last_card_ends_the_entering_and_compares_the_points(match, scribe):
    response = press(scribe, match, CARELESS[:-3], "S8")
    page = response.content.decode()
    assert "All the cards are in." in page and 'name="card"' not in page
    assert "Save 32 cards" in page and "were logged" not in page

    record(match, 40)
    other = scribe.get(address(match, 2), {"played": CARELESS}).content.decode()
    assert ", but 40 were logged" in other
    assert reverse("correct_deal", args=[match.code, 2]) in other


# What nobody remembers


def test_a_forgotten_card_can_leave_open_who_led(match, scribe):
    response = press(scribe, match, "HQ C7 HA", "??")
    assert played(response) == "HQ C7 HA ??"
    assert response.context["leader_open"]
    assert 'name="card"' not in response.content.decode()
    north = response.context["leaders"][0]["url"]
    response = scribe.get(north)
    assert response.context["asked"] == "Trick 2: <bdi>An</bdi> (North) to play"
    response = press(scribe, match, "HQ C7 HA ??", "DA", led="N")
    assert played(response) == "HQ C7 HA ??/N: DA"
    # Take it back: who led is still known.
    response = scribe.get(response.context["undo_url"])
    assert response.context["asked"] == "Trick 2: <bdi>An</bdi> (North) to play"


def test_a_forgotten_card_that_cannot_win_leaves_nothing_open(match, scribe):
    response = press(scribe, match, "HQ C7 HT", "??")
    assert response.context["asked"] == "Trick 2: <bdi>Bo</bdi> (East) to play"


def test_another_than_eldest_hand_can_have_led(match, scribe):
    first = scribe.get(address(match))
    south = first.context["leaders"][2]["url"]
    assert scribe.get(south).context["asked"] == "Trick 1: <bdi>Cis</bdi> (South) to play"
    response = press(scribe, match, "", "HQ", led="S")
    assert played(response) == "S: HQ"
    save(scribe, match, "S: HQ")
    assert (stored(match).leader, stored(match).cards_played) == ("S", "HQ")
    # And back to eldest hand, cards entered or not.
    west = response.context["leaders"][3]["url"]
    assert played(scribe.get(west)) == "HQ"


# Corrections


def test_a_card_is_replaced_and_what_follows_is_led_by_who_wins_now(match, scribe):
    page = scribe.get(address(match), {"played": "HQ C7 HA HJ/DA DK", "at": "2"})
    assert page.context["asked"] == "Trick 1: choose what <bdi>Bo</bdi> (East) really played"
    response = press(scribe, match, "HQ C7 HA HJ/DA DK", "D8", at="2")
    assert played(response) == "HQ C7 D8 HJ/DA DK"
    # The queen of hearts wins now, so West led the second trick, and East is next.
    tricks = response.context["draft"].replayed.tricks
    assert [trick.leader for trick in tricks] == ["W", "W"]
    assert response.context["asked"] == "Trick 2: <bdi>Bo</bdi> (East) to play"


def test_a_card_entered_elsewhere_changes_places(match, scribe):
    response = press(scribe, match, "HQ C7 HA HJ/DA DK", "DK", at="1")
    assert played(response) == "HQ DK HA HJ/DA C7"
    response = press(scribe, match, "HQ ?? HT HJ/DA DK", "DK", at="1")
    assert played(response) == "HQ DK HT HJ/DA ??"


def test_a_lead_out_of_turn_can_be_told(match, scribe):
    response = scribe.get(address(match), {"played": "HQ C7 HA HJ/S: DA DK"})
    assert response.context["draft"].replayed.tricks[1].leader == "S"
    assert "led out of turn" in response.content.decode()


def test_what_cannot_be_read_from_an_address_is_kept_for_typing(match, scribe):
    for wrong in ("HQ C7 HQ HJ", "HQ HX", "HQ C7 ?? HJ/DA DK", "HQ/DA DK"):
        response = scribe.get(address(match), {"played": wrong})
        assert response.status_code == 200
        assert response.context["faults"]
        assert wrong.replace("/", "\n") in response.content.decode()


@pytest.mark.parametrize(
    "query",
    [
        {"at": "x"},
        {"at": "99"},
        {"at": "-1"},
        {"at": "²"},
        {"revision": "many"},
        {"led": "Q"},
        {"led": "NE"},
        {"card": ""},
        {"card": "HQ", "at": "0"},
        {"played": "\x00"},
    ],
)
def test_no_address_breaks_the_page(match, scribe, query):
    assert scribe.get(address(match), {"played": "HQ", **query}, follow=True).status_code == 200


def test_stored_cards_that_no_longer_fit_can_be_put_right(match, scribe):
    """Hearts as trump decide the trick whatever was forgotten; with diamonds it is open."""
    save(scribe, match, "HQ C7 HT ??/DA DK")
    deal = stored(match)
    deal.trump = "D"
    Match.objects.get().correct_deal(deal, "Diamonds were trump")
    response = scribe.get(address(match))
    assert response.status_code == 200
    assert response.context["faults"] and "HQ C7 HT ??\nDA DK" in response.content.decode()
    replay = scribe.get(reverse("replay_start", args=[match.code, 1]))
    assert "do not fit this deal" in replay.content.decode()
    assert save(scribe, match, "HQ C7 HT ??/E: DA DK", revision=2).status_code == 302
    assert scribe.get(address(match)).context["faults"] == []


# Saving


def test_saved_cards_can_be_replayed_and_are_logged(match, scribe):
    response = save(scribe, match, CARELESS)
    assert response.status_code == 302
    assert response["Location"] == reverse("replay_start", args=[match.code, 1])
    deal = stored(match)
    assert deal.cards_played == CARELESS.replace("/", "\n")
    assert (deal.leader, deal.revision) == ("W", 1)
    entry = LogEntry.objects.last()
    assert (entry.verb, entry.number) == ("cards", 1)
    assert "tricks" not in entry.before and len(entry.after["tricks"]) == 8


def test_a_deal_that_stops_early_is_stored_as_far_as_it_goes(match, scribe):
    assert save(scribe, match, "HQ C7 HA HJ/DA DK").status_code == 302
    assert stored(match).cards_played == "HQ C7 HA HJ\nDA DK"
    # Editing goes on from there.
    response = scribe.get(address(match))
    assert response.context["asked"] == "Trick 2: <bdi>Dré</bdi> (West) to play"


def test_small_letters_and_tens_are_understood(match, scribe):
    save(scribe, match, "hq c7 h10 hj")
    assert stored(match).cards_played == "HQ C7 HT HJ"


@pytest.mark.parametrize(
    ("tricks", "fault"),
    [
        ("HQ C7 HA HJ/DA HX", "Trick 2: “HX” is not a card"),
        ("HQ C7 HA HJ/DA HQ", "Trick 2: The card HQ is there twice."),
        ("HQ C7 HA HJ H9", "Trick 1: A trick has at most 4 cards."),
        ("HQ C7/HA HJ", "Trick 1: Only the last trick may be cut short"),
        ("HQ C7 HA HJ/DA H2", "Trick 2: There is no “H2” in this pack."),
        ("HQ C7 HA ??/DA DK", "Trick 2: Say who led"),
    ],
)
def test_typed_faults_are_told_at_their_line_and_nothing_is_lost(match, scribe, tricks, fault):
    response = save(scribe, match, tricks, hands="N: SA")
    page = response.content.decode()
    assert response.status_code == 200
    assert fault in page
    assert tricks.replace("/", "\n") in page and "N: SA" in page
    assert stored(match).cards_played == ""


def test_hands_are_stored_and_must_agree_with_the_cards(match, scribe):
    hand = "S: ST SA S9 HT HK D7 C8 C7"
    response = save(scribe, match, "HQ H7 HA HJ", hands=hand)
    assert response.status_code == 200
    assert "S plays H7, which was not in that hand." in response.content.decode()
    assert save(scribe, match, "HQ HT HA HJ", hands=f"{hand.lower()}\n").status_code == 302
    assert stored(match).hands == hand


@pytest.mark.parametrize(
    "hands", ["ST SA", "X: ST", "S: ST ST", "S: ST\nS: SA", "S: ST\nN: ST", "S:"]
)
def test_hands_that_cannot_be_are_refused(match, scribe, hands):
    response = save(scribe, match, "HQ", hands=hands)
    assert response.status_code == 200
    assert response.context["form"].errors["hands"]
    assert stored(match).hands == ""


def test_cards_can_be_taken_out_again(match, scribe):
    save(scribe, match, "HQ")
    assert "Take out the stored cards" in scribe.get(address(match) + "?played=").content.decode()
    save(scribe, match, "", revision=1)
    assert (stored(match).cards_played, stored(match).leader) == ("", "")


def test_a_double_tap_saves_once(match, scribe):
    for _ in range(2):
        assert save(scribe, match, CARELESS).status_code == 302
    assert stored(match).revision == 1
    assert LogEntry.objects.filter(verb="cards").count() == 1


def test_what_somebody_else_saved_meanwhile_is_not_overwritten_unseen(match, scribe):
    save(scribe, match, "HQ C7 HA HJ")
    response = save(scribe, match, "HQ C7 HT")  # begun before that
    page = response.content.decode()
    assert response.status_code == 200
    assert "Meanwhile somebody else changed this deal." in page
    assert stored(match).cards_played == "HQ C7 HA HJ"
    assert response.context["draft"].text == "HQ C7 HT"  # nothing is lost
    # Having been told, the scribe may save again.
    assert 'name="revision" value="1"' in page
    save(scribe, match, "HQ C7 HT", revision=1)
    assert stored(match).cards_played == "HQ C7 HT"


def test_the_points_logged_stay_whatever_the_cards_say(match, scribe):
    save(scribe, match, "HQ C7 HA HJ")
    assert stored(match).card_points == 28


def test_who_led_stays_when_the_dealer_is_corrected(match, scribe):
    save(scribe, match, "HQ C7 HA HJ")
    deal = stored(match)
    deal.dealer = "E"
    Match.objects.get().correct_deal(deal, "Bo dealt")
    assert stored(match).replay.tricks[0].leader == "W"


def test_a_match_with_entered_cards_exports_and_reads_back(match, scribe):
    save(scribe, match, CARELESS, hands="E: S8")
    text = write_record(record_of(Match.objects.get()))
    assert write_record(parse_record(text)) == text


def test_plays_that_are_not_judged_say_why():
    match = start_match("dealer-names", rules={"talk": "aveugle"})
    record(match, 30)
    page = scoring_client(match).get(address(match)).content.decode()
    assert "In manille aveugle nobody sees the cards" in page


@pytest.mark.parametrize("preset", ["malilla-es", "malilla-mx", "botifarra-lliure"])
def test_every_pack_can_be_entered(preset):
    match = start_match(preset)
    record(match, 30)
    client = scoring_client(match)
    assert (
        client.get(address(match)).content.decode().count('name="card"')
        == len(match.rules.cards.cards) + 1
    )
    empty = Draft.of(stored(match))
    whole = empty
    for card in match.rules.cards.cards[:-1]:
        whole = whole.add(card)
    last = match.rules.cards.cards[-1]
    response = press(client, match, parse_qs(whole.query)["played"][0], last)
    assert response.context["draft"].complete
    assert save(client, match, played(response)).status_code == 302


def test_entering_takes_few_statements(match, scribe, django_assert_max_num_queries):
    for _ in range(5):
        record(match, 30)
    with django_assert_max_num_queries(3):
        scribe.get(address(match), {"played": CARELESS})
    with django_assert_max_num_queries(12):
        assert save(scribe, match, CARELESS).status_code == 302
