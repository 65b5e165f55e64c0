"""The site's own settings in development mode, on a database that may be thrown away.

DATABASE_URL chooses PostgreSQL. pytest-django switches DEBUG itself off after loading these.
"""

import os
import tempfile
from pathlib import Path

os.environ["DEBUG"] = "1"

from manillescore.settings import *  # noqa: E402, F403
from manillescore.settings import DATABASES  # noqa: E402

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A file, not memory: tests with threads need a connection each. Named by process, so that
    # two runs at a time do not meet.
    DATABASES["default"]["TEST"] = {
        "NAME": str(Path(tempfile.gettempdir()) / f"manillescore-test-{os.getpid()}.sqlite3")
    }
    # Nobody reads it after a power cut.
    DATABASES["default"]["OPTIONS"]["init_command"] += " PRAGMA synchronous = OFF;"

# Argon2 is slow on purpose; test_settings.py sees that the site uses it.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
