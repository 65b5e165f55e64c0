"""The rules of a competition, read by whoever sees it."""

import pytest
from django.test import Client
from django.urls import reverse

from games.manille.presets import PRESETS
from games.wording.rule_sentences import sentences
from games.wording.rules import identifier

from .competitions import client_of, make_club, make_competition

pytestmark = pytest.mark.django_db

AS_NAMED = {
    option: getattr(PRESETS["west-flemish"], option) for option in ("deals", "target", "tie")
}


def address(competition):
    return reverse("competition_rules", args=[competition.club.slug, competition.slug])


def test_it_tells_every_rule_of_the_system():
    competition = make_competition(make_club(), published=True, rules=AS_NAMED)
    page = Client().get(address(competition)).content.decode()
    for title, told in sentences(PRESETS["west-flemish"]):
        for text in (title, *told):
            assert text in page
    assert identifier(PRESETS["west-flemish"]) in page and "West-Flemish" in page
    assert "All the rules on one page." in page and "house rule</span>" not in page
    assert f'href="{competition.get_absolute_url()}"' in page


def test_what_the_club_changed_is_marked_under_the_name_it_was_saved_by():
    competition = make_competition(
        make_club(), published=True, rules={**AS_NAMED, "target": 61}, rules_name="Ours <b>"
    )
    page = Client().get(address(competition)).content.decode()
    assert "<h1><bdi>Ours &lt;b&gt;</bdi></h1>" in page
    assert page.count("house rule</span>") == 1
    assert "House rules, made from West-Flemish Manillen. What differs is marked." in page
    assert identifier(competition.rules) in page


def test_what_is_not_published_is_read_by_officers_alone():
    competition = make_competition(make_club())
    assert Client().get(address(competition)).status_code == 404
    assert client_of("Scorer").get(address(competition)).status_code == 200
    assert client_of("Scorer").post(address(competition)).status_code == 405


def test_queries(django_assert_num_queries):
    competition = make_competition(make_club(), published=True)
    with django_assert_num_queries(2):  # the competition, hidden names
        Client().get(address(competition))
