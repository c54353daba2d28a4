"""Linear expressions with whole coefficients, in names or in parts that are not taken apart."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from mexplore.rules.arithmetic import tree

Part = TypeVar("Part", bound=Hashable)
Reader = Callable[[tree.Node], "Linear[Any] | None"]


@dataclass(frozen=True)
class Linear(Generic[Part]):
    """constant + the sum of coefficient * part; ``terms`` are sorted, without zeros.

    >>> Linear.of({"x": 1, "k": 0}, 3)
    Linear(terms=(('x', 1),), constant=3)
    """

    terms: tuple[tuple[Part, int], ...] = ()
    constant: int = 0

    @classmethod
    def of(cls, terms: Mapping[Part, int], constant: int = 0) -> Linear[Part]:
        """From coefficients, some of which may be 0."""
        present = ((part, coefficient) for part, coefficient in terms.items() if coefficient)
        return cls(tuple(sorted(present, key=str)), constant)

    @property
    def names(self) -> frozenset[Part]:
        """The parts on which it depends."""
        return frozenset(part for part, _ in self.terms)

    def coefficient(self, part: Part) -> int:
        """That of the part; 0 if it does not occur."""
        return dict(self.terms).get(part, 0)

    def coefficients(self, parts: Iterable[Part]) -> tuple[int, ...]:
        """Those of several parts."""
        return tuple(map(self.coefficient, parts))

    def plus(self, other: Linear[Part], times: int = 1) -> Linear[Part]:
        """The sum with a multiple of another one."""
        terms = dict(self.terms)
        for part, coefficient in other.terms:
            terms[part] = terms.get(part, 0) + times * coefficient
        return Linear.of(terms, self.constant + times * other.constant)

    def shifted(self, number: int) -> Linear[Part]:
        """The sum with a number."""
        return Linear(self.terms, self.constant + number)

    def times(self, number: int) -> Linear[Part]:
        """The product with a number."""
        return Linear[Part]().plus(self, number)

    def with_name(self, name: Part, meaning: Linear[Part]) -> Linear[Part]:
        """The expression with another one in the place of a name."""
        return self.with_names({name: meaning})

    def with_names(self, meanings: Mapping[Part, Linear[Part]]) -> Linear[Part]:
        """The same of several names at once: what stands in their places is not replaced again.

        >>> named("a").plus(named("b"), 2).with_names({"a": named("b"), "b": named("a")})
        Linear(terms=(('a', 2), ('b', 1)), constant=0)
        """
        kept = {name: c for name, c in self.terms if name not in meanings}
        found = Linear.of(kept, self.constant)
        for name, meaning in meanings.items():
            found = found.plus(meaning, self.coefficient(name))
        return found


def named(name: str) -> Linear[str]:
    """The name itself."""
    return Linear(((name, 1),))


def linear(node: tree.Node, other: Reader = lambda _: None) -> Linear[Any] | None:
    """The expression as a linear one in its names, or None; what is no sum and no product with a
    constant is read by ``other``.

    >>> from mexplore.rules.arithmetic.reading import read_expression
    >>> linear(read_expression("2*(x - k) + 1", ("x", "k")))
    Linear(terms=(('k', -2), ('x', 2)), constant=1)
    """
    match node:
        case tree.Number(value):
            return Linear((), value)
        case tree.Name(name):
            return named(name)
        case tree.Unary("-", operand):
            inner = linear(operand, other)
            return inner and inner.times(-1)
        case tree.Binary("+" | "-" | "*" as sign, left, right):
            first, second = linear(left, other), linear(right, other)
            return _combined(sign, first, second) if first and second else None
        case _:
            return other(node)


def _combined(sign: str, left: Linear[Any], right: Linear[Any]) -> Linear[Any] | None:
    if sign != "*":
        return left.plus(right, 1 if sign == "+" else -1)
    if not right.terms:
        return left.times(right.constant)
    return None if left.terms else right.times(left.constant)
