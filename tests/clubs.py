"""Clubs, accounts and officers for the page tests, made the way the site makes them."""

from typing import Any

from django.test import Client
from django.utils.text import slugify

from games.models import Club, Match, Membership, Player, User
from tests.matches import start_match

PASSWORD = "three clubs and a heart"


def account(name: str = "Zoë", **facts: Any) -> User:
    """Somebody who has an account."""
    email = f"{slugify(name) or 'somebody'}@example.org"
    return User.objects.create_user(**{"email": email, "password": PASSWORD, "name": name, **facts})


def logged_in(user: User) -> Client:
    """A device on which somebody is logged in."""
    client = Client()
    client.force_login(user)
    return client


def found_club(name: str = "Hof ter Manille", owner: User | None = None, **facts: Any) -> Club:
    """A club; its owner is called Owner unless given."""
    return Club.found(name, owner or account("Owner"), **facts)


def owner_of(club: Club) -> User:
    return club.memberships.get(role="owner").user


def officer(club: Club, role: str, name: str = "") -> User:
    """A further officer, who came in by an invitation."""
    user = account(name or role.title())
    club.invite(role, owner_of(club)).accept(user)
    return user


def membership(club: Club, user: User) -> Membership:
    return club.memberships.get(user=user)


def people(club: Club, *names: str) -> list[Player]:
    """People of the club with these names."""
    return Player.add(club, names, owner_of(club))


def club_match(club: Club, *, seated: dict[str, Player] | None = None, **facts: Any) -> Match:
    """A match of the club; `seated` are those of its people who sit there."""
    return start_match(club=club, people=seated or {}, **facts)
