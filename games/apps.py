from django.apps import AppConfig


class GamesConfig(AppConfig):
    """The one Django app: matches, deals, replays."""

    name = "games"
