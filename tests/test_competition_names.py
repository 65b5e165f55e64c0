"""Names of competitions' people that are not to be told: in public, or for good."""

import pytest
from django.core import serializers
from django.test import Client
from django.urls import reverse

from games.models import Competition, Entry, Player, effect_of_forgetting
from games.models.forgetting import forget
from games.models.log import CompetitionChange
from games.models.names import untold
from tests.competitions import (
    add_people,
    client_of,
    draw,
    make_club,
    make_competition,
    owner,
    tables,
    type_result,
)

pytestmark = pytest.mark.django_db

HIDDEN = "Quirijn Zonderling"


@pytest.fixture
def cup() -> Competition:
    club = make_club(listed=True)
    cup = make_competition(club)
    pairs = [(HIDDEN, "Bo Lis"), ("Cis Mol", "Dré Nop"), ("Eva Ost", "Fon Pas")]
    entries = [(" & ".join(pair), add_people(club, *pair)) for pair in pairs]
    Entry.enter(cup, entries, owner())
    Competition.objects.filter(pk=cup.pk).update(published=True)
    cup = Competition.objects.get(pk=cup.pk)
    type_result(tables(draw(cup))[0], 60, 40)
    return Competition.objects.get(pk=cup.pk)


def hidden() -> Player:
    return Player.objects.get(name=HIDDEN)


def pages(cup: Competition, client: Client) -> str:
    args = [cup.club.slug, cup.slug]
    addresses = [
        *(reverse(name, args=args) for name in ("competition", "entries", "standings", "bracket")),
        *(
            reverse(name, args=[*args, 1])
            for name in ("competition_round", "round_board", "round_sheet", "round_club_sheets")
        ),
        reverse("round_sheet", args=[*args, 1]) + "?by=name",
        *(
            reverse("standing", args=[*args, number])
            for number in cup.entries.values_list("number", flat=True)
        ),
    ]
    answers = [client.get(address) for address in addresses]
    assert [answer.status_code for answer in answers] == [200] * len(addresses)
    return "".join(answer.content.decode() for answer in answers)


def test_who_does_not_want_to_be_listed_is_not_told_in_public(cup):
    assert HIDDEN in pages(cup, Client())
    hidden().hide(True, owner())
    public = pages(cup, Client())
    assert HIDDEN not in public and "Bo Lis" in public
    assert HIDDEN in pages(cup, client_of("Secretary"))


def test_a_name_deleted_is_told_nowhere_and_the_results_stay(cup):
    before = cup.every_standings()[0].rows
    player = hidden()
    effect = effect_of_forgetting(player)
    assert effect.entries == 1
    forget(player, effect.mark, owner())
    stored = serializers.serialize(
        "json", [*Entry.objects.all(), *CompetitionChange.objects.all(), *Player.objects.all()]
    )
    assert HIDDEN not in stored and "Bo Lis" in stored
    assert HIDDEN not in pages(cup, client_of("Secretary"))
    assert Competition.objects.get(pk=cup.pk).every_standings()[0].rows == before


def test_a_name_of_two_letters_is_no_word_of_what_others_wrote():
    told = {"An": "N. N.", "An & Bo": "N. N. & Bo"}
    log = {"entry": "An & Bo", "people": ["An", "Bo"], "reason": "An excuse of An & Bo"}
    assert untold(log, told) == {
        "entry": "N. N. & Bo",
        "people": ["N. N.", "Bo"],
        "reason": "An excuse of N. N. & Bo",
    }
