"""Lists of options that are a take-and-break code: loops over pairs of heaps, and heaps that are
clipped at 0.

A loop over k gives the pairs (k - u, n - v - k), either of them perhaps clipped at 0 by max. Where
neither is, they are the splits of n - u - v into a >= l and b >= r, and l, r <= 1 makes them the
moves of one digit. A clipped heap adds single heaps at the ends of the range.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.forms import Floor, Form
from mexplore.rules.arithmetic.polynomial import Polynomial, linear
from mexplore.rules.dataclass import dataclass
from mexplore.rules.families.expression.several_heaps import split_by_loops
from mexplore.rules.families.take_and_break.code import ZERO, Digit
from mexplore.rules.families.take_and_break.rule import TakeAndBreak

MOST_CLIPPED = 200  # heaps at an end of a range that are looked at one by one
_N, _K = map(Polynomial.name, "nk")
_REST = _N - _K
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "!=": "!=", "==": "=="}


def _clipped(node: tree.Node) -> tuple[Polynomial | None, bool]:
    """A linear expression, and whether it is clipped at 0."""
    match node:
        case tree.Call("max", (inside, tree.Number(0)) | (tree.Number(0), inside)):
            return linear(inside), True
        case _:
            return linear(node), False


def _less(node: tree.Node) -> int | None:
    """The c of n - c."""
    found = linear(node)
    return -found.constant if found is not None and found - found.constant == _N else None


def clipped_option(item: tree.Node) -> TakeAndBreak | None:
    """``max(n - s, 0)``: remove s tokens, or the whole heap if it has fewer.

    >>> from mexplore.rules.arithmetic.reading import read_expression
    >>> str(clipped_option(read_expression("max(n - 4, 0)", ("n",))))
    '0.1113'
    """
    match item:
        case tree.Call("max", (inside, tree.Number(0)) | (tree.Number(0), inside)):
            s = _less(inside)
        case _:
            return None
    if s is None or s <= 0:
        return None
    return _code({**dict.fromkeys(range(1, s), 1), s: 3}) if s <= MOST_CLIPPED else None


def equal_heaps(item: tree.Node, test: tree.Node) -> TakeAndBreak | None:
    """``((n - c) // m, ..)``, m equal heaps, if ``(n - c) % m == 0``.

    >>> from mexplore.rules.arithmetic.reading import read_expression
    >>> item, test = (read_expression(t, ("n",)) for t in ("[(n // 2, n // 2)]", "n % 2 == 0"))
    >>> str(equal_heaps(item.items[0], test))
    '4=.0'
    """
    match item, test:
        case (
            tree.Heap((tree.Binary("//", left, tree.Number(m)), *_) as heaps),
            tree.Comparison(tree.Binary("%", again, tree.Number(modulus)), ("==",), (zero,)),
        ) if (m, left, zero) == (modulus, again, tree.Number(0)):
            alike = len(heaps) == m >= 2 and set(heaps) == {heaps[0]}
            c = _less(left)
            if not alike or c is None or not 0 <= c <= MOST_CLIPPED:
                return None
            return _coded({c: Digit.of({m: "="} | ({0: ""} if c else {}))})
        case _:
            return None


def split_loop(  # noqa: PLR0911
    item: tree.Node, low: Form, high: Form, tests: list[tree.Node]
) -> TakeAndBreak | None:
    """``[(x, y) for k in range(low, high + 1) if test]``, x and y as above."""
    if not isinstance(item, tree.Heap) or len(item.items) != 2 or len(tests) > 1:
        return None
    (x, x_clipped), (y, y_clipped) = map(_clipped, item.items)
    if x is None or y is None:
        return None
    if x - x.constant == _REST:
        x, x_clipped, y, y_clipped = y, y_clipped, x, x_clipped
    if (x - x.constant, y - y.constant) != (_K, _REST) or not isinstance(low, Floor) or low.a:
        return None
    if not isinstance(high, Floor) or high.a != 1:
        return None
    pairs = _Pairs(-x.constant, -y.constant, low(0), high)
    if x_clipped or y_clipped:
        return None if tests or high.c != 1 else pairs.clipped(x_clipped, y_clipped)
    if high.c == 2:
        return pairs.half(tests)
    return pairs.whole(tests) if high.c == 1 else None


def split_loops(item: tree.Node, clauses: Sequence[tree.Clause]) -> TakeAndBreak | None:
    """Heaps of which several loops give the sizes.

    >>> from mexplore.rules.arithmetic.reading import read_expression
    >>> text = "[(a, b - a, n - b) for b in range(n) for a in range(1, b)]"
    >>> loops = read_expression(text, ("n",))
    >>> str(split_loops(loops.item, loops.clauses))
    '8.0'
    """
    found = split_by_loops(item, clauses)
    return None if found is None else _coded({found[0]: Digit.of(found[1])})


@dataclass(frozen=True)
class _Pairs:
    """(k - u, n - v - k) for low <= k <= high(n)."""

    u: int
    v: int
    low: int
    high: Floor

    def whole(self, tests: list[tree.Node]) -> TakeAndBreak | None:
        """high(n) = n - h: the splits of n - u - v into a >= l and b >= r."""
        left, right = max(self.low - self.u, 0), max(-self.high.b - self.v, 0)
        sign = self._sign(tests)
        if max(left, right) > 1 or sign is None:
            return None
        none, two = left == right == 0, ""
        one = left == 0 or right == 0
        if sign in ("!=", "<", ">"):
            none, two = False, "!"
        if sign == "==":
            one, two = False, "="
        if sign in ("<", "<="):
            one = left == 0
        if sign in (">", ">="):
            one = right == 0
        return self._code(none, one, two)

    def half(self, tests: list[tree.Node]) -> TakeAndBreak | None:
        """high(n) = floor((n + e)/2): a <= floor((r + d)/2) for the r = n - u - v that is split."""
        left, d = max(self.low - self.u, 0), self.v - self.u + self.high.b
        sign = self._sign(tests)
        if left > 1 or d < -1 or (d > 0 and left) or sign not in ("", "!="):
            return None
        unequal = d == -1 or sign == "!="
        return self._code(left == 0 and not unequal, left == 0, "!" if unequal else "")

    def _sign(self, tests: list[tree.Node]) -> str | None:
        """How the first heap has to compare with the second; '' if it has not to."""
        if not tests:
            return ""
        match tests[0]:
            case tree.Comparison(first, (sign,), (second,)) if sign in _TURNED:
                difference = linear(tree.Binary("-", first, second))
            case _:
                return None
        apart = _K - _REST + self.v - self.u  # the first heap less the second
        if difference == apart:
            return sign
        return _TURNED[sign] if difference == -apart else None

    def _code(self, none: bool, one: bool, two: str) -> TakeAndBreak | None:
        counts = ({0: ""} if none else {}) | ({1: ""} if one else {}) | {2: two}
        return _coded({self.u + self.v: Digit.of(counts)})

    def clipped(self, first: bool, second: bool) -> TakeAndBreak | None:
        """high(n) = n - h, one heap or both clipped at 0."""
        u, v, low, h = self.u, self.v, self.low, -self.high.b
        left, right = max(low - u, 0), max(h - v, 0)
        if max(left, right) > 1 or max(u - low, v - h) > MOST_CLIPPED:
            return None
        masks = Counter[int]()
        masks[u + v] |= 4 | (2 if not left or not right else 0) | (not left and not right)
        ends = [(range(low, u), v, h, second)] if first else []
        ends += [(range(h, v), u, low, first)] if second else []
        for outer, taken, least, also in ends:
            # k in `outer` tokens beyond the clipped heap: n - taken - k is left if n >= k + least.
            for k in outer:
                if least > taken + 1:
                    return None
                masks[taken + k] |= 2 if least > taken else 3
                if also:
                    for n in range(max(k + least, 1), taken + k):
                        masks[n] |= 1
        return _code(dict(masks))


def _code(masks: dict[int, int]) -> TakeAndBreak | None:
    return _coded({j: Digit.from_mask(mask) for j, mask in masks.items()})


def _coded(digits: dict[int, Digit]) -> TakeAndBreak | None:
    """The code of these digits; None if a game need not end, or removes tokens it has not."""
    few = any(digits.get(0, ZERO).suffix(count) is not None for count in (0, 1))
    if min(digits) < 0 or few or max(digits) > MOST_CLIPPED:
        return None
    listed = [digits.get(j, ZERO) for j in range(max(digits) + 1)]
    return TakeAndBreak.of([], listed[0], (listed[1:], 0))


def guarded(rule: TakeAndBreak, least: int) -> TakeAndBreak | None:
    """The code with the moves of heaps of ``least`` tokens or more alone, if there is one.

    >>> str(guarded(TakeAndBreak.parse("0.33"), 2)), guarded(TakeAndBreak.parse("0.33"), 3)
    ('0.23', None)
    >>> str(guarded(TakeAndBreak.parse("0.[30]"), 2))
    '0.2[03]'
    """
    digits = list(rule.removing)
    while rule.period and len(digits) - rule.period < least:
        digits.append(digits[-rule.period])  # those that repeat are the digits of larger heaps too
    for j in range(min(least, len(digits))):
        without = {c: s for c, s in digits[j].listed if c}
        digits[j] = digits[j] if digits[j].more else Digit.of(without)
    found = TakeAndBreak.of(list(rule.adding), digits[0], (digits[1:], rule.period))
    if any(next(found.options(n), None) is not None for n in range(least)):
        return None
    return found
