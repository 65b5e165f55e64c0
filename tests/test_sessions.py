"""What a device remembers, with two tabs writing at once."""

import threading

import pytest
from django.conf import settings
from django.contrib.sessions.backends.base import UpdateError
from django.db import connection
from django.test import Client
from django.urls import reverse

from games.models import Match, RuleSet
from games.sessions import SessionStore, merged
from games.views import matches as views
from tests.clubs import PASSWORD, account
from tests.matches import reading_client, remember, scoring_client, start_match
from tests.rule_sets import save_rules
from tests.test_start import post as start


def device(client):
    return client.cookies[settings.SESSION_COOKIE_NAME].value


@pytest.mark.django_db
def test_two_tabs_that_start_a_match_at_once_keep_both(client, monkeypatch):
    """While one tab is starting its match, the other starts one from beginning to end."""
    start(client)  # the device has a session
    other = Client()
    other.cookies = client.cookies
    begin = Match.start.__func__

    def meanwhile(cls, **facts):
        monkeypatch.setattr(Match, "start", classmethod(begin))
        assert start(other).status_code == 302
        return begin(cls, **facts)

    monkeypatch.setattr(Match, "start", classmethod(meanwhile))
    assert start(client).status_code == 302

    assert Match.objects.count() == 3
    known = client.session["matches"]
    assert known == {match.code: match.scoring_code for match in Match.objects.all()}


@pytest.mark.django_db
def test_a_new_device_has_one_session_before_two_tabs_start(client):
    client.get(reverse("start"))
    session = device(client)
    start(client)

    assert device(client) == session


@pytest.mark.django_db
def test_reading_in_one_tab_does_not_lose_the_scoring_link_of_another(monkeypatch):
    first, match = start_match(), start_match()
    client = scoring_client(first)
    other = Client()
    other.cookies = client.cookies
    state = views._state

    def meanwhile(code):
        monkeypatch.setattr(views, "_state", state)
        other.get(reverse("open_scoring", args=[match.scoring_code]))
        return state(code)

    monkeypatch.setattr(views, "_state", meanwhile)
    client.get(match.get_absolute_url())

    assert client.session["matches"][match.code] == match.scoring_code
    assert client.session["matches"][first.code] == first.scoring_code


@pytest.mark.django_db
def test_two_tabs_that_save_rules_at_once_keep_both(client, monkeypatch):
    save_rules(client, "A")
    other = Client()
    other.cookies = client.cookies
    keep = RuleSet.keep.__func__

    def meanwhile(cls, *args, **facts):
        monkeypatch.setattr(RuleSet, "keep", classmethod(keep))
        save_rules(other, "B")
        return keep(cls, *args, **facts)

    monkeypatch.setattr(RuleSet, "keep", classmethod(meanwhile))
    save_rules(client, "C")

    assert set(client.session["rule_sets"]) == set(RuleSet.objects.values_list("code", flat=True))
    assert RuleSet.objects.count() == 3


@pytest.mark.django_db(transaction=True)
def test_many_tabs_at_once():
    client = scoring_client(start_match())
    opened = [start_match() for _ in range(6)]

    def tab(match):
        try:
            session = SessionStore(device(client))
            session["matches"] = {**session["matches"], match.code: match.scoring_code}
            session.save()
        finally:
            connection.close()

    tabs = [threading.Thread(target=tab, args=[match]) for match in opened]
    for each in tabs:
        each.start()
    for each in tabs:
        each.join()

    assert len(client.session["matches"]) == 7


@pytest.mark.django_db
def test_what_one_tab_forgets_stays_forgotten():
    session = reading_client(start_match()).session
    again = SessionStore(session.session_key)
    again["name"] = "An"
    del session["matches"]
    session.save()
    again.save()

    assert dict(SessionStore(session.session_key).items()) == {"name": "An"}


def test_merged():
    read = {"m": {"a": "1", "b": ""}, "l": [1], "x": 1, "y": 1, "z": 1}
    mine = {"m": {"b": "", "c": ""}, "l": [1, 2], "x": 2, "y": 1}
    theirs = {"m": {"a": "1", "b": "9", "c": "7"}, "l": [1, 3], "x": 1, "y": 3, "z": 1}

    assert merged(read, mine, theirs) == {
        "m": {"b": "9", "c": "7"},
        "l": [1, 3, 2],
        "x": 2,
        "y": 3,
    }


@pytest.mark.django_db
def test_a_tab_that_saves_after_another_logged_out_logs_nobody_in_again(client):
    """The session that it read is gone, and stays so."""
    client.force_login(account())
    tab = SessionStore(device(client))
    tab["name"] = "An"  # read, and about to be saved
    client.post(reverse("log_out"))

    with pytest.raises(UpdateError):
        tab.save()
    assert client.get(reverse("account")).status_code == 302


@pytest.mark.django_db
def test_what_two_tabs_save_after_logging_in_is_all_kept(client):
    first, second = start_match(), start_match()
    remember(client, first, scoring=True)
    user = account()
    client.post(reverse("log_in"), {"username": user.email, "password": PASSWORD})
    tabs = [SessionStore(device(client)) for _ in range(2)]
    for tab, match in zip(tabs, (second, start_match()), strict=True):
        tab["matches"] = {**tab["matches"], match.code: match.scoring_code}
    for tab in tabs:
        tab.save()

    assert len(client.session["matches"]) == 3
    assert client.get(reverse("account")).status_code == 200


@pytest.mark.django_db
def test_a_changed_password_keeps_what_the_device_remembers(client):
    match = start_match()
    user = account()
    client.force_login(user)
    remember(client, match, scoring=True)
    told = {"old_password": PASSWORD, "new_password1": "n3w & long", "new_password2": "n3w & long"}
    assert client.post(reverse("change_password"), told).status_code == 302

    assert client.session["matches"] == {match.code: match.scoring_code}
    assert client.get(reverse("account")).status_code == 200


@pytest.mark.django_db
def test_somebody_else_who_logs_in_finds_nothing_of_the_first(client):
    first, second = account("First"), account("Second")
    client.force_login(first)
    match = start_match()
    remember(client, match, scoring=True)
    client.force_login(second)

    assert "matches" not in client.session
