"""Where a sequence has a given value: the k-th such n, however far out, and the gaps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from mexplore.discover.study.pattern import ClosedForm

FURTHEST_BITS = 1 << 12  # an n of more bits is looked for only if k has many
FIRST_LISTED = 1 << 12


class NoSuchPosition(Exception):
    """There is no k-th n with the value, as far as was looked."""


class Places(Protocol):
    """Some of the n, in increasing order, of which any can be found."""

    @property
    def stop(self) -> int | None:
        """They are known below this number; None if all of them are."""

    def count(self, stop: int) -> int:
        """How many of them are below ``stop``."""

    def total(self) -> int | None:
        """How many there are; None where they are infinitely many, or that is not known."""

    def nth(self, k: int) -> int:
        """The k-th, k >= 1. Raises NoSuchPosition."""

    def first(self, most: int, stop: int) -> npt.NDArray[Any]:
        """The first ``most`` of them below ``stop``."""


@dataclass(frozen=True, eq=False)
class Occurrences:
    """The n < stop (all n, if stop is None) with G(n) = value, in increasing order.

    >>> from mexplore.discover.heaps.values import answers
    >>> from mexplore.rules.notation import parse_rule
    >>> form = answers(parse_rule("0.77"), [10**18]).best_for(10**18).form
    >>> far = Occurrences(form, 4).nth(10**18)
    >>> Occurrences(form, 4).nth(3), form.at(far), Occurrences(form, 4).count(far + 1) == 10**18
    (12, 4, True)
    """

    form: ClosedForm
    value: int
    stop: int | None = None

    def count(self, stop: int) -> int:
        """How many of them are below stop."""
        return self.form.count_of(self.value, stop) if stop else 0

    def total(self) -> int | None:
        """How many of all n have the value; None where they are infinitely many, or that is not
        known.

        From n0 on, let values rise by a step on each residue class mod p. Where the step is 0 a
        value comes again after every p. Where it is at least 1, G(r + kp) >= k for r >= n0, so
        that v does not occur from end = n0 + (v + 1) p on. If it is not among the p values from
        there on either, it never occurs again.

        >>> from mexplore.discover.heaps.patterns.periodic import Periodic, PeriodicForm
        >>> import numpy as np
        >>> form = PeriodicForm(Periodic(preperiod=1, period=2, saltus=1), np.array([5, 0, 4]))
        >>> [Occurrences(form, value).total() for value in (0, 3, 4, 5)]  # 5 0 4 1 5 2 6 3 ...
        [1, 1, 2, 3]
        """
        largest = self.form.largest_value()
        if largest is not None and self.value > largest:
            return 0
        steps = self.form.eventual_steps()
        if steps is None:
            return None
        end = steps.preperiod + (self.value + 1) * steps.period
        total = self.count(end)
        return total if self.count(end + steps.period) == total else None

    def nth(self, k: int) -> int:
        """The k-th, k >= 1: the least n of which count(n + 1) >= k.

        Raises NoSuchPosition.
        """
        low, high = 0, self._beyond(k)  # count(low) < k <= count(high)
        if (found := self.form.nth_of(self.value, k, high)) is not None:
            return found
        low, high = self._nearer(k, low, high)
        while low + 1 < high:
            middle = (low + high) // 2
            if self.count(middle) < k:
                low = middle
            else:
                high = middle
        return low

    def _nearer(self, k: int, low: int, high: int) -> tuple[int, int]:
        """Closer ends with count(low) < k <= count(high): around where the k-th would be if they
        were evenly spread, as those of a periodic law nearly are."""
        fewer, more = self.count(low), self.count(high)
        guess = low + (high - low) * (k - fewer) // (more - fewer)
        step = 1
        if low < guess < high and self.count(guess) < k:
            while guess < high and self.count(guess) < k:
                low, guess, step = guess, guess + step, 2 * step
            return low, min(guess, high)
        while low < guess and (guess >= high or self.count(guess) >= k):
            high, guess, step = min(guess, high), guess - step, 2 * step
        return max(guess, low), high

    def _beyond(self, k: int) -> int:
        """A number below which there are at least k of them."""
        if self.stop is not None:
            if self.count(self.stop) < k:
                raise NoSuchPosition(f"only {self.count(self.stop)} n below {self.stop}")
            return self.stop
        total = self.total()
        if total is not None and total < k:
            raise NoSuchPosition(_only(total))
        bits = 8
        while self.count(1 << bits) < k:
            bits *= 2
            if bits > max(FURTHEST_BITS, 8 * k.bit_length()):
                found = self.count(1 << bits // 2)
                raise NoSuchPosition(f"only {found} n below 2^{bits // 2}")
        return 1 << bits

    def first(self, most: int, stop: int) -> npt.NDArray[np.int64]:
        """The first ``most`` of them below stop, read from the values one by one."""
        import numpy as np

        reach = min(stop, FIRST_LISTED)
        found = np.flatnonzero(self.form.prefix(reach) == self.value)
        while len(found) < most and reach < stop:
            reach = min(stop, 8 * reach)
            found = np.flatnonzero(self.form.prefix(reach) == self.value)
        return found[:most].astype(np.int64)


def _only(total: int) -> str:
    many = "no n has" if not total else "only 1 n has" if total == 1 else f"only {total} n have"
    return f"{many} this value"
