"""The figures of a person, or of two as partners, from the matches they played. Pure.

Everything counted is counted here, from matches in the order of play. Won means won by the signed
result; a draw is neither won nor lost, and counts among the matches of which a rate is a part.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .manille.results import Doubling, declarer_of
from .manille.scoring import Line, Sheet
from .manille.table import Camp, Seat, Side


class DealFact(NamedTuple):
    """What the figures need of a deal that counted: its `trump`; the seat that `named` it (empty:
    not known, or turned up); the camp of the declarer, and the one camp `against` it (both empty
    where it is not known, or where several play against him); how many `calls` doubled it, and
    whether it was `open` to a double; the seats of those who scored most (empty: drawn)."""

    trump: str
    named: Seat
    declaring: Camp
    against: Camp
    calls: int
    open: bool
    winners: str


def facts_of(sheet: Sheet) -> list[DealFact]:
    """The deals of a match that counted, as ruled."""
    return [_fact(sheet, line) for line in sheet.lines if line.kind == "played"]


def _fact(sheet: Sheet, line: Line) -> DealFact:
    rules, contract = sheet.rules, line.result.contract
    most = max(line.points.values())
    first = [side for side, points in line.points.items() if points == most]
    winners = "" if len(first) == len(line.points) else "".join(first)
    if contract is None:
        return DealFact("", "", "", "", 0, False, winners)
    declarer = declarer_of(rules, contract, line.dealer)
    declaring = against = ""
    if declarer and len(line.camps) == 2:
        declaring = rules.table.camp_of(declarer, line.dealer)
        against = next(camp for camp in line.camps if camp != declaring)
    return DealFact(
        trump=contract.trump,
        named=declarer if declarer and rules.trump != "turned" else "",
        declaring=declaring,
        against=against,
        calls=len(contract.calls),
        open=Doubling().next_call(rules, contract.trump) is not None,
        winners=winners,
    )


@dataclass(frozen=True)
class Game:
    """A signed match as one of its people saw it: the `system`, their `seat` and their `side`; the
    `winner`, a side, or None where it was drawn; the other `people` of the club by seat; its deals.
    """

    system: str
    seat: Seat
    side: Side
    winner: Side | None
    people: Mapping[Seat, int] = field(default_factory=dict)
    deals: Sequence[DealFact] = ()

    @property
    def outcome(self) -> int:
        """1 won, 0 drawn, -1 lost."""
        return 0 if self.winner is None else 1 if self.winner == self.side else -1

    @property
    def partners(self) -> list[int]:
        return [who for seat, who in self.people.items() if seat in self.side]

    @property
    def opponents(self) -> list[int]:
        return [who for seat, who in self.people.items() if seat not in self.side]


@dataclass(frozen=True)
class Tally:
    """How often something was won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    def __add__(self, outcome: int) -> "Tally":
        return Tally(
            self.won + (outcome > 0), self.drawn + (outcome == 0), self.lost + (outcome < 0)
        )

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def percent(self) -> int | None:
        """Won of all played, in whole per cent (half up); None where nothing was played."""
        return (200 * self.won + self.played) // (2 * self.played) if self.played else None


@dataclass(frozen=True)
class Streaks:
    """The longest rows of matches won, and lost, on end; and the `current` one: above 0 won, below
    0 lost. A draw ends either."""

    won: int = 0
    lost: int = 0
    current: int = 0


@dataclass(frozen=True)
class Figures:
    """What came of some matches: of `matches` in all, by system and by seat; with each partner and
    against each opponent, most played first; of the deals in which trump was `named`, by what was
    named; of the deals that were `doubled` by this side and `redoubled` by it; how many doubles
    were `missed`: the other side named trump, nobody doubled though the rules allow it, and this
    side won the deal; and the streaks."""

    matches: Tally
    systems: dict[str, Tally]
    seats: dict[Seat, Tally]
    partners: dict[int, Tally]
    opponents: dict[int, Tally]
    named: dict[str, Tally]
    doubled: Tally
    redoubled: Tally
    missed: int
    streaks: Streaks


def of_person(games: Sequence[Game]) -> Figures:
    """The figures of one person, whose games these are, in the order of play."""
    return _figures(games, lambda game: game.seat)


def of_pair(games: Sequence[Game], partner: int) -> Figures:
    """The figures of the person whose games these are and a partner, of the games they played
    together: trump counts as named where either of them named it."""
    return _figures([g for g in games if partner in g.partners], lambda game: game.side)


def against(games: Sequence[Game], opponent: int) -> Tally:
    """How the person whose games these are fared against another."""
    return _tally(game.outcome for game in games if opponent in game.opponents)


def _figures(games: Sequence[Game], seats: Callable[[Game], str]) -> Figures:
    named: dict[str, Tally] = {}
    doubled = redoubled = Tally()
    missed = 0
    for game in games:
        for deal in game.deals:
            won = 0 if not deal.winners else 1 if game.seat in deal.winners else -1
            if deal.named and deal.named in seats(game):
                named[deal.trump] = named.get(deal.trump, Tally()) + won
            if game.seat in deal.against:
                if deal.calls:
                    doubled += won
                elif deal.open and won > 0:
                    missed += 1
            elif game.seat in deal.declaring and deal.calls > 1:
                redoubled += won
    return Figures(
        matches=_tally(game.outcome for game in games),
        systems=_most_first((game.system, game.outcome) for game in games),
        seats=_most_first((game.seat, game.outcome) for game in games),
        partners=_most_first((who, game.outcome) for game in games for who in game.partners),
        opponents=_most_first((who, game.outcome) for game in games for who in game.opponents),
        named=named,
        doubled=doubled,
        redoubled=redoubled,
        missed=missed,
        streaks=streaks([game.outcome for game in games]),
    )


def _tally(outcomes: Iterable[int]) -> Tally:
    tally = Tally()
    for outcome in outcomes:
        tally += outcome
    return tally


def _most_first(told: Iterable[tuple[Any, int]]) -> dict[Any, Tally]:
    """A tally for each key, those with most played first; of equals the one met first."""
    tallies: dict[Any, Tally] = {}
    for key, outcome in told:
        tallies[key] = tallies.get(key, Tally()) + outcome
    return dict(sorted(tallies.items(), key=lambda item: -item[1].played))


def streaks(outcomes: Sequence[int]) -> Streaks:
    """The streaks of outcomes in the order of play (1 won, 0 drawn, -1 lost)."""
    won = lost = current = 0
    for outcome in outcomes:
        going_on = outcome * current > 0
        current = current + outcome if going_on else outcome
        won, lost = max(won, current), max(lost, -current)
    return Streaks(won, lost, current)
