"""Games and laws of ``Law.v`` that speak of divisors, primes, binary digits and coins, for the
small reader ``coq_reader``: by plain definitions, and without the programs of the package."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import combinations, combinations_with_replacement
from math import factorial, gcd, isqrt
from operator import xor
from typing import Any

Options = Callable[[int], Iterator[tuple[int, ...]]]
Values = Sequence[int]


def is_prime(p: int) -> bool:
    return p > 1 and all(p % d for d in range(2, p))


def factors(n: int) -> list[int]:
    """The prime factors with multiplicity."""
    p = next((p for p in range(2, n + 1) if n % p == 0), 0)
    return [p, *factors(n // p)] if p else []


def in_set(s: int, part: Any) -> bool:
    """Whether a number is in a part of a subtraction set."""
    match part:
        case ("Members", numbers):
            return s in numbers
        case ("Classes", modulus, residues, least):
            return s >= least and s % modulus in residues
        case ("Powers", base):
            return any(base**i == s for i in range(8))
    return bool(_NAMED[part](s))


_NAMED: dict[str, Callable[[int], bool]] = {
    "Squares": lambda s: isqrt(s) ** 2 == s,
    "Cubes": lambda s: any(i**3 == s for i in range(s + 1)),
    "Factorials": lambda s: any(factorial(i) == s for i in range(1, 8)),
    "FibonacciNumbers": lambda s: any(isqrt(5 * s * s + c) ** 2 == 5 * s * s + c for c in (-4, 4)),
    "Primes": lambda s: s > 1 and all(s % d for d in range(2, s)),
}


def _of_kind(kind: str, k: int, n: int) -> bool:
    match kind:
        case "Divisors":
            return n % k == 0
        case "PrimeDivisors":
            return n % k == 0 and is_prime(k)
        case "PrimePowers":
            return n % k == 0 and len(set(factors(k))) == 1
        case "Coprime":
            return gcd(k, n) == 1
    raise ValueError(kind)


def _chosen(kind: str, one: bool, whole: bool) -> Callable[[int], list[int]]:
    return lambda n: [
        k for k in range(1, n + 1) if _of_kind(kind, k, n) and (one or k > 1) and (whole or k < n)
    ]


def _highest(n: int) -> int:
    return max((1 << i for i in range(n.bit_length()) if n >> i & 1), default=0)


def one_heap(name: str, given: list[Any]) -> Callable[[int], Iterator[int]] | None:
    """What is left by the moves of a game that leaves one heap; None for other games."""
    match name, given:
        case "remove_numbers", (kind, one, whole):
            chosen = _chosen(kind, one == "true", whole == "true")
            return lambda n: (n - k for k in chosen(n))
        case "leave_numbers", (kind, one):
            chosen = _chosen(kind, one == "true", False)
            return lambda n: iter(chosen(n))
        case "divide_by_numbers", (kind, whole):
            chosen = _chosen(kind, False, whole == "true")
            return lambda n: (n // k for k in chosen(n))
        case "smaller_of_class", (p, first, small, classes):
            return lambda n: iter(small[n] if n < first else _of_class(n, p, first, classes[n % p]))
        case "nim_but", (exceptions,):
            moves = {heap: left for _, heap, left in exceptions}
            return lambda n: (h for h in range(n) if _may_leave(h, moves.get(n)))
    return _by_digits(name, given)


def _by_digits(name: str, given: list[Any]) -> Callable[[int], Iterator[int]] | None:
    match name, given:
        case "submasks", ():
            return lambda n: (k for k in range(n) if k & n == k)
        case "leaves", (("quotients", more),):
            return lambda n: (n // k for k in range(2, n + more + 1))
        case "leaves", ("shifts",):
            return lambda n: (n >> k for k in range(1, n.bit_length() + 1))
        case "leaves", ("remainders",):
            return lambda n: (n % k for k in range(1, n + 1))
        case "clear_digits", (last, first):
            return lambda n: iter(
                ([n & n - 1] if n and last == "true" else [])
                + ([n - _highest(n)] if n and first == "true" else [])
            )
    return None


def _of_class(n: int, p: int, first: int, given: tuple[str, int, list[int]]) -> list[int]:
    _, least, others = given
    smaller = [m for m in range(least, n) if (n - m) % p == 0]
    return smaller + [m for m in others if m < first]


def _may_leave(h: int, moves: tuple[str, list[int]] | None) -> bool:
    return moves is None or (h in moves[1]) == (moves[0] == "Only")


def coins(name: str, given: list[Any]) -> Options | None:
    """The games of coins; None for other games."""
    match name, given:
        case "ruler", ():
            return lambda n: (tuple(range(n - k, n)) for k in range(n))
        case "turtles", (equal,):
            pairs = combinations_with_replacement if equal == "true" else combinations
            return lambda n: (
                o for o in [(), *((a,) for a in range(1, n)), *pairs(range(1, n), 2)] if n
            )
    return None


def _never_periodic(values: Values, p: int) -> bool:
    """That the values at hand do not have the period p, for small p."""
    there = range(len(values) - p)
    return not 0 < p < 10 or any(values[n + p] != values[n] for n in there)


def _exponent(n: int) -> int:
    return factors(n).count(2)


def _place(p: int) -> int:
    return sum(map(is_prime, range(p + 1)))


def _least_factor(values: Values, n: int, odd: bool) -> bool:
    return n < 2 or values[n] == (n % 2 if odd else 1) * _place(factors(n)[0])


def _turtles(values: Values, n: int) -> bool:
    m = n - 1
    return n < 1 or values[n] == 2 * m + (m.bit_count() % 2 == 0)


def _nim_but(values: Values, n: int, pairs: str) -> bool:
    repeated = {int(heap): int(v) for heap, v in re.findall(r"\((\d+), (\d+)\)", pairs)}
    return values[n] == repeated.get(n, n - sum(heap < n for heap in repeated))


_PRIMES = r"forall l, \(forall p, In p l -> is_prime p = true\) -> G \(product l\) = "
_LENGTH = r"N\.of_nat \(length l\)"
_BASES = r"NoDup \(map fst l\) -> \(forall p, In p \(map fst l\) -> is_prime p = true\)"

LAWS: dict[str, Callable[..., bool]] = {
    r"~ exists p n0, 1 <= p /\\ forall n, n0 <= n -> G \(n \+ p\) = G n": _never_periodic,
    r"forall k m, G \(2 \^ k \* \(2 \* m \+ 1\)\) = k(?: \+ (\d+))?": lambda values, n, more: (
        not n or values[n] == _exponent(n) + more
    ),
    r"forall k m, G \(2 \^ k \* \(2 \* m \+ 1\)\) = 2 \^ k": lambda values, n: (
        not n or values[n] == 2 ** _exponent(n)
    ),
    _PRIMES + _LENGTH + r"(?: - (\d+))?": lambda values, n, less: (
        not n or values[n] == max(len(factors(n)) - less, 0)
    ),
    _PRIMES + _LENGTH + r" mod 2": lambda values, n: not n or values[n] == len(factors(n)) % 2,
    _PRIMES + r"N\.of_nat \(length l - (\d+)\) mod 2": lambda values, n, less: (
        not n or values[n] == max(len(factors(n)) - less, 0) % 2
    ),
    rf"forall l, {_BASES} -> G \(powers l\) = xor_list \(map snd l\)": lambda values, n: (
        not n or values[n] == reduce(xor, map(factors(n).count, {*factors(n)}), 0)
    ),
    r"forall n p, 2 <= n -> least_factor p n -> G n = place p": lambda values, n: _least_factor(
        values, n, odd=False
    ),
    r"forall n p, 2 <= n -> least_factor p n -> G n = \(n mod 2\) \* place p": (
        lambda values, n: _least_factor(values, n, odd=True)
    ),
    r"forall n, G n = nim_but_value \[(.*)\] n": _nim_but,
    r"forall n, G n = ones n": lambda values, n: values[n] == n.bit_count(),
    r"forall n, G n = ones n mod 2": lambda values, n: values[n] == n.bit_count() % 2,
    r"forall n, G n = N\.size n(?: - (\d+))?": lambda values, n, less: (
        values[n] == max(n.bit_length() - less, 0)
    ),
    r"forall n, G n = N\.size \(n \+ 1\) - 1": lambda values, n: (
        values[n] == (n + 1).bit_length() - 1
    ),
    (
        r"forall n, 1 <= n -> "
        r"G n = if odious \(n - 1\) then 2 \* \(n - 1\) else 2 \* \(n - 1\) \+ 1"
    ): _turtles,
}
"""The laws of such games, each with whether it holds of the values at n."""
