"""Regular sequences: G(n) is an entry of a product of matrices, one for each digit of n."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd
from typing import TYPE_CHECKING, Any, ClassVar, Self

from discover.numerics.long_digits import Reader, digits
from discover.pattern import ClosedForm, Json, Pattern, Undecided
from discover.patterns.regular.k_kernel import guess_representation
from discover.patterns.regular.linear import Matrix, Vector, apply, dot, independent, transposed
from rules.errors import InputError, TooLarge

if TYPE_CHECKING:
    from discover.evidence.evidence import Evidence
    from rules.rule import Values

BASES = (2, 3, 5, 10)
FEWEST_TERMS = 256
LONGEST_PREFIX = 1 << 16  # from which a representation is guessed
SMALLEST_GROWTH = 16  # the maximum must rise in the last 15/16 of the terms
LONGEST_PERIOD = 64  # of laws G(n + 2p) - 2G(n + p) + G(n) = 0, which are split periods
FIRST_CHECK = 1 << 12
WORD = 1 << 62
MOST_VECTORS = 1 << 18  # different vectors that are counted


@dataclass(frozen=True)
class Regular(Pattern):
    """G(n) is the first entry of F(n), where F(0) = initial and
    denominator * F(base*n + a) = matrices[a] F(n).

    The entries of F are G and other members n -> G(k^e n + r) of its k-kernel, k the base, and
    their number is the rank. The number of binary digits 1 has rank 2:

    >>> ones = Regular(2, (0, 1), (((1, 0), (0, 1)), ((0, 1), (-1, 2))))
    >>> ones.prefix(8).tolist(), ones.at(2**1000 - 1)
    ([0, 1, 1, 2, 1, 2, 2, 3], 1000)

    Source: J.-P. Allouche and J. Shallit, The ring of k-regular sequences, Theoretical Computer
    Science 98 (1992) 163-197.
    """

    name: ClassVar[str] = "regular"

    base: int
    initial: Vector
    matrices: tuple[Matrix, ...]
    denominator: int = 1

    def __post_init__(self) -> None:
        entries = [x for matrix in self.matrices for row in matrix for x in row]
        numbers = [self.base, self.denominator, *self.initial, *entries]
        if not all(type(number) is int for number in numbers):
            raise ValueError("a representation is given by integers")
        if self.denominator < 1 or gcd(self.denominator, *entries) > 1:
            raise ValueError("the denominator is not the least common one")
        if self.base < 2 or len(self.matrices) != self.base:
            raise ValueError("a representation has a matrix for each digit of a base >= 2")
        square = all(
            len(m) == self.rank and all(len(row) == self.rank for row in m) for m in self.matrices
        )
        if not self.rank or not square:
            raise ValueError("the matrices are not as many and as large as they must be")
        if self._step(self.initial, 0) != self.initial:
            raise ValueError("leading zeros must change nothing")

    @property
    def rank(self) -> int:
        """The number of entries of F."""
        return len(self.initial)

    @classmethod
    def detect(cls, evidence: Evidence) -> Iterator[Self]:
        """At most one claim. Bounded regular sequences are automatic: that pattern claims them."""
        values = evidence.values
        if len(values) < FEWEST_TERMS or not _grows(values) or _quasi_linear(values):
            return
        for base in BASES:
            found = guess_representation(values[: min(len(values) // 2, LONGEST_PREFIX)], base)
            if found is not None:
                claim = cls(base, found.initial, found.matrices, found.denominator)
                if claim.first_failure(evidence) is None:
                    yield claim
                    return

    def first_failure(self, evidence: Evidence) -> int | None:
        known, start = evidence.values, 0
        while start < len(known):
            stop = min(len(known), max(FIRST_CHECK, 4 * start))
            wrong = (self._slice(start, stop) != known[start:stop]).nonzero()[0]
            if len(wrong):
                return start + int(wrong[0])
            start = stop
        return None if evidence.dense else self._failure_among_runs(evidence)

    def _failure_among_runs(self, evidence: Evidence) -> int | None:
        """The first failure beyond the dense prefix, run by run and digit by digit."""
        width = len(digits(evidence.stop, self.base))
        for run in evidence.runs:
            if run.stop > len(evidence.values):
                first = max(run.start, len(evidence.values))
                failure = self._reader.first_unlike(first, width, self._only(run.value))
                if failure is not None and failure < run.stop:
                    return failure
        return None

    def _only(self, value: int) -> Callable[[Vector, int], bool]:
        """Whether all continuations of a vector by a given number of digits have this value."""

        def alike(vector: Vector, level: int) -> bool:
            extended = (*vector, -value)
            return all(not dot(row, extended) for row in self._functionals(level))

        return alike

    def _functionals(self, level: int) -> list[Vector]:
        """A basis of the span of the rows (u, 1), u the first row of the product of any
        ``level`` matrices: F(n) leads only to the value v if all vanish at (F(n), -v)."""
        while len(self._levels) <= level:
            rows = [
                (*apply(transposed(matrix), row[:-1]), row[-1] * self.denominator)
                for row in self._levels[-1]
                for matrix in self.matrices
            ]
            self._levels.append([rows[i] for i in independent(rows)])
        return self._levels[level]

    @cached_property
    def _levels(self) -> list[list[Vector]]:
        return [[(1, *[0] * (self.rank - 1), 1)]]

    @cached_property
    def _reader(self) -> Reader[Vector]:
        return Reader(self.base, self.initial, self._step)

    def _step(self, vector: Vector, digit: int) -> Vector:
        """F(base*n + digit), from F(n): of Fractions where it is not whole."""
        following = apply(self.matrices[digit], vector)
        return following if self.denominator == 1 else _divided(following, self.denominator)

    def at(self, n: int) -> int:
        """The first entry of F(n)."""
        value = self._reader.state(n)[0]
        if value.denominator > 1:
            raise InputError("this law gives no whole number there: it is false")
        return int(value)

    def first_difference(self, other: Self) -> int | None:
        """The least n at which the first entries differ; None if there is none.

        Join F(n) and the other's F'(n) to one vector. Let the vector of q be a combination of those
        of smaller numbers at which, and at whose children, the sequences agree; then they agree at
        the children of q, as steps are linear. So only the children of those n are compared, in
        increasing order, whose vectors are independent of earlier ones; there are at most as many
        as the sum of both ranks.
        """
        if self.base != other.base:
            raise Undecided(f"the bases {self.base} and {other.base} differ")
        kept: list[Vector] = []
        waiting = [(0, self.initial, other.initial)]
        for n, mine, theirs in waiting:  # grows while it is read
            if mine[0] != theirs[0]:
                return n
            joined = [*kept, (*mine, *theirs)]
            if len(independent(joined)) == len(kept):
                continue
            kept = joined
            for digit in range(0 if n else 1, self.base):
                following = self._step(mine, digit), other._step(theirs, digit)
                waiting.append((self.base * n + digit, *following))
        return None

    def prefix(self, stop: int) -> Values:
        """G(0), ..., G(stop - 1) as the claim has them."""
        import numpy as np

        terms = self._slice(0, stop)
        if terms.dtype == object and all(t.denominator == 1 and 0 <= t < 1 << 64 for t in terms):
            terms = terms.astype(np.uint64)
        if stop and terms.min() >= 0:
            terms = terms.astype(np.min_scalar_type(int(terms.max())))
        values: Values = terms
        return values

    def _slice(self, start: int, stop: int) -> Any:
        """The terms at start <= n < stop: F of n // base^j, followed by all first rows of
        products of j matrices."""
        import numpy as np

        rows = np.eye(self.rank, dtype=np.int64)[:1]  # rows[w]: the last digits are those of w
        while len(rows) == 1 or (len(rows) * self.base <= 64 and self.denominator == 1):
            rows = np.concatenate([_times(rows, _array(m)) for m in self.matrices])
        width = len(rows)
        first, last = start // width, -(-stop // width)
        terms = _times(self._vectors(last)[first:], rows.T).ravel()
        return _over(terms, self.denominator)[start - first * width : stop - first * width]

    def _vectors(self, stop: int) -> Any:
        """F(0), ..., F(stop - 1), one a row."""
        import numpy as np

        vectors = _array([list(self.initial)])
        side = np.concatenate([_array(matrix).T for matrix in self.matrices], axis=1)
        while len(vectors) < stop:
            vectors = _over(_times(vectors, side), self.denominator).reshape(-1, self.rank)
        return vectors[:stop]

    def counts(self, stop: int) -> dict[int, int]:
        """How many n < stop have each value, from how many numbers have each vector."""
        inner: Counter[Vector] = Counter()
        vector = self.initial
        for digit in digits(stop, self.base):
            following: Counter[Vector] = Counter()
            for v, many in inner.items():
                for smaller in range(self.base):
                    following[self._step(v, smaller)] += many
            for smaller in range(digit):
                following[self._step(vector, smaller)] += 1
            inner, vector = following, self._step(vector, digit)
            if len(inner) > MOST_VECTORS:
                raise TooLarge("the values below so large a number are too many to be listed")
        total: Counter[int] = Counter()
        for v, many in inner.items():
            total[v[0]] += many
        return dict(sorted(total.items()))

    def parameters(self) -> Json:
        return {
            "base": self.base,
            "rank": self.rank,
            "denominator": self.denominator,
            "initial": list(self.initial),
            "matrices": [[list(row) for row in matrix] for matrix in self.matrices],
        }

    @classmethod
    def from_parameters(cls, parameters: Json) -> Self:
        matrices = tuple(tuple(tuple(row) for row in m) for m in parameters["matrices"])
        initial = tuple(parameters["initial"])
        claim = cls(parameters["base"], initial, matrices, parameters["denominator"])
        if len(parameters) != 5 or parameters["rank"] != claim.rank:
            raise ValueError("the rank is not that of the matrices")
        return claim

    def statement(self) -> str:
        return (
            f"G is {self.base}-regular of rank {self.rank}: G(n) is the first entry of a product "
            f"of {self.rank} x {self.rank} matrices, one for each digit of n in base {self.base}"
        )

    def latex(self) -> str:
        return (
            rf"G(n) = e_1^{{\mathsf T}} M_{{n_0}} M_{{n_1}} \cdots M_{{n_t}} v,\quad "
            rf"n = \sum_i n_i\, {self.base}^i,\quad v \in \mathbb Z^{{{self.rank}}}"
        )

    def size(self) -> int:
        return 2 + self.rank + self.base * self.rank**2

    def not_least(self, evidence: Evidence) -> str | None:
        """The rank is least if no vector but 0 vanishes under all products of matrices, and the
        vectors that occur span the whole space (Schützenberger 1961)."""
        del evidence
        seen = _spanned(self.initial, [transposed(m) for m in self.matrices])
        used = _spanned((1, *[0] * (self.rank - 1)), self.matrices)
        if min(seen, used) < self.rank:
            return f"the rank {self.rank} is not least"
        return None

    def closed_form(self, evidence: Evidence) -> RegularForm:
        del evidence
        return RegularForm(self)


@dataclass(frozen=True)
class RegularForm(ClosedForm):
    """The product of matrices gives the value at every n.

    >>> form = RegularForm(Regular(2, (0, 1), (((1, 0), (0, 1)), ((0, 1), (-1, 2)))))
    >>> form.counts(2**4)  # how many numbers below 16 have 0, 1, 2, 3, 4 digits 1
    {0: 1, 1: 4, 2: 6, 3: 4, 4: 1}
    """

    claim: Regular

    def at(self, n: int) -> int:
        return self.claim.at(n)

    def first_difference(self, other: Self) -> int | None:
        return self.claim.first_difference(other.claim)

    def prefix(self, stop: int) -> Values:
        return self.claim.prefix(stop)

    def counts(self, stop: int) -> dict[int, int]:
        return self.claim.counts(stop)


def _grows(values: Values) -> bool:
    """Whether the maximum is still rising, as that of an unbounded regular sequence is."""
    early = values[: len(values) // SMALLEST_GROWTH]
    return int(values.max()) > int(early.max())


def _quasi_linear(values: Values) -> bool:
    """Whether second differences at a small distance vanish from a sixteenth of a prefix on."""
    stop = min(len(values), FIRST_CHECK)
    tail = values[stop // SMALLEST_GROWTH : stop].astype("int64")
    return any(
        not (tail[2 * p :] - 2 * tail[p:-p] + tail[: -2 * p]).any()
        for p in range(1, min(LONGEST_PERIOD, len(tail) // 4) + 1)
    )


def _array(rows: Any) -> Any:
    """An array of 64-bit integers, or of Python's integers if 64 bits are too few."""
    import numpy as np

    wide = any(abs(x) >= WORD for row in rows for x in row)
    return np.array(rows, dtype=object if wide else np.int64)


def _times(left: Any, right: Any) -> Any:
    """The product of two arrays of integers, exactly."""
    if object not in (left.dtype, right.dtype):
        largest = float(abs(left).max(initial=0)) * float(abs(right).max(initial=0))
        if largest * left.shape[1] < WORD:
            return left @ right
    return left.astype(object) @ right.astype(object)


def _over(array: Any, denominator: int) -> Any:
    """The array divided by the denominator; an array of Fractions if a quotient is not an
    integer."""
    import numpy as np

    if denominator == 1:
        return array
    if array.dtype != object and not (array % denominator).any():
        return array // denominator
    exact = [_divided((x,), denominator)[0] for x in array.ravel().tolist()]
    return np.array(exact, dtype=object).reshape(array.shape)


def _divided(vector: Vector, denominator: int) -> Vector:
    """The entries over the denominator, as integers if possible, otherwise as Fractions."""
    if any(x % denominator for x in vector):
        return tuple(Fraction(x, denominator) for x in vector)  # type: ignore[misc]
    return tuple(x // denominator for x in vector)


def _spanned(start: Vector, matrices: Iterable[Matrix]) -> int:
    """The dimension of the smallest space that has the row and all its products by matrices."""
    columns = [transposed(matrix) for matrix in matrices]
    basis, count = [start], -1
    while count < len(basis):
        count = len(basis)
        rows = [*basis, *(apply(matrix, row) for row in basis for matrix in columns)]
        basis = [rows[i] for i in independent(rows)]
    return count
