"""The page on which a club is founded from its file."""

import io
import json
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.urls import reverse

from games.forms import backups
from games.models import Club
from tests.backups import file_of
from tests.clubs import account, club_match, found_club, logged_in, officer, people

pytestmark = pytest.mark.django_db

URL = "/clubs/new/back-up/"


@pytest.fixture
def file():
    club = found_club("Hof ter Manille")
    officer(club, "referee")
    people(club, "An", "Bo")
    club_match(club)
    file = file_of(club)
    club.delete()
    return file


def sent(client, file, name="club.json"):
    return client.post(URL, {"file": SimpleUploadedFile(name, file)})


def test_whoever_restores_it_owns_it(file):
    user = account("New")
    client = logged_in(user)
    response = sent(client, file)

    club = Club.objects.get()
    assert response.status_code == 302 and response.url == "/clubs/hof-ter-manille/"
    assert [(one.user, one.role) for one in club.memberships.all()] == [(user, "owner")]
    assert club.players.count() == 2 and club.matches.count() == 1
    page = client.get(response.url).content.decode()
    assert "The club is restored, and you are its owner." in page
    assert "The file names 2 other officers" in page
    assert club.name == "Hof ter Manille" and "restored on" not in page  # nobody else's name
    assert "1 match has another reading link" in page  # the match itself outlived its club
    history = client.get(reverse("club_history", args=[club.slug])).content.decode()
    assert "Referee was Referee when the back-up was made" in history
    assert "The club was restored from its back-up" in history


def test_it_says_which_line_ups_are_lost():
    """One waited for the other team's; whoever restores the club is told, on the page and by the
    command."""
    path = Path(__file__).parent / "files" / "league-version-1.json"
    client = logged_in(account("New"))
    page = client.get(sent(client, path.read_bytes()).url).content.decode()
    assert "1 line-up is to be handed in again" in page
    out = io.StringIO()
    call_command("restoreclub", str(path), owner="new@example.org", stdout=out)
    told = out.getvalue()
    assert "1 line-up is to be handed in again" in told and "you are its owner" not in told
    assert "5 matches have other reading links" in told and "names 4 other officers" in told


@pytest.mark.parametrize(
    "content, reason",
    [
        (b"", "This is empty: there is nothing to read."),
        (b"null", "This is not the back-up of a club."),
        (b"42", "This is not the back-up of a club."),
        (b'"De Bolle"', "This is not the back-up of a club."),
        (b"PK\x03\x04", "This is not the back-up of a club."),
        (b"{}", "This is not the back-up of a club."),
        (b'{"format": "manille-record"}', "Line 1: This is not the back-up of a club."),
    ],
)
def test_what_is_no_back_up_is_said_to_be_none(content, reason):
    response = sent(logged_in(account("New")), content)

    assert response.status_code == 200 and not Club.objects.exists()
    assert response.context["form"].errors == {"file": [reason]}


def test_what_is_wrong_is_said_with_its_line(file):
    broken = file.replace(b'"name": "Bo"', b'"name": 7')
    line = broken[: broken.index(b'"name": 7')].count(b"\n") + 1
    response = sent(logged_in(account("New")), broken)

    assert response.status_code == 200 and not Club.objects.exists()
    assert response.context["form"].errors == {
        "file": [f"Line {line}, people[1].name: Here a text is expected."]
    }
    assert f"Line {line}, people[1].name" in response.content.decode()


@pytest.mark.parametrize("content", [b"", b"{}", b"[]", b"\xff\xfe", b'{"format": "x"}', b"7"])
def test_what_is_no_back_up_is_refused(content):
    response = sent(logged_in(account("New")), content)
    assert response.status_code == 200 and list(response.context["form"].errors) == ["file"]


def test_a_file_that_is_too_large_is_told_where_to_go(file, monkeypatch):
    monkeypatch.setattr(backups, "MOST_MEGABYTES", 0)
    response = sent(logged_in(account("New")), file)
    assert not Club.objects.exists()
    [error] = response.context["form"].errors["file"]
    assert "ask whoever runs the site" in error


def test_without_a_file(file):
    response = logged_in(account("New")).post(URL)
    assert response.context["form"].errors == {"file": ["Choose the file of a club."]}


def test_it_takes_an_account(client, file):
    assert client.get(URL).url == f"{reverse('log_in')}?next={URL}"
    assert sent(client, file).status_code == 302
    assert not Club.objects.exists()


def test_the_page_and_the_ways_to_it():
    client = logged_in(account())
    assert client.get(URL).status_code == 200
    assert client.put(URL).status_code == 405
    assert f'href="{URL}"' in client.get(reverse("found_club")).content.decode()


def test_laid_out_otherwise_or_on_one_line_it_says_the_same(file):
    """The lines are for people who look for a fault; JSON is JSON."""
    client = logged_in(account("New"))
    for layout in ({"indent": 4}, {"separators": (",", ":")}, {"ensure_ascii": True}):
        response = sent(client, b"\xef\xbb\xbf" + json.dumps(json.loads(file), **layout).encode())
        assert response.status_code == 302, response.context["form"].errors
    assert Club.objects.count() == 3


def test_beside_a_club_of_the_same_name_it_says_how_it_is_called_and_that_is_changed_at_once(file):
    client = logged_in(account("New"))
    html = client.get(URL).content.decode()
    assert "the restored one has the day in its name, “(restored on" in html
    sent(client, file)
    page = client.get(sent(client, file).url).content.decode()
    first, second = Club.objects.order_by("pk")
    assert first.name == "Hof ter Manille" and second.name.startswith("Hof ter Manille (restored")
    assert f"this one is called “{second.name}”" in page
    url = reverse("club_settings", args=[second.slug])
    assert url in page
    form = client.get(url).context["form"]
    typed = {name: form[name].value() or "" for name in form.fields} | {"name": "De Kring"}
    assert client.post(url, typed).status_code == 302
    assert Club.objects.get(pk=second.pk).name == "De Kring"
