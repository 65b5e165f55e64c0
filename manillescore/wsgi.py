"""What a WSGI server such as gunicorn runs: `gunicorn manillescore.wsgi`."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "manillescore.settings")

application = get_wsgi_application()
