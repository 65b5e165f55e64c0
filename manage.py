#!/usr/bin/env python3
"""Django's command line: `python manage.py help` lists what there is."""

import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "manillescore.settings")
    if sys.argv[1:2] == ["checkrecord"]:
        # It reads files and signs nothing: whoever checks a record need not set up a site.
        os.environ.setdefault("SECRET_KEY", "nothing-is-signed")
    execute_from_command_line(sys.argv)
