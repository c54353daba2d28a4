"""Running the user's code: only what it returns can influence the answer."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def foreign_code() -> Iterator[None]:
    """What is printed within goes to stderr, and stdout and stderr are the same afterwards,
    whatever was made of them."""
    out, err = sys.stdout, sys.stderr
    sys.stdout = err
    try:
        yield
    finally:
        sys.stdout, sys.stderr = out, err


def reason(error: BaseException) -> str:
    """An error in one line, also where it cannot say what it is.

    >>> reason(KeyError(3))
    'KeyError: 3'
    """
    text = _described(error, str)
    return f"{type(error).__name__}: {text[:200]}" if text else type(error).__name__


def short(position: object) -> str:
    """A position in a few characters.

    >>> short((3, 5))
    '(3, 5)'
    """
    text = _described(position, repr) or f"a {type(position).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."


def _described(thing: object, how: Callable[[object], str]) -> str:
    try:
        with foreign_code():
            return " ".join(how(thing).split())
    except KeyboardInterrupt:
        raise
    except BaseException:  # of any kind: it is not ours
        return ""
