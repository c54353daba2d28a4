"""Boards: notation, tables, sequences and vector periods."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from commands_run import as_json as run_json
from commands_run import printed as run
from hypothesis import given, settings
from hypothesis import strategies as st
from own_clock import Clock
from typer.testing import CliRunner
from written_boards import board as read

from mexplore.discover.boards import study as boards
from mexplore.discover.boards.patterns.vector_period import vector_period
from mexplore.discover.boards.study import study_board
from mexplore.discover.heaps.evidence.board_source import LineSource
from mexplore.reports.commands import app
from mexplore.rules.boards import lines
from mexplore.rules.boards.board import Board
from mexplore.rules.boards.lines import BoardSequence, parse_size
from mexplore.rules.boards.table import MOST_IN_TABLE, Tables, table_by_definition
from mexplore.rules.engine.search import Positions
from mexplore.rules.errors import InputError, MexploreError, RuleSyntaxError, TooLarge

KNIGHT = "(x, y) -> [(x - 2, y - 1), (x - 1, y - 2), (x + 1, y - 2), (x - 2, y + 1)]"
KING = "(x, y) -> [(x - 1, y), (x, y - 1), (x - 1, y - 1)]"
ROOK = "(x, y) -> [(a, y) for a in range(x)] + [(x, b) for b in range(y)]"
BISHOP = "(x, y) -> [(x - k, y - k) for k in range(1, min(x, y) + 1)]"
QUEEN = f"{ROOK} + [(x - k, y - k) for k in range(1, min(x, y) + 1)]"
CHESSBOARD = [
    "00110011",
    "00210011",
    "12223222",
    "11214323",
    "00340011",
    "00230021",
    "11221222",
    "11231120",
]


@pytest.mark.parametrize("text", [KNIGHT, KING, ROOK, BISHOP, QUEEN])
def test_the_text_is_canonical(text: str) -> None:
    assert str(read(text)) == text
    assert read(str(read(text))) == read(text)
    assert Board.parse("0.77") is None
    assert Board.parse("n -> [n - 1]") is None


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        ("(x, y) -> [(x-1, y, 3)]", 11, "no square"),
        ("(x, y) -> [(x, y - 1), x-1]", 23, "no square"),
        ("(x, y) -> range(x)", 10, "no square"),
        ("(x, y) -> [(x - 1, z)]", 19, "no name"),
        ("(x, x) -> [(x - 1, x)]", 4, "both"),
        ("(x, max) -> [(x - 1, 0)]", 4, "cannot name"),
        ("(x, y) -> (x - 1, y)", 10, "no list"),
        ("(x, y) -> [(x, y // x)]", 10, "division"),
        ("(x, y) -> [(x, y)]", 10, "circle"),
        ("(x, y) -> [(x.real, y)]", 12, "not allowed"),
        ("(x, y) ->", 9, "missing"),
    ],
)
def test_a_malformed_text_names_the_place(text: str, place: int, problem: str) -> None:
    with pytest.raises(RuleSyntaxError, match=problem) as caught:
        Board.parse(text)
    assert caught.value.position == place
    assert "\n" not in str(caught.value)


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from([KNIGHT, KING, QUEEN, BISHOP]),
    st.lists(
        st.tuples(st.integers(0, 90), st.sampled_from("()[]xyk,-+*/%1 29'._~=<>\n\0é")), max_size=4
    ),
)
def test_a_damaged_text_is_a_board_or_one_error(text: str, damage: list[tuple[int, str]]) -> None:
    for place, sign in damage:
        text = text[:place] + sign + text[place + 1 :]
    try:
        board = Board.parse(text)
    except RuleSyntaxError as error:
        assert "\n" not in str(error)
    else:
        assert board is None or Board.parse(str(board)) == board


@pytest.mark.parametrize(
    "body",
    [
        "[(x - 1, __import__('os'))]",
        "[(x.__class__, y)]",
        "[(9**9**9**9, y)]",
        "[(1 << 10**18, y)]",
        "[(a, y) for a in range(10**18)]",
        "[(lambda: 0)()]",
        "[" * 3000,
        "[(x - 1, y)" + ", (x - 1, y)" * 10_000 + "]",
    ],
)
def test_a_hostile_text_is_refused_or_bounded(body: str) -> None:
    with pytest.raises((RuleSyntaxError, TooLarge)):
        table_by_definition(read(f"(x, y) -> {body}"), (2, 2), edges=False)


def test_the_knight_on_a_chessboard_is_not_the_knight_on_the_quarter_plane() -> None:
    board = Tables(read(KNIGHT)).table((8, 8), edges=True)
    assert ["".join(map(str, row)) for row in board.tolist()] == CHESSBOARD
    plane = Tables(read(KNIGHT)).table((8, 8))
    assert (board[7, 7], plane[7, 7]) == (0, 1)


@pytest.mark.parametrize("edges", [False, True])
def test_published_tables(edges: bool) -> None:
    """The rook is Nim with two heaps, the bishop moves min(x, y) times."""
    x, y = np.indices((70, 60))
    assert (Tables(read(ROOK)).table((70, 60), edges=edges) == x ^ y).all()
    assert (Tables(read(BISHOP)).table((70, 60), edges=edges) == np.minimum(x, y)).all()


def test_p_positions_of_the_queen_are_wythoffs_pairs() -> None:
    """(floor(n*phi), floor(n*phi^2)), W. A. Wythoff 1907."""
    table = Tables(read(QUEEN)).table((100, 100))
    found = [(x, y) for x, y in np.argwhere(table == 0).tolist() if x <= y]
    wanted = [((n + int((5 * n * n) ** 0.5)) // 2, 0) for n in range(len(found))]
    assert [(x, y) for x, y in found] == [(a, a + n) for n, (a, _) in enumerate(wanted)]


DECREASING = st.tuples(st.integers(-3, 2), st.integers(-3, 2)).filter(lambda m: sum(m) < 0)
LEFTWARDS = st.tuples(st.just(-1), st.integers(-3, 3))


def several(moves: st.SearchStrategy[tuple[int, int]]) -> st.SearchStrategy[list[tuple[int, int]]]:
    return st.lists(moves, min_size=1, max_size=4)


# Mixed, the two kinds need not end.
TERMINATING = several(DECREASING) | several(LEFTWARDS)


def written(moves: list[tuple[int, int]]) -> str:
    """The board of these jumps."""
    return f"(x, y) -> [{', '.join(f'(x + {a}, y + {b})' for a, b in moves)}]".replace("+ -", "- ")


@settings(max_examples=2, deadline=None)
@given(TERMINATING)
def test_the_loop_equals_the_definition(moves: list[tuple[int, int]]) -> None:
    board = read(written(moves))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("mexplore.rules.boards.table.SEARCHED", 0)
        tables = Tables(board)
        for edges in (False, True):
            fast = tables.table((23, 19), edges=edges)
            assert (fast == table_by_definition(board, (23, 19), edges=edges)).all()


def test_moves_in_a_circle_are_refused_with_the_circle() -> None:
    board = read("(x, y) -> [(x + 1, y - 1), (x - 1, y + 1)]")
    for edges in (False, True):
        with pytest.raises(InputError, match=r"circle: \(.*\) -> \(.*\) -> \("):
            Tables(board).table((5, 5), edges=edges)
    with pytest.raises(InputError, match="circle"):
        Tables(board).table((60, 70))


def test_play_that_ends_only_at_the_edges_is_a_game_only_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("mexplore.rules.boards.table.MOST_BESIDE", 1000)
    board = read("(x, y) -> [(x + 1, y)]")
    assert Tables(board).table((4, 1), edges=True).ravel().tolist() == [1, 0, 1, 0]
    with pytest.raises(TooLarge, match="need not end"):
        Tables(board).table((4, 1))


def test_more_squares_than_memory_should_hold_are_refused() -> None:
    with pytest.raises(TooLarge, match="ask for fewer"):
        BoardSequence(read(KNIGHT), None, "row", 2).values(100_000)
    with pytest.raises(TooLarge):
        Tables(read(KNIGHT)).table((10**9, 10**9), edges=True)


def test_positions_of_any_kind_and_long_games() -> None:
    assert Positions(lambda n: [n - 1] if n else []).value(100_000) == 0
    assert Positions(lambda word: [word[1:]] if word else []).value("abc") == 1
    with pytest.raises(InputError, match="circle: 1 -> 0 -> 1"):
        Positions(lambda n: [1 - n]).value(1)
    with pytest.raises(MexploreError, match="more than 100 positions"):
        Positions(lambda n: [n + 1], most=100).value(0)


def test_lines_are_read_off_the_table() -> None:
    board = read(QUEEN)
    table = table_by_definition(board, (14, 14), edges=False)
    for size in (None, (14, 14)):
        cuts: list[tuple[Any, int, Any]] = [("row", 3, table[3]), ("column", 5, table[:, 5])]
        cuts += [("diagonal", d, table.diagonal(d)) for d in (2, -3)]
        for kind, number, cut in cuts:
            terms = BoardSequence(board, size, kind, number).values(len(cut))
            assert terms.tolist() == cut.tolist()
    assert len(BoardSequence(board, (14, 9), "row", 3).values(100)) == 9
    assert "(n, n + 2)" in BoardSequence(board, None, "diagonal", 2).words()
    assert "(n + 2, n)" in BoardSequence(board, None, "diagonal", -2).words()
    assert len(BoardSequence(board, (14, 9), "column", 3).values(100)) == 14
    assert len(BoardSequence(board, (14, 9), "diagonal", 2).values(100)) == 7
    assert len(BoardSequence(board, (14, 9), "diagonal", -8).values(100)) == 6


def test_the_squares_of_a_value() -> None:
    """Of the queen, the smaller numbers of Wythoff's pairs; of the rook, all x have (x, x + 0)."""
    phi = (1 + 5**0.5) / 2
    found = BoardSequence(read(QUEEN), None, "value", 0).values(60).tolist()
    assert found == [int(n * phi) for n in range(60)]
    assert BoardSequence(read(ROOK), None, "value", 0).values(40).tolist() == list(range(40))
    assert BoardSequence(read(ROOK), (4, 4), "value", 1).values(40).tolist() == [0, 2]


def test_the_squares_of_a_value_are_those_of_the_definition() -> None:
    table = table_by_definition(read(KNIGHT), (40, 40), edges=False)
    for value in (0, 3):
        squares = [(x, s - x) for s in range(40) for x in range(s // 2 + 1)]
        wanted = [x for x, y in squares if table[x, y] == value]
        found = BoardSequence(read(KNIGHT), None, "value", value).values(len(wanted) + 1).tolist()
        assert found[: len(wanted)] == wanted


STEPS = "(x, y) -> [(x - 1, y), (x, y - 1)]"  # all its values are 0 or 1
FEW = "(x, y) -> [(x - 1, y), (x, y - 1), (x - 1, y - 1)] if x + y < 6 else []"


def test_a_value_that_few_squares_have(monkeypatch: pytest.MonkeyPatch) -> None:
    assert lines.LARGEST_CORNER**2 <= MOST_IN_TABLE
    monkeypatch.setattr(lines, "LARGEST_CORNER", 20)
    with pytest.raises(InputError, match="< 20 has the value 5"):
        BoardSequence(read(STEPS), None, "value", 5).values(10)
    with pytest.raises(InputError, match="no square of the 8x8 board has the value 7"):
        BoardSequence(read(STEPS), (8, 8), "value", 7).values(10)
    assert BoardSequence(read(FEW), None, "value", 3).values(10).tolist() == [1, 1]
    runner = CliRunner()
    for command in ("study", "terms"):
        none = runner.invoke(app, [command, STEPS, "--value", "5"])
        assert (none.exit_code, none.exception.__class__) == (2, SystemExit), none.output
    few = runner.invoke(app, ["terms", FEW, "--value", "3", "--upto", "9", "--format", "plain"])
    assert few.exit_code == 0
    assert few.stdout.split() == ["1", "1"]
    assert "only 2 of 10 terms" in few.stderr
    assert json.loads(runner.invoke(app, ["study", FEW, "--value", "3", "--json"]).stdout)


def test_the_search_for_a_value_keeps_to_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    source = LineSource(BoardSequence(read(STEPS), None, "value", 5))  # looks for nothing yet
    with pytest.raises(InputError, match="no square of value 5 was found within the budget"):
        source.extend(10, deadline=0)
    source = LineSource(BoardSequence(read(FEW), None, "value", 3))
    now = [0.0]

    def later() -> float:
        now[0] += 0.001
        return now[0]

    monkeypatch.setattr("mexplore.discover.heaps.evidence.board_source.working_seconds", later)
    assert source.extend(10, deadline=0.02).values.tolist() == [1, 1]  # not the largest corner
    assert source.evidence.stop == 2 and now[0] < 0.03


def test_a_search_one_by_one_is_refused_where_it_is_too_large() -> None:
    upwards = Tables(read("(x, y) -> [(x - 1, y + 2)]"))
    with pytest.raises(TooLarge, match="one by one"):
        upwards.triangle(5000)
    small = upwards.triangle(30)
    assert (small[np.add.outer(range(30), range(30)) >= 30] == -1).all()
    assert small[3, 4] == 1 and small[2, 4] == 0


@pytest.mark.parametrize(
    ("kind", "number", "problem"),
    [("row", 8, "not on"), ("column", 9, "not on"), ("diagonal", -8, "not on"), ("row", -1, "neg")],
)
def test_a_line_beyond_the_board_is_refused(kind: Any, number: int, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        BoardSequence(read(KNIGHT), (8, 8), kind, number)


@pytest.mark.parametrize("text", ["8", "8x", "x8", "0x8", "axb", ""])
def test_sizes_are_checked(text: str) -> None:
    with pytest.raises(InputError):
        parse_size(text)


def test_a_source_keeps_what_it_has_when_time_is_up() -> None:
    source = LineSource(BoardSequence(read(ROOK), None, "row", 1))
    assert source.extend(64).stop == 64
    assert source.extend(10_000, deadline=0.0).stop == 64
    assert source.extend(4096).at(4095) == 4094


@pytest.mark.parametrize(
    ("text", "vectors"),
    [
        (KNIGHT, [[4, 4]]),
        (KING, [[2, 2]]),
        ("(x, y) -> [(x - 1, y - 3), (x - 2, y - 1), (x, y - 2)]", [[3, 4]]),
        ("(x, y) -> [(x - 1, y)]", [[0, 1], [2, 0]]),
    ],
)
def test_vector_periods_of_the_quarter_plane(text: str, vectors: list[list[int]]) -> None:
    study = study_board(read(text))
    assert study.status == "proved"
    assert study.findings[0].claim.parameters() == {"vectors": vectors}


def test_no_vector_period_where_there_is_none() -> None:
    assert not [
        f for f in study_board(read(ROOK), upto=63).findings if f.claim.name == "vector-period"
    ]
    table = np.zeros((32, 32), dtype=np.int32)
    assert vector_period(table) is not None
    table[31, 31] = 1
    claim = vector_period(table)
    assert claim is None


def test_terms_shows_a_grid_and_json_a_table() -> None:
    shown = run("terms", KNIGHT, "--board", "8x8")
    rows = ["".join(line.split()[1:]) for line in shown.splitlines()[2:10]]
    assert rows == CHESSBOARD
    answer = run_json("terms", KNIGHT, "--board", "8x8")
    assert answer["rule"] == KNIGHT
    assert ["".join(map(str, row)) for row in answer["table"]] == CHESSBOARD
    assert run_json("terms", KNIGHT, "--upto", "7")["table"][7][7] == 1
    assert run_json("terms", KNIGHT, "--board", "2x3")["table"] == [[0, 0, 1], [0, 0, 1]]
    assert run("terms", KNIGHT, "--board", "1x2", "--format", "csv") == "x,y,value\n0,0,0\n0,1,0\n"


def test_a_line_is_a_sequence_for_terms_study_and_predict() -> None:
    answer = run_json("terms", KNIGHT, "--row", "3", "--upto", "9", "--board", "8x8")
    assert (answer["rule"], answer["row"]) == (KNIGHT, 3)
    assert answer["values"] == [1, 1, 2, 1, 4, 3, 2, 3]
    study = run_json("study", KNIGHT, "--column", "3", "--upto", "999")
    assert (study["rule"], study["column"], study["status"]) == (KNIGHT, 3, "proved")
    law = study["findings"][0]
    assert (law["pattern"], law["parameters"]["period"]) == ("periodic", 4)
    table = table_by_definition(read(KNIGHT), (40, 4), edges=False)
    predicted = run_json("predict", KNIGHT, "--column", "3", "37", "--budget", "0.5")
    assert predicted["values"] == [{"n": "37", "value": int(table[37, 3])}]
    run("predict", KNIGHT, "--column", "3", "10^18", "--budget", "0.5", code=1)
    far = run_json("predict", KNIGHT, "--column", "3", "10^18", "--budget", "0.5", "--unproved")
    assert far["values"][0]["value"] == int(table[36, 3])  # 10^18 and 36 are multiples of 4


def test_study_of_a_whole_board(tmp_path: Path) -> None:
    report = tmp_path / "knight.md"
    answer = run_json("study", KNIGHT, "--write", str(report))
    assert answer["findings"][0]["pattern"] == "vector-period"
    assert answer["findings"][0]["parameters"] == {"vectors": [[4, 4]]}
    assert answer["findings"][0]["theorem"] == "vector period"
    assert "proved for all squares" in report.read_text()
    answer = run_json("study", ROOK, "--board", "20x20")
    assert (answer["status"], answer["findings"][0]["formula"]) == ("holds so far", "x xor y")
    assert answer["certificate"] is None  # a board with edges is another game


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["terms", "0.77", "--row", "3"], "--row needs a board"),
        (["terms", "kayles", "--board", "8x8"], "--board needs a board"),
        (["terms", KNIGHT, "--row", "1", "--column", "2"], "only one"),
        (["terms", KNIGHT, "--board", "8x8", "--upto", "9"], "leave --upto out"),
        (["terms", KNIGHT, "--format", "bfile"], "--row A"),
        (["terms", KNIGHT, "--row", "8", "--board", "8x8"], "not on"),
        (["runs", KNIGHT], "--row A"),
        (["solve", KNIGHT, "5"], "no square"),
        (["predict", KNIGHT, "5"], "write 3,5"),
        (["terms", "(x, y) -> [(x + 1, y), (x - 1, y)]"], "circle"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_line(arguments: list[str], problem: str) -> None:
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 2
    assert problem in result.stderr
    assert result.stderr.count("\n") == 1


def test_pictures_of_a_board_and_of_a_line(tmp_path: Path) -> None:
    for arguments in (["--board", "8x8"], ["--upto", "40"], ["--row", "2", "--upto", "40"]):
        picture = tmp_path / "picture.svg"
        run("plot", KNIGHT, *arguments, "--out", str(picture))
        assert picture.read_text().startswith("<?xml")
        picture.unlink()
    result = CliRunner().invoke(app, ["plot", "0.77", "--kind", "board", "--out", "x.png"])
    assert result.exit_code == 2


def test_a_file_of_rules_may_name_a_board(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(f'[rules.my-king]\nrule = "{KING}"\n')
    shown = run("terms", "my-king", "--rules", str(file), "--board", "2x3", "--format", "plain")
    assert shown == "0 1 0\n1 2 3\n"


def test_coordinates_that_grow_without_end_are_refused() -> None:
    board = Board.parse("(x, y) -> [(x - 1, y * y + 3)]")
    assert board is not None
    square: tuple[int, ...] = (100, 3)
    with pytest.raises(TooLarge, match="100000 bits"):
        for _ in range(100):
            ((square,),) = board.options(square)


def test_a_table_that_is_too_large_is_refused_before_it_is_begun() -> None:
    for edges in (False, True):
        with pytest.raises(TooLarge, match=r"3\.6 GB; those of at most 11585x11585"):
            Tables(read(STEPS)).table((30_000, 30_000), edges=edges)


def test_a_board_with_edges_is_studied_within_its_budget(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "LAST_SIDE", 24)
    board, size = read(STEPS), (50, 60)
    found = study_board(board, size, budget=50.0)
    assert [f.claim.statement() for f in found.findings] == [
        f.claim.statement() for f in study_board(board, size).findings
    ]
    clock.tick = 10.0
    with pytest.raises(InputError, match=r"the 50x60 squares .* not valued within the budget"):
        study_board(board, size, budget=5.0)
