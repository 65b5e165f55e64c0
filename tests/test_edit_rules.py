import pytest
from django.test import Client
from django.urls import reverse

from games.manille.presets import PRESETS
from games.manille.rules import OPTIONS
from games.models import RuleSet
from tests.matches import start_match
from tests.rule_sets import save_rules, typed

URL = reverse("edit_rules")
HTMX = {"HX-Request": "true"}


def compare(client, **sent):
    return client.post(URL, typed(**sent), headers=HTMX)


@pytest.mark.parametrize("system", PRESETS)
def test_it_starts_from_any_system(client, db, system):
    response = client.get(URL, {"system": system})

    assert response.status_code == 200
    form = response.context["form"]
    shown = {option: str(form[option].value()) for option in OPTIONS}
    assert shown == {option: typed(system)[option] for option in OPTIONS}
    nearest = response.context["likeness"][0]
    assert not nearest["rows"]
    assert f"These are the rules of {nearest['title']}." in response.content.decode()


@pytest.mark.parametrize("system", PRESETS)
def test_a_system_sent_as_it_stands_is_saved_as_it_stands(client, db, system):
    kept = save_rules(client, system=system)

    assert (kept.rules, kept.preset, kept.name) == (PRESETS[system], system, "Our club")
    assert client.session["rule_sets"] == [kept.code]


def test_it_starts_from_a_saved_set_and_from_a_match(client, db):
    kept = save_rules(client, target="61")
    match = start_match(rules={"target": 33})

    assert client.get(URL, {"system": kept.code}).context["form"]["target"].value() == "61"
    assert client.get(URL, {"system": match.code}).context["form"]["target"].value() == "33"
    for unknown in ("nosuchrules", "<b>", "a\x00b", "x" * 3000):
        assert client.get(URL, {"system": unknown}).status_code == 404
        assert client.post(URL, {"system": unknown}).status_code == 404


def test_the_usual_system_is_where_it_starts_unasked(client, db):
    assert client.get(URL).context["named"].key == "west-flemish"


def test_every_option_has_its_sentence(client, db):
    page = client.get(URL).content.decode()
    form = client.get(URL).context["form"]

    asked = [field.name for group in form.groups for field in group["fields"]]
    assert sorted(asked) == sorted(OPTIONS)
    for option in OPTIONS:
        assert f'id="id_{option}_helptext"' in page


def test_what_differs_is_told_at_once(client, db):
    response = compare(client, system="flemish-club", third="yes", cap="8")
    page = response.content.decode()

    assert "<!DOCTYPE" not in page
    assert "HX-Request" in response["Vary"]
    nearest = response.context["likeness"][0]
    assert nearest["preset"] == "flemish-club"
    assert [(str(row["label"]), row["here"], row["there"]) for row in nearest["rows"]] == [
        ("A third doubling", "yes", "no"),
        ("Greatest multiplier", "8", "4"),
    ]
    assert "Flemish club Manillen: 2 differences" in page
    assert not RuleSet.objects.exists()


def test_it_is_told_without_javascript_too(client, db):
    page = client.post(URL, typed("flemish-club", third="yes", compare="1")).content.decode()

    assert "<!DOCTYPE" in page
    assert "1 difference from Flemish club Manillen" in page
    assert not RuleSet.objects.exists()


def test_a_contradiction_is_refused_at_its_field(client, db):
    sentence = "The doublers can go on only after a redouble: allow redoubling too."
    page = compare(client, third="yes").content.decode()
    fault = page.split('id="faults-third"')[1].split("</div>")[0]
    assert sentence in fault
    assert "Some of these rules contradict one another." in page

    response = client.post(URL, typed(third="yes", name="X", target="77", save="1"))
    assert response.status_code == 200
    form = response.context["form"]
    assert form.errors["third"] == [sentence]
    assert form["target"].value() == "77" and form["name"].value() == "X"
    assert not RuleSet.objects.exists()


@pytest.mark.parametrize(
    ("option", "text"),
    [
        ("target", "many"),
        ("cap", "-1"),
        ("minutes", "10000"),
        ("head", "<b>"),
        ("removed", "S2"),
        ("removed", '"><i>'),
        ("pack", "TAKQ"),
        ("double", ""),
    ],
)
def test_what_makes_no_sense_is_refused_and_kept(client, db, option, text):
    response = client.post(URL, typed(name="X", save="1") | {option: text})

    assert response.status_code == 200
    form = response.context["form"]
    assert option in form.errors
    assert form[option].value() == text
    assert "<i>" not in response.content.decode()
    assert not RuleSet.objects.exists()


def test_no_number_is_written_as_nothing_or_0(client, db):
    assert save_rules(client, "A", target="0", deals="12").rules.target is None
    assert save_rules(client, "B", target="", deals="12").rules.target is None


def test_composite_ends_and_the_other_house_rules(client, db):
    kept = save_rules(
        client,
        target="101",
        deals="12",
        minutes="60",
        even_deals="yes",
        result_cap="121",
        stacking="add",
        cap="4",
        whole_pot="double",
        draw="replay",
        tie="drawn-match",
        revoke="flat-60",
        second_misdeal_passes="yes",
        correction="deal-end",
    )
    assert kept.rules == PRESETS["west-flemish"].changed(
        target=101,
        deals=12,
        minutes=60,
        even_deals=True,
        result_cap=121,
        stacking="add",
        cap=4,
        whole_pot="double",
        draw="replay",
        tie="drawn-match",
        revoke="flat-60",
        second_misdeal_passes=True,
        correction="deal-end",
    )


def test_a_name_is_needed_and_one_of_its_own(client, db):
    form = client.post(URL, typed(name=" ", save="1")).context["form"]
    assert form.errors["name"] == ["Give these rules a name, so that you find them again."]

    save_rules(client, "Our club")
    form = client.post(URL, typed(name="our  CLUB", target="1", save="1")).context["form"]
    assert "already" in form.errors["name"][0]
    form = client.post(URL, typed(name="x" * 61, save="1")).context["form"]
    assert form.errors["name"] == ["At most 60 characters, please."]
    assert RuleSet.objects.count() == 1
    assert save_rules(Client(), "Our club").pk  # another device has names of its own


def test_a_name_is_not_asked_for_while_comparing(client, db):
    assert not compare(client, name="").context["form"].errors


def test_two_presses_save_one_set(client, db):
    key = client.get(URL).context["form"]["key"].value()

    first = save_rules(client, key=key)
    assert save_rules(client, key=key) == first
    assert RuleSet.objects.count() == 1


def test_a_form_sent_again_otherwise_is_another_set(client, db):
    key = client.get(URL).context["form"]["key"].value()

    first = save_rules(client, "A", key=key)
    assert save_rules(client, "B", key=key, target="61") != first
    assert RuleSet.objects.count() == 2


def test_nobody_chooses_the_code(client, db):
    assert save_rules(client, key="chosen").code != "chosen"


def test_a_set_seen_by_its_link_can_be_kept_by_another_device(client, db):
    first = save_rules(client, target="61")
    form = Client().get(URL, {"system": first.code}).context["form"]
    assert form["name"].value() == "Our club"

    data = {"system": first.code, "name": "Our club", "save": "1"}
    response = Client().post(URL, data)
    assert response.status_code == 302
    copy = RuleSet.objects.exclude(pk=first.pk).get()
    assert copy.rules == first.rules and copy.preset == "west-flemish"


def test_it_asks_little_of_the_database(client, db, django_assert_num_queries):
    with django_assert_num_queries(0):
        client.get(URL, {"system": "flemish-club"})
    with django_assert_num_queries(0):
        compare(client, third="yes")


def test_other_methods_are_refused(client, db):
    assert client.put(URL).status_code == 405
