"""Who changed what of a club."""

import pytest
from django.urls import reverse

from games.models import effect_of_forgetting, forget, release_match
from games.views import clubs as views
from games.wording.clubs import SENTENCES
from tests.clubs import (
    account,
    club_match,
    found_club,
    logged_in,
    membership,
    officer,
    owner_of,
    people,
)

pytestmark = pytest.mark.django_db


def test_every_change_is_told_in_a_sentence(client):
    club = found_club()
    owner = owner_of(club)
    karel, gone = officer(club, "scorer", "Karel"), officer(club, "referee", "Gone")
    club.change_role(membership(club, karel), "referee", owner)
    club.remove(membership(club, gone), owner)
    club.leave(officer(club, "secretary"))
    club.change_settings({"window_hours": 5}, owner)
    an, bo = people(club, "An", "<b>Bo")
    an.rename("Anna", owner)
    an.merge(bo, an.effect_of_merging(bo).mark, owner)
    bo.take_back_merge(owner)
    club.invite_player(an, owner).accept(karel)
    an.hide(True, owner)
    an.hide(False, owner)
    (dre,) = people(club, "Dré")
    forget(dre, effect_of_forgetting(dre).mark, owner)
    release_match(club_match(club), "not ours", owner)
    # What files do is told in the tests of files and of back-ups.
    club.note("import", owner.name, after={"file": "people", "lines": 3})
    club.note("restore", owner.name, after={"name": club.name})
    club.note("was officer", owner.name, after={"name": "Karel", "role": "referee"})
    assert set(club.log.values_list("verb", flat=True)) == set(SENTENCES)

    html = logged_in(karel).get(reverse("club_history", args=[club.slug])).content.decode()
    for sentence in (
        "Karel has the office “Referee” instead of “Scorer”",
        "Gone has the office “Referee” no more",
        "Settings were changed: time for corrections",
        "An is now called Anna",
        "The entry &lt;b&gt;Bo was merged into Anna",
        "The entry &lt;b&gt;Bo was taken out of Anna again",
        "Anna linked an account",
        "Secretary gave up the office",
        "Anna is no longer named in public",
        "Anna is named in public again",
        "Somebody’s name was deleted on request",
    ):
        assert sentence in html, sentence


def test_older_ones_are_further_pages(monkeypatch):
    monkeypatch.setattr(views, "CHANGES_A_PAGE", 2)
    club = found_club()
    people(club, "An", "Bo", "Cis")
    client = logged_in(owner_of(club))
    url = reverse("club_history", args=[club.slug])
    first = client.get(url).content.decode()
    assert "Cis joined" in first and "An joined" not in first
    assert (
        "An joined"
        in client.get(url, {"before": club.log.get(after__name="Bo").pk}).content.decode()
    )
    assert client.get(url, {"before": "x"}).status_code == 404


def test_it_is_for_officers(client):
    url = reverse("club_history", args=[found_club(listed=True).slug])
    assert client.get(url).status_code == 302
    assert logged_in(account()).get(url).status_code == 404
