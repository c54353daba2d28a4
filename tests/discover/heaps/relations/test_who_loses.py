"""What reports say of lost heaps is read back, and means what the values say."""

from __future__ import annotations

import numpy as np
import pytest

from mexplore.discover.heaps.check import check
from mexplore.discover.heaps.patterns.periodic import Periodic, PeriodicForm
from mexplore.discover.heaps.relations.reading import read_relation
from mexplore.discover.heaps.relations.who_loses import who_loses
from mexplore.reports.sections.kinds.periodic import who_loses as sentence_of
from mexplore.rules.arithmetic.formula_values import truth_at
from mexplore.rules.notation import parse_rule


def lost_by(text: str, stop: int) -> list[int]:
    condition = read_relation(text).lost_where
    assert condition is not None
    return [n for n in range(stop) if truth_at(condition, n)]


@pytest.mark.parametrize("seed", range(40))
def test_what_a_report_says_of_any_periodic_law_is_read_back(seed: int) -> None:
    rng = np.random.default_rng(seed)
    first, period = int(rng.integers(0, 6)), int(rng.integers(1, 9))
    values = rng.integers(0, 3 if seed % 2 else 2, first + period).astype(np.uint8)
    said = sentence_of(PeriodicForm(Periodic(first, period, 0), values))
    if said.startswith("Who wins has period"):
        pytest.skip("a long list is not told")
    by_hand = [
        n for n in range(60) if values[n if n < first else first + (n - first) % period] == 0
    ]
    assert lost_by(said, 60) == by_hand, said


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("a heap is lost exactly where n mod 7 is 0 or 2", [0, 2, 7, 9, 14, 16]),
        ("lost iff n mod 7 is 0, 2 or 5", [0, 2, 5, 7, 9, 12, 14, 16, 19]),
        ("lost(n) iff n mod 7 = 0 or 2", [0, 2, 7, 9, 14, 16]),
        ("lost exactly when n % 7 == 3", [3, 10, 17]),
        ("lost iff n = 0", [0]),
        ("Only the heaps of 1, 4 and 9 are lost.", [1, 4, 9]),
        ("No heap is lost.", []),
        ("lost(n) iff n mod 7 = 0 or n = 3", [0, 3, 7, 14]),
    ],
)
def test_what_people_write(text: str, lost: list[int]) -> None:
    assert lost_by(text, 20) == lost


def test_the_printed_sentence_is_proved_and_an_altered_one_refuted() -> None:
    """G of {2, 3, 5} has period 7 with values 0 0 1 1 2 2 3 (by hand), so 0 and 1 are lost."""
    rule = parse_rule("subtract(2, 3, 5)")
    said = "A heap is lost (a P-position, G(n) = 0) exactly where n mod 7 is 0 or 1."
    assert check(rule, said, (0, 100)).theorem
    false = check(rule, said.replace("or 1", "or 2"), (0, 100))
    assert false.first_failure == 1


def test_other_texts_stay() -> None:
    for text in ("G(n) <= 9", "lost(n) implies n % 5 == 0", "no heap is won"):
        assert who_loses(text) == text
    small = "A heap is lost exactly where n mod 2 is 0; no smaller heap is."  # smaller than what?
    assert who_loses(small) == small
