"""What is known of the classes of heaps, in normal or in misère play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from mexplore.discover.questions.classes import HeapClasses, NimValues
from mexplore.rules.engine.grundy import Watcher, no_progress
from mexplore.rules.engine.working import working_seconds

if TYPE_CHECKING:
    from mexplore.discover.heaps.evidence.sources import Source
    from mexplore.discover.heaps.values import Answers
    from mexplore.discover.questions.sums import Component
    from mexplore.discover.study.kind import Means
    from mexplore.rules.rule import Rule
    from mexplore.rules.systems.game import SystemGame

    HeapGame = Rule | SystemGame
    """A game whose heaps have sizes: of a system of kinds, the heaps with which play starts."""

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


def answers_of(
    game: HeapGame,
    sizes: Sequence[int],
    means: Means,
    watcher: Watcher = no_progress,
) -> Answers:
    """What is known of the values of these heaps: of a system of kinds, those of the kind with
    which play starts."""
    from mexplore.rules.systems.game import SystemGame

    if isinstance(game, SystemGame):
        from mexplore.discover.systems.values import known_kinds

        start = _start_of(game)
        known = known_kinds(game, [(start, size) for size in sizes], means, watcher)
        return known.of_kind(start, max(sizes, default=0) + 1)
    from mexplore.discover.heaps.values import answers

    return answers(game, sizes, means, watcher)


def _start_of(game: SystemGame) -> int:
    """The kind with which play starts; NoSystem, with what can be done instead."""
    from mexplore.rules.systems.game import NoSystem

    try:
        return game.system.start
    except NoSystem as why:
        raise NoSystem(f"{why}; terms, predict and solve compute its values one by one") from None


def source_of_game(game: HeapGame, watcher: Watcher = no_progress) -> Source:
    """Where the values of heaps come from: of a system, those of the start."""
    from mexplore.discover.heaps.evidence.sources import source_of
    from mexplore.rules.systems.game import SystemGame

    if isinstance(game, SystemGame):
        from mexplore.discover.systems.sources import KindSource

        _start_of(game)
        return KindSource(game, watcher)
    return source_of(game, watcher)


def classes_of_rule(
    rule: HeapGame,
    sizes: Sequence[int],
    means: Means,
    watcher: Watcher = no_progress,
    *,
    misere: bool = False,
) -> HeapClasses:
    """The classes of these heaps of one rule, and of smaller ones; under misère play the rule is
    one of heaps of one kind."""
    if misere:
        from mexplore.discover.questions.misere import misere_classes

        return misere_classes({cast("Rule", rule): sizes}, means, watcher)[cast("Rule", rule)]
    return NimValues(answers_of(rule, sizes, means, watcher))


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
    if misere and sizes:
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
