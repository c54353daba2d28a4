"""Windows of values: many followed at once, and values from an unknown past."""

from __future__ import annotations

from random import Random

from mexplore.discover.trials.trial import Tally, Trial
from mexplore.rules.rule import mex

SEED = 3


def _at_once(tally: Tally) -> None:
    """`fill_compiled` against the formula, in plain Python."""
    import numpy as np

    from mexplore.discover.heaps.patterns.automatic.window_kernel import fill_compiled

    pick = np.random.default_rng(SEED)
    for case in range(6):
        rows, known, steps, options, heaps = 60, 8, 12, int(pick.integers(1, 6)), 1 + case % 3
        room = np.zeros((rows, known + steps), dtype=np.uint8)
        room[:, :known] = pick.integers(0, 16, (rows, known))
        columns = np.zeros((3, steps, options, heaps), dtype=np.int64)
        for step in range(steps):  # an option is read after it was written
            columns[:, step] = pick.integers(0, known + step, (3, options, heaps))
        residues = pick.integers(0, 3, rows)
        right = room.tolist()
        for row, residue in zip(right, residues.tolist(), strict=True):
            for step in range(steps):
                found = set()
                for option in columns[residue, step].tolist():
                    value = 0
                    for column in option:
                        value ^= row[column]
                    found.add(value)
                row[known + step] = mex(found)
        fill_compiled(room, known, columns, residues)
        tally.hold(
            f"windows {case}", room.ravel().tolist(), [value for row in right for value in row]
        )


def _unknown_past(tally: Tally) -> None:
    """Single values whose past is not computed, against the values from 0 on."""
    from mexplore.discover.heaps.coalescence import Coalesced, coalesce
    from mexplore.rules.notation import parse_rule
    from mexplore.rules.rule import grundy_by_definition

    pick, stop = Random(SEED), 6000
    for text in ("subtract(1) or divide(2, 3)", "subtract(2, 3) or divide(2, 5)", "divide(2, 5)"):
        rule = parse_rule(text)
        values = grundy_by_definition(rule, stop)
        heaps = [pick.randrange(stop // 2, stop) for _ in range(20)]
        answers = [(n, coalesce(rule, n)) for n in heaps]
        known = [(n, answer.value) for n, answer in answers if isinstance(answer, Coalesced)]
        tally.hold(text, [value for _, value in known], [values[n] for n, _ in known])
        if len(known) < 10:
            raise ValueError(f"of {text} only {len(known)} single values were found")


TRIALS = (
    Trial("windows followed at once", _at_once),
    Trial("values from an unknown past", _unknown_past),
)
