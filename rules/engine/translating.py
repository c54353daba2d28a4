"""What turns kernels into machine code. Importing this module imports numba."""

from __future__ import annotations

import os
from functools import partial
from typing import Any

import numba
from llvmlite import ir
from numba.core import event
from numba.extending import lower_builtin, type_callable

from mexplore.rules.engine.beside import beside, go_on
from mexplore.rules.engine.bits import trailing_zeros
from mexplore.rules.engine.compiling import COMPILING, WrongCode, plainly
from mexplore.rules.engine.crosscheck import compare
from mexplore.rules.engine.linking import link_as_optimised, number_functions_apart, only_linked
from mexplore.rules.engine.machine_code import keep
from mexplore.rules.engine.references import counting_references, make_runtime_late
from mexplore.rules.engine.signatures import find_signatures_once


def translated(function: Any, *, kept: bool) -> Any:
    """A `Compiled` function as Python calls it by numba, its machine code kept on disk or for this
    process alone."""
    dispatcher = _numbas(function, no_cfunc_wrapper=True)
    if hasattr(dispatcher, "_compile_for_args"):  # what numba calls from C; not the plain function
        dispatcher._compile_for_args = partial(_new_code, function, dispatcher._compile_for_args)
    return keep(dispatcher) if kept else dispatcher


def called(function: Any, *, kept: bool) -> Any:
    """The same as compiled code calls it: it is linked into its callers."""
    dispatcher = _numbas(function, no_cfunc_wrapper=True, no_cpython_wrapper=True)
    if hasattr(dispatcher, "_compiler"):
        dispatcher._compiler.compile = partial(_to_be_linked, dispatcher._compiler.compile)
    return keep(dispatcher, called=True) if kept else dispatcher


def _numbas(function: Any, **settings: bool) -> Any:
    njit: Any = numba.njit
    counting = function.makes_arrays
    return njit(nogil=True, error_model="numpy", _nrt=counting, **settings)(function.py_func)


def _to_be_linked(compile_for_types: Any, *types: Any) -> Any:
    with only_linked():
        return compile_for_types(*types)


def _new_code(function: Any, compile_for_args: Any, *args: Any) -> Any:
    """The machine code for arguments of new types, compared with plain Python: numba requests
    it once, before it is run."""
    with counting_references(function.makes_arrays):
        code = beside(compile_for_args, *args)
    try:
        with plainly():
            _compare(function, code, args)
    except WrongCode:
        raise
    except BaseException:
        # Interrupted: numba would take the code for known now, and not request it again.
        function.__dict__.pop("dispatcher", None)
        raise
    return code


def _compare(function: Any, code: Any, args: tuple[Any, ...]) -> None:
    """Compare the code on these arguments, or, where that takes long, on the function's example,
    if that has the same types."""
    done = compare(function.__name__, code, function.py_func, args)
    if not done and function.example is not None:
        example = function.example()
        if list(map(numba.typeof, example)) == list(map(numba.typeof, args)):
            compare(function.__name__, code, function.py_func, example)


class _Compilations(event.Listener):
    """Notified of every function that is translated to machine code, not of those loaded."""

    def on_start(self, event: Any) -> None:
        go_on()
        COMPILING.get()(event.data["dispatcher"].__name__)

    def on_end(self, event: Any) -> None:
        """Nothing to report."""


class _Steps(event.Listener):
    """Notified of every step of the compiler: before a step the work can end."""

    def on_start(self, event: Any) -> None:
        del event
        go_on()

    def on_end(self, event: Any) -> None:
        """Its result is kept, if it was the last."""


link_as_optimised()
find_signatures_once()
make_runtime_late()
number_functions_apart()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=number_functions_apart)
event.register("numba:compile", _Compilations())  # type: ignore[no-untyped-call]
event.register("numba:run_pass", _Steps())  # type: ignore[no-untyped-call]


@type_callable(trailing_zeros)
def _type_of_trailing_zeros(context: Any) -> Any:
    del context

    def result(word: Any) -> Any:
        del word
        return numba.uint64

    return result


@lower_builtin(trailing_zeros, numba.types.Integer)  # type: ignore[no-untyped-call,untyped-decorator]
def _trailing_zeros(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """One machine instruction in compiled code."""
    word = context.cast(builder, arguments[0], signature.args[0], numba.uint64)
    return builder.cttz(word, ir.Constant(ir.IntType(1), 1))
