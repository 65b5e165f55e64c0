"""Seven languages: the catalogues are complete, and every page can be had in each of them."""

import re
from gettext import c2py
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.management.commands.messages import (
    brought_up_to_date,
    catalogue_of,
    extracted,
    languages,
    path_of,
    written,
)

from .matches import record, scoring_client, start_match

PLACES = re.compile(r"%\(\w+\)[a-z]|%%|\{n\}|</?[a-z]+[^>]*>")
"""What a translation must hold as the message does: places to fill, and marks of HTML."""


@pytest.fixture(scope="module")
def sources() -> Catalog:
    return extracted()


# The catalogues


def messages(catalogue: Catalog) -> list[Message]:
    return [message for message in catalogue if message.id]


def forms(message: Message) -> list[tuple[str, str]]:
    """Each translated form of a message beside the text of which it is the translation."""
    if not isinstance(message.id, tuple):
        return [(message.id, message.string)]
    singular, plural = message.id
    return [(singular, message.string[0]), *((plural, text) for text in message.string[1:])]


def test_there_are_seven_languages() -> None:
    assert [code for code, _name in settings.LANGUAGES] == [
        "en",
        "fr",
        "nl",
        "es",
        "ca",
        "de",
        "sv",
    ]
    assert languages() == ["fr", "nl", "es", "ca", "de", "sv"]


@pytest.mark.parametrize(
    ("message", "context"),
    [
        ("Write at least one card.", None),  # the engine's gettext_noop
        ("%(seat)s led, so any card was allowed.", None),
        ("Trick %(number)s", None),
        ("Only where somebody noted one: S: ST SA S9 HT HK D7 C8 C7.", None),  # gettext_lazy
        ("Start a match", None),  # {% translate %}
        ("dealer", "mark at a seat"),  # with context
        ("Correct deal %(number)s", None),  # {% blocktranslate %}
        (("Save %(cards)s card", "Save %(cards)s cards"), None),  # count
        (("%(count)s deal played", "%(count)s deals played"), None),  # ngettext
        ("coins", "Spanish suit"),  # pgettext_lazy
    ],
)
def test_every_kind_of_message_is_found(sources: Catalog, message: Any, context: Any) -> None:
    if message == "%(seat)s led, so any card was allowed.":
        message = "%(rules)s: " + message
    assert sources.get(message, context) is not None


@pytest.mark.parametrize("language", languages())
def test_every_message_has_its_translation(sources: Catalog, language: str) -> None:
    catalogue = catalogue_of(language)
    missing = [
        message.id
        for message in messages(sources)
        if (known := catalogue.get(message.id, message.context)) is None
        or not all(text.strip() for _, text in forms(known))
    ]
    assert not missing, f"{len(missing)} to translate; `make messages` lays them out"


@pytest.mark.parametrize("language", languages())
def test_a_catalogue_holds_what_make_messages_writes(sources: Catalog, language: str) -> None:
    """Nothing that is no longer said, nothing fuzzy, no dates, no line numbers."""
    catalogue = catalogue_of(language)
    assert not [message.id for message in catalogue if message.fuzzy]
    assert path_of(language).read_text(encoding="utf-8") == written(
        brought_up_to_date(catalogue, sources)
    )


@pytest.mark.parametrize("language", languages())
def test_translations_keep_the_places_that_are_filled(language: str) -> None:
    wrong = []
    for message in messages(catalogue_of(language)):
        allowed = [sorted(PLACES.findall(text)) for text, _ in forms(message)]
        for text, translated in forms(message):
            # One of the two forms may leave out its number: "Changed once since".
            fitting = allowed if isinstance(message.id, tuple) else [sorted(PLACES.findall(text))]
            if translated and sorted(PLACES.findall(translated)) not in fitting:
                wrong.append((text, translated))
    assert not wrong


@pytest.mark.parametrize("language", languages())
def test_translations_begin_and_end_as_the_message_does(language: str) -> None:
    """A blank or a line break at the edge would be lost, or run words together."""
    wrong = [
        (text, translated)
        for message in messages(catalogue_of(language))
        for text, translated in forms(message)
        if translated
        and (
            (text[:1].isspace(), text[-1:].isspace())
            != (translated[:1].isspace(), translated[-1:].isspace())
        )
    ]
    assert not wrong


@pytest.mark.parametrize("language", languages())
def test_what_is_shown_is_what_the_catalogue_says(language: str) -> None:
    """Else what `make setup` compiled is older than the catalogue."""
    with translation.override(language):
        for message in messages(catalogue_of(language)):
            if not all(text for _, text in forms(message)):
                continue
            if isinstance(message.id, tuple):
                shown = tuple(translation.ngettext(*message.id, number) for number in (1, 2))
            elif message.context:
                shown = translation.pgettext(message.context, message.id)
            else:
                shown = translation.gettext(message.id)
            assert shown == message.string


def test_no_message_is_broken_over_lines_or_ends_in_a_blank(sources: Catalog) -> None:
    """Such a message was cut out of a sentence, or holds the layout of its template."""
    texts = [text for message in messages(sources) for text, _ in forms(message)]
    assert not [text for text in texts if text != text.strip() or "\n" in text]


def test_no_template_sets_a_colon_itself() -> None:
    """French sets a no-break space before it, so it belongs to a message."""
    for path in sorted((settings.BASE_DIR / "templates").rglob("*.html")):
        text = path.read_text()
        text = re.sub(r"\{% blocktranslate.*?endblocktranslate %\}", "{{ told }}", text, flags=re.S)
        found = re.search(r".*(%\}|\}\}|</\w+>)\s*:(\s|<|\{).*", text)
        assert not found, (path.name, found[0])


@pytest.mark.parametrize("language", languages())
def test_none_is_counted_like_one_in_french_only(language: str) -> None:
    form = c2py(catalogue_of(language).plural_expr)
    assert [form(number) for number in (0, 1, 2)] == [0 if language == "fr" else 1, 0, 1]


# On the pages


def language_of(html: str) -> str:
    return re.search(r'<html lang="(\w+)"', html).group(1)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("asked", "given"),
    [
        ("fr", "fr"),
        ("nl-BE,nl;q=0.9,en;q=0.5", "nl"),
        ("es-MX", "es"),
        ("ca", "ca"),
        ("de-AT", "de"),
        ("sv-SE", "sv"),
        ("fi,sv;q=0.4", "sv"),
        ("ja", "en"),
    ],
)
def test_the_browser_chooses_the_language(asked: str, given: str) -> None:
    response = Client().get("/", headers={"Accept-Language": asked})
    assert language_of(response.content.decode()) == given
    assert response["Content-Language"] == given


@pytest.mark.django_db
@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_one_press_changes_the_language_and_it_is_kept(language: str) -> None:
    client = Client(headers={"Accept-Language": "en"})
    page = client.get("/start/").content.decode()
    assert f'name="language" value="{language}"' in page
    came_from = {"Referer": "http://testserver/start/?like=x"}
    response = client.post(reverse("set_language"), {"language": language}, headers=came_from)
    assert response["Location"] == "http://testserver/start/?like=x"
    cookie = response.cookies["django_language"]
    assert cookie["max-age"] == 365 * 24 * 60 * 60
    assert cookie["httponly"] and cookie["samesite"] == "Lax"
    assert language_of(client.get("/").content.decode()) == language


@pytest.mark.django_db
def test_the_language_can_be_changed_on_every_kind_of_page() -> None:
    match = start_match()
    client = scoring_client(match)
    record(match, 38)
    for address in (
        "/",
        "/nothing/",
        match.get_absolute_url(),
        reverse("share", args=[match.code]),
    ):
        html = client.get(address).content.decode()
        assert 'action="/i18n/setlang/"' in html
        assert re.search(r'value="en" lang="en" aria-current="true">English<', html)
        assert re.search(r'value="ca" lang="ca">Català<', html)


@pytest.mark.django_db
def test_after_a_refused_deal_the_way_back_is_the_sheet() -> None:
    """The answer to a POST may have an address that cannot be asked for."""
    match = start_match()
    client = scoring_client(match)
    response = client.post(reverse("record_deal", args=[match.code]), {})
    html = response.content.decode()
    assert html.count(f'<input type="hidden" name="next" value="{match.get_absolute_url()}">') == 2


@pytest.mark.django_db
def test_no_other_site_is_led_to() -> None:
    response = Client().post(
        reverse("set_language"), {"language": "fr", "next": "https://elsewhere.example/"}
    )
    assert response["Location"] == "/"


@pytest.mark.django_db
def test_dates_are_written_as_the_language_does() -> None:
    match = start_match()
    record(match, 38)
    client = scoring_client(match)
    address = reverse("history", args=[match.code])
    at = match.started_at.astimezone()
    spanish = client.get(address, headers={"Accept-Language": "es"}).content.decode()
    german = client.get(address, headers={"Accept-Language": "de"}).content.decode()
    assert f" de {at.year} a las " in spanish
    assert re.search(rf"\b\d\d?\. \w+ {at.year} \d\d:\d\d", german)


@pytest.mark.django_db
def test_names_of_partners_are_joined_by_one_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "games.models.names.pgettext", lambda context, text: "%(names)s und %(name)s"
    )
    assert str(start_match()) == "An und Cis – Bo und Dré"
