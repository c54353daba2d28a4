"""A function and all that it calls, as one LLVM text.

A function is written once for each combination of types that it is called with. It has the numbers
among its arguments, the addresses of arrays and their lengths as parameters, one after the other,
and the address where its results go.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from functools import cache
from typing import TYPE_CHECKING, Any

from llvmlite import ir

from mexplore.rules.engine.emitting.assembled import SIGNATURE
from mexplore.rules.engine.emitting.loops import I64 as WORD
from mexplore.rules.engine.emitting.loops import base, fetch, number
from mexplore.rules.engine.emitting.translation.arguments import (
    MOST_RESULTS,
    ArrayOf,
    Kind,
    TupleOf,
    types_of_results,
)
from mexplore.rules.engine.emitting.translation.numbers import (
    U64,
    Number,
    Untranslatable,
    number_of,
)
from mexplore.rules.engine.emitting.translation.statements import Statements
from mexplore.rules.engine.emitting.translation.values import (
    Parts,
    Row,
    Typed,
    Value,
    cast,
    code_of,
    stored,
    typed,
)

if TYPE_CHECKING:
    from mexplore.rules.engine.compiled import Compiled


def words(kind: Kind) -> list[Any]:
    """The parameters of the code that stand for an argument.

    >>> from mexplore.rules.engine.emitting.translation.numbers import I64
    >>> import numpy as np
    >>> len(words(TupleOf((ArrayOf(np.dtype(np.uint8), 2, True), I64))))
    4
    """
    if isinstance(kind, TupleOf):
        return [word for item in kind.items for word in words(item)]
    if isinstance(kind, ArrayOf):
        return [stored(number_of(kind.dtype)).as_pointer(), *[WORD] * kind.directions]
    return [code_of(kind)]


def _kind(value: Value) -> Kind:
    """The type of a value that is handed over."""
    if isinstance(value, Parts):
        return TupleOf(tuple(_kind(item) for item in value.items), value.names)
    if isinstance(value, Row):
        return ArrayOf(value.dtype, len(value.lengths), value.writeable)
    number = typed(value)
    if number.kind == U64 and number.plain:
        raise Untranslatable("an int that is held without a sign: a cast must say what is meant")
    return number.kind


def _flat(value: Value) -> list[Any]:
    """The code of a value, one for each of its `words`."""
    if isinstance(value, Parts):
        return [code for item in value.items for code in _flat(item)]
    if isinstance(value, Row):
        return [value.pointer, *value.lengths]
    return [typed(value).code]


def _given(kind: Kind, codes: list[Any]) -> Value:
    """The value of a parameter; takes its codes from the front of the list."""
    if isinstance(kind, TupleOf):
        return Parts(tuple(_given(item, codes) for item in kind.items), kind.names)
    if isinstance(kind, ArrayOf):
        pointer, *lengths = (codes.pop(0) for _ in range(1 + kind.directions))
        return Row(kind.dtype, pointer, tuple(lengths), kind.writeable)
    return Typed(kind, codes.pop(0))


@cache
def _tree(function: Compiled) -> ast.FunctionDef:
    """The source of a function, without what decorates it."""
    text = getattr(function, "text", None)
    try:
        text = text or inspect.getsource(function.py_func)
    except OSError as error:
        raise Untranslatable(str(error)) from None
    (found,) = ast.parse(textwrap.dedent(text)).body
    if not isinstance(found, ast.FunctionDef) or len(found.decorator_list) > 1:
        raise Untranslatable("no plain function")
    return found


class Text:
    """The text of one function that is called from outside, and of those that it calls."""

    def __init__(self) -> None:
        self._module = ir.Module()
        self._made: dict[tuple[Compiled, tuple[Kind, ...]], tuple[Any, tuple[Number, ...]]] = {}
        self._begun: set[tuple[Compiled, tuple[Kind, ...]]] = set()

    def entry(self, function: Compiled, kinds: tuple[Kind, ...]) -> str:
        """The text. The function is called ENTRY in it; its arguments are the address of a table of
        64-bit numbers, and two numbers that mean nothing. The table has the words of the arguments;
        the results are written after them, and their types are returned (`arguments.results_of`).
        """
        made, results = self._function(function, kinds)
        outside = ir.Function(self._module, SIGNATURE, ENTRY)
        builder = ir.IRBuilder(outside.append_basic_block())
        table = base(builder, outside.args[0])
        codes = []
        for i, word in enumerate(word for kind in kinds for word in words(kind)):
            held = fetch(builder, table, WORD, 8 * i)
            if isinstance(word, ir.PointerType):
                codes.append(builder.inttoptr(held, word))
            else:
                codes.append(held if word == WORD else builder.trunc(held, word))
        out = builder.gep(table, [number(8 * len(codes))])
        builder.call(made, [*codes, builder.bitcast(out, WORD.as_pointer())])
        builder.ret(number(types_of_results(results)))
        return str(self._module)

    def _function(
        self, function: Compiled, kinds: tuple[Kind, ...]
    ) -> tuple[Any, tuple[Number, ...]]:
        key = function, kinds
        if key in self._begun:
            raise Untranslatable(f"{function.__name__} calls itself")
        if key not in self._made:
            self._begun.add(key)
            self._made[key] = self._written(function, kinds)
            self._begun.remove(key)
        return self._made[key]

    def _written(
        self, function: Compiled, kinds: tuple[Kind, ...]
    ) -> tuple[Any, tuple[Number, ...]]:
        name = f"{function.__name__}.{len(self._module.functions)}"
        parameters = [word for kind in kinds for word in words(kind)]
        signature = ir.FunctionType(ir.VoidType(), [*parameters, WORD.as_pointer()])
        code = ir.Function(self._module, signature, name)
        code.linkage = "internal"
        builder = ir.IRBuilder(code.append_basic_block())
        *codes, out = code.args
        writer = Statements(builder, function.py_func.__globals__, self._called, out=out)
        try:
            writer.function(
                _tree(function),
                [_given(kind, codes) for kind in kinds],
                function.py_func.__code__.co_freevars,
            )
        except Untranslatable as error:
            raise Untranslatable(f"{function.__name__}: {error}") from None
        results = writer.results or ()
        if len(results) > MOST_RESULTS:
            raise Untranslatable(f"{function.__name__}: more than {MOST_RESULTS} results")
        return code, results

    def _called(self, builder: Any, function: Compiled, values: list[Value]) -> Value:
        """A call of another function; its results are a number, or a tuple of them."""
        code, results = self._function(function, tuple(map(_kind, values)))
        function.is_part = True
        with builder.goto_entry_block():
            room = builder.alloca(WORD, MOST_RESULTS)
        builder.call(code, [*(word for value in values for word in _flat(value)), room])
        found: list[Value] = []
        for i, kind in enumerate(results):
            held = builder.load(builder.gep(room, [number(i)], inbounds=True))
            found.append(cast(builder, Typed(Number(64, kind.signed), held), kind))
        return found[0] if len(found) == 1 else Parts(tuple(found))


ENTRY = "entry"
