"""The classes of misère play, as `discover.questions.classes` has those of normal play.

By a law of period p the class of a huge heap depends on its size modulo p, so that moves of huge
heaps come in groups that are alike. Of a rule whose sums are played as Nim the types of heaps are
told by nim-values.

Heaps of different rules have types together if all of these rules are tame; a class otherwise
belongs to one rule. Then the classes of the heaps of all of these rules together are looked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING, Any

from mexplore.discover.misere.patterns.pattern import ClassesOfHeaps
from mexplore.discover.misere.patterns.presentation import Presentation
from mexplore.discover.misere.patterns.quotient import Quotient
from mexplore.discover.misere.patterns.types import PlayedAsNim, Type, Types
from mexplore.discover.misere.study import MisereStudy, study_misere
from mexplore.discover.questions import winning_moves
from mexplore.discover.questions.classes import HeapClasses, NimValues
from mexplore.discover.questions.where import NoSuchPosition
from mexplore.discover.questions.winning_moves import Group, made
from mexplore.discover.study.kind import Means, NotKnown, Warrant
from mexplore.discover.study.limits import Limits, uninterrupted
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Watcher, no_progress
from mexplore.rules.errors import TooManyMoves
from mexplore.rules.misere.game import Joint, Misere
from mexplore.rules.moves.option_sets import AnyOf, OptionSet, Partitions, Removed, one
from mexplore.rules.rule import Heaps, Rule

if TYPE_CHECKING:
    import numpy.typing as npt

    from mexplore.discover.heaps.values import Answers
    from mexplore.discover.questions.where import Places

SEARCH_SHARE = 0.3  # of the budget, for sums of which no law is known
SMALL = 60  # tokens: to find the classes of such heaps takes less time than to find a law


class ByLaw(HeapClasses):
    """By a law that gives every heap a class.

    >>> from mexplore.rules.notation import parse_rule
    >>> law = Types((Type(False, 1), Type(True, 2), Type(False, 0)), 3)
    >>> known = ByLaw(parse_rule("subtract(1, 2)"), law, Warrant("proved", ""))
    >>> {known.name_of(q): count for q, count in known.counts(1, 9).items()}
    {'f0': 2, 'f1': 3, 'F2': 3}
    """

    searched = 10**30

    def __init__(self, rule: Rule, law: ClassesOfHeaps, warrant: Warrant) -> None:
        self.rule, self.law, self.monoid, self.warrant = rule, law, law, warrant

    def of(self, place: int) -> Any:
        if self.law.reach is not None and place > self.law.reach:
            raise NotKnown(
                f"no law of misère play is known for {self.rule}: only sums of heaps of at most "
                f"{self.law.reach} are decided"
            )
        return self.law.class_of(place)

    @cached_property
    def _presentation(self) -> Presentation | None:
        """Generators and relations, where classes are those of a quotient."""
        return Presentation(self.law) if isinstance(self.law, Quotient) else None

    def name_of(self, a: Any) -> str:
        shown = self._presentation
        return self.law.name_of(a) if shown is None else shown.name_of(a)

    def warrants(self, places: Sequence[int]) -> Sequence[Warrant]:
        del places
        return [self.warrant]

    def counts(self, start: int, stop: int) -> Mapping[Any, int]:
        if stop > start:
            self.of(stop - 1)  # NotKnown beyond the reach
        below = self._below(stop)
        below.subtract(self._below(start))
        return +below

    def _below(self, stop: int) -> Counter[Any]:
        """How many sizes 0 <= n < stop have each class; those of the periodic part by one
        period."""
        law, n0, p = self.law, self.law.preperiod, self.law.repeats_with
        single = stop if not p else min(stop, n0)
        counts = Counter(law.class_of(n) for n in range(single))
        if p and stop > n0:
            cycles, rest = divmod(stop - n0, p)
            for i in range(p):
                counts[law.class_of(n0 + i)] += cycles + (i < rest)
        return counts

    def lost_alone(self, stop: int | None) -> Places:
        if stop is not None and stop > 1:
            self.of(stop - 1)
        return LostHeaps(self.law)

    # Moves that are too many to be listed.

    def winning_in(self, options: OptionSet, rest: Any) -> list[Group]:
        match options:
            case AnyOf(sizes):
                return self._single(sizes.start, sizes.stop, rest)
            case Removed(modulus=modulus) if modulus is not None:
                return self._removed(options, modulus, rest)
            case Partitions(count=2, suffix=""):
                return self._pairs(options.total, rest)
        return super().winning_in(options, rest)

    def _wins(self, option: Heaps, rest: Any) -> bool:
        return self.law.is_lost(self.law.product(rest, self.law.class_of_sum(option)))

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
        if self.law.preperiod + step > winning_moves.MOST_OPTIONS:
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


def _series(first: int, stop: int, step: int, result: Callable[[int], Heaps]) -> Group:
    """The results for first, first + step, ... below stop."""
    sizes = range(first, stop, step)
    return made(len(sizes), lambda i: result(sizes[i]))


@dataclass(frozen=True)
class LostHeaps:
    """The heaps that are lost alone by a law: those of the preperiod, and those of the period again
    and again."""

    law: ClassesOfHeaps

    @property
    def stop(self) -> int | None:
        """The law speaks of the heaps below this number; None if of all."""
        return None if self.law.reach is None else self.law.reach + 1

    def count(self, stop: int) -> int:
        """How many of them are below ``stop``."""
        first, again = self.law.lost_heaps()
        p = self.law.repeats_with
        return sum(n < stop for n in first) + sum(max(0, -((n - stop) // p)) for n in again)

    def total(self) -> int | None:
        """How many there are; None where they are infinitely many or not all are known."""
        first, again = self.law.lost_heaps()
        return None if again or self.law.reach is not None else len(first)

    def nth(self, k: int) -> int:
        """The k-th, k >= 1. Raises NoSuchPosition."""
        first, again = self.law.lost_heaps()
        if k <= len(first):
            return first[k - 1]
        if not again:
            reach = f" up to {self.law.reach}, beyond which nothing is known"
            only = f"only {len(first)} heaps are lost alone"
            raise NoSuchPosition(only + reach * (not self.law.repeats_with))
        cycles, i = divmod(k - len(first) - 1, len(again))
        return again[i] + cycles * self.law.repeats_with

    def first(self, most: int, stop: int) -> npt.NDArray[Any]:
        """The first ``most`` of them below ``stop``."""
        import numpy as np

        many = min(most, self.count(stop))
        return np.array([self.nth(k + 1) for k in range(many)], dtype=object)


class TypesByValues(NimValues):
    """Types by nim-values, of a rule whose sums are played as Nim. Its options are single heaps."""

    searched = 1000

    def __init__(self, known: Answers, warrant: Warrant) -> None:
        super().__init__(known)
        self.monoid, self.warrant = Types((), 0), warrant

    def of(self, place: int) -> Type:
        return _type(self.known.at(place))

    def of_all(self, places: Sequence[int]) -> list[Type]:
        return list(map(_type, self.known.at_all(places)))

    def warrants(self, places: Sequence[int]) -> Sequence[Warrant]:
        del places
        return [self.warrant]

    def wanted(self, rest: Type) -> int:
        """Beside a firm sum of value k, k; beside a fickle one of value a, 1 xor a (the firm heaps
        have values of 2 or more)."""
        return rest.value if rest.firm else rest.value ^ 1

    def counts(self, start: int, stop: int) -> Mapping[Any, int]:
        """The classes of the first sizes first."""
        found = {_type(value): count for value, count in super().counts(start, stop).items()}
        first = map(self.of, range(start, min(stop, start + len(found))))
        return {q: found[q] for q in dict.fromkeys([*first, *sorted(found)])}

    def lost(self, start: int, stop: int, heaps: int = 1, *, ordered: bool = False) -> int:
        return HeapClasses.lost(self, start, stop, heaps, ordered=ordered)

    def lost_alone(self, stop: int | None) -> Places:
        return self.of_value(1, stop)


def _type(value: int) -> Type:
    return Type(value > 1, value)


def misere_classes(
    sizes: Mapping[Rule, Sequence[int]], means: Means, watcher: Watcher = no_progress
) -> Mapping[Rule, HeapClasses]:
    """The classes of the heaps of each rule, given by their sizes; NotKnown where they cannot be
    multiplied. Those of small heaps are found without a law, unless ``means.law_first``."""
    if means.singly:
        return _or_by_search(sizes, means, watcher)
    means = replace(means, budget=means.budget / max(len(sizes), 1))
    found = {rule: _of_rule(rule, mine, means, watcher) for rule, mine in sizes.items()}
    if len(found) > 1 and any(not isinstance(each.monoid, Types) for each in found.values()):
        return _joint(list(found), max(map(max, sizes.values())), means.budget, watcher)
    return found


def _or_by_search(
    sizes: Mapping[Rule, Sequence[int]], means: Means, watcher: Watcher
) -> Mapping[Rule, HeapClasses]:
    """By laws or, where these do not tell the classes of all heaps, by what they reach."""
    by_laws = replace(means, singly=False, budget=(1 - SEARCH_SHARE) * means.budget)
    try:
        found = misere_classes(sizes, by_laws, watcher)
        for rule, mine in sizes.items():
            found[rule].of_all(mine)
    except NotKnown as why:
        from mexplore.discover.questions.misere_sums import BySearch, SumsOfHeaps

        rest = replace(means, budget=SEARCH_SHARE * means.budget)
        sums = SumsOfHeaps(list(sizes), rest, watcher, str(why))
        return {rule: BySearch(sums, number) for number, rule in enumerate(sizes)}
    return found


def _of_rule(rule: Rule, sizes: Sequence[int], means: Means, watcher: Watcher) -> HeapClasses:
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
    warrant = Warrant("proved", f"{law.statement()} ({finding.theorem})")
    if isinstance(law, ClassesOfHeaps):
        return ByLaw(rule, law, warrant)
    assert isinstance(law, PlayedAsNim)
    from mexplore.discover.heaps.values import answers

    own = Means(budget=budget, law_first=means.law_first)
    return TypesByValues(answers(rule, sizes, own, watcher), warrant)


def _joint(
    rules: list[Rule], largest: int, budget: float, watcher: Watcher
) -> Mapping[Rule, HeapClasses]:
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
    warrant = Warrant("proved", words)
    return {
        rule: ByLaw(rule, _of_one(law, joint, which), warrant) for which, rule in enumerate(rules)
    }


def _of_one(law: ClassesOfHeaps, joint: Joint, which: int) -> ClassesOfHeaps:
    """The classes of the heaps of one of several rules."""
    largest = len(law.listed) // len(joint.rules)
    listed = [law.class_of(joint.number(which, n)) for n in range(1, largest + 1)]
    if isinstance(law, Quotient):
        return Quotient(law.table, law.lost_classes, tuple(listed), 0, law.answers)
    return Types(tuple(listed), 0)
