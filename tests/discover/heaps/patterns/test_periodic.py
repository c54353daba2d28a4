"""Periods of sequences too long to be looked through at once."""

from __future__ import annotations

import random

import numpy as np
import pytest

from mexplore.discover.heaps.patterns import periodic
from mexplore.discover.heaps.patterns.periodic import Periodic, PeriodicForm
from mexplore.discover.study.evidence import Evidence


@pytest.mark.parametrize(("piece", "part"), [(16, 4), (7, 3)])
def test_long_sequences_are_looked_through_piece_by_piece(
    piece: int, part: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In pieces shorter than the tail, which recurs across their borders."""
    chance, found, expected = random.Random(piece), [], []
    for _ in range(300):
        period, saltus = chance.randrange(1, 30), chance.choice([0, 0, 1])
        terms = [chance.randrange(3) for _ in range(chance.randrange(8, 200))]
        for n in range(max(period, chance.randrange(len(terms))), len(terms)):
            terms[n] = terms[n - period] + saltus
        evidence = Evidence(np.array(terms, dtype=chance.choice([np.uint8, np.uint16])))
        expected.append(list(Periodic.detect(evidence)))
        with monkeypatch.context() as patch:
            patch.setattr(periodic, "_PIECE", piece)
            patch.setattr(periodic, "_LONGEST_PART", part)
            found.append(list(Periodic.detect(evidence)))
    assert found == expected
    assert sum(map(bool, found)) > 100


def test_outcomes_and_exceptions_of_long_and_short_periods_are_as_counted_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chance = random.Random(15)
    monkeypatch.setattr(periodic, "_CHUNK", 8)
    for _ in range(300):
        preperiod, period = chance.randrange(40), chance.randrange(1, 25)
        saltus = chance.choice((0, 0, 3))
        first = [chance.randrange(3) for _ in range(preperiod + period)]
        form = PeriodicForm(Periodic(preperiod, period, saltus), np.array(first, dtype=np.uint8))
        broken = [n for n in range(preperiod) if form.extended_down(n) != first[n]]
        assert form.exceptions() == broken and form.number_of_exceptions() == len(broken)
        told = form.outcomes()
        lost = [form.at(n) == 0 for n in range(preperiod + 4 * period)]
        n0, p = told["preperiod"], told["period"]
        assert lost[n0:-p] == lost[n0 + p :]
        assert not n0 or saltus or lost[n0 - 1] != lost[n0 - 1 + p]
        assert saltus or all(lost[n0:-q] != lost[n0 + q :] for q in range(1, p))
