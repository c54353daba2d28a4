"""What numba links: a module as it was optimised, never one of which machine code was made.

numba makes machine code of a function's module, and hands the same module to the functions that
call it, where it is optimised once more. Making the code has rewritten the module in place by
then, in a form for the machine alone: an address ``inttoptr(a + b)`` is a ``getelementptr`` whose
pointer is whichever summand came first. Inlined where that summand is 0, it is a store through a
null pointer, which LLVM may drop, and on some processors does. So the module is copied before
machine code is made of it, and the copy is linked (docs/numba.md has the report).

Names are kept distinct too: numba numbers the functions of a process from 1 on, and puts the number
into the name by which machine code calls them. Two processes give one name to two variants of a
function (closures, say, over different functions); a third that loads from the disk what both have
kept would run one for the other. So every process begins at a number of its own.

This relies on internals of numba. Where it has no effect in some version, or where numba has a
similar error elsewhere, the compiled code shows it, and is refused (`refuse_suspicious`).

What is compiled only because another function calls it is linked into that one, and runs nowhere
else: it is optimised there, and no machine code is made of it alone (`only_linked`), which saves an
eighth of a first study's time.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import count
from secrets import randbits
from typing import Any

from llvmlite.binding import Linkage, parse_bitcode
from numba.core.bytecode import FunctionIdentity
from numba.core.codegen import JITCodeLibrary
from numba.core.registry import cpu_target

from mexplore.rules.engine.suspicious import refuse_suspicious

_ONLY_LINKED: ContextVar[bool] = ContextVar("only linked", default=False)
KEPT_TO_BE_LINKED = "mexplore, to be linked"
"""What stands on the disk for the kind of such a library, as numba writes 'object' or 'bitcode'."""


def number_functions_apart() -> None:
    """Let the names of functions that this process compiles from now on be those of no other."""
    FunctionIdentity._unique_ids = count(randbits(60))


@contextmanager
def only_linked() -> Iterator[None]:
    """Libraries that are begun within are for the functions that call them: they are optimised
    there, and are no machine code by themselves."""
    before = _ONLY_LINKED.set(True)
    try:
        yield
    finally:
        _ONLY_LINKED.reset(before)


class LinkedAsOptimised(JITCodeLibrary):
    """A library of numba's whose callers get its module as it was before machine code was made."""

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)  # type: ignore[no-untyped-call]
        self._only_linked = _ONLY_LINKED.get()

    @property
    def codegen(self) -> Any:
        """What numba writes the address of a function's surroundings with, where it has one."""
        return _NoSurroundings() if self._only_linked else self._codegen

    def _optimize_final_module(self) -> None:
        if self._only_linked:
            return
        refuse_suspicious(self.name, linked=str(self._final_module))
        super()._optimize_final_module()  # type: ignore[no-untyped-call]
        refuse_suspicious(self.name, optimised=str(self._final_module))

    def _finalize_final_module(self) -> None:
        if self._only_linked:
            _let_be_linked(self._final_module)
            self._shared_module, self._finalized = self._final_module, True
            return
        if self._shared_module is None and any(True for _ in self._final_module.functions):
            self._shared_module = _let_be_linked(self._final_module.clone())
        super()._finalize_final_module()  # type: ignore[no-untyped-call]

    def serialize_using_object_code(self) -> Any:
        """What is kept on disk."""
        if self._only_linked:
            return self.name, KEPT_TO_BE_LINKED, self._get_module_for_linking().as_bitcode()  # type: ignore[no-untyped-call]
        return super().serialize_using_object_code()  # type: ignore[no-untyped-call]

    @classmethod
    def _unserialize(cls, codegen: Any, state: Any) -> Any:
        name, kind, code = state
        if kind != KEPT_TO_BE_LINKED:
            return super()._unserialize(codegen, state)  # type: ignore[no-untyped-call]
        with only_linked():
            library = codegen.create_library(name)
        library._final_module = parse_bitcode(code)
        library._finalize_final_module()
        return library


class _NoSurroundings:
    """In place of what makes machine code, for a library of which none is made."""

    def set_env(self, name: str, surroundings: Any) -> None:
        """The global variable stands in the code of callers only, which do not read it."""


def _let_be_linked(module: Any) -> Any:
    """The module, whose functions several others may hold at once."""
    for function in module.functions:
        if not function.is_declaration and function.linkage == Linkage.external:
            function.linkage = "linkonce_odr"
    return module


def link_as_optimised() -> None:
    """Let all functions that are compiled in this process from now on be linked in this way."""
    cpu_target.target_context.codegen()._library_class = LinkedAsOptimised
