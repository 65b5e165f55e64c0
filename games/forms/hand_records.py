"""Which hand records of a match are to be shown, and on which paper."""

from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy

PAPERS = {"a4": "A4", "a6": "A6"}


class HandRecordsForm(forms.Form):
    """Asked by GET: no deal chosen means all of `numbers`, no paper means A4."""

    deal = forms.MultipleChoiceField(
        label=gettext_lazy("Deals"), required=False, widget=forms.CheckboxSelectMultiple
    )
    paper = forms.ChoiceField(
        label=gettext_lazy("Paper"),
        required=False,
        widget=forms.RadioSelect,
        choices=[
            ("a4", gettext_lazy("A4, four deals to a page")),
            ("a6", gettext_lazy("A6, one deal to a page")),
        ],
    )

    def __init__(self, data: Any, numbers: list[int]) -> None:
        super().__init__(data, initial={"deal": [str(n) for n in numbers], "paper": "a4"})
        self.numbers = numbers
        self.fields["deal"].choices = [
            (str(number), gettext("Deal %(number)s") % {"number": number}) for number in numbers
        ]

    @property
    def chosen(self) -> list[int]:
        """The numbers chosen, in the order of the match; of a valid form."""
        picked = self.cleaned_data["deal"]
        return [number for number in self.numbers if str(number) in picked] or self.numbers

    @property
    def paper_chosen(self) -> str:
        """The paper chosen, A4 where none was or there is no such paper."""
        paper = self["paper"].value()
        return paper if paper in PAPERS else "a4"
