"""The draw needs neither Django nor a clock."""

import subprocess
import sys

SCRIPT = """
import sys
sys.modules.update(dict.fromkeys(("django", "datetime", "zoneinfo", "secrets")))
from games.pairing import Entrant, swiss
print(len(swiss([Entrant(1), Entrant(2)]).tables))
"""


def test_the_draw_runs_where_django_cannot_be_imported():
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("1\n", "")
