"""From a checked tree to the source of a compiled loop, where 64-bit integers are proved enough.

Beside the text of every part stand bounds of its value for all 0 <= n < 2^k (interval arithmetic
on the tree, with Python's integers). If a bound leaves +-2^61, a smaller k is tried, then the
source is refused, and the interpreter remains. What can only be seen at run time (a zero divisor, a
negative shift, an option that is no smaller heap, too many steps) makes the loop stop at that n and
hand it to the interpreter, which names the fault or computes the value.

The source holds nothing of the user's text: names become x1, x2, ..., literals are whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.operations import BY_SIGN, OPERATIONS, Operation
from mexplore.rules.arithmetic.spans import TRUTH
from mexplore.rules.dataclass import dataclass

LARGEST = 1 << 61  # beyond, a loop of 64-bit integers may differ from the interpreter
EXPONENTS = (31, 26, 22, 19, 16, 13)  # of the least n that is no longer compiled
MOST_LINES = 200  # about 4 seconds of compiling
MOST_STEPS = 10**8  # turns of the loops at one n; what runs longer goes to the interpreter
LONGEST_PAUSE = 10**8  # turns after which the loop returns, so that an interruption takes effect

DONE, FULL, GROW, PAUSED, STOPPED = range(5)
"""Why a compiled loop returned: all done; the value does not fit the dtype; the table of stamps is
too small; a pause for interruptions; the interpreter has to compute the value at this n."""


@dataclass(frozen=True)
class LoopSource:
    """The text of a function ``fill``, and the n from which on it is not valid."""

    text: str
    limit: int


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


def options_source(node: tree.Node, name: str) -> LoopSource | None:
    """The source of a loop that fills values by the list of options; None where 64 bits are not
    proved enough."""
    return first_that_fits(lambda exponent: LoopWriter(name, exponent).options(node))


def ends_source(low: tree.Node, high: tree.Node, name: str) -> LoopSource | None:
    """The source of a loop that fills two arrays with the ends of an interval; None likewise."""
    return first_that_fits(lambda exponent: LoopWriter(name, exponent).ends(low, high))


def first_that_fits(
    write: Callable[[int], str], exponents: tuple[int, ...] = EXPONENTS
) -> LoopSource | None:
    """The source for the largest of the exponents for which 64 bits are enough."""
    for exponent in exponents:
        try:
            return LoopSource(write(exponent), 1 << exponent)
        except Unbounded:
            continue
    return None


class LoopWriter:
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

    # -- the two functions -----------------------------------------------------------------

    def options(self, node: tree.Node) -> str:
        with self.block("def fill(values, stamps, start, stop):"):
            self.line("limit = np.int64(np.iinfo(values.dtype).max)")
            self.line("size = len(stamps)")
            self.line("work = 0")
            with self.block("for n in range(start, stop):"):
                self.stop_if("n < 0")  # never; whoever compiles this divides without signs then
                self.line("steps = 0")
                self.line("stamp = n + 1")
                self.each(node, self.mark)
                self.line("value = 0")
                with self.block("while value < size and stamps[value] == stamp:"):
                    self.line("value += 1")
                with self.block("if value == size:"):
                    self.line(f"return n, {GROW}")
                with self.block("if value > limit:"):
                    self.line(f"return n, {FULL}")
                self.line("values[n] = value")
                self.line("work += steps")
                with self.block("if work > longest_pause:"):
                    self.line(f"return n + 1, {PAUSED}")
            self.line(f"return stop, {DONE}")
        return "\n".join(self.lines) + "\n"

    def ends(self, low: tree.Node, high: tree.Node) -> str:
        with self.block("def fill(lows, highs, start, stop):"):
            self.line("work = 0")
            with self.block("for n in range(start, stop):"):
                self.line("steps = 0")
                self.line(f"lows[n - start] = {self.number(low).text}")
                self.line(f"highs[n - start] = {self.number(high).text}")
                self.line("work += steps")
                with self.block("if work > longest_pause:"):
                    self.line(f"return n + 1, {PAUSED}")
            self.line(f"return stop, {DONE}")
        return "\n".join(self.lines) + "\n"

    def mark(self, item: tree.Node | BoundedCode) -> None:
        """Stamp the value of one option: a heap h with 0 <= h < n, or the xor of several.

        An option with a negative heap is not a move. From n = 0, leaving heaps of 0 is none either.
        """
        if isinstance(item, tree.Choice):
            with self.block(f"if {self.test(item.test)}:"):
                self.mark(item.yes)
            with self.block("else:"):
                self.mark(item.no)
            return
        if isinstance(item, tree.Repeated | tree.Together | tree.Gathered):
            self.mark_sum(item)
            return
        parts = item.items if isinstance(item, tree.Heap) else (item,)
        heaps = [part if isinstance(part, BoundedCode) else self.number(part) for part in parts]
        if len(heaps) in (1, 2):
            listed = ", ".join(heap.text for heap in heaps)
            self.stop_if(f"mark_{len(heaps)}(values, stamps, n, {listed})")
            return
        inside = " and ".join(f"0 <= {heap.text} < n" for heap in heaps) or "n > 0"
        with self.block(f"if {inside}:"):
            xor = " ^ ".join(f"np.int64(values[{heap.text}])" for heap in heaps) or "0"
            self.line(f"stamps[{xor}] = stamp")
        legal = " and ".join(f"{heap.text} >= 0" for heap in heaps)
        beyond = " or ".join(f"({heap.text} >= n and n + {heap.text} > 0)" for heap in heaps)
        if heaps:
            with self.block(f"elif {legal} and ({beyond}):"):
                self.line(f"return n, {STOPPED}")

    # -- options of many heaps ---------------------------------------------------------------

    def mark_sum(self, item: tree.Node) -> None:
        """Stamp the xor of the values of an option's heaps, one after the other."""
        legal, total = self.fresh(), self.fresh()
        self.line(f"{legal} = n > 0")
        self.line(f"{total} = np.int64(0)")
        self.gather(item, legal, total)
        with self.block(f"if {legal}:"):
            self.line(f"stamps[{total}] = stamp")

    def gather(self, item: tree.Node, legal: str, total: str) -> None:
        """Add the heaps of the option to the xor, or say that it is not a move."""
        match item:
            case tree.Heap(items):
                for heap in items:
                    self.gather_one(heap, legal, total)
            case tree.Together(left, right):
                self.gather(left, legal, total)
                self.gather(right, legal, total)
            case tree.Repeated(heaps, times):
                count, once = self.number(times), self.fresh()
                with self.block(f"if {count.text} > 0:"):
                    self.line(f"{once} = np.int64(0)")
                    self.gather(heaps, legal, once)
                    with self.block(f"if {count.text} & 1:"):
                        self.line(f"{total} ^= {once}")
            case tree.Gathered(source):
                self.each(source, lambda heap: self.gather_one(heap, legal, total))
            case tree.Choice(test, yes, no):
                with self.block(f"if {self.test(test)}:"):
                    self.gather(yes, legal, total)
                with self.block("else:"):
                    self.gather(no, legal, total)
            case _:
                raise TypeError(f"{type(item).__name__} denotes no heaps")

    def gather_one(self, item: tree.Node | BoundedCode, legal: str, total: str) -> None:
        """A heap h with 0 <= h < n; a larger one is left to the interpreter."""
        heap = item if isinstance(item, BoundedCode) else self.number(item)
        with self.block(f"if {heap.text} < 0:"):
            self.line(f"{legal} = False")
        with self.block(f"elif {heap.text} < n:"):
            self.line(f"{total} ^= np.int64(values[{heap.text}])")
        with self.block(f"elif n + {heap.text} > 0:"):
            self.line(f"return n, {STOPPED}")

    # -- lists -----------------------------------------------------------------------------

    def each(self, node: tree.Node, body: Callable[[tree.Node | BoundedCode], None]) -> None:
        """Write the body for every entry of the list."""
        match node:
            case tree.Listing(items):
                for item in items:
                    body(item)
            case tree.Binary("+", left, right):
                self.each(left, body)
                self.each(right, body)
            case tree.Choice(test, yes, no):
                with self.block(f"if {self.test(test)}:"):
                    self.line("pass")
                    self.each(yes, body)
                with self.block("else:"):
                    self.line("pass")
                    self.each(no, body)
            case tree.Comprehension(item, clauses):
                self.loops(item, clauses, body)
            case tree.Call("range", arguments):
                self.range(arguments, body)
            case tree.Call("divisors", (argument,)):
                self.divisors(self.number(argument), body)
            case tree.Call("digits", (argument, base)):
                self.digits(self.number(argument), self.number(base), body)
            case _:
                raise TypeError(f"{type(node).__name__} denotes no list")

    def loops(
        self,
        item: tree.Node,
        clauses: tuple[tree.Clause, ...],
        body: Callable[[tree.Node | BoundedCode], None],
    ) -> None:
        if not clauses:
            body(item)
            return
        clause, *inner = clauses

        def turn(value: tree.Node | BoundedCode) -> None:
            code = value if isinstance(value, BoundedCode) else self.number(value)
            hidden = self.variables.get(clause.name)
            self.variables[clause.name] = code
            depth = self.indent
            for test in clause.tests:
                self.line(f"if {self.test(test)}:")
                self.indent += 1
            self.loops(item, tuple(inner), body)
            self.indent = depth
            del self.variables[clause.name]
            if hidden is not None:
                self.variables[clause.name] = hidden

        self.each(clause.source, turn)

    def range(
        self, arguments: tuple[tree.Node, ...], body: Callable[[tree.Node | BoundedCode], None]
    ) -> None:
        codes = [self.number(argument) for argument in arguments]
        first, last = (BoundedCode("0", 0, 0), codes[0]) if len(codes) == 1 else codes[:2]
        step = codes[2] if len(codes) == 3 else BoundedCode("1", 1, 1)
        if step.low <= 0 <= step.high:
            self.stop_if(f"{step.text} == 0")
        low = first.low if step.low > 0 else min(first.low, last.low + 1)
        high = first.high if step.high < 0 else max(first.high, last.high - 1)
        if step.low > 0:
            high = max(low, last.high - 1)
        if step.high < 0:
            low = min(high, last.low + 1)
        turns = self.fresh()
        span = f"range({first.text}, {last.text}, {step.text})"
        self.line(f"{turns} = -(({first.text} - {last.text}) // {step.text})")
        with self.block(f"if {turns} > 0:"):
            self.line(f"steps += {turns}")
            self.stop_if("steps > most_steps")
            name = self.fresh()
            with self.block(f"for {name} in {span}:"):
                body(BoundedCode(name, low, high))
                self.line("pass")

    def divisors(self, code: BoundedCode, body: Callable[[tree.Node | BoundedCode], None]) -> None:
        """Write the body for d and for a/d, for all divisors d of a up to its root."""
        number, root, low, side, divisor = (self.fresh() for _ in range(5))
        self.line(f"{number} = abs(np.int64({code.text}))")
        self.line(f"{root} = isqrt({number})")
        self.line(f"steps += {root}")
        self.stop_if("steps > most_steps")
        with (
            self.block(f"for {low} in range(1, {root} + 1):"),
            self.block(f"if {number} % {low} == 0:"),
            self.block(f"for {side} in range(2):"),
        ):
            self.line(f"{divisor} = {low} if {side} == 0 else {number} // {low}")
            with self.block(f"if {side} == 0 or {divisor} != {low}:"):
                body(BoundedCode(divisor, 1, max(code.size, 1)))
                self.line("pass")

    def digits(
        self,
        code: BoundedCode,
        base: BoundedCode,
        body: Callable[[tree.Node | BoundedCode], None],
    ) -> None:
        """Write the body for every digit, the least significant one first."""
        self.stop_if(f"{code.text} < 0 or {base.text} < 2")
        rest, digit, turn = (self.fresh() for _ in range(3))
        self.line(f"{rest} = np.int64({code.text})")
        self.line("steps += 62")
        self.stop_if("steps > most_steps")
        with (
            self.block(f"for {turn} in range(62):"),
            self.block(f"if {turn} == 0 or {rest} > 0:"),
        ):
            self.line(f"{digit} = {rest} % {base.text}")
            self.line(f"{rest} //= {base.text}")
            body(BoundedCode(digit, 0, max(base.high - 1, 0)))
            self.line("pass")

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
