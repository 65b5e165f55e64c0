"""`backupclub` and `restoreclub`."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

from games.models import Club
from tests.clubs import account, found_club, people

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    club = found_club()
    people(club, "Renée")
    return club


def test_from_one_to_the_other(club, tmp_path):
    path, out = tmp_path / "club.json", io.StringIO()
    call_command("backupclub", club.slug, str(path))
    club.delete()
    account("New")
    call_command("restoreclub", str(path), owner="NEW@example.org", stdout=out)

    again = Club.objects.get()
    assert again.players.get().name == "Renée"
    assert again.memberships.get().user.name == "New"
    assert f"clubs/{again.slug}/" in out.getvalue()
    assert [file.name for file in tmp_path.iterdir()] == ["club.json"]


def test_to_standard_output(club):
    out = io.StringIO()
    call_command("backupclub", club.slug, stdout=out)
    assert json.loads(out.getvalue())["club"]["name"] == club.name


def test_checking_writes_nothing(club, tmp_path):
    path, out = tmp_path / "club.json", io.StringIO()
    call_command("backupclub", club.slug, str(path))
    call_command("restoreclub", str(path), owner="owner@example.org", check=True, stdout=out)
    assert "can be restored" in out.getvalue() and Club.objects.count() == 1


def test_what_will_not_do_is_said_in_a_sentence(club, tmp_path):
    path = tmp_path / "club.json"
    with pytest.raises(CommandError, match="There is no club nowhere"):
        call_command("backupclub", "nowhere")
    with pytest.raises(CommandError, match="missing"):
        call_command("backupclub", club.slug, str(tmp_path / "missing" / "club.json"))
    with pytest.raises(CommandError, match="club.json"):
        call_command("restoreclub", str(path), owner="owner@example.org")
    path.write_text("{}\n")
    with pytest.raises(CommandError, match="not the back-up of a club"):
        call_command("restoreclub", str(path), owner="owner@example.org")
    with pytest.raises(CommandError, match="no account"):
        call_command("restoreclub", str(path), owner="nobody@example.org")
    assert Club.objects.count() == 1
