"""A new competition: what it asks, what it makes."""

import pytest
from django.conf import settings
from django.urls import reverse

from games.manille.presets import PRESETS
from games.models import FORMATS, Competition, RuleSet
from games.standings.schemes import SCHEMES

from .changes import sent_back
from .competitions import client_of, make_club

pytestmark = pytest.mark.django_db

TYPED = {
    "name": "Autumn cup",
    "format": "swiss",
    "entry_kind": "pair",
    "system": "flemish-club",
}


@pytest.fixture
def url():
    return reverse("new_competition", args=[make_club().slug])


@pytest.mark.parametrize("format", FORMATS)
def test_a_competition_of_every_format_begins_with_its_own_points(url, format):
    kind = FORMATS[format].kinds[0]
    client = client_of("Secretary")
    response = client.post(url, {**TYPED, "format": format, "entry_kind": kind})
    made = Competition.objects.get()
    place = reverse("competition_settings", args=[made.club.slug, made.slug])
    assert response.status_code == 302 and response["Location"] == place
    assert (made.state, made.published, made.entry_kind) == ("draft", False, kind)
    assert made.scheme == SCHEMES[FORMATS[format].scheme]
    assert made.rules == PRESETS["flemish-club"]
    assert client.get(place).status_code == 200


@pytest.mark.parametrize("typed", ["", "pair", "individual", "nobody"])
@pytest.mark.parametrize(
    "format, kind",
    [("draw-evening", "individual"), ("season", "individual"), ("team-league", "team")],
)
def test_who_enters_is_no_question_where_only_one_can(url, format, kind, typed):
    client = client_of("Secretary")
    response = client.post(url, {**TYPED, "format": format, "entry_kind": typed})
    assert response.status_code == 302 and Competition.objects.get().entry_kind == kind
    settings = client.get(response["Location"])
    assert 'name="entry_kind"' not in settings.content.decode()
    # What is kept there keeps who enters.
    told = sent_back(settings, name="Another", entry_kind="pair")
    assert client.post(response["Location"], told).status_code == 302
    made = Competition.objects.get()
    assert (made.name, made.entry_kind) == ("Another", kind)


def test_the_form_hides_that_question_by_the_formats_without_a_choice(url):
    """A style sheet does, since there need not be a script."""
    html = client_of("Secretary").get(url).content.decode()
    assert "games/competitions" in html and html.count('name="entry_kind"') == 2
    styles = (settings.BASE_DIR / "static/games/competitions.css").read_text()
    (rule,) = [
        line for line in styles.splitlines() if line.endswith(".who-enters { display: none; }")
    ]
    for format, how in FORMATS.items():
        assert (f'[value="{format}"]' in rule) == (len(how.kinds) == 1), format


def test_a_saved_rule_set_is_frozen(url):
    client = client_of("Secretary")
    kept = RuleSet.keep(
        PRESETS["west-flemish"].changed(target=77), name="Ours", preset="west-flemish"
    )
    session = client.session
    session["rule_sets"] = [kept.code]
    session.save()
    client.post(url, {**TYPED, "system": kept.code})
    made = Competition.objects.get()
    assert made.rules.target == 77 and made.rules_name == "Ours"
    kept.delete()
    assert "Ours" in client.get(made.get_absolute_url()).content.decode()


@pytest.mark.parametrize(
    "wrong, field, sentence",
    [
        ({"name": " "}, "name", "Write the competition"),
        ({"name": "x" * 81}, "name", "At most 80"),
        ({"format": ""}, "format", "Choose a format"),
        ({"format": "duel"}, "format", ""),
        ({"entry_kind": ""}, "entry_kind", "Say who enters"),
        ({"entry_kind": "team"}, "entry_kind", "Say who enters"),
        ({"entry_kind": "individual"}, "system", "rules for two players"),
        ({"system": "two-hand"}, "system", "no two sides of two players"),
        ({"system": "three-solo"}, "system", "Choose one of these rules"),
        ({"system": ""}, "system", "Choose the rules"),
    ],
)
def test_what_cannot_be_is_said_at_its_field(url, wrong, field, sentence):
    response = client_of("Secretary").post(url, {**TYPED, **wrong})
    assert response.status_code == 200 and not Competition.objects.exists()
    assert sentence in " ".join(response.context["form"].errors[field])
    if "name" not in wrong:
        assert "Autumn cup" in response.content.decode()
