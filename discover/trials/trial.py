"""One trial: some kernels on a few random rules, their values compared with the definition."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from functools import cache
from typing import TYPE_CHECKING, Any

from mexplore.rules.dataclass import dataclass
from mexplore.rules.rule import grundy_by_definition

if TYPE_CHECKING:
    from mexplore.rules.families.take_and_break.rule import TakeAndBreak
    from mexplore.rules.rule import Kernel, Rule, Values


class Differs(Exception):
    """A kernel and the definition disagree; the message names both values."""


@dataclass
class Tally:
    """The comparisons of a trial so far. A comparison that fails raises `Differs`."""

    values: int = 0
    cases: list[str] = field(default_factory=list)

    def hold(
        self, case: str, found: Sequence[Any], expected: Sequence[Any], first: int = 0
    ) -> None:
        """Compare the terms that a kernel computed, from ``first`` on, with the expected ones.

        >>> tally = Tally()
        >>> tally.hold("0.77", [0, 1, 2], [0, 1, 2])
        >>> tally
        Tally(values=3, cases=['0.77'])
        >>> tally.hold("0.77", [0, 1, 3], [0, 1, 2])
        Traceback (most recent call last):
        mexplore.discover.trials.trial.Differs: 0.77: 3 at n = 2, by the definition 2
        """
        if len(found) != len(expected):
            raise Differs(f"{case}: {len(found)} terms, by the definition {len(expected)}")
        for n, (mine, right) in enumerate(zip(found, expected, strict=True), first):
            if mine != right:
                raise Differs(f"{case}: {mine} at n = {n}, by the definition {right}")
        self.values += len(expected)
        self.cases.append(case)

    def hold_rules(
        self, texts: Iterable[str], kernel: str, stop: int, first: int | None = None
    ) -> None:
        """The kernel of this name is the one of each rule, and has the values below ``stop``."""
        from mexplore.rules.notation import parse_rule

        for text in texts:
            rule = parse_rule(text)
            chosen = rule.kernel()
            if type(chosen).__name__ != kernel or chosen is None:
                raise TypeError(f"{text} is computed by {type(chosen).__name__}, not by {kernel}")
            self.hold_values(rule, filled(chosen, stop, first))

    def hold_values(self, rule: Rule, values: Values) -> None:
        """Compare these values with those of the rule by its definition."""
        self.hold(str(rule), values.tolist(), _defined(rule, len(values)))


@cache
def _defined(rule: Rule, stop: int) -> list[int]:
    return grundy_by_definition(rule, stop)


@dataclass(frozen=True)
class Trial:
    """A trial with its name; ``run`` raises `Differs` if a comparison fails."""

    name: str
    run: Callable[[Tally], None]


def filled(kernel: Kernel, stop: int, first: int | None = None) -> Values:
    """The values of a kernel below ``stop``, in three blocks, the first of which ends at ``first``:
    a kernel also has to go on from values that it is given. The array is widened where the kernel
    asks for it."""
    import numpy as np

    values: Values = np.zeros(stop, dtype=np.uint8)
    first = 3 * stop // 5 if first is None else first
    n = 0
    for goal in (first, first + (stop - first) // 3, stop):
        while n < goal:
            n = kernel.fill(values, n, goal)
            if n < goal:
                values = values.astype(f"u{2 * values.itemsize}")
    return values


FEW = 150


def by_arrays(rule: TakeAndBreak, stop: int) -> list[int]:
    """G(0), ..., G(stop - 1) of a code that leaves at most two heaps, by the definition, all
    options of one number of removed tokens at once as an array; the first of them are held
    against `grundy_by_definition`. No compiled code takes part.

    >>> from mexplore.rules.notation import parse_rule
    >>> by_arrays(parse_rule("0.77"), 10)
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]
    """
    import numpy as np

    values = np.zeros(stop, dtype=np.int64)
    for n in range(stop):
        options = []
        for j in range(min(n, len(rule.removing) - 1) + 1):
            digit, rest = rule.digit(j), n - j
            if rest == 0 and digit.suffix(0) is not None:
                options.append(values[:1])
            if rest > 0 and digit.suffix(1) is not None:
                options.append(values[rest : rest + 1])
            suffix = digit.suffix(2)
            if suffix is not None:
                low, high = np.arange(1, rest // 2 + 1), rest - np.arange(1, rest // 2 + 1)
                kept = {"": low <= high, "=": low == high}.get(suffix, low < high)
                options.append((values[low] ^ values[high])[kept])
        values[n] = _mex(np.concatenate(options)) if options else 0
    found: list[int] = values.tolist()
    few = min(stop, FEW)
    if found[:few] != _defined(rule, few):
        raise Differs(f"{rule}: two ways to read the definition disagree")
    return found


def _mex(values: Any) -> int:
    import numpy as np

    present = np.bincount(values, minlength=int(values.max(initial=0)) + 2)
    return int(np.argmin(present > 0))
