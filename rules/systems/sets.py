"""The values of single heaps of a system by sets of the values of their options, in numpy: schemas
of any number of parts, without machine code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from mexplore.rules.systems.tables import Plain, Tables, classes

if TYPE_CHECKING:
    import numpy.typing as npt

    from mexplore.rules.systems.system import Part

    Row = npt.NDArray[Any]


class BySets:
    """Values from the values of what schemas leave, which are in an array [kind, n]."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._rests: dict[tuple[tuple[Part, ...], int], Row] = {}
        self._classes = {
            plain: list(classes(*plain.schema.parts, plain.schema))
            for row in tables.schemas
            for plain in row
            if len(plain.schema.parts) == 2
        }

    def value(self, values: Row, kind: int, n: int, room: int) -> int:
        """The value of a heap whose options come from schemas; all values, and all constants, are
        smaller than ``room``, a power of 2."""
        present = np.zeros(room + 1, dtype=bool)
        for plain in self._tables.schemas[kind]:
            if n in plain.schema.when:
                present[self._left(values, plain, n) ^ plain.value] = True
        return int(np.argmin(present))

    def _left(self, values: Row, plain: Plain, n: int) -> Row:
        """The values of the parts, together."""
        parts, rest = plain.schema.parts, n - plain.schema.drop
        if not parts:
            return np.zeros(1, dtype=values.dtype)
        if len(parts) == 2:
            return self._of_pairs(values, plain, n)
        return self._of_parts(values, parts, rest)

    def _of_pairs(self, values: Row, plain: Plain, n: int) -> Row:
        one, other = plain.schema.parts
        rest = n - plain.schema.drop
        last = rest // 2 if plain.mirrored else rest - other.least
        found = []
        for step, start, when in self._classes[plain]:
            if n in when:
                sizes = slice(one.least + (start - one.least) % step, max(last + 1, 0), step)
                firsts = values[one.kind, sizes]
                if len(firsts):
                    seconds = values[other.kind, : rest - sizes.start + 1][::-step][: len(firsts)]
                    found.append(firsts ^ seconds)
        return np.concatenate(found) if found else values[0, :0]

    def _of_parts(self, values: Row, parts: tuple[Part, ...], rest: int) -> Row:
        """The values of heaps of these kinds with sizes of this sum: what is found is kept, as it
        is asked for only when all of these heaps have been valued."""
        first, *others = parts
        if not others:
            fits = rest >= first.least and rest in first.sizes
            return values[first.kind, rest : rest + 1] if fits else values[0, :0]
        if (parts, rest) not in self._rests:
            last = rest - sum(part.least for part in others)
            found = [
                self._of_parts(values, tuple(others), rest - a) ^ values[first.kind, a]
                for a in range(first.least, last + 1)
                if a in first.sizes
            ]
            self._rests[parts, rest] = np.unique(np.concatenate(found)) if found else values[0, :0]
        return self._rests[parts, rest].astype(values.dtype)
