"""What is said of how time grows: exponents are fitted, rows that are not measured again stay."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.growing import AXES, kinds, powers
from benchmarks.growth import Taken, fitted, row, write
from mexplore.rules.systems.reading import read_system


@pytest.mark.parametrize("exponent", [0.0, 0.5, 1.0, 2.0])
def test_the_exponent_of_a_power_is_found(exponent: float) -> None:
    found = fitted([(size, 3.0 * size**exponent) for size in (10, 70, 1000, 12_345)])
    assert found == pytest.approx(exponent)


def test_nothing_is_fitted_to_one_size() -> None:
    assert fitted([(10, 1.0)]) is None


def test_only_what_grows_faster_than_its_method_needs_a_reason() -> None:
    chain = AXES["chain"]._replace(exponent=1, why="S rounds")
    quadratic = [Taken(size, size**2 / 1e4, 0.0) for size in chain.sizes]
    assert row(chain, quadratic)[2:] == ("2.00", f"1: {chain.method}", "", "S rounds")
    linear = [Taken(size, size / 1e2, float(size)) for size in chain.sizes]
    assert row(chain, linear)[2:] == ("1.00", f"1: {chain.method}", "1.00", "")


def test_rows_stay_until_they_are_measured_again(tmp_path: Path) -> None:
    page = tmp_path / "growth.md"
    first, second = AXES["set"], AXES["kinds"]
    for axis, mark in ((second, "old"), (first, "new"), (second, "again")):
        write(page, (axis.says, mark, "", "", "", ""))
    rows = [line for line in page.read_text().splitlines() if line.startswith("| ")][2:]
    assert [line.split(" | ")[:2] for line in rows] == [
        [f"| {first.says}", "new"],
        [f"| {second.says}", "again"],
    ]


def test_games_of_many_kinds_are_games() -> None:
    game = read_system(kinds(5))
    assert game is not None and len(game.system.kinds) == 5
    assert powers(2, 4, halves=True) == (100, 500, 1000, 5000, 10_000)
