"""A bare sequence of every class is recognised by a study; with one late term changed it is not."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from mexplore.discover.heaps.evidence.sequence_file import read_sequence
from mexplore.discover.heaps.evidence.sources import GivenSource
from mexplore.discover.heaps.study import Study, study

if TYPE_CHECKING:
    from mexplore.rules.rule import Values

N = 4096


def thue_morse(n: int) -> int:
    return n.bit_count() % 2


def leading_three(n: int) -> int:
    """0, 1 or 2 by the first ternary digits: a law of ratio 3."""
    while n >= 9:
        n //= 3
    return n % 3


PLANTED = {
    "periodic": ([n % 7 if n > 30 else 9 for n in range(N)], (31, 7)),
    "arithmetic periodic": ([n % 5 + 3 * (n // 5) for n in range(N)], (0, 5)),
    "split-periodic": ([n // 2 if n % 4 == 1 else n % 4 for n in range(N)], None),
    "automatic": ([thue_morse(n) for n in range(N)], None),
    "named": ([n.bit_length() for n in range(N)], None),
    "geometric": ([leading_three(n) for n in range(N)], None),
}


def as_values(terms: list[int]) -> Values:
    return np.array(terms, dtype=np.uint32)


def studied(terms: list[int]) -> Study:
    return study(None, source=GivenSource(as_values(terms)))


@pytest.mark.parametrize("name", PLANTED)
def test_planted_sequence_is_recognised(name: str) -> None:
    terms, least = PLANTED[name]
    result = studied(terms)
    names = [finding.claim.name for finding in result.findings]
    assert name.removeprefix("arithmetic ") in names
    assert result.status == "holds so far"
    best = result.findings[0]
    if least is not None:
        parameters = best.claim.parameters()
        assert (parameters["preperiod"], parameters["period"]) == least
    assert best.form is not None
    assert best.form.prefix(N).tolist() == terms


@pytest.mark.parametrize("name", PLANTED)
@pytest.mark.parametrize("place", [N - 3, N - 100, 3 * N // 4 + 5])
def test_one_late_change_leaves_nothing(name: str, place: int) -> None:
    terms = list(PLANTED[name][0])
    terms[place] += 1
    assert studied(terms).findings == ()


def test_the_same_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "b000001.txt"
    terms = PLANTED["split-periodic"][0]
    path.write_text("".join(f"{n} {value}\n" for n, value in enumerate(terms)))
    assert read_sequence(path).tolist() == terms
