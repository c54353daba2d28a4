"""Whether two rules lose the same sums of heaps under misère play.

Let Φ and Ψ be the classes of heaps under two rules. The pairs (Φ(x), Ψ(x)) of all sums x of heaps
of at most N tokens are the products of those of single heaps. So the two rules lose the same sums
of such heaps exactly if every pair so generated is lost on both sides or on neither. Where both
laws speak of all heaps, the pairs of heaps repeat with lcm(p, q) from the larger preperiod on, and
the first heaps, to the end of that period, decide of all.

Where both rules are played as Nim by their nim-values (Theorem 7), they lose the same sums exactly
if these values are equal: equal values are equal types. For the converse let n be the least heap
whose values a < b differ. Under the second rule n has an option of value a, a heap m < n (options
are single heaps). If a >= 2, n + m is lost under the first rule only. If a = 0 and b = 1, n alone
is lost under the second rule only; if a = 1, n alone under the first only. If a = 0 and b >= 2,
some m < n has the value 1, under both rules, and n + m is lost under the first rule only. ∎
"""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm
from typing import TYPE_CHECKING, Any

from mexplore.discover.misere.check import periodic_values
from mexplore.discover.misere.patterns.pattern import ClassesOfHeaps
from mexplore.discover.misere.patterns.types import PlayedAsNim, Type, Types
from mexplore.discover.misere.study import MisereStudy, study_misere
from mexplore.discover.questions.compare import compare
from mexplore.discover.questions.groups import Group, Grouping
from mexplore.discover.study.kind import NotKnown
from mexplore.discover.study.limits import Limits, uninterrupted
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Progress, Watcher, grundy_values, no_progress
from mexplore.rules.misere.game import Misere

if TYPE_CHECKING:
    from mexplore.rules.rule import Heaps, Rule, Values

MOST_PAIRS = 200_000
MOST_HEAPS = 10**6
STAGE = "heaps compared"
FOR_A_LAW = 0.4  # of the budget, for each of the rules
FOR_VALUES = 0.1  # and for the nim-values of each, where they tell the classes


@dataclass(frozen=True)
class SameSums:
    """A smallest sum that one rule loses and the other does not, if there is one, with whether the
    first rule loses it; that sums of heaps up to ``last`` were compared; and why the same sums are
    lost of all heaps, where they are."""

    difference: Heaps | None
    first_loses: bool
    last: int
    why: str = ""

    @property
    def equal(self) -> bool:
        """Whether no sum was found that only one of the rules loses."""
        return self.difference is None

    @property
    def for_all(self) -> bool:
        """Whether they are proved to lose the same sums of all heaps."""
        return self.why != ""


def compare_sums(
    first: Rule, second: Rule, last: int, budget: float, watcher: Watcher = no_progress
) -> SameSums:
    """Compare the sums of heaps up to ``last``, or up to where the classes of both are known.

    >>> from mexplore.rules.notation import parse_rule
    >>> one = parse_rule("0.77")
    >>> compare_sums(one, parse_rule("0.75"), 100, 10).difference
    (3,)
    >>> compare_sums(parse_rule("0.3"), parse_rule("subtract(1)"), 100, 10).equal
    True
    """
    if first == second:
        return SameSums(None, False, last, "they are the same rule")
    found = [_studied(rule, FOR_A_LAW * budget, watcher) for rule in (first, second)]
    return _of_studies(found, last, budget, watcher)


def group_by_sums(
    rules: Sequence[Rule], last: int, budget: float, watcher: Watcher = no_progress
) -> Grouping:
    """The rules in groups that lose the same sums, each compared with the first one of a group.

    >>> from mexplore.rules.notation import parse_rule
    >>> found = group_by_sums([parse_rule(t) for t in ("0.44", "0.77", "0.46")], 100, 60)
    >>> [[str(rule) for rule in each.rules] for each in found.groups]
    [['0.44', '0.46'], ['0.77']]
    """
    each = budget / max(len(rules), 1)
    studies = {rule: _studied(rule, FOR_A_LAW * each, watcher) for rule in dict.fromkeys(rules)}
    groups: list[Group] = []
    for rule, study in studies.items():
        for i, (head, group) in enumerate([(group.rules[0], group) for group in groups]):
            found = _of_studies([studies[head], study], last, each, watcher)
            if found.equal:
                (alike, *others), stop = group.classes, found.last + 1
                more = [(*alike, rule), *others] if found.for_all else [alike, *others, (rule,)]
                groups[i] = Group(tuple(more), min(group.stop or stop, stop))
                break
        else:
            groups.append(Group(((rule,),), None))
    return Grouping(tuple(groups), ())


def _studied(rule: Rule, seconds: float, watcher: Watcher) -> MisereStudy:
    limits = Limits(seconds)
    return uninterrupted(study_misere(Misere(rule), limits, watcher, with_values=False))


def _of_studies(found: list[MisereStudy], last: int, budget: float, watcher: Watcher) -> SameSums:
    """What two studies say of their rules."""
    first, second = (each.misere.rule for each in found)
    if all(isinstance(each.law, PlayedAsNim) for each in found):
        return _by_values(first, second, last, budget, watcher)
    classes = [_classes(each, last, FOR_VALUES * budget, watcher) for each in found]
    whole = (
        _end_of_all(*(law for law, _ in classes)) if all(all_of for _, all_of in classes) else None
    )
    if whole is not None and whole <= MOST_HEAPS:
        compared = max(last, whole)
    else:
        whole, compared = None, min(last, *(law.reach or last for law, _ in classes))
    if compared < 1:
        raise NotKnown(f"no sum of heaps of {first} or {second} is decided under misère play")
    laws = [law for law, _ in classes]
    difference = _first_difference(laws[0], laws[1], min(compared, whole or compared), watcher)
    if difference is not None:
        return SameSums(difference, laws[0].lost(difference), compared)
    return SameSums(None, False, compared, "their proved laws agree" * (whole is not None))


def _by_values(first: Rule, second: Rule, last: int, budget: float, watcher: Watcher) -> SameSums:
    """Both are played as Nim by their nim-values."""
    found = compare(first, second, last, budget, watcher)
    n = found.first_difference if found.first_difference is not None else found.later
    if n is None:
        by = "both are played as Nim, and their nim-values are equal" * found.for_all
        return SameSums(None, False, found.stop - 1, by)
    if n >= MOST_HEAPS:
        raise NotKnown(f"the nim-values of {first} and {second} differ first at {n}")
    one, other = (_types_of(grundy_values(rule, n + 1, watcher)) for rule in (first, second))
    sums: list[Heaps] = [(n,), *((m, n) for m in range(1, n))]  # one of these, by the theorem above
    difference = next(heaps for heaps in sums if one.lost(heaps) != other.lost(heaps))
    return SameSums(difference, one.lost(difference), found.stop - 1)


def _types_of(values: Values, period: int = 0) -> Types:
    """The types of the heaps 1, 2, ... by their nim-values."""
    return Types(tuple(Type(value > 1, value) for value in values.tolist()[1:]), period)


def _classes(
    study: MisereStudy, last: int, seconds: float, watcher: Watcher
) -> tuple[ClassesOfHeaps, bool]:
    """The classes of heaps, and whether the law tells those of all heaps. The types of heaps that
    are played as Nim by their nim-values repeat as these do."""
    law, rule = study.law, study.misere.rule
    if isinstance(law, ClassesOfHeaps):
        return law, law.reach is None
    if not isinstance(law, PlayedAsNim):
        raise NotKnown(f"nothing is known of {rule} under misère play")
    repeats = periodic_values(rule, seconds, watcher)
    if repeats is not None and not repeats[0].saltus and repeats[0].preperiod < MOST_HEAPS:
        first, period = max(repeats[0].preperiod, 1), repeats[0].period
        if first + period <= MOST_HEAPS:
            return _types_of(grundy_values(rule, first + period, watcher), period), True
    last = min(max(last, 1), MOST_HEAPS)
    return _types_of(grundy_values(rule, last + 1, watcher)), False


def _end_of_all(one: ClassesOfHeaps, other: ClassesOfHeaps) -> int:
    """The heaps up to this one have all the pairs of classes that any heap has."""
    longer = max(one.preperiod, other.preperiod)
    return longer + lcm(one.repeats_with, other.repeats_with) - 1


def _first_difference(
    one: ClassesOfHeaps, other: ClassesOfHeaps, last: int, watcher: Watcher
) -> Heaps | None:
    """A sum of heaps up to ``last`` that exactly one of them loses, with a largest heap as small
    as possible; None if there is none."""
    start = one.one, other.one
    sums: dict[tuple[Any, Any], Heaps] = {start: ()}
    generators: list[tuple[tuple[Any, Any], int]] = []

    def times(a: tuple[Any, Any], b: tuple[Any, Any]) -> tuple[Any, Any]:
        return one.product(a[0], b[0]), other.product(a[1], b[1])

    for n in range(1, last + 1):
        watcher(Progress(STAGE, n, last))
        pair = (one.class_of(n), other.class_of(n))
        if pair == start or any(pair == known for known, _ in generators):
            continue
        generators.append((pair, n))
        # The products with the new generator, shortest sums first.
        level = [(times(before, pair), (*heaps, n)) for before, heaps in sums.items()]
        level.sort(key=lambda each: len(each[1]))
        while level:
            following = []
            for product, heaps in level:
                if product in sums:
                    continue
                if one.is_lost(product[0]) != other.is_lost(product[1]):
                    return tuple(sorted(heaps))
                sums[product] = heaps
                if len(sums) > MOST_PAIRS:
                    many = f"have more than {MOST_PAIRS} pairs of classes"
                    raise NotKnown(f"the sums of heaps up to {n} {many}")
                following += [(times(product, g), (*heaps, m)) for g, m in generators]
            level = following
    return None
