"""The board on the wall: who plays with whom now."""

import pytest
from django.test import Client

from .competitions import address, begin_evening, draw, enter, make_club, owner

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return begin_evening(make_club())


def test_the_cost_of_the_board_does_not_grow(evening, django_assert_max_num_queries):
    evening.change(owner(), published=True)
    enter(evening, 12, first=31)
    for number in (1, 2):
        with django_assert_max_num_queries(6):
            Client().get(address(evening, "round_board", number))
        if number == 1:
            draw(evening)
