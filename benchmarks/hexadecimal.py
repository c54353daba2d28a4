"""Hexadecimal and repeating codes: how many laws are found, and proved, in a few seconds each.

    python -m benchmarks.hexadecimal [SECONDS]

All codes 0.a and 0.ab of hexadecimal digits, the last one not 0; and 80 codes 0.a[b] with repeating
digits, drawn with a fixed seed. Every code is studied for at most SECONDS seconds (2 by default),
two at a time. For each family: how many codes, how many laws of each kind are proved, by which
theorems, how many are found and not proved, how many codes stay open, and the slowest.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from typing import NamedTuple

DIGITS = "0123456789ABCDEF"
PROCESSES = 2
SEED = 20


class Outcome(NamedTuple):
    """What a study of one code came to."""

    code: str
    kind: str
    theorem: str
    seconds: float


def hexadecimal_codes() -> list[str]:
    """All 255 codes of one and two digits."""
    one = [f"0.{a}" for a in DIGITS[1:]]
    return [*one, *(f"0.{a}{b}" for a in DIGITS for b in DIGITS[1:])]


def repeating_codes(count: int = 80) -> list[str]:
    """Codes 0.a[b] with one to three digits in all, at most three heaps, each once."""
    pick, found = Random(SEED), dict[str, None]()
    while len(found) < count:
        head = "".join(pick.choice("01234567") for _ in range(pick.randint(0, 2)))
        block = "".join(pick.choice("01234567") for _ in range(pick.randint(1, 2)))
        if block.strip("0"):
            found[f"0.{head}[{block}]"] = None
    return list(found)


def outcome(seconds: float, code: str) -> Outcome:
    """Study one code."""
    from mexplore.discover.heaps.study import study
    from mexplore.discover.study.limits import Limits
    from mexplore.rules.notation import parse_rule

    began = time.perf_counter()
    result = study(parse_rule(code), Limits(budget=seconds))
    spent = time.perf_counter() - began
    best = result.best
    if best is None:
        return Outcome(code, "open", "", spent)
    saltus = getattr(best.claim, "saltus", 0)
    kind = f"arithmetic {best.claim.name}" if saltus else best.claim.name
    return Outcome(code, kind, best.proof.theorem if best.proof else "not proved", spent)


def report(name: str, codes: list[str], seconds: float) -> None:
    """One family."""
    began = time.perf_counter()
    with ProcessPoolExecutor(PROCESSES) as pool:
        outcomes = list(pool.map(partial(outcome, seconds), codes))
    spent = time.perf_counter() - began
    print(f"{name}: {len(codes)} codes in {spent:.0f} s")
    kinds = Counter((o.kind, o.theorem) for o in outcomes)
    for (kind, theorem), count in sorted(kinds.items()):
        print(f"  {count:4}  {kind}" + (f", {theorem}" if theorem else ""))
    for each in outcomes:
        if each.theorem == "not proved":
            print(f"        not proved: {each.code}")
    proved = [o for o in outcomes if o.theorem not in ("", "not proved")]
    slowest = max(proved, key=lambda o: o.seconds)
    print(f"  the slowest proof: {slowest.code}, {slowest.seconds:.1f} s")


def main() -> None:
    """Both families."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    outcome(60.0, "0.8B")  # compiles what is compiled
    report("hexadecimal", hexadecimal_codes(), seconds)
    report("repeating", repeating_codes(), seconds)


if __name__ == "__main__":
    main()
