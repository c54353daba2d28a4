"""Which operation on numbers is meant is found once, not wherever it occurs.

To type ``a + b`` numba tries one template after the other: those for arrays, lists, sets and text
come before those for numbers, and each looks up what it was asked before. That takes a tenth of
the time for compiling. What comes out depends on the operation and the types alone where all
arguments are numbers or truth values, so it is kept beside the operation.

This relies on internals of numba: what it finds, and how, is its own.
"""

from __future__ import annotations

from typing import Any

from numba.core import types
from numba.core.types.functions import BaseFunction

_find = BaseFunction.get_call_type
_KEPT = "signatures of numbers"


def _found_once(operation: Any, context: Any, args: Any, kws: Any) -> Any:
    """The signature of an operation for arguments of these types."""
    if kws or not all(isinstance(each, (types.Number, types.Boolean)) for each in args):
        return _find(operation, context, args, kws)
    known = vars(operation).setdefault(_KEPT, {})
    key = context, tuple(args)
    if key not in known:
        known[key] = _find(operation, context, args, kws)
    return known[key]


def find_signatures_once() -> None:
    """Let this be so for all functions that are compiled in this process from now on."""
    BaseFunction.get_call_type = _found_once  # type: ignore[assignment,method-assign]
