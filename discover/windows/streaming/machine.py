"""The compiled code of one game for words of one width, with its tables of likely witnesses."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from mexplore.discover.windows.streaming.frame import RARE, START, WIDEST, Frame, Refused
from mexplore.discover.windows.streaming.loops import Constants, constants
from mexplore.discover.windows.streaming.plan import WIDTHS, Plan, planned

if TYPE_CHECKING:
    from collections.abc import Callable

    from mexplore.rules.engine.emitting.assembled import Assembled

LIKELY = 1024  # witnesses that are tried one by one, before all are
NEAR = 4096  # they are heaps below it
RECENT = START  # heaps at the end of those known whose values count as likely


class Machine:
    """The compiled code of a frame for words of one width, made when it is first asked for."""

    def __init__(self, frame: Frame, width: int) -> None:
        self.frame = frame
        self.width = width
        self.tried = False
        self.refused: Refused | None = None
        """Why its code is not used, once it was tried on known values."""

    @cached_property
    def plan(self) -> Plan:
        """The constants of the code."""
        return planned(self.frame, self.width)

    @cached_property
    def code(self) -> Assembled:
        """The functions of the game, in memory."""
        # These import a compiler.
        from mexplore.discover.windows.streaming import emitted
        from mexplore.rules.engine.emitting import assembled, words
        from mexplore.rules.engine.kept_code import digest_of_module, usual_code

        sources = [digest_of_module(it.__name__) for it in (assembled, emitted, words)]
        key = repr((self.plan, words.has_affine(), sources))
        emitter = emitted.Emitter(self.plan)
        return assembled.assembled(emitted.NAMES, emitter.text, key, usual_code())

    @cached_property
    def run(self) -> Callable[..., int]:
        """The loop: ``(buffers, addresses, target) -> how it ended``."""
        from mexplore.discover.windows.streaming.loops import run  # imports a compiler

        code = tuple(np.uint64(address) for address in self.code.addresses)  # valid as self lives
        return lambda buffers, addresses, target: run(
            buffers, self.constants, code, addresses, target
        )

    def left_open(self, n: int) -> int:
        """The word that ``check`` gives for a heap n whose value is known and common: a bit for
        each index of a rare value below G(n) that no witness excludes. By the definition, slowly.
        """
        frame, plan = self.frame, self.plan
        value = int(frame.values[n])
        rares = frame.tables.rares[n & 1, : self.width].tolist()
        left = {index for index, rare in enumerate(rares) if rare < value}
        farthest = max((a for _, distances in plan.witnesses for a in distances), default=0)
        before = frame.indices(n - frame.reach - farthest, n)[::-1].tolist()  # of n - 1, n - 2, ...
        for j in plan.splits:
            for g, distances in plan.witnesses:
                held = (before[j + a - 1] for a in distances)
                left -= {index ^ g for index in held if index != RARE}
        left -= {before[j - 1] for j in plan.rare_takes}
        return sum(1 << index for index in left)

    @cached_property
    def constants(self) -> Constants:
        """What it is given of the game."""
        by_position = self.frame.space.by_position
        return constants(self.plan, self.frame.state, by_position=by_position)

    @cached_property
    def likely(self) -> tuple[Any, Any]:
        """For each index, the distances at which to look for witnesses, and for which words."""
        frame, width = self.frame, self.width
        heads = frame.indices(0, NEAR)
        recent = frame.indices(max(0, len(frame.values) - RECENT), len(frame.values))
        often = np.bincount(recent, minlength=256)
        table = np.zeros((width, LIKELY, 2), dtype=np.uint64)
        counts = np.zeros(width, dtype=np.int64)
        tried = [a for _, it in self.plan.witnesses for a in it if a < len(heads)]
        heads[tried] = RARE  # the vectors have looked there
        common = np.flatnonzero(heads < width)
        for index in range(width):
            partners = heads[common].astype(np.int64) ^ index
            order = np.lexsort((common, -often[partners]))
            useful = [i for i in order.tolist() if often[partners[i]]]
            rows = [(j + common[i], partners[i]) for i in useful for j in self.plan.splits]
            for k, (distance, partner) in enumerate(rows[:LIKELY]):
                table[index, k] = distance, 1 << int(partner)
            counts[index] = min(len(rows), LIKELY)
        return table, counts


def least_width(frame: Frame) -> int:
    """Bits that hold the indices of the common values: of all of them, if so few can be excluded,
    else of those known, and one more."""
    stop = len(frame.values)
    pieces = (frame.indices(low, min(stop, low + START)) for low in range(START, stop, START))
    largest = max(int(piece.max()) for piece in pieces)
    excluded = len(frame.rare) * len(frame.game.splits) + len(frame.common_takes)
    largest = min(largest, excluded - 1)
    return next((width for width in WIDTHS if largest + 1 < width), WIDEST)
