"""`messages`: bring the catalogues under locale/ up to date with what the site says.

Babel reads the Python sources; Django turns its templates into something that Babel can read. So
no gettext need be installed, and the tests compare the catalogues with the same extraction.
"""

import io
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils.translation.template import templatize

ROOT = settings.BASE_DIR
SOURCES = ("games/**/*.py", "manillescore/**/*.py", "templates/**/*.html", "templates/**/*.txt")

KEYWORDS = DEFAULT_KEYWORDS | {
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
}

# One and many. The millions, for which French, Spanish and Catalan have a form of their own, are
# never counted here.
PLURAL_FORMS = {"fr": "nplurals=2; plural=(n > 1);"}
OTHER_PLURAL_FORMS = "nplurals=2; plural=(n != 1);"

HEADER = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Language: {locale}\\n"
"Plural-Forms: {forms}\\n"
"""


def languages() -> list[str]:
    """The languages that have a catalogue: all but the one in which the messages are written."""
    return [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def path_of(language: str) -> Path:
    """Where a language's catalogue lies."""
    return ROOT / "locale" / language / "LC_MESSAGES" / "django.po"


def catalogue_of(language: str) -> Catalog:
    """A language's catalogue as it stands, empty where there is none."""
    path = path_of(language)
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def extracted() -> Catalog:
    """Every message in the sources, with the files that hold it."""
    found = Catalog()
    paths = sorted(path for pattern in SOURCES for path in ROOT.glob(pattern))
    for path in paths:
        for message, comments, context in _messages_in(path):
            place = (path.relative_to(ROOT).as_posix(), 1)
            found.add(message, None, [place], auto_comments=comments, context=context)
    return found


def _messages_in(path: Path) -> Iterator[tuple[Any, list[str], str | None]]:
    source = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        # In brackets, because the indentation of a template is not that of Python.
        source = f"({templatize(source)})"
    lines = io.BytesIO(source.encode())
    for _line, message, comments, context in extract(
        "python", lines, KEYWORDS, ("Translators:",), {"encoding": "utf-8"}
    ):
        yield message, comments, context


def brought_up_to_date(old: Catalog, sources: Catalog) -> Catalog:
    """The messages of `sources` with the translations of `old`; empty where it has none. What is no
    longer said is dropped: a similar sentence is translated anew, not guessed."""
    new = Catalog(locale=old.locale)
    forms = PLURAL_FORMS.get(old.locale_identifier, OTHER_PLURAL_FORMS)
    new.mime_headers = [("Plural-Forms", forms)]
    for message in sources:
        if not message.id:
            continue
        known = old.get(message.id, message.context)
        plural = isinstance(message.id, tuple)
        kept = known is not None and isinstance(known.id, tuple) == plural and not known.fuzzy
        new.add(
            message.id,
            known.string if kept else ("",) * new.num_plurals if plural else "",
            message.locations,
            auto_comments=message.auto_comments,
            user_comments=known.user_comments if known else (),
            context=message.context,
        )
    return new


def written(catalogue: Catalog) -> str:
    """A catalogue as text: without dates, line numbers and line breaks of its own, so that a change
    shows only what was changed."""
    text = io.BytesIO()
    # Unwrapped: the places of a message too are then on one line.
    write_po(text, catalogue, width=0, omit_header=True, include_lineno=False)
    header = HEADER.format(locale=catalogue.locale_identifier, forms=catalogue.plural_forms)
    return header + "\n" + text.getvalue().decode().strip() + "\n"


class Command(BaseCommand):
    help = "Bring the catalogues under locale/ up to date with the messages in the sources."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="write nothing; fail where something would change"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        sources = extracted()
        stale = []
        for language in languages():
            path = path_of(language)
            catalogue = brought_up_to_date(catalogue_of(language), sources)
            text = written(catalogue)
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                stale.append(language)
                if not options["check"]:
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_text(text, encoding="utf-8")
            messages = [message for message in catalogue if message.id]
            done = sum(_is_complete(message.string) for message in messages)
            self.stdout.write(f"{language}: {done} of {len(messages)} messages translated")
        if stale and options["check"]:
            self.stderr.write(f"not up to date: {', '.join(stale)}")
            raise SystemExit(1)


def _is_complete(translation: Any) -> bool:
    return all(translation) if isinstance(translation, tuple) else bool(translation)
