"""A match as a text: what the JSON record tells, as a file to keep."""

import pytest
from django.urls import reverse

from games.manille.pbn import parse_text, write_text
from games.manille.presets import PRESETS
from games.manille.record import write_record
from games.manille.verdict import verdict
from games.models import Match, record_of, start_from_record
from tests.matches import record, rule, start_match
from tests.test_export_record import played_at_the_table


def url(match):
    return reverse("export_text", args=[match.code])


@pytest.mark.parametrize("preset", PRESETS)
def test_it_tells_what_the_record_tells(client, db, preset):
    match = played_at_the_table(preset)
    (found,) = parse_text(client.get(url(match)).content)
    json = client.get(reverse("export_record", args=[match.code])).content.decode()

    assert write_record(found) == json
    again = start_from_record(found)
    assert client.get(url(again)).content == client.get(url(match)).content


def test_a_ruling_is_in_it(client, db):
    match = start_match()
    record(match, 38)
    rule(match, 1, revoke="N", trick=3, reason='He said "no"')
    text = client.get(url(match)).content.decode()

    assert '[Ruling ""]\nrevoke "N"\ntrick 3\nreason "He said \\"no\\""\n' in text
    assert '[CardPoints "NS 38, EW 22"]' in text
    assert '[Score "NS 0, EW 30"]' in text
    # What it would have scored stands beside what was ruled, and is read back as a claim.
    played = '[AsPlayed ""]\nmultiplier 1\npoints.NS 8\npoints.EW 0\ntotals.NS 8\ntotals.EW 0\n'
    assert played in text
    (found,) = parse_text(text)
    assert verdict(found)["claims"] == []
    (wrong,) = parse_text(text.replace("points.NS 8", "points.NS 9"))
    assert verdict(wrong)["claims"] == [
        {"place": "deals[0].as_played.points.NS", "claimed": 9, "derived": 8}
    ]


@pytest.mark.parametrize(
    "corrected, row",
    [
        ({"dealer": "S"}, '[Play "W"]\nHT   H7   H8   H9\nS9   ??   ST   -'),
        (
            {"misdeal": "exposed-card", "trump": "", "declarer": "", "card_points": None},
            '[Play "E"]\nHT   H7   H8   H9\nS9   ??   ST   -',
        ),
    ],
)
def test_cards_that_no_longer_fit_stay_in_it(client, db, corrected, row):
    """Another dealer was put right, or there was nothing to play: the cards stay as they were
    entered, though nobody can replay them."""
    match = start_match()
    record(match, 40)
    cards = Match.objects.get(pk=match.pk).deal(1)
    cards.cards_played = "HT H7 H8 H9\nS9 ?? ST"
    cards.hands = "E: HT SA S9 DT HK D7 C8 C7"
    match.record_cards(cards)
    changed = Match.objects.get(pk=match.pk).deal(1)
    for fact, value in corrected.items():
        setattr(changed, fact, value)
    match.correct_deal(changed, "It was not so")

    response = client.get(url(match))
    assert response.status_code == 200
    assert row in response.content.decode()
    assert client.get(reverse("export_record", args=[match.code])).status_code == 200


def test_it_is_a_file_to_keep(client, db):
    match = start_match(played_on="2026-10-25", place="Café مريم")
    match.refresh_from_db()
    response = client.get(url(match))

    assert url(match) == f"/matches/{match.code}/record.pbn"
    assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
    disposition = response.headers["Content-Disposition"]
    assert disposition == 'attachment; filename="manille-2026-10-25.pbn"'
    assert response.content.decode() == write_text([record_of(match)])
    assert match.scoring_code not in response.content.decode()


def test_the_sheet_leads_to_it(client, db):
    match = start_match()

    assert f'href="{url(match)}"' in client.get(match.get_absolute_url()).content.decode()


def test_it_is_for_reading_only_and_for_known_matches(client, db):
    match = start_match()

    assert client.post(url(match)).status_code == 405
    assert client.get(reverse("export_text", args=["nosuchmatch"])).status_code == 404


@pytest.mark.parametrize("deals", [1, 9])
def test_it_needs_two_queries(client, db, django_assert_num_queries, deals):
    match = start_match()
    for _ in range(deals):
        record(match, 31)
    with django_assert_num_queries(2):
        client.get(url(match))
