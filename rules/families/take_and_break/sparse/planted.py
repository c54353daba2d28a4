"""Windows of random words, as no game need have: what the code leaves open, against sets.

Games leave few values open, of low indices, so that a wrong lane or a wrong bit of the code may not
show for long. Here every index occurs, and proofs are nearly full.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np

from mexplore.rules.families.take_and_break.sparse import engine as inner
from mexplore.rules.families.take_and_break.sparse import schedules
from mexplore.rules.families.take_and_break.sparse.shape import CHUNK, Given, Shape

BACK, SHIFT, LONG = 400, 1001, 75
"""Columns of the window, the heap of the first one, and columns that may follow."""


class Planted:
    """Rare heaps, witnesses, moves, and a window of random words."""

    def __init__(self, shape: Shape, seed: int, *, written_out: bool = False) -> None:
        chance = random.Random(seed)
        most = shape.indices
        top = chance.choice((most, most, max(2, most // 4)))
        heaps = chance.sample(range(1, 300), chance.randint(0, 12))
        heaps += chance.sample(range(1, 32), chance.randint(0, 5))
        moves = chance.randint(1, 3)
        if shape.beyond:  # options that fill the planes that are summed
            heaps += chance.sample(range(32, 300), 240)
            top, moves = chance.choice((top, shape.width * shape.summed)), 9
        self.rare = sorted({r: chance.randrange(top) for r in heaps}.items())
        self.witnesses = sorted(
            (a, chance.randrange(top)) for a in chance.sample(range(1, 300), chance.randint(1, 9))
        )
        self.splits = sorted(chance.sample(range(9), moves))
        self.takes = sorted(chance.sample(range(1, 9), chance.randint(0, 3)))
        far = [pair for pair in self.rare if pair[0] >= CHUNK]
        near = [pair for pair in self.rare if pair[0] < CHUNK]
        plan, check = schedules.schedule(far, shape), schedules.schedule(self.witnesses, shape)
        if written_out:
            known = inner.known(near, far, self.witnesses, self.splits, self.takes)
            shape = replace(shape, known=known)
        commons = np.sort(np.array([chance.sample(range(9000), most) for _ in range(2)]))
        rares = np.sort(np.array([chance.sample(range(9000), most) for _ in range(2)]))
        self.space = inner.bitsets(commons, rares, shape)
        tables = inner.near_tables(near, self.splits, self.takes, shape, far=far)
        window = inner.empty_window(tables.shape, BACK + LONG + 8 * CHUNK)
        self.size = shape.width
        for t in range(BACK):
            index = chance.randrange(top)
            window.words[index // shape.width, t] = 1 << index % shape.width
            window.indices[t] = index
            for rows_ in (window.pairs, window.proofs):
                for words in rows_:
                    words[t] = chance.getrandbits(shape.width) & chance.getrandbits(shape.width)
        self.window, self.shape = window, tables.shape
        if shape.beyond:
            self._make_consistent()
        self.rows = inner.Rows(tables, plan, check, self.space, window, SHIFT, BACK)
        self.rows._given[Given.shift] = SHIFT

    def _make_consistent(self) -> None:
        """The sets X(s) that splits reach are those of the rare heaps, since a heap found by itself
        has to have the same options."""
        held = [min(self.members(self.window.words, t)) for t in range(BACK)]
        for t in range(BACK - 9, BACK):
            self.window.pairs[:, t] = 0
            for x in self.summed({held[t - r] ^ g for r, g in self.rare}):
                self.window.pairs[x // self.size, t] |= np.uint64(1 << x % self.size)

    def summed(self, indices: set[int]) -> set[int]:
        """Those of which sums are made."""
        return {x for x in indices if x < self.size * self.shape.summed}

    def call(self, which: int, first: int, stop: int) -> int:
        return int(self.rows._code.functions[which](self.rows._given.ctypes.data, first, stop))

    def members(self, rows: Any, t: int) -> set[int]:
        """The indices in the words of column t."""
        words = rows[:, t].tolist()
        return {
            w * self.size + b
            for w, word in enumerate(words)
            for b in range(self.size)
            if word >> b & 1
        }

    def fill_proofs(self, chance: random.Random) -> None:
        """Proofs that leave at most one index out, the highest one of a word now and then."""
        full = (1 << self.size) - 1
        for words in self.window.proofs:
            for t in range(BACK):
                bit = chance.choice((self.size - 1, chance.randrange(self.size)))
                words[t] = full & ~(chance.randrange(2) << bit)

    def open_by_sets(self, first: int, stop: int) -> tuple[list[tuple[int, int]], list[set[int]]]:
        """What columns first..stop-1 leave open, (heap, rare value), and the proofs of all."""
        held = [min(self.members(self.window.words, t)) for t in range(stop)]
        proofs = [self.members(self.window.proofs, t) for t in range(first)]
        left = []
        for t in range(first, stop):
            proofs.append(self.summed({held[t - a] ^ g for a, g in self.witnesses}))
            parity = (t + SHIFT) & 1
            proved = {x for j in self.splits for x in proofs[t - j]}
            value, rares = self.space.commons[parity, held[t]], self.space.rares[parity].tolist()
            left += [(t + SHIFT, v) for x, v in enumerate(rares) if v < value and x not in proved]
        return left, proofs

    def open_by_code(self, first: int, stop: int, room: int) -> list[tuple[int, int]]:
        """The same by the code, which is called again where more than ``room`` is left open."""
        given, pending = self.rows._given, self.rows._pending
        given[Given.room] = room
        most = room + CHUNK * self.shape.indices
        pending[:] = -1
        found: list[tuple[int, int]] = []
        while first < stop:
            first = self.call(1, first, stop)
            count = int(given[Given.count])
            if count > most or (pending[most:] != -1).any():
                raise ValueError(f"{count} values are left open, and there is room for {most}")
            found += [(int(n), int(v)) for n, v in pending[:count]]
        return found
