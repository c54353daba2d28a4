"""What is known of the classes of heaps, in normal or in misère play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mexplore.discover.questions.classes import HeapClasses, NimValues
from mexplore.rules.engine.grundy import Watcher, no_progress
from mexplore.rules.engine.working import working_seconds

if TYPE_CHECKING:
    from mexplore.discover.heaps.values import Answers
    from mexplore.discover.questions.sums import Component
    from mexplore.discover.study.kind import Means
    from mexplore.rules.rule import Rule

LAWS = 0.8  # of the time, to find laws; the rest is for values without one
LEAST = 0.05  # share of the whole time that is always left, to write an answer


class Allowance:
    """One budget for several tasks: time that one task does not need remains for the others.

    >>> whole = Allowance(20)
    >>> 19 < whole.left <= 20, 4.7 < whole.share(4) <= 5
    (True, True)
    """

    def __init__(self, seconds: float) -> None:
        self._ends = working_seconds() + seconds
        self._least = LEAST * seconds

    @property
    def left(self) -> float:
        """The remaining seconds."""
        return max(self._ends - working_seconds(), self._least)

    def share(self, pieces: int) -> float:
        """The seconds for the next task, when this many are still to be done."""
        return self.left / max(pieces, 1)


def classes_of_rule(
    rule: Rule,
    sizes: Sequence[int],
    means: Means,
    watcher: Watcher = no_progress,
    *,
    misere: bool = False,
) -> HeapClasses:
    """The classes of these heaps of one rule, and of smaller ones."""
    if misere:
        from mexplore.discover.questions.misere import misere_classes

        return misere_classes({rule: sizes}, means, watcher)[rule]
    from mexplore.discover.heaps.values import answers

    return NimValues(answers(rule, sizes, means, watcher))


def classes_of(
    heaps: Sequence[Component],
    means: Means,
    watcher: Watcher = no_progress,
    *,
    misere: bool = False,
) -> Mapping[Any, HeapClasses]:
    """The classes of the heaps of each rule. The rules share the time equally; in normal play some
    of it is kept for the questions that follow. NotKnown where classes of misère play cannot be
    multiplied."""
    sizes: dict[Rule, list[int]] = {}
    for heap in heaps:
        sizes.setdefault(heap.rule, []).append(heap.size)
    return classes_of_sizes(sizes, means, watcher, misere=misere)


def classes_of_sizes(
    sizes: Mapping[Rule, Sequence[int]],
    means: Means,
    watcher: Watcher = no_progress,
    *,
    misere: bool = False,
) -> Mapping[Any, HeapClasses]:
    """The same of heaps of these sizes of each rule."""
    if misere:
        from mexplore.discover.questions.misere import misere_classes

        return misere_classes(sizes, means, watcher)
    from mexplore.discover.heaps.values import answers

    whole = Allowance(means.budget)
    known: dict[Rule, Answers] = {}
    for rule, mine in sizes.items():
        seconds = LAWS * whole.share(len(sizes) - len(known))
        known[rule] = answers(rule, mine, replace(means, budget=seconds), watcher)
    return {
        rule: NimValues(replace(each, seconds=min(each.seconds, whole.share(len(known)))))
        for rule, each in known.items()
    }
