"""The kernel of games with a sparse space: plain at first, then the engine, plain where none is."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from rules.computing.kernel import Kernel

if TYPE_CHECKING:
    from rules.families.take_and_break.sparse.game import SplittingGame
    from rules.families.take_and_break.sparse.space import SparseEngine
    from rules.rule import Values

HANDOVER = 2048
COLD_HANDOVER = 32768
"""Up to here the plain kernel takes less time than compiling the engine would."""


class SparseSpaceKernel(Kernel):
    """The values of a `SplittingGame`, by ``plain`` as long as that is faster."""

    version: ClassVar[int] = 1

    def __init__(self, game: SplittingGame, plain: Kernel, handover: int | None = None) -> None:
        self._game = game
        self._plain = plain
        self._least = max(HANDOVER if handover is None else handover, 32 * (game.reach + 32))
        self._fixed = handover is not None
        self._engine: SparseEngine | None = None
        self._refused = False
        self._again = 0  # where to look for a space again

    @cached_property
    def _handover(self) -> int:
        """Where the engine begins; asked for when so many values are, as it imports a compiler."""
        if self._fixed:
            return self._least
        from rules.computing.compiled import is_compiled
        from rules.families.take_and_break.sparse import engine

        return self._least if is_compiled(engine.run_one_plane) else max(self._least, COLD_HANDOVER)

    def fill(self, values: Values, start: int, stop: int) -> int:
        n = start
        while n < stop:
            plain_to = min(stop, max(self._least, self._again))
            if stop > plain_to:
                plain_to = min(stop, max(self._handover, self._again))
            if n < plain_to:
                n = self._plain.fill(values, n, plain_to)
                if n < plain_to:
                    break
                continue
            engine, self._engine = self._engine, None  # an interruption leaves None: begin anew
            if engine is None or engine.n != n:
                from rules.families.take_and_break.sparse.space import SparseEngine

                engine = SparseEngine(self._game, values, n)
            n = engine.extend(values, stop)
            self._refused = engine.refused
            if engine.refused:
                self._again = 2 * n
                continue
            self._engine = engine
            break
        return n

    def steps(self, start: int, stop: int) -> float:
        if self._refused or stop <= self._least:
            return self._plain.steps(start, stop)
        return 1000.0 * (stop - start)

    def notes(self) -> dict[str, int]:
        if self._refused:
            return {"no sparse space": 1}
        return self._engine.notes() if self._engine else {}
