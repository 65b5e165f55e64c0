"""For all tests. The settings they run on are tests/settings.py; browser/conftest.py has more."""

import os

import hypothesis
import pytest
from django.test import SimpleTestCase

# No deadline: a slow machine is not a failure.
hypothesis.settings.register_profile("site", deadline=None, print_blob=True)
hypothesis.settings.load_profile("site")


DATABASE = {"db", "transactional_db", "live_server"}


def asks_a_database(item: pytest.Item) -> bool:
    """Whether the test is marked so, is a case of Django's, or has one of its fixtures."""
    case = getattr(item, "cls", None)
    return (
        item.get_closest_marker("django_db") is not None
        or (case is not None and issubclass(case, SimpleTestCase))
        or not DATABASE.isdisjoint(getattr(item, "fixturenames", ()))
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With another database than the usual one, only what asks a database is another test."""
    if "DATABASE_URL" in os.environ:
        others = [item for item in items if not asks_a_database(item)]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if asks_a_database(item)]
