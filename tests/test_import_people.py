"""Bringing in a table of a club's people."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import ClubEntry, Player

from .competitions import add_people, client_of, make_club, make_user, owner
from .csv_files import download, faults, look, take_over, told, upload

pytestmark = pytest.mark.django_db

HARD = 'Renée O\'Brien-Åsgård "Jo" <x>'


@pytest.fixture
def club():
    return make_club()


def url_of(club):
    return reverse("import_people", args=[club.slug])


def names(club):
    return sorted(Player.of(club).values_list("name", flat=True))


def test_the_page_tells_what_a_file_holds(club):
    html = client_of("Scorer").get(url_of(club)).content.decode()
    assert "Number" in html and "Listed" in html and 'enctype="multipart/form-data"' in html
    assert reverse("export_people", args=[club.slug]) in html


def test_others_are_refused(club):
    make_club("Elsewhere").memberships.create(user=make_user("Stranger"), role="owner")
    data = {"text": "name\nAn", "confirm": "1"}
    assert client_of("Stranger").get(url_of(club)).status_code == 404
    assert client_of("Stranger").post(url_of(club), data).status_code == 404
    assert Client().post(url_of(club), data).status_code == 302
    assert client_of("Olga").put(url_of(club)).status_code == 405
    assert names(club) == []


def test_first_what_it_does_then_so(club):
    add_people(club, "Bo")
    client, text = client_of("Secretary"), f"Name\r\nAn\r\nbo\r\n{HARD.replace(chr(34), '')}\r\n"
    shown = look(client, url_of(club), text)
    assert [row[:2] for row in told(shown)] == [(2, "new"), (4, "new")]
    assert names(club) == ["Bo"]  # nothing yet
    assert ClubEntry.objects.filter(verb="import").count() == 0
    done = take_over(client, url_of(club), text)
    assert done.status_code == 302 and done.url == reverse("people", args=[club.slug])
    assert names(club) == ["An", "Bo", HARD.replace('"', "")]
    log = ClubEntry.objects.get(verb="import")
    assert log.after == {"file": "people", "lines": 2} and log.by == "Secretary"
    page = client.get(reverse("club_history", args=[club.slug])).content.decode()
    assert "lines that changed something: 2" in page
    again = look(client, url_of(club), text)
    assert "nothing to do" in again.content.decode() and not told(again)
    take_over(client, url_of(club), text)
    assert ClubEntry.objects.filter(verb="import").count() == 1


def test_all_faults_are_told_at_once_and_nothing_is_kept(club):
    text = (
        "Number in the club;Name;Listed\n;An;yes\n;;\n99;Bo;\n;"
        + "x" * 81
        + ";perhaps\n;an;no\n;Cis;no;x\n1,5;Dré;"
    )
    client = client_of("Olga")
    shown = take_over(client, url_of(club), text)
    wrong = faults(shown)
    assert wrong.keys() == {4, 5, 6, 7, 8}
    assert "99" in wrong[4] and "longer than 80" in wrong[5] and "perhaps" in wrong[5]
    assert "twice" in wrong[6] and "more cells" in wrong[7] and "no whole number" in wrong[8]
    assert names(club) == []
    html = shown.content.decode()
    assert "nothing is taken over" in html and 'name="confirm"' not in html
    assert "99;Bo;" in html  # what was brought stands there, to be put right


def test_a_name_far_too_long_is_told_of_once(club):
    shown = look(client_of("Olga"), url_of(club), "Name\n" + "x" * 90 + "\n")
    assert faults(shown)[2].count("longer than") == 1 and "longer than 80" in faults(shown)[2]


def test_a_number_gives_another_name_and_listing(club):
    an, bo = add_people(club, "An", "Bo")
    text = "Number in the club,Name,Listed\n1,Anna,no\n2,Bo,yes\n"
    client = client_of("Secretary")
    assert [row[:2] for row in told(look(client, url_of(club), text))] == [(2, "changed")]
    take_over(client, url_of(club), text)
    an.refresh_from_db()
    assert (an.name, an.hidden) == ("Anna", True)
    assert {"rename", "hide"} <= set(ClubEntry.objects.values_list("verb", flat=True))


@pytest.mark.parametrize("head", ["Number", "number", "Numéro", "Nummer"])
def test_an_older_file_comes_in_by_its_names(club, head):
    """Its numbers were keys of the whole site: as numbers of the club they would be somebody's."""
    add_people(make_club("Elsewhere"), "X", "Y", "Z")
    an, bo = add_people(club, "An", "Bo")
    client = client_of("Secretary")
    text = f"{head},Name,Listed\n{bo.pk},An,yes\n2,Bo,yes\n1,Cis,yes\n"
    shown = look(client, url_of(club), text)
    assert told(shown) == [(4, "new", "Cis")]
    assert "its numbers are not those of the club" in shown.content.decode()
    take_over(client, url_of(club), text)
    assert names(club) == ["An", "Bo", "Cis"]
    # A file of now says nothing of the kind.
    shown = look(client, url_of(club), "Number in the club,Name\n1,An\n")
    assert "not those of the club" not in shown.content.decode()


@pytest.mark.parametrize("language", ["en", "fr", "nl", "es", "ca", "de", "sv"])
def test_a_file_in_any_language_changes_nothing_when_it_comes_back(club, language):
    an, bo, _cis = add_people(club, "An", "Bo", "Cis")
    an.merge(bo, an.effect_of_merging(bo).mark, owner())
    client = client_of("Olga")
    text = download(
        client, reverse("export_people", args=[club.slug]), **{"accept-language": language}
    )
    shown = look(client, url_of(club), text)
    assert not told(shown) and not shown.context["outcome"].unread
    assert "nothing to do" in shown.content.decode()


def test_a_scorer_may_add_people_and_no_more(club):
    (an,) = add_people(club, "An")
    client = client_of("Scorer")
    shown = look(client, url_of(club), "Number in the club,Name\n1,Anna\n,Bo\n")
    assert "office" in faults(shown)[2]
    assert "office" in faults(look(client, url_of(club), "Name,Listed\nBo,no\n"))[2]
    take_over(client, url_of(club), "Name,Listed\nBo,yes\n")
    assert names(club) == ["An", "Bo"]


def test_what_changed_meanwhile_is_looked_at_again(club):
    client, text = client_of("Olga"), "Name\nAn\nBo\n"
    seen = look(client, url_of(club), text).context["outcome"].mark
    add_people(club, "Bo")
    shown = client.post(url_of(club), {"text": text, "seen": seen, "confirm": "1"})
    assert "Meanwhile something has changed" in shown.content.decode()
    assert told(shown) == [(2, "new", "An")] and names(club) == ["Bo"]
    seen = shown.context["outcome"].mark
    assert (
        client.post(url_of(club), {"text": text, "seen": seen, "confirm": "1"}).status_code == 302
    )
    assert names(club) == ["An", "Bo"]


def test_confirmed_twice_is_done_once(club):
    client, text = client_of("Olga"), "Name\nAn\n"
    seen = look(client, url_of(club), text).context["outcome"].mark
    for _ in range(2):
        data = {"text": text, "seen": seen, "confirm": "1"}
        assert client.post(url_of(club), data).status_code == 302
    assert names(club) == ["An"] and ClubEntry.objects.filter(verb="import").count() == 1


@pytest.mark.parametrize("head", ["Name", "name", "NAME ", "\ufeffName"])
def test_the_head_is_read_however_it_is_written(club, head):
    assert told(look(client_of("Olga"), url_of(club), f"{head}\nAn\n")) == [(2, "new", "An")]


def test_a_head_that_is_missing_is_explained(club):
    page = look(client_of("Olga"), url_of(club), "Somebody;Else\nAn;Bo\n").content.decode()
    assert "There is no column “Name”" in page
    page = look(client_of("Olga"), url_of(club), "Name;Phone\nAn;1\n")
    assert page.context["outcome"].unread == ["Phone"] and "Phone" in page.content.decode()
    page = look(client_of("Olga"), url_of(club), "Name;Name\nAn;1\n").content.decode()
    assert "stands there twice" in page


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
def test_a_file_of_a_spreadsheet(club, encoding):
    shown = upload(client_of("Olga"), url_of(club), "Name\r\nRenée Åsgård\r\n".encode(encoding))
    assert told(shown) == [(2, "new", "Renée Åsgård")]
    assert "Renée Åsgård" in shown.context["form"].initial["text"]


def test_files_that_cannot_be_read(club):
    client = client_of("Olga")
    for data, sentence in (
        (b"Name\n" + b"x" * (1 << 20), "larger than 1 MiB"),
        (b"\x89PNG\0\0", "This is no text"),
        (b'Name\n"Jo', "quotation marks do not match"),
        (b"", "There are no lines"),
        (b"Name\n" + b"An\n" * 1001, "At most 1000 lines"),
    ):
        shown = upload(client, url_of(club), data)
        assert shown.status_code == 200 and sentence in shown.content.decode(), sentence
    assert "Choose a file" in client.post(url_of(club), {"text": " "}).content.decode()
    shown = client.post(url_of(club), {"text": "Name\n\0"})
    assert shown.status_code == 200 and shown.context["form"].errors


def test_a_text_that_was_refused_is_not_lost(club):
    shown = client_of("Olga").post(url_of(club), {"text": 'Name\n"Jo'})
    assert "&quot;Jo" in shown.content.decode()


def test_out_and_in_again_changes_nothing(club):
    add_people(club, HARD, "=SUM(A1)", "שרה", "🂡 Zoë; 1, 2", "'=x", "-Jan")
    Player.objects.get(name="-Jan").hide(True, owner())
    text = download(client_of("Olga"), reverse("export_people", args=[club.slug]))
    assert not told(look(client_of("Olga"), url_of(club), text))
    other = make_club("Other club")
    rows = [line.split(",", 1)[1] for line in text.splitlines()]
    take_over(client_of("Olga"), url_of(other), "\n".join(rows))
    assert names(other) == names(club)
    assert Player.of(other).get(hidden=True).name == "-Jan"


@pytest.mark.parametrize("count", [10, 60])
def test_looking_at_people_who_are_there_costs_the_same_for_each(
    club, count, django_assert_max_num_queries
):
    add_people(club, *(f"P{number}" for number in range(count)))
    client, url = client_of("Olga"), url_of(club)
    text = download(client, reverse("export_people", args=[club.slug]))
    with django_assert_max_num_queries(13 + 2 * count):
        look(client, url, text)
