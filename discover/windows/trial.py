"""Streams of values through a window: the values, and the search for states that come again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mexplore.discover.trials.trial import Tally, Trial

if TYPE_CHECKING:
    from mexplore.discover.windows.streaming.frame import Frame
    from mexplore.discover.windows.streaming.stream import Stream

CODE = "0.16"
PERIOD = 149459
"""Of 0.16, with the preperiod 105351. Source: A. Gangolli and T. Plambeck, A note on periodicity
in some octal games, Int. J. Game Theory 18 (1989) 311-320."""
STOP = 350_000
AT_ONCE = 1 << 14


def _values(tally: Tally) -> None:
    """The values of another game, whose words are shared by more heaps at once."""
    _compared(tally, "0.106", 150_000)


def _states(tally: Tally) -> None:
    """Of 0.16 a state comes again after one period, no earlier; of the states that are kept about
    half are dropped where there are too many."""
    import numpy as np

    from mexplore.discover.windows.streaming.loops import AT, _thin

    stream = _compared(tally, CODE, STOP)
    _, keys, heaps = stream.seen()
    stream._buffers.at[AT.thin] = 1
    _thin(stream._buffers)
    kept = {(int(k), int(n)) for k, n in zip(keys, heaps, strict=True) if k & np.uint64(1) == 0}
    _, keys, heaps = stream.seen()
    left = sorted((int(k), int(n)) for k, n in zip(keys, heaps, strict=True))
    tally.hold("states that are kept", left, sorted(kept))


def _compared(tally: Tally, code: str, stop: int) -> Stream:
    """The stream of a game, its values compared with those of the engine that stores them (which
    has trials of its own)."""
    import numpy as np

    from mexplore.discover.windows.streaming.frame import START
    from mexplore.discover.windows.streaming.machine import Machine, least_width
    from mexplore.discover.windows.streaming.stream import Recurrence, begun

    frame, again = _frame(code), []
    stream = begun(Machine(frame, least_width(frame)))
    stream.search()
    for low in range(START, stop, AT_ONCE):
        high = low + AT_ONCE
        while stream.verified < high:
            ended = stream.advance(high)
            if isinstance(ended, Recurrence):
                again.append(ended.again - ended.first)
            elif ended is not None:
                raise ValueError(f"the stream of {code} ended: {ended.reason}")
        n = np.arange(low, high)
        found = frame.tables.commons[n & 1, stream.indices(low, high)]
        tally.hold(code, found.tolist(), frame.values[low:high].tolist(), low)
    tally.hold(f"periods of {code}", again, [PERIOD] if code == CODE else [])
    return stream


def _frame(code: str) -> Frame:
    from mexplore.discover.windows.streaming.frame import FEWEST_VALUES, Frame, framed
    from mexplore.rules.engine.grundy import grundy_values
    from mexplore.rules.families.take_and_break.rule import TakeAndBreak
    from mexplore.rules.families.take_and_break.sparse.game import splitting_game

    rule = TakeAndBreak.parse(code)
    game = splitting_game(rule) if rule is not None else None
    assert rule is not None and game is not None
    frame = framed(game, grundy_values(rule, FEWEST_VALUES))
    assert isinstance(frame, Frame)
    return frame


SECONDS = 2  # after the trials of the engine, so that its machine code exists
TRIALS = (Trial("streams of values", _values), Trial("states that come again", _states))
