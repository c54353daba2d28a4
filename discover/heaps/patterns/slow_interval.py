"""Remove up to f(n) tokens, f growing slowly: a recursion that goes down to a smaller heap."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mexplore.discover.study.declared import Declared, Part, Parts
from mexplore.discover.study.pattern import ClosedForm, Pattern
from mexplore.rules.arithmetic.ends import (
    clipped,
    clipped_from_words,
    clipped_in_latex,
    clipped_in_words,
    column,
    from_json,
    least,
    to_json,
)
from mexplore.rules.arithmetic.forms import Floor, Form
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import TooLarge

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import sympy

    from mexplore.discover.study.evidence import Evidence
    from mexplore.rules.rule import Values

MOST_STEPS = 500_000
_BLOCK = 1 << 16
CLIPPED = Part(
    from_json,
    to_json,
    read=clipped_from_words,
    show=clipped_in_words,
    typeset=clipped_in_latex,
)
"""The most tokens that may be removed."""

_HALF, _LESS_THAN_HALF = Floor(1, 0, 2), Floor(1, -1, 2)


@dataclass(frozen=True)
class SlowInterval(Declared, Pattern):
    """With f(n) = min(max(end(n), 0), n): G(0) = 0, and for n >= 1, G(n) = f(n) if f(n) =
    f(n - 1) + 1, else G(n) = G(n - f(n) - 1).

    It is the law of 'remove 1 to f(n) tokens' if f steps by 0 or 1; a theorem proposes it.
    """

    name = "slow-interval"
    parts = Parts(end=CLIPPED)
    says = (
        "with f(n) = $end: G(0) = 0; for n >= 1, G(n) = f(n) if f(n) = f(n - 1) + 1, else "
        "G(n - f(n) - 1)"
    )
    typeset = (
        r"G(0) = 0, \quad G(n) = \begin{cases} f(n) & f(n) = f(n-1)+1 \\ G(n - f(n) - 1) & "
        r"f(n) = f(n-1) \end{cases}, \qquad f(n) = $end"
    )

    end: Form

    def limit(self, n: int) -> int:
        """f(n), the most tokens that may be removed."""
        return clipped(self.end, n)

    def first_failure(self, evidence: Evidence) -> int | None:
        import numpy as np

        values = evidence.whole()
        if len(values) and values[0]:
            return 0
        for begin in range(1, len(values), _BLOCK):
            n = np.arange(begin, min(begin + _BLOCK, len(values)))
            wrong = (self._from_below(values, n) != values[n]).nonzero()[0]
            if len(wrong):
                return begin + int(wrong[0])
        return None

    def _from_below(
        self, values: npt.NDArray[np.integer], n: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int64]:
        """The law at these n >= 1, given the values below."""
        import numpy as np

        f, before = (np.clip(column(self.end, m), 0, m) for m in (n, n - 1))
        return np.where(f > before, f, values[n - f - 1])

    def size(self) -> int:
        return 4

    def closed_form(self, evidence: Evidence) -> SlowForm:
        del evidence
        return SlowForm(self)


@dataclass(frozen=True)
class SlowForm(ClosedForm):
    """The recursion: O(log n) steps if f(n) >= eps*n, about 2*sqrt(n) steps for isqrt.

    >>> SlowForm(SlowInterval(Floor(1, 0, 2))).at(10**1000) == 10**1000 // 2
    True
    """

    law: SlowInterval

    def at(self, n: int) -> int:
        for _ in range(MOST_STEPS):
            f = self.law.limit(n)
            if f == 0 or f > self.law.limit(n - 1):
                return f
            n -= f + 1
        raise TooLarge(
            f"the recursion G(n) = G(n - f(n) - 1) takes more than {MOST_STEPS} steps from this "
            "heap; ask for a smaller one"
        )

    def prefix(self, stop: int) -> Values:
        import numpy as np

        values = np.zeros(max(stop, 1), dtype=np.int64)
        begin = 1
        while begin < stop:
            # The law looks back by more than f(n) >= f(begin).
            end = min(stop, begin + self.law.limit(begin) + 1)
            values[begin:end] = self.law._from_below(values, np.arange(begin, end))
            begin = end
        return values[:stop].astype(np.min_scalar_type(int(values.max())))

    def count_of(self, value: int, stop: int) -> int:
        """The heaps of this value follow one another: the first has f(n) = value for the first
        time, and after m comes the n with f(n) = f(n - 1) and n - f(n) - 1 = m, the first n with
        n - f(n) > m, since n - f(n) also steps by 0 or 1."""
        if value < 0 or self.law.limit(stop) < value:
            return 0
        n = least(lambda m: self.law.limit(m) >= value, 2 * value)
        count = 0
        while n < stop:
            count += 1
            if count > MOST_STEPS:
                raise TooLarge(f"there are more than {MOST_STEPS} heaps of value {value}")
            if self.law.limit(stop) < stop - n:
                n = least(lambda m, e=n: m - self.law.limit(m) > e, self._guess(n))  # type: ignore[misc]
            else:
                break
        return count

    def _guess(self, m: int) -> int:
        """An approximation of the n with n - f(n) = m + 1."""
        end = self.law.end
        if isinstance(end, Floor) and end.a < end.c:
            return -(-(end.c * m + end.b + 1) // (end.c - end.a))
        return m + self.law.limit(m)

    def formula(self, n: sympy.Symbol) -> sympy.Expr | None:
        """The formula, if one is known: for f(n) = floor(n/2), G(n) = (odd part of (n + 1) - 1)/2.

        Proof: for n = 2k, f(n) = k = f(n - 1) + 1 (or n = 0), so G(n) = k, and n + 1 = 2k + 1 is
        odd. For n = 2k + 1, f(n) = k = f(n - 1), so G(n) = G(k), and n + 1 = 2(k + 1). For f(n) =
        floor((n - 1)/2) the same holds of n in place of n + 1, n >= 1; f(n) = n is Nim.
        """
        import sympy

        from mexplore.rules.arithmetic.formula_values import named_function

        odd_part = named_function("odd_part")
        if self.law.end == _HALF:
            return (odd_part(n + 1) - 1) / 2
        if self.law.end == _LESS_THAN_HALF:
            return sympy.Piecewise((0, sympy.Eq(n, 0)), ((odd_part(n) - 1) / 2, True))
        return n if self.law.end == Floor(1, 0) else None
