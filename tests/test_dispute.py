"""The dispute page: what people remember, entered in any order, shared and stored."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from games.models import LogEntry, Match

from .disputes import REVOKE, address, disputed_match, marks, show, told, words
from .matches import reading_client, record, scoring_client, start_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return disputed_match()


def test_whoever_may_read_may_try_what_would_follow(match):
    for client in (Client(), reading_client(match), scoring_client(match)):
        assert show(match, REVOKE, client).status_code == 200
    assert LogEntry.objects.count() == 2  # the start and the deal: nothing was stored
    assert Match.objects.get().deal(1).cards_played == ""


def test_a_deal_that_is_not_there_is_not_found(match):
    assert Client().get(address(match, 2)).status_code == 404
    assert Client().get("/matches/nothing/deals/1/dispute/").status_code == 404


def test_nothing_can_be_sent_to_it(match):
    assert scoring_client(match).post(address(match)).status_code == 405


def test_a_misdeal_and_a_score_pad_have_no_dispute():
    misdealt = start_match()
    record(misdealt, misdeal="wrong-count")
    assert "no cards were played" in words(show(misdealt))
    pad = start_match("two-hand")
    record(pad, 28, trump="")
    assert "No rules of play are known" in words(show(pad))


def test_where_plays_are_not_judged_the_page_says_why():
    match = start_match("manille-aveugle")
    record(match, 28)
    page = show(match, "HQ C7")
    assert "plays are not judged" in words(page) and not marks(page)


def test_the_page_begins_with_what_is_stored(match):
    deal = match.deal(1)
    deal.cards_played, deal.hands = "HQ C7 HA HJ", "S: H8 C7"
    deal.save()
    response = Client().get(address(match))
    assert response.context["draft"].text == "HQ C7 HA HJ"
    assert response.context["asked"] == "Trick 2: <bdi>Bo</bdi> (East) to play"
    assert response.context["draft"].hands == {"S": ("H8", "C7")}


def test_a_press_enters_a_card_and_asks_for_the_next(match):
    response = show(match, "", card="HQ")
    assert told(response) == "HQ"
    assert response.context["asked"] == "Trick 1: <bdi>Cis</bdi> (South) to play"
    response = show(match, "HQ C7 HA", card="HJ")
    assert response.context["asked"] == "Trick 2: <bdi>Bo</bdi> (East) to play"


def test_a_later_trick_can_come_before_an_earlier_one(match):
    # Nobody knows who led trick 3; that is asked before its cards.
    response = show(match, "HQ C7 HA HJ", at="3N")
    assert response.context["leader_open"] and 'name="card"' not in response.content.decode()
    response = show(match, "HQ C7 HA HJ", at="3N", leads="N")
    assert told(response) == "HQ C7 HA HJ"  # nothing is skipped before a card is pressed
    assert response.context["asked"] == "Trick 3: <bdi>An</bdi> (North) to play"
    response = show(match, "HQ C7 HA HJ", at="3N", led="N", card="ST")
    assert told(response) == "HQ C7 HA HJ/?? ?? ?? ??/N: ST"
    assert response.context["asked"] == "Trick 3: <bdi>Dré</bdi> (West) to play"
    # Trick 2, East's lead, is remembered after all.
    response = show(match, told(response), at="2N", card="DK")
    assert told(response) == "HQ C7 HA HJ/?? DK ?? ??/N: ST"
    response = show(match, told(response), at="2E", card="DA")
    assert told(response) == "HQ C7 HA HJ/DA DK ?? ??/N: ST"


def test_a_card_skipped_within_a_trick_is_unknown(match):
    assert told(show(match, "HQ", at="1N", card="HJ")) == "HQ ?? ?? HJ"


def test_one_changes_ones_mind(match):
    assert told(show(match, "HQ C7 HA", at="1S", card="H8")) == "HQ H8 HA"  # replace
    assert told(show(match, "HQ C7 HA", at="1S", card="HA")) == "HQ HA C7"  # swap
    assert told(show(match, "HQ C7 HA", at="1S", card="??")) == "HQ ?? HA"  # forget
    assert told(show(match, "HQ C7 HA", at="1S", clear="1")) == "HQ ?? HA"
    assert told(show(match, "HQ ?? HA", at="1E", clear="1")) == "HQ"  # nothing follows
    assert told(show(match, "HQ C7 HA ??")) == "HQ C7 HA ??"


def test_the_last_card_moved_to_an_earlier_place_leaves_none_behind(match):
    assert told(show(match, "HQ ?? HA HJ", at="1S", card="HJ")) == "HQ HJ HA"


def test_a_card_stays_with_its_seat_when_who_led_changes(match):
    # East won the first trick and led the second; North led it, it is said now.
    response = show(match, "HQ C7 HA HJ/DA DK D8", at="2N", leads="N")
    assert told(response) == "HQ C7 HA HJ/N: DK D8 ?? DA"
    assert "led out of turn" in words(response)
    # A correction that takes the trick from East leaves the later cards where they are.
    response = show(match, "HQ C7 HA HJ/DA DK D8", at="1E", card="H7")
    assert told(response) == "HQ C7 H7 HJ/E: DA DK D8"


@pytest.mark.parametrize(
    "query",
    [
        {"at": "x"},
        {"at": "99E"},
        {"at": "0"},
        {"at": "²E"},
        {"at": "8W"},
        {"at": "8W", "card": "S7"},
        {"hand": "NE"},
        {"hand": "Q", "card": "H7"},
        {"hand": "E", "clear": "1"},
        {"hand": "E", "card": "nonsense"},
        {"hands": "E: HX"},
        {"hands": "E"},
        {"led": "Q", "at": "3E"},
        {"leads": "Q"},
        {"leads": "S", "at": "1E"},
        {"card": ""},
        {"clear": "1"},
        {"revision": "many"},
        {"rules": "nothing"},
        {"rules": "\x00"},
        {"played": "\x00"},
        {"played": "HQ HQ"},
    ],
)
def test_no_address_breaks_the_page(match, query):
    assert show(match, **{"played": "HQ C7", **query}).status_code == 200


def test_htmx_swaps_a_part_and_keeps_the_address(match):
    asked = {"played": "HQ", "card": "C7"}
    response = Client().get(address(match), asked, headers={"HX-Request": "true"})
    assert response.status_code == 200 and "<html" not in response.content.decode()
    pushed = urlsplit(response["HX-Push-Url"])
    assert parse_qs(pushed.query)["played"] == ["HQ C7"]
    assert "HX-Request" in response["Vary"]
    whole = Client().get(f"{pushed.path}?{pushed.query}")
    assert "<html" in whole.content.decode()


def test_a_hand_is_turned_up_card_by_card(match):
    response = show(match, REVOKE, hand="S", card="D7")
    assert told(response, "hands") == "S: D7"
    # What South played is part of the hand, so the hand that is told agrees with the tricks.
    assert response.context["draft"].whole_hands == {"S": ("H8", "D7", "C7")}
    assert marks(response)[2, 2] == "illegal"  # diamonds were led, and trumped with one in hand
    response = show(match, REVOKE, hands="S: D7", hand="S", card="D7")
    assert told(response, "hands") == ""


def test_a_hand_holds_no_more_cards_than_are_dealt(match):
    seven = "S: S9 S8 S7 D9 D7 CA CK"
    response = show(match, REVOKE, hands=seven)
    assert "would have held 9 cards, but a hand has 8." in words(response)
    # Where the hand is full the grid offers only what can be taken back.
    full = "S: S9 S8 S7 D9 D7 CA"
    response = show(match, REVOKE, hands=full, hand="S")
    assert response.content.decode().count('name="card"') == 6
    assert told(show(match, REVOKE, hands=full, hand="S", card="CK"), "hands") == full


def test_what_cannot_be_is_said_and_nothing_is_lost(match):
    response = show(match, REVOKE, hands="S: HA")
    page = words(response)
    assert "Trick 1: Bo (East) played the ace of hearts, so it cannot have been in the hand" in page
    assert marks(response)[1, 3] == "impossible" and response.context["verdict"] is None
    assert response.context["draft"].text == REVOKE.replace("/", "\n")
    twice = words(show(match, "", hands="S: D7/N: D7"))
    assert "the seven of diamonds is told in two hands" in twice.lower()


def test_what_cannot_be_read_is_kept_for_typing(match):
    response = show(match, "HQ C7 HQ HJ", hands="S: D7")
    page = response.content.decode()
    assert "is there twice" in words(response)
    assert "HQ C7 HQ HJ</textarea>" in page and "S: D7</textarea>" in page


def test_a_large_pack_is_shown_by_suits_on_a_phone():
    match = start_match("malilla-es")
    record(match, 28)
    page = show(match, "").content.decode()
    assert page.count('name="suit-shown" form="no-form"') == 4
    assert 'value="S" checked' in page
    seat = Client().get(address(match)).context["place"].seat
    lead = f"{address(match)}?at=1{seat}&played=&card=DA"
    assert 'value="D" checked' in Client().get(lead, follow=True).content.decode()


def test_scorers_rule_and_store(match):
    page = show(match, REVOKE, scoring_client(match), hands="S: D7").content.decode()
    ruling = reverse("rule_deal", args=[match.code, 1])
    assert f'href="{ruling}?revoke=S&amp;trick=1"' in page and "Rule without storing them" in page
    assert 'name="hands" value="S: H8 D7 C7"' in page
    reader = show(match, REVOKE, reading_client(match)).content.decode()
    assert ruling not in reader and "Store these cards" not in reader


def test_the_cards_are_stored_on_the_way_to_the_ruling(match):
    client = scoring_client(match)
    context = show(match, REVOKE, client, hands="S: D7").context
    data = {
        "tricks": context["draft"].text,
        "hands": context["save_hands"],
        "revision": context["base"]["revision"],
        "revoke": "S",
        "trick": 1,
    }
    url = reverse("enter_cards", args=[match.code, 1])
    page = client.post(url, data, follow=True)
    assert page.request["PATH_INFO"] == reverse("rule_deal", args=[match.code, 1])
    form = page.context["form"]
    assert (form["revoke"].value(), str(form["trick"].value())) == ("S", "1")
    assert Match.objects.get().deal(1).cards_played == REVOKE.replace("/", "\n")
    # Now that they are there, nothing is offered to be stored first.
    again = show(match, REVOKE, client, hands="S: D7 H8 C7")
    assert "Give a ruling" in words(again) and "Rule without storing" not in words(again)


def test_a_ruling_waits_until_the_other_version_of_the_cards_was_seen(match):
    client, url = scoring_client(match), reverse("enter_cards", args=[match.code, 1])
    data = {"tricks": "HQ C7", "hands": "", "revision": 0, "revoke": "S", "trick": 1}
    client.post(url, {"tricks": "HQ H7", "hands": "", "revision": 0})
    page = client.post(url, data)
    assert page.status_code == 200 and Match.objects.get().deal(1).cards_played == "HQ H7"
    assert '<input type="hidden" name="revoke" value="S">' in page.content.decode()
    data["revision"] = page.context["form"]["revision"].value()
    page = client.post(url, data)
    assert page.url == reverse("rule_deal", args=[match.code, 1]) + "?revoke=S&trick=1"
    assert Match.objects.get().deal(1).cards_played == "HQ C7"


def test_what_is_stored_passes_the_checks_of_entering(match):
    response = show(match, "HQ C7 HA HJ/?? ?? ?? ??/N: ST", scoring_client(match), hands="S: D7")
    draft = response.context["draft"]
    data = {"tricks": draft.text, "hands": draft.written_hands, "revision": 0}
    saved = scoring_client(match).post(reverse("enter_cards", args=[match.code, 1]), data)
    assert saved.status_code == 302
    deal = Match.objects.get().deal(1)
    assert deal.cards_played == "HQ C7 HA HJ\n?? ?? ?? ??\nN: ST" and deal.hands == "S: D7 C7"
    # The page begins where it was left.
    again = Client().get(address(match)).context["draft"]
    assert again.text == draft.text and again.whole_hands == draft.whole_hands


def test_a_hand_turned_up_before_any_trick_is_remembered_is_kept(match):
    response = show(match, "", scoring_client(match), hands="S: D7")
    page = response.content.decode()
    assert "Store these cards" in page and "no card is known" not in page
    data = {"tricks": "", "hands": response.context["save_hands"], "revision": 0}
    url = reverse("enter_cards", args=[match.code, 1])
    saved = scoring_client(match).post(url, data, follow=True)
    assert saved.status_code == 200 and Match.objects.get().deal(1).hands == "S: D7"
    assert "The cards of deal 1 are saved." in saved.content.decode()
    assert saved.request["PATH_INFO"] == reverse("deal", args=[match.code, 1])
    assert Client().get(address(match)).context["draft"].written_hands == "S: D7"


def test_the_address_is_shared(match):
    response = show(match, REVOKE, hands="S: D7")
    shared = Client().get(response.context["permanent"])
    assert shared.context["draft"] == response.context["draft"]


def test_few_queries(match, django_assert_max_num_queries):
    client = scoring_client(match)
    with django_assert_max_num_queries(4):
        client.get(address(match), {"played": REVOKE})


def test_it_is_led_to_from_the_deal_the_sheet_and_the_replay(match):
    deal = match.deal(1)
    deal.cards_played = "HQ"
    deal.save()
    for page in (
        match.get_absolute_url(),
        deal.get_absolute_url(),
        reverse("replay_start", args=[match.code, 1]),
    ):
        assert address(match) in Client().get(page).content.decode(), page
