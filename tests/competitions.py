"""Clubs with officers, people and competitions for the page tests, made the way the site does."""

from typing import Any

from django.test import Client
from django.urls import reverse

from games.manille.presets import PRESETS
from games.models import (
    FORMATS,
    Club,
    Competition,
    Entry,
    Match,
    Meeting,
    Player,
    Round,
    Table,
    User,
    next_draw,
    standings_of,
    start_match_at,
)
from games.models.competition import OPEN
from games.standings.schemes import SCHEMES

from .matches import record

SHORT = {"deals": 2, "target": None, "tie": "drawn-match"}
"""House rules by which a match is over after two deals."""


def make_user(name: str) -> User:
    found = User.objects.filter(name=name).first()
    return found or User.objects.create_user(f"{name.lower()}@example.org", "secret", name=name)


def make_club(name: str = "De Bolle", **facts: Any) -> Club:
    """A club with an owner, Olga, and a secretary, a referee and a scorer."""
    club = Club.found(name, make_user("Olga"), **facts)
    for role in ("secretary", "referee", "scorer"):
        club.memberships.create(user=make_user(role.capitalize()), role=role)
    return club


def owner() -> User:
    return User.objects.get(name="Olga")


def client_of(name: str) -> Client:
    """A device at which somebody is logged in: Olga, Secretary, Referee or Scorer."""
    client = Client()
    client.force_login(make_user(name))
    return client


def captain_client(meeting: Meeting, side: str) -> Client:
    """A device at which the captain of that side of a meeting is logged in."""
    Player.objects.filter(pk=meeting.team(side).captain.pk).update(user=make_user(f"Capt {side}"))
    return client_of(f"Capt {side}")


def html_of(client: Client, url: str, **headers: str) -> str:
    """A page that is there, as it was sent."""
    response = client.get(url, headers=headers)
    assert response.status_code == 200
    return response.content.decode()


def main(response: Any) -> str:
    """What a page tells between its head and its foot."""
    html = response.content.decode()
    return html.split("<main", 1)[1].split("</main", 1)[0].replace("&amp;", "&")


def add_people(club: Club, *names: str) -> list[Player]:
    return Player.add(club, names, owner())


def make_competition(club: Club, format: str = "swiss", **facts: Any) -> Competition:
    """A competition that is open; `rules` are options that differ, `options` the format's."""
    kind = facts.pop("entry_kind", FORMATS[format].kinds[0])
    rules = {**SHORT, **facts.pop("rules", {})}
    preset = facts.pop("preset", "west-flemish")
    scheme = SCHEMES[FORMATS[format].scheme].changed(**facts.pop("scheme", {}))
    competition = Competition.make(
        club,
        owner(),
        name=facts.pop("name", "Autumn cup"),
        format=format,
        entry_kind=kind,
        preset=preset,
        rules=PRESETS[preset].changed(**rules),
        scheme=scheme,
        options={**FORMATS[format].options, **facts.pop("options", {})},
        **facts,
    )
    competition.become(OPEN, owner())
    return competition


def address(competition: Competition, page: str, *args: Any) -> str:
    """The address of a page about the competition."""
    return reverse(page, args=[competition.club.slug, competition.slug, *args])


def make_cup(entries: int = 4) -> Competition:
    """A Swiss of so many pairs, about to be drawn."""
    competition = make_competition(make_club())
    enter(competition, entries)
    return competition


def league_of_four() -> Competition:
    """A published league of four teams, each of which meets each other once in four games."""
    competition = make_competition(
        make_club(), "team-league", options={"games": 4, "double": False}, published=True
    )
    enter(competition, 4)
    return competition


def enter(competition: Competition, count: int, first: int = 1) -> list[Entry]:
    """So many entries of new people: A1 & B1, A2 & B2 …, or A1, A2 …; or Team 1 with A1 to E1."""
    wanted = range(first, first + count)
    letters = {"pair": "AB", "individual": "A", "team": "ABCDE"}[competition.entry_kind]
    entries = []
    for number in wanted:
        people = add_people(competition.club, *(f"{letter}{number}" for letter in letters))
        name = " & ".join(player.name for player in people)
        entries.append((f"Team {number}" if len(people) > 2 else name, people))
    return Entry.enter(competition, entries, owner())


def hand_in(meeting: Meeting, *sides: str) -> None:
    """Hand in line-ups: of each side the first people of the team, as many as play."""
    for side in sides or ("a", "b"):
        players = meeting.team(side).people[: meeting.competition.team_size]
        meeting.hand_in(side, players, owner())


def meetings(round: Round) -> list[Meeting]:
    """Its meetings in order, as a page has them."""
    found = list(round.meetings.select_related("home", "guests"))
    for meeting in found:
        meeting.round = round
    return found


def current(meeting: Meeting) -> Meeting:
    """The meeting as it is stored now."""
    found = Meeting.objects.select_related("home", "guests", "round__competition__club")
    return found.get(pk=meeting.pk)


def draw(competition: Competition) -> Round:
    drawn = next_draw(competition)
    return Round.draw_next(competition, drawn.number, drawn.mark, owner())


def tables(round: Round) -> list[Table]:
    """Its tables without byes."""
    return [table for table in round.places() if not table.is_bye]


def met(competition: Competition) -> list[frozenset[int]]:
    """Who met whom: of each table the keys of the entries of its sides."""
    rows = Table.objects.filter(round__competition=competition, b__isnull=False)
    return [frozenset(pair) for pair in rows.values_list("a", "b")]


def ranks(competition: Competition) -> list[tuple[int, str]]:
    """Rank and name of each entry, the best first."""
    names = dict(competition.entries.values_list("pk", "name"))
    return [(row.rank, names[row.entry]) for row in standings_of(competition).rows]


def type_result(table: Table, points_a: int, points_b: int, by: User | None = None) -> None:
    winner = "" if points_a == points_b else "a" if points_a > points_b else "b"
    facts = {"kind": "played", "winner": winner, "points_a": points_a, "points_b": points_b}
    table.type_result(facts, "", table.mark, by or owner())


def play(table: Table, *points: int) -> Match:
    """Start the table's match and record deals: card points of the first side."""
    people = table.seated()
    match = start_match_at(table, people, next(iter(people)), owner())
    for each in points:
        record(match, each)
    return match


def sign(match: Match) -> None:
    for side in match.rules.table.sides:
        match.sign(side, match.names(side))


def begin_evening(club: Club) -> Competition:
    """Two tables of three games each: at the first the second game goes on."""
    evening = make_competition(club, "draw-evening", name="Evening")
    enter(evening, 8, first=11)
    games = tables(draw(evening))
    type_result(games[0], 101, 60)
    play(games[1], 40)
    return evening


def meeting_of_captains(games: int) -> Meeting:
    """A meeting of so many games with both line-ups in; the accounts of its captains are called
    Home and Guest."""
    competition = make_competition(
        make_club(), "team-league", options={"games": games, "double": False}
    )
    enter(competition, 2)
    found = meetings(draw(competition))[0]
    for name, team in (("Home", found.home), ("Guest", found.guests)):
        Player.objects.filter(pk=team.captain.pk).update(user=make_user(name))
    hand_in(found)
    found.refresh_from_db()
    found.round.competition = competition
    return found
