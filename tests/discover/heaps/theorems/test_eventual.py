"""Rules that are others from some heap on: the theorems against brute force far past the bound.

Each rule is a rule of a family, from n = N on, and has random moves from smaller heaps.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from mexplore.discover.heaps.known import theorem_named
from mexplore.discover.heaps.patterns.geometric import Geometric
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.pattern import Pattern
from mexplore.discover.study.theorem import AnyTheorem, Inapplicable, Since
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.moves.eventual import eventually
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule, grundy_by_definition

if TYPE_CHECKING:
    from mexplore.rules.rule import Values

FAR = 110
FARTHEST = 900
FURTHER = {"Guy-Smith": 600, "floors commute": 3000}


def finite(pick: random.Random) -> str:
    return f"[{', '.join(f'n - {s}' for s in pick.sample(range(1, 9), pick.randint(1, 3)))}]"


def all_but(pick: random.Random) -> str:
    return f"[n - k for k in range(1, n + 1) if k not in {pick.sample(range(1, 6), 2)}]"


def residues(pick: random.Random) -> str:
    m = pick.randint(2, 5)
    return f"[n - k for k in range(1, n + 1) if k % {m} == {pick.randint(1, m - 1)} or k == {m}]"


def breaking(pick: random.Random) -> str:
    """Codes with short periods: 0.7, 0.73, 0.15, 0.51 and the like."""
    splits = "[(a, n - {0} - a) for a in range({1}, n - {0} + 1)]"
    return pick.choice(
        (
            splits.format(1, 0),
            f"{splits.format(1, 0)} + [n - {pick.randint(2, 4)}]",
            f"{splits.format(1, 1)} + [n - {pick.randint(1, 3)}]",
            f"{splits.format(2, 1)} + [n - 1]",
        )
    )


def unequal(pick: random.Random) -> str:
    j, i = pick.randint(0, 1), pick.randint(1, 3)
    sign = pick.choice(("!=", "=="))
    if sign == "==":
        return f"([((n - {j}) // 2, (n - {j}) // 2)] if (n - {j}) % 2 == 0 else []) + [n - {i}]"
    return f"[(a, n - {j} - a) for a in range(1, n - {j}) if 2 * a != n - {j}] + [n - {i}]"


def quotients(pick: random.Random) -> str:
    return f"[{', '.join(f'n // {d}' for d in pick.sample(range(2, 7), pick.randint(1, 2)))}]"


SHAPES: dict[str, Callable[[random.Random], str]] = {
    "finite window": finite,
    "all-but window": all_but,
    "residue classes and a few": residues,
    "Guy-Smith": breaking,
    "two equal or unequal heaps": unequal,
    "equal or unequal heaps": unequal,
    "floors commute": quotients,
}


def excepted(pick: random.Random, body: str) -> str:
    """The list with other moves for a few small heaps."""
    for _ in range(pick.randint(1, 3)):
        n = pick.randint(2, 14)
        kind = pick.randint(0, 3)
        if kind == 0:
            body = f"({body} if n != {n} else [])"
        elif kind == 1:
            body = f"({body} if n != {n} else [n - {pick.randint(1, n)}, {pick.randint(0, n - 1)}])"
        elif kind == 2:
            body = f"{body} + ([{pick.randint(0, n - 1)}] if n == {n} else [])"
        else:
            body = (
                f"({body} if n > {n // 2} else [0])" if n < 6 else f"({body} if n >= {n} else [])"
            )
    return f"n -> {body} if n else []"


def drawn(name: str, seed: int, count: int) -> Iterator[tuple[Rule, Since[object]]]:
    """Rules to which the theorem applies as they are others from some heap on."""
    pick, theorem = random.Random(seed), named(name)
    for _ in range(count):
        rule = parse_rule(excepted(pick, SHAPES[name](pick)))
        shape = theorem.shape_of(rule)
        if isinstance(shape, Since):
            yield rule, shape


def named(name: str) -> AnyTheorem:
    found = theorem_named(name)
    assert found is not None
    return found


def guesses(theorem: AnyTheorem, evidence: Evidence, pick: random.Random) -> list[Pattern]:
    """The claims that the first terms show, and others with a changed number."""
    kind = Geometric if theorem.about == ("geometric",) else Periodic
    first = evidence.prefix(pick.choice((30, evidence.stop // 4, evidence.stop)))
    seen: list[Pattern] = list(kind.detect(first))[:4]
    if kind is Periodic:
        seen += [Periodic(pick.randint(0, 20), pick.randint(1, 9)) for _ in range(3)]
        nearly = [c for c in seen if isinstance(c, Periodic)]
        seen += [replace(c, preperiod=max(c.preperiod - 1, 0)) for c in nearly]
        seen += [replace(c, period=c.period + 1) for c in nearly]
    else:
        seen += [Geometric(pick.randint(2, 6), pick.randint(1, 9)) for _ in range(3)]
    return seen


def values_of(rule: Rule, far: int) -> Values:
    """By the definition; of many heaps by the kernel, which is held against it."""
    if far <= FAR:
        return np.array(grundy_by_definition(rule, far), dtype=np.uint16)
    values = grundy_values(rule, far)
    assert values[:60].tolist() == grundy_by_definition(rule, 60)
    return values


def check(name: str, seed: int, count: int, far: int) -> tuple[int, int, int]:
    """How many claims were proved, how many failed below the bound, how many were refused; no
    claim that passes below the bound may fail later."""
    theorem, pick = named(name), random.Random(seed)
    proved = failed = refused = 0
    for rule, shape in drawn(name, seed, count):
        values = values_of(rule, far)
        evidence = Evidence(values)
        for claim in guesses(theorem, evidence, pick):
            bound = theorem.bound(rule, claim)
            if isinstance(bound, Inapplicable):
                refused += 1
                continue
            assert bound > shape.first
            if bound > 2 * len(values) // 3:
                continue
            if claim.first_failure(evidence.prefix(bound)) is None:
                assert claim.first_failure(evidence) is None, (str(rule), claim, bound)
                proved += 1
            else:
                failed += 1
    return proved, failed, refused


@pytest.mark.parametrize("name", SHAPES)
def test_no_false_claim_passes(name: str) -> None:
    proved, failed, _ = check(name, 1, 6, FURTHER.get(name, FAR))
    assert proved >= 1
    assert failed >= 5


@pytest.mark.slow
@pytest.mark.parametrize("name", SHAPES)
def test_no_false_claim_passes_of_thousands(name: str) -> None:
    proved, failed, _ = check(name, 2, 1000, FARTHEST)
    assert proved >= 300
    assert failed >= 1000


def test_the_first_heap_enters_the_bound() -> None:
    """By hand: max(n0, N) + p + M for finite sets, and so on."""
    rule = parse_rule("n -> [n - k for k in range(1, 4) if n != 20]")
    assert named("finite window").bound(rule, Periodic(0, 4)) == 21 + 4 + 3
    assert named("finite window").bound(rule, Periodic(30, 4)) == 30 + 4 + 3
    kayles = parse_rule(
        "n -> [(a, n-2-a) for a in range(n-1)] + [(a, n-1-a) for a in range(n)] if n != 5 else [0]"
    )
    assert named("Guy-Smith").bound(kayles, Periodic(1, 12)) == 2 * (6 + 12) + 2
    nim = parse_rule("n -> [n - k for k in range(1, n + 1) if n != 7 or k != 4]")
    assert named("all-but window").bound(nim, Periodic(0, 1, 1)) == 8 + 1 + 1
    halves = parse_rule("n -> [n // 2, n // 3] if n != 9 else [1]")
    # M = 3, c = 6, N = 10: 3 * max(2, 10, 6 * 10 / 3)
    assert named("floors commute").bound(halves, Geometric(6, 2)) == 60


def test_a_wrong_first_heap_would_prove_what_is_false() -> None:
    """The control: with N forgotten, claims pass that fail at the excepted heap."""
    rule = parse_rule("n -> [n - k for k in range(1, 4)] if n != 61 else []")
    claim, theorem = Periodic(0, 4), named("finite window")
    found = eventually(rule)
    assert found is not None
    assert found.first == 62
    wrong = theorem.bound(found.rule, claim)
    assert wrong == 7
    evidence = Evidence(grundy_values(rule, 200))
    assert claim.first_failure(evidence.prefix(7)) is None
    assert claim.first_failure(evidence) == 61
    right = theorem.bound(rule, claim)
    assert right == 62 + 4 + 3
    assert claim.first_failure(evidence.prefix(69)) is not None


@pytest.mark.parametrize(
    "text",
    [
        "n -> range(n) + [(a, n - 1 - a) for a in range(n)] if n != 5 else [0]",
        "n -> [k for k in divisors(n) if k < n] if n != 6 else []",
        "n -> [n - k for k in range(1, n // 2 + 1)] if n != 6 else []",
        "n -> [n - k for k in range(1, n + 1) if gcd(k, n) == 1] if n != 6 else []",
    ],
)
def test_theorems_about_all_heaps_refuse(text: str) -> None:
    """Nim and more, longest chain, slow f, coprime moves: the law is another after an exception."""
    rule = parse_rule(text)
    for name in ("Nim and more", "longest chain", "slow f", "coprime moves"):
        assert isinstance(named(name).shape_of(rule), Inapplicable), name


def test_all_but_refuses_small_heaps_that_split() -> None:
    rule = parse_rule("n -> [n - k for k in range(1, n + 1)] if n != 9 else [(3, 4), (1, 2)]")
    bound = named("all-but window").bound(rule, Periodic(10, 1, 1))
    assert isinstance(bound, Inapplicable)
    assert "several heaps" in bound.reason
