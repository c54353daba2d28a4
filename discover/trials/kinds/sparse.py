"""The engine of sparse spaces, early, where a plain kernel would be faster: 32 heaps at once."""

from __future__ import annotations

from functools import partial
from random import Random

from mexplore.discover.trials.trial import Tally, Trial, by_arrays, filled

SEED = 354
FIRST, STOP = 3000, 5200
"""Wrong machine code of this engine has shown as late as 1500 heaps after it began. Here it begins
between 1200 and 2300."""
ONE_PLANE = ("0.77", "0.354", "0.104", "0.16", "0.644", "4.331", "0.156", "0.7")
SEVERAL = ("0.2571", "4.244", "4.614", "4.6466")


SETTLED = ("0.77", "0.104", "0.16", "0.454")
"""Here rare heaps and witnesses are written out in the code from the beginning."""


def _hold(codes: tuple[str, ...], tally: Tally, settled: int | None = None) -> None:
    """Compare the engine, which all of these games use, with the definition."""
    from mexplore.rules.families.take_and_break.rule import TakeAndBreak
    from mexplore.rules.families.take_and_break.sparse.game import splitting_game
    from mexplore.rules.families.take_and_break.sparse.kernel import SparseSpaceKernel
    from mexplore.rules.families.take_and_break.two_heaps import TwoHeapsKernel

    for code in codes:
        rule = TakeAndBreak.parse(code)
        game = splitting_game(rule) if rule is not None else None
        assert rule is not None and game is not None
        kernel = SparseSpaceKernel(game, TwoHeapsKernel(rule), handover=0, settled=settled)
        tally.hold(code, filled(kernel, STOP, FIRST).tolist(), by_arrays(rule, STOP))
        if "mask" not in kernel.notes():
            raise ValueError(f"the engine was not used for {code}")


def _left_open(tally: Tally) -> None:
    """Games leave little open; here every index is, in every lane."""
    from mexplore.rules.families.take_and_break.sparse.planted import BACK, Planted
    from mexplore.rules.families.take_and_break.sparse.shape import Shape

    pick = Random(SEED)
    shapes = Shape(16, 1), Shape(32, 1), Shape(64, 1), Shape(64, 2), Shape(64, 2, beyond=1)
    for shape in shapes:
        for seed in range(6):
            planted = Planted(shape, 6 * shape.width + seed)
            planted.fill_proofs(pick)
            first = pick.randrange(310, BACK - 40)
            stop = pick.randint(first + 1, BACK)
            expected, _ = planted.open_by_sets(first, stop)
            found = planted.open_by_code(first, stop, pick.choice((0, 1, 100, 4096)))
            words = f"{shape.width}x{shape.planes}, {shape.summed} summed, {seed}"
            tally.hold(f"planted words {words}", sorted(found), sorted(expected))


TRIALS = (
    Trial("sparse space, one plane", partial(_hold, ONE_PLANE)),
    Trial("sparse space, several planes", partial(_hold, SEVERAL)),
    Trial("sparse space, written out", partial(_hold, SETTLED, settled=0)),
    Trial("sparse space, what is left open", _left_open),
)
