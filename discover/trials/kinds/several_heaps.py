"""Rules that leave two heaps, three, or any number: the plain kernels of take-and-break codes."""

from __future__ import annotations

from random import Random

from mexplore.discover.trials.trial import Tally, Trial, by_arrays, filled

SEED = 1956


def _two(tally: Tally) -> None:
    from mexplore.rules.families.take_and_break.rule import TakeAndBreak
    from mexplore.rules.families.take_and_break.two_heaps import TwoHeapsKernel

    pick = Random(SEED)
    codes = ["0.77", "4!.0", "0.{1,2!}7", "0.{0,2=}6", "4=.3", "0.45[3]"]
    for _ in range(20):
        digits = "".join(pick.choice("01234567") for _ in range(pick.randint(1, 4)))
        codes.append(f"{pick.choice('04')}.{digits}{pick.choice(['', '!'])}")
    for code in codes:
        rule = TakeAndBreak.parse(code)
        assert rule is not None
        if rule.most_heaps in (1, 2):
            if rule.period:
                tally.hold_values(rule, filled(TwoHeapsKernel(rule), 150))
            else:
                tally.hold(code, filled(TwoHeapsKernel(rule), 1200).tolist(), by_arrays(rule, 1200))


def _compared(tally: Tally) -> None:
    """The loop for large heaps, from heap 32 on."""
    from mexplore.rules.families.take_and_break.rule import TakeAndBreak
    from mexplore.rules.families.take_and_break.two_heaps import TwoHeapsKernel

    pick = Random(SEED + 1)
    codes = ["0.77", "0.6", "4!.0", "4=.3", "4.75", "0.777"]  # few values, and many
    codes += ["0." + "".join(pick.choice("01234567") for _ in range(4)) for _ in range(12)]
    for code in codes:
        rule = TakeAndBreak.parse(code)
        assert rule is not None
        found = filled(TwoHeapsKernel(rule, large=32), 1200)
        tally.hold(code, found.tolist(), by_arrays(rule, 1200))


WIDE_STOP = 520


def _three(tally: Tally) -> None:
    from mexplore.rules.families.take_and_break.rule import TakeAndBreak
    from mexplore.rules.families.take_and_break.three_heaps import ThreeHeapsKernel

    codes = ["0.F", "8.3F", "8!.0", "0.{1,3!}7", "80.4", "0.{0,3?}2", "8?.1", "0.{2!,3=}"]
    tally.hold_rules(codes, "ThreeHeapsKernel", 110)
    for code in ("0.F", "8!.3", "8?.0"):  # some heaps of wide rows are only listed
        rule = TakeAndBreak.parse(code)
        assert rule is not None
        usual, wide = ThreeHeapsKernel(rule), ThreeHeapsKernel(rule)
        usual._wide, wide._wide = None, 0
        found = filled(wide, WIDE_STOP)
        tally.hold(f"{code}, wide rows", found.tolist(), filled(usual, WIDE_STOP).tolist())


def _many(tally: Tally) -> None:
    codes = ["0.[V]", "0.*", "0.{0,2,4+}!", "0.{0,2!,4?+}", "0.[*=]", "G!.3", "0.{1,4?}", "0.{3?+}"]
    tally.hold_rules(codes, "XorSetsKernel", 26)


SECONDS = 9
TRIALS = (
    Trial("two heaps", _two),
    Trial("pairs, many at a time", _compared),
    Trial("three heaps", _three),
    Trial("any number of heaps", _many),
)
