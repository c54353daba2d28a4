"""Signs in LLVM code that a compiler has gone wrong (`rules.engine.linking` says how)."""

from __future__ import annotations

import re

from mexplore.rules.engine.compiling import WrongCode

_SUNKEN = re.compile(r"%sunkaddr[\w.]* = inttoptr ")
"""An address as `inttoptr` of a part of it, which only the making of machine code writes."""
_POISON = re.compile(r"^\s*store (?:volatile )?[^,\n]*\bpoison, ", re.MULTILINE)
"""A store of no particular value: LLVM has dropped what should have been stored."""


def refuse_suspicious(name: str, linked: str = "", optimised: str = "") -> None:
    """Raise WrongCode where a module shows the fault: before it is optimised, by addresses in the
    form of machine code; afterwards, by a store of a value that LLVM calls poison.

    >>> refuse_suspicious("f", optimised="  store i64 7, ptr %a, align 8")
    >>> refuse_suspicious("f", optimised="  store <8 x i64> poison, ptr %a, align 1")
    Traceback (most recent call last):
    mexplore.rules.engine.compiling.WrongCode: f: a store was lost when it was compiled
    """
    if _SUNKEN.search(linked):
        raise WrongCode(f"{name}: it was linked with code that was made for the machine")
    if _POISON.search(optimised):
        raise WrongCode(f"{name}: a store was lost when it was compiled")
