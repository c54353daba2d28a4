"""Values that are a short formula with a name: v2(n), the number of prime factors, ..."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from mexplore.discover.study.declared import Declared, Part, Parts, exactly, whole
from mexplore.discover.study.pattern import ClosedForm, Pattern, Undecided
from mexplore.rules.arithmetic.formulas import parse_formula
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import MexploreError, TooLarge
from mexplore.rules.text.sentences import FROM

if TYPE_CHECKING:
    import sympy

    from mexplore.discover.study.evidence import Evidence
    from mexplore.rules.arithmetic import tree
    from mexplore.rules.rule import Values

LEAST_EVIDENCE = 64  # terms; the library has a thousand formulas
LATEST_START = 4


def _formula(given: Any) -> Any:
    """The text of a formula; ValueError for any other object."""
    try:
        parse_formula(exactly(str)(given))
    except MexploreError as error:
        raise ValueError(str(error)) from None
    return given


_FORMULA = Part(
    lambda given: _formula(exactly(str)(given)), pattern=rf"[^G]*?(?={FROM}$)", read=_formula
)


@dataclass(frozen=True)
class Named(Declared, Pattern):
    """G(n) = formula for all n >= start, the formula being one of a small library.

    The library has no eventually linear formulas, such as Mod(n, 4) or floor(n/2): those are
    periodic and arithmetic periodic laws, whose findings have these formulas.

    >>> import numpy as np
    >>> from mexplore.discover.study.evidence import Evidence
    >>> n = range(1, 100)
    >>> evidence = Evidence(np.array([0, *((m & -m).bit_length() for m in n)], dtype=np.uint8))
    >>> list(Named.detect(evidence))
    [Named(formula='v2(n) + 1', start=1)]
    """

    name = "named"
    parts = Parts(formula=_FORMULA, start=whole())
    says = "G(n) = $formula for all n >= $start"
    states_formula = True

    formula: str
    start: int

    @classmethod
    def detect(cls, evidence: Evidence) -> Iterator[Self]:
        """The shortest formula that gives all values, from n = 0 on or from just after."""
        if not evidence.dense or evidence.stop < LEAST_EVIDENCE:
            return
        for text, start in _candidates(evidence.values):
            claim = cls(text, start)
            if claim.first_failure(evidence) is None:
                yield claim
                return

    def first_failure(self, evidence: Evidence) -> int | None:
        from mexplore.discover.heaps.evidence.difference import first_difference

        values = evidence.whole()
        found = first_difference(self.term(), lambda a, b: values[a:b], self.start, len(values))
        return found.place if found else None

    def term(self) -> tree.Node:
        """The formula as a tree."""
        return parse_formula(self.formula)

    @property
    def begins(self) -> int:
        return self.start

    def latex(self) -> str:
        import sympy

        n = sympy.Symbol("n", integer=True, nonnegative=True)
        return rf"G(n) = {sympy.latex(_expression(self.formula, n))} \quad (n \ge {self.start})"

    def size(self) -> int:
        from mexplore.discover.heaps.patterns.named.library import length

        return length(self.term()) + self.start

    def not_least(self, evidence: Evidence) -> str | None:
        if not self.start:
            return None
        earlier = type(self)(self.formula, self.start - 1)
        if earlier.first_failure(evidence.prefix(self.start)) is None:
            return f"the formula holds from n = {self.start - 1} on"
        return None

    def closed_form(self, evidence: Evidence) -> NamedForm | None:
        if len(evidence.values) < self.start:
            return None
        return NamedForm(self, tuple(int(v) for v in evidence.values[: self.start]))


@dataclass(frozen=True)
class NamedForm(ClosedForm):
    """The formula, with the values below its start.

    >>> NamedForm(Named("v2(n)", 1), (0,)).at(3 * 2**1000)
    1000
    """

    law: Named
    first: tuple[int, ...]

    def at(self, n: int) -> int:
        from mexplore.rules.arithmetic.formula_values import value_at
        from mexplore.rules.arithmetic.numbers import Undefined

        if n < self.law.start:
            return self.first[n]
        try:
            value = value_at(self.law.term(), n)
        except Undefined as why:  # a huge number cannot be factored
            raise TooLarge(f"{self.law.formula} is out of reach at so large an n: {why}") from None
        assert isinstance(value, int)
        return value

    def prefix(self, stop: int) -> Values:
        import numpy as np

        from mexplore.rules.arithmetic.formula_values import column_of

        rest = column_of(self.law.term(), self.law.start, max(stop, self.law.start))
        values = np.concatenate((np.array(self.first, dtype=np.int64), rest))[:stop]
        return values.astype(np.min_scalar_type(int(values.max(initial=0))))

    def counts(self, stop: int) -> dict[int, int]:
        from mexplore.discover.heaps.patterns.named.counting import counts_of

        start = self.law.start
        known = counts_of(self.law.term(), start, stop) if stop > start else None
        if known is not None:
            total = Counter(self.first) + Counter(known)
            return dict(sorted(total.items()))
        return super().counts(stop)

    def count_of(self, value: int, stop: int) -> int:
        return (
            sum(n < stop for n in self._places_of(value))
            if self._near
            else (super().count_of(value, stop))
        )

    def nth_of(self, value: int, k: int, stop: int) -> int | None:
        return self._places_of(value)[k - 1] if self._near else super().nth_of(value, k, stop)

    @cached_property
    def _near(self) -> tuple[int, int, int] | None:
        from mexplore.discover.heaps.patterns.named.counting import near_line

        return near_line(self.law.term())

    def _places_of(self, value: int) -> list[int]:
        """All n with the value, of a formula that stays near a line."""
        assert self._near is not None
        slope, constant, width = self._near
        low, high = -((width - 1 + constant - value) // slope), (value - constant) // slope
        later = range(max(low, self.law.start), high + 1)
        return [n for n in (*range(self.law.start), *later) if self.at(n) == value]

    def first_difference(self, other: Self) -> int | None:
        """Of two laws by the same formula, from any starts on."""
        if self.law.term() != other.law.term():
            raise Undecided("two formulas are compared term by term only")
        heads = range(max(self.law.start, other.law.start))
        return next((n for n in heads if self.at(n) != other.at(n)), None)

    def eventual_term(self) -> tuple[tree.Node, int]:
        return self.law.term(), self.law.start

    def formula(self, n: sympy.Symbol) -> sympy.Expr | None:
        import sympy

        expression = _expression(self.law.formula, n)
        cases = [(value, sympy.Eq(n, m)) for m, value in enumerate(self.first)]
        return sympy.Piecewise(*cases, (expression, True)) if cases else expression


def _candidates(values: Values) -> Iterator[tuple[str, int]]:
    """The formulas of the library that give the first values from some n <= LATEST_START on, with
    the least such n."""
    from mexplore.discover.heaps.patterns.named.library import formulas_of

    few = tuple(int(value) for value in values[LATEST_START:LEAST_EVIDENCE])
    for text in formulas_of(few, LATEST_START):
        term, start = parse_formula(text), LATEST_START
        while start and _is_value(term, start - 1, int(values[start - 1])):
            start -= 1
        yield text, start


def _is_value(term: tree.Node, n: int, value: int) -> bool:
    from mexplore.rules.arithmetic.formula_values import value_at
    from mexplore.rules.arithmetic.numbers import Undefined

    try:
        return value_at(term, n) == value
    except Undefined:
        return False


def _expression(formula: str, n: sympy.Symbol) -> sympy.Expr:
    """The formula in sympy; names unknown to sympy become functions."""
    from mexplore.rules.arithmetic.formula_values import expression_of

    return expression_of(parse_formula(formula), n)
