"""Values that no law tells and no table reaches: commands look down from the position."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import mexplore
from mexplore.discover.heaps.evidence.sources import source_of
from mexplore.discover.heaps.on_demand import OnDemand
from mexplore.reports.commands import app
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition, mex

HALVES = "m -> [(m & (2**k-1)) | (m >> k) for k in range(1, bit_length(m))]"
ROOTS = "leave(isqrt(isqrt(n)) .. isqrt(n))"
UP = "(w, b) -> [(w-1, b+w)] + [(w, b-k) for k in range(1, b//2+1)]"
HUGE = "536903683"  # 2^29 + 2^15 + 3


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, [*words])
    return result.exit_code, result.output


def asked(*words: str) -> dict[str, object]:
    code, said = run(*words, "--json")
    assert code in (0, 1)
    found: dict[str, object] = json.loads(said.splitlines()[-1])
    return found


def halves(n: int, known: dict[int, int]) -> int:
    """The value of a heap of the first game, by recursion."""
    if n not in known:
        options = [n & (2**k - 1) | n >> k for k in range(1, n.bit_length())]
        known[n] = mex([halves(option, known) for option in options])
    return known[n]


def test_few_positions_are_reached_from_a_huge_heap() -> None:
    known: dict[int, int] = {}
    value = halves(int(HUGE), known)
    code, said = run("solve", HALVES, HUGE)
    assert code == 0
    assert f"nim-sum {value}: " in said
    reached = len(known) - (0 in known)
    assert f"computed from the definition: {reached} positions reached" in said
    answer = asked("predict", HALVES, HUGE)
    assert (answer["status"], answer["reached"]) == ("computed", reached)
    assert answer["values"] == [{"n": HUGE, "value": value}]
    assert mexplore.predict(HALVES, int(HUGE)) == value
    winning = [m for m in known if halves(m, known) == 0 and m in options_of(int(HUGE))]
    solution = mexplore.solve((HALVES, int(HUGE)))
    assert sorted(to[0] for _, to in solution.listed()) == sorted(winning)


def options_of(n: int) -> set[int]:
    return {n & (2**k - 1) | n >> k for k in range(1, n.bit_length())}


def test_a_heap_whose_options_are_in_a_table() -> None:
    """777777777777 leaves 939 .. 881916, whose values a table has."""
    n = 777777777777
    values = mexplore.values(ROOTS, 881917)
    value = mex(set(values[939:].tolist()))
    assert mexplore.predict(ROOTS, n) == value
    answer = asked("solve", ROOTS, str(n), "5")
    assert answer["nim_sum"] == value ^ int(values[5])
    rule = parse_rule(ROOTS)
    by_table = OnDemand(rule, source_of(rule)).values_at([n], 60.0)
    assert by_table.values == {n: value}
    assert "all options are below 881918, in a table" in by_table.warrants[0].words


def test_squares_that_go_up_before_they_go_down() -> None:
    answer = asked("solve", UP, "50,50")
    assert (answer["nim_sum"], answer["reached"]) == (12, 45475)
    assert mexplore.predict(UP, (50, 50)) == 12


def test_a_game_that_need_not_end_shows_the_circle() -> None:
    text = "(x, y) -> [(x + 1, y - 1), (x - 1, y + 1)] if x > 2 else []"
    code, said = run("solve", text, "10,10")
    assert code == 2
    assert "the moves run in a circle: (" in said


def test_there_is_a_limit_on_positions() -> None:
    code, said = run("predict", HALVES, HUGE, "--max-positions", "20", "--budget", "2")
    assert code == 1
    assert "values are computed for" in said or "20 positions" in said
    code, said = run("solve", "(x, y, z) -> [(x + 1, y, z)]", "1,2,3", "--max-positions", "50")
    assert code == 1
    assert "more than 50 positions are reached from (1, 2, 3)" in said
    assert mexplore.predict(HALVES, int(HUGE), max_positions=10**4) == halves(int(HUGE), {})


def test_positions_are_shared_by_the_queries_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "heaps.txt"
    heaps = [int(HUGE), int(HUGE) - 1, 7, int(HUGE)]
    file.write_text("\n".join(map(str, heaps)) + "\n")
    known: dict[int, int] = {}
    wanted = [halves(n, known) for n in heaps]
    answer = asked("predict", HALVES, "--file", str(file))
    assert [each["value"] for each in answer["values"]] == wanted  # type: ignore[attr-defined]
    assert answer["reached"] in (len(known), len(known) - (0 in known))


def test_few_heaps_are_counted_far_out() -> None:
    first = int(HUGE)
    known: dict[int, int] = {}
    lost = sum(halves(n, known) == 0 for n in range(first, first + 5))
    answer = asked("count", HALVES, "--from", str(first), "--upto", str(first + 4))
    assert answer["count"] == str(lost)
    assert mexplore.count(HALVES, first + 5, start=first) == lost


@pytest.mark.parametrize("text", ["n -> [n - 1 - n % 3, n // 2]", "n -> [n // 2, n // 3, n // 7]"])
def test_small_heaps_are_told_as_before(text: str) -> None:
    wanted = grundy_by_definition(parse_rule(text), 40)
    assert mexplore.predict(text, range(40)) == wanted


def test_terms_far_out() -> None:
    first = int(HUGE)
    known: dict[int, int] = {}
    wanted = [halves(n, known) for n in range(first, first + 4)]
    words = ("terms", HALVES, "--from", HUGE, "--upto", str(first + 3))
    assert asked(*words)["values"] == wanted
    code, said = run(*words, "--format", "bfile")
    rows = [f"{n} {value}" for n, value in enumerate(wanted, first)]
    assert (code, said.splitlines()) == (0, rows)
    code, said = run("terms", "0.77", "--from", "20", "--upto", "45")
    table = [line.split() for line in said.splitlines()[2:]]
    assert [row[0] for row in table] == ["20", "40"]
    values = grundy_by_definition(parse_rule("0.77"), 46)
    assert [int(cell) for row in table for cell in row[1:]] == values[20:]
    for first_last in (("20", "10"), ("0", "x"), ("1", "10^7")):
        code, said = run("terms", "0.77", "--from", first_last[0], "--upto", first_last[1])
        assert code == 2
        assert len(said.splitlines()) == 1


def test_numbers_beyond_a_trillion_squared_are_factored() -> None:
    """Divide by a power of one prime: the value is the xor of the exponents, 8, 1, 9, 4, 4, 4."""
    text = "n -> [n // p**m for p in divisors(n) if is_prime(p) for m in range(1, vp(n, p) + 1)]"
    n = 2**8 * 3 * 5**9 * 7**4 * 11**4 * 13**4
    solution = mexplore.solve((text, n))
    assert solution.nim_sum == 8 ^ 1 ^ 9 ^ 4 ^ 4 ^ 4
    assert sorted(to[0] for _, to in solution.listed()) == [n // p**4 for p in (13, 11, 7)]
