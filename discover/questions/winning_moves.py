"""Which moves from one heap of a sum win, also where there are 10^18 of them.

A move wins if what it leaves is lost together with the other heaps. In normal play it then has a
certain value t, the xor of the values of its heaps. Three ways lead to such moves:

* all options are listed, where there are few;
* options of one heap that fill an interval: those of value t are counted by the closed form, and
  the i-th is found by bisection;
* the splits of a huge heap are counted class by class of a periodic law, or bit by bit of a law
  that goes on by equal steps (`discover.questions.splits`), or pair by pair of intervals where each
  value stands in few of them (`discover.questions.splits_by_intervals`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from math import lcm
from typing import TYPE_CHECKING, Any

from mexplore.discover.questions.splits import classes_of_value, splits_by_steps
from mexplore.discover.questions.splits_by_intervals import splits_by_intervals
from mexplore.discover.questions.where import Occurrences
from mexplore.discover.study.kind import NotKnown
from mexplore.rules.dataclass import dataclass
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
    from mexplore.discover.questions.classes import HeapClasses
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


def made(count: int, result: Callable[[int], Heaps]) -> Group:
    """The results number 0, 1, ..., count - 1, each made when it is asked for."""
    return Group(count, _Made(count, result))


@dataclass(frozen=True)
class Found:
    """Moves in groups, and why some are missing: in place of the splits that were not counted
    there are examples."""

    groups: list[Group]
    missing: Exception | None = None


def find_moves(known: HeapClasses, n: int, rest: Any) -> Found:
    """The moves from a heap of n that win together with a sum of class ``rest``: each kind of
    option is treated by itself, so that moves to single heaps are found where splits are too many.
    Each different result is in one group, once.

    >>> from mexplore.discover.heaps.values import answers
    >>> from mexplore.discover.questions.classes import NimValues
    >>> from mexplore.rules.notation import parse_rule
    >>> kayles = NimValues(answers(parse_rule("0.77"), [10]))
    >>> [list(group) for group in find_moves(kayles, 10, 0).groups]
    [[(1, 8)], [(2, 7)], [(3, 6)], [(4, 4)]]
    """
    listed = [(part, part.listed_options(n, MOST_OPTIONS)) for part in known.rule.alternatives()]
    many = [part for part, options in listed if options is None]
    few = {option for _, options in listed for option in options or ()}
    few = {option for option in few if not any(part.is_move(n, option) for part in many)}
    groups = alone(sorted(known.winning_among(few, rest)))
    missing: Exception | None = None
    for number, part in enumerate(many):
        try:
            for options in option_sets_of(part, n):
                found = _if_known(options, rest, known)
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
    return alone(to for to in group if not any(part.is_move(n, to) for part in before))


def _if_known(options: OptionSet, rest: Any, known: HeapClasses) -> Found:
    """The moves of one set, or some of them and why not all."""
    try:
        if isinstance(options, Beyond):
            raise TooManyMoves(options.reason)
        if isinstance(options, Listed):
            return Found(alone(known.winning_among(options.options, rest)))
        return Found(known.winning_in(options, rest))
    except (TooManyMoves, TooLarge, NotKnown) as why:
        return Found(alone(_some(options, rest, known)), why)


def _some(options: OptionSet, rest: Any, known: HeapClasses) -> list[Heaps]:
    """A few moves of a set of splits that is too large, as far as the classes are known."""
    match options:
        case Beyond(some=some):
            first = some()
        case Partitions(total, count, suffix):
            ones = (1,) * (count - 2)
            left = total - len(ones)
            pairs = ((*ones, a, left - a) for a in range(1, left // 2 + 1))
            first = (to for to in pairs if not suffix or len(set(to)) == count)
        case _:
            return []
    examined = {tuple(sorted(to)) for to in islice(first, SOME_OPTIONS)}
    try:
        return sorted(known.winning_among(examined, rest))[:SHOWN]
    except (NotKnown, TooLarge):
        return []


def some_moves(known: HeapClasses, n: int, rest: Any) -> list[Heaps]:
    """A few that win among the first options of n, where all are too many."""
    try:
        first = known.rule.first_options(n)
    except TooLarge as error:
        raise TooManyMoves(str(error)) from None
    options = {tuple(sorted(option)) for option in islice(first, SOME_OPTIONS)}
    return sorted(known.winning_among(options, rest))[:SHOWN]


def alone(results: Iterable[Any]) -> list[Group]:
    """A group for each result."""
    return [Group(1, (result,)) for result in results]


# Nim-values of sets of options.


def moves_to_value(options: OptionSet, value: int, known: Answers) -> list[Group]:
    """The moves of this value in a set of options, each different result in one group once.

    Raises TooManyMoves, and NotKnown where values of options are not known.
    """
    match options:
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
    raise TooManyMoves("the moves are too many to be tried")


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
    return made(count, lambda i: one(positions.nth(before + i + 1)))


def _among_positions(removed: Removed, value: int, known: Answers) -> list[Group]:
    """The heaps of this value below n to which there is a move, where few heaps have the value."""
    n, form = removed.n, known.best_for(removed.n).form
    count = form.count_of(value, n)
    if count > MOST_OPTIONS:
        raise TooManyMoves(f"a heap of {n} has too many options to be listed")
    positions = Occurrences(form, value, n)
    sizes = (positions.nth(k) for k in range(1, count + 1))
    return alone(one(m) for m in sizes if removed.among(n - m))


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
            groups.append(made(count, lambda i, m=m: one(m + i * period)))  # type: ignore[misc]
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
    return [made(len(found), lambda i: (int(found[i]), total - int(found[i])))]
