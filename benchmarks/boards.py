"""Tables of boards against plain C++: the same algorithms, g++ -O3, in one run.

    python -m benchmarks.boards

Prints the seconds of our loops, compiled before, those of C++, their ratio, and the memory beyond
the table; only ratios in one run count. To reach: Wythoff's game on 4096 x 4096 squares in under
15 s on one core, with under 100 MB beyond the table.
"""

from __future__ import annotations

import ctypes
import resource
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from mexplore.rules.boards.board import Board
from mexplore.rules.boards.table import Tables
from mexplore.rules.library import shipped

SOURCE = r"""
#include <cstdint>
#include <vector>

// Row by row: a set of values each row, column and diagonal; the mex is the first bit missing.
extern "C" void queen(int32_t *table, long side, long words) {
    std::vector<uint64_t> rows(side * words), columns(side * words), diagonals(2 * side * words);
    for (long x = 0; x < side; x++)
        for (long y = 0; y < side; y++) {
            uint64_t *row = &rows[x * words], *column = &columns[y * words];
            uint64_t *diagonal = &diagonals[(x - y + side) * words];
            for (long w = 0; w < words; w++) {
                uint64_t rest = ~(row[w] | column[w] | diagonal[w]);
                if (rest) {
                    uint64_t bit = rest & -rest;
                    table[x * side + y] = 64 * w + __builtin_ctzll(rest);
                    row[w] |= bit; column[w] |= bit; diagonal[w] |= bit;
                    break;
                }
            }
        }
}

// By antidiagonals, options marked by stamps.
extern "C" void knight(int32_t *table, long side) {
    const long moves[4][2] = {{-2, -1}, {-1, -2}, {1, -2}, {-2, 1}};
    int64_t stamps[64] = {0};
    for (long s = 0; s < side; s++)
        for (long x = 0; x <= s; x++) {
            long y = s - x;
            int64_t stamp = x * side + y + 1;
            for (auto &move : moves) {
                long a = x + move[0], b = y + move[1];
                if (a >= 0 && b >= 0) stamps[table[a * side + b]] = stamp;
            }
            long value = 0;
            while (stamps[value] == stamp) value++;
            table[x * side + y] = value;
        }
}

// Row by row, every pair of parts marked by a stamp.
extern "C" void cutting(int32_t *table, long side) {
    std::vector<int64_t> stamps(4096);
    for (long w = 0; w < side; w++)
        for (long h = 0; h < side; h++) {
            int64_t stamp = w * side + h + 1;
            for (long a = 2; a <= w / 2; a++)
                stamps[table[a * side + h] ^ table[(w - a) * side + h]] = stamp;
            for (long b = 2; b <= h / 2; b++)
                stamps[table[w * side + b] ^ table[w * side + h - b]] = stamp;
            long value = 0;
            while (stamps[value] == stamp) value++;
            table[w * side + h] = value;
        }
}
"""
WORDS = 128  # of a set: values below 8192


def seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def peak() -> float:
    """The most memory that was held so far, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def compiled(folder: Path) -> ctypes.CDLL | None:
    """The plain C++ versions; None where there is no compiler."""
    if shutil.which("g++") is None:
        return None
    source, library = folder / "plain.cc", folder / "plain.so"
    source.write_text(SOURCE)
    command = ["g++", "-O3", "-march=native", "-shared", "-fPIC", str(source), "-o", str(library)]
    subprocess.run(command, check=True)
    return ctypes.CDLL(str(library))


def compare(name: str, side: int, plain: Callable[[np.ndarray], object] | None) -> None:
    """Our table of side x side squares, of the triangle for the knight, and that of C++."""
    board = Board.parse(shipped()[name].rule)
    assert board is not None
    tables = Tables(board)
    tables.table((40, 40))  # compiles
    before = peak()
    began = time.process_time()
    ours = tables.triangle(side) if name == "knight" else tables.table((side, side))
    taken = time.process_time() - began
    beyond = max(0.0, peak() - before - ours.nbytes / 2**20)
    line = f"{name} {side}x{side}: {taken:.2f} s, {beyond:.0f} MB beyond the table"
    if plain is None:
        print(f"{line}; there is no g++ to compare with")
        return
    theirs = np.full((side, side), -1, dtype=np.int32)
    in_plain = seconds(lambda: plain(theirs))
    assert (ours == theirs).all()
    print(f"{line}; C++ {in_plain:.2f} s, ratio {taken / in_plain:.2f}")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        plain = compiled(Path(folder))

        def of(name: str, side: int, *more: int) -> Callable[[np.ndarray], object] | None:
            if plain is None:
                return None
            function = getattr(plain, name)
            numbers = [ctypes.c_long(n) for n in (side, *more)]
            return lambda table: function(ctypes.c_void_p(table.ctypes.data), *numbers)

        compare("wythoff", 4096, of("queen", 4096, WORDS))
        compare("knight", 4096, of("knight", 4096))
        compare("cutting-game", 1024, of("cutting", 1024))


if __name__ == "__main__":
    main()
