"""The dispute page: what people remember, in any order, and what follows from it."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from games.manille.presets import PRESETS
from games.models import LogEntry, Match, RuleSet

from .matches import reading_client, record, scoring_client, start_match

pytestmark = pytest.mark.django_db

REVOKE = "HQ C7 HA HJ/DA DK D8 H8"  # South, who throws a club on hearts, shows the eight of hearts


@pytest.fixture
def match() -> Match:
    """Dealer An at North and hearts are trump: Dré at West leads, then play goes S, E, N."""
    match = start_match("manillen-61")
    record(match, 28)
    return match


def address(match: Match, number: int = 1) -> str:
    return reverse("dispute", args=[match.code, number])


def show(match: Match, played: str = "", client: Client | None = None, **more: str):
    """The page; a press leads to the page that follows from it."""
    asked = {"played": played, **more}
    return (client or Client()).get(address(match), asked, follow=True)


def words(response) -> str:
    text = response.content.decode().replace("<bdi>", "").replace("</bdi>", "")
    return " ".join(text.split())


def told(response, key: str = "played") -> str:
    query = parse_qs(response.request["QUERY_STRING"], keep_blank_values=True)
    return query.get(key, [""])[0]


def marks(response) -> dict[tuple[int, str], str]:
    """(trick, place in the row) -> how the card there is marked."""
    return {
        (row["number"], turn): cell["state"]
        for row in response.context["rows"]
        for turn, cell in enumerate(row["cells"])
        if cell["state"]
    }


# Who may


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


# Entering


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


# Hands


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


# The verdict


def test_a_revoke_is_proved_with_the_rule_beside_it(match):
    response = show(match, REVOKE)
    page = words(response)
    assert marks(response)[1, 2] == "illegal"
    assert (
        "Cis (South) played the seven of clubs to trick 1 although hearts were led, and played the "
        "eight of hearts in trick 2." in page
    )
    assert "<q>Whoever can follow suit must do so.</q>" in page
    assert "7ZLY-EUGG" in page
    assert "The cards on the table first proved it in trick 2." in page
    assert "It can no longer be put right: a card of trick 2 has been played." in page
    assert "If only one player revoked" not in page  # it is proved already


@pytest.mark.parametrize(
    ("correction", "played", "said"),
    [
        ("next-trick", "HQ C7 HA HJ", "It can still be put right, until a card of trick 2 is"),
        ("next-card", "HQ C7 HA HJ", "It can no longer be put right: the next card has been"),
        ("next-card", "HQ C7", "It can still be put right, until the next card is played."),
        ("deal-end", REVOKE, "It can still be put right, until trick 8 is complete."),
    ],
)
def test_until_when_it_can_be_put_right_follows_the_rules(correction, played, said):
    match = start_match("manillen-61", rules={"correction": correction})
    record(match, 28)
    assert said in words(show(match, played, hands="S: H8"))


def test_only_a_hand_turned_up_proves_it(match):
    page = words(show(match, "HQ C7 HA HJ", hands="S: H8"))
    assert "and had been dealt the eight of hearts." in page
    assert "Only the hand that was turned up proves it." in page


def test_who_failed_to_follow_is_not_told_to_play_higher():
    match = start_match("west-flemish")
    record(match, 28)
    # An threw a heart on Bo's nine of clubs though he held the ten, which would have beaten it.
    page = words(show(match, "C9 C8 C7 HA", hands="N: CT"))
    assert "although clubs were led, and had been dealt the ten of clubs." in page
    assert "<q>Whoever can follow suit must do so.</q>" in page
    # Whoever followed too low is.
    page = words(show(match, "C9 C8 C7 CA", hands="N: CT"))
    assert "<q>Whoever can follow suit must do so.</q>" not in page


def test_an_undecided_play_comes_with_what_would_settle_it(match):
    response = show(match, "HQ HK D8")
    assert marks(response)[1, 3] == "undecided"  # East threw a diamond on hearts
    open_play = response.context["verdict"]["undecided"][-1]
    question = open_play["questions"][0]
    assert question["text"] == (
        "Which of these cards did <bdi>Bo</bdi> (East) hold at trick 1, if any?"
    )
    answers = {answer["card"]: answer["url"] for answer in question["answers"]}
    assert {"HT", "HA", "HJ"} <= answers.keys()
    # One press answers it, and the play is decided.
    answered = Client().get(answers["HJ"], follow=True)
    assert told(answered, "hands") == "E: HJ" and marks(answered)[1, 3] == "illegal"


def test_no_is_an_answer_too(match):
    question = show(match, "HQ HK D8").context["verdict"]["undecided"][-1]["questions"][0]
    response = Client().get(question["no"], follow=True)
    assert marks(response)[1, 3] == "allowed"  # East had no heart
    assert told(response, "hands") == "" and "noE1HA" in told(response, "answers")
    assert "<bdi>Bo</bdi> (East) did not hold the ace of hearts at trick 1." in [
        answer["text"] for answer in response.context["answers"]
    ]
    # One answer is taken back, and the play is open again.
    back = next(a["url"] for a in response.context["answers"] if "the ace of hearts" in a["text"])
    response = Client().get(back, follow=True)
    assert marks(response)[1, 3] == "undecided" and "noE1HA" not in told(response, "answers")
    question = response.context["verdict"]["undecided"][-1]["questions"][0]
    assert question["text"] == ("Did <bdi>Bo</bdi> (East) hold the ace of hearts at trick 1?")
    response = Client().get(question["answers"][0]["url"], follow=True)
    assert marks(response)[1, 3] == "illegal" and told(response, "hands") == "E: HA"
    assert "Only what was told of the hands proves it." in words(response)


def test_yes_says_when_a_card_was_held(match):
    """South threw a card that nobody remembers: a hand alone would not tell which came first."""
    played = "HQ C7 HA HJ/DA DK D8 ??/E: ST S9 SK S7"
    response = show(match, played, answer="yesS3H8")
    assert told(response, "answers") == "yesS3H8" and told(response, "hands") == "S: H8"
    # An earlier answer about the same card gives way to a later one.
    response = show(match, played, answers="yesS3H8", hands="S: H8", answer="noS3H8")
    assert told(response, "answers") == "noS3H8" and told(response, "hands") == ""


@pytest.mark.parametrize(
    "answers, said",
    [
        ("noE2DT", "Bo (East) played the ten of diamonds to trick 2, so it was in that hand"),
        ("yesS1HQ", "Dré (West) played the queen of hearts to trick 1, so Cis (South) cannot"),
        ("noS5H7", "cannot be told before the tricks up to it"),
        ("noN1H7/noE1H7/noS1H7/noW1H7", "What was answered cannot all be right"),
    ],
)
def test_answers_that_cannot_be_are_told_and_can_be_taken_back(match, answers, said):
    response = show(match, "HQ C7 HA HJ/DT DK D8 D9", answers=answers)
    assert said in words(response)
    assert len(response.context["answers"]) == answers.count("/") + 1
    one = Client().get(response.context["answers"][0]["url"], follow=True)
    assert said not in words(one)


@pytest.mark.parametrize("answers", ["noX1HA", "noN0HA", "noN99HA", "noN1ZZ", "maybe", "noN1H2"])
def test_what_is_no_answer_is_left_out(match, answers):
    response = show(match, "HQ", answers=answers, answer=answers, unsay=answers)
    assert response.status_code == 200 and response.context["answers"] == []


def test_an_answer_stands_in_the_argument(match):
    """South and East threw on spades; North and West say that they did not have the ace."""
    page = words(show(match, "ST C7 C8 SK", answers="noN1SA/noW1SA"))
    assert "Somebody revoked: not all of these plays can have been legal" in page
    assert "An (North) did not hold the ace of spades at trick 1, as was answered." in page
    assert "cannot have held the ace of spades: to trick 1" in page


def test_a_large_pack_is_shown_by_suits_on_a_phone():
    match = start_match("malilla-es")
    record(match, 28)
    page = show(match, "").content.decode()
    assert page.count('name="suit-shown" form="no-form"') == 4
    assert 'value="S" checked' in page
    seat = Client().get(address(match)).context["place"].seat
    lead = f"{address(match)}?at=1{seat}&played=&card=DA"
    assert 'value="D" checked' in Client().get(lead, follow=True).content.decode()


def test_a_missing_card_that_would_settle_it_is_asked_for(match):
    response = show(match, "HQ ?? C7 HT")
    texts = [
        question["text"]
        for play in response.context["verdict"]["undecided"]
        for question in play["questions"]
    ]
    assert any("Which of these cards did" in text for text in texts)


def test_cards_that_no_legal_play_explains_are_argued(match):
    """Everybody but North, who shows that hand, threw on spades: the last spades lie nowhere."""
    played = "ST C7 C8 SK"
    hands = "N: SK H7 D7 D8 D9 CQ CJ C9"
    response = show(match, played, hands=hands)
    joint = response.context["verdict"]["joint"]
    assert joint and "illegal" not in marks(response).values()
    page = words(response)
    assert "Somebody revoked: not all of these plays can have been legal" in page
    assert "to trick 1, where suit had to be followed, came the seven of clubs." in page
    assert "Somebody must have held these cards" in page
    assert "it was one of these: " in page or "it was " in page


def test_nothing_can_be_said_yet(match):
    assert "Nothing can be said yet: no card is known." in words(show(match))
    assert "Every play so far was within the rules." in words(show(match, "HQ"))


# Under other rules


def test_the_same_cards_under_other_rules(match):
    # East does not beat North's nine although the king is there: only some rules ask for that.
    lenient = PRESETS["manillen-61"].changed(head="never")
    kept = RuleSet.keep(preset="manillen-61", name="The Swan", rules=lenient)
    played = "HQ H7 H8 H9/DA D7 D8 DK/HJ HK HT HA"
    mine = show(match, played)
    response = show(match, played, rules=kept.code)
    page = words(response)
    ours, theirs = mine.context["verdict"]["revokes"], response.context["comparison"]["rows"]
    assert len(ours) >= 1 and len(theirs) >= len(ours)
    assert "a revoke" in page and "within the rules" in page and "The Swan" in page


def test_rules_that_say_the_same_and_rules_for_another_pack(match):
    page = words(show(match, "HQ HK", rules="manille-parlante"))
    assert "the verdict on every play is the same" in page
    page = words(show(match, "HQ HK", rules="malilla-es"))
    assert "These rules are for another pack" in page
    assert "plays are not judged" in words(show(match, "HQ HK", rules="manille-aveugle"))
    keys = [key for key, _ in show(match, "HQ").context["sets"]]
    assert "manille-parlante" in keys and "malilla-es" not in keys and "manillen-61" not in keys


# What can be done with it


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
