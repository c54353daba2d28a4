"""Statements about values, tested on values: the least n at which one fails."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from mexplore.discover.heaps.relations.reading import Relation
from mexplore.rules.arithmetic.columns import Column, Exactly, Integers
from mexplore.rules.arithmetic.formula_values import (
    Places,
    column_at,
    truth_where,
    truths_at,
    value_at,
)
from mexplore.rules.arithmetic.numbers import Number, Undefined
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Progress, Watcher, no_progress
from mexplore.rules.errors import TooLarge
from mexplore.rules.text.numbers import to_decimal

if TYPE_CHECKING:
    from mexplore.discover.study.pattern import ClosedForm
    from mexplore.rules.rule import Values

_BLOCK = 1 << 16
MOST_SLOWLY = 10**6
"""The n at which a statement is tested one by one."""
WRITTEN = 10**7
"""Terms of a law that are written out."""
MOST_CHOICES = 4096
"""Of values in one claim or comparison, where all are tried."""


class Unknown(Undefined):
    """A value that the statement speaks of is beyond what is known."""


@dataclass(frozen=True)
class Known:
    """Values at n < stop; of a law, at all n (``stop`` is None)."""

    stop: int | None
    many: Callable[[Integers], npt.NDArray[Any]]
    """The values at these n."""
    one: Callable[[int], int]

    @classmethod
    def of_values(cls, values: Values) -> Known:
        """The values that are given."""
        return cls(len(values), lambda ns: values[ns], lambda n: int(values[n]))

    @classmethod
    def of_law(cls, form: ClosedForm) -> Known:
        """The values that a closed form gives; the first ones are written out once."""
        written = form.prefix(1)

        def many(ns: Integers) -> npt.NDArray[Any]:
            nonlocal written
            top = int(ns.max(initial=0)) + 1
            if top > WRITTEN:
                return np.array(form.at_many(ns.tolist()), dtype=np.int64)
            if top > len(written):
                written = form.prefix(min(2 * top, WRITTEN))
            return written[ns]

        return cls(None, many, form.at)

    def value(self, n: Number) -> int:
        """The value at n; Undefined for what is not a heap, Unknown beyond what is known."""
        if not isinstance(n, int) or n < 0:
            raise Undefined(f"G({n}) is no value of a heap")
        if self.stop is not None and n >= self.stop:
            raise Unknown(f"G({to_decimal(n)}) is not known")
        return self.one(n)


class ValuePlaces(Places):
    """Many n, and the values of which a statement about them speaks."""

    def __init__(self, ns: Integers, stop: int, relation: Relation, known: Known) -> None:
        super().__init__(ns, stop)
        self.relation, self.known = relation, known

    def column(self, name: str) -> Column:
        argument = self.relation.terms.get(name)
        if argument is None:
            return super().column(name)
        at = column_at(argument, self).whole()
        if not len(at):
            return Column(at, 1, 0)
        low, high = int(at.min()), int(at.max())
        if low < 0 or (self.known.stop is not None and high >= self.known.stop):
            raise Exactly
        values = self.known.many(at).astype(np.int64)
        return Column(values, 1, int(np.abs(values).max()))


def holds_at(relation: Relation, known: Known, n: int) -> bool:
    """Whether the statement holds at n: Undefined where it says nothing, Unknown where a value of
    which it speaks is not known.

    >>> from mexplore.discover.heaps.relations.reading import read_relation
    >>> known = Known.of_values(np.array([0, 1, 2, 0, 1]))
    >>> relation = read_relation("G(n) > G(n - 1) when n > 1")
    >>> [holds_at(relation, known, n) for n in range(5)]
    [True, True, True, False, True]
    """

    def named(name: str) -> Number:
        argument = relation.terms.get(name)
        return n if argument is None else known.value(value_at(argument, n))

    return truth_where(relation.whole, named)


@dataclass(frozen=True)
class Seen:
    """What a test of the n from ``low`` on showed: the least n that fails, or before which n (
    ``stop``) none does; ``first`` is the least n of which the statement says something."""

    failure: int | None
    stop: int
    first: int | None


def held_against(
    relation: Relation, known: Known, low: int, high: int, watcher: Watcher = no_progress
) -> Seen:
    """The statement at low <= n < high, up to the first n where it speaks of an unknown value."""
    first, slowly = None, 0
    for begin in range(low, high, _BLOCK):
        end = min(begin + _BLOCK, high)
        watcher(Progress("comparison", begin - low, high - low))
        try:
            wrong = np.flatnonzero(~_block(relation, known, begin, end))
        except Exactly:
            slowly += end - begin
            if slowly > MOST_SLOWLY:
                raise TooLarge(f"more than {MOST_SLOWLY} n would be tested one by one") from None
            part = _one_by_one(relation, known, begin, end)
        else:
            part = Seen(begin + int(wrong[0]) if len(wrong) else None, end, begin)
        first = part.first if first is None else first
        if part.failure is not None or part.stop < end:
            return Seen(part.failure, part.stop, first)
    return Seen(None, high, first)


def _block(relation: Relation, known: Known, begin: int, end: int) -> npt.NDArray[np.bool_]:
    ns = Places.between(begin, end).ns
    found = truths_at(relation.whole, ValuePlaces(ns, end, relation, known))
    return np.asarray(found, dtype=np.bool_)


def _one_by_one(relation: Relation, known: Known, begin: int, end: int) -> Seen:
    first = None
    for n in range(begin, end):
        try:
            true = holds_at(relation, known, n)
        except Unknown:
            return Seen(None, n, first)
        except Undefined:
            continue
        first = n if first is None else first
        if not true:
            return Seen(n, end, first)
    return Seen(None, end, first)


def shown(relation: Relation, known: Known, n: int) -> str:
    """The values at which a statement about n looks: 'G(10) = 2, G(22) = 6'. Where it is false
    whatever some of them are, as 'G(1) = 0 and G(1 - n) = 0' is, these may be no values of heaps.
    """
    found: list[str] = []
    for argument in relation.terms.values():
        with suppress(Undefined):
            at = value_at(argument, n)
            found.append(f"G({at}) = {known.value(at)}")
    return ", ".join(dict.fromkeys(found))
