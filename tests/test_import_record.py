import json

import pytest
from django.contrib.messages import get_messages
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from games.manille.record import MAX_BYTES
from games.models import Deal, Match
from games.wording.records import say_place
from tests.matches import start_match

URL = "/import/"
RECORD = {
    "format": "manille-record",
    "version": 1,
    "rules": {"preset": "west-flemish", "target": 61},
    "players": {"N": "An", "S": "Cis"},
    "deals": [
        {"dealer": "E", "trump": "H", "card_points": {"NS": 38}},
        {"misdeal": "exposed-card"},
        {"trump": "NT", "calls": ["double"], "card_points": {"EW": 39}},
    ],
}


def changed(**keys) -> str:
    return json.dumps({**RECORD, **keys})


def refused(client, text: str) -> list[str]:
    """The lines at the text, with nothing imported and the text kept."""
    response = client.post(URL, {"text": text})
    assert response.status_code == 200
    assert not Match.objects.exists()
    assert not Deal.objects.exists()
    form = response.context["form"]
    assert form["text"].value() == text
    return [line for lines in form.errors.values() for line in lines]


def test_the_page(client, db):
    response = client.get(URL)

    assert response.status_code == 200
    assert 'enctype="multipart/form-data"' in response.content.decode()
    assert client.put(URL).status_code == 405


@pytest.mark.parametrize("way", ["file", "text"])
def test_a_record_becomes_a_match(client, db, way):
    text = json.dumps(RECORD)
    file = SimpleUploadedFile("match.json", text.encode())
    response = client.post(URL, {"file": file} if way == "file" else {"text": text})

    match = Match.objects.get()
    assert response.status_code == 302
    assert response.url == match.get_absolute_url()
    assert client.session["matches"] == {match.code: match.scoring_code}
    assert match.rules.target == 61
    assert match.preset == "west-flemish"
    assert match.players == {"N": "An", "E": "E", "S": "Cis", "W": "W"}
    assert match.sheet.totals == {"NS": 8, "EW": 36}
    assert match.log.get().after["deals"] == 3
    assert not list(get_messages(response.wsgi_request))


def test_card_points_follow_from_the_tricks_where_none_are_claimed(client, db):
    tricks = ["SJ SQ ST SK", "DJ DT D8 DK", "HJ H7 HQ H9", "S7 SA HK S8"] + [
        "C7 CJ CQ CA",
        "C8 CT D9 CK",
        "DQ DA HA C9",
        "HT H8 D7 S9",
    ]
    client.post(URL, {"text": changed(deals=[{"trump": "H", "tricks": tricks}])})

    deal = Match.objects.get().deal(1)
    assert deal.card_points == 42
    assert deal.replay.complete


def test_claims_that_differ_are_told_and_kept(client, db):
    deals = [
        {"trump": "H", "card_points": {"NS": 38}, "points": {"NS": 9}},
        {"misdeal": "abandoned"},
    ]
    response = client.post(URL, {"text": changed(deals=deals, totals={"NS": 9, "EW": 0})})

    assert response.status_code == 302
    assert [str(message) for message in get_messages(response.wsgi_request)] == [
        "Deal 1, match points (NS): the record says 9, but 8 follows from what it tells.",
        "Totals (NS): the record says 9, but 8 follows from what it tells.",
    ]
    assert Match.objects.get().sheet.totals == {"NS": 8, "EW": 0}


def test_of_many_claims_some_are_told_and_the_others_counted(client, db):
    deals = [{"trump": "H", "card_points": {"NS": 30}, "points": {"NS": 1}}] * 20
    response = client.post(URL, {"text": changed(deals=deals)})

    told = [str(message) for message in get_messages(response.wsgi_request)]
    assert len(told) == 9
    assert told[-1] == "And 12 more figures of the record differ from what follows."


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", "Choose a file, or paste the text of a record."),
        ("{", "This is not JSON: see line 1, column 2."),
        ("[]", "This is not a Manille record."),
        ("An and Bo won", "This is not a Manille record."),
        ("\ufeff", "This is empty: there is nothing to read."),
        (changed(format="x"), "Format: This is not a Manille record."),
        (
            changed(rules={"preset": "west-flemish", "redouble": 1}),
            "Rules (Redoubling): “1” is not a value of this option.",
        ),
        (
            changed(deals=[{"misdeal": "abandoned"}, {"trump": "H", "card_points": {"NS": 61}}]),
            "Deal 2, card points (NS): Here a whole number from 0 to 60 is expected.",
        ),
        (changed(place="x" * 201), "Place: At most 200 characters fit here."),
        (changed(players={"N": "x" * 81}), "Players (N): At most 80 characters fit here."),
        (
            changed(deals=[{"misdeal": "abandoned", "note": "x" * 501}]),
            "Deal 1, note: At most 500 characters fit here.",
        ),
        (
            changed(deals=[{"misdeal": "abandoned"}] * 1000),
            "Deals: A record holds at most 999 deals.",
        ),
        (
            changed(place="\u0000"),
            "Place: The text holds a character that cannot be shown.",
        ),
    ],
)
def test_a_fault_is_told_with_its_place_and_reason(client, db, text, line):
    assert line in refused(client, text)


def test_every_fault_is_told_and_nothing_is_half_imported(client, db):
    deals = [
        {"trump": "H", "card_points": {"NS": 38}},
        {"trump": "H", "tricks": ["ST SA S7 S8", "S9 ST"]},
        {"trump": "X"},
        {"trump": "NT", "calls": ["redouble"], "card_points": {"NS": 1}},
    ]
    lines = refused(client, changed(deals=deals, played_on="2026-02-30"))

    assert any(line.startswith("Deal 2, trick 2: ") for line in lines)
    assert any(line.startswith("Deal 3, trump: ") for line in lines)
    assert any(line.startswith("Day: ") for line in lines)


def test_a_flood_of_faults_is_cut_short(client, db):
    lines = refused(client, changed(deals=[{"trump": "X"}] * 50))

    assert len(lines) == 31
    assert lines[-1] == "And 20 more faults."


def test_what_is_wrong_in_the_record_is_never_markup(client, db):
    response = client.post(URL, {"text": changed(rules="<script>alert(1)</script>")})

    assert "<script>alert" not in response.content.decode()


def test_a_file_that_is_too_large_is_not_read(client, db):
    response = client.post(URL, {"file": SimpleUploadedFile("x", b" " * (MAX_BYTES + 1))})

    assert response.context["form"].errors == {
        "file": ["This file is larger than 1 MiB, so it is no record."]
    }


@pytest.mark.parametrize("content", [b"", b"\xff\xfe{}", b"\x00", b"PK\x03\x04", b"null", b"1e999"])
def test_a_file_that_is_no_record_is_refused(client, db, content):
    response = client.post(URL, {"file": SimpleUploadedFile("x", content)})

    assert response.status_code == 200
    assert response.context["form"].errors["file"]


@pytest.mark.parametrize("name", ["match.pbn", "match.json"])
@pytest.mark.parametrize("content", [b"", b" \r\n\t", b"\xef\xbb\xbf"])
def test_an_empty_file_is_said_to_be_empty(client, db, name, content):
    response = client.post(URL, {"file": SimpleUploadedFile(name, content)})

    assert response.context["form"].errors == {"file": ["This is empty: there is nothing to read."]}


@pytest.mark.parametrize("content", [b"null", b"7", b'"An"', b"[1]", b"An", b"PK\x03\x04"])
def test_what_is_no_record_is_told_without_a_word_of_json(client, db, content):
    response = client.post(URL, {"file": SimpleUploadedFile("match.pbn", content)})

    assert "JSON" not in str(response.context["form"].errors)
    assert "This is not a Manille record." in str(response.context["form"].errors) or (
        "Before the first tag" in str(response.context["form"].errors)
    )


@pytest.mark.parametrize(
    ("place", "alone", "of_several"),
    [
        ("line 7", "Line 7", "Match 2, line 7"),
        ("deals[2].tricks[1]", "Deal 3, trick 2", "Match 2, deal 3, trick 2"),
        ("deals[2].points.NS", "Deal 3, match points (NS)", "Match 2, deal 3, match points (NS)"),
        ("deals[2]", "Deal 3", "Match 2, deal 3"),
        ("totals.NS", "Totals (NS)", "Match 2, totals (NS)"),
    ],
)
def test_a_place_is_told_with_its_match_where_there_are_several(place, alone, of_several):
    assert (say_place(place), say_place(place, 2)) == (alone, of_several)


def test_a_file_and_a_text_at_once_are_refused(client, db):
    file = SimpleUploadedFile("x", b"{}")
    response = client.post(URL, {"file": file, "text": "{}"})

    assert response.context["form"].non_field_errors()


def test_a_text_too_large_for_any_form_is_no_server_error(client, db):
    assert client.post(URL, {"text": " " * (3 * MAX_BYTES)}).status_code == 400
    assert client.post(URL, {"text": '"' + "x" * (MAX_BYTES + 1) + '"'}).status_code == 200


def test_the_site_reads_its_own_export(client, db):
    match = start_match()
    text = client.get(reverse("export_record", args=[match.code])).content.decode()
    client.post(URL, {"text": text})

    assert Match.objects.count() == 2


# The same as a text


TEXT = """% PBN 2.1
[Game "Manille"]
[North "An"]
[South "Cis"]
[Rules "west-flemish"]
target 61

[Board "1"]
[Dealer "E"]
[Trump "H"]
[CardPoints "NS 38"]

[Board "2"]
[Misdeal "exposed-card"]

[Board "3"]
[Trump "NT"]
[Doubling "double"]
[CardPoints "EW 39"]
"""
OTHER = """
[Game "Manille"]
[Site "Table 2"]
[Rules "manillen-61"]

[Board "1"]
[Trump "H"]
[CardPoints "NS 40"]
[Score "NS 9"]
"""


@pytest.mark.parametrize("way", ["file", "text"])
def test_a_text_becomes_a_match(client, db, way):
    file = SimpleUploadedFile("match.pbn", TEXT.encode())
    response = client.post(URL, {"file": file} if way == "file" else {"text": TEXT})

    match = Match.objects.get()
    assert response.url == match.get_absolute_url()
    assert client.session["matches"] == {match.code: match.scoring_code}
    assert match.players == {"N": "An", "E": "E", "S": "Cis", "W": "W"}
    assert match.sheet.totals == {"NS": 8, "EW": 36}
    assert not list(get_messages(response.wsgi_request))


def test_several_matches_come_in_together(client, db):
    response = client.post(URL, {"text": TEXT + OTHER})

    first, second = Match.objects.order_by("pk")
    assert response.status_code == 302
    assert response.url == reverse("home")
    assert [first.sheet.totals, second.sheet.totals] == [
        {"NS": 8, "EW": 36},
        {"NS": 10, "EW": 0},
    ]
    assert client.session["matches"] == {
        second.code: second.scoring_code,
        first.code: first.scoring_code,
    }
    assert [str(message) for message in get_messages(response.wsgi_request)] == [
        "2 matches were imported: they are in the list of this device.",
        "Match 2, deal 1, match points (NS): the record says 9, but 10 follows from what it tells.",
    ]
    page = client.get(response.url).content.decode()
    assert first.get_absolute_url() in page
    assert second.get_absolute_url() in page


def test_a_later_match_has_the_names_and_rules_of_the_one_before(client, db):
    same = OTHER.replace('"manillen-61"', '"#"').replace("[Site", '[North "#"]\n[Site')
    response = client.post(URL, {"text": TEXT + same})

    first, second = Match.objects.order_by("pk")
    assert response.url == reverse("home")
    assert second.players == {"N": "An", "E": "E", "S": "S", "W": "W"}
    assert second.rules == first.rules and second.preset == "west-flemish"
    assert second.rules.target == 61


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (
            TEXT.replace('"An"', '"#"'),
            ["Line 3: “#” means the same as in the match before, but this is the first."],
        ),
        (
            TEXT + OTHER.replace("Table 2", "#"),
            ["Match 2, line 22: “#” means the same as in the match before, but that does not"],
        ),
        (TEXT.replace('"H"', '"X"'), ["Line 10: “X” cannot stand here, only one of: S H D C NT."]),
        (
            TEXT + OTHER.replace("NS 40", "NS 62"),
            ["Match 2, line 27: Here a whole number from 0 to 61"],
        ),
        (
            TEXT.replace('"An"', '"' + "x" * 81 + '"') + OTHER.replace("Table 2", "x" * 201),
            [
                "Match 1, line 3: At most 80 characters fit here.",
                "Match 2, line 22: At most 200 characters fit here",
            ],
        ),
        ('[Game "Bridge"]', ["Line 1: This is not a Manille record."]),
        (
            "\r\n".join(["[Game", "}"]),
            ["Line 1: A tag is a name", "Line 2: This } ends no comment."],
        ),
        ("\n" + TEXT + OTHER * 20, ["At most 20 matches can be imported at once."]),
    ],
)
def test_a_faulty_text_is_refused_whole_with_its_lines(client, db, text, lines):
    found = refused(client, text)

    assert len(found) == len(lines)
    assert all(line.startswith(told) for line, told in zip(found, lines, strict=True))


def test_the_site_reads_its_own_text(client, db):
    match = start_match()
    text = client.get(reverse("export_text", args=[match.code])).content.decode()
    client.post(URL, {"text": text.replace("\n", "\r\n")})

    assert Match.objects.count() == 2


def test_reading_a_record_in_judges_no_play(client, db, monkeypatch):
    """A file of hundreds of deals, each with claims and missing cards, would take half an hour."""

    def judge(*_):
        pytest.fail("something is judged")

    monkeypatch.setattr("games.manille.verdict.judged", judge)
    monkeypatch.setattr("games.manille.lies.Lies.verdict", judge)
    monkeypatch.setattr("games.manille.joint.explained", judge)
    deal = {
        "dealer": "N",
        "trump": "D",
        "tricks": ["?? S7 S8 SK"],
        "events": [{"kind": "claim", "seat": "E", "trick": 1}],
    }
    document = {"format": "manille-record", "version": 1, "rules": "west-flemish", "deals": [deal]}
    assert client.post(URL, {"text": json.dumps(document)}).status_code == 302
