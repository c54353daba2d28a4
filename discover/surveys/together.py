"""Many games whose laws are short periods: the values of each, and one search for all periods.

Where a theorem of finitely many values proves G(n + p) = G(n) + s for all n >= n0, the study of a
rule is short: the first values, the least n0 and p, and the bound of the theorem. What a study does
besides, for laws of other kinds and for more values, takes much longer. So a worker looks at the
rules of a batch together first, and studies those alone that this does not settle.

**The search.** Of the first N values let s(p) = G(N - 1) - G(N - 1 - p), and let n0(p) be the least
n0 with G(n + p) = G(n) + s(p) for all n0 <= n < N - p. The candidates are the p with n0(p) + p +
N//8 < N and s(p) >= 0, from the least on, whose n0(p) is less than those of smaller candidates: the
same of which the detector of periods thinks. A candidate may be false. One for which a theorem asks
for N values at most is true; that preperiod and period are least is asked of the claim itself, as
every study does. Of systems of kinds of heaps the periods of all kinds are looked for
(`kinds_together`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mexplore.discover.heaps.evidence.sources import FIRST_TERMS
from mexplore.discover.heaps.judging.state import objection
from mexplore.discover.heaps.known import theorems
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.study.certificate import Certificate, certificate_of
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.finding import Finding, Proof
from mexplore.discover.study.theorem import AnyTheorem, Inapplicable
from mexplore.rules.engine.compiled import compiled
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.engine.walk import run_starts
from mexplore.rules.systems.game import SystemGame

if TYPE_CHECKING:
    import numpy.typing as npt

    from mexplore.discover.questions.known import HeapGame
    from mexplore.discover.study.limits import Limits
    from mexplore.rules.rule import Rule, Values

MOST_FOR_EACH = 8  # candidates of one rule
CHEAP = 2e6  # steps for the first values: about two milliseconds


def first_values_suffice(limits: Limits) -> bool:
    """Whether a study within these limits begins with FIRST_TERMS values, and may end with them."""
    return limits.upto is None and (limits.max_terms or FIRST_TERMS) >= FIRST_TERMS


class Settled(NamedTuple):
    """The law of a game that is proved, the values for which it was found, and its certificate."""

    finding: Finding
    evidence: Evidence
    certificate: Certificate | None


def settled_together(games: Sequence[HeapGame], most: int | None = None) -> list[Settled | None]:
    """For each game the proved period that the first values show, with these values; None where
    there is none among the first ``most``, or where it is not known that they take little time.

    >>> from mexplore.rules.notation import parse_rule
    >>> texts = ["subtract(1, 3, 4)", "0.77", "subtract(all but 2)", "subtract(squares)"]
    >>> found = settled_together([parse_rule(text) for text in texts])
    >>> for each in found:
    ...     print(each and (each.finding.claim.statement(), each.finding.proof.theorem))
    ('G(n + 7) = G(n) for all n >= 0', 'finite window')
    ('G(n + 12) = G(n) for all n >= 71', 'Guy-Smith')
    ('G(n + 4) = G(n) + 2 for all n >= 0', 'all-but window')
    None
    """
    found: list[Settled | None] = [None] * len(games)
    systems: dict[int, SystemGame] = {}
    rules: dict[int, Rule] = {}
    for i, game in enumerate(games):
        if isinstance(game, SystemGame):
            systems[i] = game
        else:
            rules[i] = game
    for i, settled in _rules_settled(rules):
        found[i] = settled
    if systems:
        from mexplore.discover.surveys.kinds_together import systems_settled

        for i, settled in systems_settled(systems, most):
            found[i] = settled
    return found


def _rules_settled(rules: Mapping[int, Rule]) -> Iterator[tuple[int, Settled]]:
    """The rules of heaps that are settled, by number."""
    known = {i: values for i, rule in rules.items() if (values := _first_values(rule))}
    candidates = periods_of([evidence.values for evidence in known.values()])
    for (i, evidence), claims in zip(known.items(), candidates, strict=True):
        finding = _proved(rules[i], claims, evidence)
        if finding is not None:
            yield i, Settled(finding, evidence, certificate_of(rules[i], finding))


def periods_of(rows: Sequence[Values]) -> list[list[Periodic]]:
    """For each row of values, all of one length, the periods that it may have, the shortest laws
    first; all rows are searched by one call.

    >>> import numpy as np
    >>> periods_of([np.arange(40) % 3, np.arange(40) // 4])
    [[Periodic(preperiod=0, period=3, saltus=0)], [Periodic(preperiod=0, period=4, saltus=1)]]
    """
    if not rows:
        return []
    table = np.array(rows, dtype=np.int64)
    laws = np.zeros((len(rows), MOST_FOR_EACH, 3), dtype=np.int64)
    find_periods(table, laws, table.shape[1] // 8)
    return [
        [Periodic(*law) for law in sorted(some, key=lambda law: law[0] + law[1]) if law[1]]
        for some in laws.tolist()
    ]


def _first_values(rule: Rule) -> Evidence | None:
    """The first values, if they are computed one by one and take little time."""
    if run_starts(rule) is not None or rule.runs_python:
        return None
    kernel = rule.kernel()
    if kernel is None or kernel.steps(0, FIRST_TERMS) > CHEAP:
        return None
    return Evidence(grundy_values(rule, FIRST_TERMS))


def _proved(rule: Rule, claims: Iterable[Periodic], evidence: Evidence) -> Finding | None:
    """The first claim that a theorem proves by the values that are known. The theorems are asked in
    the order in which a study asks them."""
    for claim in claims:
        for theorem in _provers():
            shape = theorem.shape_of(rule)
            if isinstance(shape, Inapplicable):
                continue
            bound = theorem.decided(shape, claim)
            if not objection(claim, bound, evidence):
                assert isinstance(bound, int)
                form = claim.closed_form(evidence)
                return Finding(claim, evidence.stop, Proof(theorem.name, bound), form)
    return None


@cache
def _provers() -> tuple[AnyTheorem, ...]:
    """The theorems that prove periods by few values."""
    light = (theorem for theorem in theorems() if not (theorem.heavy or theorem.by_search))
    return tuple(theorem for theorem in light if Periodic.name in theorem.about)


@compiled
def find_periods(table, laws, tail):  # type: ignore[no-untyped-def]
    # Of each row the candidates (n0, p, s), shortest periods first, into the row of laws.
    stop = table.shape[1]
    for row in range(len(table)):
        found, lowest = 0, stop
        p = 1
        while p + tail < stop and found < laws.shape[1]:
            saltus = table[row, stop - 1] - table[row, stop - 1 - p]
            n = stop - p
            while n > 0 and table[row, n - 1 + p] - table[row, n - 1] == saltus:
                n -= 1
            if saltus >= 0 and n < lowest and n + p + tail < stop:
                laws[row, found, 0] = n
                laws[row, found, 1] = p
                laws[row, found, 2] = saltus
                found += 1
                lowest = n
            p += 1


def _example() -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], int]:
    """Values with period 3, with saltus 1, and without a period."""
    n = np.arange(24)
    table = np.array([n % 3, n // 4 + n % 4, n * n % 17], dtype=np.int64)
    return table, np.zeros((3, 2, 3), dtype=np.int64), 3


find_periods.example = _example
