from django.urls import reverse

from games.manille.presets import PRESETS
from games.manille.rules import OPTIONS
from games.wording.rules import value_word
from tests.rule_sets import save_rules

URL = reverse("house_rules")


def test_it_shows_the_values_of_the_system(client, db):
    response = client.get(URL, {"system": "manille-fr-68"})

    assert response.status_code == 200
    page = response.content.decode()
    assert "<!DOCTYPE" not in page
    assert 'placeholder="50 (as in the system)"' in page
    assert "one for each (as in the system)" in page


def test_every_option_is_asked_once_and_blank_means_the_systems_value(client, db):
    form = client.get(URL, {"system": "botifarra-lliure"}).context["form"]
    asked = [field.name for _title, fields in form.house_rules for field in fields]

    assert sorted([*asked, "target"]) == sorted(OPTIONS)
    for option in asked:
        field = form.fields[option]
        assert not field.required
        assert str(field.label) and str(field.help_text)
        played = value_word(PRESETS["botifarra-lliure"], option)
        if hasattr(field, "choices"):
            assert field.choices[0] == ("", f"{played} (as in the system)")
        else:
            assert field.widget.attrs["placeholder"] == f"{played} (as in the system)"


def test_what_was_typed_is_kept(client, db):
    page = client.get(
        URL, {"system": "flemish-club", "third": "yes", "target": "7x", "removed": '"<b>'}
    ).content.decode()

    assert '<option value="yes" selected>' in page
    assert 'value="7x"' in page
    assert "&quot;&lt;b&gt;" in page
    assert "<b>" not in page
    assert '<details class="disclosure" open>' in page


def test_an_unknown_system_gets_the_usual_one(client, db):
    response = client.get(URL, {"system": "<b>"})

    assert response.context["form"].preset == "west-flemish"
    assert client.get(URL).status_code == 200


def test_saved_rules_show_their_own_values(client, db):
    kept = save_rules(client, target="61")
    page = client.get(URL, {"system": kept.code}).content.decode()

    assert 'placeholder="61 (as in the system)"' in page


def test_it_cannot_be_posted_to(client, db):
    assert client.post(URL).status_code == 405


def test_it_asks_the_database_nothing(client, db, django_assert_num_queries):
    with django_assert_num_queries(0):
        client.get(URL, {"system": "manilla-es-72"})


def test_the_places_change_with_the_system(client, db):
    names = {"name_N": "An", "name_E": "Bo", "name_S": "Cis", "name_W": "Dré"}
    page = client.get(URL, {"system": "three-solo", **names}).content.decode()

    assert '<fieldset id="places" hx-swap-oob="true">' in page
    assert 'name="name_W"' not in page
    assert '<input type="hidden" name="aside_W" value="Dré">' in page
    assert "Partners sit" not in page


def test_a_name_put_aside_comes_back_with_its_seat(client, db):
    page = client.get(URL, {"system": "west-flemish", "aside_W": "Dré"}).content.decode()

    assert 'name="name_W" value="Dré"' in page
    assert "aside_W" not in page


def test_whoever_plays_with_a_dummy_is_told(client, db):
    page = client.get(URL, {"system": "three-dummy"}).content.decode()

    assert 'name="name_S"' not in page
    assert "South is a dummy: North plays that hand too" in page
