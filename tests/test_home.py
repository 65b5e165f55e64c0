import pytest
from django.test import Client
from django.urls import reverse

from tests.matches import reading_client, record, remember, rule, scoring_client, start_match

HOME = "/"


def test_home_is_a_whole_page(client, db):
    response = client.get(reverse("home"))

    assert response.status_code == 200
    assert "games/home.html" in [template.name for template in response.templates]
    page = response.content.decode()
    assert page.startswith("<!DOCTYPE html>")
    assert '<html lang="en"' in page
    assert f'href="{reverse("start")}"' in page
    assert f'href="{reverse("import_record")}"' in page


def test_home_cannot_be_posted_to(client, db):
    assert client.post(reverse("home")).status_code == 405


def test_it_lists_the_matches_of_this_device_and_no_others(db):
    mine, other = start_match(place="Café One"), start_match(place="Café Two")
    record(mine, 38)
    page = scoring_client(mine).get(HOME).content.decode()

    assert mine.get_absolute_url() in page
    assert other.get_absolute_url() not in page
    assert "An &amp; Cis" in page
    assert '<b class="match-total">8</b>' in page
    assert "1 deal played" in page
    assert mine.scoring_code not in page


def test_what_was_played_stands_beside_totals_that_a_ruling_changed(db):
    ruled, other, stands = (start_match() for _ in range(3))
    client = Client()
    for match in (ruled, other, stands):
        record(match, 38)
        remember(client, match, scoring=True)
    rule(ruled, 1, revoke="N", trick=3)
    rule(stands, 1, play_stands=True)
    response = client.get(HOME)

    told = {row["match"].pk: row["as_played"] for row in response.context["matches"]}
    assert told == {ruled.pk: "8–0", other.pk: "", stands.pk: ""}
    assert response.content.decode().count("as played 8–0") == 1


def test_a_device_that_only_reads_sees_its_matches_too(db):
    match = start_match()

    assert match.get_absolute_url() in reading_client(match).get(HOME).content.decode()


def test_matches_under_way_come_first(db):
    under_way, over, signed = start_match(), start_match(), start_match()
    over.give_up("Late")
    signed.give_up("Late")
    for side in ("NS", "EW"):
        signed.sign(side, "Somebody")
    client = Client()
    for match in (under_way, over, signed):
        remember(client, match, scoring=True)
    response = client.get(HOME)

    shown = [row["match"].pk for row in response.context["matches"]]
    assert shown == [under_way.pk, signed.pk, over.pk]
    assert [row["state"] for row in response.context["matches"]] == [
        "no deal played yet",
        "signed",
        "given up, not signed yet",
    ]


def test_names_are_never_markup(db):
    match = start_match(players={"N": "<b>An</b>", "E": 'B"o', "S": "رنيه", "W": "🎴"})
    page = scoring_client(match).get(HOME).content.decode()

    assert "<b>An</b>" not in page
    assert "<bdi>&lt;b&gt;An&lt;/b&gt; &amp; رنيه</bdi>" in page


def test_a_forgotten_match_is_left_out(db):
    match = start_match()
    client = scoring_client(match)
    match.delete()

    assert client.get(HOME).status_code == 200


@pytest.mark.parametrize("matches", [1, 12])
def test_the_number_of_queries_does_not_grow(db, django_assert_num_queries, matches):
    client = Client()
    for _ in range(matches):
        match = start_match()
        record(match, 38)
        record(match, 30)
        remember(client, match, scoring=True)

    with django_assert_num_queries(3):  # session, matches, deals
        client.get(HOME)


def test_demo_matches_are_shown_in_development_only(client, db, settings):
    start_match(scoring_code="demo-west-flemish")
    link = reverse("open_scoring", args=["demo-west-flemish"])

    assert link not in client.get(HOME).content.decode()
    settings.DEBUG = True
    assert link in client.get(HOME).content.decode()
