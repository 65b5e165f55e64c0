"""Competitions of the demo club, one of each kind worth looking at, played by invented people."""

from collections.abc import Sequence
from random import Random
from typing import Any

from django.db import transaction

from games.manille.presets import PRESETS
from games.models import FORMATS, Club, Competition, Deal, Entry, Player, Round, Table, User
from games.models import next_draw as preview
from games.models.competition import FINISHED, OPEN
from games.models.entry import ABSENT
from games.models.match import joined
from games.standings.schemes import SCHEMES

SYSTEM = "west-flemish"
NAMES = (
    *("Aline", "Bas", "Cor", "Dina", "Emiel", "Fleur", "Gaston", "Hilde"),
    *("Ivo", "Josée", "Koen", "Lotte", "Marc", "Nele", "Otto", "Paula"),
    *("Quinten", "Rita", "Stan", "Tine", "Urbain", "Veerle", "Wout", "Yvette"),
)


@transaction.atomic
def demo_competitions(club: Club, owner: User) -> None:
    """A draw evening under way, a finished Swiss, a season and a cup; none where there are any."""
    if club.competitions.exists():
        return
    people = Player.add(club, NAMES, owner)
    draw_evening(club, owner, people)
    swiss(club, owner, people)
    season(club, owner, people)
    cup(club, owner, people)


def draw_evening(club: Club, by: User, people: Sequence[Player]) -> None:
    """Twelve people, the second round drawn: at one table a match goes on, some results are in."""
    evening = _begin(club, by, "Evening of the four suits", "draw-evening", people[:12])
    _play(_draw(evening, by), by)
    round = _draw(evening, by)
    round.start_clock(90, by)
    tables = [table for table in round.places() if not table.is_bye]
    for table in tables:
        if table.number == 1 and table.game == 1:
            _start(table, by)
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


def _begin(
    club: Club, by: User, name: str, format: str, people: Sequence[Player], **facts: Any
) -> Competition:
    """A published competition that these people have entered, in pairs as they come. The draws are
    the same each time."""
    how = FORMATS[format]
    kind = facts.get("entry_kind", how.kinds[0])
    competition = Competition.make(
        club, by, name=name, format=format, entry_kind=kind, preset=SYSTEM, rules=PRESETS[SYSTEM],
        scheme=SCHEMES[how.scheme].changed(**facts.get("scheme", {})),
        options={**how.options, **facts.get("options", {})},
        published=True, seed=f"demo-{format}",
    )  # fmt: skip
    competition.become(OPEN, by)
    size = 2 if kind == "pair" else 1
    sides = [people[at : at + size] for at in range(0, len(people), size)]
    entries = [(joined(player.name for player in side), list(side)) for side in sides]
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


def _type_in(table: Table, chance: Random, by: User) -> None:
    won, lost = 101 + chance.randrange(12), 40 + chance.randrange(60)
    points = (won, lost) if chance.random() < 0.5 else (lost, won)
    facts = {
        "kind": "played",
        "winner": "a" if points[0] > points[1] else "b",
        "points_a": points[0],
        "points_b": points[1],
    }
    table.type_result(facts, "", table.mark, by)


def _start(table: Table, by: User) -> None:
    """Begin the table's match, and log three deals."""
    people = table.seated()
    match = table.start_match(people, next(iter(people)), by)
    for number, (trump, points) in enumerate([("H", 38), ("S", 25), ("C", 47)], 1):
        deal = Deal(number=number, trump=trump, card_points=points)
        deal.declarer = match.sheet.next_dealer
        match.record_deal(deal, by.name)
