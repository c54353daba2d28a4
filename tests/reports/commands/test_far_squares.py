"""Questions about boards that no table reaches."""

from __future__ import annotations

import json
from math import isqrt
from typing import Any

from typer.testing import CliRunner

from reports.commands import app

FAR = 10**30


def run_json(*arguments: str, code: int = 0) -> dict[str, Any]:
    result = CliRunner().invoke(app, [*arguments, "--json"])
    assert result.exit_code == code, result.output
    answer = json.loads(result.stdout)
    assert isinstance(answer, dict)
    return answer


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
