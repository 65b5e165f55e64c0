"""A table of a round: starting its match, and typing in a result."""

import secrets
from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.manille.table import Seat
from games.models import Competition, Player, Table, by_name, expected_at, people_gone
from games.wording.results import SEATS
from games.wording.tables import FORFEITS

from .changes import LOT


class StartTableForm(forms.Form):
    """Who sits where at a table, and who deals first. As entered, unless somebody is replaced;
    `comes_in`: whether somebody was in the game before, and so is here."""

    dealer = forms.ChoiceField(
        label=_("First dealer"),
        widget=forms.RadioSelect,
        error_messages={"required": _("Say who deals first, or have it drawn by lot.")},
    )

    def __init__(self, *args: Any, table: Table, **kwargs: Any) -> None:
        self.table = table
        self.rules = table.competition.rules
        entered = table.seated()
        expected = expected_at(table)
        self.comes_in = expected != entered
        kwargs["initial"] = {"dealer": LOT}
        super().__init__(*args, label_suffix="", **kwargs)
        choices: dict[Seat, list[tuple[str, str]]] = {}
        everybody = [] if table.meeting else by_name(Player.of(table.competition.club))
        self.people: dict[str, Player] = {}
        called = table.competition.called
        for seats, entry in zip(self.rules.table.sides, (table.a, table.b), strict=True):
            # In a meeting substitutes are of the team.
            offered = [*(entry.people if table.meeting else everybody)]
            own = [found[seat] for found in (entered, expected) for seat in seats]
            if not table.meeting:  # nobody plays for the other side
                others = {*entered.values(), *expected.values()}.difference(own)
                offered = [one for one in offered if one not in others]
            offered += [one for one in dict.fromkeys(own) if one not in offered]
            self.people |= {str(one.pk): one for one in offered}
            names = [(str(one.pk), called(one)) for one in offered]
            choices |= dict.fromkeys(seats, names)
        gone = people_gone(table)
        left = [seat for seat, player in expected.items() if player in gone]
        sit = {str(player.pk) for player in expected.values()}
        for seat, player in entered.items():
            if player not in gone:
                continue
            # Nobody sits there until somebody is chosen, who does not sit at the table already.
            barred = sit - {str(expected[seat].pk)} | {str(player.pk)}
            others = [each for each in choices[seat] if each[0] not in barred]
            choices[seat] = [("", gettext("Choose a substitute")), *others]
        for seat in self.rules.people:
            self.fields[f"seat_{seat}"] = forms.ChoiceField(
                label=SEATS[seat],
                choices=choices[seat],
                initial="" if seat in left else str(expected[seat].pk),
                error_messages={
                    "required": _("Say who sits here."),
                    "invalid_choice": _("Choose one of the club’s people."),
                },
            )
        dealers = [
            (
                seat,
                gettext("%(seat)s, %(name)s")
                % {
                    "seat": SEATS[seat],
                    "name": gettext("substitute") if seat in left else called(player),
                },
            )
            for seat, player in expected.items()
        ]
        self.fields["dealer"].choices = [(LOT, gettext("By lot")), *dealers]

    @property
    def seats(self) -> list[forms.BoundField]:
        return [self[f"seat_{seat}"] for seat in self.rules.people]

    def clean(self) -> dict[str, Any]:
        told = self.cleaned_data
        self.seated: dict[Seat, Player] = {}
        for seat in self.rules.people:
            player = self.people.get(told.get(f"seat_{seat}", ""))
            if player is None:
                continue
            if player in self.seated.values():
                self.add_error(f"seat_{seat}", gettext("Nobody has two seats."))
            self.seated[seat] = player
        return told

    def first_dealer(self) -> Seat:
        """The seat that deals first; a lot is drawn here."""
        dealer = self.cleaned_data["dealer"]
        return secrets.choice(self.rules.people) if dealer == LOT else dealer


class ResultForm(forms.Form):
    """A result without deals. Valid, `facts` are those of Table.type_result. One that counts
    already is put right with a reason, once its effect was seen (`seen`, `confirm`). One to which
    no match comes that is played to its end (`doubts`) is taken once somebody is `sure`: a match
    can be broken off by time or by agreement."""

    how = forms.ChoiceField(
        label=_("What happened"),
        widget=forms.RadioSelect,
        error_messages={"required": _("Say what happened at the table.")},
    )
    points_a = forms.IntegerField(required=False)
    points_b = forms.IntegerField(required=False)
    deals_a = forms.IntegerField(required=False, min_value=0, max_value=999)
    deals_b = forms.IntegerField(required=False, min_value=0, max_value=999)
    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("It stays in the history of the competition."),
        max_length=500,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2, "dir": "auto"}),
    )
    sure = forms.BooleanField(label=_("It is right all the same"), required=False)
    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=200)

    def __init__(self, *args: Any, table: Table, correcting: bool, **kwargs: Any) -> None:
        self.correcting = correcting
        self.rules = table.competition.rules
        self.doubts: list[str] = []
        sides = {"one": table.side("a"), "other": table.side("b")}
        kwargs["initial"] = {
            "how": "played",
            "seen": table.mark,
            **{key: getattr(table, key) for key in ("points_a", "points_b", "deals_a", "deals_b")},
        }
        if table.kind == "forfeit":
            kwargs["initial"]["how"] = {"a": "b-absent", "b": "a-absent", "": "nobody"}[
                table.winner
            ]
        elif table.kind == "void":
            kwargs["initial"]["how"] = "void"
        super().__init__(*args, label_suffix="", **kwargs)
        self.fields["how"].choices = [
            ("played", gettext("It was played")),
            ("a-absent", str(FORFEITS["b"]) % sides),
            ("b-absent", str(FORFEITS["a"]) % sides),
            ("nobody", gettext("Neither side came")),
            ("void", gettext("It does not count for anybody")),
        ]
        for half, name in (("a", sides["one"]), ("b", sides["other"])):
            told = {"side": name}
            points, deals = self.fields[f"points_{half}"], self.fields[f"deals_{half}"]
            points.label = gettext("Match points of %(side)s") % told
            deals.label = gettext("Deals won by %(side)s") % told
            for field in (points, deals):
                field.error_messages["invalid"] = gettext("Write a whole number.")
        self.with_deals = any("deals-won" in one for one in table.competition.scheme.measures)
        if not self.with_deals:
            del self.fields["deals_a"], self.fields["deals_b"]
        if not correcting:
            del self.fields["reason"]

    @property
    def figures(self) -> list[forms.BoundField]:
        names = ["points_a", "points_b", *(["deals_a", "deals_b"] if self.with_deals else [])]
        return [self[name] for name in names]

    def clean(self) -> dict[str, Any]:
        told = self.cleaned_data
        if self.correcting and not told.get("reason") and "reason" not in self.errors:
            self.add_error("reason", gettext("Say why, for the others in the competition."))
        how = told.get("how")
        facts: dict[str, Any] = {
            "winner": "", "points_a": None, "points_b": None, "deals_a": None, "deals_b": None
        }  # fmt: skip
        if how == "played":
            for half in ("points_a", "points_b"):
                if told.get(half) is None and half not in self.errors:
                    self.add_error(half, gettext("Write the match points; 0 for none."))
                elif abs(told.get(half) or 0) > 9999:
                    self.add_error(half, gettext("Nobody makes so many points in a match."))
            facts |= {key: told.get(key) for key in facts if key in self.fields}
            a, b = told.get("points_a") or 0, told.get("points_b") or 0
            facts |= {"kind": "played", "winner": "" if a == b else "a" if a > b else "b"}
            if not self.errors:
                self.doubts = list(self._doubts(a, b))
                if self.doubts and not told.get("sure"):
                    self.add_error("sure", self.doubts)
        elif how == "void":
            facts["kind"] = "void"
        elif how:
            facts["kind"] = "forfeit"
            facts["winner"] = {"a-absent": "b", "b-absent": "a", "nobody": ""}[how]
        self.facts = facts
        return told

    def _doubts(self, a: int, b: int) -> Iterator[str]:
        """Why a match played to its end by these rules does not come to so many match points."""
        rules = self.rules
        if min(a, b) < 0 and rules.loser != "minus":
            yield gettext("By these rules nobody has fewer than 0 match points.")
        if rules.target is not None and rules.deals is None and rules.minutes is None:
            target = min(rules.target, rules.result_cap or rules.target)
            if max(a, b) < target:
                text = gettext("Nobody has reached %(target)s, to which the match goes.")
                yield text % {"target": target}
        if a == b and rules.tie == "extra-deal":
            yield gettext("By these rules a match does not end equal.")


class ClockForm(forms.Form):
    """How long a round lasts, from now; empty: no time runs."""

    minutes = forms.IntegerField(
        label=_("Minutes"),
        required=False,
        min_value=1,
        max_value=600,
        error_messages={
            "invalid": _("Write a whole number of minutes."),
            "min_value": _("At least %(limit_value)s, please."),
            "max_value": _("At most %(limit_value)s, please."),
        },
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)


class EveningForm(forms.Form):
    """Of which evening the round to be drawn is; empty where that is no question."""

    SAME, NEXT = "same", "next"

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        last = competition.rounds.last() if competition.how.evenings else None
        if last is None:
            return
        told = {"number": last.number}
        self.fields["evening"] = forms.ChoiceField(
            label=gettext("Which evening"),
            choices=[
                (self.SAME, gettext("The same evening as round %(number)s") % told),
                (self.NEXT, gettext("Another evening")),
            ],
            widget=forms.RadioSelect,
        )
        two = competition.days.filter(number__in=(last.number, last.number + 1))
        days = list(two.values_list("on", flat=True))
        if len(days) < 2:  # not both planned: one evening's rounds are drawn on one day
            drawn_on = timezone.localdate(last.drawn_at, competition.club.timezone)
            days = [drawn_on, competition.club.today()]
        self.initial["evening"] = self.SAME if len(set(days)) == 1 else self.NEXT
