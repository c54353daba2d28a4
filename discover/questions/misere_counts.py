"""How many sums of heaps are lost under misère play, exactly, and which heaps are.

Let c(q) be the number of sizes in a range whose class is q. Of the tuples of K sizes as many have
the class q as the K-fold product of c over the monoid says. A multiset takes j of the sizes of
class q in binom(c(q) + j - 1, j) ways, and these have the class q^j; the classes are taken one
after the other. A law of period p tells c for any range by one period.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from math import comb
from typing import Any

from mexplore.discover.misere.patterns.pattern import ClassesOfHeaps
from mexplore.discover.misere.patterns.types import Type
from mexplore.discover.questions.misere_sums import ByNimValues, Classes
from mexplore.discover.study.kind import NotKnown
from mexplore.rules.errors import TooLarge

MOST_STEPS = 10**7
LISTED = 60  # heaps that are lost alone
SHORT = 1000  # tokens of the heaps among which those are looked for, by nim-values
FURTHEST = 10**30


def class_counts(known: Classes, start: int, stop: int) -> Counter[Any]:
    """How many sizes start <= n < stop have each class.

    >>> from mexplore.discover.study.kind import Means
    >>> from mexplore.discover.questions.misere_sums import classes_of
    >>> from mexplore.discover.questions.sums import Component
    >>> from mexplore.rules.notation import parse_rule
    >>> rule = parse_rule("subtract(1, 2)")
    >>> known = classes_of([Component(rule, 8)], Means())[rule]
    >>> {str(q): count for q, count in class_counts(known, 1, 9).items()}
    {'f1': 3, 'F2': 3, 'f0': 2}
    """
    if isinstance(known, ByNimValues):
        form = known.known.best_for(stop).form
        below = Counter(form.counts(stop))
        below.subtract(form.counts(start) if start else {})
        found = {Type(value > 1, value): count for value, count in sorted(below.items()) if count}
        return _in_order(known, start, stop, Counter(found))
    if stop > start:
        known.of(stop - 1)  # NotKnown beyond the reach
    below = _below(known.law, stop)
    below.subtract(_below(known.law, start))
    return +below


def _in_order(known: Classes, start: int, stop: int, found: Counter[Any]) -> Counter[Any]:
    """The classes of the first sizes first."""
    first = dict.fromkeys(known.of(n) for n in range(start, min(stop, start + len(found))))
    return Counter({q: found[q] for q in dict.fromkeys([*first, *found]) if found[q]})


def _below(law: ClassesOfHeaps, stop: int) -> Counter[Any]:
    """How many sizes 0 <= n < stop have each class; those of the periodic part by one period."""
    n0, p = law.preperiod, law.repeats_with
    single = stop if not p else min(stop, n0)
    counts = Counter(law.class_of(n) for n in range(single))
    if p and stop > n0:
        cycles, rest = divmod(stop - n0, p)
        for i in range(p):
            counts[law.class_of(n0 + i)] += cycles + (i < rest)
    return counts


def lost_sums(
    law: ClassesOfHeaps, counts: Mapping[Any, int], heaps: int, *, ordered: bool = False
) -> int:
    """How many sums of this number of heaps are lost: multisets of sizes, or tuples if ``ordered``.

    >>> from mexplore.discover.misere.patterns.types import Types
    >>> f1 = Type(False, 1)  # three heaps that are single moves: 3 or 1 of them are lost
    >>> lost_sums(Types((f1,), 1), {f1: 4}, 3), lost_sums(Types((f1,), 1), {f1: 4}, 3, ordered=True)
    (20, 64)
    """
    if len(counts) ** 2 * heaps**2 > MOST_STEPS:
        raise TooLarge(f"{len(counts)} classes of {heaps} heaps are too many to be counted")
    found = _tuples(law, counts, heaps) if ordered else _multisets(law, counts, heaps)
    return sum(count for q, count in found.items() if law.is_lost(q))


def _tuples(law: ClassesOfHeaps, counts: Mapping[Any, int], heaps: int) -> dict[Any, int]:
    found: dict[Any, int] = {law.one: 1}
    for _ in range(heaps):
        longer: dict[Any, int] = defaultdict(int)
        for a, ways in found.items():
            for q, count in counts.items():
                longer[law.product(a, q)] += ways * count
        found = longer
    return found


def _multisets(law: ClassesOfHeaps, counts: Mapping[Any, int], heaps: int) -> dict[Any, int]:
    found: list[dict[Any, int]] = [{law.one: 1}, *({} for _ in range(heaps))]
    for q, count in counts.items():
        longer: list[dict[Any, int]] = [defaultdict(int) for _ in range(heaps + 1)]
        power = law.one
        for j in range(heaps + 1):
            ways = comb(count + j - 1, j)
            for taken in range(heaps + 1 - j):
                for a, before in found[taken].items():
                    longer[taken + j][law.product(a, power)] += before * ways
            power = law.product(power, q)
        found = longer
    return found[heaps]


def alone(
    known: Classes, stop: int | None, nth: int | None
) -> tuple[list[int], int | None, int | None]:
    """The first heaps that are lost alone, how many there are below ``stop``, and which is number
    ``nth``, where these are given; NotKnown beyond what is known."""
    if isinstance(known, ByNimValues):
        return _of_value_one(known, stop, nth)
    law = known.law
    if stop is not None and stop > 1:
        known.of(stop - 1)
    listed = [n for n in first_lost(law) if stop is None or n < stop]
    count = None if stop is None else lost_heaps_below(law, stop)
    return listed, count, None if nth is None else nth_lost_heap(law, nth)


def _of_value_one(
    known: ByNimValues, stop: int | None, nth: int | None
) -> tuple[list[int], int | None, int | None]:
    """Where sums are played as Nim by the nim-values, the heaps of value 1 are lost alone."""
    beyond = SHORT if nth is None else FURTHEST
    form = known.known.best_for(stop or beyond).form
    many = form.prefix(min(stop or SHORT, SHORT)).tolist()
    listed = [n for n, value in enumerate(many) if value == 1][:LISTED]
    count = None if stop is None else form.counts(stop).get(1, 0)
    if nth is None:
        return listed, count, None
    from mexplore.discover.questions.where import NoSuchPosition, Occurrences

    try:
        return listed, count, Occurrences(form, 1, stop or beyond).nth(nth)
    except NoSuchPosition as why:
        raise NotKnown(str(why)) from None


def first_lost(law: ClassesOfHeaps) -> list[int]:
    """The first heaps that are lost alone, all of them where they are few."""
    first, again = law.lost_heaps()
    cycle = 0
    while again and len(first) < LISTED:
        first += [n + cycle * law.repeats_with for n in again]
        cycle += 1
    return first[:LISTED]


def nth_lost_heap(law: ClassesOfHeaps, k: int) -> int:
    """The k-th heap that is lost alone, k = 1, 2, ...; NotKnown if there are not so many, or if the
    law does not reach so far."""
    first, again = law.lost_heaps()
    if k <= len(first):
        return first[k - 1]
    if not again:
        reach = "" if law.repeats_with else f" up to {law.reach}, beyond which nothing is known"
        raise NotKnown(f"only {len(first)} heaps are lost alone{reach}")
    cycles, i = divmod(k - len(first) - 1, len(again))
    return again[i] + cycles * law.repeats_with


def lost_heaps_below(law: ClassesOfHeaps, stop: int) -> int:
    """How many heaps 1 <= n < stop are lost alone."""
    return sum(count for q, count in _below(law, stop).items() if law.is_lost(q))
