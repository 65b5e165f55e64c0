"""Competitions of the demo club, one of each kind worth looking at, played by invented people."""

from collections.abc import Sequence
from datetime import time, timedelta
from random import Random
from typing import Any

from django.db import transaction

from games.manille.presets import PRESETS
from games.models import (
    FORMATS,
    Club,
    Competition,
    Day,
    Deal,
    Entry,
    Meeting,
    Planned,
    Player,
    Round,
    Table,
    User,
    start_match_at,
)
from games.models import next_draw as preview
from games.models.competition import FINISHED, OPEN
from games.models.entry import ABSENT
from games.models.meeting import SIDES
from games.models.names import joined
from games.standings.schemes import SCHEMES

SYSTEM = "west-flemish"
NAMES = (
    *("Aline", "Bas", "Cor", "Dina", "Emiel", "Fleur", "Gaston", "Hilde"),
    *("Ivo", "Josée", "Koen", "Lotte", "Marc", "Nele", "Otto", "Paula"),
    *("Quinten", "Rita", "Stan", "Tine", "Urbain", "Veerle", "Wout", "Yvette"),
)
TEAMS = ("The Anchor", "The Old Mill", "The Swan", "Tower Café")
CAPTAIN = (NAMES[0], "captain@demo.example")
PASSWORD = "demo"


@transaction.atomic
def demo_competitions(club: Club, owner: User) -> None:
    """A draw evening under way, a finished Swiss, a season, a cup, a ladder and a team league; none
    where there are any."""
    if club.competitions.exists():
        return
    people = Player.add(club, NAMES, owner)
    draw_evening(club, owner, people)
    swiss(club, owner, people)
    season(club, owner, people)
    cup(club, owner, people)
    ladder(club, owner, people)
    league(club, owner, people)


def draw_evening(club: Club, by: User, people: Sequence[Player]) -> None:
    """Twelve people, the second round drawn: at one table a match goes on, some results are in."""
    evening = _begin(club, by, "Evening of the four suits", "draw-evening", people[:12])
    _play(_draw(evening, by), by)
    round = _draw(evening, by)
    round.start_clock(90, by)
    tables = [table for table in round.places() if not table.is_bye]
    for table in tables:
        if table.number == 1 and table.game == 1:
            _log(table, by, deals=3)
        elif table.number == 2 and table.game < 3:
            _type_in(table, Random(table.game), by)


def swiss(club: Club, by: User, people: Sequence[Player]) -> None:
    """Nine pairs, so that one sits out each round; five rounds, finished."""
    pairs = _begin(club, by, "Pairs of the fair", "swiss", people[:18], entry_kind="pair")
    for _round in range(5):
        _play(_draw(pairs, by), by)
    pairs.become(FINISHED, by)


def season(club: Club, by: User, people: Sequence[Player]) -> None:
    """Six rounds on five evenings, of which the best three count; some were not always there."""
    long = _begin(
        club, by, "Season of the winter", "season", people[8:20], scheme={"best": 3, "rounds": 6}
    )
    entries = list(long.entries.all())
    for number in range(1, 7):
        for entry in entries[number : number + (4 if number % 2 else 1)] if number > 1 else ():
            entry.competition = long
            entry.tell(ABSENT, number, by)
        _play(_draw(long, by, same_evening=number == 3), by)


def cup(club: Club, by: User, people: Sequence[Player]) -> None:
    """Eight pairs in two pools; the final is drawn."""
    pools = _begin(
        club, by, "Cup of the manille", "pools", people[4:20], entry_kind="pair",
        options={"pool_size": 4, "through": 4},
    )  # fmt: skip
    _draw(pools, by)
    for round in pools.rounds.all():
        round.competition = pools
        _play(round, by)
    _play(_draw(pools, by), by)
    _draw(pools, by)


def ladder(club: Club, by: User, people: Sequence[Player]) -> None:
    """Eight pairs, the third round drawn: neighbours in the ranking meet, one result is in."""
    pairs = _begin(club, by, "Ladder of the spring", "ladder", people[:16], entry_kind="pair")
    for _round in range(2):
        _play(_draw(pairs, by), by)
    _type_in(_draw(pairs, by).places()[0], Random(3), by)


def league(club: Club, by: User, people: Sequence[Player]) -> None:
    """Four teams at home and away, a round a week. Last week one meeting was logged and signed game
    by game, and the other typed in. Today both line-ups of one are in and its first game goes on;
    of the other one line-up waits for that of the first team, whose captain has an account."""
    captain = User.objects.create_user(CAPTAIN[1], PASSWORD, name=CAPTAIN[0])
    club.invite_player(people[0], by).accept(captain)
    teams = _begin(
        club, by, "League of the cafés", "team-league", people[:20], names=TEAMS,
        rules={"deals": 4, "target": None, "tie": "drawn-match"}, options={"games": 4},
        scheme={"forfeit_games": 4},
    )  # fmt: skip
    today = club.today()
    weeks = {
        number: Planned(today + timedelta(weeks=number - 2), time(20)) for number in range(1, 7)
    }
    Day.plan(teams, weeks, by)
    _draw(teams, by)
    first, second = _meetings(teams, 1)
    _hand_in(first, by)
    for game in first.places():
        _log(game, by, deals=4)
    _hand_in(second, by)
    chance = Random("second")
    for game in second.places():
        _type_in(game, chance, by, won=28, lost=4)
    theirs = {people[0].pk}
    for meeting in _meetings(teams, 2):
        sides = [
            side for side in SIDES if not theirs & {one.pk for one in meeting.team(side).people}
        ]
        _hand_in(meeting, by, *sides)
        if meeting.revealed:
            _log(meeting.places()[0], by, deals=2)


def _meetings(teams: Competition, number: int) -> list[Meeting]:
    """The meetings of that round, as a page has them."""
    round = teams.rounds.get(number=number)
    round.competition = teams
    found = list(round.meetings.select_related("home", "guests"))
    for meeting in found:
        meeting.round = round
    return found


def _hand_in(meeting: Meeting, by: User, *sides: str) -> None:
    for side in sides or SIDES:
        meeting.hand_in(side, meeting.team(side).people[: meeting.competition.team_size], by)


def _begin(
    club: Club,
    by: User,
    name: str,
    format: str,
    people: Sequence[Player],
    names: Sequence[str] = (),
    **facts: Any,
) -> Competition:
    """A published competition that these people have entered, in pairs as they come, or in teams of
    these `names`. The draws are the same each time."""
    how = FORMATS[format]
    kind = facts.get("entry_kind", how.kinds[0])
    competition = Competition.make(
        club, by, name=name, format=format, entry_kind=kind, preset=SYSTEM,
        rules=PRESETS[SYSTEM].changed(**facts.get("rules", {})),
        scheme=SCHEMES[how.scheme].changed(**facts.get("scheme", {})),
        options={**how.options, **facts.get("options", {})},
        published=True, seed=f"demo-{format}",
    )  # fmt: skip
    competition.become(OPEN, by)
    size = {"individual": 1, "pair": 2, "team": 5}[kind]
    sides = [people[at : at + size] for at in range(0, len(people), size)]
    names = names or [joined(player.name for player in side) for side in sides]
    entries = [(name, list(side)) for name, side in zip(names, sides, strict=True)]
    Entry.enter(competition, entries, by)
    return competition


def _draw(competition: Competition, by: User, same_evening: bool = False) -> Round:
    drawn = preview(competition)
    return Round.draw_next(competition, drawn.number, drawn.mark, by, same_evening)


def _play(round: Round, by: User) -> None:
    """Type in a result at each of its tables."""
    chance = Random(f"{round.competition.format} {round.number}")
    for table in round.places():
        if not table.is_bye:
            _type_in(table, chance, by)


def _type_in(table: Table, chance: Random, by: User, won: int = 101, lost: int = 40) -> None:
    """Type in a result: at least so many match points, won by either side by lot."""
    more, less = won + chance.randrange(12), lost + chance.randrange(60 if won > 100 else 20)
    points = (more, less) if chance.random() < 0.5 else (less, more)
    facts = {
        "kind": "played",
        "winner": "a" if points[0] > points[1] else "b",
        "points_a": points[0],
        "points_b": points[1],
    }
    table.type_result(facts, "", table.mark, by)


def _log(table: Table, by: User, deals: int) -> None:
    """Begin the table's match, and log so many deals; sign it once it is over."""
    people = table.seated()
    match = start_match_at(table, people, next(iter(people)), by)
    logged = [("H", 38), ("S", 25), ("C", 47), ("NT", 36)]
    for number, (trump, points) in enumerate(logged[:deals], 1):
        points += table.game - 1
        if table.game == 3:
            points = 60 - points  # the others win this one
        deal = Deal(number=number, trump=trump, card_points=points)
        deal.declarer = match.sheet.next_dealer
        match.record_deal(deal, by.name)
    if match.is_over:
        for side in match.rules.table.sides:
            match.sign(side, match.players[side[0]])
