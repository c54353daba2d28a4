"""Many games whose laws are short periods: the values of each, and one search for all periods.

Where a theorem of finitely many values proves G(n + p) = G(n) + s for all n >= n0, the study of a
rule is short: the first values, the least n0 and p, and the bound of the theorem. What a study does
besides, for laws of other kinds and for more values, takes much longer. So a worker looks at the
rules of a batch together first, and studies those alone that this does not settle.

Rules of heaps and systems of kinds of heaps (`kinds_together`) are in one batch (`batch`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from mexplore.discover.heaps.evidence.sources import FIRST_TERMS
from mexplore.discover.heaps.judging.state import objection
from mexplore.discover.heaps.known import theorems
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.study.certificate import certificate_of
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.finding import Finding, Proof
from mexplore.discover.study.theorem import AnyTheorem, Inapplicable
from mexplore.discover.surveys.batch import InBatch, settled_of
from mexplore.discover.surveys.games import Settled
from mexplore.rules.engine.grundy import Computation
from mexplore.rules.engine.walk import run_starts
from mexplore.rules.systems.game import SystemGame

if TYPE_CHECKING:
    from mexplore.discover.questions.known import HeapGame
    from mexplore.discover.study.limits import Limits
    from mexplore.rules.rule import Kernel, Rule, Values

CHEAP = 2e6  # steps for the first values: about two milliseconds


def first_values_suffice(limits: Limits) -> bool:
    """Whether a study within these limits begins with FIRST_TERMS values, and may end with them."""
    return limits.upto is None and (limits.max_terms or FIRST_TERMS) >= FIRST_TERMS


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
    batch = {i: member for i, game in enumerate(games) if (member := _in_batch(game)) is not None}
    settled = dict(settled_of(batch, most))
    return [settled.get(i) for i in range(len(games))]


def _in_batch(game: HeapGame) -> InBatch | None:
    if not isinstance(game, SystemGame):
        return RuleInBatch.of(game)
    from mexplore.discover.surveys.kinds_together import SystemInBatch

    return SystemInBatch.of(game)


class RuleInBatch(InBatch):
    """A rule of heaps, whose values are computed one by one (`heaps.study`)."""

    first = FIRST_TERMS

    def __init__(self, rule: Rule, kernel: Kernel) -> None:
        self._rule, self._kernel = rule, kernel
        self._values = Computation(rule)
        self._wanted: list[int] = []
        """Bounds of theorems that did not prove what was claimed."""

    @classmethod
    def of(cls, rule: Rule) -> RuleInBatch | None:
        """The rule, none of whose values is computed yet; None where they are not computed one by
        one, or by the user's own Python."""
        if run_starts(rule) is not None or rule.runs_python:
            return None
        kernel = rule.kernel()
        return None if kernel is None else cls(rule, kernel)

    def is_cheap(self, stop: int) -> bool:
        return self._kernel.steps(0, stop) <= CHEAP

    def rows(self, stop: int) -> Sequence[Values]:
        return [self._values.extend(stop)]

    def considered(self, periods: list[list[Periodic]]) -> Settled | None:
        """The first claim that a theorem proves by the values that are known. The theorems are
        asked in the order in which a study asks them."""
        evidence = Evidence(self._values.values)
        for claim in periods[0]:
            for theorem in _provers():
                shape = theorem.shape_of(self._rule)
                if isinstance(shape, Inapplicable):
                    continue
                bound = theorem.decided(shape, claim)
                if isinstance(bound, Inapplicable):
                    continue
                if not objection(claim, bound, evidence):
                    form = claim.closed_form(evidence)
                    finding = Finding(claim, evidence.stop, Proof(theorem.name, bound), form)
                    return Settled(finding, evidence, certificate_of(self._rule, finding))
                self._wanted.append(bound)
        return None

    def further(self, stop: int) -> int:
        near = [bound for bound in self._wanted if bound <= 2 * stop]
        return max(min(near), stop + stop // 8) if near else 2 * stop


@cache
def _provers() -> tuple[AnyTheorem, ...]:
    """The theorems that prove periods by few values."""
    light = (theorem for theorem in theorems() if not (theorem.heavy or theorem.by_search))
    return tuple(theorem for theorem in light if Periodic.name in theorem.about)
