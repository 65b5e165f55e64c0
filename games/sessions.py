"""Sessions in the database that two tabs of one device can write at once.

Django's own write back all that they read, so of two requests at a time the second would have the
device forget the match that the first one started, and its scoring link with it.
"""

from copy import deepcopy
from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.db import transaction


class SessionStore(db.SessionStore):
    """A session that, when saved, keeps what others have saved in it since it was read."""

    _read: dict[str, Any] = {}

    def load(self) -> dict[str, Any]:
        data = super().load()
        self._read = deepcopy(data)
        return data

    def save(self, must_create: bool = False) -> None:
        if self.session_key is None or must_create:
            super().save(must_create)
        else:
            mine = self._get_session()
            with transaction.atomic():
                rows = self.get_model_class().objects.select_for_update()
                stored = rows.filter(session_key=self.session_key).first()
                if stored is None:
                    raise UpdateError
                self._session_cache = merged(self._read, mine, self.decode(stored.session_data))
                self.create_model_instance(self._session_cache).save(force_update=True)
        self._read = deepcopy(self._get_session())


def merged(read: dict[str, Any], mine: dict[str, Any], stored: dict[str, Any]) -> dict[str, Any]:
    """`mine` with what others have changed in `stored` since both were `read`. Where both changed
    a value, mappings and lists get what either added; else mine counts, unless it says nothing."""
    kept = {
        key: value
        for key, value in mine.items()
        if key in stored or key not in read or value != read[key]
    }
    for key, theirs in stored.items():
        before = read.get(key)
        if theirs == before:
            continue
        if mine.get(key) == before:
            kept[key] = theirs
        elif isinstance(theirs, dict):
            kept[key] = merged(before or {}, mine.get(key, {}), theirs)
        elif isinstance(theirs, list):
            kept[key] = theirs + [each for each in mine.get(key, []) if each not in theirs]
        else:
            kept[key] = mine.get(key) or theirs
    return kept
