"""Suits and cards in words, in the reader's language and after the faces that are shown.

A card's name is one message for each rank, with a place for the suit as it stands beside a rank
(`%(of_suit)s`): a language may put the suit first, or join it to the rank.
"""

from django.utils.functional import Promise, lazy
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from games.faces import shown

_SUITS = {
    "french": {
        "S": gettext_lazy("spades"),
        "H": gettext_lazy("hearts"),
        "D": gettext_lazy("diamonds"),
        "C": gettext_lazy("clubs"),
    },
    "spanish": {
        "S": pgettext_lazy("Spanish suit", "swords"),
        "H": pgettext_lazy("Spanish suit", "cups"),
        "D": pgettext_lazy("Spanish suit", "coins"),
        "C": pgettext_lazy("Spanish suit", "batons"),
    },
}
_OF_SUITS = {
    "french": {
        "S": pgettext_lazy("suit beside the rank of a card", "of spades"),
        "H": pgettext_lazy("suit beside the rank of a card", "of hearts"),
        "D": pgettext_lazy("suit beside the rank of a card", "of diamonds"),
        "C": pgettext_lazy("suit beside the rank of a card", "of clubs"),
    },
    "spanish": {
        "S": pgettext_lazy("suit beside the rank of a card", "of swords"),
        "H": pgettext_lazy("suit beside the rank of a card", "of cups"),
        "D": pgettext_lazy("suit beside the rank of a card", "of coins"),
        "C": pgettext_lazy("suit beside the rank of a card", "of batons"),
    },
}
# A card by itself. What French faces call queen and jack are horse and jack on Spanish ones
# (caballo, sota), so these have messages of their own.
_NAMES = {
    # Translators: of_suit is the message "of spades" and its like
    "A": pgettext_lazy("card", "ace %(of_suit)s"),
    "K": pgettext_lazy("card", "king %(of_suit)s"),
    "Q": pgettext_lazy("card", "queen %(of_suit)s"),
    "J": pgettext_lazy("card", "jack %(of_suit)s"),
    "T": pgettext_lazy("card", "ten %(of_suit)s"),
    "9": pgettext_lazy("card", "nine %(of_suit)s"),
    "8": pgettext_lazy("card", "eight %(of_suit)s"),
    "7": pgettext_lazy("card", "seven %(of_suit)s"),
    "6": pgettext_lazy("card", "six %(of_suit)s"),
    "5": pgettext_lazy("card", "five %(of_suit)s"),
    "4": pgettext_lazy("card", "four %(of_suit)s"),
    "3": pgettext_lazy("card", "three %(of_suit)s"),
    "2": pgettext_lazy("card", "two %(of_suit)s"),
}
_SPANISH_NAMES = {
    "Q": pgettext_lazy("Spanish card", "horse %(of_suit)s"),
    "J": pgettext_lazy("Spanish card", "jack %(of_suit)s"),
}
# A card in the middle of a sentence, with its article where the language has one.
_IN_SENTENCES = {
    "A": pgettext_lazy("card in a sentence", "the ace %(of_suit)s"),
    "K": pgettext_lazy("card in a sentence", "the king %(of_suit)s"),
    "Q": pgettext_lazy("card in a sentence", "the queen %(of_suit)s"),
    "J": pgettext_lazy("card in a sentence", "the jack %(of_suit)s"),
    "T": pgettext_lazy("card in a sentence", "the ten %(of_suit)s"),
    "9": pgettext_lazy("card in a sentence", "the nine %(of_suit)s"),
    "8": pgettext_lazy("card in a sentence", "the eight %(of_suit)s"),
    "7": pgettext_lazy("card in a sentence", "the seven %(of_suit)s"),
    "6": pgettext_lazy("card in a sentence", "the six %(of_suit)s"),
    "5": pgettext_lazy("card in a sentence", "the five %(of_suit)s"),
    "4": pgettext_lazy("card in a sentence", "the four %(of_suit)s"),
    "3": pgettext_lazy("card in a sentence", "the three %(of_suit)s"),
    "2": pgettext_lazy("card in a sentence", "the two %(of_suit)s"),
}
_SPANISH_IN_SENTENCES = {
    "Q": pgettext_lazy("Spanish card in a sentence", "the horse %(of_suit)s"),
    "J": pgettext_lazy("Spanish card in a sentence", "the jack %(of_suit)s"),
}


def suit_word(code: str) -> str:
    """The suit in words: `H` -> "hearts", on Spanish faces "cups"; `NT` -> "no trump"."""
    if code == "NT":
        return gettext("no trump")
    return str(_SUITS[shown()].get(code, ""))


SUIT_WORDS = {code: lazy(suit_word, str)(code) for code in ("S", "H", "D", "C", "NT")}
"""The same, looked up only where it is shown."""


def card_word(code: str) -> str:
    """The card in words: `ST` -> "ten of spades"; `??` -> "unknown card"."""
    if code[:1] not in _SUITS["french"] or code[1:] not in _NAMES:
        return gettext("unknown card")
    return _named(code, _NAMES, _SPANISH_NAMES)


def the_card(code: str) -> str:
    """A known card as it stands in a sentence: "the ten of spades"."""
    return _named(code, _IN_SENTENCES, _SPANISH_IN_SENTENCES)


def _named(code: str, names: dict[str, Promise], spanish_names: dict[str, Promise]) -> str:
    suit, rank = code[0], code[1]
    if shown() == "spanish":
        names = names | spanish_names
    return str(names[rank]) % {"of_suit": _OF_SUITS[shown()][suit]}
