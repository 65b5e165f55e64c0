"""Rules in a player's words: what they are called, and what an option is set to under them.

The systems are in `systems.py`, the options in `rule_options.py`, the whole rule set in sentences
in `rule_sentences.py`.
"""

from django.utils.translation import gettext

from games.manille.rules import Rules, choices, optional

from .rule_options import OPTIONS
from .systems import SYSTEMS


def title(preset: str) -> str:
    """The name of a system; of rules that came without one, "House rules"."""
    return str(SYSTEMS[preset].title) if preset in SYSTEMS else gettext("House rules")


def rules_title(preset: str, name: str) -> str:
    """What rules are called: the name they were saved under, else that of their system."""
    return name or title(preset)


def identifier(rules: Rules) -> str:
    """The identifier of a rule set as it is printed, "K7Q2-M9XD"."""
    return f"{rules.digest[:4]}-{rules.digest[4:]}"


def value_word(rules: Rules, option: str) -> str:
    """What an option is set to under these rules, in a player's words."""
    value = getattr(rules, option)
    words = OPTIONS[option].values
    if option == "pack":
        return str(words.get(value, value))
    if choices(option):
        return str(words[value])
    if optional(option) and value is None:
        return gettext("none")
    return str(value) or gettext("none")
