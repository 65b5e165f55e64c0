"""All that a club owns, as one file: its back-up and its way out. The format: games/BACKUP.md.

`parts` is the table of what is in the file; a model or a field that belongs there and is missing
makes a test fail. `write` gives the file piece by piece, `restore` founds a club from it.
"""

from .faults import InvalidBackup
from .restore import Restored, restore
from .write import FORMAT, VERSION, write

__all__ = ["FORMAT", "VERSION", "InvalidBackup", "Restored", "restore", "write"]
