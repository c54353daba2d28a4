"""Questions about squares of boards, against brute force: solve, explain, count, positions, ..."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from itertools import product
from operator import xor
from pathlib import Path

import pytest
from commands_run import as_json as run_json
from commands_run import printed as run
from typer.testing import CliRunner
from written_boards import board as read

from mexplore.discover.boards.values import SquareValues
from mexplore.reports.commands import app
from mexplore.rules.boards.table import Tables, table_by_definition
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

KNIGHT = "(x, y) -> [(x - 2, y - 1), (x - 1, y - 2), (x + 1, y - 2), (x - 2, y + 1)]"
ROOK = "(x, y) -> [(a, y) for a in range(x)] + [(x, b) for b in range(y)]"
QUEEN = f"{ROOK} + [(x - k, y - k) for k in range(1, min(x, y) + 1)]"
CUTTING = (
    "(w, h) -> [((a, h), (w - a, h)) for a in range(1, w // 2 + 1)]"
    " + [((w, a), (w, h - a)) for a in range(1, h // 2 + 1)]"
)
NIM = "(x, y, z) -> [(a, y, z) for a in range(x)] + [(x, b, z) for b in range(y)]"


def refused(*arguments: str) -> str:
    result = CliRunner().invoke(app, list(arguments))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    return result.stderr


@pytest.mark.parametrize(
    ("text", "size"), [(KNIGHT, None), (KNIGHT, (8, 8)), (QUEEN, None), (CUTTING, None)]
)
def test_solve_lists_every_winning_move_and_no_other(
    text: str, size: tuple[int, int] | None
) -> None:
    board = read(text)
    table = table_by_definition(board, size or (14, 14), edges=size is not None)
    where = ["--board", "8x8"] if size else []
    for first, second in [((3, 4), (4, 2)), ((5, 5), (7, 3)), ((7, 7), (1, 2)), ((6, 6), (6, 6))]:
        places = [",".join(map(str, square)) for square in (first, second)]
        answer = run_json("solve", text, *places, *where)
        total = table[first] ^ table[second]
        assert (answer["nim_sum"], answer["winner"]) == (
            total, "next" if total else "previous")  # fmt: skip
        wanted = set()
        for square, other in ((first, second), (second, first)):
            for option in board.options_within(size, square):
                value = reduce(xor, (int(table[part]) for part in option), 0)
                if value == table[other] and total:
                    wanted.add((square, tuple(sorted(option))))
        found = {
            (tuple(move["square"]), tuple(sorted(map(tuple, move["to"]))))
            for move in answer["moves"]
        }
        assert found == wanted
        assert len(answer["moves"]) == len(found)


def test_solve_mixes_tokens_and_heaps() -> None:
    values = grundy_by_definition(parse_rule("0.77"), 13)
    answer = run_json("solve", f"{QUEEN}:3,4", "0.77:12")
    assert answer["nim_sum"] == values[12] ^ 2  # G(3, 4) = 2 in Wythoff's game
    assert {"square": [3, 4], "rule": QUEEN, "to": [[0, 4]]} in answer["moves"]
    assert {"heap": 12, "rule": "0.77", "to": [10]} in answer["moves"]
    assert "becomes" in run("solve", f"{QUEEN}:3,4", "0.77:12")
    assert run_json("solve", f"{NIM} + [(x, y, c) for c in range(z)]", "1,2,3")["nim_sum"] == 0


def test_solve_of_a_python_rule_with_sums_of_squares(tmp_path: Path) -> None:
    file = tmp_path / "sheets.py"
    file.write_text(
        "def cut(sheet):\n"
        "    w, h = sheet\n"
        "    for a in range(1, w): yield [(a, h), (w - a, h)]\n"
        "    for b in range(1, h): yield [(w, b), (w, h - b)]\n"
    )
    for square in ("5,3", "4,4", "2,6"):
        ours = run_json("solve", CUTTING, square)
        theirs = run_json("solve", f"{file}:cut", square)
        assert ours["nim_sum"] == theirs["nim_sum"]
        assert ours["moves"] == theirs["moves"]
    assert "fails" in refused("solve", f"{file}:cut", "3,5,4")
    wrong = tmp_path / "wrong.py"
    wrong.write_text("def options(square):\n    return [(0, 0, 0)] if any(square) else []\n")
    assert "no square with 2 coordinates" in refused("solve", f"{wrong}:options", "3,5")


def test_values_of_squares_are_those_of_the_definition() -> None:
    for text in (KNIGHT, QUEEN, CUTTING):
        board = read(text)
        table = table_by_definition(board, (40, 40), edges=False)
        known = SquareValues(board)
        squares = list(product(range(0, 40, 7), repeat=2))
        assert known.at_all(squares) == [int(table[square]) for square in squares]
        assert SquareValues(board).at((39, 2)) == table[39, 2]


def test_explain_lists_the_options_of_squares_with_their_number() -> None:
    answer = run_json("explain", QUEEN, "3,5")
    assert answer["options"][0]["count"] == 3 + 5 + 3
    cut = run_json("explain", CUTTING, "(4, 1)")["options"][0]
    assert cut["to"] == [[[1, 1], [3, 1]], [[2, 1], [2, 1]]]
    assert "(1, 1) + (3, 1)" in run("explain", CUTTING, "4,1")
    assert {"wythoff", "queen"} <= set(answer["names"])
    theorems = {each["theorem"]: each["applies"] for each in answer["theorems"]}
    assert theorems["Wythoff's pairs"] and not theorems["vector period"]
    assert run_json("explain", KNIGHT, "3,5", "--board", "8x8")["theorems"] == []
    assert run_json("explain", KNIGHT, "7,7", "--board", "8x8")["options"][0]["count"] == 2
    assert run_json("explain", NIM, "1,1,1")["options"][0]["count"] == 2


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["solve", KNIGHT, "5"], "no square"),
        (["solve", KNIGHT, "3,5,7"], "2 coordinates"),
        (["solve", KNIGHT, "8,8", "--board", "8x8"], "not on the 8x8 board"),
        (["solve", KNIGHT, "8,8", "--board", "8x8x8"], "2 coordinates"),
        (["solve", "0.77", "3,5"], "played with heaps"),
        (["solve", "0.77", "3", "--board", "8x8"], "--board needs a board"),
        (["solve", KNIGHT, "3,5", "--play"], "cannot be played"),
        (["solve", f"{KNIGHT}:3,5", "4,4"], "has no rule"),
        (["solve", "(x, y) -> [(x - 1, y + 1), (x + 1, y - 1)]", "3,5"], "circle"),
        (["explain", KNIGHT, "3"], "no square"),
        (["explain", KNIGHT, "3,5,7"], "2 coordinates"),
        (["explain", KNIGHT, "9,1", "--board", "8x8"], "not on"),
        (["terms", NIM, "--row", "3"], "two coordinates"),
        (["terms", NIM, "--board", "3x3"], "3 coordinates"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(arguments: list[str], problem: str) -> None:
    assert problem in refused(*arguments)


def test_a_square_too_far_away_has_no_answer() -> None:
    for arguments in (["solve", CUTTING, "10^18,10^18"], ["solve", CUTTING, "10^18,7"]):
        assert run_json(*arguments, "--budget", "0.1", code=1)["nim_sum"] is None


def test_terms_of_more_coordinates_are_tables() -> None:
    nim = f"{NIM} + [(x, y, c) for c in range(z)]"
    answer = run_json("terms", nim, "--board", "3x4x5")
    assert answer["table"][2][3][4] == 2 ^ 3 ^ 4
    assert run_json("terms", nim)["table"][15][7][9] == 15 ^ 7 ^ 9
    shown = run("terms", nim, "--board", "3x4x5")
    assert [f"x = {x}" in shown for x in range(4)] == [True, True, True, False]
    csv = run("terms", nim, "--board", "2x2x2", "--format", "csv").splitlines()
    assert (csv[0], csv[-1], len(csv)) == ("x,y,z,value", "1,1,1,1", 9)


def test_terms_of_more_coordinates_as_parquet(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="Parquet is an extra: mexplore[parquet]")
    nim = f"{NIM} + [(x, y, c) for c in range(z)]"
    file = tmp_path / "table.parquet"
    run("terms", nim, "--board", "2x2x2", "--format", "parquet", "--out", str(file))
    assert file.exists()


def test_terms_of_a_python_rule_on_a_board(tmp_path: Path) -> None:
    file = tmp_path / "games.py"
    file.write_text("def rook(p):\n    x, y = p\n"
                    "    yield from ((a, y) for a in range(x))\n"
                    "    yield from ((x, b) for b in range(y))\n")  # fmt: skip
    table = run_json("terms", f"{file}:rook", "--board", "5x6")["table"]
    assert table == [[x ^ y for y in range(6)] for x in range(5)]
    row = run_json("terms", f"{file}:rook", "--row", "3", "--upto", "5")
    assert row["values"] == [3, 2, 1, 0, 7, 6]


@pytest.mark.parametrize(("text", "size"), [(KNIGHT, (8, 8)), (QUEEN, None), (CUTTING, None)])
def test_lost_positions_are_counted(text: str, size: tuple[int, int] | None) -> None:
    board = read(text)
    table = table_by_definition(board, size or (13, 13), edges=size is not None)
    where = ["--board", "8x8"] if size else ["--upto", "12"]
    values = [int(value) for value in table.ravel()]
    wanted = {1: values.count(0), 2: sum(a == b for i, a in enumerate(values) for b in values[i:])}
    for tokens, count in wanted.items():
        answer = run_json("count", text, *where, "--heaps", str(tokens))
        assert answer["count"] == str(count)
    ordered = run_json("count", text, *where, "--heaps", "2", "--ordered")["count"]
    assert ordered == str(sum(a == b for a in values for b in values))
    won = run_json("count", text, *where, "--winning")["count"]
    assert int(won) + wanted[1] == len(values)
    inner = run_json("count", text, *where, "--from", "3")["count"]
    assert inner == str(int((table[3:, 3:] == 0).sum()))


def test_squares_of_a_value_are_listed_and_numbered() -> None:
    table = table_by_definition(read(QUEEN), (31, 31), edges=False)
    for value in (0, 5):
        wanted = sorted(
            ([x, y] for x in range(31) for y in range(31) if table[x, y] == value),
            key=lambda square: (sum(square), square),
        )
        answer = run_json("positions", QUEEN, "--value", str(value), "--upto", "30")
        assert (answer["positions"], answer["count"]) == (wanted, str(len(wanted)))
        nth = run_json("positions", QUEEN, "--value", str(value), "--nth", "9")["nth"]
        assert nth == {"k": "9", "square": wanted[8]}
    board = run_json("positions", KNIGHT, "--board", "8x8")
    assert board["positions"][-1] == [7, 7] and board["board"] == [8, 8]
    assert "(1, 2), (2, 1), (3, 5)" in run("positions", QUEEN, "--upto", "6")
    run("positions", KNIGHT, "--board", "8x8", "--nth", "99", code=1)


def test_boards_are_compared() -> None:
    assert run_json("compare", ROOK, QUEEN, code=1)["first_difference"] == [1, 1]
    one = run_json("compare", KNIGHT, KNIGHT.replace("x - 2, y - 1", "x - 2, y - 1 + 0"))
    assert (one["equal"], one["first_difference"], one["computed"]) == (True, None, 100)
    moved = "(x, y) -> [(x - 1, y)] + ([(x, y - 1)] if x + y > 9 else [])"
    plain = "(x, y) -> [(x - 1, y)]"
    one_table, other = (
        table_by_definition(read(text), (12, 12), edges=False) for text in (moved, plain)
    )
    differ = [(x + y, x, y) for x in range(12) for y in range(12) if one_table[x, y] != other[x, y]]
    assert run_json("compare", moved, plain, "--upto", "11", code=1)["first_difference"] == [
        *min(differ)[1:]
    ]


def test_a_formula_in_the_coordinates_is_checked() -> None:
    rook = run_json("check", ROOK, "xor(x, y)", "--range", "0..150")
    assert (rook["holds"], rook["first_failure"], rook["checked"]) == (True, None, [0, 150])
    wrong = run_json("check", ROOK, "G(x, y) = x + y", code=1)
    assert (wrong["first_failure"], wrong["status"]) == ([1, 1], "refuted")
    table = table_by_definition(read(KNIGHT), (8, 8), edges=True)
    conjectures: dict[str, Callable[[int, int], int]] = {
        "Mod(x, 3)": lambda x, _: x % 3,
        "Piecewise((0, x < 2), (y, True))": lambda x, y: 0 if x < 2 else y,
        "floor(x/2) + y*0": lambda x, _: x // 2,
    }
    for formula, value in conjectures.items():
        differ = [(x + y, x, y) for x in range(8) for y in range(8) if table[x, y] != value(x, y)]
        answer = run_json("check", KNIGHT, formula, "--board", "8x8", code=1)
        assert answer["first_failure"] == [*min(differ)[1:]]
    nim = f"{NIM} + [(x, y, c) for c in range(z)]"
    assert run_json("check", nim, "xor(x, y, z)", "--range", "0..9")["holds"]
    assert run_json("check", nim, "x + y", "--range", "0..9", code=1)["first_failure"] == [0, 0, 1]
    assert "undefined" in run("check", ROOK, "Mod(x, y)", code=1)
    sheet = CUTTING.replace("w", "add").replace("h", "mul")
    assert run_json("check", sheet, "add - mul", code=1)["first_failure"] == [0, 1]


def test_values_far_out_come_from_a_proved_law() -> None:
    table = table_by_definition(read(KNIGHT), (24, 24), edges=False)
    far = 4 * 10**30
    squares = [(3, 9), (7, 2), (20, 20)]
    places = [f"{x + far},{y + far}" for x, y in squares]
    answer = run_json("predict", KNIGHT, *places, "5,6")
    assert answer["status"] == "computed" or answer["status"] == "proved"
    values = [each["value"] for each in answer["values"]]
    assert values == [int(table[square]) for square in [*squares, (5, 6)]]
    assert answer["values"][0]["square"] == [str(3 + far), str(9 + far)]
    assert run("predict", KNIGHT, "3,5", "--format", "csv") == f"x,y,value\n3,5,{table[3, 5]}\n"
    assert run_json("predict", CUTTING, "10^30,10^30", "--budget", "0.5", code=1)["values"] == []


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["count", KNIGHT], "--upto N"),
        (["count", "0.77"], "--upto N"),
        (["count", KNIGHT, "--board", "8x8", "--upto", "9"], "leave --upto out"),
        (["count", "0.77", "--upto", "9", "--board", "8x8"], "needs a board"),
        (["positions", "0.77", "--board", "8x8"], "needs a board"),
        (["positions", KNIGHT, "--board", "8x8x8"], "2 coordinates"),
        (["compare", KNIGHT, "0.77"], "with boards only"),
        (["compare", KNIGHT, ROOK, QUEEN], "two at a time"),
        (["compare", KNIGHT, NIM], "different numbers"),
        (["compare", "0.77", "0.7", "--board", "8x8"], "needs boards"),
        (["check", KNIGHT, "n"], "the coordinates are x, y"),
        (["check", CUTTING, "x"], "the coordinates are w, h"),
        (["check", KNIGHT, "G(x + 4, y + 4) = G(y, x)"], "no formula"),
        (["check", KNIGHT, "x", "--range", "0..10^6"], "ask for fewer"),
        (["predict", KNIGHT, "5"], "write 3,5"),
        (["predict", "0.77", "5,6"], "no squares"),
        (["predict", KNIGHT, "5,6,7"], "2 coordinates"),
        (["predict", KNIGHT, "5,6", "--row", "3"], "no squares"),
        (["runs", KNIGHT], "--row A"),
    ],
)
def test_other_questions_that_make_no_sense(arguments: list[str], problem: str) -> None:
    assert problem in refused(*arguments)


def test_rows_far_out_come_from_a_proved_law() -> None:
    table = Tables(read(QUEEN)).table((6, 5101))
    answer = run_json("predict", QUEEN, "3,5000", "5,5100", "5001,2", "4,10^18")
    assert answer["status"] == "proved"
    values = [each["value"] for each in answer["values"]]
    assert values[:3] == [int(table[3, 5000]), int(table[5, 5100]), int(table[2, 5001])]
    row = run_json("predict", QUEEN, "--row", "4", "10^18", "5000")
    assert (row["status"], row["values"][0]["value"]) == ("proved", values[3])
    assert row["values"][1]["value"] == int(table[4, 5000])


def test_an_order_may_be_stated() -> None:
    upwards = "(x, y) -> [(x - 1, y + 2), (x, y - 1)]"
    wanted = run_json("terms", upwards, "--upto", "19")["table"]
    for order in ("3*x + y", "5*x + 2*y"):
        assert run_json("terms", upwards, "--upto", "19", "--order", order)["table"] == wanted
    board = ["--board", "20x15"]
    assert run_json("terms", upwards, *board, "--order", "rows") == run_json(
        "terms", upwards, *board
    )
    assert "does not keep" in refused("terms", upwards, "--upto", "19", "--order", "x + y")
    assert "needs a board" in refused("terms", "0.77", "--order", "rows")
    assert "is no order" in refused("terms", upwards, "--order", "x*y")
    assert "two coordinates" in refused("terms", NIM, "--order", "rows")


def test_statements_can_be_given_back() -> None:
    for text, theorem in ((ROOK, "sum of two heaps"), (KNIGHT, "vector period")):
        law = run_json("study", text)["findings"][0]
        assert (law["status"], law["theorem"]) == ("proved", theorem)
        answer = run_json("check", text, law["statement"])
        assert (answer["status"], answer["theorem"]) == ("proved", theorem)
    assert run_json("check", KNIGHT, "G(x + 8, y + 8) = G(x, y)")["status"] == "proved"
    assert run_json("check", ROOK, "y xor x")["status"] == "proved"
    table = table_by_definition(read(KNIGHT), (31, 31), edges=False)
    for a, b in ((4, 5), (0, 4), (1, 1)):
        differ = [
            (x + y, x, y)
            for x in range(31 - a)
            for y in range(31 - b)
            if table[x + a, y + b] != table[x, y]
        ]
        claim = f"G(x + {a}, y + {b}) = G(x, y)"
        answer = run_json("check", KNIGHT, claim, "--range", "0..30", code=1)
        assert answer["first_failure"] == [*min(differ)[1:]]
    assert run_json("check", KNIGHT, "G(x + 4, y + 4) = G(x, y)", "--board", "8x8", code=1)


def test_a_conjecture_about_a_row_is_proved() -> None:
    assert run_json("check", QUEEN, "n", "--row", "0")["status"] == "proved"
    row = "3*floor(n/3) + Mod(n + 1, 3)"  # 1, 2, 0, 4, 5, 3, ...
    assert run_json("check", QUEEN, row, "--row", "1")["status"] == "proved"
    wrong = run_json("check", QUEEN, "n + 1 - 3*Mod(n, 2)", "--row", "1", code=1)
    assert (wrong["status"], wrong["first_failure"]) == ("refuted", 1)
    law = run_json("study", QUEEN, "--row", "4")["findings"][0]
    assert run_json("check", QUEEN, law["statement"], "--row", "4")["theorem"] == law["theorem"]
    assert run_json("check", QUEEN, "n", "--row", "0", "--board", "9x9")["status"] != "proved"
