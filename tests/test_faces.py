"""French and Spanish faces: which are shown, how they are drawn, named and typed."""

import re

import pytest
from django.template import Context, Template
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import translation

from games import faces
from games.manille.cards import SUITS
from games.manille.presets import PRESETS
from games.manille.table import SEATS
from games.models import Deal, Match
from games.templatetags.cards import SUIT_PATHS
from games.wording.cards import SUIT_WORDS, card_word, suit_word, the_card
from games.wording.rule_sentences import sentences

from .matches import reading_client, record, scoring_client, start_match

SPANISH, FRENCH = PRESETS["malilla-es"], PRESETS["malilla-mx"]  # neither pack has tens


def render(source: str, **context: object) -> str:
    return Template("{% load cards %}" + source).render(Context(context))


@pytest.fixture
def spanish():
    """Cards are shown Spanish until the test ends."""
    token = faces._shown.set("spanish")
    yield
    faces._shown.reset(token)


@pytest.fixture
def preferring(monkeypatch: pytest.MonkeyPatch):
    """A device that prefers certain faces."""

    def prefer(what: str) -> None:
        tokens.append(faces._preferred.set(what))

    tokens: list = []
    shown = faces._shown.set("french")
    yield prefer
    for token in reversed(tokens):
        faces._preferred.reset(token)
    faces._shown.reset(shown)


# Which


@pytest.mark.parametrize(
    ("rules", "prefers", "shown"),
    [
        (SPANISH, "", "spanish"),
        (FRENCH, "", "french"),
        (SPANISH, "french", "french"),
        (FRENCH, "spanish", "spanish"),
        # No Spanish pack has tens, whatever the device or even the rules say.
        (PRESETS["west-flemish"], "spanish", "french"),
        (PRESETS["west-flemish"].changed(faces="spanish"), "", "french"),
    ],
)
def test_the_system_says_which_unless_the_device_does(preferring, rules, prefers, shown) -> None:
    preferring(prefers)
    faces.show(rules)
    assert faces.shown() == shown


# Drawn and named


def test_every_suit_has_its_own_drawing() -> None:
    drawings = [path for paths in SUIT_PATHS.values() for path in paths.values()]
    assert len(set(drawings)) == len(drawings) == 8
    assert all(set(paths) == set(SUITS) for paths in SUIT_PATHS.values())


@pytest.mark.parametrize(
    ("code", "suit", "corner", "name"),
    [
        ("DA", "coins", "1", "ace of coins"),
        ("HK", "cups", "12", "king of cups"),
        ("SQ", "swords", "11", "horse of swords"),
        ("CJ", "batons", "10", "jack of batons"),
        ("D9", "coins", "9", "nine of coins"),
    ],
)
def test_spanish_cards_are_drawn_and_named(spanish, code, suit, corner, name) -> None:
    html = render("{% card code %}", code=code)
    assert f'aria-hidden="true">{corner}</span>' in html
    assert SUIT_PATHS["spanish"][code[0]] in html
    assert f"card-{code[0]} is-spanish" in html
    assert card_word(code) == name
    assert the_card(code) == f"the {name}"
    assert suit_word(code[0]) == str(SUIT_WORDS[code[0]]) == suit


def test_no_trump_and_a_lost_card_are_the_same_on_all_faces(spanish) -> None:
    assert suit_word("NT") == "no trump"
    assert card_word("??") == "unknown card"
    assert "card-unknown" in render('{% card "??" %}')


def test_a_drawing_may_stay_as_it_is(spanish) -> None:
    assert SUIT_PATHS["french"]["S"] in render('{% suit "S" faces="french" %}')


LETTERS = {
    "en": "A K Q J 10",
    "fr": "A R D V 10",
    "nl": "A H V B 10",
    "de": "A K D B 10",
    "sv": "A K D Kn 10",
    "es": "A K Q J 10",
    "ca": "A K Q J 10",
}


@pytest.mark.parametrize("language", LETTERS)
def test_french_faces_have_the_letters_of_the_language(language: str) -> None:
    with translation.override(language):
        assert " ".join(faces.corner(rank) for rank in "AKQJT") == LETTERS[language]
        assert f">{LETTERS[language].split()[2]}</span>" in render('{% card "HQ" %}')


@pytest.mark.parametrize("language", LETTERS)
def test_spanish_figures_are_the_same_in_every_language(spanish, language: str) -> None:
    with translation.override(language):
        assert [faces.corner(rank) for rank in "AKQJ9"] == ["1", "12", "11", "10", "9"]


# Typed


@pytest.mark.parametrize(
    ("language", "typed", "read"),
    [
        ("fr", "HR HD HV HA", "HK HQ HJ HA"),
        ("nl", "hh HV hb", "HK HQ HJ"),
        ("nl", "R7 KH KB SV", "D7 CK CJ SQ"),
        ("de", "DD SB KK", "DQ SJ KK"),
        ("sv", "HKn hkn HD RK K10", "HJ HJ HQ DK C10"),
        ("es", "HK PA", "HK PA"),
        ("en", "HV R7 HR", "HV R7 HR"),
        ("nl", "W: HV H7 ?? xx V:HB", "W: HQ H7 ?? xx V:HJ"),
    ],
)
def test_letters_of_the_language_are_understood(language: str, typed: str, read: str) -> None:
    with translation.override(language):
        assert faces.canonical(typed) == read


@pytest.mark.parametrize("language", LETTERS)
def test_canonical_cards_are_understood_in_every_language(language: str) -> None:
    every = " ".join(suit + rank for suit in "SHDC" for rank in "AKQJT98765432")
    with translation.override(language):
        assert faces.canonical(every) == every


@pytest.mark.parametrize("language", LETTERS)
def test_no_letter_can_be_mistaken(language: str) -> None:
    """A language's letter is no canonical letter of another rank, nor its initial of a suit."""
    for rank, letter in faces.LETTERS.get(language, {}).items():
        assert letter == rank or letter not in "AKQJT98765432"
    for initial in faces.SUIT_INITIALS.get(language, {}):
        assert initial not in "SHDC" and initial not in SEATS
        assert initial not in "OEB"  # the Spanish way of writing


@pytest.mark.parametrize("language", LETTERS)
def test_what_is_written_is_read_back(language: str) -> None:
    with translation.override(language):
        for rank in "AKQJ98":
            assert faces.canonical(faces.written("H" + rank)) == "H" + rank
    assert faces.written("nonsense") == "nonsense"


def cards_page(match: Match) -> str:
    return reverse("enter_cards", args=[match.code, 1])


@pytest.mark.django_db
def test_cards_are_stored_the_same_whatever_they_are_typed_in() -> None:
    match = start_match("manillen-61")
    record(match, 28)
    client = scoring_client(match)
    data = {"tricks": "HV K7 HA HB\nRA DH", "hands": "W: HV", "revision": 0}
    response = client.post(cards_page(match), data, headers={"Accept-Language": "nl"})
    assert response.status_code == 302, response.context["form"].errors
    assert Deal.objects.get().cards_played == "HQ C7 HA HJ\nDA DK"
    assert Deal.objects.get().hands == "W: HQ"


@pytest.mark.django_db
def test_a_fault_names_the_card_as_the_reader_writes_it() -> None:
    match = start_match("manillen-61")
    record(match, 28)
    data = {"tricks": "HV HV", "hands": "", "revision": 0}
    client = scoring_client(match)
    html = client.post(cards_page(match), data, headers={"Accept-Language": "nl"}).content.decode()
    assert "HV" in html.partition("<form")[0]
    assert "HQ" not in html.partition("<form")[0]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("preset", "prefers"), [("malilla-es", ""), ("malilla-mx", "spanish"), ("malilla-es", "french")]
)
def test_spanish_figures_can_be_typed_where_they_are_shown_or_played_with(preset, prefers) -> None:
    match = start_match(preset)
    record(match, 30, declarer="")
    client = scoring_client(match)
    client.cookies["faces"] = prefers
    data = {"tricks": "O7 O1 O12 O11\nC10 B2", "hands": "", "revision": 0}
    response = client.post(cards_page(match), data)
    assert response.status_code == 302, response.context["form"].errors
    assert Deal.objects.get().cards_played == "D7 DA DK DQ\nHJ C2"


# On the pages


def drawn(html: str) -> set[str]:
    """The faces of what is drawn in the middle of a page."""
    return set(re.findall(r'class="[^"]*is-(french|spanish)', html.partition("<footer")[0])) - {""}


@pytest.mark.django_db
@pytest.mark.parametrize(("prefers", "shown"), [("", "spanish"), ("french", "french")])
def test_every_page_of_a_match_shows_the_same_faces(prefers: str, shown: str) -> None:
    match = start_match("malilla-es")
    record(match, 44, trump="D", declarer="")
    client = scoring_client(match)
    client.cookies["faces"] = prefers
    tricks = "D9 D4 D7 DA\nS9 S2 S3 SJ"
    client.post(cards_page(match), {"tricks": tricks, "hands": "", "revision": 0})
    pages = [
        match.get_absolute_url(),
        cards_page(match),
        reverse("deal", args=[match.code, 1]),
        reverse("replay", args=[match.code, 1, 6]),
        reverse("history", args=[match.code]),
        reverse("correct_deal", args=[match.code, 1]),
    ]
    for page in pages:
        html = client.get(page).content.decode().replace("page-name", "")
        main = html[html.index("<main") :]
        assert drawn(main) == {shown}, page
        words = {"spanish": ("coins", "diamonds"), "french": ("diamonds", "coins")}[shown]
        assert words[0] in main.partition("<footer")[0], page
        assert words[1] not in main.partition("<footer")[0], page


@pytest.mark.django_db
def test_one_request_leaves_nothing_to_the_next() -> None:
    client = reading_client(start_match("malilla-es"))
    client.get(Match.objects.get().get_absolute_url())
    assert faces.shown() == "french"
    assert faces.preferred() == ""


@pytest.mark.django_db
def test_a_page_that_follows_is_sent_anew_with_other_faces() -> None:
    match = start_match("malilla-es")
    record(match, 44, trump="D", declarer="")
    client = reading_client(match)
    asked = {"HX-Request": "true", "HX-Target": "standing"}
    tag = client.get(match.get_absolute_url(), headers=asked)["ETag"]
    again = {**asked, "If-None-Match": tag}
    assert client.get(match.get_absolute_url(), headers=again).status_code == 304
    client.cookies["faces"] = "french"
    assert client.get(match.get_absolute_url(), headers=again).status_code == 200


def test_the_rules_name_the_cards_taken_out() -> None:
    rules = PRESETS["manillen-61"].changed(seats=3, sides="singles", removed="S7 C7")
    text = " ".join(sentences(rules)[0][1])
    assert "taken out before dealing: seven of spades, seven of clubs." in text


# Chosen


@pytest.mark.django_db
def test_one_press_chooses_the_faces_and_they_are_kept() -> None:
    client = Client()
    back = {"Referer": "http://testserver/start/"}
    response = client.post(reverse("choose_faces"), {"faces": "spanish"}, headers=back)
    assert response["Location"] == "http://testserver/start/"
    cookie = response.cookies["faces"]
    assert cookie.value == "spanish" and cookie["max-age"] == 365 * 24 * 60 * 60
    assert cookie["httponly"] and cookie["samesite"] == "Lax"
    html = client.get("/start/").content.decode()
    assert 'value="spanish" aria-current="true"' in html
    client.post(reverse("choose_faces"), {"faces": ""})
    assert not client.cookies["faces"].value
    assert 'name="faces" value="" aria-current="true"' in client.get("/").content.decode()


@pytest.mark.parametrize("asked", [{"faces": "<b>"}, {}])
def test_nonsense_means_the_faces_of_the_system(asked: dict[str, str]) -> None:
    response = Client().post(reverse("choose_faces"), asked)
    assert response.status_code == 302
    assert not response.cookies["faces"].value


@pytest.mark.django_db
def test_a_cookie_that_makes_no_sense_is_passed_over() -> None:
    client = Client()
    client.cookies["faces"] = "klingon"
    assert client.get("/").status_code == 200


def test_no_other_site_is_led_to() -> None:
    for asked in ({"next": "https://elsewhere.example/"}, {"next": "//elsewhere.example"}):
        headers = {"Referer": "https://elsewhere.example/x"}
        response = Client().post(reverse("choose_faces"), asked, headers=headers)
        assert response["Location"] == reverse("home")


def test_an_address_that_is_none_does_no_harm() -> None:
    for asked in ("-1", "match", "é👩", "a\nb", "\x00", "/" + "a" * 100_000):
        response = Client().post(reverse("choose_faces"), {"next": asked})
        assert response.status_code in (302, 400)
        assert "\n" not in response.headers.get("Location", "")


def test_faces_are_chosen_by_post_alone() -> None:
    assert Client().get(reverse("choose_faces")).status_code == 405


@override_settings(LANGUAGE_COOKIE_SECURE=True)
def test_behind_https_the_cookie_is_secure() -> None:
    response = Client().post(reverse("choose_faces"), {"faces": "french"})
    assert response.cookies["faces"]["secure"]
