"""Rules, kernel by kernel: subtraction sets, divisions, intervals, expressions, codes, boards."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from mexplore.discover.trials.trial import Tally, Trial, by_arrays, filled

Run = Callable[[Tally], None]
SEED = 1956
WIDE_STOP = 520
START = 300
SIZE = (26, 31)

KERNELS: tuple[tuple[str, str, int, tuple[str, ...]], ...] = (
    ("finite subtraction sets", "FiniteKernel", 700, (
        "1", "2, 3", "1, 4, 9, 16", "3, 7, 18, 45, 59", "5, 6, 11, 13, 21, 34, 40, 51, 58",
        ", ".join(str(3 * k + k % 2) for k in range(1, 64)),
    )),
    ("sparse subtraction sets", "SparseKernel", 1500, (
        "7, squares", "2, 5, powers(2)", "triangular", "fibonacci", "6, 20, cubes",
        ", ".join(str(3 * k + k % 2) for k in range(1, 91)),
    )),
    ("many members of subtraction sets", "SparseKernel", 800, (
        ", ".join(map(str, range(1, 301))),
        ", ".join(str(2 * k + (k * k) % 3) for k in range(1, 301)),
        ", ".join(str(k) for k in range(1, 500) if k % 7 not in {0, 3}),
    )),
    ("dense subtraction sets", "DenseKernel", 1500, ("primes", "odd", "4, 15, primes")),
    ("all numbers but a few", "AllButKernel", 500, (
        "all but 1", "all but 2, 5", "all but 1, 4, 9", "all but 3, 8, 12, 19, 27, 29",
    )),
)  # fmt: skip
UNIONS = (
    "subtract(1) or divide(2)", "subtract(2, 7, 13) or divide(3, ceil)",
    "divide(2, 3) or subtract(6)", "subtract(1, 4, 18, 19) or divide(2, 5, 6, 11)",
    "subtract(3, 5) or divide(4, 9, ceil)",
)  # fmt: skip
INTERVALS = (
    "leave(n//3 .. n//2)", "leave(n//7 .. isqrt(n) + n//5 - 4)", "remove(1 .. isqrt(n))",
    "leave(0 .. n//2 - 4 + n % 4)",  # the upper end steps back
)  # fmt: skip
# Together they call every function that compiled expressions know.
EXPRESSIONS = (
    "n -> [n - 1, n // 2 - 1, isqrt(n) - 2, n - gcd(n, 12)] + ([n - 3] if is_prime(n) else [])",
    "n -> [n - k for k in range(1, n + 1) if is_square(k) or v2(k) == 3] + [bit_length(n) - 4]",
    "n -> [ceil_div(n, 3) - 2, abs(n - 40) % max(n, 1), n - 2**(n % 5), n - 1 - (n ^ 1) % 3]",
    "n -> [(a, n - 2 - a) for a in range(1, n // 2)] + [(n // 2 - 1, n // 3), n - 1]",
    "n -> [(n // 3 - 1, n // 4, n // 5), n - 2]",
    "n -> [(a, n - a) for a in range(1, n, 7) if gcd(a, n) == 1]",
    "n -> [n - d for d in divisors(n + 1) if d <= n] + [n // 3**vp(n + 1, 3) - 1]",
    "n -> [nim_product(n + k, n * 4**k + 1) % n for k in range(1, 9) if n]",
)
FACTORS = (
    ("DivisorKernel", "n - d for d in divisors(n)"),
    ("DivisorKernel", "d for d in divisors(n) if d < n"),
    ("DivisorKernel", "n // p for p in divisors(n) if is_prime(p)"),
    ("DivisorKernel", "n // p**j for p in divisors(n) if is_prime(p)"
     " for j in range(1, vp(n, p) + 1)"),
    ("CoprimeKernel", "n - k for k in range(1, n) if gcd(k, n) == 1"),
    ("CoprimeKernel", "n - k for k in range(1, n + 1) if gcd(k, n) == 1"),
    ("OtherNumbersKernel", "n - k for k in range(1, n) if n % k"),
    ("OtherNumbersKernel", "k for k in range(1, n) if n % k"),
)  # fmt: skip
BOARDS = (
    "(x, y) -> [(a, y) for a in range(x)] + [(x, b) for b in range(y)]"
    " + [(x - k, y - k) for k in range(1, min(x, y) + 1)]",
    "(x, y) -> [(x - 2, y - 1), (x - 1, y - 2), (x + 1, y - 2), (x - 2, y + 1)]",
    "(x, y) -> [(x - 1, y + 5), (x, y - 1), (x - 1, y * y % 7)]",
)
THREE = ("0.F", "8.3F", "8!.0", "0.{1,3!}7", "80.4", "0.{0,3?}2", "8?.1", "0.{2!,3=}")
MANY = ("0.[V]", "0.*", "0.{0,2,4+}!", "0.{0,2!,4?+}", "0.[*=]", "G!.3", "0.{1,4?}", "0.{3?+}")


def _by(kernel: str, stop: int, texts: tuple[str, ...], first: int | None = None) -> Run:
    return lambda tally: tally.hold_rules(texts, kernel, stop, first)


def _factors(tally: Tally) -> None:
    for kernel, text in FACTORS:
        tally.hold_rules([f"n -> [{text}]"], kernel, 400)


def _two(tally: Tally, large: int | None = None) -> None:
    """Codes that leave at most two heaps; from ``large`` on by the loop for large heaps."""
    from mexplore.rules.families.take_and_break.rule import TakeAndBreak
    from mexplore.rules.families.take_and_break.two_heaps import TwoHeapsKernel

    pick = Random(SEED)
    codes = ["0.77", "0.6", "4!.0", "4=.3", "4.75", "0.777", "0.{1,2!}7", "0.{0,2=}6"]
    for _ in range(12):
        digits = "".join(pick.choice("01234567") for _ in range(pick.randint(2, 4)))
        codes.append(f"{pick.choice('04')}.{digits}{pick.choice(['', '!'])}")
    for code in codes if large else [*codes, "0.45[3]"]:
        rule = TakeAndBreak.parse(code)
        assert rule is not None
        kernel = TwoHeapsKernel(rule, large=large) if large else TwoHeapsKernel(rule)
        if rule.period:
            tally.hold_values(rule, filled(kernel, 150))
        elif rule.most_heaps in (1, 2):
            tally.hold(code, filled(kernel, 1200).tolist(), by_arrays(rule, 1200))


def _by_blocks(tally: Tally) -> None:
    """Codes that leave at most two heaps, from START on by two threads, a block at a time."""
    from mexplore.rules.families.take_and_break.blocks import fill_by_blocks
    from mexplore.rules.families.take_and_break.rule import TakeAndBreak
    from mexplore.rules.families.take_and_break.two_heaps import TwoHeapsKernel

    for code in ("0.77", "0.6", "0.07", "4!.0", "4.75"):
        rule = TakeAndBreak.parse(code)
        assert rule is not None
        kernel = TwoHeapsKernel(rule)
        values = filled(kernel, 1200).copy()  # the kernel knows all moves then
        values[START:] = 0
        kernel._fill(partial(fill_by_blocks, threads=2), values, START, len(values))
        tally.hold(code, values.tolist(), by_arrays(rule, 1200))


def _three(tally: Tally) -> None:
    from mexplore.rules.families.take_and_break.rule import TakeAndBreak
    from mexplore.rules.families.take_and_break.three_heaps import ThreeHeapsKernel

    tally.hold_rules(THREE, "ThreeHeapsKernel", 110)
    for code in ("0.F", "8!.3", "8?.0"):  # some heaps of wide rows are only listed
        rule = TakeAndBreak.parse(code)
        assert rule is not None
        usual, wide = ThreeHeapsKernel(rule), ThreeHeapsKernel(rule)
        usual._wide, wide._wide = None, 0
        found = filled(wide, WIDE_STOP)
        tally.hold(f"{code}, wide rows", found.tolist(), filled(usual, WIDE_STOP).tolist())


def _boards(tally: Tally) -> None:
    """Loops by antidiagonals and by rows, with rays and without."""
    from mexplore.rules.boards.board import Board
    from mexplore.rules.boards.kernel import Sweep
    from mexplore.rules.boards.table import order_of, table_by_definition
    from mexplore.rules.engine.grundy import no_progress

    for text in BOARDS:
        board = Board.parse(text)
        assert board is not None
        order = order_of(board, SIZE)
        assert order is not None
        found = Sweep(board, order).fill(SIZE, order.stop(SIZE), no_progress, edges=True)
        if found is None:
            raise ValueError(f"no loop was written for {text}")
        right = table_by_definition(board, SIZE, edges=True)
        tally.hold(text, found.ravel().tolist(), right.ravel().tolist())


TRIALS = (
    *(
        Trial(name, _by(kernel, stop, tuple(f"subtract({each})" for each in sets)))
        for name, kernel, stop, sets in KERNELS
    ),
    Trial("unions", _by("MixedKernel", 1200, UNIONS)),
    Trial("intervals", _by("IntervalKernel", 1000, INTERVALS)),
    Trial("expressions", _by("ExpressionKernel", 700, EXPRESSIONS, first=650)),
    Trial("divisors and coprime numbers", _factors),
    Trial("two heaps", _two),
    Trial("pairs, many at a time", partial(_two, large=32)),
    Trial("pairs, by several threads", _by_blocks),
    Trial("three heaps", _three),
    Trial("any number of heaps", _by("XorSetsKernel", 26, MANY)),
    Trial("boards", _boards),
)
