"""Reading and writing CSV: every delimiter and encoding, no formula, nothing lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.csv_files.text import Figure, Row, UnreadableFile, decode, read, write

NAMES = 'Renée O\'Brien-Åsgård "Jo" <x>', "שרה לוי", "🂡 Zoë, de; 1e", "=1+1", "'=x", "-Jan", "@home"


def written(lines, delimiter=";"):
    return b"".join(write(lines, delimiter))


@pytest.mark.parametrize("delimiter", [";", ",", "\t"])
def test_what_is_written_is_read_back(delimiter):
    lines = [["name", "number"], *([name, -3] for name in NAMES), ["a\nb", None]]
    table = read(decode(written(lines, delimiter)))
    assert table.head == ("name", "number")
    assert [row.cells for row in table.rows] == [*((name, "-3") for name in NAMES), ("a\nb", "")]
    assert [row.number for row in table.rows] == list(range(2, len(NAMES) + 3))


def test_it_begins_with_the_mark_and_ends_its_lines_as_spreadsheets_do():
    assert written([["a", "b"], ["é", 1]]) == "\ufeffa;b\r\né;1\r\n".encode()


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "\tx", "\rx", "＝x", "'=x", "''-x"])
def test_no_text_is_a_formula(text):
    line = written([[text]]).decode("utf-8-sig").strip('"\r\n')
    assert line.startswith("'")


def test_figures_are_no_texts():
    assert written([[-3, Figure("-3,5"), None]]) == b"\xef\xbb\xbf-3;-3,5;\r\n"


cells = (
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=20)
    .map(lambda text: " ".join(text.split()))
    .filter(bool)
)


@given(st.lists(st.tuples(cells, cells), min_size=1, max_size=8), st.sampled_from(";,\t"))
def test_every_text_comes_back(rows, delimiter):
    table = read(decode(written([("one", "other"), *rows], delimiter)))
    assert [row.cells for row in table.rows] == rows


@given(st.binary(max_size=300))
def test_no_file_breaks_the_reader(data):
    try:
        table = read(decode(data))
    except UnreadableFile as error:
        assert error.faults
    else:
        assert all(len(row.cells) == len(table.head) for row in table.rows)


@given(st.text(max_size=200))
def test_no_text_breaks_the_reader(text):
    try:
        table = read(text)
    except UnreadableFile as error:
        assert error.faults
    else:
        assert table.rows


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_the_encodings_of_spreadsheets(encoding):
    text = "name;points\r\nRenée Åsgård – €;3\r\n"
    assert decode(text.encode(encoding)) == text


@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n\0\0", b"a;b\n\x81;1", b"\xff\xfea"])
def test_what_is_no_text_is_refused(data):
    with pytest.raises(UnreadableFile):
        decode(data)


def test_lines_are_counted_as_an_editor_shows_them():
    text = 'sep=;\r\nname;place\r\n\r\n"Jan\r\nJansen";x\r\n;;\r\nPiet;y;z\r\n"An";\r\n'
    table = read(text)
    assert table.rows == (
        Row(4, ("Jan\nJansen", "x"), False),
        Row(7, ("Piet", "y"), True),
        Row(8, ("An", ""), False),
    )


def test_a_single_column_needs_no_delimiter():
    assert [row.cells for row in read("Name\nJanssens, An\n").rows] == [("Janssens, An",)]


def test_a_delimiter_within_quotation_marks_parts_nothing():
    assert read('"a;b;c",d\n1,2\n').head == ("a;b;c", "d")


@pytest.mark.parametrize("text, line", [('name\n"Jo" <x>\n', 2), ('name\nAn\n"Bo\nCis\n', 3)])
def test_unmatched_quotation_marks_name_the_line(text, line):
    with pytest.raises(UnreadableFile) as refused:
        read(text)
    assert refused.value.faults[0].params["line"] == line


@pytest.mark.parametrize("text", ["", "\n\n", "name\n", "name;b\n;\n"])
def test_a_file_without_lines_is_refused(text):
    with pytest.raises(UnreadableFile):
        read(text)


def test_too_many_lines_are_refused():
    read("name\n" + "An\n" * 1000)
    with pytest.raises(UnreadableFile):
        read("name\n" + "An\n" * 1001)
