"""Expressions as LLVM code."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir

from mexplore.rules.engine.bits import rounded_root, trailing_zeros
from mexplore.rules.engine.emitting.assembled import SIGNATURE, call
from mexplore.rules.engine.emitting.loops import variable
from mexplore.rules.engine.emitting.translation import operations
from mexplore.rules.engine.emitting.translation.numbers import (
    BOOL,
    I64,
    U64,
    Number,
    Untranslatable,
    number_of,
)
from mexplore.rules.engine.emitting.translation.values import (
    Parts,
    Row,
    Static,
    Typed,
    Value,
    alike,
    cast,
    code_of,
    constant,
    is_plain,
    typed,
    within,
)


class Variable:
    """A local name whose value changes: its place in the frame of the function."""

    def __init__(self, number: Typed, place: Any) -> None:
        self.kind, self.plain, self.place = number.kind, number.plain, place


class Expressions:
    """Writes the expressions of one function; ``names`` are its local names."""

    def __init__(self, builder: Any, known: dict[str, Any], called: Callable[..., Value]) -> None:
        self.builder = builder
        self.names: dict[str, Variable | Value] = {}
        self._own: set[str] = set()
        """Names that mean nothing outside, even before they have a value."""
        self._known = known
        self._called = called

    def value(self, node: ast.AST) -> Value:
        """The value of an expression."""
        if type(node) not in _KINDS:
            raise Untranslatable(f"an expression of kind {type(node).__name__}")
        return _KINDS[type(node)](self, node)

    def truth(self, node: ast.AST) -> Any:
        """Whether an expression holds, as one bit of code."""
        return operations.truth(self.builder, self.condition(node)).code

    def condition(self, node: ast.AST) -> Value:
        """The value of an expression of which it is only asked whether it holds."""
        if isinstance(node, ast.BoolOp):
            return self._connected(node, self.truth)
        return self.value(node)

    def _bool(self, node: ast.AST) -> Any:
        """One bit of code, of an expression that is a truth value."""
        value = typed(self.value(node))
        if value.kind != BOOL:
            raise Untranslatable("a number of which only the truth is found here")
        return value.code

    # -- names, and what is known ----------------------------------------------------------------

    def _constant(self, node: ast.Constant) -> Value:
        if not isinstance(node.value, (bool, int)):
            raise Untranslatable(f"the constant {node.value!r}")
        return Static(node.value)

    def _name(self, node: ast.Name) -> Value:
        if node.id in self.names:
            held = self.names[node.id]
            if isinstance(held, Variable):
                return Typed(held.kind, self.builder.load(held.place), held.plain)
            return held
        if node.id in self._own:
            raise Untranslatable(f"{node.id} has no value here")
        if node.id in self._known:
            return Static(self._known[node.id])
        if hasattr(builtins, node.id):
            return Static(getattr(builtins, node.id))
        raise Untranslatable(f"{node.id} has no value here")

    def _tuple(self, node: ast.Tuple) -> Value:
        return Parts(tuple(self.value(each) for each in node.elts))

    def _attribute(self, node: ast.Attribute) -> Value:
        whole, name = self.value(node.value), node.attr
        if isinstance(whole, Static):
            return Static(getattr(whole.value, name))
        if isinstance(whole, Row):
            return self._of_row(whole, name)
        if isinstance(whole, Parts) and name in whole.names:
            return whole.items[whole.names.index(name)]
        raise Untranslatable(f"the attribute {name}")

    def _of_row(self, row: Row, name: str) -> Value:
        if name == "dtype":
            return Static(row.dtype)
        if name == "shape":
            return Parts(tuple(Typed(I64, length) for length in row.lengths))
        if name == "size":
            size = row.lengths[0]
            for length in row.lengths[1:]:
                size = self.builder.mul(size, length)
            return Typed(I64, size)
        raise Untranslatable(f"the attribute {name} of an array")

    # -- numbers ---------------------------------------------------------------------------------

    def _binary(self, node: ast.BinOp) -> Value:
        one, other = self.value(node.left), self.value(node.right)
        return operations.combined(self.builder, type(node.op), one, other)

    def _unary(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            return Typed(BOOL, self.builder.not_(self.truth(node.operand)))
        value = self.value(node.operand)
        if isinstance(node.op, ast.USub):
            return operations.negative(self.builder, value)
        if isinstance(node.op, ast.Invert):
            return operations.inverted(self.builder, value)
        return value if isinstance(value, Static) else typed(value)

    def _comparison(self, node: ast.Compare) -> Value:
        if len(node.ops) > 1:
            return self._chain(node)
        one, other = self.value(node.left), self.value(node.comparators[0])
        return operations.compared(self.builder, type(node.ops[0]), one, other)

    def _chain(self, node: ast.Compare) -> Value:
        """Several comparisons in one, as one after the other: what stands between two of them is
        found twice, so that nothing may be called there."""
        if any(isinstance(each, ast.Call) for each in ast.walk(node)):
            raise Untranslatable("a call in several comparisons")
        terms = [node.left, *node.comparators]
        pairs: list[ast.expr] = [
            ast.Compare(one, [sign], [other])
            for one, sign, other in zip(terms, node.ops, terms[1:], strict=False)
        ]
        return self._connected(ast.BoolOp(ast.And(), pairs), self._bool)

    def _one_of(self, node: ast.BoolOp) -> Value:
        """In Python it is the last value looked at: its truth, where all are truth values."""
        return self._connected(node, self._bool)

    def _connected(self, node: ast.BoolOp, bit: Callable[[ast.AST], Any]) -> Value:
        """As in Python, what comes after it is not looked at where the answer is known before."""
        builder, wanted = self.builder, isinstance(node.op, ast.And)
        answer = variable(builder, ir.Constant(code_of(BOOL), int(not wanted)))
        end = builder.append_basic_block()
        for each in node.values[:-1]:
            further = builder.append_basic_block()
            targets = (further, end) if wanted else (end, further)
            builder.cbranch(bit(each), *targets)
            builder.position_at_end(further)
        builder.store(bit(node.values[-1]), answer)
        builder.branch(end)
        builder.position_at_end(end)
        return Typed(BOOL, builder.load(answer))

    def _either(self, node: ast.IfExp) -> Value:
        """Only one of the two values is computed."""
        builder = self.builder
        then, other, end = (builder.append_basic_block() for _ in range(3))
        builder.cbranch(self.truth(node.test), then, other)
        found = []
        for block, each in ((then, node.body), (other, node.orelse)):
            builder.position_at_end(block)
            found.append((self.value(each), builder.block))
        kind = alike(*(value for value, _ in found))
        plain = kind == U64 and any(is_plain(value) for value, _ in found)
        arrived = []
        for value, block in found:
            builder.position_at_end(block)
            arrived.append((within(builder, value, kind).code, block))
            builder.branch(end)
        builder.position_at_end(end)
        answer = builder.phi(code_of(kind))
        for code, block in arrived:
            answer.add_incoming(code, block)
        return Typed(kind, answer, plain)

    # -- arrays ----------------------------------------------------------------------------------

    def _indexed(self, node: ast.Subscript) -> Value:
        whole = self.value(node.value)
        if isinstance(whole, Parts):
            index = self.value(node.slice)
            if isinstance(index, Static):
                item: Value = whole.items[index.value]
                return item
            return self._picked(whole, index)
        if isinstance(whole, Static):
            index = self.value(node.slice)
            if isinstance(index, Static):
                return Static(whole.value[index.value])
        if not isinstance(whole, Row):
            raise Untranslatable("an index of what is no array")
        if isinstance(node.slice, ast.Slice):
            return self._stretch(whole, node.slice)
        nodes = _indices(node.slice)
        if len(nodes) < len(whole.lengths):
            return self._inner(whole, nodes)
        return self.element(whole, self.place(whole, node.slice))

    def element(self, row: Row, place: Any) -> Typed:
        """The number of an array at a place in memory."""
        kind = number_of(row.dtype)
        held = Typed(Number(max(kind.bits, 8), kind.signed), self.builder.load(place))
        return cast(self.builder, held, kind)

    def place(self, row: Row, node: ast.AST) -> Any:
        """Where an element lies; indices count from 0, none is negative."""
        nodes = _indices(node)
        if len(nodes) != len(row.lengths):
            raise Untranslatable(f"{len(nodes)} indices of {len(row.lengths)}")
        return self.builder.gep(row.pointer, [self._offset(row, nodes)], inbounds=True)

    def _offset(self, row: Row, nodes: list[Any]) -> Any:
        """How many of the first inner arrays, or elements, are passed over."""
        at = None
        for each, length in zip(nodes, row.lengths, strict=False):
            index = self.index(self.value(each))
            at = index if at is None else self.builder.add(self.builder.mul(at, length), index)
        return at

    def _inner(self, row: Row, nodes: list[Any]) -> Row:
        """One of the arrays in an array of arrays."""
        at, lengths = self._offset(row, nodes), row.lengths[len(nodes) :]
        for length in lengths:
            at = self.builder.mul(at, length)
        pointer = self.builder.gep(row.pointer, [at], inbounds=True)
        return Row(row.dtype, pointer, lengths, row.writeable)

    def _stretch(self, row: Row, node: ast.Slice) -> Row:
        """The part of an array between two places, neither of which is negative; as in Python
        there is nothing beyond the end."""
        if node.step is not None:
            raise Untranslatable("a slice in steps")
        builder, length = self.builder, Typed(U64, row.lengths[0])

        def end(given: ast.expr) -> Typed:
            place = Typed(U64, self.index(self.value(given)))
            return typed(operations.least(builder, place, length))

        start = end(node.lower) if node.lower else Typed(U64, constant(U64, 0))
        stop = end(node.upper) if node.upper else length
        stop = typed(operations.largest(builder, start, stop))
        count, passed = builder.sub(stop.code, start.code), start.code
        for each in row.lengths[1:]:
            passed = builder.mul(passed, each)
        pointer = builder.gep(row.pointer, [passed], inbounds=True)
        return Row(row.dtype, pointer, (count, *row.lengths[1:]), row.writeable)

    def _picked(self, known: Parts, index: Value) -> Typed:
        """One of some known numbers, by a table of constants."""
        entries = [typed(each) for each in known.items if isinstance(each, Static)]
        if len(entries) < len(known.items) or any(each.kind != I64 for each in entries):
            raise Untranslatable("one of several things that are no known numbers")
        module = self.builder.module
        kind = ir.ArrayType(code_of(I64), len(entries))
        table = ir.GlobalVariable(module, kind, module.get_unique_name("known"))
        table.linkage, table.global_constant = "internal", True
        table.initializer = ir.Constant(kind, [each.code for each in entries])
        place = self.builder.gep(table, [constant(I64, 0), self.index(index)], inbounds=True)
        return Typed(I64, self.builder.load(place))

    def index(self, value: Value) -> Any:
        """A number as 64 bits of code."""
        if isinstance(value, Static) and value.value < 0:
            raise Untranslatable("an index from the end of an array")
        number = typed(value)
        if number.kind == BOOL:
            raise Untranslatable("a truth value as an index")
        return cast(self.builder, number, I64 if number.kind.signed else U64).code

    # -- calls -----------------------------------------------------------------------------------

    def _call(self, node: ast.Call) -> Value:
        function = self.value(node.func)
        if not isinstance(function, Static) or node.keywords:
            raise Untranslatable("a call of what is not known")
        named, values = function.value, [self.value(each) for each in node.args]
        if hasattr(named, "py_func"):  # it is compiled, too
            return self._called(self.builder, named, values)
        if named in _WRITTEN:
            return _WRITTEN[named](self, *values)
        is_type = isinstance(named, type) and issubclass(named, np.generic)
        if all(isinstance(each, Static) for each in values) and (is_type or named in _PURE):
            return Static(named(*(each.value for each in values if isinstance(each, Static))))
        if is_type and len(values) == 1:
            return cast(self.builder, typed(values[0]), number_of(named))
        raise Untranslatable(f"a call of {getattr(named, '__name__', named)}")

    def _len(self, row: Value) -> Value:
        if isinstance(row, Row):
            return Typed(I64, row.lengths[0])
        if isinstance(row, Parts):
            return Static(len(row.items))
        raise Untranslatable("the length of what is no array")

    def _int(self, number: Value) -> Value:
        if typed(number).kind == U64:
            raise Untranslatable("int of a uint64: np.int64 says what is meant beyond 2^63")
        return cast(self.builder, typed(number), I64)

    def _min(self, *values: Value) -> Value:
        return self._over(operations.least, values)

    def _max(self, *values: Value) -> Value:
        return self._over(operations.largest, values)

    def _over(self, choose: Callable[..., Value], values: tuple[Value, ...]) -> Value:
        found, *others = values
        if not others:
            raise Untranslatable("the extreme of one thing")
        for each in others:
            found = choose(self.builder, found, each)
        return found

    def _abs(self, value: Value) -> Value:
        if isinstance(value, Static):
            return Static(abs(value.value))
        number = typed(value)
        if number.kind == BOOL:
            raise Untranslatable("abs of a truth value")
        if not number.kind.signed:
            return number
        return operations.largest(self.builder, number, operations.negative(self.builder, number))

    def _rounded_root(self, value: Value) -> Value:
        builder, double = self.builder, ir.DoubleType()
        root = builder.module.declare_intrinsic("llvm.sqrt", [double])
        given = builder.sitofp(typed(self._int(value)).code, double)
        return Typed(I64, builder.fptosi(builder.call(root, [given]), code_of(I64)))

    def _trailing_zeros(self, word: Value) -> Value:
        code = cast(self.builder, typed(word), U64).code
        return Typed(I64, self.builder.cttz(code, ir.Constant(ir.IntType(1), 1)))

    def _of_address(self, address: Value, *arguments: Value) -> Value:
        """What the function at an address makes of three numbers."""
        words = [cast(self.builder, typed(each), U64).code for each in arguments]
        function = self.builder.inttoptr(typed(address).code, SIGNATURE.as_pointer())
        return Typed(U64, self.builder.call(function, words))


def _indices(node: ast.AST) -> list[Any]:
    return node.elts if isinstance(node, ast.Tuple) else [node]


_WRITTEN: dict[Any, Callable[..., Value]] = {
    len: Expressions._len,
    int: Expressions._int,
    min: Expressions._min,
    max: Expressions._max,
    abs: Expressions._abs,
    rounded_root: Expressions._rounded_root,
    trailing_zeros: Expressions._trailing_zeros,
    call: Expressions._of_address,
}
"""Functions that the code has an instruction for, or a few."""
_PURE = (np.iinfo, bool)
"""Functions whose value may be found beforehand."""
_KINDS: dict[type, Callable[[Expressions, Any], Value]] = {
    ast.Constant: Expressions._constant,
    ast.Name: Expressions._name,
    ast.Tuple: Expressions._tuple,
    ast.Attribute: Expressions._attribute,
    ast.BinOp: Expressions._binary,
    ast.UnaryOp: Expressions._unary,
    ast.Compare: Expressions._comparison,
    ast.BoolOp: Expressions._one_of,
    ast.IfExp: Expressions._either,
    ast.Subscript: Expressions._indexed,
    ast.Call: Expressions._call,
}
