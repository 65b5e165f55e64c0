"""Settings for every environment; what differs between them comes from environment variables.

SECRET_KEY            required unless DEBUG
DEBUG                 1 for development; anything else, or nothing, is production
ALLOWED_HOSTS         host names the site answers to, separated by commas
CSRF_TRUSTED_ORIGINS  origins such as https://scores.example.org, separated by commas
DATABASE_URL          such as postgres://user:password@host/name; SQLite beside manage.py if unset
TIME_ZONE             in which times are shown; Europe/Brussels if unset
EMAIL_HOST            the mail server that sends password resets; without it none are sent
EMAIL_PORT            its port; 587 if unset
EMAIL_SECURITY        starttls (if unset), tls or none
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD    how to log in there
DEFAULT_FROM_EMAIL    whom mails come from
"""

import os
import sys
from pathlib import Path

import dj_database_url
from csp.constants import NONE, SELF

BASE_DIR = Path(__file__).resolve().parent.parent


def _list(name: str) -> list[str]:
    return [part.strip() for part in os.environ.get(name, "").split(",") if part.strip()]


DEBUG = os.environ.get("DEBUG") == "1"
SECRET_KEY = os.environ.get("SECRET_KEY") or ("for-development-only" if DEBUG else "")
if not SECRET_KEY:
    # One line instead of a traceback: whoever starts the site may not read Python. The code 3 is
    # how a gunicorn worker tells its master that starting it again is of no use.
    print(
        "SECRET_KEY is not set. Give the site a long random one, or set DEBUG=1 to try it out.",
        file=sys.stderr,
    )
    sys.exit(3)

ALLOWED_HOSTS = _list("ALLOWED_HOSTS")
CSRF_TRUSTED_ORIGINS = _list("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",  # which auth is built on
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
    "csp",
    "django_htmx",
    "games",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "manillescore.middleware.permissions_policy",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "games.faces.middleware",
    "games.zones.middleware",
    "games.robots.middleware",
]

ROOT_URLCONF = "manillescore.urls"
WSGI_APPLICATION = "manillescore.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.messages.context_processors.messages",
                "games.faces.for_templates",
            ],
        },
    },
]

# --- Database -----------------------------------------------------------------------------------

DATABASES = {
    "default": dj_database_url.parse(
        os.environ.get("DATABASE_URL") or f"sqlite:///{BASE_DIR / 'db.sqlite3'}",
    )
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        # A transaction that reads before it writes must hold the write lock from its start:
        # SQLite refuses to upgrade a read lock once another connection has written.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        # Readers go on while someone writes. `synchronous` stays FULL, SQLite's own choice: a
        # score that was acknowledged must outlive a power cut.
        "init_command": "PRAGMA journal_mode = WAL;",
    }
else:
    DATABASES["default"]["CONN_MAX_AGE"] = 60
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Accounts and e-mail ------------------------------------------------------------------------

AUTH_USER_MODEL = "games.User"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["email", "name"]},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "log_in"
LOGIN_REDIRECT_URL = "account"
PASSWORD_RESET_TIMEOUT = 24 * 60 * 60

EMAIL_HOST = os.environ.get("EMAIL_HOST", "")
EMAIL_PORT = int(os.environ.get("EMAIL_PORT") or 587)
EMAIL_HOST_USER = os.environ.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = os.environ.get("EMAIL_SECURITY", "starttls") == "starttls"
EMAIL_USE_SSL = os.environ.get("EMAIL_SECURITY") == "tls"
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL") or "manillescore@localhost"
if not EMAIL_HOST:
    # Development shows mails on the console. In production they would put links that open accounts
    # into the log, so that none are made (games/views/accounts.py).
    EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"

# --- Languages and times ------------------------------------------------------------------------

USE_I18N = True
LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", "English"),
    ("fr", "Français"),
    ("nl", "Nederlands"),
    ("es", "Español"),
    ("ca", "Català"),
    ("de", "Deutsch"),
    ("sv", "Svenska"),
]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "manillescore.formats"
USE_TZ = True
TIME_ZONE = os.environ.get("TIME_ZONE") or "Europe/Brussels"

# --- Static files -------------------------------------------------------------------------------

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = BASE_DIR / "staticfiles"

# --- Cookies and headers ------------------------------------------------------------------------

# A device remembers its matches by its session.
SESSION_ENGINE = "games.sessions"
SESSION_COOKIE_AGE = 365 * 24 * 60 * 60
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True  # templates hand htmx the token, no script reads the cookie
CSRF_COOKIE_SAMESITE = "Lax"
# The language that was chosen, and the faces of the cards (games/faces.py).
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
X_FRAME_OPTIONS = "DENY"
# A scoring link is a secret: no other site may learn it from a Referer header.
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}

if not DEBUG:
    # After SecurityMiddleware, so that static files are redirected to HTTPS and get its headers.
    MIDDLEWARE.insert(1, "whitenoise.middleware.WhiteNoiseMiddleware")
    STORAGES = {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
    }
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    LANGUAGE_COOKIE_SECURE = True
    SECURE_SSL_REDIRECT = True
    # The proxy that ends TLS must set this header itself and drop any that a visitor sends.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60

# --- Logging ------------------------------------------------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    # Django's own set-up is silent in production: a server error must be seen there too.
    "loggers": {"django": {"handlers": ["console"], "level": "INFO", "propagate": False}},
}
