"""Linear expressions with whole coefficients, read from a rule's expressions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules.arithmetic import tree

LARGEST = 1 << 40  # of coefficients


@dataclass(frozen=True)
class Affine:
    """constant + the sum of coefficient * name; ``terms`` are sorted, without zeros.

    >>> Affine.of({"x": 1, "k": 0}, 3)
    Affine(terms=(('x', 1),), constant=3)
    """

    terms: tuple[tuple[str, int], ...] = ()
    constant: int = 0

    @classmethod
    def of(cls, terms: Mapping[str, int], constant: int = 0) -> Affine:
        """From coefficients, some of which may be 0."""
        return cls(tuple(sorted((n, c) for n, c in terms.items() if c)), constant)

    @property
    def names(self) -> frozenset[str]:
        """The names on which it depends."""
        return frozenset(name for name, _ in self.terms)

    def coefficient(self, name: str) -> int:
        """That of the name; 0 if it does not occur."""
        return dict(self.terms).get(name, 0)

    def plus(self, other: Affine, times: int = 1) -> Affine:
        """The sum with a multiple of another one."""
        terms = dict(self.terms)
        for name, coefficient in other.terms:
            terms[name] = terms.get(name, 0) + times * coefficient
        return Affine.of(terms, self.constant + times * other.constant)

    def shifted(self, number: int) -> Affine:
        """The sum with a number."""
        return Affine(self.terms, self.constant + number)

    def times(self, number: int) -> Affine:
        """The product with a number."""
        return Affine().plus(self, number)

    def with_name(self, name: str, meaning: Affine) -> Affine:
        """The expression with another one in the place of a name."""
        return self.with_names({name: meaning})

    def with_names(self, meanings: Mapping[str, Affine]) -> Affine:
        """The same of several names at once: what stands in their places is not replaced again.

        >>> named("a").plus(named("b"), 2).with_names({"a": named("b"), "b": named("a")})
        Affine(terms=(('a', 2), ('b', 1)), constant=0)
        """
        found = Affine.of({n: c for n, c in self.terms if n not in meanings}, self.constant)
        for name, meaning in meanings.items():
            found = found.plus(meaning, self.coefficient(name))
        return found


def named(name: str) -> Affine:
    """The name itself."""
    return Affine(((name, 1),))


def affine(node: tree.Node) -> Affine | None:
    """The expression as a linear one in its names, or None.

    >>> from rules.arithmetic.reading import read_expression
    >>> affine(read_expression("2*(x - k) + 1", ("x", "k")))
    Affine(terms=(('k', -2), ('x', 2)), constant=1)
    """
    match node:
        case tree.Number(value) if value < LARGEST:
            return Affine((), value)
        case tree.Name(name):
            return named(name)
        case tree.Unary("-", operand):
            inner = affine(operand)
            return inner and inner.times(-1)
        case tree.Binary("+" | "-" | "*" as sign, left, right):
            first, second = affine(left), affine(right)
            return _combined(sign, first, second) if first and second else None
        case tree.Call("abs" | "min" | "max" as function, parts):
            return _of_numbers(function, [affine(part) for part in parts])
        case _:
            return None


_FUNCTIONS: dict[str, Callable[[list[int]], int]] = {
    "abs": lambda numbers: abs(numbers[0]),
    "min": min,
    "max": max,
}


def _of_numbers(function: str, parts: list[Affine | None]) -> Affine | None:
    numbers = [part.constant for part in parts if part is not None and not part.terms]
    known = len(numbers) == len(parts) and len(numbers) >= (1 if function == "abs" else 2)
    return Affine((), _FUNCTIONS[function](numbers)) if known else None


def _combined(sign: str, left: Affine, right: Affine) -> Affine | None:
    if sign != "*":
        total = left.plus(right, 1 if sign == "+" else -1)
    elif not right.terms:
        total = left.times(right.constant)
    elif not left.terms:
        total = right.times(left.constant)
    else:
        return None
    numbers = [total.constant, *(c for _, c in total.terms)]
    return total if max(map(abs, numbers)) < LARGEST else None
