"""The longest chain of moves, and Nim with more moves: against the definition."""

from __future__ import annotations

import random

import numpy as np
import pytest

from mexplore.discover.heaps.patterns.named.pattern import Named
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.study import study
from mexplore.discover.heaps.theorems.nim_and_more import NimAndMore, nim
from mexplore.discover.heaps.theorems.transitive import _LAWS, Transitive
from mexplore.discover.study.certificate import certificate_of
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.theorem import Inapplicable
from mexplore.discover.verifying import verify
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition, mex


@pytest.mark.parametrize(("body", "named"), _LAWS.items())
def test_each_law_is_the_longest_chain_of_a_transitive_rule(
    body: str, named: tuple[str, int]
) -> None:
    law = Named(*named)
    rule = parse_rule(f"n -> {body}")
    options = [{sum(heaps) for heaps in rule.options(n)} for n in range(400)]
    assert all(options[m] <= options[n] for n in range(400) for m in options[n])
    longest: list[int] = []
    for n in range(400):
        longest.append(max((1 + longest[m] for m in options[n]), default=0))
    assert grundy_by_definition(rule, 400) == longest
    assert list(Transitive().claims(rule)) == [law]
    evidence = Evidence(np.array(longest, dtype=np.uint8))
    assert law.first_failure(evidence) is None
    assert law.not_least(evidence) is None


@pytest.mark.parametrize("count", [100, pytest.param(3000, marks=pytest.mark.slow)])
def test_any_transitive_relation_has_the_longest_chain_as_values(count: int) -> None:
    pick = random.Random(9)
    for _ in range(count):
        options: list[set[int]] = []
        values: list[int] = []
        longest: list[int] = []
        for n in range(30):
            chosen = {m for m in range(n) if pick.random() < pick.choice([0.02, 0.1])}
            options.append(chosen.union(*(options[m] for m in chosen)))
            values.append(mex(values[m] for m in options[n]))
            longest.append(max((1 + longest[m] for m in options[n]), default=0))
        assert values == longest


@pytest.mark.parametrize(
    ("text", "formula", "start"),
    [
        ("n -> [d for d in range(1, n) if n % d == 0]", "Omega(n)", 1),
        ("n -> [j for j in range(n) if j & n == j]", "popcount(n)", 0),
        ("n -> [n // k for k in range(2, n + 1)]", "bit_length(n) - 1", 1),
    ],
)
def test_studies_prove_them_and_lies_are_rejected(text: str, formula: str, start: int) -> None:
    rule = parse_rule(text)
    finding = study(rule, Limits(budget=None, max_terms=512)).findings[0]
    assert finding.claim == Named(formula, start)
    certificate = certificate_of(rule, finding)
    assert certificate is not None
    assert verify(certificate).valid
    for lie in (Named(f"{formula} + 1", start), Named(formula, start + 1), Named("v2(n)", 1)):
        claim = {"pattern": "named", **lie.parameters()}
        assert not verify({**certificate, "claim": claim, "statement": lie.statement()}).valid


@pytest.mark.parametrize(
    "text",
    [
        "n -> [d for d in range(1, n) if n % d == 0 and d % 2]",
        "n -> [n - d for d in range(1, n) if n % d == 0]",
        "n -> [d for d in range(3, n) if n % d == 0]",
        "n -> [n // k for k in range(2, n)]",
        "n -> [n % k for k in range(1, n)]",
        "n -> [n % k for k in range(2, n + 1)]",
        "n -> [d for d in range(1, n) if n % d == 0] + [n - 1]",
        "subtract(1, 3)",
    ],
)
def test_it_refuses(text: str) -> None:
    assert isinstance(Transitive().applies(parse_rule(text)), Inapplicable)


@pytest.mark.parametrize(
    "text",
    ["leave(0 .. n - 1) or 0.77", "0.[7]", "0.[F]", "0.3[B]", "leave(0 .. n - 1) or 0.8!", "0.[*]",
     "subtract(multiples(1))", "0.[{0,1,3+}!]"],
)  # fmt: skip
def test_nim_and_more_is_nim(text: str) -> None:
    rule = parse_rule(text)
    best = study(rule, Limits(budget=None, max_terms=512)).findings[0]
    assert (best.claim, best.proof is not None) == (nim(), True)
    assert NimAndMore().applies(rule) is None
    assert grundy_by_definition(rule, 25) == list(range(25))


@pytest.mark.parametrize(
    "text", ["leave(0 .. n - 1) or 4.0", "0.[37]0", "80.[3]", "0.0[3]", "0.[7]0", "0.[24]", "0.77"]
)
def test_what_is_not_nim_and_more(text: str) -> None:
    try:
        rule = parse_rule(text)
    except Exception:  # a text that is not a rule proves nothing
        return
    claims = list(NimAndMore().claims(rule))
    assert not claims or grundy_by_definition(rule, 25) == list(range(25))


def test_laskers_nim_is_refused() -> None:
    rule = parse_rule("4.[3]")
    assert isinstance(NimAndMore().applies(rule), Inapplicable)
    assert grundy_by_definition(rule, 5) == [0, 1, 2, 4, 3]
    assert isinstance(NimAndMore().bound(parse_rule("0.[7]"), Periodic(0, 1, 2)), Inapplicable)
