"""The page of all files of a competition."""

import pytest
from django.test import Client

from .competitions import address, client_of, enter, make_club, make_competition, owner

pytestmark = pytest.mark.django_db

KINDS = ("entries", "fixtures", "results", "standings")


@pytest.mark.parametrize(
    "name, takes",
    [("Secretary", KINDS[:3]), ("Scorer", ("results",)), ("Referee", ()), ("", ())],
)
def test_it_offers_what_each_may(name, takes):
    competition = make_competition(make_club())
    enter(competition, 2)
    competition.change(owner(), published=True)
    client = client_of(name) if name else Client()
    html = client.get(address(competition, "files")).content.decode()
    for kind in KINDS:
        assert address(competition, "export_file", kind) in html
        assert (f'"{address(competition, "import_file", kind)}"' in html) == (kind in takes)
        assert client.get(address(competition, "export_file", kind)).status_code == 200
        if kind in takes:
            assert client.get(address(competition, "import_file", kind)).status_code == 200
