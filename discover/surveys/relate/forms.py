"""Formulas for a number of a law in the parameters of the rule, and conditions on these.

Formulas for a number of a law in the parameters of the rule: a + b, 2*a, a*b + 1.

A form is (c1 x1 + ... + ck xk + c0) / q with small integers c and q, where an x is a given number
or a product, a greatest common divisor or a least common multiple of given numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement, product
from math import gcd, lcm, prod
from typing import TYPE_CHECKING

from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Numbers = npt.NDArray[np.int64]


LARGEST = 1 << 40  # members with larger numbers are not used to search, only to count
SEARCHED = 1500  # members used to search, evenly spread
FEW, MANY = 3, 2  # the largest coefficients, of up to two given numbers and of more
FEW_GIVEN = 3  # up to this many given numbers, products of three are formed
MOST_GIVEN = 4  # beyond, forms have at most two of the given numbers
MOST_CONSTANT = 12
DIVISORS = (1, 2, 3)
MULTIPLES = (1, 2, 3, 4)  # of products


@dataclass(frozen=True)
class Form:
    """(sum of coefficient * feature + constant) / divisor; features by their text."""

    terms: tuple[tuple[int, str], ...]
    constant: int = 0
    divisor: int = 1

    def cost(self) -> int:
        """Its complexity."""
        features = sum(abs(c) + text.count("*") + text.count("(") for c, text in self.terms)
        constant = 0 if self.constant == 0 else 1 + abs(self.constant).bit_length()
        return features + constant + (0 if self.divisor == 1 else 1 + self.divisor)

    def free(self) -> int:
        """The number of fitted parameters."""
        return len(self.terms) + (self.constant != 0) + (self.divisor != 1)

    def at(self, features: Mapping[str, int]) -> int | None:
        """Its exact value; None if that is not an integer."""
        total = sum(c * features[text] for c, text in self.terms) + self.constant
        quotient, rest = divmod(total, self.divisor)
        return None if rest else quotient

    def __str__(self) -> str:
        """The sum, without the divisor.

        >>> str(Form(((1, "a"), (-2, "b")), 3)), str(Form(((-1, "a*b"),), 1))
        ('a - 2*b + 3', '1 - a*b')
        """
        parts = [(c, text if abs(c) == 1 else f"{abs(c)}*{text}") for c, text in self.terms]
        if self.constant or not parts:
            parts.append((self.constant, str(abs(self.constant))))
        if parts[0][0] < 0 < parts[-1][0]:
            parts.insert(0, parts.pop())
        return "".join(
            f" {'-' if c < 0 else '+'} {part}" if i else f"{'-' if c < 0 else ''}{part}"
            for i, (c, part) in enumerate(parts)
        )

    def equation(self, name: str) -> str:
        """That the number of this name is the form, as claims are written.

        >>> Form(((1, "a"), (1, "b")), 0, 2).equation("period")
        '2*period == a + b'
        """
        return f"{name if self.divisor == 1 else f'{self.divisor}*{name}'} == {self}"


def features_of(given: Mapping[str, int]) -> dict[str, int]:
    """The given numbers and their products of two or three, squares, gcd and lcm.

    >>> features_of({"a": 4, "b": 6})  # doctest: +NORMALIZE_WHITESPACE
    {'a': 4, 'b': 6, 'a*a': 16, 'a*b': 24, 'b*b': 36, 'a*a*b': 96, 'a*b*b': 144, 'gcd(a, b)': 2,
     'a*b//gcd(a, b)': 12}
    """
    known = dict(given)
    plain = [name for name in given if not name.startswith(("len(", "sum("))]
    for size in (2, 3) if len(plain) <= FEW_GIVEN else (2,):
        for some in combinations_with_replacement(plain, size):
            if size == 2 or len(set(some)) > 1:
                known["*".join(some)] = prod(given[name] for name in some)
    for size in range(2, min(len(plain), FEW_GIVEN) + 1) if len(plain) <= MOST_GIVEN else ():
        for some in combinations(plain, size):
            known[f"gcd({', '.join(some)})"] = gcd(*(given[name] for name in some))
            if size == 2:  # the least common multiple
                known[f"{'*'.join(some)}//gcd({', '.join(some)})"] = lcm(
                    *(given[name] for name in some)
                )
    return known


@dataclass(frozen=True, eq=False)
class Table:
    """The members used to search: a column for each feature, and the numbers to be explained."""

    names: tuple[str, ...]
    columns: dict[str, Numbers]
    wanted: Numbers

    @classmethod
    def of(
        cls, names: Sequence[str], rows: Sequence[Mapping[str, int]], wanted: Sequence[int]
    ) -> Table:
        """The table of some members with their features, evenly thinned."""
        import numpy as np

        small = [
            k for k, row in enumerate(rows)
            if abs(wanted[k]) < LARGEST and all(abs(x) < LARGEST for x in row.values())
        ]  # fmt: skip
        kept = small[:: max(1, -(-len(small) // SEARCHED))]
        features = rows[0] if rows else {}
        columns = {name: np.array([rows[k][name] for k in kept], np.int64) for name in features}
        return cls(tuple(names), columns, np.array([wanted[k] for k in kept], np.int64))

    def __len__(self) -> int:
        return len(self.wanted)

    def linear(self) -> tuple[list[tuple[int, ...]], Numbers]:
        """Choices of coefficients of the given numbers, and the sums that they give, one row
        each."""
        import numpy as np

        count = len(self.names)
        most = FEW if count <= 2 else MANY
        if count <= MOST_GIVEN:
            chosen = list(product(range(-most, most + 1), repeat=count))
        else:
            chosen = [
                tuple(c if k == i else d if k == j else 0 for k in range(count))
                for i, j in combinations(range(count), 2)
                for c, d in product(range(-most, most + 1), repeat=2)
            ]
            chosen = list(dict.fromkeys(chosen))
        matrix = np.array([self.columns[name] for name in self.names], np.int64)
        return chosen, np.array(chosen, np.int64) @ matrix.reshape(count, len(self))

    def candidates(self) -> Iterator[tuple[tuple[tuple[int, str], ...], Numbers]]:
        """Sums without a constant: their terms, and their values."""
        chosen, sums = self.linear()
        for coefficients, values in zip(chosen, sums, strict=True):
            terms = tuple((c, x) for c, x in zip(coefficients, self.names, strict=True) if c)
            yield terms, values
        for name, column in self.columns.items():
            if name not in self.names:
                yield from (((((c, name),), c * column)) for c in MULTIPLES)


def best_forms(table: Table, most: int = 12) -> list[Form]:
    """The forms that give the wanted numbers for the most members, best first."""
    import numpy as np

    scored: dict[Form, float] = {}
    for terms, values in table.candidates():
        for divisor in DIVISORS:
            rest = divisor * table.wanted - values
            constants, counts = np.unique(rest, return_counts=True)
            k = int(counts.argmax())
            form = _reduced(terms, int(constants[k]), divisor)
            if form is not None:
                scored[form] = int(counts[k]) / len(table) - 0.02 * form.cost()
    return sorted(scored, key=lambda form: (-scored[form], form.cost(), str(form)))[:most]


def exact_form(table: Table) -> Form | None:
    """The simplest form that gives every wanted number, if there is one."""
    found = []
    for terms, values in table.candidates():
        for divisor in DIVISORS:
            rest = divisor * table.wanted - values
            if (rest == rest[0]).all():
                form = _reduced(terms, int(rest[0]), divisor)
                found += [] if form is None else [form]
    return min(found, key=lambda form: (form.cost(), str(form)), default=None)


def _reduced(terms: tuple[tuple[int, str], ...], constant: int, divisor: int) -> Form | None:
    """The form in lowest terms, positive terms first; None if it is not in lowest terms or its
    constant is large."""
    common = gcd(constant, divisor, *(c for c, _ in terms))
    if (divisor > 1 and common > 1) or (terms and abs(constant) > MOST_CONSTANT):
        return None
    if divisor > 1 and not terms:
        return None
    return Form(tuple(sorted(terms, key=lambda term: term[0] < 0)), constant, divisor)


MOST_NAMES = 4  # of more numbers, conditions are on the first two and the last
Given = Mapping[str, int]


@dataclass(frozen=True, eq=False)
class Condition:
    """A condition with its text and its complexity."""

    text: str
    holds: Callable[[Given], bool]
    cost: int


def conditions(names: Sequence[str]) -> Iterator[Condition]:
    """The conditions on numbers of these names, the simplest first.

    >>> [each.text for each in conditions(["a"])]
    ['a == 1', 'a % 2 == 0', 'a % 2 == 1']
    >>> odd_multiple = next(c for c in conditions(["a", "b"]) if c.text == "b % (2*a) == a")
    >>> odd_multiple.holds({"a": 2, "b": 6}), odd_multiple.holds({"a": 2, "b": 4})
    (True, False)
    """
    names = [name for name in names if not name.startswith("len(")]
    names = names if len(names) <= MOST_NAMES else [*names[:2], names[-1]]
    for x in names:
        yield Condition(f"{x} == 1", lambda g, x=x: g[x] == 1, 1)  # type: ignore[misc]
    for x in names:
        for r in (0, 1):
            yield Condition(f"{x} % 2 == {r}", lambda g, x=x, r=r: g[x] % 2 == r, 2)  # type: ignore[misc]
    for x, y in combinations([name for name in names if not name.startswith("sum(")], 2):
        yield from _of_two(x, y)


def _of_two(x: str, y: str) -> Iterator[Condition]:
    def multiple(g: Given, of: int, rest: int) -> bool:
        return g[x] > 0 and g[y] % (of * g[x]) == rest * g[x]

    yield Condition(f"{y} == {x} + 1", lambda g: g[y] == g[x] + 1, 2)
    yield Condition(f"{y} == 2*{x}", lambda g: g[y] == 2 * g[x], 2)
    yield Condition(f"{y} % {x} == 0", lambda g: multiple(g, 1, 0), 2)
    yield Condition(f"{y} % {x} != 0", lambda g: not multiple(g, 1, 0), 2)
    for r in (0, 1):
        yield Condition(f"({x} + {y}) % 2 == {r}", lambda g, r=r: (g[x] + g[y]) % 2 == r, 3)  # type: ignore[misc]
    yield Condition(f"gcd({x}, {y}) == 1", lambda g: gcd(g[x], g[y]) == 1, 3)
    yield Condition(f"gcd({x}, {y}) != 1", lambda g: gcd(g[x], g[y]) != 1, 3)
    yield Condition(f"{y} % (2*{x}) == {x}", lambda g: multiple(g, 2, 1), 3)
    yield Condition(f"{y} % (2*{x}) != {x}", lambda g: not multiple(g, 2, 1), 3)
