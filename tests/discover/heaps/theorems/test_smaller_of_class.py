"""All smaller heaps of a residue class and a few others: brute force far past the bound."""

from __future__ import annotations

import random

import numpy as np
import pytest

from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.study import study
from mexplore.discover.heaps.theorems.smaller_of_class import SmallerHeapsOfClass
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.errors import MexploreError
from mexplore.rules.moves.class_ranges import smaller_of_class
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule, grundy_by_definition

THEOREM = SmallerHeapsOfClass()
A43 = "n -> [n - k for k in range(2, n, 2)] + ([0] if n % 2 else [])"


def drawn(pick: random.Random) -> Rule | None:
    """Such a rule, with a few exceptions among small heaps."""
    p, least = pick.randint(1, 4), pick.randint(0, 4)
    loop = pick.choice(
        (
            f"[n - k for k in range({p}, n - {least} + 1, {p})]",
            f"[k for k in range(n % {p} + {p} * {least}, n, {p})]" if p > 1 else "range(2, n)",
            f"[n - k for k in range({p}, n + 1, {p})]",
        )
    )
    parts = [loop]
    for _ in range(pick.randint(0, 2)):
        heap, r = pick.randint(0, 6), pick.randrange(p)
        parts.append(f"([{heap}] if n % {p} == {r} and n > {heap} else [])")
    if pick.random() < 0.6:
        n = pick.randint(2, 12)
        parts.append(f"([{pick.randint(0, n - 1)}] if n == {n} else [])")
    body = " + ".join(parts)
    if pick.random() < 0.4:
        body = f"({body} if n != {pick.randint(2, 12)} else [])"
    try:
        return parse_rule(f"n -> {body}")
    except MexploreError:
        return None


def check(seed: int, count: int, far: int) -> tuple[int, int]:
    """How many laws were proved, and how many false claims rejected."""
    pick, proved, rejected = random.Random(seed), 0, 0
    for _ in range(count):
        rule = drawn(pick)
        shape = THEOREM.hypotheses(rule) if rule is not None else Inapplicable("")
        if rule is None or isinstance(shape, Inapplicable):
            continue
        for n in range(shape.first, shape.first + 30):  # the shape says what the options are
            r = n % shape.step
            said = {m for m in range(shape.least[r], n) if (n - m) % shape.step == 0}
            listed = {sum(option) for option in rule.options(n)}
            assert listed == said | shape.others[r], (str(rule), n)
        values = np.array(grundy_by_definition(rule, far), dtype=np.uint16)
        evidence = Evidence(values)
        true = next((c for c in Periodic.detect(evidence) if c.saltus), None)
        assert true is not None, str(rule)
        claims = [true, Periodic(max(true.preperiod - 1, 0), true.period, 1)]
        claims += [Periodic(pick.randint(0, 9), shape.step, 1) for _ in range(2)]
        for claim in claims:
            bound = THEOREM.bound_of(shape, claim)
            assert isinstance(bound, int)
            if bound > 2 * far // 3:
                continue
            passes = claim.first_failure(evidence.prefix(bound)) is None
            assert passes == (claim.first_failure(evidence) is None), (str(rule), claim, bound)
            proved, rejected = proved + passes, rejected + (not passes)
        assert isinstance(THEOREM.bound_of(shape, Periodic(0, shape.step, 2)), Inapplicable)
    return proved, rejected


def test_no_false_claim_passes() -> None:
    proved, rejected = check(1, 20, 110)
    assert proved >= 5
    assert rejected >= 5


@pytest.mark.slow
def test_no_false_claim_passes_of_thousands() -> None:
    proved, rejected = check(2, 3000, 300)
    assert proved >= 2000
    assert rejected >= 1000


def test_even_numbers_but_not_all_or_all_if_odd() -> None:
    """G(n) = n/2 - 1 for even n >= 2 and (n + 1)/2 for odd n (by hand, in the proof above)."""
    found = study(parse_rule(A43))
    assert found.status == "proved"
    assert found.findings[0].claim == Periodic(1, 2, 1)
    form = found.findings[0].form
    assert form is not None
    assert [form.at(n) for n in (10**18, 10**18 + 1)] == [5 * 10**17 - 1, 5 * 10**17 + 1]


def test_the_bound_by_hand() -> None:
    """max(n0, N + p*(N + 1)) + p: N = 1 and p = 2."""
    rule = parse_rule(A43)
    shape = smaller_of_class(rule)
    assert not isinstance(shape, str)
    assert (shape.step, shape.first, shape.least) == (2, 1, (1, 1))
    assert THEOREM.bound(rule, Periodic(1, 2, 1)) == 1 + 2 * 2 + 2
    assert THEOREM.bound(rule, Periodic(50, 2, 1)) == 52


def test_controls() -> None:
    """Without a hypothesis the theorem refuses: other heaps by another residue, heaps of another
    class, splits of small heaps."""
    texts = (
        "n -> [n - k for k in range(2, n, 2)] + ([0] if n % 4 == 1 else [])",
        "n -> [n - k for k in range(2, n, 2)] + [n - 1]",
        "n -> [n - k for k in range(2, n, 2)] + ([(1, 2)] if n == 5 else [])",
        "subtract(1, 2)",
    )
    for text in texts:
        assert isinstance(THEOREM.hypotheses(parse_rule(text)), Inapplicable), text
    by_fours = Evidence(grundy_values(parse_rule(texts[0]), 400))
    assert Periodic(1, 2, 1).first_failure(by_fours) is not None
