"""Random rules of every family: nothing that is proved is ever contradicted, far past its bound."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from mexplore.discover.heaps.evidence.sources import evidence_below
from mexplore.discover.heaps.study import study
from mexplore.discover.study.limits import Limits
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

Pick = random.Random


def _members(pick: Pick, least: int, most: int, size: int) -> str:
    chosen = pick.sample(range(least, most + 1), pick.randint(1, size))
    return ", ".join(map(str, sorted(chosen)))


def subtraction(pick: Pick) -> str:
    return f"subtract({_members(pick, 1, 14, 5)})"


def all_but(pick: Pick) -> str:
    return f"subtract(all but {_members(pick, 1, 9, 4)})"


def infinite(pick: Pick) -> str:
    names = ("squares", "cubes", "triangular", "primes", "fibonacci", "factorials", "odd", "even",
             f"powers({pick.randint(2, 7)})", f"multiples({pick.randint(1, 6)})")  # fmt: skip
    parts = [_members(pick, 1, 9, 2)] if pick.random() < 0.7 else []
    return f"subtract({', '.join([*parts, *pick.sample(names, pick.randint(1, 2))])})"


def division(pick: Pick) -> str:
    return f"divide({_members(pick, 2, 12, 4)}{pick.choice(['', ', ceil'])})"


def interval(pick: Pick) -> str:
    c, b = pick.randint(2, 5), pick.randint(-3, 4)
    verb = pick.choice(["leave", "remove"])
    low = pick.choice(["0", "1", "2", f"n//{c + pick.randint(1, 4)}", f"ceil(n/{2 * c})"])
    high = pick.choice([f"(n + {b})//{c}", f"{c - 1}*n//{c}", "isqrt(n)", "n - 1", f"n - {c}"])
    return f"{verb}({low} .. {high})"


def union(pick: Pick) -> str:
    return f"subtract({_members(pick, 1, 4, 2)}) or divide({_members(pick, 2, 4, 2)})"


def expression(pick: Pick) -> str:
    a, b, c = pick.randint(1, 4), pick.randint(2, 5), pick.randint(1, 3)
    bodies = (
        "[n - {a}, n // {b}]",
        "[n - k for k in range({a}, n // {b} + 1)]",
        "[n - {a} if n % {b} else n // {b}]",
        "[(k, n - {c} - k) for k in range(n - {c} + 1)]",
        "[n - k for k in range(1, n + 1) if k % {b} == {c} % {b}]",
        "[k for k in range(n - {a})]",
    )
    return f"n -> {pick.choice(bodies).format(a=a, b=b, c=c)}"


def code(pick: Pick) -> str:
    digits = "".join(pick.choice("01234567") for _ in range(pick.randint(1, 3)))
    return f"0.{digits}{pick.choice('1234567')}"


def hexadecimal(pick: Pick) -> str:
    return f"0.{pick.choice('0123456789ABCDEF')}{pick.choice('89ABCDEF')}"


FAMILIES = [
    subtraction,
    all_but,
    infinite,
    division,
    interval,
    union,
    expression,
    code,
    hexadecimal,
]


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.__name__)
@pytest.mark.parametrize("count", [8, pytest.param(1000, marks=pytest.mark.slow)])
def test_nothing_proved_is_contradicted(family: Callable[[Pick], str], count: int) -> None:
    pick = random.Random(f"{family.__name__} {count}")
    for _ in range(count):
        text = family(pick)
        rule = parse_rule(text)
        result = study(rule, Limits(budget=0.4, max_terms=1500))
        proved = [finding for finding in result.findings if finding.proof]
        if not proved:
            continue
        bound = max(finding.proof.bound for finding in proved if finding.proof)
        runs = result.evidence.by_runs is not None
        far = bound**3 + 10**9 if runs else min(4 * bound + 1000, 8000)
        evidence = evidence_below(rule, far)
        by_definition = grundy_by_definition(rule, 120)
        for finding in proved:
            assert finding.claim.first_failure(evidence) is None, (text, finding.claim)
            assert finding.claim.not_least(evidence) is None, (text, finding.claim)
            if finding.form is not None:
                assert finding.form.prefix(120).tolist() == by_definition, (text, finding.claim)
                last = evidence.stop - 1
                assert finding.form.at(last) == evidence.at(last), (text, finding.claim)
