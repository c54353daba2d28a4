"""Sums of heaps under misère play: who loses them, and every winning move.

A move of a heap wins exactly if it leaves a lost sum: if the class of what it leaves, times the
class of the other heaps, is lost. By a law of period p the class of a huge heap depends on its size
modulo p, so that moves of huge heaps come in groups that are alike.

Heaps of different rules have types together if all of these rules are tame; a class otherwise
belongs to one rule. Then the classes of the heaps of all of these rules together are looked for.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from math import lcm
from typing import TYPE_CHECKING, Any

from mexplore.discover.misere.patterns.pattern import ClassesOfHeaps
from mexplore.discover.misere.patterns.played_as_nim import PlayedAsNim
from mexplore.discover.misere.patterns.presentation import Presentation
from mexplore.discover.misere.patterns.quotient import Quotient
from mexplore.discover.misere.patterns.types import Type, Types
from mexplore.discover.misere.study import MisereStudy, study_misere
from mexplore.discover.questions.sums import Component, WinningMoves
from mexplore.discover.questions.winning_moves import (
    MOST_OPTIONS,
    SOME_OPTIONS,
    Group,
    moves_to_value,
    some_moves_to_value,
)
from mexplore.discover.study.kind import Means, NotKnown
from mexplore.discover.study.limits import Limits, uninterrupted
from mexplore.rules.engine.grundy import Watcher, nobody
from mexplore.rules.errors import TooManyMoves
from mexplore.rules.misere.game import Misere
from mexplore.rules.misere.joint import Joint
from mexplore.rules.moves.option_sets import (
    AnyOf,
    Listed,
    OptionSet,
    Partitions,
    Removed,
    one,
    option_sets_of,
)
from mexplore.rules.rule import Heaps, Rule

if TYPE_CHECKING:
    from mexplore.discover.heaps.values import Answers

SMALL = 60  # tokens: to find the classes of such heaps takes less time than to find a law
SOME = 20  # winning moves that are listed where all are too many


@dataclass(frozen=True, eq=False)
class MisereSolution:
    """Whether a sum is lost for who has to move, the class of it, and the winning moves, by heap;
    ``over`` if there is no move at all, so that who has to move has won."""

    lost: bool
    over: bool
    class_name: str
    moves: tuple[WinningMoves, ...]
    words: str

    @property
    def winner(self) -> str:
        """``next``: the player to move wins; ``previous``: the other one does."""
        return "previous" if self.lost else "next"

    @property
    def count(self) -> int:
        """How many winning moves there are."""
        return sum(moves.count for moves in self.moves)

    @property
    def complete(self) -> bool:
        """Whether all winning moves are listed."""
        return not any(moves.incomplete for moves in self.moves)

    def listed(self) -> list[tuple[Component, Heaps]]:
        """Every winning move, one by one."""
        return [(m.heap, to) for m in self.moves for group in m.groups for to in sorted(group)]


class Classes(ABC):
    """The classes of the heaps of one rule, beside others with the same classes."""

    rule: Rule
    words: str
    """Why they are right."""

    @property
    @abstractmethod
    def law(self) -> ClassesOfHeaps:
        """How classes are multiplied, and which are lost."""

    @abstractmethod
    def of(self, n: int) -> Any:
        """The class of a heap; NotKnown beyond what is known."""

    @cached_property
    def presentation(self) -> Presentation | None:
        """Generators and relations, where classes are those of a quotient."""
        return Presentation(self.law) if isinstance(self.law, Quotient) else None

    def name_of(self, a: Any) -> str:
        """A class by its name."""
        shown = self.presentation
        return self.law.name_of(a) if shown is None else shown.name_of(a)

    @abstractmethod
    def winning(self, n: int, rest: Any) -> list[Group]:
        """The moves of a heap of n that win beside a sum of class ``rest``; TooManyMoves."""

    @abstractmethod
    def some_winning(self, n: int, rest: Any) -> list[Heaps]:
        """A few of them, where all are too many."""


class ByClasses(Classes):
    """By a law that gives every heap a class."""

    def __init__(self, rule: Rule, law: ClassesOfHeaps, words: str) -> None:
        self.rule, self._law, self.words = rule, law, words

    @property
    def law(self) -> ClassesOfHeaps:
        return self._law

    def of(self, n: int) -> Any:
        if self.law.reach is not None and n > self.law.reach:
            raise NotKnown(
                f"no law of misère play is known for {self.rule}: only sums of heaps of at most "
                f"{self.law.reach} are decided"
            )
        return self.law.class_of(n)

    def winning(self, n: int, rest: Any) -> list[Group]:
        options = self.rule.listed_options(n, MOST_OPTIONS)
        if options is not None:
            return [Group(1, (option,)) for option in sorted(options) if self._wins(option, rest)]
        found = []
        for part in self.rule.alternatives():
            found += [g for s in option_sets_of(part, n) for g in self._of_set(s, rest)]
        if len(self.rule.alternatives()) > 1:
            raise TooManyMoves("several parts of the rule have too many moves to be listed")
        return found

    def some_winning(self, n: int, rest: Any) -> list[Heaps]:
        options = {tuple(sorted(o)) for o in islice(self.rule.first_options(n), SOME_OPTIONS)}
        return sorted(option for option in options if self._wins(option, rest))[:SOME]

    def _wins(self, option: Heaps, rest: Any) -> bool:
        return self.law.is_lost(self.law.product(rest, self.law.class_of_sum(option)))

    def _of_set(self, options: OptionSet, rest: Any) -> list[Group]:
        match options:
            case Listed(listed):
                return [Group(1, (o,)) for o in sorted(listed) if self._wins(o, rest)]
            case AnyOf(sizes):
                return self._single(sizes.start, sizes.stop, rest)
            case Removed(modulus=modulus) if modulus is not None:
                return self._removed(options, modulus, rest)
            case Partitions(count=2, suffix=""):
                return self._pairs(options.total, rest)
        raise TooManyMoves("the moves are too many to be tried")

    def _single(self, low: int, high: int, rest: Any, period: int = 1) -> list[Group]:
        """One heap of any of low, ..., high - 1 tokens."""
        step = lcm(self.law.repeats_with, period)
        first = max(low, self.law.preperiod)
        alone = [m for m in range(low, min(first, high)) if self._wins(one(m), rest)]
        starts = [m for m in range(first, min(first + step, high)) if self._wins(one(m), rest)]
        return [
            *(Group(1, (one(m),)) for m in alone),
            *(_series(m, high, step, one) for m in starts),
        ]

    def _removed(self, removed: Removed, modulus: int, rest: Any) -> list[Group]:
        """One heap of n - s tokens, where whether s may be removed depends on s mod modulus."""
        n, step = removed.n, lcm(self.law.repeats_with, modulus)
        if self.law.preperiod + step > MOST_OPTIONS:
            raise TooManyMoves(f"a heap of {n} has too many options to be listed")
        first = self.law.preperiod

        def wins(m: int) -> bool:
            return removed.among(n - m) and self._wins(one(m), rest)

        return [
            *(Group(1, (one(m),)) for m in range(min(first, n)) if wins(m)),
            *(_series(m, n, step, one) for m in range(first, min(first + step, n)) if wins(m)),
        ]

    def _pairs(self, total: int, rest: Any) -> list[Group]:
        """Two heaps a <= total - a. Both classes depend on a mod p from a = preperiod on, if
        total - a is not below the preperiod then."""
        first, period, stop = self.law.preperiod, self.law.repeats_with, total // 2 + 1
        if total < 2 * (first + period):
            raise TooManyMoves(f"{total} tokens have too many splits to be listed")

        def split(a: int) -> Heaps:
            return a, total - a

        return [
            *(Group(1, (split(a),)) for a in range(1, first) if self._wins(split(a), rest)),
            *(
                _series(a, stop, period, split)
                for a in range(first, first + period)
                if self._wins(split(a), rest)
            ),
        ]


def _series(first: int, stop: int, step: int, result: Any) -> Group:
    """The results for first, first + step, ... below stop."""
    return Group(len(range(first, stop, step)), _Series(range(first, stop, step), result))


@dataclass(frozen=True)
class _Series:
    sizes: range
    result: Any

    def __iter__(self) -> Any:
        return (self.result(m) for m in self.sizes)


class ByNimValues(Classes):
    """Types by nim-values, of a rule whose sums are played as Nim."""

    def __init__(self, rule: Rule, known: Answers, words: str) -> None:
        self.rule, self.known, self.words = rule, known, words

    @property
    def law(self) -> ClassesOfHeaps:
        return Types((), 0)

    def of(self, n: int) -> Type:
        value = self.known.at(n)
        return Type(value > 1, value)

    def winning(self, n: int, rest: Type) -> list[Group]:
        return moves_to_value(self.rule, n, _wanted(rest), self.known)

    def some_winning(self, n: int, rest: Type) -> list[Heaps]:
        return some_moves_to_value(self.rule, n, _wanted(rest), self.known)


def _wanted(rest: Type) -> int:
    """The nim-value of the single heap that is lost beside a sum of this type.

    Beside a firm sum of value k, that is k; beside a fickle one of value a, it is 1 xor a (the
    firm heaps have values of 2 or more).
    """
    return rest.value if rest.firm else rest.value ^ 1


def classes_of(
    position: Sequence[Component], means: Means, watcher: Watcher = nobody
) -> dict[Rule, Classes]:
    """The classes of the heaps of each rule; NotKnown where they cannot be multiplied. Those of
    small heaps are found without a law, unless ``means.law_first``."""
    rules = list(dict.fromkeys(heap.rule for heap in position))
    means = replace(means, budget=means.budget / len(rules))
    sizes = {rule: [h.size for h in position if h.rule == rule] for rule in rules}
    found = {rule: _of_rule(rule, sizes[rule], means, watcher) for rule in rules}
    if len(rules) > 1 and any(not isinstance(each.law, Types) for each in found.values()):
        return _joint(rules, max(map(max, sizes.values())), means.budget, watcher)
    return found


def _of_rule(rule: Rule, sizes: list[int], means: Means, watcher: Watcher) -> Classes:
    """By the classes of small heaps, or by a law."""
    largest, budget = max(sizes), means.budget
    study: MisereStudy | None = None
    if largest <= SMALL and not means.law_first:
        limits = Limits(budget, upto=max(largest, 1))
        study = uninterrupted(study_misere(Misere(rule), limits, watcher, with_values=False))
    if study is None or (study.reach is not None and study.reach < largest):
        limits = Limits(budget)
        study = uninterrupted(study_misere(Misere(rule), limits, watcher, with_values=False))
    law, finding = study.law, study.findings[0] if study.findings else None
    if law is None or finding is None:
        raise NotKnown(f"nothing is known of {rule} under misère play")
    words = f"{law.statement()} ({finding.theorem})"
    if isinstance(law, ClassesOfHeaps):
        return ByClasses(rule, law, words)
    assert isinstance(law, PlayedAsNim)
    from mexplore.discover.heaps.values import answers

    return ByNimValues(
        rule, answers(rule, sizes, Means(budget=budget, law_first=means.law_first), watcher), words
    )


def _joint(rules: list[Rule], largest: int, budget: float, watcher: Watcher) -> dict[Rule, Classes]:
    """Classes of the heaps of several rules together, up to the largest one."""
    joint = Joint(tuple(rules))
    refusal = (
        "a class belongs to one rule, and not all of these are tame: the classes of all heaps "
        f"together, up to {largest}, were not found"
    )
    if largest > SMALL:
        raise NotKnown(f"{refusal}, as they are more than {SMALL}")
    limits = Limits(budget, upto=max(joint.number(i, largest) for i in range(len(rules))))
    study = uninterrupted(study_misere(Misere(joint), limits, watcher))
    law = study.law
    if not isinstance(law, ClassesOfHeaps) or (law.reach or 0) < limits.upto:  # type: ignore[operator]
        raise NotKnown(f"{refusal} within the budget")
    words = f"the classes of the heaps of all rules together, up to {largest} (misère finite heaps)"
    return {rule: _OfJoint(rule, joint, i, law, words) for i, rule in enumerate(rules)}


class _OfJoint(ByClasses):
    """The heaps of one of several rules."""

    def __init__(
        self, rule: Rule, joint: Joint, which: int, law: ClassesOfHeaps, words: str
    ) -> None:
        listed = [law.class_of(joint.number(which, n)) for n in range(1, _last(joint, law) + 1)]
        own: ClassesOfHeaps
        if isinstance(law, Quotient):
            own = Quotient(law.table, law.lost_classes, tuple(listed), 0, law.answers)
        else:
            own = Types(tuple(listed), 0)
        super().__init__(rule, own, words)


def _last(joint: Joint, law: ClassesOfHeaps) -> int:
    """The largest heap of which all rules have a class."""
    return len(law.listed) // len(joint.rules)


def solve_misere(position: Sequence[Component], known: dict[Rule, Classes]) -> MisereSolution:
    """Who wins the sum of these heaps, and by which moves.

    >>> from mexplore.rules.notation import parse_rule
    >>> kayles = parse_rule("0.77")
    >>> position = [Component(kayles, 5), Component(kayles, 8)]
    >>> solution = solve_misere(position, classes_of(position, Means(law_first=False)))
    >>> solution.lost, [(heap.size, to) for heap, to in solution.listed()]
    (False, [(5, (4,)), (8, (1, 5))])
    """
    law, total = total_of(position, known)
    classes = [known[heap.rule].of(heap.size) for heap in position]
    lost = law.is_lost(total)
    over = all(next(iter(heap.rule.first_options(heap.size)), None) is None for heap in position)
    moves = []
    for i, heap in enumerate(position):
        if lost or over or heap in position[:i]:
            continue
        rest = _product(law, classes[:i] + classes[i + 1 :])
        moves.append(_winning_moves(heap, known[heap.rule], rest))
    words = "; ".join(dict.fromkeys(each.words for each in known.values()))
    name = next(iter(known.values())).name_of(total) if position else law.name_of(total)
    return MisereSolution(lost, over, name, tuple(m for m in moves if m.count), words)


def total_of(
    position: Sequence[Component], known: dict[Rule, Classes]
) -> tuple[ClassesOfHeaps, Any]:
    """The class of a sum, and the law by which classes are multiplied."""
    law = next(iter(known.values())).law if position else Types((), 0)
    return law, _product(law, [known[heap.rule].of(heap.size) for heap in position])


def _product(law: ClassesOfHeaps, classes: Sequence[Any]) -> Any:
    product: Any = law.one
    for each in classes:
        product = law.product(product, each)
    return product


def _winning_moves(heap: Component, known: Classes, rest: Any) -> WinningMoves:
    try:
        return WinningMoves(heap, tuple(known.winning(heap.size, rest)))
    except (NotKnown, TooManyMoves) as why:
        some = tuple(Group(1, (option,)) for option in known.some_winning(heap.size, rest))
        return WinningMoves(heap, some, str(why))
