"""Machine code is compared with plain Python before its first result is used.

A compiler can be wrong: one compiled the sparse-space engine wrongly for some processors, and a
false law was the result. So every compiled function is run twice when its machine code is new in
this process (compiled or loaded): as machine code, and as the plain Python that it was made from.
Both get copies of the same arguments and must agree on the result and on every array. Kernels
(`rules.engine.grundy`) are compared in the same way on the first heaps of the game.

Plain Python is slow, so the comparison stops after LINES lines: what takes longer is compared by
whoever calls it, on fewer heaps, or by an engine's own overlap with the kernel before it. Functions
that use single machine instructions have no plain form, and are compared by their engine.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import numpy as np

from mexplore.rules.engine.compiling import WrongCode

LINES = 4000
"""Lines of Python that one comparison may take: about two milliseconds."""
LARGEST = 1 << 20
"""Bytes of arrays that are copied for one comparison."""


class TooLong(BaseException):
    """Plain Python takes more lines than one comparison may. No Exception: the code that is run
    must not handle it."""


@contextmanager
def at_most(lines: int) -> Iterator[None]:
    """Raise TooLong as soon as the functions that are called within have taken more lines.

    >>> with at_most(100):
    ...     sum(range(10))
    45
    """
    left = lines

    def trace(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal left
        del frame, arg
        left -= event == "line"
        if left < 0:
            raise TooLong
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(before)


def compare(name: str, machine: Callable[..., Any], plain: Callable[..., Any], args: Any) -> bool:
    """Whether both forms of a function were run and agree: on copies of the arguments, which stay
    as they are. False where plain Python takes too long or cannot run the function; WrongCode
    where the two disagree.

    >>> def doubled(values):
    ...     values *= 2
    >>> compare("doubled", doubled, doubled, (np.arange(3),))
    True
    >>> compare("doubled", lambda values: None, doubled, (np.arange(3),))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    mexplore.rules.engine.compiling.WrongCode: doubled: argument 1 is [0 1 2], by plain ...
    """
    if _bytes(args) > LARGEST or _overlap(args):
        return False
    slow, fast = copied(args, {}), copied(args, {})
    try:
        with np.errstate(all="ignore"), at_most(LINES):
            expected = plain(*slow)
    except (TooLong, Exception):  # it has no plain form, or a long one
        return False
    found = machine(*fast)
    _agree(f"{name}: the result", found, expected)
    for i, (one, other) in enumerate(zip(fast, slow, strict=True), start=1):
        _agree(f"{name}: argument {i}", one, other)
    return True


def copied(thing: Any, copies: dict[int, Any]) -> Any:
    """The same with every array in it copied; tuples keep their types, arrays that must not be
    written to stay so. An array that stands there twice is copied once: ``copies`` holds what was
    copied, by identity."""
    if isinstance(thing, np.ndarray):
        copy = copies.setdefault(id(thing), thing.copy())
        copy.flags.writeable = thing.flags.writeable
        return copy
    if isinstance(thing, tuple):
        parts = [copied(part, copies) for part in thing]
        return type(thing)(*parts) if hasattr(thing, "_fields") else tuple(parts)
    return thing


def _arrays(thing: Any) -> Iterator[Any]:
    if isinstance(thing, np.ndarray):
        yield thing
    elif isinstance(thing, tuple):
        for part in thing:
            yield from _arrays(part)


def _bytes(args: Any) -> int:
    return sum(array.nbytes for array in _arrays(args))


def _overlap(args: Any) -> bool:
    """Whether two different arrays may share memory: their copies would not."""
    arrays = list({id(array): array for array in _arrays(args)}.values())
    return any(
        np.may_share_memory(one, other) for i, one in enumerate(arrays) for other in arrays[:i]
    )


def _agree(what: str, found: Any, expected: Any) -> None:
    """Raise WrongCode, naming the first difference, unless both are the same."""
    if isinstance(expected, tuple):
        for one, other in zip(found, expected, strict=True):
            _agree(what, one, other)
    elif isinstance(expected, np.ndarray):
        if not np.array_equal(found, expected):
            raise WrongCode(f"{what} is {_shown(found, expected)}")
    elif isinstance(expected, (bool, int, np.generic)) and found != expected:
        raise WrongCode(f"{what} is {found}, by plain Python {expected}")


def _shown(found: Any, expected: Any) -> str:
    """Two arrays where they first differ."""
    if found.shape != expected.shape:
        return f"of shape {found.shape}, by plain Python {expected.shape}"
    if found.size <= 10:
        return f"{found}, by plain Python {expected}"
    at = int(np.flatnonzero((found != expected).ravel())[0])
    one, other = found.ravel()[at], expected.ravel()[at]
    return f"{one} at {at}, by plain Python {other}"
