"""The guess of a linear representation from the first terms of a sequence.

The *k-kernel* of G consists of the sequences n -> G(k^e n + r), 0 <= r < k^e. G is *k-regular* if
the kernel spans a space of finite dimension, its *rank*. Let f_1 = G, f_2, ..., f_m be members of
the kernel that form a basis. Then each f_i(k*n + a) is a combination of f_1(n), ..., f_m(n): one
matrix for each digit a, with which the vector (f_1(n), ..., f_m(n)) follows from the digits of n.

The basis is read from finitely many terms: members are added, shallow ones first, while they are
independent modulo a prime (and so over the rationals), until every child of every one depends on
them. The result is a guess, which must be tested on further values.

Source: J.-P. Allouche and J. Shallit, The ring of k-regular sequences, Theoretical Computer
Science 98 (1992) 163-197.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from discover.patterns.regular.linear import Matrix, independent, inverse

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from rules.rule import Values

    Row = npt.NDArray[np.int64]

PRIME = 2**31 - 1
LARGEST_RANK = 16
WIDTH = 64  # terms of each member of the kernel that are compared
LEAST_WIDTH = 16


@dataclass(frozen=True)
class Representation:
    """The vector of n = 0, and for each digit a the matrix that leads from n to k*n + a: its
    entries are those of ``matrices[a]`` over the common ``denominator``."""

    initial: tuple[int, ...]
    matrices: tuple[Matrix, ...]
    denominator: int = 1


def guess_representation(values: Values, base: int) -> Representation | None:
    """The linear representation by members of the kernel, if its rank is at most LARGEST_RANK; None
    otherwise, or if there are too few values.

    >>> import numpy as np
    >>> guess_representation(np.array([n.bit_count() for n in range(512)]), 2).matrices
    (((1, 0), (0, 1)), ((0, 1), (-1, 2)))
    """
    width = min(WIDTH, len(values) // base**3)
    if width < LEAST_WIDTH or int(values.max()) >= PRIME:
        return None
    kernel = _Kernel(values.astype("int64"), base, width)
    basis = kernel.basis()
    if not basis:
        return None
    rows = [[int(term) for term in kernel.row(*member)] for member in basis]
    solver = _Solver(rows)
    matrices: list[list[list[Fraction]]] = []
    for digit in range(base):
        lines = []
        for exponent, rest in basis:
            line = solver.solve(kernel.row(exponent + 1, rest + digit * base**exponent).tolist())
            if line is None:
                return None
            lines.append(line)
        matrices.append(lines)
    denominator = lcm(*(x.denominator for lines in matrices for line in lines for x in line))
    scaled = (_scaled(lines, denominator) for lines in matrices)
    return Representation(tuple(row[0] for row in rows), tuple(scaled), denominator)


def _scaled(lines: list[list[Fraction]], denominator: int) -> Matrix:
    return tuple(tuple(int(x * denominator) for x in line) for line in lines)


@dataclass
class _Kernel:
    """The members of the kernel, as rows of their first terms."""

    values: Row
    base: int
    width: int

    def row(self, exponent: int, rest: int) -> Row:
        """G(k^exponent n + rest) for 0 <= n < width, as far as it is known."""
        return self.values[rest :: self.base**exponent][: self.width]

    def basis(self) -> list[tuple[int, int]] | None:
        """The first independent members, by exponent and rest; None if there are too many of them,
        or too few terms to show that every child of each depends on them."""
        basis: list[tuple[int, int]] = []
        reduced: list[tuple[int, Row]] = []  # a row that is 1 in one column, and the column
        waiting = [(0, 0)]
        for exponent, rest in waiting:  # grows while it is read
            row = self.row(exponent, rest)
            if len(row) < self.width:
                return None
            row = row % PRIME
            for column, other in reduced:
                row = (row - row[column] * other) % PRIME
            nonzero = row.nonzero()[0]
            if len(nonzero) == 0:
                continue
            if len(basis) == min(LARGEST_RANK, self.width // 3):
                return None
            column = int(nonzero[0])
            reduced.append((column, row * pow(int(row[column]), -1, PRIME) % PRIME))
            basis.append((exponent, rest))
            step = self.base**exponent
            waiting.extend((exponent + 1, rest + digit * step) for digit in range(self.base))
        return basis


class _Solver:
    """Writes rows as combinations of independent rows."""

    def __init__(self, rows: list[list[int]]) -> None:
        self.terms = list(zip(*rows, strict=True))
        self.columns = independent(self.terms)
        self.inverse = inverse([self.terms[column] for column in self.columns])

    def solve(self, row: list[int]) -> list[Fraction] | None:
        """The coefficients c with row = sum of c[i] * rows[i], or None if there are none."""
        picked = [row[column] for column in self.columns]
        found = [
            sum((x * y for x, y in zip(line, picked, strict=True)), Fraction())
            for line in self.inverse
        ]
        again = (sum(c * x for c, x in zip(found, term, strict=True)) for term in self.terms)
        return found if all(x == y for x, y in zip(again, row, strict=True)) else None
