"""A meeting of teams: line-ups, substitutes, another day, a result for all of its games."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import Meeting, Player
from games.wording.tables import FORFEITS

CHANGED = _("Meanwhile the team has changed. Look again.")


def reason_field(required: bool = False) -> forms.CharField:
    return forms.CharField(
        label=_("Reason"),
        help_text=_("It stays in the history of the competition."),
        max_length=500,
        required=required,
        widget=forms.TextInput(attrs={"dir": "auto"}),
        error_messages={"required": _("Say why, for the others in the competition.")},
    )


class LineUpForm(forms.Form):
    """A team's line-up. Valid, `players` are those of the first pair, of the second, and so on.
    `known` is what was handed in before, where whoever asks may see it."""

    def __init__(
        self, *args: Any, meeting: Meeting, side: str, known: list[Player], **kwargs: Any
    ) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        self.roster = {str(one.pk): one for one in meeting.team(side).people}
        called = meeting.competition.called
        names = [
            ("", gettext("Choose…")),
            *((key, called(one)) for key, one in self.roster.items()),
        ]
        self.places = [f"place_{at}" for at in range(1, meeting.competition.team_size + 1)]
        for at, field in enumerate(self.places):
            self.fields[field] = forms.ChoiceField(
                label=gettext("The other") if at % 2 else gettext("One"),
                choices=names,
                initial=str(known[at].pk) if at < len(known) else "",
                error_messages={"required": _("Say who plays."), "invalid_choice": CHANGED},
            )

    @property
    def pairs(self) -> list[tuple[int, forms.BoundField, forms.BoundField]]:
        """For each pair its number, and the fields of its two people."""
        fields = [self[field] for field in self.places]
        return [(at // 2 + 1, fields[at], fields[at + 1]) for at in range(0, len(fields), 2)]

    def clean(self) -> dict[str, Any]:
        told = self.cleaned_data
        self.players: list[Player] = []
        for field in self.places:
            player = self.roster.get(told.get(field, ""))
            if player is None:
                continue
            if player in self.players:
                self.add_error(field, gettext("Nobody plays in two pairs."))
            self.players.append(player)
        return told


class SubstituteForm(forms.Form):
    """Who comes in for whom, from which game on. Games that have begun are not offered; to a
    captain (not an `officer`) none of the first turn."""

    game = forms.TypedChoiceField(
        label=_("From game"),
        coerce=int,
        error_messages={"invalid_choice": _("Choose a game that has not begun.")},
    )
    leaves = forms.ChoiceField(
        label=_("Who stops playing"),
        error_messages={"required": _("Say who stops playing."), "invalid_choice": CHANGED},
    )
    comes = forms.ChoiceField(
        label=_("Who plays instead"),
        error_messages={"required": _("Say who plays instead."), "invalid_choice": CHANGED},
    )

    def __init__(
        self, *args: Any, meeting: Meeting, side: str, officer: bool, **kwargs: Any
    ) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        begun = set(
            meeting.games.exclude(kind="unplayed", match=None).values_list("game", flat=True)
        )
        turns = [turn for turn, _home, _guests in meeting.schedule]
        self.fields["game"].choices = [
            (game, game)
            for game, turn in enumerate(turns, 1)
            if game not in begun and (officer or turn > 1)
        ]
        team = meeting.team(side).people
        playing = {
            player.pk: player
            for game in range(1, len(turns) + 1)
            for player in meeting.people(side, game).values()
        }
        self.people = {str(one.pk): one for one in [*team, *playing.values()]}
        choose, called = ("", gettext("Choose…")), meeting.competition.called
        self.fields["leaves"].choices = [
            choose, *((str(key), called(one)) for key, one in playing.items())
        ]  # fmt: skip
        self.fields["comes"].choices = [choose, *((str(one.pk), called(one)) for one in team)]

    @property
    def possible(self) -> bool:
        """Whether there is a game to come, and somebody to come in."""
        return bool(self.fields["game"].choices) and len(self.fields["comes"].choices) > 1

    @property
    def chosen(self) -> tuple[int, Player, Player]:
        """Valid: the game, who leaves, who comes."""
        told = self.cleaned_data
        return told["game"], self.people[told["leaves"]], self.people[told["comes"]]


class MoveMeetingForm(forms.Form):
    """The day on which a meeting is held, where that is not its round's."""

    held_on = forms.DateField(
        label=_("Held on"),
        help_text=_("Empty: on the day of its round."),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        input_formats=["%Y-%m-%d", "%d/%m/%Y", "%d-%m-%Y", "%d.%m.%Y"],
        error_messages={"invalid": _("Write the day as 2027-01-31.")},
    )
    reason = reason_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)


class ForfeitForm(forms.Form):
    """One result without play for all games of a meeting that were not played. Valid, `facts` are
    those of Meeting.settle. What counts already is put right with a reason, once its effect was
    seen."""

    how = forms.ChoiceField(
        label=_("What happened"),
        widget=forms.RadioSelect,
        error_messages={"required": _("Say what happened.")},
    )
    reason = reason_field(required=True)
    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=200)

    def __init__(self, *args: Any, meeting: Meeting, correcting: bool, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        sides = {"one": meeting.home.name, "other": meeting.guests.name}
        self.fields["how"].choices = [
            ("a-absent", str(FORFEITS["b"]) % sides),
            ("b-absent", str(FORFEITS["a"]) % sides),
            ("nobody", gettext("Neither side came")),
            ("void", gettext("It does not count for anybody")),
        ]
        if not correcting:
            del self.fields["reason"]

    @property
    def facts(self) -> dict[str, Any]:
        how = self.cleaned_data["how"]
        return {
            "kind": "void" if how == "void" else "forfeit",
            "winner": {"a-absent": "b", "b-absent": "a"}.get(how, ""),
            **dict.fromkeys(("points_a", "points_b", "deals_a", "deals_b")),
        }
