"""The checkresults command: it finds what no longer follows from the deals, and nothing else."""

import pytest
from django.core.management import CommandError, call_command

from games.models import Deal, Match

from .competitions import add_people, draw, enter, make_club, make_competition, play, sign, tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def check(capsys):
    def run(*args):
        """(exit status, lines of standard output)."""
        status = 0
        try:
            call_command("checkresults", *args)
        except SystemExit as end:
            status = end.code
        return status, capsys.readouterr().out.splitlines()

    return run


@pytest.fixture
def match():
    club = make_club()
    add_people(club, "An")
    competition = make_competition(club)
    enter(competition, 4)
    return signed(tables(draw(competition))[0])


def signed(table):
    match = play(table, 40, 20)
    sign(match)
    return match


def test_what_was_signed_and_stayed_is_right(check, match):
    assert match.is_signed
    assert check() == (0, ["1 signed match looked at."])


def test_an_unsigned_match_is_not_looked_at(check, match):
    match.reopen("")
    assert check() == (0, ["0 signed matches looked at."])


def test_a_deal_changed_behind_the_result_is_found(check, match):
    Deal.objects.filter(match=match, number=1).update(card_points=5)
    status, (*faults, closing) = check()
    assert status == 1 and closing == "1 signed match looked at."
    assert all(fault.startswith(match.get_absolute_url()) for fault in faults)
    assert "The signed result is" in faults[0] and "the deals come to" in faults[0]
    assert "figures" in faults[1] and "competition" in faults[2]


def test_a_result_changed_behind_the_deals_is_found(check, match):
    signed = match.signed_result
    Match.objects.filter(pk=match.pk).update(signed_result={**signed, "winner": "EW"})
    status, faults = check()
    assert status == 1 and "(EW), the deals come to" in faults[0]


def test_what_an_officer_typed_in_may_differ(check, match):
    table = match.table
    table.typed_by, table.points_a = "Olga", 7
    table.save()
    assert check()[0] == 0


def test_one_club_alone(check, match):
    assert check("--club", match.club.slug)[0] == 0
    other = make_club("De Ander")
    assert check("--club", other.slug) == (0, ["0 signed matches looked at."])
    with pytest.raises(CommandError):
        check("--club", "nobody")


def test_statements_do_not_grow_with_the_matches(match, django_assert_num_queries, capsys):
    with django_assert_num_queries(2):
        call_command("checkresults")
    signed(tables(match.table.round)[1])
    with django_assert_num_queries(2):
        call_command("checkresults")
