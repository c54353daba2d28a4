"""What is made larger and larger in `benchmarks.growth`, one entry each."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import partial
from pathlib import Path
from typing import NamedTuple


class Axis(NamedTuple):
    """What grows: ``work(size, folder)`` is measured for the sizes, of which the first is done
    before. ``exponent`` is that of the method, ``why`` says what a larger one comes from."""

    name: str
    says: str
    work: Callable[[int, Path], object]
    sizes: tuple[int, ...]
    exponent: float
    method: str
    why: str = ""


def powers(low: int, high: int, halves: bool = False) -> tuple[int, ...]:
    """10^low, ..., 10^high, with halves of them between."""
    steps = [10**k for k in range(low, high + 1)]
    return tuple(sorted({*steps, *(step // 2 for step in steps[1:] if halves)}))


def _values(rule: str, size: int, folder: Path) -> None:
    from mexplore.rules.engine.grundy import grundy_values
    from mexplore.rules.notation import parse_rule

    del folder
    grundy_values(parse_rule(rule), size)


def _command(arguments: Callable[[int, Path], list[str]], size: int, folder: Path) -> None:
    """One of our commands, in this process; what it prints is thrown away."""
    from mexplore.reports.commands import app

    with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere):
        assert app(arguments(size, folder), standalone_mode=False) in (None, 0, 1)


def _asked_file(rule: str, digits: int, size: int, folder: Path) -> list[str]:
    file = folder / f"{size}.txt"
    file.write_text("".join(f"{10**digits + 7919 * k}\n" for k in range(size)))
    return ["predict", rule, "--file", str(file), "--json"]


def _swept(size: int, folder: Path) -> list[str]:
    atlas = str(folder / f"{size}.sqlite")
    family = "subtract(max=20, size<=12)"
    return ["sweep", family, "--limit", str(size), "--workers", "1", "--atlas", atlas, "--quiet"]


def _of_heaps(size: int, folder: Path) -> list[str]:
    del folder
    return ["solve", *(f"0.77:{10**18 + 12 * k}" for k in range(size | 1))]  # one is left over


def _counted(size: int, folder: Path) -> list[str]:
    del folder
    return ["count", "0.77", "--upto", "1000", "--heaps", str(size), "--json"]


def kinds(count: int) -> str:
    """A game of this many kinds: each is a row in which a token is taken, or two neighbours, which
    leaves two rows of the next kind."""
    names = [f"K{k}" for k in range(count)]
    rules = [
        f"{name}(n) -> {name}(n - 1) | {after}(i) + {after}(n - 2 - i)"
        for name, after in zip(names, [*names[1:], names[0]], strict=True)
    ]
    return f"kinds {'; '.join(rules)}; start K0"


def _of_kinds(size: int, folder: Path) -> list[str]:
    del folder
    return ["terms", kinds(size), "--upto", "3000", "--no-store", "--json"]


def _minimal(chain: bool, size: int, folder: Path) -> None:
    """The least automaton of one that counts ones up to its size, or of a random one."""
    import numpy as np

    from mexplore.discover.automata.automaton import Automaton
    from mexplore.discover.automata.operations import minimal

    del folder
    draw = np.random.default_rng(size)
    here = np.arange(size)
    step = np.stack([here, np.minimum(here + 1, size - 1) if chain else draw.permutation(size)], 1)
    accepting = here == size - 1 if chain else draw.random(size) < 0.5
    automaton = Automaton.of(1, step.tolist(), accepting.tolist())
    for _ in range(REPEATED):
        minimal(automaton)


REPEATED = 5  # times, since one is short
FAR = powers(4, 8)
LISTED = (
    Axis("set", "values of subtract(1, 5, 7)", partial(_values, "subtract(1, 5, 7)"), FAR, 1,
         "a move after the other"),
    Axis("squares", "values of subtract(squares)", partial(_values, "subtract(squares)"),
         FAR, 1.5, "sqrt(n) moves each"),
    Axis("sparse", "values of 0.36, sparse space", partial(_values, "0.36"), powers(5, 8), 1,
         "the rare heaps are finitely many so far"),
    Axis("planes", "values of 0.6, sparse space in planes", partial(_values, "0.6"), powers(5, 8),
         1, "the rare heaps are finitely many so far"),
    Axis("pairs", "values of 0.007, every pair", partial(_values, "0.007"),
         (10_000, 30_000, 100_000, 300_000, 10**6, 10**7), 2, "n/2 pairs each"),
    Axis("heaps", "solve K heaps from 10^18 on, 0.77", partial(_command, _of_heaps),
         (1, 3, 11, 31, 101, 301), 1, "a value and the winning moves of each, by the law"),
    Axis("counted", "count lost positions of K heaps below 1000, 0.77",
         partial(_command, _counted), (1, 10, 100, 300, 1000), 2,
         "K products of polynomials with up to K terms, for each character"),
    Axis("rules", "sweep R rules subtract(max=20, size<=12)", partial(_command, _swept),
         powers(2, 6), 1, "rules are independent"),
    Axis("queries", "predict 0.77, Q numbers of 18 digits in a file",
         partial(_command, partial(_asked_file, "0.77", 18)), powers(2, 5, halves=True), 1,
         "a remainder each"),
    Axis("long", "predict 0.77, Q numbers of 1000 digits in a file",
         partial(_command, partial(_asked_file, "0.77", 1000)), powers(2, 5), 1,
         "a remainder each"),
    Axis("kinds", "3000 values of each of T kinds", partial(_command, _of_kinds),
         (1, 2, 5, 10, 20, 40), 1, "each kind has as many pairs"),
    Axis("random", "least automaton of a random one with S states, 5 times",
         partial(_minimal, False), powers(1, 5), 1, "Hopcroft's takes S*log(S)"),
    Axis("chain", "least automaton of one that counts S ones, 5 times",
         partial(_minimal, True), powers(1, 5), 1, "Hopcroft's takes S*log(S)"),
)  # fmt: skip
AXES = {axis.name: axis for axis in LISTED}
