"""Lists of options made of the divisors of n, of its other numbers, or of those prime to n."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from enum import Enum
from math import gcd
from typing import TYPE_CHECKING

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.forms import Floor, normal_form
from mexplore.rules.arithmetic.guards import guarded, least_heap, tests_of
from mexplore.rules.arithmetic.reading import read_expression
from mexplore.rules.dataclass import dataclass
from mexplore.rules.moves.written import in_plain_words
from mexplore.rules.text.numbers import is_prime

if TYPE_CHECKING:
    from mexplore.rules.rule import Rule

_N, _K = tree.Name("n"), tree.Name("k")
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}


class Among(Enum):
    """Which numbers k <= n a move may choose."""

    DIVISORS = "the divisors of n"
    PRIME_DIVISORS = "the primes that divide n"
    PRIME_POWERS = "the powers of primes that divide n"
    COPRIME = "the numbers prime to n"
    NON_DIVISORS = "the numbers that do not divide n"


class Move(Enum):
    """What a move does with a heap of n and the number k."""

    REMOVE = "remove k tokens"
    LEAVE = "leave k tokens"
    DIVIDE = "leave n/k tokens"
    SPLIT = "leave k heaps of n/k tokens"


@dataclass(frozen=True)
class NumberMoves:
    """From n >= 1 the moves do one thing with all 1 <= k <= n of one kind, of which 1 is left out
    unless ``one``, and n unless ``whole``; from 0 there is no move.

    >>> list(NumberMoves(Among.DIVISORS, Move.REMOVE, one=True, whole=False).options(12))
    [(11,), (10,), (9,), (8,), (6,)]
    """

    among: Among
    move: Move
    one: bool
    whole: bool

    def numbers(self, n: int) -> Iterator[int]:
        """The k that may be chosen from a heap of n, in increasing order."""
        for k in range(1, n + 1):
            kept = (k > 1 or self.one) and (k < n or self.whole)
            if kept and _IS_OF[self.among](k, n):
                yield k

    def options(self, n: int) -> Iterator[tuple[int, ...]]:
        """The heaps that a move from n leaves."""
        for k in self.numbers(n):
            match self.move:
                case Move.REMOVE:
                    yield (n - k,)
                case Move.LEAVE:
                    yield (k,)
                case Move.DIVIDE:
                    yield (n // k,)
                case Move.SPLIT:
                    yield (n // k,) * k


_IS_OF: dict[Among, Callable[[int, int], bool]] = {
    Among.DIVISORS: lambda k, n: n % k == 0,
    Among.PRIME_DIVISORS: lambda k, n: n % k == 0 and is_prime(k),
    Among.PRIME_POWERS: lambda k, n: n % k == 0 and _is_prime_power(k),
    Among.COPRIME: lambda k, n: gcd(k, n) == 1,
    Among.NON_DIVISORS: lambda k, n: n % k != 0,
}


def _is_prime_power(k: int) -> bool:
    """Whether k is p^j with a prime p, j >= 1."""
    p = next((p for p in range(2, k + 1) if k % p == 0), 0)
    while p and k % p == 0:
        k //= p
    return bool(p) and k == 1


def number_moves(body: tree.Node) -> NumberMoves | None:
    """The moves that a list in n describes; None where its shape shows no such description.

    >>> from mexplore.rules.arithmetic.reading import read_options
    >>> text = "[n // d for d in range(2, n + 1) if n % d == 0]"
    >>> number_moves(read_options(text, ("n",), whole=text, at=0))  # n // d is a divisor, too
    NumberMoves(among=<Among.DIVISORS: 'the divisors of n'>, \
move=<Move.LEAVE: 'leave k tokens'>, one=True, whole=False)
    """
    inner = guarded(body)
    if inner is None:
        return None
    match inner[0]:
        case tree.Comprehension(item, (clause,)):
            reading = _Reading(clause.name, inner[1])
            found = reading.moves(item, clause)
        case tree.Comprehension(item, (clause, powers)):
            reading = _Reading(clause.name, inner[1])
            found = reading.prime_powers(item, clause, powers)
        case _:
            return None
    if found is None or any(True for n in range(reading.least) for _ in found.options(n)):
        return None  # a heap below ``least`` would have had moves
    return found


def moves_of(rule: Rule) -> NumberMoves | None:
    """The moves of a rule whose options are such a list."""
    written = in_plain_words(rule)
    return None if written is None else number_moves(written)


@dataclass
class _Reading:
    """What is known of the numbers k of one loop, called ``name`` there."""

    name: str
    least: int  # the least heap that has moves
    divides: bool = False
    divides_not: bool = False
    coprime: bool = False
    prime: bool = False
    zero: bool = False  # whether 0 is among the k
    one: bool = True
    whole: bool = True
    halved: bool = False  # whether the k are at most n/2

    def moves(self, item: tree.Node, clause: tree.Clause) -> NumberMoves | None:
        if not self.numbers(clause):
            return None
        item = item.items[0] if isinstance(item, tree.Heap) and len(item.items) == 1 else item
        item = tree.substitute(item, {self.name: _K})
        if self.coprime:
            return self._of_coprime(item)
        if self.divides_not:
            return self._of_others(item)
        return self._of_divisors(item)

    def numbers(self, clause: tree.Clause) -> bool:
        """Read the loop; whether all of it is understood, and the numbers are of one kind."""
        tests = [inner for test in clause.tests for inner in tests_of(test)]
        known = self.name != "n" and self._source(clause.source) and all(map(self._test, tests))
        kinds = self.divides + self.divides_not + self.coprime
        return known and kinds == 1 and not (self.prime and not self.divides)

    # -- the numbers k -----------------------------------------------------------------------

    def _source(self, source: tree.Node) -> bool:
        match source:
            case tree.Call("divisors", (argument,)) if argument == _N:
                self.divides = True
                return True
            case tree.Call("range", (stop,)):
                return self._from(tree.Number(0)) and self._bound("<", stop)
            case tree.Call("range", (start, stop)):
                return self._from(start) and self._bound("<", stop)
            case _:
                return False

    def _from(self, start: tree.Node) -> bool:
        match start:
            case tree.Number(0 | 1 | 2 as first):
                self.zero, self.one = first == 0, first < 2
                return True
            case _:
                return False

    def _test(self, test: tree.Node) -> bool:
        """Take a condition into account; whether it is understood."""
        least = least_heap(test)
        if least is not None:
            self.least = max(self.least, least)
            return True
        test = tree.substitute(test, {self.name: _K})
        if test in _DIVIDES:
            self.divides = True
        elif test in _DIVIDES_NOT:
            self.divides_not = True
        elif test in _COPRIME:
            self.coprime = True
        elif test == tree.Call("is_prime", (_K,)):
            self.prime = True
        elif isinstance(test, tree.Comparison):
            return self._compared(test)
        else:
            return False
        return True

    def _compared(self, test: tree.Comparison) -> bool:
        sides = (test.first, *test.others)
        pairs = zip(sides, test.signs, sides[1:], strict=False)
        return all(self._pair(left, sign, right) for left, sign, right in pairs)

    def _pair(self, left: tree.Node, sign: str, right: tree.Node) -> bool:
        if left == _K and sign in _TURNED:
            return self._bound(sign, right)
        return right == _K and sign in _TURNED and self._bound(_TURNED[sign], left)

    def _bound(self, sign: str, end: tree.Node) -> bool:  # noqa: PLR0911
        """Take k < end, or whatever the sign is, into account; whether that is understood."""
        form = normal_form(end) if tree.names_in(end) <= {"n"} else None
        if not isinstance(form, Floor):
            return False
        match sign, form:
            case (">", Floor(0, 1, 1)) | (">=", Floor(0, 2, 1)) | ("!=", Floor(0, 1, 1)):
                self.one, self.zero = False, self.zero and sign == "!="
                return True
            case (">", Floor(0, 0, 1)) | (">=", Floor(0, 1, 1)) | ("!=", Floor(0, 0, 1)):
                self.zero = False
                return True
            case ("<", Floor(1, 0, 1)) | ("<=", Floor(1, -1, 1)) | ("!=", Floor(1, 0, 1)):
                self.whole = False
                return True
            case ("<=", Floor(1, 0, 1)) | ("<", Floor(1, 1, 1)):
                return True
            case ("<=", Floor(1, 0, 2)) | ("<", Floor(1, 2, 2)):
                # Up to n/2 lie all divisors but n.
                self.whole = False
                self.halved = True
                return True
            case _:
                return False

    # -- what is done with k -----------------------------------------------------------------

    def _of_divisors(self, item: tree.Node) -> NumberMoves | None:  # noqa: PLR0911
        if self.zero:
            return None
        among = Among.PRIME_DIVISORS if self.prime else Among.DIVISORS
        found = NumberMoves(among, Move.REMOVE, self.one and not self.prime, self.whole)
        if item == _REMOVED:
            return found
        if item == _K:
            return replace(found, move=Move.LEAVE)
        if item == _QUOTIENT and self.prime:
            return replace(found, move=Move.DIVIDE)
        # As k runs through divisors, so does n/k, and 1 and n change places.
        turned = NumberMoves(among, Move.LEAVE, self.whole, self.one)
        if item == _QUOTIENT:
            return turned
        if item in _SPLIT:
            return replace(found, move=Move.SPLIT)
        if item == _SPLIT_TURNED and not self.prime:
            return replace(turned, move=Move.SPLIT)
        if item == _REMOVED_QUOTIENT and not self.prime:
            return replace(turned, move=Move.REMOVE)
        return None

    def _of_coprime(self, item: tree.Node) -> NumberMoves | None:
        if self.halved or not self.one:
            return None
        if item == _REMOVED:
            # Removing 0 tokens is refused where 0 is prime to n, at n = 1.
            return None if self.zero else NumberMoves(Among.COPRIME, Move.REMOVE, True, self.whole)
        # For n >= 2 both k and n - k are prime to n, or none; and 0 is prime to 1 alone.
        if item == _K and not self.whole:
            return NumberMoves(Among.COPRIME, Move.REMOVE, True, self.zero)
        return None

    def _of_others(self, item: tree.Node) -> NumberMoves | None:
        """Both 1 and n divide n, so that it does not matter whether they are listed."""
        if self.zero or self.halved:
            return None
        move = {_REMOVED: Move.REMOVE, _K: Move.LEAVE}.get(item)
        return NumberMoves(Among.NON_DIVISORS, move, False, False) if move else None

    def prime_powers(
        self, item: tree.Node, clause: tree.Clause, powers: tree.Clause
    ) -> NumberMoves | None:
        """``n // p**j``, or ``n - p**j`` and ``p**j``, for all primes p and all j >= 1 for which
        the power divides n."""
        names = {clause.name: _K, powers.name: tree.Name("j")}
        every = tree.substitute(powers.source, names)
        tests = tuple(tree.substitute(test, names) for test in powers.tests)
        complete = (every == _EXPONENTS and not tests) or (
            every in _UPTO and bool(tests) and set(tests) <= _POWER_DIVIDES
        )
        # The primes that do not divide n have no power that does.
        self.divides = True
        if powers.name == "n" or not complete or not self.numbers(clause) or not self.prime:
            return None
        move = _OF_POWER.get(tree.substitute(item, names))
        if move is None or not self.whole or self.zero:
            return None
        return NumberMoves(Among.PRIME_POWERS, move, False, True)


def _read(*texts: str) -> frozenset[tree.Node]:
    return frozenset(read_expression(text, ("n", "k", "j")) for text in texts)


_DIVIDES = _read(
    "n % k == 0", "not n % k", "0 == n % k", "n % k < 1", "gcd(n, k) == k", "gcd(k, n) == k",
    "k in divisors(n)", "n // k * k == n", "k * (n // k) == n",
)  # fmt: skip
_DIVIDES_NOT = _read("n % k != 0", "n % k > 0", "n % k", "0 != n % k", "not n % k == 0")
_COPRIME = _read("gcd(n, k) == 1", "gcd(k, n) == 1", "1 == gcd(n, k)", "1 == gcd(k, n)")
(_REMOVED,) = _read("n - k")
(_QUOTIENT,) = _read("n // k")
(_REMOVED_QUOTIENT,) = _read("n - n // k")
# k equal heaps, and n/k equal heaps of k.
_SPLIT = frozenset(tree.Repeated(heaps, _K) for heaps in (tree.Heap((_QUOTIENT,)), _QUOTIENT))
_SPLIT_TURNED = tree.Repeated(tree.Heap((_K,)), _QUOTIENT)
_POWER_DIVIDES = _read("n % k**j == 0", "not n % k**j")
_EXPONENTS = tree.Call("range", (tree.Number(1), *_read("vp(n, k) + 1")))
# No exponent is as large as n, and none is larger than log2(n).
_UPTO = {
    tree.Call("range", (tree.Number(1), stop))
    for stop in _read("n", "n + 1", "bit_length(n)", "bit_length(n) + 1")
}
_OF_POWER = {
    node: move
    for text, move in (("n - k**j", Move.REMOVE), ("k**j", Move.LEAVE), ("n // k**j", Move.DIVIDE))
    for node in _read(text)
}
