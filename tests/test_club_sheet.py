"""A club sheet for any table, without names."""

import pytest
from django.test import Client
from django.urls import reverse


def test_a_blank_sheet_has_three_times_25_lines():
    page = Client().get(reverse("club_sheet"))
    html = page.content.decode()
    assert page.status_code == 200
    assert html.count('<th scope="row">25</th>') == 3 and "26" not in html.split("<article")[1]
    assert html.count('class="to-write"') == 3
    assert html.count("One pair") == html.count("The other pair") == 3


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_it_is_only_read(method):
    assert getattr(Client(), method)(reverse("club_sheet")).status_code == 405


def test_rules_lead_to_it(db):
    page = Client().get(reverse("passport", args=["flemish-club"]))
    assert reverse("club_sheet") in page.content.decode()
