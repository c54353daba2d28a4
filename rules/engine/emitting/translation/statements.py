"""The statements of one function as LLVM code."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.emitting.loops import variable
from mexplore.rules.engine.emitting.translation import operations
from mexplore.rules.engine.emitting.translation.expressions import Expressions, Variable
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
    cast,
    constant,
    is_plain,
    stored,
    together,
    typed,
    within,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

_WRONG = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What Python raises, if it gets there, where something is known and wrong."""


@dataclass
class _Loop:
    """A loop that is being written: the blocks of its next turn and of what comes after it."""

    following: Any
    end: Any
    broken: bool = False


class Statements(Expressions):
    """Writes one function. ``out`` is where its results go, each in 64 bits; ``results`` are their
    types, once it has met a ``return``."""

    def __init__(self, *args: Any, out: Any) -> None:
        super().__init__(*args)
        self._out = out
        self.results: tuple[Number, ...] | None = None
        self._loops: list[_Loop] = []
        self._written: Counter[str] = Counter()

    def function(
        self, tree: ast.FunctionDef, arguments: list[Value], surrounding: Iterable[str]
    ) -> None:
        """The whole body, for these values of the parameters. The names of a ``surrounding``
        function have none."""
        self._written = Counter(
            each.id
            for each in ast.walk(tree)
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
        )
        self._own = {*self._written, *surrounding}
        given, parameters = tree.args, tree.args.args
        if given.posonlyargs or given.vararg or given.kwonlyargs or given.kwarg:
            raise Untranslatable("a parameter that is not a plain one")
        if len(parameters) != len(arguments):
            raise Untranslatable(f"{len(arguments)} arguments for {len(parameters)} parameters")
        for parameter, value in zip(parameters, arguments, strict=True):
            self._written[parameter.arg] += 1
            self._bind(parameter.arg, value)
        self._body(tree.body)
        if not self.builder.block.is_terminated:
            self._return(())

    def _body(self, statements: Iterable[ast.stmt]) -> None:
        for statement in statements:
            if self.builder.block.is_terminated:
                return  # unreachable
            try:
                self._statement(statement)
            except Untranslatable as error:
                error.line = error.line or statement.lineno
                raise
            except _WRONG as error:
                wrong = Untranslatable(f"{type(error).__name__}: {error}")
                wrong.line = statement.lineno
                raise wrong from None

    def _statement(self, statement: ast.stmt) -> None:
        match statement:
            case ast.Assign(targets=[target], value=value):
                self._assign(target, self.value(value))
            case ast.AugAssign(target=target, op=op, value=value):
                self._change(target, type(op), value)
            case ast.If():
                self._if(statement)
            case ast.While(orelse=[]):
                self._while(statement)
            case ast.For(orelse=[]):
                self._for(statement)
            case ast.Return(value=value):
                self._returned(value)
            case ast.Break():
                self._loops[-1].broken = True
                self.builder.branch(self._loops[-1].end)
            case ast.Continue():
                self.builder.branch(self._loops[-1].following)
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                pass
            case ast.Expr(value=value):
                self.value(value)
            case _:
                raise Untranslatable(f"a statement of kind {type(statement).__name__}")

    # -- assignments -----------------------------------------------------------------------------

    def _assign(self, target: ast.AST, value: Value) -> None:
        if isinstance(target, ast.Name):
            self._bind(target.id, value)
        elif isinstance(target, ast.Tuple):
            if not isinstance(value, Parts) or len(value.items) != len(target.elts):
                raise Untranslatable("a tuple of another length")
            for each, item in zip(target.elts, value.items, strict=True):
                self._assign(each, item)
        elif isinstance(target, ast.Subscript):
            self._put(*self._element(target), value)
        else:
            raise Untranslatable(f"an assignment to {type(target).__name__}")

    def _bind(self, name: str, value: Value) -> None:
        if name == "_":
            return  # it is never read
        held = self.names.get(name)
        once = held is None and self._written[name] == 1
        if once and not isinstance(value, Typed):
            self.names[name] = value
            return
        if isinstance(value, (Row, Parts)):
            raise Untranslatable(f"{name} is an array or a tuple that changes")
        if held is None:
            number = typed(value)
            self.names[name] = Variable(number, variable(self.builder, number.code))
        elif isinstance(held, Variable):
            number = self._as(held.kind, value) if held.plain else self._exactly(held.kind, value)
            self.builder.store(number.code, held.place)
        else:
            raise Untranslatable(f"{name} changes")

    def _as(self, kind: Number, value: Value) -> Typed:
        """The number in the type of a variable, which has it whatever it is."""
        if not (isinstance(value, Static) and value.is_number):
            given = typed(value).kind
            wider = kind.bits > given.bits and (kind.signed or not given.signed)
            if given != kind and (not wider or given == BOOL):
                raise Untranslatable(f"{given} in a variable of {kind}: a cast must say so")
        return within(self.builder, value, kind)

    def _exactly(self, kind: Number, value: Value) -> Typed:
        """The same, computed as in Python, where an int among uint64 has a sign."""
        if kind == U64 and is_plain(value):
            raise Untranslatable(f"an int in a variable of {kind}: a cast must say so")
        return self._as(kind, value)

    def _element(self, target: ast.Subscript) -> tuple[Row, Any]:
        """An array that is written to, and where."""
        row = self.value(target.value)
        if not isinstance(row, Row):
            raise Untranslatable("an index of what is no array")
        if not row.writeable:
            raise Untranslatable("an array that must not be written to")
        return row, self.place(row, target.slice)

    def _put(self, row: Row, place: Any, value: Value) -> None:
        """As numpy does, an array keeps a number modulo 2^bits."""
        kind = number_of(row.dtype)
        number = cast(self.builder, typed(value), kind)
        code = number.code if kind.bits > 1 else self.builder.zext(number.code, stored(kind))
        self.builder.store(code, place)

    def _change(self, target: ast.AST, operation: type, node: ast.AST) -> None:
        if isinstance(target, ast.Name):
            before = self.value(target)
            after = operations.combined(self.builder, operation, before, self.value(node))
            self._bind(target.id, after)
        elif isinstance(target, ast.Subscript):
            row, place = self._element(target)
            before = self.element(row, place)
            after = operations.combined(self.builder, operation, before, self.value(node))
            self._put(row, place, after)
        else:
            raise Untranslatable(f"an assignment to {type(target).__name__}")

    # -- what comes next -------------------------------------------------------------------------

    def _if(self, node: ast.If) -> None:
        test = self.condition(node.test)
        if isinstance(test, Static):
            self._body(node.body if test.value else node.orelse)
            return
        builder = self.builder
        then, other, end = (builder.append_basic_block() for _ in range(3))
        builder.cbranch(operations.truth(builder, test).code, then, other)
        reached = False
        for block, body in ((then, node.body), (other, node.orelse)):
            builder.position_at_end(block)
            with self._deeper():
                self._body(body)
            if not builder.block.is_terminated:
                builder.branch(end)
                reached = True
        builder.position_at_end(end)
        if not reached:
            builder.unreachable()

    def _while(self, node: ast.While) -> None:
        builder = self.builder
        test, body, end = (builder.append_basic_block() for _ in range(3))
        builder.branch(test)
        builder.position_at_end(test)
        condition = self.condition(node.test)
        if not isinstance(condition, Static):
            builder.cbranch(operations.truth(builder, condition).code, body, end)
        else:
            builder.branch(body if condition.value else end)
        builder.position_at_end(body)
        broken = self._turn(node.body, test, end)
        builder.position_at_end(end)
        if isinstance(condition, Static) and condition.value and not broken:
            builder.unreachable()

    def _turn(self, body: list[ast.stmt], following: Any, end: Any) -> bool:
        """One turn of a loop; whether it may end by a break."""
        loop = _Loop(following, end)
        self._loops.append(loop)
        with self._deeper():
            self._body(body)
        self._loops.pop()
        if not self.builder.block.is_terminated:
            self.builder.branch(following)
        return loop.broken

    def _for(self, node: ast.For) -> None:
        match node:
            case ast.For(ast.Name(name), ast.Call(function, arguments, [])) if self.value(
                function
            ) == Static(range):
                self._over_range(node, name, arguments)
                return
        row = self.value(node.iter)
        if not isinstance(row, Row) or len(row.lengths) != 1:
            raise Untranslatable("a loop over what is neither range nor array")

        def begin(count: Typed) -> None:
            place = self.builder.gep(row.pointer, [count.code], inbounds=True)
            self._assign(node.target, self.element(row, place))

        self._counted(node.body, (Static(0), Typed(I64, row.lengths[0]), Static(1)), begin)

    def _over_range(self, node: ast.For, name: str, arguments: list[ast.expr]) -> None:
        values = [self.value(each) for each in arguments]
        if len(values) not in (1, 2, 3):
            raise Untranslatable(f"a range of {len(values)} numbers")
        first, last = (Static(0), values[0]) if len(values) == 1 else values[:2]
        step = values[2] if len(values) == 3 else Static(1)
        if isinstance(step, Static) and not int(step.value):
            raise Untranslatable("a range whose step is 0")
        self._counted(node.body, (first, last, step), lambda count: self._bind(name, count))

    def _counted(self, body: list[ast.stmt], span: tuple[Value, ...], begin: Any) -> None:
        """A loop whose count is kept apart, so that the body may change the variable."""
        builder = self.builder
        start, stop = together(builder, span[0], span[1])
        if start.kind.bits < 64:
            start, stop = (cast(builder, each, I64) for each in (start, stop))
        kind = start.kind
        step = self._as(kind, span[2])
        place = variable(builder, start.code)
        test, inner, following, end = (builder.append_basic_block() for _ in range(4))
        builder.branch(test)
        builder.position_at_end(test)
        builder.cbranch(self._goes_on(builder.load(place), stop, span[2]), inner, end)
        builder.position_at_end(inner)
        with self._deeper():
            begin(Typed(kind, builder.load(place), plain=kind == U64))
        self._turn(body, following, end)
        builder.position_at_end(following)
        builder.store(builder.add(builder.load(place), step.code), place)
        builder.branch(test)
        builder.position_at_end(end)

    def _goes_on(self, count: Any, stop: Typed, step: Value) -> Any:
        """Whether a count has not come to its end: from below, or from above where the step is
        negative."""
        builder = self.builder
        icmp = builder.icmp_signed if stop.kind.signed else builder.icmp_unsigned
        if isinstance(step, Static):
            return icmp("<" if step.value > 0 else ">", count, stop.code)
        if not typed(step).kind.signed:
            return icmp("<", count, stop.code)
        up = builder.icmp_signed(">", typed(step).code, constant(typed(step).kind, 0))
        return builder.select(up, icmp("<", count, stop.code), icmp(">", count, stop.code))

    @contextmanager
    def _deeper(self) -> Iterator[None]:
        """What may be passed over: names of arrays and tuples that are given there end with it."""
        before = set(self.names)
        yield
        for name in set(self.names) - before:
            if isinstance(self.names[name], (Row, Parts)):
                del self.names[name]

    # -- results ---------------------------------------------------------------------------------

    def _returned(self, node: ast.expr | None) -> None:
        if node is None:
            self._return(())
            return
        value = self.value(node)
        if isinstance(value, Parts) and len(value.items) < 2:
            raise Untranslatable("a tuple of less than two results")
        self._return(value.items if isinstance(value, Parts) else (value,))

    def _return(self, values: tuple[Value, ...]) -> None:
        numbers = [typed(value) for value in values]
        if self.results is None:
            self.results = tuple(number.kind for number in numbers)
        if len(numbers) != len(self.results):
            raise Untranslatable("results that differ in number")
        for i, (value, kind) in enumerate(zip(values, self.results, strict=True)):
            whole = cast(self.builder, self._exactly(kind, value), Number(64, kind.signed))
            place = self.builder.gep(self._out, [constant(I64, i)], inbounds=True)
            self.builder.store(whole.code, place)
        self.builder.ret_void()
