"""The words of the last heaps in registers, while a chunk is emitted.

Blocks of a chunk are numbered 0, 1, ...; those of the chunk before -1, -2, ... Of each block there
are two vectors of eight words: its own (those beyond it are no words of heaps), and the eight words
before its first heap. What is asked for of the chunk before is what that one has to leave in
memory: so it is loaded, and stored, only where it is asked for.
"""

from __future__ import annotations

from typing import Any

from mexplore.discover.windows.streaming.plan import EIGHT, Plan
from mexplore.rules.engine.emitting.words import load, shuffled, store


def lanes_from(builder: Any, low: Any, high: Any, first: int) -> Any:
    """Eight lanes of two vectors, one after the other, from lane ``first`` on."""
    return shuffled(builder, low, high, list(range(first, first + EIGHT)))


class Past:
    """The last blocks, as far as they are emitted; ``add`` each as soon as its value is known."""

    def __init__(self, builder: Any, plan: Plan, carried: Any, kind: Any) -> None:
        self.builder = builder
        self.plan = plan
        self.carried = carried
        self.kind = kind
        self.own: dict[int, Any] = {}
        self.ahead: dict[int, Any] = {}
        self.blocks = 0

    def add(self, value: Any) -> None:
        """The words of the next block."""
        self.own[self.blocks] = value
        self.blocks += 1

    def block(self, k: int) -> Any:
        """The words of block k, and what else its vector holds."""
        if k not in self.own:
            self.own[k] = self._loaded(self.plan.kept + k)
        return self.own[k]

    def before(self, k: int) -> Any:
        """The eight words before block k."""
        if k not in self.ahead:
            if k < 0:
                self.ahead[k] = self._loaded(2 * self.plan.kept + k)
            else:
                last = self.before(k - 1), self.block(k - 1)
                self.ahead[k] = lanes_from(self.builder, *last, self.plan.block)
        return self.ahead[k]

    def pairs(self) -> Any:
        """What the chunk before has left as ``pairs``."""
        return self._loaded(2 * self.plan.kept)

    def back(self, k: int, distance: int) -> Any:
        """The words so far before those of block k: of its heaps only."""
        blocks, lane = divmod(distance - self.plan.block, self.plan.block)
        last = k - 1 - blocks
        return lanes_from(self.builder, self.before(last), self.block(last), EIGHT - lane)

    def back_several(self, k: int, distance: int) -> Any:
        """The same of all the heaps for which `Plan.together` blocks stand; the distance is one of
        `Plan.near_several`, so that they end before the block before k.

        They lie among the eight words before a block and the eight words before another one, as
        many blocks earlier as stand together.
        """
        plan = self.plan
        first = k * plan.block - distance
        heaps = plan.together * plan.block
        high = -(-(first + heaps) // plan.block)
        low = high - plan.together
        places = []
        for n in range(first, first + EIGHT):
            late = n - (high * plan.block - EIGHT)
            early = n - (low * plan.block - EIGHT)
            places.append(EIGHT + min(late, EIGHT - 1) if late >= 0 else early)
        return shuffled(self.builder, self.before(low), self.before(high), places)

    def leave(self, pairs: Any) -> None:
        """Store what the next chunk will ask for."""
        kept, blocks = self.plan.kept, self.plan.blocks
        left = [(kept + k, self.block(k + blocks)) for k in sorted(self.own) if k < 0]
        left += [(2 * kept + k, self.before(k + blocks)) for k in sorted(self.ahead) if k < 0]
        for slot, vector in [*left, (2 * kept, pairs)]:
            store(self.builder, vector, self.carried, self._place(slot), 64)

    def _loaded(self, slot: int) -> Any:
        return load(self.builder, self.carried, self.kind, self._place(slot), 64)

    def _place(self, slot: int) -> int:
        return 64 * (self.plan.vectors + slot)
