"""The engine needs the standard library and itself, nothing else."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

SCRIPT = """
import importlib, pkgutil, sys

class NothingElse:
    def find_spec(self, name, path=None, target=None):
        ours = name == "games" or name.startswith("games.manille")
        if not ours and name.partition(".")[0] not in sys.stdlib_module_names:
            raise ModuleNotFoundError(f"the engine may not import {name}")

sys.meta_path.insert(0, NothingElse())
sys.path.insert(0, sys.argv[1])

try:
    import django
except ModuleNotFoundError:
    pass
else:
    sys.exit("the guard does not work")

import games.manille
names = [module.name for module in pkgutil.iter_modules(games.manille.__path__)]
for name in names:
    importlib.import_module(f"games.manille.{name}")

from games.manille.judge import judge
from games.manille.presets import PRESETS
cards = [4 * n + place for n in range(8) for place in range(4)]
assert len(judge(PRESETS["west-flemish"], "S", "N", cards).winners) == 8
print(*names)
"""


def test_the_engine_runs_where_nothing_but_the_standard_library_can_be_imported():
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", SCRIPT, str(ROOT)],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert run.returncode == 0, run.stderr
    assert {"cards", "table", "rules", "presets", "play", "judge", "replay"} <= set(
        run.stdout.split()
    )
