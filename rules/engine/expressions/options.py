"""From a checked tree to the source of a compiled loop, where 64-bit integers are proved enough.

Beside the text of every part stand bounds of its value for all 0 <= n < 2^k (interval arithmetic
on the tree, with Python's integers). If a bound leaves +-2^61, a smaller k is tried, then the
source is refused, and the interpreter remains. What can only be seen at run time (a zero divisor, a
negative shift, an option that is no smaller heap, too many steps) makes the loop stop at that n and
hand it to the interpreter, which names the fault or computes the value.

The source holds nothing of the user's text: names become x1, x2, ..., literals are whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable

from mexplore.rules.arithmetic import tree
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.expressions.numbers import (
    DONE,
    FULL,
    GROW,
    PAUSED,
    STOPPED,
    BoundedCode,
    NumberWriter,
    Unbounded,
)

EXPONENTS = (31, 26, 22, 19, 16, 13)  # of the least n that is no longer compiled
LONGEST_PAUSE = 10**8  # turns after which the loop returns, so that an interruption takes effect


@dataclass(frozen=True)
class LoopSource:
    """The text of a function ``fill``, and the n from which on it is not valid."""

    text: str
    limit: int


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


class LoopWriter(NumberWriter):
    """Writes the loops over lists, and what is done with an option."""

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
