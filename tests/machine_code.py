"""Functions translated to machine code, without the comparison that new code is put to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from mexplore.rules.engine.bits import rounded_root, trailing_zeros
from mexplore.rules.engine.compiled import Compiled
from mexplore.rules.engine.compiling import plainly
from mexplore.rules.engine.crosscheck import copied
from mexplore.rules.engine.emitting.assembled import assembled
from mexplore.rules.engine.emitting.translation.arguments import kind_of, put, results_of, written
from mexplore.rules.engine.emitting.translation.functions import Text


def of_text(text: str, *called: str, **names: Any) -> Compiled:
    """The function of a text; it may name those of the other texts, and these constants."""
    known = {
        "__name__": __name__, "np": np, "trailing_zeros": trailing_zeros,
        "rounded_root": rounded_root, **names,
    }  # fmt: skip
    for each in (*called, text):
        exec(each, known)
        name = each.removeprefix("def ").partition("(")[0]
        known[name] = last = Compiled(known[name], text=each)
    return last


def by_machine(function: Compiled, *args: Any) -> tuple[Any, Any]:
    """What machine code returns, and what it leaves of the arguments. `Untranslatable` where there
    is none."""
    return machine_code(function, *args)(*args)


def machine_code(function: Compiled, *args: Any) -> Callable[..., tuple[Any, Any]]:
    """The same for arguments of the types of these."""
    kinds = tuple(kind_of(put(each, [])) for each in args)
    text = Text().entry(function, kinds)
    code = assembled(("entry",), lambda: text, "", None, function.__name__)

    def run(*args: Any) -> tuple[Any, Any]:
        words: list[int] = []
        args = copied(args, {})
        assert tuple(kind_of(put(each, words)) for each in args) == kinds
        table = written(words)
        results = code.functions[0](table.buffer_info()[0], 0, 0)
        return results_of(table, len(words), results), _plain(args)

    return run


def by_python(function: Compiled, *args: Any) -> tuple[Any, Any]:
    """The same by plain Python."""
    args = copied(args, {})
    with plainly(), np.errstate(all="ignore"):
        return _plain(function.py_func(*args)), _plain(args)


def _plain(thing: Any) -> Any:
    """Numbers, lists and tuples that can be compared."""
    if isinstance(thing, tuple):
        return tuple(map(_plain, thing))
    return thing.tolist() if isinstance(thing, (np.ndarray, np.generic)) else thing
