import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.manille.presets import DEFAULT, PRESETS
from games.models import Match
from games.wording.rules import identifier
from tests.matches import reading_client, remember, scoring_client, start_match
from tests.rule_sets import save_rules

URL = "/start/"
NAMES = {"name_N": "An", "name_E": "Bo", "name_S": "Cis", "name_W": "Dré"}
FORM = {**NAMES, "dealer": "E", "system": "west-flemish"}


def post(client: Client, **facts: str):
    return client.post(URL, {**FORM, **facts})


def refused(client: Client, **facts: str) -> dict[str, list[str]]:
    """The errors of a form that is shown again with all that was typed, and starts nothing."""
    response = post(client, **facts)
    assert response.status_code == 200
    assert not Match.objects.exists()
    form = response.context["form"]
    for field, value in facts.items():
        assert str(form[field].value() or "") == value
    return dict(form.errors)


def test_the_page_offers_the_usual_system(client, db):
    response = client.get(URL)

    assert response.status_code == 200
    form = response.context["form"]
    assert form.preset == DEFAULT
    page = response.content.decode()
    assert '<option value="west-flemish" selected>' in page
    assert 'placeholder="101 (as in the system)"' in page
    assert "no-store" in response.headers["Cache-Control"]


def test_other_methods_are_refused(client, db):
    assert client.put(URL).status_code == 405


def test_a_match_starts_and_the_device_may_score_it(client, db):
    response = post(client, place="Café One", played_on="2026-10-25", target="61")

    match = Match.objects.get()
    assert response.status_code == 302
    assert response.url == match.get_absolute_url()
    assert client.session["matches"] == {match.code: match.scoring_code}
    assert client.session["system"] == "west-flemish"
    assert match.players == {"N": "An", "E": "Bo", "S": "Cis", "W": "Dré"}
    assert match.first_dealer == "E"
    assert match.preset == "west-flemish"
    assert match.rules == PRESETS["west-flemish"].changed(target=61)
    assert match.place == "Café One"
    assert match.played_on.isoformat() == "2026-10-25"
    assert match.log.get().verb == "start"


def test_today_is_offered_in_the_time_zone_of_the_site(client, db):
    form = client.get(URL).context["form"]

    assert form["played_on"].value() == timezone.localdate()


@pytest.mark.parametrize("system", PRESETS)
def test_every_system_is_played_as_it_stands(client, db, system):
    empty = {f"name_{seat}": "" for seat in "NESW" if seat not in PRESETS[system].people}
    post(client, system=system, **empty)

    match = Match.objects.get()
    assert match.rules == PRESETS[system]
    assert set(match.players) == set(match.rules.table.seats)


@pytest.mark.parametrize(
    "system, seat", [("three-solo", "W"), ("three-dummy", "S"), ("two-hand", "S")]
)
def test_a_name_where_nobody_sits_is_shown_and_asked_about(client, db, system, seat):
    errors = refused(client, system=system)
    response = post(client, system=system)

    assert "Nobody sits here in this match." in errors[f"name_{seat}"][0]
    assert f'name="name_{seat}"' in response.content.decode()


def test_the_first_dealer_has_a_seat_in_the_system(client, db):
    errors = refused(client, system="three-solo", name_W="", dealer="W")

    assert errors == {"dealer": ["Nobody sits there: choose another dealer."]}


def test_the_lot_never_falls_on_a_dummy(client, db):
    for _ in range(20):
        post(client, system="three-dummy", name_S="", dealer="lot")

    assert Match.objects.count() == 20
    assert "S" not in Match.objects.values_list("first_dealer", flat=True)


def test_the_last_system_of_the_device_is_offered_next(client, db):
    post(client, system="manille-fr-68")
    response = client.get(URL)

    assert response.context["form"].preset == "manille-fr-68"
    assert 'placeholder="50 (as in the system)"' in response.content.decode()


def test_saved_rules_are_offered_beside_the_systems(client, db):
    kept = save_rules(client, "<i>Club", system="manille-fr-68", target="61")
    page = client.get(URL).content.decode()
    assert f'<option value="{kept.code}">&lt;i&gt;Club</option>' in page
    assert kept.code not in Client().get(URL).content.decode()

    post(client, system=kept.code)
    match = Match.objects.get()
    assert (match.rules, match.preset) == (kept.rules, "manille-fr-68")
    assert match.rules_name == "<i>Club"
    assert client.get(URL).context["form"].chosen == kept.code


def test_rules_seen_by_their_link_can_be_played_by(client, db):
    kept = save_rules(client, target="61")
    other = Client()
    page = other.get(URL, {"system": kept.code}).content.decode()
    assert f'<option value="{kept.code}" selected>Our club</option>' in page
    assert 'placeholder="61 (as in the system)"' in page
    assert identifier(kept.rules) in page

    post(other, system=kept.code)
    assert Match.objects.get().rules == kept.rules


def test_saved_rules_changed_once_more_are_no_longer_what_their_name_says(client, db):
    kept = save_rules(client, target="61")
    post(client, system=kept.code, cap="4")

    match = Match.objects.get()
    assert match.rules == kept.rules.changed(cap=4)
    assert (match.rules_name, match.preset) == ("", "west-flemish")


def test_a_system_can_be_asked_for(client, db):
    assert client.get(URL, {"system": "flemish-club"}).context["form"].preset == "flemish-club"
    for unknown in ("nosuchrules", "a\x00b"):
        assert client.get(URL, {"system": unknown}).context["form"].preset == DEFAULT


def test_saved_rules_that_are_gone_are_refused_and_nothing_typed_is_lost(client, db):
    kept = save_rules(client)
    kept.delete()

    assert "system" in refused(client, system=kept.code, place="Here")


def test_a_system_that_is_no_longer_known_does_no_harm(client, db):
    session = client.session
    session["system"] = "gone"
    session.save()

    assert client.get(URL).context["form"].preset == DEFAULT
    assert "system" in refused(client, system="gone")


def test_names_of_earlier_matches_are_offered(db):
    match = start_match(players={"N": "An", "E": "E", "S": "Cis", "W": "<i>"})
    page = reading_client(match).get(URL).content.decode()

    assert '<option value="An"></option>' in page
    assert '<option value="&lt;i&gt;"></option>' in page
    assert '<option value="E"></option>' not in page


def test_the_same_players_sit_down_with_one_press(db):
    first, last = start_match(), start_match(players={"N": "Ine", "E": "E", "S": "Jo", "W": "Kim"})
    client = remember(scoring_client(first), last, scoring=True)
    assert f"?like={last.code}" in client.get(URL).content.decode()

    form = client.get(URL, {"like": last.code}).context["form"]
    names = [form[f"name_{seat}"].value() or "" for seat in "NESW"]
    assert names == ["Ine", "", "Jo", "Kim"]


def test_players_of_a_match_unknown_to_the_device_are_not_told(client, db):
    match = start_match(players={"N": "Secret", "E": "B", "S": "C", "W": "D"})

    assert "Secret" not in client.get(URL, {"like": match.code}).content.decode()


def test_a_press_sent_twice_starts_one_match(client, db):
    key = client.get(URL).context["form"]["key"].value()

    first, second = post(client, key=key), post(client, key=key)
    assert first.url == second.url
    assert Match.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_presses_at_the_same_moment_start_one_match():
    client = Client()
    key = client.get(URL).context["form"]["key"].value()
    both_ready = threading.Barrier(2)

    def press() -> str:
        device = Client()
        both_ready.wait(10)
        try:
            return post(device, key=key).url
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as presses:
        first, second = presses.submit(press), presses.submit(press)
    assert first.result() == second.result()
    assert Match.objects.count() == 1


def test_a_press_sent_twice_with_a_drawn_dealer_starts_one_match(client, db):
    key = client.get(URL).context["form"]["key"].value()

    urls = {post(client, key=key, dealer="lot").url for _ in range(8)}
    assert len(urls) == 1


def test_a_form_shown_again_by_back_starts_another_match_if_it_says_otherwise(client, db):
    key = client.get(URL).context["form"]["key"].value()

    urls = [
        post(client, key=key).url,
        post(client, key=key, name_N="Ann").url,
        post(client, key=key, dealer="S").url,
        post(client, key=key, target="61").url,
    ]
    assert len(set(urls)) == 4


@pytest.mark.parametrize("key", ["", "x", "abc:def", "demo-mine"])
def test_nobody_chooses_the_scoring_code(client, db, key):
    post(client, key=key)

    match = Match.objects.get()
    assert len(match.scoring_code) == 24
    assert match.scoring_code != key


def test_the_scoring_code_of_someone_elses_form_does_not_open_their_match(db):
    mine, other = Client(), Client()
    key = mine.get(URL).context["form"]["key"].value()
    post(mine, key=key)

    # Only the same facts are taken for the same press.
    response = post(other, key=key, name_N="Eve")
    assert other.session["matches"].keys() != mine.session["matches"].keys()
    assert response.status_code == 302


def test_the_lot_falls_on_every_seat(client, db):
    dealers = set()
    for _ in range(60):
        post(client, dealer="lot")
        dealers.add(Match.objects.latest("pk").first_dealer)

    assert dealers == set("NESW")  # by chance it fails once in some ten million runs


def test_a_seat_without_a_name_goes_by_its_letter(client, db):
    unseen = "\u200b\u202e "  # characters that show as nothing
    post(client, name_E="", name_W=unseen)

    assert Match.objects.get().players == {"N": "An", "E": "E", "S": "Cis", "W": "W"}


@pytest.mark.parametrize("name", ["an", " AN ", "An"])
def test_two_equal_names_are_refused(client, db, name):
    response = post(client, name_S=name)

    errors = response.context["form"].errors
    assert errors == {"name_S": [f"“{name.strip()}” sits North already: tell them apart."]}
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    "name", ["🎴" * 80, "رنيه", 'Renée O\'Brien-Åsgård "Jo" <x>', "é" * 80, "x" * 80]
)
def test_awkward_names_are_kept_as_they_are(client, db, name):
    post(client, name_N=name)

    match = Match.objects.get()
    assert match.players["N"] == name
    page = client.get("/").content.decode()
    assert "<x>" not in page


def test_a_name_that_does_not_fit_is_refused(client, db):
    errors = refused(client, name_N="x" * 81)

    assert errors == {"name_N": ["At most 80 characters, please: it must fit the sheet."]}


def test_a_character_that_cannot_be_stored_is_refused(client, db):
    response = post(client, name_N="A\x00n", place="\x00")

    assert set(response.context["form"].errors) == {"name_N", "place"}


@pytest.mark.parametrize("dealer", ["", "X", "NE"])
def test_a_dealer_is_needed(client, db, dealer):
    assert set(refused(client, dealer=dealer)) == {"dealer"}


def test_house_rules_change_the_system(client, db):
    post(
        client,
        redouble="yes",
        double_no_trump="no",
        cap="0",
        deals="12",
        target="0",
        tie="drawn-match",
        trick_points="1",
        talk="muette",
    )

    expected = PRESETS["west-flemish"].changed(
        redouble=True,
        double_no_trump=False,
        cap=None,
        deals=12,
        target=None,
        tie="drawn-match",
        trick_points=1,
        talk="muette",
    )
    match = Match.objects.get()
    assert match.rules == expected
    assert match.preset == "west-flemish"


@pytest.mark.parametrize(
    ("facts", "field", "sentence"),
    [
        (
            {"trump": "turned"},
            "no_trump",
            "Where trump is turned there is always a trump: no deal goes without.",
        ),
        (
            {"third": "yes"},
            "third",
            "The doublers can go on only after a redouble: allow redoubling too.",
        ),
        ({"seats": "3"}, "sides", "Only four players can play in pairs."),
        ({"removed": "S5"}, "removed", "Only cards of the pack can be taken out, each once."),
        ({"target": "-5"}, "target", "Write a whole number from 0 to 9999."),
        ({"target": "many"}, "target", "Write a whole number from 0 to 9999."),
        ({"minutes": "10000"}, "minutes", "Write a whole number from 0 to 9999."),
    ],
)
def test_rules_that_cannot_be_are_refused_at_the_field(client, db, facts, field, sentence):
    assert sentence in refused(client, **facts)[field]


@pytest.mark.parametrize("option", ["trump", "pack", "double", "seats", "trick_points"])
def test_a_value_that_no_option_has_is_refused(client, db, option):
    assert option in refused(client, **{option: "nonsense"})


@pytest.mark.parametrize(
    ("facts", "least"),
    [
        ({"system": "flemish-club", "third": "yes"}, 8),
        ({"system": "west-flemish", "redouble": "yes", "cap": "2"}, 4),
        ({"system": "dealer-names", "double": "yes", "redouble": "yes"}, 4),
        ({"system": "manille-fr-68", "draw": "carry"}, 2),
        ({"system": "dealer-names", "fail_doubles": "yes", "contract": "majority", "cap": "1"}, 2),
    ],
)
def test_a_limit_that_takes_the_effect_of_a_new_doubling_is_refused(client, db, facts, least):
    (sentence,) = refused(client, **facts)["cap"]
    assert f"Write {least} or more" in sentence

    assert post(client, **{**facts, "cap": str(least)}).status_code == 302


def test_a_low_limit_of_the_system_itself_is_no_fault(client, db):
    assert post(client, system="flemish-club", target="61").status_code == 302


def test_the_form_opens_where_something_is_refused(client, db):
    page = post(client, third="yes").content.decode()

    assert '<details class="disclosure" open>' in page
    assert 'role="alert"' in page


def test_cards_taken_out_may_be_written_as_players_write(client, db):
    post(client, removed="s7, h7 d7 c7")

    assert Match.objects.get().rules.removed == "S7 H7 D7 C7"


def test_three_players_start_without_the_fourth(client, db):
    response = post(client, seats="3", sides="singles", undealt="dealer", name_W="")

    assert response.status_code == 302
    assert set(Match.objects.get().players) == set("NES")


def test_nobody_sits_or_deals_where_there_is_no_seat(client, db):
    three = {"seats": "3", "sides": "singles", "undealt": "dealer"}

    assert set(refused(client, **three)) == {"name_W"}
    assert set(refused(client, **three, name_W="", dealer="W")) == {"dealer"}


def test_starting_needs_few_queries(client, db, django_assert_max_num_queries):
    client.get(URL)
    with django_assert_max_num_queries(12):
        post(client)


def test_the_page_says_where_to_get_the_fragment(client, db):
    assert f'hx-get="{reverse("house_rules")}"' in client.get(URL).content.decode()
