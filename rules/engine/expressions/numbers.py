"""Numbers and conditions of a compiled loop, each with bounds of its value.

An expression becomes text whose value is a 64-bit integer, and lines before it that compute its
parts. What stands in a list is left to whoever writes lists (`rules.engine.expressions.options`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.operations import BY_SIGN, OPERATIONS, Operation
from mexplore.rules.arithmetic.spans import TRUTH
from mexplore.rules.dataclass import dataclass

LARGEST = 1 << 61  # beyond, a loop of 64-bit integers may differ from the interpreter
MOST_LINES = 200  # about 4 seconds of compiling
MOST_STEPS = 10**8  # turns of the loops at one n; what runs longer goes to the interpreter

DONE, FULL, GROW, PAUSED, STOPPED = range(5)
"""Why a compiled loop returned: all done; the value does not fit the dtype; the table of stamps is
too small; a pause for interruptions; the interpreter has to compute the value at this n."""


class Unbounded(Exception):
    """The tree cannot be compiled: a value may leave 64 bits, or the source would be too long."""


@dataclass(frozen=True)
class BoundedCode:
    """An expression of the source, free of side effects, with its bounds."""

    text: str
    low: int
    high: int

    @property
    def size(self) -> int:
        return max(abs(self.low), abs(self.high))


class NumberWriter(ABC):
    """Writes one source, line by line; every method returns code whose lines are written."""

    most_lines = MOST_LINES

    def __init__(self, name: str, exponent: int) -> None:
        self.lines: list[str] = []
        self.indent = 0
        self.count = 0
        self.variables = {name: BoundedCode("n", 0, (1 << exponent) - 1)}

    # -- lines -----------------------------------------------------------------------------

    def line(self, text: str) -> None:
        if len(self.lines) >= self.most_lines:
            raise Unbounded
        self.lines.append("    " * self.indent + text)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        self.line(head)
        self.indent += 1
        yield
        self.indent -= 1

    def fresh(self) -> str:
        self.count += 1
        return f"x{self.count}"

    def keep(self, text: str, low: int, high: int) -> BoundedCode:
        """The text's value in a variable of its own."""
        if max(abs(low), abs(high)) > LARGEST:
            raise Unbounded
        name = self.fresh()
        self.line(f"{name} = {text}")
        return BoundedCode(name, low, high)

    def stop_if(self, condition: str) -> None:
        with self.block(f"if {condition}:"):
            self.line(f"return n, {STOPPED}")

    # -- lists -----------------------------------------------------------------------------

    @abstractmethod
    def each(self, node: tree.Node, body: Callable[[tree.Node | BoundedCode], None]) -> None:
        """Write the body for every entry of the list."""

    # -- numbers ---------------------------------------------------------------------------

    def number(self, node: tree.Node) -> BoundedCode:  # noqa: PLR0911
        match node:
            case tree.Number(value):
                if value > LARGEST:
                    raise Unbounded
                return BoundedCode(str(value), value, value)
            case tree.Name(name):
                return self.variables[name]
            case tree.Unary("-", operand):
                code = self.number(operand)
                return self.keep(f"-{code.text}", -code.high, -code.low)
            case tree.Binary(sign, left, right):
                codes = [self.number(left), self.number(right)]
                return self.keep(*self.operation(BY_SIGN[sign], codes))
            case tree.Choice(test, yes, no):
                return self.choice(test, yes, no)
            case tree.Call(function, arguments):
                return self.call(function, arguments)
            case tree.Pick(entries, index):
                at = self.number(index)
                size = len(entries)
                self.stop_if(f"not {-size} <= {at.text} < {size}")
                shown = ", ".join(f"np.int64({entry})" for entry in entries)
                text = f"({shown},)[({at.text}) % {size}]"
                return self.keep(text, min(entries), max(entries))
            case _:
                return self.truth(node)

    def choice(self, test: tree.Node, yes: tree.Node, no: tree.Node) -> BoundedCode:
        name = self.fresh()
        with self.block(f"if {self.test(test)}:"):
            first = self.number(yes)
            self.line(f"{name} = np.int64({first.text})")
        with self.block("else:"):
            second = self.number(no)
            self.line(f"{name} = np.int64({second.text})")
        return BoundedCode(name, min(first.low, second.low), max(first.high, second.high))

    def truth(self, node: tree.Node) -> BoundedCode:
        """A condition as the number 1 or 0."""
        return self.keep(f"np.int64(1 if {self.test(node)} else 0)", TRUTH.low, TRUTH.high)

    def operation(self, operation: Operation, codes: list[BoundedCode]) -> tuple[str, int, int]:
        """The text of an operation, with its bounds; the loop stops where it has no value."""
        for need in operation.needs:
            code = codes[need.place]
            if need.may_fail(code):
                self.stop_if(need.unmet(code.text))
        for code, most in zip(codes, operation.machine_most, strict=False):
            if most is not None and code.high > most:
                raise Unbounded
        bounds = operation.bounds(*codes)
        return operation.machine.format(*(code.text for code in codes)), bounds.low, bounds.high

    def test(self, node: tree.Node) -> str:
        """A condition for ``if``."""
        match node:
            case tree.Comparison():
                return self.comparison(node)
            case tree.Unary("not", operand):
                return f"not ({self.test(operand)})"
            case tree.Logic(sign, operands):
                return self.logic(sign, operands)
            case tree.Call(function, arguments) if OPERATIONS[function].truth:
                codes = [self.number(argument) for argument in arguments]
                return self.operation(OPERATIONS[function], codes)[0]
            case _:
                return f"{self.number(node).text} != 0"

    def logic(self, sign: str, operands: tuple[tree.Node, ...]) -> str:
        """An operand is computed only if those before it do not decide, as in Python."""
        name = self.fresh()
        depth = self.indent
        for i, operand in enumerate(operands):
            if i:
                self.line(f"if {'' if sign == 'and' else 'not '}{name}:")
                self.indent += 1
            self.line(f"{name} = {self.test(operand)}")
        self.indent = depth
        return name

    def comparison(self, node: tree.Comparison) -> str:
        name = self.fresh()
        depth = self.indent
        left = self.number(node.first)
        for i, (sign, other) in enumerate(zip(node.signs, node.others, strict=True)):
            if i:
                self.line(f"if {name}:")
                self.indent += 1
            if sign in ("in", "not in"):
                self.line(f"{name} = {self.contains(left, other, sign)}")
                continue
            right = self.number(other)
            self.line(f"{name} = {left.text} {sign} {right.text}")
            left = right
        self.indent = depth
        return name

    def contains(self, value: BoundedCode, entries: tree.Node, sign: str) -> str:
        found = self.fresh()
        self.line(f"{found} = False")

        def look(entry: tree.Node | BoundedCode) -> None:
            code = entry if isinstance(entry, BoundedCode) else self.number(entry)
            with self.block(f"if {code.text} == {value.text}:"):
                self.line(f"{found} = True")

        self.each(entries, look)
        return found if sign == "in" else f"not {found}"

    def call(self, function: str, arguments: tuple[tree.Node, ...]) -> BoundedCode:
        if function in ("sum", "len"):
            return self.total(function, arguments[0])
        if function in ("min", "max"):
            return self.extreme(function, arguments)
        operation = OPERATIONS[function]
        if operation.truth:
            return self.truth(tree.Call(function, arguments))
        return self.keep(*self.operation(operation, self.wide(arguments)))

    def wide(self, arguments: tuple[tree.Node, ...]) -> list[BoundedCode]:
        """Arguments of functions, as integers of 64 bits."""
        codes = [self.number(argument) for argument in arguments]
        return [replace(code, text=f"np.int64({code.text})") for code in codes]

    def total(self, function: str, entries: tree.Node) -> BoundedCode:
        """The sum or the number of a list's entries."""
        name, size = self.fresh(), 1
        self.line(f"{name} = np.int64(0)")

        def add(entry: tree.Node | BoundedCode) -> None:
            nonlocal size
            if function == "len":
                self.evaluated(entry)
                self.line(f"{name} += 1")
                return
            code = entry if isinstance(entry, BoundedCode) else self.number(entry)
            size = max(size, code.size)
            self.line(f"{name} += {code.text}")

        self.each(entries, add)
        most = (MOST_STEPS + 1) * MOST_LINES * size  # fewer than MOST_LINES entries a turn
        if most > LARGEST:
            raise Unbounded
        return BoundedCode(name, -most, most)

    def evaluated(self, entry: tree.Node | BoundedCode) -> None:
        """Compute an entry only to detect an error in it."""
        if isinstance(entry, tree.Heap):
            for item in entry.items:
                self.evaluated(item)
        elif isinstance(entry, tree.Repeated | tree.Together | tree.Gathered):
            raise Unbounded  # the interpreter counts such entries
        elif not isinstance(entry, BoundedCode):
            self.number(entry)

    def extreme(self, function: str, arguments: tuple[tree.Node, ...]) -> BoundedCode:
        if len(arguments) > 1:
            codes = self.wide(arguments)
            bounds = OPERATIONS[function].bounds(*codes)
            listed = ", ".join(code.text for code in codes)
            return self.keep(f"{function}({listed})", bounds.low, bounds.high)
        name, some = self.fresh(), self.fresh()
        self.line(f"{name} = np.int64(0)")
        self.line(f"{some} = False")
        seen: list[BoundedCode] = []

        def look(entry: tree.Node | BoundedCode) -> None:
            code = entry if isinstance(entry, BoundedCode) else self.number(entry)
            seen.append(code)
            sign = "<" if function == "min" else ">"
            with self.block(f"if not {some} or {code.text} {sign} {name}:"):
                self.line(f"{name} = np.int64({code.text})")
                self.line(f"{some} = True")

        self.each(arguments[0], look)
        self.stop_if(f"not {some}")
        low = min((code.low for code in seen), default=0)
        return BoundedCode(name, low, max((code.high for code in seen), default=0))
