"""Positions of any kind as heaps: what stays of them, and a size.

Of a string the size is how often a block is repeated in its longest run, and what stays is before
and behind the run; of a tuple it is the largest whole number in it, of a whole number itself.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Hashable
from typing import Any, NamedTuple

from mexplore.rules.errors import InputError

HOLE = "n"
_RUN = re.compile(r"(?:\(([^()]+)\)|([^\s()^]))\^n")
_NAME = re.compile(r"\bn\b")


class Shape(NamedTuple):
    """Positions that differ in their size: what stays before and behind it."""

    before: tuple[Hashable, ...] | str
    behind: tuple[Hashable, ...] | str
    block: str = ""
    """What is repeated in strings."""

    def position(self, size: int) -> Any:
        """The position of this size.

        >>> Shape("a", "", "ox").position(2), Shape(("r",), ()).position(7)
        ('aoxox', ('r', 7))
        """
        if isinstance(self.before, str):
            return f"{self.before}{self.block * size}{self.behind}"
        whole = (*self.before, size, *self.behind)
        return whole if len(whole) > 1 else size

    def __str__(self) -> str:
        if isinstance(self.before, str):
            run = f"{self.block}^n" if len(self.block) == 1 else f"({self.block})^n"
            return " ".join(part for part in (self.before, run, str(self.behind)) if part)
        whole = [*map(repr, self.before), HOLE, *map(repr, self.behind)]
        return f"({', '.join(whole)})" if len(whole) > 1 else HOLE


def read_shape(text: str) -> Shape:
    """The positions that a text with one n in it denotes: ``a +^n``, ``('row', n)``, ``n``.

    >>> str(read_shape("a (ox)^n")), str(read_shape("('row', n)")), str(read_shape("n"))
    ('a (ox)^n', "('row', n)", 'n')
    """
    plain = text.strip()
    run = _RUN.search(plain)
    if run is not None:
        before, behind = plain[: run.start()], plain[run.end() :]
        return Shape("".join(before.split()), "".join(behind.split()), run[1] or run[2])
    if len(_NAME.findall(plain)) != 1:
        raise InputError(f"{text[:40]!r} has to have one n: write +^n, ('row', n) or n")
    try:
        found = ast.literal_eval(_NAME.sub("...", plain))
        place = (found if isinstance(found, tuple) else (found,)).index(...)
        hash(found)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        raise InputError(f"{text[:40]!r} is no position: write +^n, ('row', n) or n") from None
    whole = found if isinstance(found, tuple) else (found,)
    return Shape(whole[:place], whole[place + 1 :])


def shape_of(position: Any, block: str) -> tuple[Shape, int]:
    """The shape and the size of a position.

    >>> shape_of("aooobo", "o"), shape_of((3, 20), "")
    ((Shape(before='a', behind='bo', block='o'), 3), (Shape(before=(3,), behind=(), block=''), 20))
    """
    if isinstance(position, str):
        runs = re.finditer(f"(?:{re.escape(block)})+", position) if block else ()
        run = max(runs, key=lambda each: each.end() - each.start(), default=None)
        if run is None:
            return Shape(position, "", block), 0
        size = (run.end() - run.start()) // len(block)
        return Shape(position[: run.start()], position[run.end() :], block), size
    whole = position if isinstance(position, tuple) else (position,)
    sizes = [i for i, part in enumerate(whole) if type(part) is int and part >= 0]
    if not sizes:
        return Shape((position,), ()), 0
    place = max(sizes, key=lambda i: whole[i])
    return Shape(whole[:place], whole[place + 1 :]), whole[place]
