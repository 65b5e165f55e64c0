"""A club that owns one of everything, as file and back; what it comes to, without keys."""

import io
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, time
from typing import Any

import pytest

from games.backup import InvalidBackup, Restored, restore, write
from games.backup.parts import CLUB, PARTS
from games.models import (
    Club,
    Competition,
    Day,
    Match,
    Membership,
    Planned,
    Player,
    Rated,
    Table,
    User,
    effect_of_forgetting,
    every_standings,
    forfeit_the_rest,
    forget,
    games_of,
    results_of,
    start_another,
    take_off,
)
from games.models.entry import ABSENT, BYE
from games.models.standings import ranked_of
from games.standings import standings
from games.wording.changes import entry_words
from games.wording.competition_changes import competition_change
from tests.competitions import (
    add_people,
    client_of,
    draw,
    enter,
    hand_in,
    make_club,
    make_competition,
    make_user,
    meetings,
    owner,
    play,
    sign,
    tables,
    type_result,
)
from tests.csv_files import address, take_over
from tests.matches import record, rule, start_match

AT = datetime(2026, 11, 1, 20, 15, tzinfo=UTC)


def file_of(club: Club) -> bytes:
    return "".join(write(club, AT)).encode()


def restored(file: bytes, by: User | None = None) -> Restored:
    return restore(io.BytesIO(file), by or owner())


def emptied() -> None:
    """Nothing left of any club; whatever comes now has other keys, those of entries and of people
    shifted by other amounts than those of matches."""
    Club.objects.all().delete()
    Match.objects.all().delete()
    other = make_club("Somebody else’s")
    enter(make_competition(other, "ladder"), 3)
    start_match(club=other)


def full_club() -> Club:
    """A club with every kind of row: see each step."""
    club = make_club("De Bolle “×”", listed=True)
    _people(club)
    _matches(club)
    for format in ("draw-evening", "season"):
        _evening(club, format)
    for format in ("swiss", "ladder"):
        _duels(club, format)
    _round_robin(club)
    _pools(club)
    _team_league(club)
    make_competition(club, "swiss", name="Nobody yet")
    return club


def league_club() -> Club:
    """A club with a team league, and a draw evening before it, of which one round is drawn."""
    club = make_club("De Kring", listed=True)
    evening = make_competition(club, "draw-evening")
    enter(evening, 8, first=100)
    draw(evening)
    _team_league(club)
    return club


def _people(club: Club) -> None:
    an, anne, bob, gone = add_people(club, "Renée O'Brien", "Renee", "رنيه 🂡", "Forgotten")
    an.merge(anne, an.effect_of_merging(anne).mark, owner())
    bob.rename("Bob \\ “x” <y>", owner())
    bob.hide(True, owner())
    forget(gone, effect_of_forgetting(gone).mark, owner())


def _matches(club: Club) -> None:
    """One with everything that can be told of a deal, signed, and one that follows it; one given
    up, one for three, one by rules that go by minutes, all of the club."""
    people = dict(zip("NESW", add_people(club, "North", "East", "South", "West"), strict=True))
    match = start_match(
        club=club,
        people=people,
        rules={"deals": 2, "target": None, "tie": "drawn-match"},
        played_on=date(2026, 10, 25),
        place="Café “Trèfle”",
    )
    record(match, 40, note="told\nin two lines")
    rule(match, 1, revoke="N", trick=3, reason="held it", by="Lieve")
    match.appeal(1, {"by": "North", "reason": "It was not so"}, match.deal(1).revision)
    record(match, misdeal="exposed-card")
    record(match, 30)
    match.undo(3)
    record(match, 20, calls="double")
    changed = Match.objects.get(pk=match.pk).deal(3)
    changed.cards_played = "ST S7 S8 SK\nHT ?? H9 HA"
    changed.hands = "N: ST SA S9 HT HK D7 C8 C7"
    changed.events = [{"kind": "exposed-card", "seat": "N", "card": "S9", "trick": 2, "by": "An"}]
    match.record_events(changed, by="An")
    sign(Match.objects.get(pk=match.pk))
    start_another(match, match.players, "E", 0, "An")
    given_up = start_match(club=club, people=people)
    record(given_up, 31)
    given_up.give_up("late", "NS")
    sign(given_up)
    start_match("three-dealer-alone", club=club, people={})


def _evening(club: Club, format: str) -> None:
    competition = make_competition(club, format, name=f"An {format}", published=True)
    entries = enter(competition, 9, first=1 if format == "season" else 101)
    entries[8].tell(ABSENT, 1, owner())
    first = draw(competition)
    first.start_clock(45, owner())
    for number, table in enumerate(tables(first)):
        if number % 3 == 0:
            sign(play(table, 40, 25 + number))
        else:
            type_result(table, 60 + number, 40)
    entries[0].withdraw("ill", owner())
    draw(competition).take_back("wrong", owner())
    for table in tables(draw(competition))[:2]:
        type_result(table, 40, 61)


def _duels(club: Club, format: str) -> None:
    competition = make_competition(
        club, format, name=f"A {format}", scheme={"measures": ("league-points", "lot")}
    )
    entries = enter(competition, 7, first=200 if format == "swiss" else 300)
    competition.draw_lots(owner())
    draw(competition).take_back("too early", owner())
    entries[2].strike(owner())  # which the log and the lots go on naming
    entries[3].tell(BYE, 1, owner())
    for number, table in enumerate(tables(draw(competition))):
        if number:
            type_result(table, 70, 30 + number)
        else:
            match = play(table, 40, 25)
            sign(match)
            match.reopen("wrong", "Olga")
    enter(competition, 1, first=400 if format == "swiss" else 410)  # late


def _round_robin(club: Club) -> None:
    competition = make_competition(club, "round-robin", name="All", options={"double": True})
    enter(competition, 5, first=500)
    for number, table in enumerate(tables(draw(competition))):
        type_result(table, 50 + number, 50)
    for table in Table.objects.filter(round__competition=competition, round__number=2, b__gt=0):
        fact = {"kind": "forfeit", "winner": "a", "points_a": None, "points_b": None}
        table.type_result(fact, "did not come", table.mark, make_user("Scorer"))
    enter(competition, 1, first=600)


def _pools(club: Club) -> None:
    competition = make_competition(club, "pools", name="Cup", options={"pool_size": 3})
    enter(competition, 6, first=700)
    draw(competition)
    for each in competition.rounds.all():
        for number, table in enumerate(tables(each)):
            type_result(table, 90 - number, 10 + number)
    competition.draw_lots(owner())
    for table in tables(draw(competition)):
        type_result(table, 55, 45)
    competition.become("finished", owner())


def _team_league(club: Club) -> None:
    """Line-ups of both, of one and of none; substitutes, games played, signed, typed in and not
    come to; a meeting moved, a team that withdrew, one that came late; days planned."""
    competition = make_competition(
        club, "team-league", name="League", published=True,
        options={"games": 4, "pairs": 2, "double": False}, catch_up_until=date(2199, 1, 1),
    )  # fmt: skip
    one, *_others, last = enter(competition, 5, first=800)
    first = draw(competition)
    both, waits = meetings(first)[:2]
    hand_in(both)
    games = both.places()
    sign(play(games[0], 40, 25))
    play(games[1], 31)
    home = both.team("a").people
    both.substitute("a", 3, home[0], home[4], owner())
    type_result(both.places()[2], 101, 60)
    hand_in(waits, "a")
    waits.move(date(2026, 12, 24), "Snow", owner())
    forfeit = {"kind": "forfeit", "winner": "b", "points_a": None, "points_b": None}
    third = meetings(competition.rounds.get(number=2))[0]
    third.round.competition = competition
    third.settle(forfeit, "did not come", third.mark, owner())
    [new] = add_people(club, "Newcomer")
    one.join_team([new], owner())
    one.make_captain(new, owner())
    one.leave_team(one.people[-1], owner())
    last.withdraw("too few", owner())
    enter(competition, 1, first=810)  # takes the byes
    planned = {
        1: Planned(date(2026, 10, 2), time(20), "Café “Trèfle”"),
        2: Planned(date(2026, 10, 9)),
        3: Planned(date(2026, 10, 16)),
    }
    Day.plan(competition, planned, owner())
    off = planned[2]._replace(called_off=True)
    Day.plan(competition, {2: off, 3: None}, owner())


def told_club() -> Club:
    """A club of which everything was done that the history of a competition can tell, once."""
    club = full_club()
    competition = make_competition(club, "season", name="Everything", rules={"deals": 2})
    entries = enter(competition, 8, first=900)
    competition.change(owner(), name="Everything else", catch_up_until=date(2199, 1, 1))
    entries[0].rename("Renée", owner())
    entries[0].tell(ABSENT, 1, owner())
    entries[1].tell(BYE, 1, owner())
    for entry in entries[:2]:
        entry.take_back(1, owner())
    entries[0].withdraw("ill", owner())
    entries[0].come_back(owner())
    client, url = client_of("Olga"), address(competition, "import_file", "entries")
    assert take_over(client, url, "player 1\nFrom a file", join="on").status_code == 302
    draw(competition)
    last = draw(competition)
    for same in (True, False):
        last.set_evening(same, owner())
    one, other = tables(last)[:2]
    play(one, 40)
    take_off(one, "others", one.mark, owner())
    type_result(other, 60, 40, make_user("Scorer"))
    other.confirm(other.mark, owner())
    type_result(other, 40, 60)
    competition.change(owner(), catch_up_until=date(2020, 1, 1))
    assert forfeit_the_rest(competition, owner())
    return club


# Files that are damaged or forged

GONE = object()
KEPT: dict[str, bytes] = {}


def kept(make: Callable[[], Club]) -> bytes:
    """The file of the club that this makes; made once, since nothing of it stays in the
    database."""
    if make.__name__ not in KEPT:
        KEPT[make.__name__] = file_of(make())
        emptied()
    return KEPT[make.__name__]


def changed(document: Any, steps: tuple[Any, ...], value: Any) -> None:
    """Put another value at the end of that way; GONE: none."""
    holder = document
    for step in steps[:-1]:
        holder = holder[step]
    if value is GONE:
        del holder[steps[-1]]
    else:
        holder[steps[-1]] = value


def laid_out(document: Any) -> bytes:
    """The document with a row a line, as it is written."""
    lines = []
    for key, value in document.items():
        if isinstance(value, list):
            rows = ",\n".join(json.dumps(row) for row in value)
            lines.append(f"{json.dumps(key)}: [\n{rows}\n]")
        else:
            lines.append(f"{json.dumps(key)}: {json.dumps(value)}")
    return ("{" + ",\n".join(lines) + "}\n").encode()


def refused(file: bytes) -> InvalidBackup:
    """Why the file is refused; of none of its rows anything was written."""
    models = [CLUB.model, User, Membership, Rated]
    models += [each.model for part in PARTS for each in (part, *part.parts)]
    by = User.objects.filter(name="New").first() or make_user("New")
    before = [model.objects.count() for model in models]
    with pytest.raises(InvalidBackup) as error:
        restore(io.BytesIO(file), by)
    assert [model.objects.count() for model in models] == before
    assert error.value.faults
    return error.value


# What it all comes to


def figures(club: Club) -> dict[str, Any]:
    """Standings with every working, sheets, figures of people, ratings and logs of the club, with
    numbers by their order in the place of keys."""
    person = _order(club.players)
    found: dict[str, Any] = {}
    for competition in club.competitions.order_by("pk"):
        found[f"standings of {competition.name}"] = list(_standings(competition))
        found[f"history of {competition.name}"] = [
            (one.at, competition_change(one)) for one in competition.log.all()
        ]
        found[f"days of {competition.name}"] = [
            (one.number, one.planned, one.begins, one.uid, one.sequence)
            for one in competition.days.all()
        ]
        found[f"meetings of {competition.name}"] = [
            (round.number, round.same_evening, _meeting(one))
            for round in competition.rounds.all()
            for one in meetings(round)
        ]
    for match in club.matches.order_by("pk"):
        told = (match.names_told, match.sheet, match.result(), match.signed_deals, match.follows)
        found[f"sheet {match.code}"] = [*told[:4], told[4] and told[4].code]
        found[f"history {match.code}"] = [entry_words(match, one) for one in match.log.all()]
    matches = _order(club.matches)
    found["ratings"] = [
        (person[one.player_id], one.matches, one.shown) for one in club.ratings.order_by("player")
    ]
    found["rated"] = [
        (matches[one.match_id], person[one.player_id], one.day, one.number, one.mu, one.sigma)
        for one in Rated.objects.filter(club=club).order_by("match", "player")
    ]
    for player in Player.of(club).order_by("pk"):
        games = [
            replace(game, people={at: person[who] for at, who in game.people.items()})
            for game in games_of(player)
        ]
        name = f"person {person[player.pk]}"
        found[name] = (player.name, player.names_before, player.hidden, games)
    return found


def _meeting(one: Any) -> list[Any]:
    """A meeting as its page has it; a line-up that waits is not in a file."""
    games = [
        (game.game, game.facts, [player.name for player in game.seated().values()])
        for game in one.places()
    ]
    line_ups = [
        (row.side, row.place, row.player.name, row.from_game)
        for row in one.line_ups.order_by("side", "place", "from_game")
        if one.revealed
    ]
    at = [one.home_at, one.guests_at] if one.revealed else []
    return [str(one), one.number, one.held_on, *at, games, line_ups]


def _order(rows: Any) -> dict[int, int]:
    keys = rows.order_by("pk").values_list("pk", flat=True)
    return {key: number for number, key in enumerate(keys, 1)}


def _standings(competition: Competition) -> Iterator[Any]:
    """The rows as the pages have them, by name; and all of them with their working."""
    names = competition.names()
    for pool in every_standings(competition):
        yield [(row.rank, row.tied, names[row.entry], row.figures, row[4:]) for row in pool.rows]
    entry = _order(competition.entries)
    # Those of a late entry are made last, and stand in the file with their rounds.
    tables = Table.objects.filter(round__competition=competition).order_by("round", "pk")
    table = {key: at for at, key in enumerate(tables.values_list("pk", flat=True), 1)}
    results = [
        (table[row[0]], row[1], *(key and entry[key] for key in row[2:6]), *row[6:])
        for row in results_of(competition)
    ]
    ranked = [one._replace(id=entry[one.id]) for one in ranked_of(competition)]
    lots = {entry.get(int(key), key): lot for key, lot in competition.lots.items()}
    found = standings(competition.scheme, ranked, sorted(results), lots)
    for row in found.rows:
        yield row, found.working(row.entry)
