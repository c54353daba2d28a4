"""Nim with finitely many exceptions, against the definition and by hand."""

from __future__ import annotations

import random

import numpy as np
import pytest

from mexplore.discover.heaps.patterns.nim_but import NimBut, NimButForm
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.study import study
from mexplore.discover.heaps.theorems.nim_but_for_few import NimButForFew
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.families.expression import few_exceptions
from mexplore.rules.families.expression.rule import Expression
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

THEOREM = NimButForFew()
ABC_255_G = (
    "n -> [n-k for k in range(1, n+1) if not "
    "(n == 3 and k == 1 or n == 7 and k == 4 or n == 10 and k == 10)]"
)


def drawn(pick: random.Random) -> str:
    """Nim with some forbidden moves, heaps without moves, and heaps with a few given ones."""
    tests, more = [], ""
    for _ in range(pick.randint(1, 6)):
        n, k, j = pick.randint(2, 25), pick.randint(1, 9), pick.randint(1, 4)
        tests.append(
            pick.choice(
                (
                    f"not (n == {n} and k == {k})",
                    f"(n != {n} or k > {j})",
                    f"(n != {n} or k not in [{j}, {k}])",
                    f"(n != {n} or k < {j})",
                    f"n != {n}",
                    f"n not in [{n}, {n + k}]",
                )
            )
        )
    if pick.random() < 0.4:
        n = pick.randint(2, 25)
        more = f" + ([] if n != {n} else [{pick.randint(0, n - 1)}])"
    return f"n -> [n - k for k in range(1, n + 1) if {' and '.join(tests)}]{more}"


def check(seed: int, count: int) -> tuple[int, int]:
    """How many laws agree with the definition, all; and how many altered ones are rejected."""
    pick, agree, rejected = random.Random(seed), 0, 0
    for number in range(count):
        rule = parse_rule(drawn(pick))
        if number % 2:  # large exceptions are read in another way than those that are listed
            values, law = _by_reading(str(rule))
        else:
            values, law = grundy_by_definition(rule, 60), THEOREM.hypotheses(rule)
        if isinstance(law, Inapplicable):
            continue
        form = NimButForm(law)
        assert [form.at(n) for n in range(60)] == values, str(rule)
        assert form.prefix(60).tolist() == values
        for value in range(0, 60, 7):
            having = [n for n, v in enumerate(values) if v == value]
            assert form.count_of(value, 60) == len(having)
            assert [form.nth_of(value, k + 1, 60) for k in range(len(having))] == having
            assert [n for part in form.intervals_of(value, 0, 60) or () for n in part] == having
        assert form.counts(60) == {v: values.count(v) for v in sorted(set(values))}
        evidence = Evidence(np.array(values, dtype=np.uint8))
        assert law.first_failure(evidence) is None
        heap, value = pick.choice(law.repeated)
        others = tuple(pair for pair in law.repeated if pair[0] != heap)
        false = [NimBut(others)] if others else []
        false += [NimBut(tuple(sorted((*others, (heap, value - 1)))))] if value else []
        for claim in false:
            assert isinstance(THEOREM.bound_of(law, claim), Inapplicable)
            assert claim.first_failure(evidence) is not None
            rejected += 1
        agree += 1
    return agree, rejected


def _by_reading(text: str) -> tuple[list[int], NimBut | Inapplicable]:
    """The same with every number to which a heap is compared read as if it were huge."""
    listed, few_exceptions.LISTED = few_exceptions.LISTED, 0
    few_exceptions.nim_but_for_few.cache_clear()
    try:
        return grundy_by_definition(parse_rule(text), 60), THEOREM.hypotheses(parse_rule(text))
    finally:
        few_exceptions.LISTED = listed
        few_exceptions.nim_but_for_few.cache_clear()


def test_laws_agree_with_the_definition() -> None:
    agree, rejected = check(1, 20)
    assert agree >= 10
    assert rejected >= 10


@pytest.mark.slow
def test_thousands_of_laws_agree_with_the_definition() -> None:
    agree, rejected = check(2, 5000)
    assert agree >= 3000
    assert rejected >= 3000


def test_forbidden_moves_of_a_contest() -> None:
    """AtCoder ABC 255 G, the first sample: values by hand, G(n) = n - 2 from 11 on."""
    law = THEOREM.hypotheses(parse_rule(ABC_255_G))
    assert law == NimBut(((3, 2), (10, 0)))
    assert NimButForm(law).at(10**18) == 10**18 - 2
    found = study(parse_rule(ABC_255_G))
    assert found.status == "proved"
    assert Periodic(11, 1, 1) in [f.claim for f in found.findings if f.proof]


def test_exceptions_far_away() -> None:
    """One heap of 10^9 + 7 has no move of one token: its value is that of the heap below it."""
    rule = parse_rule("n -> [n - k for k in range(1, n + 1) if n != 10**9 + 7 or k != 1]")
    found = study(rule)
    assert found.status == "proved"
    best = found.findings[0]
    assert best.claim == NimBut(((10**9 + 7, 10**9 + 6),))
    assert best.form is not None
    far = (10**9 + 6, 10**9 + 7, 10**9 + 8, 10**18)
    assert [best.form.at(n) for n in far] == [10**9 + 6, 10**9 + 6, 10**9 + 7, 10**18 - 1]


def test_statements_and_json_are_read_back() -> None:
    law = NimBut(((3, 2), (10**9 + 7, 0)))
    assert NimBut.from_statement(law.statement()) == law
    assert NimBut.from_parameters(law.parameters()) == law
    for pairs in ((), ((3, 3),), ((5, 1), (5, 2)), ((5, 0), (2, 0))):
        with pytest.raises(ValueError, match=r"a value|heaps"):
            NimBut(pairs)


@pytest.mark.parametrize(
    "text",
    [
        "n -> [n - k for k in range(1, n + 1) if k != 1]",  # from every heap
        "n -> [n - k for k in range(1, n + 1) if n % 5 or k != 1]",  # from infinitely many
        "n -> range(n) + [(a, n - 1 - a) for a in range(n) if n != 7]",  # a split
        "n -> [n - 1] if n != 5 else []",  # not Nim
        "n -> [n - k for k in range(1, n + 1) if n != 10**9 or k % 2]",  # half of the moves
    ],
)
def test_other_rules_are_refused(text: str) -> None:
    assert isinstance(THEOREM.hypotheses(parse_rule(text)), Inapplicable)


def test_exceptions_that_never_apply_are_known() -> None:
    idle = few_exceptions.idle_exceptions
    forbidden = "n == 3 and k == 1 or n == 9 and k == 10"
    rule = parse_rule(f"n -> [n-k for k in range(1, n+1) if not ({forbidden})]")
    assert isinstance(rule, Expression)
    assert idle(rule.body) == (9,)
    assert "What is said of the heap of 9 changes nothing" in rule.words()
    assert "changes nothing" not in parse_rule(ABC_255_G).words()
    assert "changes nothing" not in parse_rule("n -> [k for k in range(n)] if n else []").words()


def test_a_rule_all_of_whose_exceptions_are_idle_keeps_them_and_has_the_law() -> None:
    rule = parse_rule("n -> [n - k for k in range(1, n + 1) if n != 10**12 or k != 10**13]")
    assert "heap of 1000000000000 changes nothing" in rule.words()
    assert study(rule).findings[0].claim == Periodic(0, 1, 1)
    assert study(rule).status == "proved"
