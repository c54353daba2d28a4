"""Subtraction sets against plain C: the same algorithm, gcc -O3, in one run.

    python -m benchmarks.subtraction

Prints the ratio of our time to that of C; only ratios in one run count. To reach: at most 2 for
22 members and 10^8 values, at most 1.5 for the squares and 10^6 values.
"""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.notation import parse_rule

FINITE = (
    "subtract(1, 2, 5, 7, 11, 13, 18, 21, 24, 30, 33, 37, 40, 46, 51, 55, 58, 60, 64, 70, 73, 77)"
)
SOURCE = r"""
#include <stdint.h>

void finite_set(uint8_t *g, long stop, const long *s, long members) {
    for (long n = 0; n < stop; n++) {
        uint64_t seen = 0;
        for (long i = 0; i < members && s[i] <= n; i++) seen |= 1ULL << g[n - s[i]];
        g[n] = __builtin_ctzll(~seen);
    }
}

void sparse_set(uint8_t *g, long stop, const long *s, long members, long *stamps) {
    for (long n = 0; n < stop; n++) {
        for (long i = 0; i < members && s[i] <= n; i++) stamps[g[n - s[i]]] = n + 1;
        long value = 0;
        while (stamps[value] == n + 1) value++;
        g[n] = value;
    }
}
"""


def seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def compiled(folder: Path) -> ctypes.CDLL:
    source, library = folder / "plain.c", folder / "plain.so"
    source.write_text(SOURCE)
    command = ["gcc", "-O3", "-march=native", "-shared", "-fPIC", str(source), "-o", str(library)]
    subprocess.run(command, check=True)
    return ctypes.CDLL(str(library))


def pointer(array: np.ndarray) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


def ours_and_theirs(text: str, stop: int, plain: ctypes.CDLL) -> tuple[float, float]:
    """Our seconds and those of C, for the same values."""
    from mexplore.rules.families.subtraction.rule import Subtraction

    rule = parse_rule(text)
    assert isinstance(rule, Subtraction)
    grundy_values(rule, 100_000)  # compiles
    members = np.array(list(rule.upto(stop)), dtype=np.int64)
    expected = np.zeros(stop, dtype=np.uint8)
    arguments = [pointer(expected), ctypes.c_long(stop), pointer(members), len(members)]
    stamps = np.zeros(1 << 16, dtype=np.int64)
    loop, more = (plain.finite_set, []) if rule.finite else (plain.sparse_set, [pointer(stamps)])
    in_c = min(seconds(lambda: loop(*arguments, *more)) for _ in range(2))
    ours = min(seconds(lambda: grundy_values(rule, stop)) for _ in range(2))
    assert grundy_values(rule, min(stop, 10**6)).tolist() == expected[: 10**6].tolist()
    return ours, in_c


def compare(text: str, stop: int, plain: ctypes.CDLL) -> None:
    ours, in_c = ours_and_theirs(text, stop, plain)
    print(f"{text[:40]} to {stop}: {ours:.2f} s, C {in_c:.2f} s, ratio {ours / in_c:.2f}")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        plain = compiled(Path(folder))
        compare(FINITE, 10**8, plain)
        compare("subtract(squares)", 10**6, plain)


if __name__ == "__main__":
    main()
