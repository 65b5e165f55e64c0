"""Standings need the standard library and the engine, nothing else."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

SCRIPT = """
import importlib, pkgutil, sys

class NothingElse:
    def find_spec(self, name, path=None, target=None):
        ours = name == "games" or name.startswith(("games.manille", "games.standings"))
        if not ours and name.partition(".")[0] not in sys.stdlib_module_names:
            raise ModuleNotFoundError(f"standings may not import {name}")

sys.meta_path.insert(0, NothingElse())
sys.path.insert(0, sys.argv[1])

try:
    import django
except ModuleNotFoundError:
    pass
else:
    sys.exit("the guard does not work")

import games.standings
names = [module.name for module in pkgutil.iter_modules(games.standings.__path__)]
for name in names:
    importlib.import_module(f"games.standings.{name}")
print(*names)
"""


def test_standings_run_where_nothing_but_the_standard_library_can_be_imported():
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", SCRIPT, str(ROOT)],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert run.returncode == 0, run.stderr
    assert {"scheme", "tally", "order", "ranking", "moves"} <= set(run.stdout.split())
