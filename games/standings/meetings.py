"""Meetings of teams: the results of their games, added up to one result each."""

from collections.abc import Iterable

from .results import Id, Result
from .scheme import Number


def meetings(games: Iterable[Result], drawn_game: Number) -> list[Result]:
    """One result for each meeting, of the results of its games; byes as they are.

    Games of one meeting share the round and both sides. The result has the key of the first of
    them. Its points and deals are those of the games added up; its games, those that each side won,
    a game drawn being `drawn_game` of one for both. A game that one side did not come to is won by
    the other, without points; one declared void is nobody's. The meeting counts once each of its
    games does, or is void. Where every game is a forfeit of the same side, so is the meeting, and
    brings what the scheme says.
    """
    found: list[Result] = []
    together: dict[tuple[int, Id, Id], list[Result]] = {}
    for game in games:
        if game.b is None:
            found.append(game)
        else:
            together.setdefault((game.round, game.a, game.b), []).append(game)
    return found + [_meeting(each, drawn_game) for each in together.values()]


def _meeting(games: list[Result], drawn_game: Number) -> Result:
    first = games[0]
    left = [game for game in games if game.kind != "void"]
    nobody = first._replace(
        winner="", points_a=None, points_b=None, games_a=None, games_b=None,
        deals_a=None, deals_b=None, counted=True,
    )  # fmt: skip
    if not left:
        return nobody._replace(kind="void")
    counted = all(game.counted for game in left)
    if len({(game.kind, game.winner) for game in games}) == 1 and first.kind == "forfeit":
        return nobody._replace(kind="forfeit", winner=first.winner, counted=counted)
    if all(game.kind == "unplayed" for game in left):
        return nobody._replace(kind="unplayed", counted=False)
    played = [game for game in left if game.kind == "played"]
    drawn = drawn_game * sum(game.winner == "" for game in played)
    won_a = drawn + sum(game.winner == "a" for game in left)
    won_b = drawn + sum(game.winner == "b" for game in left)
    return nobody._replace(
        kind="played",
        winner="a" if won_a > won_b else "b" if won_b > won_a else "",
        points_a=sum(game.points_a or 0 for game in played),
        points_b=sum(game.points_b or 0 for game in played),
        games_a=won_a,
        games_b=won_b,
        deals_a=sum(game.deals_a or 0 for game in played),
        deals_b=sum(game.deals_b or 0 for game in played),
        counted=counted,
    )
