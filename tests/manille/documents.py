"""A record as a document, changed anywhere, and what is wrong with it, or the verdict on it."""

import copy
import json

import pytest

from games.manille.errors import InvalidRecord
from games.manille.record import parse_record
from games.manille.verdict import verdict

BASE = {
    "format": "manille-record",
    "version": 1,
    "rules": {"preset": "west-flemish", "target": 61},
    "players": {"N": "An", "E": "Bo", "S": "Cis", "W": "Dré"},
    "played_on": "2026-10-25",
    "place": "Café De Sportvriend, table 3",
    "deals": [
        {
            "dealer": "N",
            "declarer": "N",
            "trump": "D",
            "calls": ["double"],
            "card_points": {"NS": 21, "EW": 39},
            "points": {"NS": 0, "EW": 18},
            "note": "",
        },
        {"misdeal": "wrong-count"},
        {
            "dealer": "E",
            "trump": "NT",
            "hands": {"S": "ST SA S9 HT HK D7 C8 C7"},
            "leader": "S",
            "tricks": ["ST S7 S8 SK", "HT ?? H9 HA"],
        },
    ],
    "totals": {"NS": 0, "EW": 18},
}


def faults_of(document):
    text = document if isinstance(document, str | bytes) else json.dumps(document)
    with pytest.raises(InvalidRecord) as caught:
        parse_record(text)
    return [(fault.place, str(fault.message % fault.params)) for fault in caught.value.faults]


def changed(path, value):
    """BASE with the value at `path` (keys and indices) put or, where it is ..., taken out."""
    document = copy.deepcopy(BASE)
    inner = document
    for key in path[:-1]:
        inner = inner[key]
    if value is ...:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return document


LEGAL = [
    "HQ H7 H8 H9",
    "SK S8 CQ SJ",
    "D8 DK DT DQ",
    "CT C9 HA C7",
    "C8 S7 HT CA",
    "S9 CK D7 SA",
    "ST SQ CJ DJ",
    "HK D9 DA HJ",
]
"""A deal played legally at no trump."""


def judged(*deals, rules="west-flemish", **rest):
    document = {"format": "manille-record", "version": 1, "rules": rules, "deals": deals, **rest}
    return verdict(parse_record(json.dumps(document)))
