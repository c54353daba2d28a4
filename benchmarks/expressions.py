"""Rules by expressions against the families' own kernels, in one run.

    python -m benchmarks.expressions

To reach: at most 3 times the family's time at n = 20000, compiling left aside.
"""

from __future__ import annotations

import time

from mexplore.rules.engine.grundy import Computation
from mexplore.rules.families.expression.rule import Expression
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule

PAIRS = [
    ("n -> [n - k*k for k in range(1, isqrt(n) + 1)]", "subtract(squares)", 20_000),
    ("n -> [n - k*k for k in range(1, isqrt(n) + 1)]", "subtract(squares)", 1_000_000),
    ("n -> [n - 1, n // 2, n // 3]", "subtract(1) or divide(2, 3)", 1_000_000),
    ("n -> [(a, n - a) for a in range(1, n) if 2*a != n]", "4!.0", 20_000),
]


def seconds(rule: Rule, stop: int) -> float:
    """The least of three times, each from n = 0 with a kernel that is compiled already."""
    times = []
    computation = Computation(rule)
    computation.extend(300)
    for _ in range(3):
        began = time.process_time()
        fresh = Computation(rule)
        fresh._kernel = computation._kernel  # a kernel rebuilds its tables from any start
        fresh.extend(stop)
        times.append(time.process_time() - began)
    return min(times)


def main() -> None:
    for text, family, stop in PAIRS:
        written = Expression.parse(text)
        assert written is not None
        ours, own = seconds(written, stop), seconds(parse_rule(family), stop)
        print(f"{text} to {stop}: {ours:.4f} s, {family} {own:.4f} s, ratio {ours / own:.2f}")


if __name__ == "__main__":
    main()
