"""How far proofs reach: random rules of ten families, a line a family.

    python -m benchmarks.census [--seed S] [--budget SECONDS] [--workers N] [--most N] [FAMILY ...]

Every rule is studied with a small budget. *Found*: a law that predicts every term holds so far.
*Proved*: such a law is proved. *No period*: only that there is no period is proved. ``--list``
prints a line a rule as well, ``--out FILE`` writes the table as Markdown.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

from discover.study import Limits, study
from rules.errors import MexploreError
from rules.library import shipped
from rules.notation import parse_rule
from rules.rule import Rule

SEED = 2026
BUDGET = 2.0  # seconds a rule
MAX_TERMS = 100_000


class Outcome(NamedTuple):
    """What came of one rule."""

    rule: str
    found: bool
    proved: bool
    no_period: bool
    seconds: float
    best: str


class Family(NamedTuple):
    """A family: its name, an endless stream of texts, how many rules, and the aim for 'proved';
    where there are ``marks``, the canonical text has one of them."""

    name: str
    texts: Callable[[Random], Iterator[str]]
    members: int
    aim: float
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


def subtract_or_divide(random: Random) -> Iterator[str]:
    while True:
        subtracted = sorted(random.sample(range(1, 7), random.randint(1, 3)))
        divisors = sorted(random.sample(range(2, 7), random.randint(1, 2)))
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


def residue_conditions(random: Random) -> Iterator[str]:
    def option() -> str:
        return random.choice(
            [f"n - {random.randint(1, 5)}", f"n // {random.randint(2, 4)}"] * 2
            + [f"max(n - {random.randint(2, 6)}, 0)", f"(n + 1) // {random.randint(2, 4)}"]
        )

    def options() -> str:
        return f"[{', '.join(option() for _ in range(random.randint(1, 3)))}]"

    while True:
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
    yield from (name for name, entry in shipped().items() if not entry.rule.startswith("("))


FAMILIES = (
    Family("octal codes", octal_codes, 151, 0.52),
    Family("codes with ! ? =", codes_with_conditions, 200, 0.45, "!?="),
    Family("repeating codes", repeating_codes, 80, 0.94, "["),
    Family("infinite named sets", named_sets, 256, 0.61),
    Family("intervals, linear ends", intervals, 225, 0.90),
    Family("subtract or divide", subtract_or_divide, 182, 0.65),
    Family("other unions", other_unions, 200, 0.20),
    Family("residue conditions", residue_conditions, 240, 0.86),
    Family("move to f(n)", moves_to_f, 127, 0.20),
    Family("named and special", special, 94, 0.20),
)


def rules_of(family: Family, seed: int) -> Iterator[Rule]:
    """The family's rules: those that can be read and have moves, each game once, as far as its
    first values tell."""
    from rules.rule import grundy_by_definition

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


def outcome(question: tuple[str, float]) -> Outcome:
    text, budget = question
    began = time.perf_counter()
    result = study(parse_rule(text), Limits(budget, max_terms=MAX_TERMS))
    seconds = time.perf_counter() - began
    laws = [finding for finding in result.findings if finding.form is not None]
    best = next(iter(laws or result.findings), None)
    return Outcome(
        text,
        bool(laws),
        any(finding.proof for finding in laws),
        not laws and result.status == "proved",
        seconds,
        f"{best.status}: {best.claim.statement()}"[:120] if best else "nothing",
    )


def line(family: Family, outcomes: list[Outcome]) -> str:
    count = len(outcomes)
    found = sum(o.found for o in outcomes)
    proved = sum(o.proved for o in outcomes)
    none = sum(o.no_period for o in outcomes)
    times = [o.seconds for o in outcomes]
    return (
        f"| {family.name} | {count} | {found / count:.0%} | {proved / count:.0%} | "
        f"{none / count:.0%} | {family.aim:.0%} | {median(times):.2f} | {max(times):.1f} |"
    )


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seed", type=int, default=SEED)
    asked.add_argument("--budget", type=float, default=BUDGET)
    asked.add_argument("--workers", type=int, default=1)
    asked.add_argument("--most", type=int, help="study only so many rules of each family")
    asked.add_argument("--list", action="store_true")
    asked.add_argument("--out", type=Path)
    asked.add_argument("family", nargs="*")
    options = asked.parse_args()
    lines = [
        f"Seed {options.seed}, {options.budget:g} s a rule, at most {MAX_TERMS} terms.",
        "",
        "| family | rules | found | proved | no period | aim | median s | slowest s |",
        "|---|---|---|---|---|---|---|---|",
    ]
    print("\n".join(lines), flush=True)
    with multiprocessing.Pool(options.workers, maxtasksperchild=60) as pool:
        for family in FAMILIES:
            if options.family and not any(name in family.name for name in options.family):
                continue
            rules = islice(rules_of(family, options.seed), options.most)
            questions = [(str(rule), options.budget) for rule in rules]
            outcomes = []
            for result in pool.imap(outcome, questions):
                outcomes.append(result)
                if options.list:
                    flags = ("found " if result.found else "") + ("PROVED" if result.proved else "")
                    print(f"{result.seconds:6.2f} {flags:12} {result.rule} :: {result.best}")
                    sys.stdout.flush()
            lines.append(line(family, outcomes))
            print(lines[-1], flush=True)
    if options.out:
        options.out.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
