"""Who meets again in a draw: summed up, so that the draw itself is seen, with all of them below."""

import re

import pytest
from django.test import Client

from games.models import Player
from games.wording.rounds import say_repeats

from .competitions import address, client_of, draw, enter, make_club, make_competition, owner

pytestmark = pytest.mark.django_db

NAMES = {1: "An", 2: "Bo", 3: "Cis", 4: "Dré"}


def test_one_is_a_sentence_and_several_are_summed_up_for_each_way_of_meeting():
    repeats = [
        ["together", 1, 2, 1],
        ["partners", 1, 2, 1],
        ["together", 3, 4, 2],
        ["together", 1, 9, 1],
    ]
    partners, together = say_repeats(repeats, NAMES)
    assert partners.told == "An and Bo have been partners before." == partners.each[0]
    assert together.told == "3 times two sit at one table who have before."
    assert together.each == [
        "An and Bo have sat at one table before.",
        "Cis and Dré have sat at one table before.",
        "An and – have sat at one table before.",
    ]
    (met,) = say_repeats([["opponents", 1, 2, 1]] * 2, NAMES)
    assert met.told == "2 times two meet who have met before."
    (again,) = say_repeats([["partners", 1, 2, 1]] * 2, NAMES)
    assert again.told == "2 times two are partners who have been before."
    assert say_repeats([], NAMES) == []


@pytest.fixture
def evening():
    evening = make_competition(make_club(), "draw-evening", published=True)
    enter(evening, 4)
    draw(evening)
    return evening


def folded(html):
    """What stands on the first line of each fold -> how many lines are in it."""
    found = re.findall(r"<summary>(.*?)</summary><ul[^>]*>(.*?)</ul>", html, re.DOTALL)
    return {told: lines.count("<li>") for told, lines in found}


def test_the_draw_shows_one_line_and_all_of_them_folded(evening):
    html = client_of("Secretary").get(address(evening, "draw_round")).content.decode()
    assert "This cannot be avoided:" in html
    assert folded(html)["6 times two sit at one table who have before."] == 6
    assert len(re.findall("A1 and A2 have sat|A2 and A1 have sat", html)) == 1


def test_so_does_the_round_that_was_drawn_and_tells_no_hidden_names(evening):
    Player.objects.get(name="A1").hide(True, owner())
    round = draw(evening)
    html = Client().get(round.get_absolute_url()).content.decode()
    assert "What the draw could not avoid" in html
    assert folded(html)["6 times two sit at one table who have before."] == 6
    no = "N.\u00a0N.\u00a01"
    assert len(re.findall(f"{no} and A2 have sat|A2 and {no} have sat", html)) == 1
    assert not re.search(r"\bA1\b", html), re.findall(r".{60}\bA1\b.{60}", html)


def test_a_first_round_repeats_nothing(evening):
    html = Client().get(evening.rounds.first().get_absolute_url()).content.decode()
    assert "could not avoid" not in html
