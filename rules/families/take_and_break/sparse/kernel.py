"""The kernel of games with a sparse space: plain at first, then the engine, plain where none is."""

from __future__ import annotations

import sys
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from mexplore.rules.engine.compiled import RAN, refuse
from mexplore.rules.engine.compiling import WrongCode
from mexplore.rules.rule import Kernel

if TYPE_CHECKING:
    from mexplore.rules.families.take_and_break.sparse.game import SplittingGame
    from mexplore.rules.families.take_and_break.sparse.space import SparseEngine
    from mexplore.rules.rule import Values

HANDOVER = 4096
OVERLAP = 1024
"""The engine first computes this many known values again, and must find the same."""
COLD_HANDOVER = 16384
"""Up to here the plain kernel takes less time than compiling the engine would."""

_ROOM = "mexplore.rules.families.take_and_break.sparse."


class SparseSpaceKernel(Kernel):
    """G(n) = mex { G(a) ^ G(b) : the heaps that a move leaves }, most of them by a sparse space.

    The engine is compared with what is known: wherever it begins, with the OVERLAP values before.
    WrongCode says where it was wrong; the engine is refused then, here and on the disk. From
    ``settled`` on rare heaps and witnesses are written out in the code (`space.SETTLED` if None).
    """

    version: ClassVar[int] = 2
    refused: ClassVar[bool] = False
    """Whether the engine was wrong in this process."""

    def __init__(
        self,
        game: SplittingGame,
        plain: Kernel,
        handover: int | None = None,
        settled: int | None = None,
    ) -> None:
        self._game = game
        self._plain = plain
        self._least = max(HANDOVER if handover is None else handover, 32 * (game.reach + 32))
        self._fixed = handover is not None
        self._settled = settled
        self._engine: SparseEngine | None = None
        self._refused = False
        self._sound: int | None = None  # the values below did not come from the engine
        self._again = 0  # where to look for a space again

    @cached_property
    def _handover(self) -> int:
        """Where the engine begins. It is computed only when values beyond the least such place are
        requested, as that imports a compiler."""
        if self._fixed:
            return self._least
        from mexplore.rules.engine.compiled import is_compiled
        from mexplore.rules.families.take_and_break.sparse.exact import first_rare

        return self._least if is_compiled(first_rare) else max(self._least, COLD_HANDOVER)

    def plain(self) -> Kernel:
        return self._plain

    def fill(self, values: Values, start: int, stop: int) -> int:
        if SparseSpaceKernel.refused:
            return self._plain.fill(values, start, stop)
        n = start
        while n < stop:
            plain_to = min(stop, max(self._least + OVERLAP, self._again))
            if stop > plain_to:
                plain_to = min(stop, max(self._handover + OVERLAP, self._again))
            if n < plain_to:
                n = self._plain.fill(values, n, plain_to)
                if n < plain_to:
                    break
                continue
            engine, self._engine = self._engine, None  # an interruption leaves None: begin anew
            try:
                if engine is None or engine.n != n:
                    engine = self._begun(values, n)
                n = n if engine.refused else engine.extend(values, stop)
            except WrongCode as wrong:
                raise self._refusal(wrong) from None
            self._refused = engine.refused
            if engine.refused:
                self._again = 2 * n
                continue
            self._engine = engine
            break
        return n

    def _begun(self, values: Values, n: int) -> SparseEngine:
        """The engine at heap n, after it has found the values before n once more."""
        from mexplore.rules.families.take_and_break.sparse.space import SETTLED, SparseEngine

        first = n - OVERLAP
        known = values[first:n].copy()
        self._sound = n if self._sound is None else self._sound
        settled = SETTLED if self._settled is None else self._settled
        engine = SparseEngine(self._game, values, first, settled)
        try:
            reached = engine.extend(values, n)
            differing = np.flatnonzero(values[first:reached] != known[: reached - first])
            if len(differing):
                at = int(differing[0])
                found, expected = values[first + at], known[at]
                raise WrongCode(f"G({first + at}) = {found}, by the kernel before it {expected}")
        finally:
            values[first:n] = known
        return engine

    def _refusal(self, wrong: WrongCode) -> WrongCode:
        """The same with the first value that came from the engine, which is refused."""
        SparseSpaceKernel.refused = True
        if "mexplore.rules.families.take_and_break.sparse.engine" in sys.modules:
            from mexplore.rules.families.take_and_break.sparse.engine import remove_code

            remove_code()
        refuse([function for function in RAN if function.__module__.startswith(_ROOM)], str(wrong))
        return WrongCode(str(wrong), self._sound)

    def steps(self, start: int, stop: int) -> float:
        if self._refused or stop <= self._least:
            return self._plain.steps(start, stop)
        return 1000.0 * (stop - start)

    def notes(self) -> dict[str, int]:
        if self._refused:
            return {"no sparse space": 1}
        return self._engine.notes() if self._engine else {}
