"""Digit maps: planted ones are found, hold, and answer far out; wrong ones are refused."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from discover.evidence.evidence import Evidence
from discover.evidence.sources import GivenSource
from discover.patterns.digit_map.maps import ValueMap
from discover.patterns.digit_map.pattern import DigitMap, DigitMapForm
from discover.study import study

SWAP = ValueMap(((1, 1, 1), (1, -1, 1)))  # x XOR 1
DOUBLE = ValueMap(((2, 1, 1),))  # 2x + 1
HALF = ValueMap(((1, 0, 2), (1, -1, 2)))  # floor(x/2)
NEXT = ValueMap(((1, 3, 1),), ((0, 7), (2, 0)))  # x + 3, but 0 -> 7 and 2 -> 0
MAPS = [SWAP, DOUBLE, HALF, NEXT, ValueMap(((3, 0, 1),)), ValueMap(((1, 2, 1), (1, -1, 1)))]


def terms_of(law: DigitMap, head: list[int], count: int) -> list[int]:
    terms = list(head)
    while len(terms) < count:
        n = len(terms)
        terms.append(law.maps[n % law.base](terms[n // law.base]))
    return terms


def evidence_of(terms: list[int]) -> Evidence:
    return Evidence(np.array(terms, dtype=np.min_scalar_type(max(terms))))


def random_laws(seed: int, count: int) -> list[tuple[DigitMap, list[int]]]:
    pick = Random(seed)
    laws: list[tuple[DigitMap, list[int]]] = []
    while len(laws) < count:
        base = pick.randint(2, 4)
        start = pick.randint(1, base + 1)
        law = DigitMap(base, start, tuple(pick.choice(MAPS) for _ in range(base)))
        head = [pick.randint(0, 9) for _ in range(start)]
        if max(terms_of(law, head, 3000)) < 1 << 40:
            laws.append((law, head))
    return laws


def test_planted_maps_are_found() -> None:
    found = 0
    for law, head in random_laws(1, 60):
        terms = terms_of(law, head, 3000)
        for claim in DigitMap.detect(evidence_of(terms)):
            found += 1
            further = terms_of(law, head, 9000)
            assert claim.first_failure(evidence_of(further)) is None
            form = claim.closed_form(evidence_of(terms))
            assert form is not None
            check_form(form, further)
    assert found > 25


def check_form(form: DigitMapForm, terms: list[int]) -> None:
    assert form.prefix(2000).tolist() == terms[:2000]
    assert [form.at(n) for n in range(0, len(terms), 37)] == terms[::37]
    for stop in (0, 1, 2, 5, 100, 1999):
        assert form.counts(stop) == dict(sorted(Counter(terms[:stop]).items()))


def test_a_study_tells_the_law() -> None:
    law = DigitMap(2, 1, (SWAP, DOUBLE))
    terms = terms_of(law, [0], 4096)
    result = study(None, source=GivenSource(np.array(terms, dtype=np.uint32)))
    assert result.findings[0].claim == law
    assert result.status == "holds so far"
    form = result.findings[0].form
    assert form is not None
    # The digits of 2^k + 1: 0 -> 1 by the first 1, swapped k - 1 times, and doubled.
    assert form.at(2**1000 + 1) == 2 * (999 % 2 == 0) + 1
    assert sum(form.counts(2**14).values()) == 2**14


@pytest.mark.parametrize(
    "terms",
    [
        list(range(400)),  # by equal steps
        [bin(n).count("1") for n in range(400)],  # 2-regular
        [n * n % 31 for n in range(400)],  # bounded
        [0] * 400,
        [Random(n).randrange(50) for n in range(400)],
        [n // 3 + n % 2 for n in range(400)],
    ],
)
def test_what_other_laws_tell_is_left_to_them(terms: list[int]) -> None:
    assert not list(DigitMap.detect(evidence_of(terms)))


def test_every_wrong_term_is_seen() -> None:
    law = DigitMap(3, 2, (SWAP, NEXT, HALF))
    terms, pick = terms_of(law, [0, 5], 2000), Random(2)
    assert law.first_failure(evidence_of(terms)) is None
    for _ in range(30):
        place = pick.randrange(2, 2000)
        wrong = list(terms)
        wrong[place] += 1
        failure = law.first_failure(evidence_of(wrong))
        assert failure == place


def test_mutated_maps_fail() -> None:
    law = DigitMap(2, 1, (SWAP, DOUBLE))
    evidence = evidence_of(terms_of(law, [0], 4096))
    others = [
        replace(law, maps=(SWAP, ValueMap(((2, 3, 1),)))),
        replace(law, maps=(ValueMap(((1, 1, 1), (1, -1, 1)), ((6, 0),)), DOUBLE)),
        replace(law, maps=(DOUBLE, SWAP)),
        DigitMap(3, 1, (SWAP, DOUBLE, SWAP)),
    ]
    for other in others:
        assert other.first_failure(evidence) is not None
    later = replace(law, start=5)
    assert later.first_failure(evidence) is None
    assert later.not_least(evidence) is not None
    assert law.not_least(evidence) is None


def test_values_beyond_64_bits() -> None:
    law = DigitMap(2, 1, (DOUBLE, SWAP))
    form = DigitMapForm(law, (0,))
    # The first digit 1 takes 0 to 1; a digit 0 takes x to 2x + 1.
    assert form.at(2**100) == 2**101 - 1
    big = Evidence(np.array([2**62, 2**62 + 1, 2**63 + 1, 2**62], dtype=np.uint64))
    assert DigitMap(2, 2, (DOUBLE, SWAP)).first_failure(big) is None


def test_parameters_make_the_round_trip_and_lies_are_refused() -> None:
    law = DigitMap(2, 3, (NEXT, HALF))
    given = json.loads(json.dumps(law.parameters()))
    assert DigitMap.from_parameters(given) == law
    lies: list[dict[str, Any]] = [
        {"base": 3},
        {"base": "2"},
        {"start": 0},
        {"more": 1},
        {"maps": given["maps"][:1]},
        {"maps": [{"lines": [[1, 0, 2]], "exceptions": []}] * 2},
        {"maps": [{"lines": [[2, 0, 2], [2, 0, 2]], "exceptions": []}] * 2},
        {"maps": [{"lines": [], "exceptions": []}] * 2},
        {"maps": [{"lines": [[1, 0, 1]], "exceptions": [[3, 3]]}] * 2},
        {"maps": [{"lines": [[1, 0, 1]], "exceptions": [[3, 4], [2, 9]]}] * 2},
        {"maps": [{"lines": [[1, 0, 1]]}] * 2},
    ]
    for lie in lies:
        with pytest.raises((KeyError, TypeError, ValueError)):
            DigitMap.from_parameters({**given, **lie})
