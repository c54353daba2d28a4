"""The rules of the census: streams of random texts, and the families they make.

Where rules divide by numbers of which no power of the one is a power of the other (by 2 and by 3,
say), a value depends on floor(n/2^a/3^b) for all a and b, and in general no automaton reads the
digits of n in one base for it. So residue conditions come in two families, of one base and of two,
and the family 'subtract or divide' is told by bases as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from random import Random
from typing import NamedTuple

from mexplore.rules.errors import MexploreError
from mexplore.rules.library import shipped
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule


class Family(NamedTuple):
    """A family: its name, an endless stream of texts, how many rules, and the aim for 'proved'
    where there is one; where there are ``marks``, the canonical text has one of them."""

    name: str
    texts: Callable[[Random], Iterator[str]]
    members: int
    aim: float | None
    marks: str = ""


def octal_codes(random: Random) -> Iterator[str]:
    every = [f"0.{a}{b}" for a in range(8) for b in range(8)]
    every += [f"0.{a}{b}{c}" for a in range(8) for b in range(8) for c in range(1, 8)]
    every += [f"4.{a}{b}" for a in range(8) for b in range(8)]
    random.shuffle(every)
    yield from every


def codes_with_conditions(random: Random) -> Iterator[str]:
    while True:
        start = random.choice(["0", "0", "4", "4!", "4=", "4?"])
        digits = [
            f"{random.randrange(8)}{random.choice(['', '', '!', '?', '='])}"
            for _ in range(random.randint(1, 4))
        ]
        text = f"{start}.{''.join(digits)}"
        if any(sign in text for sign in "!?="):
            yield text


def repeating_codes(random: Random) -> Iterator[str]:
    def digits(least: int, most: int) -> str:
        return "".join(str(random.randrange(8)) for _ in range(random.randint(least, most)))

    while True:
        yield f"0.{digits(0, 2)}[{digits(1, 2)}]"


def named_sets(random: Random) -> Iterator[str]:
    plain = ["squares", "cubes", "triangular", "primes", "fibonacci", "factorials", "odd", "even"]
    while True:
        sets = random.sample(plain, 1)
        if random.random() < 0.5:
            sets = [
                random.choice(
                    [f"powers({random.randint(2, 9)})", f"multiples({random.randint(2, 7)})"]
                )
            ]
        members = sorted(random.sample(range(1, 16), random.randint(0, 3)))
        yield f"subtract({', '.join([*map(str, members), *sets])})"


def _end(random: Random) -> str:
    c = random.randint(2, 7)
    a = random.randint(1, c - 1) if random.random() < 0.4 else 1
    times = "n" if a == 1 else f"{a}*n"
    shift = random.choice(["", "", "", f" + {random.randint(1, 4)}", f" - {random.randint(1, 4)}"])
    if random.random() < 0.3:
        return f"ceil({times}/{c}){shift}"
    return f"({times}{shift})//{c}" if random.random() < 0.5 else f"{times}//{c}{shift}"


def intervals(random: Random) -> Iterator[str]:
    while True:
        low, high = _end(random), _end(random)
        kind = random.choice(["leave", "remove"])
        u = random.random()
        if u < 0.25:
            low = str(random.randint(0 if kind == "leave" else 1, 3))
        elif u < 0.4:
            high = f"n - {random.randint(1, 3)}" if kind == "leave" else "n"
        yield f"{kind}({low} .. {high})"


def bases(divisors: Iterable[int]) -> int:
    """How many bases the divisors have: 2 and 4 share one.

    >>> bases([2, 4]), bases([4, 6])
    (1, 2)
    """
    return len({2 if divisor == 4 else divisor for divisor in divisors})


def subtract_or_divide(random: Random, wanted: int = 0) -> Iterator[str]:
    """With divisors of as many bases as wanted; 0: as they come."""
    while True:
        subtracted = sorted(random.sample(range(1, 7), random.randint(1, 3)))
        divisors = sorted(random.sample(range(2, 7), random.randint(1, 2)))
        if bases(divisors) in (wanted or bases(divisors),):
            yield (
                f"subtract({', '.join(map(str, subtracted))}) or "
                f"divide({', '.join(map(str, divisors))})"
            )


def other_unions(random: Random) -> Iterator[str]:
    streams = [codes_with_conditions(random), named_sets(random), intervals(random)]
    while True:
        parts = [
            random.choice(
                [
                    f"0.{random.randrange(1, 8)}{random.randrange(8)}",
                    f"subtract({random.randint(1, 5)}, {random.randint(6, 12)})",
                    f"divide({random.randint(2, 6)}, ceil)",
                    f"divide({random.randint(2, 6)})",
                    *(next(stream) for stream in streams),
                ]
            )
            for _ in range(2)
        ]
        yield " or ".join(parts)


def residue_conditions(random: Random, divisors: Sequence[int] = ()) -> Iterator[str]:
    """Rules that divide by these alone; or by one number each."""
    chosen: Sequence[int] = divisors

    def option() -> str:
        d, e = random.choice(chosen), random.choice(chosen)
        return random.choice(
            [f"n - {random.randint(1, 5)}", f"n // {d}"] * 2
            + [f"max(n - {random.randint(2, 6)}, 0)", f"(n + 1) // {e}"]
        )

    def options() -> str:
        return f"[{', '.join(option() for _ in range(random.randint(1, 3)))}]"

    while True:
        chosen = divisors or [random.randint(2, 5)]
        m = random.randint(2, 6)
        condition = f"n % {m} {random.choice(['==', '==', '!=', '<'])} {random.randrange(1, m)}"
        if random.random() < 0.3:
            condition = f"n % {m} == 0"
        if random.random() < 0.5:
            yield f"n -> {options()} + ({options()} if {condition} else [])"
        else:
            yield f"n -> {options()} if {condition} else {options()}"


def moves_to_f(random: Random) -> Iterator[str]:
    def f() -> str:
        d, s = random.randint(2, 6), random.randint(1, 4)
        a = random.randint(1, d - 1)
        return random.choice(
            [
                f"{a}*n // {d}",
                f"n // {d} + {s}",
                f"n - n // {d} - 1",
                f"(n + {s}) // {d}",
                "isqrt(n)",
                "n - isqrt(n)",
                f"n // {d} - {s}",
                "n & (n - 1)",
                "n - bit_length(n)",
                f"ceil({a}*n/{d})",
                f"n - {s}",
                "n - gcd(n, 6)",
                "n ^ (1 << (bit_length(n) - 1)) if n else -1",
            ]
        )

    while True:
        chosen = [f() for _ in range(random.randint(1, 2))]
        listed = [f"({one})" if " if " in one else one for one in chosen]
        guarded = " + ".join(f"([{one}] if 0 <= {one} < n else [])" for one in listed)
        yield f"n -> {guarded}" if random.random() < 0.5 else f"n -> [{', '.join(listed)}]"


SPECIAL = (
    "n -> [d for d in range(1, n) if n % d == 0]",
    "n -> [n - d for d in range(1, n) if n % d == 0]",
    "n -> [n - d for d in range(1, n + 1) if n % d == 0]",
    "n -> [n - k for k in range(1, n + 1) if gcd(n, k) == 1]",
    "n -> [k for k in range(n) if k & n == k]",
    "n -> [n - k for k in range(1, n + 1) if is_prime(k)]",
    "n -> [(a, n - a) for a in range(1, n) if 2*a != n]",
    "n -> [(a, n - a) for a in range(1, n)]",
    "n -> [(a, n - 2 - a) for a in range(0, n - 1)]",
    "n -> [(a, n - 1 - a) for a in range(0, n)]",
    "n -> [n - k for k in range(1, n + 1) if k % 5 == 1 or k == 2]",
    "n -> [n - k for k in range(1, n + 1) if k % 4 != 0]",
    "n -> [n - k for k in range(1, n + 1) if bit_length(k) % 2 == 1]",
    "n -> range(n - 3, n)",
    "n -> range(n // 2, n)",
    "n -> range(n)",
    "n -> [n - 1, n // 2] if n > 1 else []",
    "n -> [n - 1 - v2(n)] if n > 0 else []",
    "n -> [n // k for k in range(2, n + 1)]",
    "n -> [n % k for k in range(1, n + 1)]",
    "n -> [n - isqrt(n)] if n > 0 else []",
    "n -> [n - k * k for k in range(1, isqrt(n) + 1)]",
    "n -> [k for k in range(isqrt(n))]",
    "n -> [n - k for k in range(1, isqrt(n) + 1)]",
    "n -> [n - k for k in range(1, bit_length(n) + 1) if k <= n]",
    "n -> [n & (n - 1)] if n else []",
    "n -> [(n // 2, n // 2)] if n > 1 else []",
    "n -> [(n // 2, n - n // 2)] if n > 1 else []",
    "n -> [n - 1] + ([(n // 2, n // 2)] if n % 2 == 0 and n > 1 else [])",
    "n -> [max(n - 4, 0), max(n - 7, 0)] if n > 0 else []",
    "0.[13]",
    "0.0[7]",
    "4.[3]",
    "4=.3",
    "{3}.0",
    "{4}.0",
    "{3,5}.0",
    "8.0",
    "80.0",
    "0.8",
)


def special(random: Random) -> Iterator[str]:
    del random
    yield from SPECIAL
    others = ("(", "nim(", "cyclic nimhoff(", "word(", "ring(")
    yield from (n for n, entry in shipped().items() if not entry.rule.startswith(others))


FAMILIES = (
    Family("octal codes", octal_codes, 151, 0.52),
    Family("codes with ! ? =", codes_with_conditions, 200, 0.45, "!?="),
    Family("repeating codes", repeating_codes, 80, 0.94, "["),
    Family("infinite named sets", named_sets, 256, 0.61),
    Family("intervals, linear ends", intervals, 225, 0.90),
    Family("subtract or divide", subtract_or_divide, 182, 0.65),
    Family("other unions", other_unions, 200, 0.20),
    Family("residue conditions, one base", residue_conditions, 240, 0.86),
    Family("move to f(n)", moves_to_f, 127, 0.20),
    Family("named and special", special, 94, 0.20),
    Family("subtract or divide: one base", partial(subtract_or_divide, wanted=1), 100, None),
    Family("subtract or divide: two bases", partial(subtract_or_divide, wanted=2), 82, None),
    Family(
        "residue conditions, divisors 2 to 4",
        partial(residue_conditions, divisors=(2, 3, 4)),
        120,
        None,
    ),
)


def rules_of(family: Family, seed: int) -> Iterator[Rule]:
    """The family's rules: those that can be read and have moves, each game once, as far as its
    first values tell."""
    from mexplore.rules.rule import grundy_by_definition

    seen: set[tuple[int, ...]] = set()
    drawn = 0
    for text in family.texts(Random(f"{seed} {family.name}")):
        drawn += 1
        if len(seen) == family.members or drawn > 100 * family.members:
            return
        try:
            rule = parse_rule(text)
            head = tuple(grundy_by_definition(rule, 120))
        except (MexploreError, ZeroDivisionError, IndexError):
            continue
        marked = not family.marks or any(mark in str(rule) for mark in family.marks)
        if marked and any(head) and head not in seen:
            seen.add(head)
            yield rule
