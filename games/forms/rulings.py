"""The forms about rulings: what a referee decides on a deal, and an appeal against it."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy

from games.forms.changes import ReasonForm
from games.forms.texts import TextField
from games.manille.rulings import MOST_GIVEN
from games.models import Deal
from games.wording.rulings import BY_OPTION
from games.wording.sheet import names

# What people type for a minus, where the keyboard has no hyphen or makes it a dash.
MINUSES = str.maketrans("\u2212\u2013\u2012", "---")

RULES = (
    gettext_lazy("The referee’s own judgement"),
    gettext_lazy("The rules of the club"),
    gettext_lazy("The rules of the competition"),
)
"""Rules that are offered to be chosen; any other can be written."""


class MatchPointsField(forms.IntegerField):
    """Match points that may be below 0, with whatever sign for minus."""

    def __init__(self, **facts: Any) -> None:
        super().__init__(
            required=False,
            min_value=-MOST_GIVEN,
            max_value=MOST_GIVEN,
            error_messages={
                "invalid": gettext_lazy("Match points are whole numbers."),
                "min_value": gettext_lazy("At least %(limit_value)s match points, please."),
                "max_value": gettext_lazy("At most %(limit_value)s match points, please."),
            },
            # Some number pads have no minus, so this is not one.
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
            **facts,
        )

    def to_python(self, value: Any) -> int | None:
        return super().to_python(value.translate(MINUSES) if isinstance(value, str) else value)


def name_field(label: str, missing: str) -> TextField:
    """Who did it: a name, as the sheet will show it."""
    return TextField(label=label, error_messages={"required": missing}, max_length=80)


class RulingForm(ReasonForm):
    """A ruling on a deal: what the rules say of a revoke, points given outright, penalties only, or
    that the play stands; with penalties beside any of them, who ruled and by which rule.

    Points have a field for each side, `points_NS` and so on, penalties `penalty_NS`. `asked` are
    values to begin with (`revoke`, `trick`). After `is_valid()`, `ruling()` is what `Deal.rule`
    takes.
    """

    kind = forms.ChoiceField(
        label=gettext_lazy("Ruling"),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose what is ruled.")},
    )
    revoke = forms.ChoiceField(
        label=gettext_lazy("Who revoked"), required=False, widget=forms.RadioSelect
    )
    by = name_field(gettext_lazy("Who ruled"), gettext_lazy("Say who ruled."))
    rule = TextField(
        label=gettext_lazy("By which rule"),
        help_text=gettext_lazy(
            "Its words or its number. On a revoke, empty means the rule of this match."
        ),
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={"list": "rules-to-choose", "autocomplete": "off"}),
    )
    revision = forms.IntegerField(min_value=0, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        deal: Deal,
        by: str = "",
        asked: Mapping[str, str] | None = None,
    ) -> None:
        match, ruling = deal.match, deal.ruling or {}
        rules = match.rules
        points, penalties = ruling.get("points", {}), ruling.get("penalties", {})
        rule = ruling.get("rule", "")
        initial = {
            "revision": deal.revision,
            "kind": _kind(ruling) if ruling else "points" if deal.misdeal else "revoke",
            "revoke": ruling.get("revoke"),
            "trick": ruling.get("trick"),
            "by": by,
            "rule": "" if rule.startswith(BY_OPTION) else rule,
            **{f"points_{side}": points.get(side) for side in rules.table.sides},
            **{f"penalty_{side}": penalties.get(side) for side in rules.table.sides},
        }
        if asked and "revoke" in asked and not deal.misdeal:
            initial |= {"kind": "revoke", "revoke": asked["revoke"], "trick": asked.get("trick")}
        super().__init__(data, initial=initial)
        kinds = [
            ("revoke", gettext("A player revoked")),
            ("points", gettext("Points are given")),
            ("penalties", gettext("Penalties only")),
            ("stands", gettext("The play stands")),
        ]
        self.fields["kind"].choices = kinds[1:] if deal.misdeal else kinds
        self.fields["revoke"].choices = [(seat, match.name(seat)) for seat in rules.table.seats]
        out_of_range = gettext("A deal has tricks 1 to %(last)s.") % {"last": rules.hand_size}
        self.fields["trick"] = forms.IntegerField(
            label=gettext("In trick"),
            help_text=gettext("Leave it empty where nobody remembers."),
            required=False,
            min_value=1,
            max_value=rules.hand_size,
            error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), out_of_range),
            widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        )
        self.sides, self.option = rules.table.sides, rules.revoke
        for side in self.sides:
            self.fields[f"points_{side}"] = MatchPointsField(label=names(match, side))
            label = gettext("Penalty of %(side)s") % {"side": names(match, side)}
            self.fields[f"penalty_{side}"] = MatchPointsField(label=label)

    @property
    def points(self) -> list[forms.BoundField]:
        """The fields for the points of each side, in the order of the sheet."""
        return [self[f"points_{side}"] for side in self.sides]

    @property
    def penalties(self) -> list[forms.BoundField]:
        """The fields for the penalty of each side, likewise."""
        return [self[f"penalty_{side}"] for side in self.sides]

    @property
    def rules_to_choose(self) -> Iterable[str]:
        return RULES

    def clean(self) -> dict[str, Any]:
        told = self.cleaned_data
        kind = told.get("kind")
        # What belongs to a ruling that was not chosen is no error.
        unused = {"revoke", "trick"} if kind != "revoke" else set()
        if kind != "points":
            unused |= {field.name for field in self.points}
        for name in unused:
            self.errors.pop(name, None)
        if kind == "revoke" and not told.get("revoke") and "revoke" not in self.errors:
            self.add_error("revoke", gettext("Say who revoked."))
        if kind == "points" and all(map(self._is_empty, self.points)):
            missing = gettext("Say how many match points either side gets.")
            self.add_error(self.points[0].name, missing)
        told_wrong = any(field.errors for field in self.penalties)
        if kind == "penalties" and not told_wrong and not self._penalties():
            self.add_error(self.penalties[0].name, gettext("Say what the penalty is."))
        if kind in ("points", "penalties") and not told.get("rule") and "rule" not in self.errors:
            self.add_error("rule", gettext("Say by which rule, or that the referee judged so."))
        return told

    def _is_empty(self, field: forms.BoundField) -> bool:
        return not field.errors and self.cleaned_data.get(field.name) is None

    def _penalties(self) -> dict[str, int]:
        told = {side: self.cleaned_data.get(f"penalty_{side}") for side in self.sides}
        return {side: points for side, points in told.items() if points}

    def ruling(self, at: str) -> dict[str, Any]:
        """What is ruled, as a record tells it, `at` a time (ISO 8601)."""
        told = self.cleaned_data
        kind, penalties, rule = told["kind"], self._penalties(), told["rule"]
        decided: dict[str, Any] = {}
        if kind == "revoke":
            decided = {"revoke": told["revoke"]} | (
                {"trick": told["trick"]} if told["trick"] else {}
            )
            rule = rule or BY_OPTION + self.option
        elif kind == "points":
            decided = {"points": {side: told[f"points_{side}"] or 0 for side in self.sides}}
        elif kind == "stands":
            decided = {"play_stands": True}
        decided |= {"penalties": penalties} if penalties else {}
        decided |= {"rule": rule} if rule else {}
        return decided | {"by": told["by"], "at": at, "reason": told["reason"]}


def _kind(ruling: Mapping[str, Any]) -> str:
    kinds = {"revoke": "revoke", "points": "points", "play_stands": "stands"}
    return next((kind for key, kind in kinds.items() if key in ruling), "penalties")


class AppealForm(ReasonForm):
    """An appeal against the ruling that stands on a deal of which `revision` was shown."""

    by = name_field(gettext_lazy("Who appeals"), gettext_lazy("Say who appeals."))
    revision = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    field_order = ["by", "reason"]

    def appeal(self, at: str) -> dict[str, str]:
        """The appeal as a record tells it, made `at` a time (ISO 8601)."""
        told = self.cleaned_data
        return {"by": told["by"], "at": at, "reason": told["reason"]}
