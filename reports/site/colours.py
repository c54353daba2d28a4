"""Colours of values: one scale for the strips, the bars and the heat maps of a site, and for the
page of `mexplore serve`.

Zero, the value of the P-positions, has a colour of its own; other values go from light to dark.
The scale runs in lightness and from yellow to blue, and zero is orange, so that readers who do not
see red and green apart see the same.
"""

from __future__ import annotations

import struct
import zlib
from base64 import b64encode
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Squares = npt.NDArray[np.integer[Any]]
    """The values of a table of squares."""


ZERO = "#ff8c2b"
SCALE = (
    "#f4f9c0", "#dcf1b4", "#b5e2b6", "#83cdbb", "#55b8c1", "#34a0c0", "#1d74aa", "#2460a7",
    "#264297", "#1c2d75", "#0b1d51",
)  # fmt: skip
FEWEST_STEPS = 6
_FIRST_DARK = 6  # place in the scale from which on white text is read


def place(value: int, largest: int) -> int:
    """The colour's number for a value, where ``largest`` is the largest shown: 0 for zero, else
    from 1 on.

    >>> [place(value, 4) for value in range(5)], place(1, 1000), place(1000, 1000)
    ([0, 1, 3, 5, 7], 1, 11)
    """
    if value == 0:
        return 0
    steps = max(largest, FEWEST_STEPS) - 1  # few values are not told apart by extremes
    return 1 + (value - 1) * (len(SCALE) - 1) // steps


def colours_css() -> str:
    """The scale as variables ``--v0``, ``--v1``, ... with the colour of text on each, and a class
    ``v0``, ``v1``, ... for each: background of a text and colour of a line. Scripts that draw read
    the variables, and the two numbers that `place` uses.

    >>> print(colours_css()[:41])
    :root { --colours: 11; --fewest-steps: 6;
    """
    colours = (ZERO, *SCALE)
    inks = ["#fff" if number > _FIRST_DARK else "#000" for number in range(len(colours))]
    names = "".join(
        f"\n  --v{number}: {colour}; --v{number}-ink: {ink};"
        for number, (colour, ink) in enumerate(zip(colours, inks, strict=True))
    )
    classes = "".join(
        f".v{number} {{ background: var(--v{number}); color: var(--v{number}-ink); "
        f"stroke: var(--v{number}); }}\n"
        for number in range(len(colours))
    )
    numbers = f"--colours: {len(SCALE)}; --fewest-steps: {FEWEST_STEPS};"
    return f":root {{ {numbers}{names}\n}}\n{classes}"


def png(places: Sequence[Sequence[int]]) -> str:
    """A picture with a point for each square, as the address of an image; ``places`` are numbers
    of colours, row by row.

    >>> png([[0, 1], [1, 0]])[:22]
    'data:image/png;base64,'
    """
    palette = b"".join(bytes.fromhex(colour[1:]) for colour in (ZERO, *SCALE))
    lines = b"".join(b"\0" + bytes(row) for row in places)
    size = struct.pack(">II", len(places[0]), len(places))
    chunks = (
        (b"IHDR", size + bytes([8, 3, 0, 0, 0])),
        (b"PLTE", palette),
        (b"IDAT", zlib.compress(lines, 9)),
        (b"IEND", b""),
    )
    written = b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in chunks
    )
    return f"data:image/png;base64,{b64encode(_SIGNATURE + written).decode()}"


_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def table_places(table: Squares) -> list[list[int]]:
    """The numbers of the colours of a table of values."""
    largest = int(table.max())
    known = {int(value): place(int(value), largest) for value in set(table.ravel().tolist())}
    return [[known[value] for value in row] for row in table.tolist()]
