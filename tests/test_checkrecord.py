"""The checkrecord command: its output, its exit status, and that no bytes bring it down."""

import io
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from games.manille.pbn import write_text
from games.manille.record import parse_record

RECORDS = Path(__file__).parent / "records"
LEGAL, CARELESS = str(RECORDS / "legal-deal.json"), str(RECORDS / "careless-deal.json")
POINTS = str(RECORDS / "by-points.json")

# No test here has the django_db mark: a command that asked the database anything would fail.


@pytest.fixture
def check(capsys):
    def run(*args):
        """(exit status, lines of standard output, lines of standard error)."""
        with pytest.raises(SystemExit) as caught:
            call_command("checkrecord", *map(str, args))
        out, err = capsys.readouterr()
        return caught.value.code, out.splitlines(), err.splitlines()

    return run


@pytest.fixture
def stdin(monkeypatch):
    def give(data):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))

    return give


def test_one_file_as_json(check):
    status, out, err = check("--json", CARELESS)
    assert (status, err, len(out)) == (1, [], 1)
    found = json.loads(out[0])
    assert (found["format"], found["version"]) == ("manille-verdict", 1)
    assert "file" not in found
    assert len([p for p in found["deals"][0]["plays"] if p["verdict"] == "illegal"]) == 3


def test_several_files_as_json(check):
    status, out, err = check(CARELESS, LEGAL, POINTS, "--json")
    assert (status, err) == (1, [])
    assert [json.loads(line)["file"] for line in out] == [CARELESS, LEGAL, POINTS]


@pytest.mark.parametrize(
    ("files", "status"),
    [([LEGAL], 0), ([POINTS], 0), ([CARELESS], 1), ([POINTS, LEGAL], 0), ([CARELESS, LEGAL], 1)],
)
def test_the_worst_status_wins(check, files, status):
    assert check(*files)[0] == status
    assert check("--json", *files)[0] == status


def test_a_claim_that_differs_is_status_1(check, tmp_path):
    document = json.loads(Path(POINTS).read_text(encoding="utf-8")) | {"totals": {"NS": 39}}
    file = tmp_path / "claim.json"
    file.write_text(json.dumps(document))
    status, out, err = check(file)
    assert (status, err) == (1, [])
    assert out[-1] == "totals.NS: 39 is claimed, but it comes to 38."


def test_an_invalid_file_among_others(check, tmp_path):
    bad = tmp_path / "bad.json"
    document = json.loads(Path(CARELESS).read_text(encoding="utf-8"))
    document["deals"][0]["tricks"][1] = "DA DK D8 ZZ"
    document["deals"][0]["dealer"] = "Q"
    bad.write_text(json.dumps(document))
    for args in ([CARELESS, bad, LEGAL, "--json"], ["--json", bad, CARELESS, LEGAL]):
        status, out, err = check(*args)
        assert status == 2
        assert [json.loads(line)["file"] for line in out] == [CARELESS, LEGAL]
        assert err == [
            f"{bad}: deals[0].dealer: “Q” cannot stand here, only one of: N E S W.",
            f"{bad}: deals[0].tricks[1]: “ZZ” is not a card: write its suit, then its rank, "
            "as in ST or H7.",
        ]


def test_standard_input(check, stdin):
    stdin(Path(CARELESS).read_bytes())
    assert check("-", "--json")[0] == 1
    stdin(b"[]")
    assert check("-") == (2, [], ["-: This is not a Manille record."])
    stdin(Path(LEGAL).read_bytes())
    status, out, _ = check("--json", CARELESS, "-")
    assert (status, [json.loads(line)["file"] for line in out]) == (1, [CARELESS, "-"])


def test_in_sentences(check):
    status, out, err = check(CARELESS)
    assert (status, err) == (1, [])
    assert out == [
        "Deal 1: dealt by North (An), eldest hand West (Dré).",
        "  Card points: NS 28, EW 33.",
        "  Match points: NS 0, EW 3 (×1); in all: NS 0, EW 3.",
        "  South (Cis) played C7 to trick 1 although hearts were led, and played H8 in trick 2.",
        "  East (Bo) played H9 to trick 3 although spades were led, and played S8 in trick 8.",
        "  East (Bo) played HT to trick 5 although spades were led, and played S8 in trick 8.",
        "Match points in all: NS 0, EW 3.",
    ]
    status, out, _ = check(POINTS, LEGAL)
    assert status == 0
    assert out[0] == f"{POINTS}:"
    assert "Deal 3: misdeal by South (Cis), a wrong number of cards." in out
    assert out.count("Nothing wrong was found.") == 2


def test_what_else_the_sentences_tell(check, tmp_path):
    def report(*deals, rules="west-flemish"):
        document = {"format": "manille-record", "version": 1, "rules": rules, "deals": deals}
        file = tmp_path / "record.json"
        file.write_text(json.dumps(document))
        return check(file)[1]

    partial = report({"trump": "NT", "tricks": ["HQ H7 ?? H9"]})
    assert "  Too little is known to score it." in partial
    assert "  3 plays cannot be judged by the cards known." in partial
    assert "Nothing wrong was found." in partial
    south = {"S": "ST SA S9 HT HK D7 C8 C7"}
    fresh = report({"trump": "NT", "hands": south, "tricks": ["HQ D7"]})
    assert "  South played D7 to trick 1 although hearts were led, and had been dealt HT." in fresh
    assert "  It could still be put right when the record ends." in fresh
    ruled = report({"trump": "H", "card_points": {"NS": 40}, "ruling": {"revoke": "N"}})
    assert "  Match points: NS 0, EW 30 (×1); in all: NS 0, EW 30." in ruled
    assert "  Without the ruling: NS 10, EW 0; in all: NS 10, EW 0." in ruled
    penalties = {"NS": 0, "EW": -30}
    ruling = {"penalties": penalties}
    penalised = report(
        {"trump": "H", "card_points": {"NS": 40}, "ruling": ruling},
        {"misdeal": "wrong-count", "ruling": ruling},
    )
    assert penalised.count("  Penalties, which the totals include: NS 0, EW -30.") == 2
    assert "  Match points: NS 10, EW 0 (×1); in all: NS 10, EW -30." in penalised
    assert "  Without the ruling: NS 10, EW 0; in all: NS 10, EW 0." in penalised
    for rules, tie, end in (
        ({"target": 5}, 40, "The match is over: NS won."),
        ({"deals": 1, "tie": "drawn-match"}, 30, "The match is over: it is drawn."),
    ):
        rules = {"preset": "west-flemish", **rules}
        assert end in report({"trump": "H", "card_points": {"NS": tie}}, rules=rules)
    aveugle = {"preset": "dealer-names", "talk": "aveugle"}
    blind = report({"trump": "H", "tricks": ["HQ"]}, rules=aveugle)
    assert blind[0].startswith("In manille aveugle")
    kinds = ("exposed-card", "partner-peek", "abandoned")
    misdeals = report(*({"misdeal": kind} for kind in kinds))
    assert [line for line in misdeals if line.startswith("Deal ")] == [
        "Deal 1: misdeal by North, a card was exposed.",
        "Deal 2: dealt by North, whose partner looked at the cards too early.",
        "Deal 3: dealt by East and abandoned.",
    ]
    passed = report({"misdeal": "all-pass"}, {"misdeal": "all-pass"}, rules="encheres")
    assert passed[:2] == [
        "Deal 1: dealt by North, and everybody passed.",
        "Deal 2: dealt by West, and everybody passed.",
    ]
    three = report({"trump": "S", "card_points": {"N": 24, "E": 23}}, rules="three-solo")
    assert "  Card points: N 24, E 23, S 13." in three
    assert "  Match points: N 4, E 3, S 0 (×1); in all: N 4, E 3, S 0." in three
    pad = report({"card_points": {"N": 36}}, rules="two-hand")
    assert pad[0].startswith("No rules of play are known for this game")
    assert "Nothing wrong was found." in pad


TWO = """[Game "Manille"]
[Rules "west-flemish"]

[Board "1"]
[Trump "H"]
[CardPoints "NS 38"]

[Game "Manille"]
[Rules "west-flemish"]
[Totals "NS 9"]

[Board "1"]
[Trump "H"]
[CardPoints "NS 38"]
"""


def test_a_text_is_read_too(check, stdin, tmp_path):
    told = write_text([parse_record(Path(CARELESS).read_bytes())])
    file = tmp_path / "careless.pbn"
    file.write_text(told, encoding="utf-8")
    assert check("--json", file) == check("--json", CARELESS)
    stdin(told.replace("\n", "\r\n").encode())
    assert check("-") == check(CARELESS)


def test_several_matches_of_a_text(check, tmp_path):
    file = tmp_path / "evening.pbn"
    file.write_text(TWO)
    for files in ([file], [LEGAL, file]):
        status, out, err = check("--json", *files)
        assert (status, err) == (1, [])
        found = [json.loads(line) for line in out][-2:]
        assert [(told["file"], told["match"]) for told in found] == [(str(file), 1), (str(file), 2)]
        assert [len(told["claims"]) for told in found] == [0, 1]
    assert "match" not in json.loads(out[0])
    status, out, _ = check(file)
    assert status == 1
    assert out[0] == f"{file}, match 1:"
    assert out[6] == f"{file}, match 2:"
    assert out[-1] == "totals.NS: 9 is claimed, but it comes to 8."


def test_a_faulty_text_is_refused_by_lines(check, tmp_path):
    file = tmp_path / "bad.pbn"
    file.write_text(TWO.replace("NS 38", "NS 61"))
    status, out, err = check(file, LEGAL)
    assert (status, out[0]) == (2, f"{LEGAL}:")
    reason = "Here a whole number from 0 to 60 is expected."
    assert err == [f"{file}: line 6: {reason}", f"{file}: line 14: {reason}"]


HOSTILE = {
    "empty": b"",
    "a NUL": b"\x00",
    "binary": bytes(range(256)) * 100,
    "UTF-16": '{"format": "manille-record"}'.encode("utf-16"),
    "half a character": b'{"format": "\xc3"}',
    "a byte order mark alone": b"\xef\xbb\xbf",
    "too large": b" " * (1 << 20) + b"{}",
    "nested lists": b"[" * 500_000,
    "nested objects": b'{"rules":' * 100_000,
    "nested and closed": b"[" * 900 + b"]" * 900,
    "a number of a million digits": b'{"format": ' + b"9" * 1_000_000 + b"}",
    "an exponent": b'{"format": "manille-record", "version": 1e999999}',
    "NaN": b'{"version": NaN}',
    "a key twice": b'{"format": 1, "format": 1}',
    "a lone surrogate as version": b'{"format": "manille-record", "version": "\\ud800"}',
    "a lone surrogate in a sentence": (
        b'{"format": "manille-record", "version": 1, "rules": "\\ud800\\n\\u001b[2J"}'
    ),
    "rules all the way down": (
        b'{"format": "manille-record", "version": 1, "rules": {"preset": "west-flemish", "pack": '
        + b"[" * 800 + b"]" * 800 + b"}}"
    ),
    "a format sign": b'{"format": "manille-record", "version": 1, "rules": "%(name)s %s %"}',
    "a text of brackets": b"[x" * 400_000,
    "a text with no end": b'% PBN\n[Game "Manille"]\n{' + b"[" * 900_000,
    "a text with controls": b'[Game "\x1b[2J\x00%s"]\n[Rules "%(x)s"]',
    "one faulty deal a byte": (
        b'{"format": "manille-record", "version": 1, "rules": "west-flemish", "deals": ['
        + b",".join([b"1"] * 999) + b"]}"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_bytes_are_refused_line_by_line(check, tmp_path, name):
    file = tmp_path / "record.json"
    file.write_bytes(HOSTILE[name])
    status, out, err = check(file)
    assert (status, out) == (2, [])
    assert err
    assert all(line.startswith(f"{file}: ") and line.isprintable() for line in err)


def test_what_is_no_readable_file_is_refused(check, tmp_path):
    status, out, err = check(tmp_path, tmp_path / "none.json", tmp_path / "\x1b", "\x00")
    assert (status, out, len(err)) == (2, [], 4)
    assert err[0].startswith(f"{tmp_path}: The file cannot be read: ")
    assert err[2].startswith(f"{tmp_path}/\\x1b: The file cannot be read: ")


def test_damaged_records_never_bring_it_down(check, tmp_path):
    rng = random.Random(1)
    whole = Path(CARELESS).read_bytes()
    files = []
    for number in range(300):
        data = bytearray(whole)
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(data))
            rng.choice(
                [
                    lambda data=data, at=at: data.__setitem__(at, rng.randrange(256)),
                    lambda data=data, at=at: data.__delitem__(at),
                    lambda data=data, at=at: data.insert(at, rng.choice(b'{}[]",:0 N?')),
                    lambda data=data, at=at: data.__delitem__(slice(at, at + 20)),
                ]
            )()
        files.append(tmp_path / f"{number}.json")
        files[-1].write_bytes(data)
    status, out, err = check("--json", *files)
    assert status == 2
    assert all(json.loads(line)["format"] == "manille-verdict" for line in out)
    assert len(out) + len({line.split(": ")[0] for line in err}) == len(files)


def test_names_that_a_terminal_cannot_show(check, tmp_path, monkeypatch):
    document = json.loads(Path(CARELESS).read_text(encoding="utf-8"))
    document["players"]["S"] = "מרים \u202e<x> 🂡"
    file = tmp_path / "record.json"
    file.write_text(json.dumps(document))
    plain = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    with pytest.raises(SystemExit):
        call_command("checkrecord", str(file), stdout=plain)
    plain.flush()
    shown = plain.buffer.getvalue().decode("ascii")
    assert "South (\\u05de\\u05e8\\u05d9\\u05dd \\u202e<x> \\U0001f0a1) played C7" in shown
    _, out, _ = check(file)
    assert "South (מרים \\u202e<x> 🂡) played C7" in out[3]


def command(*args, **kwargs):
    # As on a machine where no site was ever set up, and with no database to be reached.
    env = {name: value for name, value in os.environ.items() if name not in ("DEBUG", "SECRET_KEY")}
    env["DATABASE_URL"] = "postgres://nobody@127.0.0.1:1/none"
    return subprocess.run(
        [sys.executable, "manage.py", "checkrecord", *args],
        cwd=Path(__file__).parent.parent,
        env=env | {"DJANGO_SETTINGS_MODULE": "manillescore.settings"},
        capture_output=True,
        check=False,
        **kwargs,
    )


def test_as_a_program_without_a_database():
    done = command("--json", LEGAL, "-", input=Path(CARELESS).read_bytes())
    assert (done.returncode, done.stderr) == (1, b"")
    assert [json.loads(line)["file"] for line in done.stdout.splitlines()] == [LEGAL, "-"]
    done = command("-", input=b"\xff\x00")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"-: This is not text in UTF-8: see byte 1.\n"
    assert command().returncode == 2


def test_whoever_reads_may_stop_reading():
    env = {name: value for name, value in os.environ.items() if name not in ("DEBUG", "SECRET_KEY")}
    with subprocess.Popen(
        # So much that it does not fit the pipe.
        [sys.executable, "manage.py", "checkrecord", "--json", *[CARELESS] * 200],
        cwd=Path(__file__).parent.parent,
        env=env | {"DJANGO_SETTINGS_MODULE": "manillescore.settings"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as done:
        assert done.stdout.read(1) == b"{"
        done.stdout.close()
        assert done.stderr.read() == b""
    assert done.returncode == 1


def test_events_are_told_with_all_that_is_known_of_them(check, tmp_path):
    events = [
        {"kind": "exposed-card", "seat": "W", "card": "HT"},
        {"kind": "exposed-card", "seat": "W", "card": "HT", "trick": 4},
        {"kind": "card-missing", "seat": "E", "trick": 3},
        {"kind": "card-missing", "trick": 3},
    ]
    deal = {"trump": "H", "card_points": {"NS": 30}, "events": events}
    record = {"format": "manille-record", "version": 1, "rules": "west-flemish", "deals": [deal]}
    file = tmp_path / "events.json"
    file.write_text(json.dumps(record), "utf-8")
    status, out, err = check(file)
    assert (status, err) == (0, [])
    said = [line.strip() for line in out]
    assert [line for line in said if "exposed" in line or "trick 3" in line] == [
        "Before play West exposed HT.",
        "In trick 4 West exposed HT.",
        "In trick 3 East lacked a card.",
        "In trick 3 a card was found missing.",
    ]
