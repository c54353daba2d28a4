"""Whether two rules have the same values: as far as computed, and for all n where laws allow.

Equal rules have equal values. Where the laws of both are proved, they are compared as closed forms
(`discover.heaps.statements`); otherwise equality is told of the values that were computed
alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from mexplore.discover.heaps.evidence.sources import RunSource, Source
from mexplore.discover.heaps.statements import first_difference_of
from mexplore.discover.heaps.study import study
from mexplore.discover.questions.known import source_of_game
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.limits import Limits, uninterrupted
from mexplore.discover.study.pattern import ClosedForm, Undecided
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Watcher, no_progress
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import InputError, TooLarge
from mexplore.rules.systems.game import SystemGame
from mexplore.rules.text.numbers import in_brief

if TYPE_CHECKING:
    from mexplore.discover.questions.known import HeapGame
    from mexplore.rules.rule import Values

Reason = Literal["rule", "laws", ""]

FIRST_STOP = 512
BESIDE_RUNS = 10**7  # values that are written out to compare runs with terms
FOR_A_LAW = 2.0  # seconds for each of the laws, at most
COMPUTING = 0.6  # of the budget, for values; the rest is for the laws


@dataclass(frozen=True, repr=False)
class Comparison:
    """The first n at which the values differ, if any; that n < ``stop`` were compared; why the
    values are equal for all n, where they are: as it is one rule, or by proved laws; and the first
    difference beyond, where laws tell of one."""

    first_difference: int | None
    stop: int
    equal_by: Reason = ""
    later: int | None = None

    def __repr__(self) -> str:
        if self.first_difference is not None:
            return f"<the values differ first at n = {in_brief(self.first_difference)}>"
        if self.for_all:
            why = "it is one rule" if self.equal_by == "rule" else "by proved laws"
            return f"<the values are equal for all n: {why}>"
        if self.later is not None:
            below = f"equal for n < {in_brief(self.stop)}"
            return f"<the values are {below}, and differ first at n = {in_brief(self.later)}>"
        return f"<the values are equal for n < {in_brief(self.stop)}; not proved for all n>"

    @property
    def equal(self) -> bool:
        """Whether no difference was found."""
        return self.first_difference is None

    @property
    def for_all(self) -> bool:
        """Whether the values are proved to be equal for all n."""
        return self.equal_by != ""


def compare(
    first: HeapGame, second: HeapGame, last: int, budget: float, watcher: Watcher = no_progress
) -> Comparison:
    """Compare the values at n <= last, or at as many n as can be computed in the time.

    >>> from mexplore.rules.notation import parse_rule
    >>> compare(parse_rule("0.3"), parse_rule("subtract(1)"), 100, budget=10)
    <the values are equal for all n: by proved laws>
    >>> compare(parse_rule("0.3"), parse_rule("0.33"), 100, budget=10)
    <the values differ first at n = 2>
    """
    if first == second:
        return Comparison(None, last + 1, "rule")
    sources = (source_of_game(first, watcher), source_of_game(second, watcher))
    result = _as_computed(sources, last + 1, working_seconds() + COMPUTING * budget)
    if result.first_difference is not None:
        return result
    one, other = (
        proved_law(rule, s, last, min(FOR_A_LAW, (1 - COMPUTING) / 2 * budget))
        for rule, s in zip((first, second), sources, strict=True)
    )
    return result if one is None or other is None else _by_laws(one, other, result, last)


def _by_laws(one: ClosedForm, other: ClosedForm, result: Comparison, last: int) -> Comparison:
    """What the proved laws add to a range without a difference."""
    try:
        difference = first_difference_of(one, other)
    except (Undecided, TooLarge):
        return result
    if difference is None:
        return replace(result, equal_by="laws")
    # They differ further on: perhaps within the range, where it was too long to compute.
    if difference <= last:
        return Comparison(difference, difference + 1)
    return replace(result, later=difference)


def _as_computed(sources: Sequence[Source], stop: int, deadline: float) -> Comparison:
    """In steps, so that a difference near the beginning is found without the rest."""
    target = min(stop, FIRST_STOP)
    while True:
        one, other = (source.extend(target, deadline) for source in sources)
        known = min(one.stop, other.stop, target)
        difference = first_difference(one, other)
        if difference is not None:
            return Comparison(difference, known)
        if not known:
            raise InputError("no value of both was computed in time; a larger budget may do")
        limit = _reach(sources, stop)
        if target >= limit or known < target:
            return Comparison(None, known)
        target = min(limit, target * 8)


def _reach(sources: Sequence[Source], stop: int) -> int:
    """How many values can be compared at all."""
    dense = not all(isinstance(source, RunSource) for source in sources)
    return min(stop, BESIDE_RUNS) if dense else stop


def first_difference(one: Evidence, other: Evidence) -> int | None:
    """The least n that both know and at which they differ."""
    if one.by_runs is not None and other.by_runs is not None:
        return one.by_runs.first_difference(other.by_runs)
    stop = min(one.stop, other.stop)
    differ = (_dense(one, stop) != _dense(other, stop)).nonzero()[0]
    return int(differ[0]) if len(differ) else None


def _dense(evidence: Evidence, stop: int) -> Values:
    return evidence.values[:stop] if evidence.by_runs is None else evidence.by_runs.dense(stop)


def proved_law(
    rule: HeapGame, source: Source, last: int, seconds: float = FOR_A_LAW
) -> ClosedForm | None:
    """The proved law of the rule that predicts every term, if there is one."""
    limits = Limits(seconds, max(last + 1, source.first()))
    if isinstance(rule, SystemGame):
        from mexplore.discover.systems.study import study_system

        found = uninterrupted(study_system(rule, limits)).of_start
    else:
        found = uninterrupted(study(rule, limits, source=source))
    best = found.best
    return best.form if best is not None and best.proof is not None else None
