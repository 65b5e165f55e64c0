"""The settings as each environment gets them: production runs in a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.urls import reverse

ROOT = Path(__file__).resolve().parent.parent


def run_python(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python on `arguments` with none of the site's variables set but those given."""
    ours = {"SECRET_KEY", "DEBUG", "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "DATABASE_URL"}
    kept = {name: value for name, value in os.environ.items() if name not in ours}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**kept, "DJANGO_SETTINGS_MODULE": "manillescore.settings", **environment},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=120,
    )


def test_content_security_policy_is_strict(client, db):
    header = client.get(reverse("home")).headers["Content-Security-Policy"]
    policy = {directive.split()[0]: set(directive.split()[1:]) for directive in header.split("; ")}

    assert policy == {
        "default-src": {"'none'"},
        "script-src": {"'self'"},
        "style-src": {"'self'"},
        "img-src": {"'self'", "data:"},
        "font-src": {"'self'"},
        "connect-src": {"'self'"},
        "manifest-src": {"'self'"},
        "form-action": {"'self'"},
        "frame-ancestors": {"'none'"},
        "base-uri": {"'none'"},
    }


def test_headers_keep_secret_links_at_home(client, db):
    headers = client.get(reverse("home")).headers

    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]


def test_a_device_is_remembered_for_a_year():
    assert settings.SESSION_COOKIE_AGE == 365 * 24 * 60 * 60


def test_the_database_is_the_one_asked_for(db):
    asked = os.environ.get("DATABASE_URL", "sqlite")
    assert connection.vendor == ("postgresql" if asked.startswith("postgres") else "sqlite")


@pytest.mark.django_db(transaction=True)
def test_sqlite_lets_readers_go_on_and_writers_wait():
    if connection.vendor != "sqlite":
        assert connection.features.has_select_for_update
        return
    with connection.cursor() as cursor:
        assert cursor.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert cursor.execute("PRAGMA busy_timeout").fetchone() == (20_000,)
    assert connection.transaction_mode == "IMMEDIATE"


def test_refuses_to_start_without_a_secret_key():
    done = run_python("manage.py", "check")

    assert done.returncode == 3
    assert done.stderr.startswith("SECRET_KEY is not set.")
    assert len(done.stderr.splitlines()) == 1


# Prints what a visitor of the site in production gets, as JSON.
VISIT = """
import json, re, sys
import django
from django.conf import settings
settings.STATIC_ROOT = sys.argv[1]
django.setup()
from django.contrib.auth.hashers import make_password
from django.core.management import call_command
from django.test import Client
call_command("collectstatic", interactive=False, verbosity=0)
call_command("migrate", verbosity=0)
plain = Client().get("/", headers={"host": "scores.example"})
behind_proxy = {"host": "scores.example", "x-forwarded-proto": "https"}
home = Client().get("/", headers=behind_proxy)
style = re.search(r'href="([^"]+[.]css)"', home.content.decode())[1]
sheet = Client().get(style, headers={**behind_proxy, "accept-encoding": "gzip"})
session = Client().session
print(json.dumps({
    "plain": [plain.status_code, plain.headers["Location"]],
    "home": [home.status_code, dict(home.headers)],
    "csrf": {key: home.cookies["csrftoken"][key] for key in ("secure", "httponly", "samesite")},
    "session": [
        settings.SESSION_COOKIE_SECURE,
        settings.SESSION_COOKIE_HTTPONLY,
        settings.SESSION_COOKIE_SAMESITE,
    ],
    "mail": [settings.EMAIL_BACKEND, settings.EMAIL_USE_TLS, settings.DEFAULT_FROM_EMAIL],
    "password": make_password("three clubs").split("$")[0],
    "style": [style, sheet.status_code, dict(sheet.headers)],
}))
"""


@pytest.fixture(scope="module")
def production(tmp_path_factory):
    folder = tmp_path_factory.mktemp("production")
    done = run_python(
        "-c",
        VISIT,
        str(folder / "static"),
        SECRET_KEY="for this test only, long enough and with enough different characters",
        ALLOWED_HOSTS="scores.example",
        DATABASE_URL=f"sqlite:///{folder / 'db.sqlite3'}",
        EMAIL_HOST="mail.example",
        DEFAULT_FROM_EMAIL="scores@mail.example",
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_production_sends_visitors_to_https(production):
    assert production["plain"] == [301, "https://scores.example/"]
    status, headers = production["home"]
    assert status == 200
    assert headers["Strict-Transport-Security"] == "max-age=31536000"
    assert headers["Content-Security-Policy"]


def test_production_cookies_are_secure(production):
    assert production["csrf"] == {"secure": True, "httponly": True, "samesite": "Lax"}
    assert production["session"] == [True, True, "Lax"]


def test_production_serves_named_compressed_static_files(production):
    address, status, headers = production["style"]
    assert status == 200
    assert address != "/static/games/style.css"
    assert headers["Content-Encoding"] == "gzip"
    assert "immutable" in headers["Cache-Control"]


def test_production_keeps_passwords_by_argon2(production):
    assert production["password"] == "argon2"


def test_production_sends_mail_by_the_server_it_is_told_of(production):
    backend, starttls, sender = production["mail"]
    assert backend == "django.core.mail.backends.smtp.EmailBackend"
    assert starttls and sender == "scores@mail.example"
