"""The search for quotients: what is found is proved, and true; what is published comes out."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from misere_rules import SIZES, known, random_code
from published import KAYLES_LOST_ALONE, MISERE_QUOTIENTS

from mexplore.discover.misere.patterns.pattern import KnownOutcomes
from mexplore.discover.misere.patterns.presentation import Presentation
from mexplore.discover.misere.patterns.quotient import Quotient
from mexplore.discover.misere.patterns.search.growing import Growing
from mexplore.discover.misere.patterns.search.partial import OptionTable
from mexplore.discover.misere.patterns.types import PlayedAsNim, Types
from mexplore.discover.misere.study import MisereStudy, study_misere
from mexplore.discover.misere.theorems.finite_heaps import FiniteHeaps
from mexplore.discover.study.certificate import read_certificate, write_certificate
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.theorem import Proved
from mexplore.discover.verifying import verify
from mexplore.rules.misere.game import Misere, Outcomes
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Heaps, Rule

COMPUTED = {
    # As an earlier program of this project found them, and another one of its own checked them.
    "0.75": (8, 2, 2, 8),
    "0.53": (16, 3, 9, 21),
    "0.72": (24, 5, 4, 16),
    "0.144": (30, 5, 10, 12),
    "0.15": (42, 12, 10, 66),
    "0.44": (40, 9, 24, 143),
    "0.044": (40, 9, 36, 214),
}


def studied(text: str, upto: int | None = None) -> MisereStudy:
    return study_misere(Misere(parse_rule(text)), Limits(None, upto=upto))


def law_of_heaps(rule: Rule, upto: int, most: int = 200) -> Quotient:
    """The classes of the heaps up to ``upto``, or as far as the search comes."""
    search = Growing(OptionTable(rule), most=most)
    search.grow(upto + 1)
    return search.state.claim(search.state.last, 0)


def verified(found: MisereStudy) -> None:
    assert found.certificate is not None
    verdict = verify(read_certificate(write_certificate(found.certificate)))
    assert verdict.valid, verdict


@pytest.mark.parametrize("code", [*MISERE_QUOTIENTS, *COMPUTED])
def test_quotients_with_a_law(code: str) -> None:
    found = studied(code)
    law = found.law
    assert isinstance(law, Quotient) and law.reduced
    shape = (law.order, len(law.lost_classes), law.period, law.preperiod)
    assert shape == (MISERE_QUOTIENTS | COMPUTED)[code]
    assert found.kind == "wild" and found.whole
    verified(found)
    assert law.first_failure(known(parse_rule(code))) is None


def test_kayles() -> None:
    law = studied("0.77").law
    assert isinstance(law, Quotient)
    assert law.lost_heaps() == (list(KAYLES_LOST_ALONE), [])
    shown = Presentation(law)
    assert list(shown.generators.values()) == [1, 2, 5, 9, 12, 25, 27]
    assert len({shown.name_of(q) for q in range(law.order)}) == law.order


def subtraction_sets() -> Iterator[str]:
    for k in range(1, 8):
        for members in combinations_with_replacement(range(1, 8), k):
            if len(set(members)) == k:
                yield f"subtract({', '.join(map(str, members))})"


def test_all_subtraction_sets_up_to_seven() -> None:
    texts = list(subtraction_sets())
    assert len(texts) == 127
    for text in texts:
        found = study_misere(Misere(parse_rule(text)), Limits(None, max_terms=100))
        assert isinstance(found.law, PlayedAsNim) and found.kind == "tame", text
    verified(found)


@pytest.mark.parametrize("text", ["divide(2..6)", "divide(2)", "divide(3, 5, ceil)"])
def test_division_rules(text: str) -> None:
    found = studied(text)
    assert isinstance(found.law, PlayedAsNim) and found.whole
    verified(found)


def quotients_hold(seed: int, count: int, upto: int = 12) -> int:
    """Outcomes of all small sums by the definition against the classes."""
    rng, compared = random.Random(seed), 0
    for _ in range(count):
        rule = parse_rule(random_code(rng))
        law = law_of_heaps(rule, upto, most=100)
        assert FiniteHeaps().proved(Misere(rule), law) == Proved(law, len(law.classes) + 1), rule
        assert law.reduced, rule
        evidence = known(rule, SIZES if count > 50 else SIZES[1:2])
        assert law.first_failure(evidence) is None, rule
        compared += sum(max(heaps, default=0) <= len(law.classes) for heaps in evidence.lost)
    return compared


def test_classes_decide_sums() -> None:
    assert quotients_hold(1, 40, 8) > 2000


@pytest.mark.slow
def test_classes_decide_sums_of_many_rules() -> None:
    assert quotients_hold(2, 500) > 100_000


@settings(max_examples=15, deadline=None)
@given(st.lists(st.integers(0, 7), min_size=1, max_size=4).filter(any))
def test_no_answer_is_unchecked(digits: list[int]) -> None:
    found = studied(f"0.{''.join(map(str, digits))}", upto=9)
    assert all(finding.proof is not None for finding in found.findings)
    if found.law is not None:
        evidence = known(found.misere.rule, ((3, 5), (2, 9)))
        assert found.law.first_failure(evidence) is None


def test_types_and_quotients_agree() -> None:
    """Of a tame rule every sum has the same outcome by types and by classes."""
    rng, tame = random.Random(5), 0
    for _ in range(25):
        rule = parse_rule(random_code(rng, 2))
        found = study_misere(Misere(rule), Limits(None, upto=10))
        if not isinstance(found.law, Types) or found.wild_from is not None:
            continue
        tame += 1
        law = law_of_heaps(rule, 10)
        last = min(len(law.classes), len(found.law.types))
        for k in range(1, 4):
            for heaps in combinations_with_replacement(range(1, last + 1), k):
                assert law.lost(heaps) == found.law.lost(heaps), (rule, heaps)
    assert tame > 5


def laws_go_on(texts: list[str], largest: int) -> None:
    """Laws hold far beyond the window in which they were checked."""
    for text in texts:
        found = studied(text)
        bound = found.findings[0].checked_to
        by_definition = Outcomes(found.misere.rule)
        sums: dict[Heaps, bool] = {(n,): by_definition.lost((n,)) for n in range(1, largest)}
        assert bound < largest and found.law is not None, (text, bound)
        assert found.law.first_failure(KnownOutcomes(found.misere.rule, sums)) is None


def test_laws_hold_beyond_the_window() -> None:
    laws_go_on(["0.123", "0.75", "0.3", "subtract(2, 3)"], 34)


def test_partial_answers_say_how_far_they_reach() -> None:
    found = studied("0.07", upto=20)
    assert found.law is not None and found.reach == 20 and not found.whole
    assert found.kind == "wild" and found.wild_from == 10 and found.ended == "heaps"
    verified(found)


def test_a_failed_search_proves_nothing() -> None:
    found = studied("n -> [n - 1, n // 2]")
    assert found.ended == "failed" and found.reach == 8
    assert "infinite" not in str(found.law and found.law.statement())
    verified(found)
