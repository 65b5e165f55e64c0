import pytest
from django.test import Client
from django.urls import reverse

from games.manille.presets import PRESETS
from games.wording.rule_sentences import sentences
from games.wording.rules import identifier
from tests.matches import start_match


def page(match) -> str:
    response = Client().get(reverse("match_rules", args=[match.code]))
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize("system", PRESETS)
def test_it_tells_every_rule(db, system):
    shown = page(start_match(system))

    for title, told in sentences(PRESETS[system]):
        for text in (title, *told):
            assert text in shown
    assert "house rule</span>" not in shown


def test_what_differs_from_the_system_is_marked(db):
    shown = page(start_match(rules={"target": 61, "redouble": True}))

    assert shown.count("house rule</span>") == 3
    target = "The match is over when a side has 61 match points or more."
    assert f'<span class="badge">house rule</span> {target}' in shown
    assert "<li>A doubled deal cannot be redoubled.</li>" in shown
    assert "<li>The match is over when a side has 101 match points or more.</li>" in shown


def test_rules_without_a_system_are_told_unmarked(db):
    match = start_match()
    match.preset = ""
    match.save()
    shown = page(match)

    assert "House rules" in shown
    assert "house rule</span>" not in shown


def test_it_reminds_of_the_rule_about_talk(db):
    reminder = "Muette: partners do not talk or signal during a deal."

    assert page(start_match(rules={"talk": "muette"})).count(reminder) == 2
    assert "Muette" not in page(start_match())


def test_it_is_the_passport_of_the_match(db):
    match = start_match(rules={"target": 61})
    shown = page(match)

    assert identifier(match.rules) in shown
    assert "Example: a trick" in shown
    assert reverse("rules_table", args=[match.code]) in shown
    assert f"{reverse('edit_rules')}?system={match.code}" in shown


def test_rules_with_a_name_are_called_by_it(db):
    shown = page(start_match(rules={"target": 61}, rules_name="<b>Our club"))

    assert "&lt;b&gt;Our club" in shown
    assert shown.count("house rule</span>") == 1


def test_it_gives_no_scoring_link_away(db):
    match = start_match()

    assert match.scoring_code not in page(match)


def test_it_is_for_reading_only_and_for_known_matches(client, db):
    match = start_match()

    assert client.post(reverse("match_rules", args=[match.code])).status_code == 405
    assert client.get(reverse("match_rules", args=["nosuchmatch"])).status_code == 404


def test_it_needs_one_query(client, db, django_assert_num_queries):
    match = start_match()
    with django_assert_num_queries(1):
        client.get(reverse("match_rules", args=[match.code]))
