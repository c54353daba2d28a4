"""Questions about boards that no table reaches."""

from __future__ import annotations

from math import isqrt
from pathlib import Path
from typing import NoReturn

import pytest
from commands_run import as_json as run_json
from typer.testing import CliRunner

from mexplore.reports.cli.subjects import HeapRule
from mexplore.reports.commands import app

FAR = 10**30


def golden(n: int) -> int:
    """floor(n*phi)."""
    return (n + isqrt(5 * n * n)) // 2


def test_wythoff_far_out() -> None:
    answer = run_json("solve", "wythoff", "10^30,2*10^30")
    # 10^30 is A_n for n = ceil(10^30/phi); its partner is A_n + n.
    n = golden(FAR) - FAR + 1
    assert golden(n) == FAR
    assert (answer["winner"], answer["nim_sum"]) == ("next", None)
    assert answer["moves"] == [{"square": [FAR, 2 * FAR], "to": [[FAR, FAR + n]]}]
    lost = run_json("solve", "wythoff", f"{FAR},{FAR + n}")
    assert (lost["winner"], lost["nim_sum"], lost["moves"]) == ("previous", 0, [])


def test_wythoff_row_number_and_count() -> None:
    n = golden(FAR) - FAR + 1
    row = run_json("positions", "wythoff", "--row", "10^30")
    assert (row["positions"], row["count"], row["status"]) == ([[FAR, FAR + n]], "1", "proved")
    nth = run_json("positions", "wythoff", "--nth", "10^6")["nth"]
    # Number 1 is (0, 0), numbers 2*n and 2*n + 1 are the pair n.
    assert nth == {"k": "1000000", "square": [golden(500_000), golden(500_000) + 500_000]}
    last = 10**18
    count = int(run_json("count", "wythoff", "--upto", "10^18")["count"])
    pairs = (count - 1) // 2  # beside (0, 0)
    assert golden(pairs) + pairs <= last < golden(pairs + 1) + pairs + 1
    won = int(run_json("count", "wythoff", "--upto", "10^18", "--winning")["count"])
    assert won + count == (last + 1) ** 2
    assert run_json("positions", "wythoff", "--upto", "10^18")["count"] == str(count)


def test_the_numbering_and_the_law_are_said() -> None:
    shown = CliRunner().invoke(app, ["positions", "wythoff", "--nth", "10^6"]).output
    assert "counted from 1" in shown and "proved by Wythoff's pairs" in shown


def test_a_sum_that_a_nim_value_decides_has_no_answer() -> None:
    two = run_json("solve", "wythoff", "10^30,2*10^30", "10^30,3*10^30", code=1)
    assert two["winner"] is None
    with_lost = run_json("solve", "wythoff", "10^30,2*10^30", "1,2")
    assert with_lost["winner"] == "next"
    assert [each["square"] for each in with_lost["incomplete"]] == [[1, 2]]


def test_lines_are_of_boards() -> None:
    for arguments in (["positions", "0.77", "--row", "3"],):
        assert CliRunner().invoke(app, arguments).exit_code == 2


def moves_of(*arguments: str) -> list[list[int]]:
    return [move["to"][0] for move in run_json("solve", *arguments)["moves"]]


def test_winning_moves_of_other_boards_far_out() -> None:
    x, y = 10**30, 7 * 10**29
    assert moves_of("rook", f"{x},{y}") == [[y, y]]  # Nim: the heaps become equal
    assert moves_of("chomp-2", f"{x},500") == [[501, 500]]
    assert moves_of("euclid-to-zero", f"{x},77") == [[x % 77 + 77, 77]]
    assert 77 < x % 77 + 77 < 77 * 1.6


def test_counts_rows_and_numbers_of_other_boards_far_out() -> None:
    assert run_json("count", "rook", "--upto", "10^18")["count"] == str(10**18 + 1)
    assert run_json("count", "chomp-2", "--upto", "10^18")["count"] == str(10**18 + 2)
    assert run_json("positions", "rook", "--nth", "10^18")["nth"]["square"] == [10**18 - 1] * 2
    row = run_json("positions", "chomp-2", "--row", "10^30")
    assert row["positions"] == [[10**30, 10**30 - 1]]
    # The knight repeats by (4, 4): a quarter of the squares are lost, as far as they are even.
    count = int(run_json("count", "knight", "--upto", str(10**12 - 1))["count"])
    small = int(run_json("count", "knight", "--upto", "399")["count"])
    assert (count, small) == (10**24 // 4, 400**2 // 4)


def test_other_values_are_counted_and_numbered_by_formulas() -> None:
    n = 10**18 + 1  # squares of a side
    # x xor y = 1: x and y differ in the last bit.
    assert run_json("positions", "rook", "--value", "1", "--upto", "10^18")["count"] == str(n - 1)
    # min(x, y) = 1: both are >= 1, less those where both are >= 2.
    bishop = run_json("positions", "bishop", "--value", "1", "--upto", "10^18")
    assert bishop["count"] == str((n - 1) ** 2 - (n - 2) ** 2) and not bishop["all_listed"]
    euclid = run_json("positions", "euclid", "--value", "1", "--upto", "60")
    wanted = sum(abs(x * x - y * y) // (x * y) == 1 for x in range(1, 61) for y in range(1, 61))
    assert (euclid["count"], euclid["all_listed"]) == (str(wanted), True)
    far = run_json("positions", "euclid", "--value", "1", "--nth", str(wanted // 2))
    assert far["nth"]["square"] == euclid["positions"][wanted // 2 - 1]


def test_diagonals_far_out() -> None:
    diagonal = run_json("positions", "wythoff", "--diagonal", str(FAR))
    # B_n = A_n + n.
    assert diagonal["positions"] == [[golden(FAR), golden(FAR) + FAR]]
    mirrored = run_json("positions", "wythoff", "--diagonal", f"-{FAR}")
    assert mirrored["positions"] == [diagonal["positions"][0][::-1]]
    assert moves_of("bishop", f"{FAR},{FAR + 3}") == [[0, 3]]
    assert run_json("positions", "rook", "--diagonal", "3", "--value", "1")["count"] == "0"


def test_several_tokens_far_out() -> None:
    # All values of the king's board are those of a 2x2 square, repeated: 0 1 / 1 0 and 2, 3.
    last = 10**12 - 1
    counts = [
        int(run_json("positions", "king", "--value", str(v), "--upto", str(last))["count"])
        for v in range(4)
    ]
    assert sum(counts) == (last + 1) ** 2
    two = run_json("count", "king", "--upto", str(last), "--heaps", "2", "--ordered")
    assert int(two["count"]) == sum(c * c for c in counts)
    later = int(run_json("count", "rook", "--upto", "10^18", "--from", "5")["count"])
    assert later == 10**18 - 4
    refused = run_json("count", "wythoff", "--upto", "10^18", "--heaps", "2", code=1)
    assert refused["count"] is None


def test_a_value_that_does_not_occur_on_a_row() -> None:
    answer = run_json("positions", "king", "--row", "10^30", "--value", "9")
    assert (answer["positions"], answer["count"]) == ([], "0")


def test_squares_are_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "squares.txt"
    file.write_text("1,2\n\n(3, 5)  # a pair\n0,10^18\n")
    read = CliRunner().invoke(app, ["predict", "rook", "--file", str(file)])
    named = CliRunner().invoke(app, ["predict", "rook", "1,2", "3,5", "0,10^18"])
    assert (read.exit_code, named.exit_code) == (0, 0)
    assert read.stdout == named.stdout != ""
    file.write_text("1,2\n7\n")
    refused = CliRunner().invoke(app, ["predict", "rook", "--file", str(file)])
    assert refused.exit_code == 2 and not refused.stdout
    kept = CliRunner().invoke(app, ["predict", "rook", "--file", str(file), "--keep-going"])
    assert kept.exit_code == 2 and "line 2" in kept.stderr and kept.stdout.count("=") == 1


def test_a_study_that_is_stopped_at_once_prints_json(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(HeapRule, "study", stopped)
    answer = run_json("study", "0.77", code=130)
    assert (answer["rule"], answer["ended"], answer["findings"]) == ("0.77", "interrupted", [])
