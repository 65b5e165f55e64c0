"""Records as text: how one begins, and what is wrong with it, line by line."""

import pytest

from games.manille.errors import InvalidRecord
from games.manille.pbn import parse_text

HEAD = """[Game "Manille"]
[Rules "west-flemish"]
"""

PLAYED = """[Dealer "N"]
[Trump "H"]
[Play "E"]
H7 H8 H9 HT
S7 S8 S9 ST
"""


def faults_of(text):
    with pytest.raises(InvalidRecord) as caught:
        parse_text(text)
    return [(fault.place, str(fault.message % fault.params)) for fault in caught.value.faults]


def lines_of(text):
    return [place for place, _ in faults_of(text)]
