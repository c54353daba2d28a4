"""Which moves from one heap leave a given value, also where there are 10^18 of them.

A move leaves heaps; its value is the xor of theirs. Three ways lead to the moves of a value t:

* all options are listed, where there are few;
* options of one heap that fill an interval: those of value t are counted by the closed form, and
  the i-th is found by bisection;
* the splits of a huge heap are counted class by class of a periodic law
  (`discover.questions.splits`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import islice, pairwise
from math import lcm
from operator import xor
from typing import TYPE_CHECKING

from discover.questions.splits import classes_of_value
from discover.questions.where import Occurrences
from rules.errors import TooLarge
from rules.families.interval.rule import Interval
from rules.families.subtraction.rule import Subtraction
from rules.families.take_and_break.digit import Count
from rules.families.take_and_break.rule import TakeAndBreak
from rules.families.union.rule import Union
from rules.rule import Heaps
from rules.sets.multiples import Multiples
from rules.sets.odd import Odd

if TYPE_CHECKING:
    from discover.pattern import ClosedForm
    from discover.questions.values import Answers
    from rules.rule import Rule

MOST_OPTIONS = 100_000  # so many options are listed
MOST_COMPARED = 1_000_000  # so many are compared with one move
SOME_OPTIONS = 10_000  # so many are looked at where all are too many
LONGEST_TAKE = 1 << 20  # members of a dense set are listed so far
LONGEST_ARRAY = 1 << 25  # so many values are written out to find the splits of a heap


class TooManyMoves(Exception):
    """The moves can neither be listed nor grouped; the text says why."""


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

    >>> from discover.questions.values import answers
    >>> from rules.notation import parse_rule
    >>> kayles = parse_rule("0.77")
    >>> [list(group) for group in moves_to_value(kayles, 10, 0, answers(kayles, [10]))]
    [[(1, 8)], [(2, 7)], [(3, 6)], [(4, 4)]]
    """
    listed = _listed(rule, n)
    if listed is not None:
        return _alone(_of_value(listed, value, known))
    return _grouped(rule, n, value, known)


def is_move(rule: Rule, n: int, heaps: Sequence[int]) -> bool:
    """Whether a heap of n may become these nonempty heaps.

    >>> is_move(TakeAndBreak.parse("0.77"), 10**30, (1, 10**30 - 3))
    True
    """
    left = sum(heaps)
    if any(h < 1 for h in heaps) or any(h >= n for h in heaps):
        return False
    match rule:
        case Union():
            return any(is_move(part, n, heaps) for part in rule.parts)
        case TakeAndBreak():
            return left - n <= len(rule.adding) and _may_leave(rule, n - left, heaps)
        case Subtraction():
            return len(heaps) <= 1 and n - left in rule
        case Interval():
            return len(heaps) <= 1 and left in rule.results(n)
        case _:
            return _is_among(rule.options(n), tuple(sorted(heaps)))


def _is_among(options: Iterator[Heaps], wanted: Heaps) -> bool:
    """Whether one of the options is the wanted one, in any order of heaps."""
    for number, option in enumerate(options):
        if tuple(sorted(option)) == wanted:
            return True
        if number == MOST_COMPARED:
            raise TooManyMoves(f"more than {MOST_COMPARED} options would have to be compared")
    return False


def _may_leave(rule: TakeAndBreak, removed: int, heaps: Sequence[int]) -> bool:
    suffix = rule.digit(removed).suffix(len(heaps))
    different = len(set(heaps))
    if suffix is None or len(heaps) < 2 or not suffix:
        return suffix is not None
    if suffix == "!":
        return different == len(heaps)
    return (different == 1) == (suffix == "=")


def _listed(rule: Rule, n: int) -> list[Heaps] | None:
    """Every different option, if they are few enough; None otherwise."""
    options = list(islice(first_options(rule, n), MOST_OPTIONS + 1))
    if len(options) > MOST_OPTIONS or (_is_dense(rule) and n > LONGEST_TAKE):
        return None
    return sorted({tuple(sorted(option)) for option in options})


def first_options(rule: Rule, n: int) -> Iterator[Heaps]:
    """Options of n; all of them, but of the members of a dense set the small ones alone, as
    otherwise it may have to be written out to be listed."""
    if isinstance(rule, Subtraction) and _is_dense(rule):
        return (_one(n - s) for s in rule.upto(min(n, LONGEST_TAKE)))
    try:
        return rule.options(n)
    except TooLarge as error:
        raise TooManyMoves(str(error)) from None


def _is_dense(rule: Rule) -> bool:
    return isinstance(rule, Subtraction) and any(part.dense for part in rule.named)


def some_moves_to_value(
    rule: Rule, n: int, value: int, known: Answers, most: int = 20
) -> list[Heaps]:
    """A few among the first options of n that leave this value, where all are too many."""
    options = {tuple(sorted(option)) for option in islice(first_options(rule, n), SOME_OPTIONS)}
    return sorted(_of_value(options, value, known))[:most]


def _of_value(options: Iterable[Heaps], value: int, known: Answers) -> list[Heaps]:
    options = list(options)
    sizes = sorted({h for option in options for h in option})
    values = dict(zip(sizes, known.at_all(sizes), strict=True))
    return [o for o in options if reduce(xor, (values[h] for h in o), 0) == value]


def _alone(results: Iterable[Heaps]) -> list[Group]:
    return [Group(1, (result,)) for result in results]


def _grouped(rule: Rule, n: int, value: int, known: Answers) -> list[Group]:
    """The moves of this value where there are too many options to list."""
    match rule:
        case Union():
            return _of_parts(rule, n, value, known)
        case TakeAndBreak() if not rule.period:
            return [g for j in rule.digits for g in _of_digit(rule, j, n, value, known)]
        case Interval():
            return _in_range(rule.results(n), value, known)
        case Subtraction() if rule.missing is not None:
            ends = [n, *(n - s for s in sorted(rule.missing) if s <= n), -1]
            ranges = [range(low + 1, high) for high, low in pairwise(ends)]
            return [g for r in reversed(ranges) for g in _in_range(r, value, known)]
        case Subtraction() if all(isinstance(part, Odd | Multiples) for part in rule.named):
            return _of_classes(rule, n, value, known)
        case _:
            return _among_positions(rule, n, value, known)


def _of_parts(rule: Union, n: int, value: int, known: Answers) -> list[Group]:
    """The moves of each part but those of an earlier one."""
    listed = [(part, _listed(part, n)) for part in rule.parts]
    many = [part for part, options in listed if options is None]
    if len(many) > 1:
        raise TooManyMoves("several parts of the rule have too many moves to be listed")
    few = {option for _, options in listed for option in options or ()}
    few = {option for option in few if not any(is_move(part, n, option) for part in many)}
    found = _alone(sorted(_of_value(few, value, known)))
    return found + [g for part in many for g in _grouped(part, n, value, known)]


def _in_range(sizes: range, value: int, known: Answers) -> list[Group]:
    """The heaps of this value among all m of an interval."""
    low, high = max(sizes.start, 0), sizes.stop
    if low >= high:
        return []
    form = known.ground(high).form
    count = form.count_of(value, high) - (form.count_of(value, low) if low else 0)
    return [_counted(form, value, low, count)] if count else []


def _counted(form: ClosedForm, value: int, low: int, count: int) -> Group:
    positions = Occurrences(form, value)
    before = form.count_of(value, low) if low else 0
    return _made(count, lambda i: _one(positions.nth(before + i + 1)))


def _among_positions(rule: Rule, n: int, value: int, known: Answers) -> list[Group]:
    """The heaps of this value below n to which there is a move, where few heaps have the value."""
    form = known.ground(n).form
    count = form.count_of(value, n)
    if count > MOST_OPTIONS:
        raise TooManyMoves(f"a heap of {n} has too many options to be listed")
    positions = Occurrences(form, value)
    sizes = (positions.nth(k) for k in range(1, count + 1))
    return _alone(_one(m) for m in sizes if is_move(rule, n, _one(m)))


def _of_classes(rule: Subtraction, n: int, value: int, known: Answers) -> list[Group]:
    """The heaps m of this value with n - m in a set of residue classes and finitely many more.

    By a law of period p from n0 on both depend, for m >= n0, on m modulo P, a common multiple of
    p and the moduli, as long as n - m is in one of the classes."""
    form = known.ground(n).form
    moduli = (part.step if isinstance(part, Multiples) else 2 for part in rule.named)
    law = form.eventual_steps()
    if law is None or not law.repeats or (period := lcm(law.period, *moduli)) > MOST_OPTIONS:
        return _among_positions(rule, n, value, known)
    n0 = law.preperiod
    firsts = range(min(n0 + period, n))
    values = form.at_many(firsts)
    groups = []
    for m in (m for m, v in zip(firsts, values, strict=True) if v == value):
        if any(n - m in part for part in rule.named):
            count = 1 if m < n0 else (n - 1 - m) // period + 1
            groups.append(_made(count, lambda i, m=m: _one(m + i * period)))  # type: ignore[misc]
    single = (n - s for s in rule.members if s <= n and not any(s in part for part in rule.named))
    return groups + _alone(_of_value(map(_one, single), value, known))


def _one(size: int) -> Heaps:
    return (size,) if size else ()


# Splits.


def _of_digit(rule: TakeAndBreak, j: int, n: int, value: int, known: Answers) -> list[Group]:
    """The moves of this value that remove j tokens."""
    found: list[Group] = []
    rest = n - j
    digit = rule.digit(j)
    if rest < 0:
        return found
    if digit.more is not None and rest > MOST_OPTIONS:
        raise TooManyMoves("the rule allows any number of heaps")
    for count, suffix in digit.counts(rest):
        if count < 2:
            found += _alone(_of_value([_one(rest)], value, known))
        elif suffix == "=":
            equal = [(rest // count,) * count] if rest % count == 0 else []
            found += _alone(_of_value(equal, value, known))
        else:
            found += _splits(rest, (count, suffix), value, known)
    return found


def _splits(total: int, into: Count, value: int, known: Answers) -> list[Group]:
    """The splits of this value into a number of heaps, two or more, under its suffix."""
    form = known.ground(total).form
    count, suffix = into
    law = form.eventual_steps()
    if law and law.repeats and total > count * (law.preperiod + law.period + 1):
        classes = classes_of_value(form, total, count, suffix, value)
        if classes is not None:
            return [Group(splits.count(), splits) for splits in classes]
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
