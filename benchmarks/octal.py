"""Hard octal games: nanoseconds of CPU time a value, beside the plain kernel and the aims.

    python -m benchmarks.octal [GAME ...]

The plain kernel's time grows with n, so it is measured on the 2000 values below n = 20000 and
scaled up. 'limit' is what a program in C++ by the same method took on one core of another machine:
only ratios within one run count. With a C++ program of that kind at hand, MEXPLORE_OCTAL_LIMIT=its
path puts its figures of this very run there; it is called with the game and the number of values,
and prints 'ns/value(cpu)=' somewhere.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from typing import NamedTuple

import numpy as np

from mexplore.rules.engine.grundy import Computation
from mexplore.rules.families.take_and_break.rule import TakeAndBreak
from mexplore.rules.families.take_and_break.two_heaps import TwoHeapsKernel

SAMPLE = 18_000, 20_000


class Aim(NamedTuple):
    """A game, how many values of it, nanoseconds a value of the limit, and how often that."""

    game: str
    stop: int
    limit: float
    times: float


AIMS = (
    Aim("0.354", 10**7, 39, 2.5),
    Aim("0.16", 10**7, 31, 2.5),
    Aim("0.56", 10**7, 28, 2.5),
    Aim("0.104", 10**7, 17, 2.5),
    Aim("0.054", 10**7, 29, 2.5),
    Aim("0.454", 10**7, 25, 2.5),
    Aim("0.376", 10**7, 242, 3.5),
    Aim("4!.0", 10**7, 1030, 3.5),
    Aim("0.6", 4 * 10**6, 1690, 3.5),
)


def sparse_ns(rule: TakeAndBreak, stop: int) -> float:
    """Nanoseconds a value; the machine code of this many heaps may have to be made first."""
    began = time.process_time()
    Computation(rule).extend(stop)
    return (time.process_time() - began) * 1e9 / stop


def plain_ns(rule: TakeAndBreak, stop: int) -> float:
    """Nanoseconds a value of the plain kernel, on average below ``stop``."""
    low, high = SAMPLE
    values = np.zeros(high, dtype=np.uint16)
    values[:low] = Computation(rule).extend(low)
    kernel = TwoHeapsKernel(rule)
    kernel.fill(values, low, low + 1)
    began = time.process_time()
    kernel.fill(values, low + 1, high)
    at_sample = (time.process_time() - began) * 1e9 / (high - low)
    return at_sample * (stop / 2) / ((low + high) / 2)


def limit_ns(aim: Aim) -> float:
    """What the limit takes, in this run if its program is at hand."""
    program = os.environ.get("MEXPLORE_OCTAL_LIMIT")
    if not program:
        return aim.limit
    name = "grundy" if aim.game == "4!.0" else aim.game.removeprefix("0")
    done = subprocess.run(
        [program, name, str(aim.stop)], capture_output=True, text=True, check=True
    )
    found = re.search(r"ns/value\(cpu\)=([0-9.]+)", done.stdout)
    return float(found.group(1)) if found else aim.limit


def main() -> None:
    chosen = [aim for aim in AIMS if not sys.argv[1:] or aim.game in sys.argv[1:]]
    print(f"{'game':8}{'ns/value':>10}{'limit':>9}{'ratio':>7}{'to reach':>10}{'plain':>12}")
    for aim in chosen:
        rule = TakeAndBreak.parse(aim.game)
        assert rule is not None
        sparse_ns(rule, aim.stop)  # compiles what is missing
        ours, limit = sparse_ns(rule, aim.stop), limit_ns(aim)
        plain = plain_ns(rule, aim.stop)
        print(
            f"{aim.game:8}{ours:10.1f}{limit:9.1f}{ours / limit:7.2f}{aim.times:10.1f}{plain:12.0f}"
        )


if __name__ == "__main__":
    main()
