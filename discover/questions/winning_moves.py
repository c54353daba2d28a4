"""Which moves from one heap leave a given value, also where there are 10^18 of them.

A move leaves heaps; its value is the xor of theirs. Three ways lead to the moves of a value t:

* all options are listed, where there are few;
* options of one heap that fill an interval: those of value t are counted by the closed form, and
  the i-th is found by bisection;
* the splits of a huge heap are counted class by class of a periodic law
  (`discover.questions.splits`), or pair by pair of intervals where each value stands in few of them
  (`discover.questions.splits_by_intervals`), or bit by bit of a law that goes on by equal steps
  (`discover.questions.split_steps`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from math import lcm
from operator import xor
from typing import TYPE_CHECKING

from mexplore.discover.questions.split_steps import splits_by_steps
from mexplore.discover.questions.splits import classes_of_value
from mexplore.discover.questions.splits_by_intervals import splits_by_intervals
from mexplore.discover.questions.where import Occurrences
from mexplore.discover.study.kind import NotKnown
from mexplore.rules.errors import TooLarge, TooManyMoves
from mexplore.rules.moves.option_sets import (
    AnyOf,
    Beyond,
    Listed,
    OptionSet,
    Pairs,
    Partitions,
    Removed,
    one,
    option_sets_of,
)
from mexplore.rules.rule import Heaps

if TYPE_CHECKING:
    from mexplore.discover.heaps.values import Answers
    from mexplore.discover.study.pattern import ClosedForm
    from mexplore.rules.rule import Rule

MOST_OPTIONS = 100_000  # options that are listed
SOME_OPTIONS = 10_000  # options that are examined where all are too many
SHOWN = 20  # of these that are shown
LONGEST_ARRAY = 1 << 25  # values that are written out to find the splits of a heap


@dataclass(frozen=True, eq=False)
class Group:
    """``count`` results of moves that are alike, at least one: ``results`` holds each once, its
    heaps in increasing order, and gives the first ones without making all."""

    count: int
    results: Iterable[Heaps]

    def __iter__(self) -> Iterator[Heaps]:
        return iter(self.results)

    @property
    def example(self) -> Heaps:
        """One of the results."""
        return next(iter(self.results))


@dataclass(frozen=True)
class _Made:
    """Results number 0, 1, ..., count - 1, each made when it is asked for."""

    count: int
    result: Callable[[int], Heaps]

    def __iter__(self) -> Iterator[Heaps]:
        return (self.result(i) for i in range(self.count))


def _made(count: int, result: Callable[[int], Heaps]) -> Group:
    return Group(count, _Made(count, result))


def moves_to_value(rule: Rule, n: int, value: int, known: Answers) -> list[Group]:
    """The moves from a heap of n that leave this value, each different result in one group once.

    Raises TooManyMoves, and NotKnown where values of options are not known.

    >>> from mexplore.discover.heaps.values import answers
    >>> from mexplore.rules.notation import parse_rule
    >>> kayles = parse_rule("0.77")
    >>> [list(group) for group in moves_to_value(kayles, 10, 0, answers(kayles, [10]))]
    [[(1, 8)], [(2, 7)], [(3, 6)], [(4, 4)]]
    """
    found = find_moves(rule, n, value, known)
    if found.missing is not None:
        raise found.missing
    return found.groups


@dataclass(frozen=True)
class Found:
    """Moves in groups, and why some are missing: in place of the splits that were not counted
    there are examples."""

    groups: list[Group]
    missing: Exception | None = None


def find_moves(rule: Rule, n: int, value: int, known: Answers) -> Found:
    """The moves from a heap of n that leave this value: each kind of options for itself, so that
    moves to single heaps are found where splits are too many."""
    listed = [(part, part.listed_options(n, MOST_OPTIONS)) for part in rule.alternatives()]
    many = [part for part, options in listed if options is None]
    few = {option for _, options in listed for option in options or ()}
    few = {option for option in few if not any(part.is_move(n, option) for part in many)}
    groups = _alone(sorted(_of_value(few, value, known)))
    missing: Exception | None = None
    for number, part in enumerate(many):
        try:
            for options in option_sets_of(part, n):
                found = _if_known(options, value, known)
                missing = missing or found.missing
                groups += [g for group in found.groups for g in _new(group, many[:number], n)]
        except (TooManyMoves, TooLarge) as why:
            missing = missing or why
    return Found(groups, missing)


def _new(group: Group, before: Sequence[Rule], n: int) -> list[Group]:
    """The results that are no moves of the parts of the rule before."""
    if not before:
        return [group]
    if group.count > SOME_OPTIONS:
        raise TooManyMoves("several parts of the rule have too many moves to be compared")
    return _alone(to for to in group if not any(part.is_move(n, to) for part in before))


def _if_known(options: OptionSet, value: int, known: Answers) -> Found:
    """The moves of one set, or some of them and why not all."""
    try:
        if isinstance(options, Beyond):
            raise TooManyMoves(options.reason)
        return Found(_of_set(options, value, known))
    except (TooManyMoves, TooLarge, NotKnown) as why:
        return Found(_alone(_some(options, value, known)), why)


def _some(options: OptionSet, value: int, known: Answers) -> list[Heaps]:
    """A few moves of a set of splits that is too large, as far as the values are known."""
    match options:
        case Beyond(some=some):
            first = some()
        case Partitions(total, count, suffix):
            ones = (1,) * (count - 2)
            rest = total - len(ones)
            pairs = ((*ones, a, rest - a) for a in range(1, rest // 2 + 1))
            first = (to for to in pairs if not suffix or len(set(to)) == count)
        case _:
            return []
    examined = {tuple(sorted(to)) for to in islice(first, SOME_OPTIONS)}
    try:
        return sorted(_of_value(examined, value, known))[:SHOWN]
    except (NotKnown, TooLarge):
        return []


def _first_options(rule: Rule, n: int) -> Iterator[Heaps]:
    try:
        return rule.first_options(n)
    except TooLarge as error:
        raise TooManyMoves(str(error)) from None


def some_moves_to_value(
    rule: Rule, n: int, value: int, known: Answers, most: int = SHOWN
) -> list[Heaps]:
    """A few among the first options of n that leave this value, where all are too many."""
    options = {tuple(sorted(option)) for option in islice(_first_options(rule, n), SOME_OPTIONS)}
    return sorted(_of_value(options, value, known))[:most]


def _of_value(options: Iterable[Heaps], value: int, known: Answers) -> list[Heaps]:
    options = list(options)
    sizes = sorted({h for option in options for h in option})
    values = dict(zip(sizes, known.at_all(sizes), strict=True))
    return [o for o in options if reduce(xor, (values[h] for h in o), 0) == value]


def _alone(results: Iterable[Heaps]) -> list[Group]:
    return [Group(1, (result,)) for result in results]


def _of_sets(sets: Iterable[OptionSet], value: int, known: Answers) -> list[Group]:
    """The moves of this value in sets of options that have no result in common."""
    return [group for options in sets for group in _of_set(options, value, known)]


def _of_set(options: OptionSet, value: int, known: Answers) -> list[Group]:
    match options:
        case Listed(listed):
            return _alone(_of_value(listed, value, known))
        case AnyOf(sizes):
            return _in_range(sizes, value, known)
        case Removed(modulus=None):
            return _among_positions(options, value, known)
        case Removed():
            return _of_classes(options, value, known)
        case Partitions():
            return _splits(options, value, known)
        case Pairs(totals):
            return _pairs(totals, value, known)
        case Beyond(reason):
            raise TooManyMoves(reason)


def _in_range(sizes: range, value: int, known: Answers) -> list[Group]:
    """The heaps of this value among all m of an interval."""
    low, high = max(sizes.start, 0), sizes.stop
    if low >= high:
        return []
    form = known.best_for(high).form
    count = form.count_of(value, high) - (form.count_of(value, low) if low else 0)
    return [_counted(form, value, (low, high), count)] if count else []


def _counted(form: ClosedForm, value: int, ends: tuple[int, int], count: int) -> Group:
    low, high = ends
    positions = Occurrences(form, value, high)
    before = form.count_of(value, low) if low else 0
    return _made(count, lambda i: one(positions.nth(before + i + 1)))


def _among_positions(removed: Removed, value: int, known: Answers) -> list[Group]:
    """The heaps of this value below n to which there is a move, where few heaps have the value."""
    n, form = removed.n, known.best_for(removed.n).form
    count = form.count_of(value, n)
    if count > MOST_OPTIONS:
        raise TooManyMoves(f"a heap of {n} has too many options to be listed")
    positions = Occurrences(form, value, n)
    sizes = (positions.nth(k) for k in range(1, count + 1))
    return _alone(one(m) for m in sizes if removed.among(n - m))


def _of_classes(removed: Removed, value: int, known: Answers) -> list[Group]:
    """The heaps m of this value with n - m in a set of residue classes.

    By a law of period p from n0 on both depend, for m >= n0, on m modulo P, a common multiple of
    p and the modulus, as long as n - m is in one of the classes."""
    n, form = removed.n, known.best_for(removed.n).form
    modulus = removed.modulus or 1
    law = form.eventual_steps()
    if law is None or not law.repeats or (period := lcm(law.period, modulus)) > MOST_OPTIONS:
        return _among_positions(removed, value, known)
    n0 = law.preperiod
    firsts = range(min(n0 + period, n))
    values = form.at_many(firsts)
    groups = []
    for m in (m for m, v in zip(firsts, values, strict=True) if v == value):
        if removed.among(n - m):
            count = 1 if m < n0 else (n - 1 - m) // period + 1
            groups.append(_made(count, lambda i, m=m: one(m + i * period)))  # type: ignore[misc]
    return groups


def _pairs(totals: range, value: int, known: Answers) -> list[Group]:
    """The splits in two of this value of any of these totals."""
    found = splits_by_intervals(known.best_for(totals[-1]).form, totals, value)
    if found is not None:
        return [Group(splits.count(), splits) for splits in found]
    if totals[-1] - totals[0] >= MOST_OPTIONS:
        raise TooManyMoves(f"splits of {totals[0]}, ..., {totals[-1]} are too many to be tried")
    return [group for total in totals for group in _splits(Partitions(total, 2), value, known)]


def _splits(split: Partitions, value: int, known: Answers) -> list[Group]:
    """The splits of this value into a number of heaps, two or more, under its suffix."""
    total, count, suffix = split.total, split.count, split.suffix
    form = known.best_for(total).form
    if count == 2 and not suffix:
        pairs = splits_by_intervals(form, range(total, total + 1), value)
        if pairs is not None:
            return [Group(splits.count(), splits) for splits in pairs]
    law = form.eventual_steps()
    if law and law.repeats and total > count * (law.preperiod + law.period + 1):
        classes = classes_of_value(form, total, count, suffix, value)
        if classes is not None:
            return [Group(splits.count(), splits) for splits in classes]
    by_steps = splits_by_steps(form, total, suffix, value) if count == 2 else None
    if by_steps is not None:
        return [
            Group(1, (to,)) if isinstance(to, tuple) else Group(to.count, to) for to in by_steps
        ]
    if count > 2 or total > LONGEST_ARRAY:
        raise TooManyMoves(f"the splits of {total} into {count} are too many to be tried")
    top = (total - 1) // 2 if suffix else total // 2
    return _pairs_by_values(form, total, top, value) if top else []


def _pairs_by_values(form: ClosedForm, total: int, top: int, value: int) -> list[Group]:
    values = form.prefix(total)
    # By definition [a for a in range(1, top + 1) if values[a] ^ values[total - a] == value].
    first = values[1 : top + 1] ^ values[total - top :][::-1]
    found = (first == value).nonzero()[0] + 1
    if not len(found):
        return []
    return [_made(len(found), lambda i: (int(found[i]), total - int(found[i])))]
