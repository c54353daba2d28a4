"""Random functions in the part of Python that is translated, as text."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import numpy as np

SHORT = (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32)
LENGTH = 8
"""Of each array in each direction."""
CONSTANTS: dict[str, Any] = {"K": 5, "F": np.uint64(11), "T": (1, 2, 3)}
CALLED = (
    "def h(a, i):\n    i[a] = (i[a] >> 1) + 1\n    return i[a] & 7\n",
    "def g(a, at, b, row, i):\n"
    "    if b and row[at] > a:\n        return a, not b\n"
    "    for k in range(len(row)):\n"
    "        if row[k] > 5:\n            i[k] ^= h(k, i)\n            return k, b\n"
    "    return -1, row[at] == 0\n",
)
"""Functions that the random ones call."""


class Pair(NamedTuple):
    """An argument with names."""

    first: Any
    row: Any


def arguments(pick: Random, short: Any, other: Any) -> tuple[Any, ...]:
    """Arguments of a random function, `RandomFunction.PARAMETERS`; arrays of two short types."""

    def array(dtype: Any, *shape: int) -> Any:
        low, high = int(np.iinfo(dtype).min), int(np.iinfo(dtype).max)
        corners = [0, 1, 2, 5, 7, high, high - 1, low, low // 3]
        numbers = [
            pick.choice(corners) if pick.random() < 0.4 else pick.randint(0, 100)
            for _ in range(int(np.prod(shape)))
        ]
        return np.array(numbers, dtype=dtype).reshape(shape)

    return (
        pick.choice([pick.randint(-20, 20), pick.randint(-(2**31), 2**31 - 1)]),
        np.int64(pick.randint(-9, 9)),
        pick.choice([True, False]),
        array(short, LENGTH),
        array(np.int64, LENGTH) >> np.int64(2),
        array(np.uint64, LENGTH),
        np.array([pick.choice([True, False]) for _ in range(LENGTH)]),
        array(other, LENGTH, LENGTH),
        array(short, 2, LENGTH, LENGTH),
        Pair(pick.randint(0, 9), array(np.int32, LENGTH)),
    )


class RandomFunction:
    """Writes one. Whole numbers of Python stay within 64 bits: with each expression goes a bound of
    how many bits it has. ``edges`` is how often something is written that may be refused."""

    PARAMETERS = "n, m, c, s, i, u, t, two, three, pair"

    def __init__(self, pick: Random, edges: float) -> None:
        self.pick, self.edges = pick, edges
        self.lines: list[str] = []
        self.depth = 1
        self.count = 0
        self.counters: list[str] = []
        self.shorts = ["k"]

    def text(self) -> str:
        """The text of a function f."""
        self.lines = [f"def f({self.PARAMETERS}):"]
        if self.rarely(1):
            self.say("x = z if n > 3 else 0")
        self.say("x, y, v, w, b = 0, n, np.uint64(7), u[1], c")
        self.say("row, plane, (k, inner) = two[n & 7], three[n & 1], pair")
        self.block(self.pick.randint(3, 8))
        results = [self.whole(2)[0], "x", "y", self.word(1), self.truth(1), "v"]
        self.say("return " + ", ".join(results[: self.pick.randint(1, 6)]))
        return "\n".join(self.lines) + "\n"

    def say(self, line: str) -> None:
        """Add a line."""
        self.lines.append("    " * self.depth + line)

    def one(self, *texts: str) -> str:
        """One of these texts."""
        return self.pick.choice(texts)

    def way(self, *ways: Callable[[], Any]) -> Any:
        """What one of these gives; the others write nothing."""
        return self.pick.choice(ways)()

    def rarely(self, times: int) -> bool:
        """Whether something is written that may be refused."""
        return self.pick.random() < times * self.edges

    def new(self, letter: str) -> str:
        """A name for a loop."""
        self.count += 1
        return f"{letter}{self.count}"

    # -- expressions -----------------------------------------------------------------------------

    def index(self, depth: int) -> str:
        """A number below LENGTH."""
        text: str = self.way(
            lambda: str(self.pick.randrange(LENGTH)),
            lambda: f"({self.whole(depth)[0]}) & 7",
            lambda: f"({self.whole(depth)[0]}) % {self.one('len(s)', 's.size', '8', '5')}",
            lambda: f"({self.word(depth)}) & np.uint64(7)",
            lambda: f"np.uint8(np.int64({self.whole(depth)[0]})) % 8",
        )
        return text

    def places(self, depth: int) -> str:
        """Two indices."""
        return f"{self.index(depth)}{self.one(', ', '][')}{self.index(depth)}"

    def short(self, depth: int) -> str:
        """A number of a short type, or of 62 bits, which is only cast or compared: by arithmetic
        short numbers of numpy overflow."""
        d = depth - 1
        text: str = self.way(
            lambda: f"{self.one('s', 'row', 'inner', 'pair.row', 'i')}[{self.index(d)}]",
            lambda: f"{self.one('two', 'plane')}[{self.places(d)}]",
            lambda: f"three[{self.truth(d)} + 0, {self.places(d)}]",
            lambda: f"three[0][{self.places(d)}]",
            lambda: self.one(*self.shorts),
        )
        return text

    def whole(self, depth: int) -> tuple[str, int]:
        """A signed number, and how many bits it has at most."""
        if self.rarely(1):
            return f"({self.edge(max(depth - 1, 0))})", 62
        if depth <= 0:
            return self.leaf()
        d = depth - 1
        found: tuple[str, int] = self.way(
            lambda: self.sum(d),
            lambda: self.sum(d),
            lambda: self.product(d),
            lambda: self.quotient(d),
            lambda: self.bits(d),
            lambda: self.chosen(d),
            lambda: (f"{self.one('int', 'np.int64')}({self.short(d)})", 62),
            lambda: (f"int(np.{self.one(*TYPES)}(np.int64({self.whole(d)[0]})))", 32),
            lambda: (f"np.int64({self.word(d)} >> np.uint64({self.pick.randint(2, 70)}))", 62),
            lambda: (f"trailing_zeros({self.word(d)} | np.uint64(1024))", 4),
            lambda: (f"int({self.truth(d)})", 1),
            lambda: self.size(d),
            lambda: (f"rounded_root(abs({self.small(d, 40)[0]}))", 21),
            lambda: (f"(4, -7, K, 90)[({self.whole(d)[0]}) % 4]", 9),
            lambda: (f"len({self.stretch(d, self.one('s', 'u', 'row', 'two'))})", 4),
        )
        return found

    def leaf(self) -> tuple[str, int]:
        """A name or a constant."""
        number = self.pick.choice([0, 1, 2, 3, 7, 10, 100, 255, 256, -1, -3])
        names = ["m", "K", "k", "T[1]", str(number), *self.counters]
        return self.way(lambda: (self.one("x", "y", "n"), 40), lambda: (self.one(*names), 9))  # type: ignore[no-any-return]

    def small(self, depth: int, most: int) -> tuple[str, int]:
        """A number of at most this many bits."""
        text, bits = self.whole(depth)
        return (text, bits) if bits <= most else (f"(({text}) % 1009 - 99)", 11)

    def sum(self, depth: int) -> tuple[str, int]:
        """A sum or difference, or a number with the other sign."""
        (one, a), (other, b) = self.small(depth, 61), self.small(depth, 61)
        text = self.one(f"{one} {self.one('+', '-')} {other}", f"-({one})")
        if self.pick.random() < 0.2:
            text = f"{one} + ({self.truth(depth)})"
        return f"({text})", max(a, b) + 1

    def size(self, depth: int) -> tuple[str, int]:
        """A number without its sign."""
        text, bits = self.whole(depth)
        return f"abs({text})", bits

    def stretch(self, depth: int, name: str = "three[1]") -> str:
        """A part of an array, which may be empty or reach beyond the end."""
        bound = f"(({self.whole(depth)[0]}) & 15)"
        other = self.one(bound, "", f"{self.pick.randrange(12)}", "np.uint64(3)")
        return f"{name}[{self.one(f'{bound}:{other}', f'{other}:{bound}')}]"

    def product(self, depth: int) -> tuple[str, int]:
        """A product, or a shift up."""
        (one, a), (other, b) = self.small(depth, 31), self.small(depth, 31)
        if self.pick.random() < 0.3:
            return f"((({one}) & 1023) << (({other}) & 31))", 42
        return f"({one} * {other})", a + b

    def quotient(self, depth: int) -> tuple[str, int]:
        """A quotient rounded down, or a remainder."""
        one, bits = self.whole(depth)
        by = self.pick.choice([1, 2, 3, 8, 10, 1 << 40, -1, -4, -7])
        divisor = self.one(str(by), f"(({self.whole(depth)[0]}) % 50 - 60 + (n & 3))")
        return f"({one} {self.one('//', '%')} {divisor})", max(bits, 40)

    def bits(self, depth: int) -> tuple[str, int]:
        """Bits of two numbers, or shifted down."""
        (one, a), (other, b) = self.whole(depth), self.whole(depth)
        if self.pick.random() < 0.3:
            return f"(({one}) >> (({other}) & 127))", a
        return f"({one} {self.one('&', '|', '^')} {other})", max(a, b)

    def chosen(self, depth: int) -> tuple[str, int]:
        """One of two numbers."""
        (one, a), (other, b) = self.whole(depth), self.whole(depth)
        conditional = f"({one} if {self.test(depth)} else {other})"
        return self.one(conditional, f"{self.one('min', 'max')}({one}, {other})"), max(a, b)

    def bounded(self, depth: int) -> str:
        """A signed number that a variable can hold."""
        value, bits = self.whole(depth)
        return value if bits <= 40 else f"({value}) % 1000003 - 7"

    def edge(self, d: int) -> str:
        """What may be refused."""
        text: str = self.way(
            lambda: f"{self.bounded(d)} {self.one('and', 'or')} {self.bounded(d)}",
            lambda: f"{self.truth(d)} {self.one('+', '-', '*')} {self.truth(d)}",
            lambda: f"{self.one('-', '~', '+')}({self.truth(d)})",
            lambda: f"{self.one('~', '+')}({self.bounded(d)})",
            lambda: f"int({self.one('min', 'max')}({self.word(d)}, 3) - 7 < 2)",
            lambda: f"int(({self.word(d)} if b else 3) - 7 < 2)",
            lambda: f"int({self.truth(d)} if b else {self.bounded(d)})",
            lambda: f"{self.one('min', 'max')}({self.truth(d)}, {self.bounded(d)})",
            lambda: f"int({self.word(d)})",
            lambda: f"int(np.int64({self.bounded(d)}) << ({self.bounded(d)}) % 90) >> 3",
            lambda: f"np.int64({self.short(d)}) >> ({self.bounded(d)}) % 90",
            lambda: f"({self.bounded(d)}) // {2**64 + 1}",
            lambda: f"({self.bounded(d)}) % {2**62 + 1}",
            lambda: f"int(s[{self.truth(d)}])",
            lambda: "T[-1] + len(two) + two.shape[1] + three.size + pair[0] + len(pair)",
            lambda: f"int(0 <= h(x & 7, i) < {self.bounded(d)})",
            lambda: f"int(({self.word(d)}) < n)",
            lambda: "int(np.iinfo(s.dtype).max) + s.dtype.itemsize",
            lambda: f"int(s.dtype.type(np.int64({self.bounded(d)})))",
        )
        return text

    def word(self, depth: int) -> str:
        """A number of type uint64, modulo 2^64."""
        if depth <= 0:
            return self.one("v", "w", "F", "np.uint64(5)", f"u[{self.pick.randrange(LENGTH)}]")
        d = depth - 1
        one, other = self.word(d), self.word(d)
        number = str(self.pick.choice([0, 1, 9, 2**63]))
        text: str = self.way(
            lambda: f"({one} {self.one('+', '-', '*', '&', '|', '^', '<<', '>>')} {other})",
            lambda: f"({one} {self.one('//', '%')} ({other} | np.uint64(1)))",
            lambda: f"({one} {self.one('+', '-', '*', '&', '|', '^')} {number})",
            lambda: f"({one} {self.one('//', '%', '>>')} {self.one('1', '3', '4', '40')})",
            lambda: f"u[{self.index(d)}]",
            lambda: f"np.uint64(np.int64({self.whole(d)[0]}))",
            lambda: f"np.uint64({self.truth(d)})",
            lambda: f"({one} if {self.truth(d)} else {other})",
            lambda: f"{self.one('min', 'max')}({one}, {other})",
            lambda: f"(~{one})",
        )
        return text

    def truth(self, depth: int) -> str:
        """A truth value."""
        if depth <= 0:
            return self.one("b", "c", "True", "FLAG", f"t[{self.pick.randrange(LENGTH)}]")
        d, sign = depth - 1, self.one("<", "<=", "==", "!=", ">", ">=")
        both = self.one("and", "or", "&", "|", "^")
        text: str = self.way(
            lambda: f"({self.whole(d)[0]} {sign} {self.whole(d)[0]})",
            lambda: f"({self.short(d)} {sign} {self.short(d)})",
            lambda: f"({self.short(d)} {sign} {self.one('0', '3', '200', '70000')})",
            lambda: f"({self.word(d)} {sign} {self.word(d)})",
            lambda: f"({self.truth(d)} {both} {self.truth(d)})",
            lambda: f"(not {self.test(d)})",
            lambda: f"({self.small(0, 9)[0]} {sign} x {self.one('<', '!=')} {self.leaf()[0]})",
            lambda: f"t[{self.index(d)}]",
            lambda: f"np.bool_({self.whole(d)[0]})",
        )
        return text

    def test(self, depth: int) -> str:
        """Something of which only the truth is looked at."""
        d = depth - 1
        text: str = self.way(
            lambda: self.truth(depth),
            lambda: self.whole(depth)[0],
            lambda: self.word(depth),
            lambda: f"({self.whole(d)[0]} {self.one('and', 'or')} {self.truth(d)})",
        )
        return text

    # -- statements ------------------------------------------------------------------------------

    def block(self, count: int) -> None:
        """Statements."""
        simple = (self.number, self.other, self.pair, self.stored, self.changed, self.called)
        nested = (
            self.branch, self.branch, self.over_range, self.over_words, self.turns, self.inside
        )  # fmt: skip
        for _ in range(count):
            self.way(*simple, *(nested if self.depth < 5 else ()), *simple, self.elements)

    def number(self) -> None:
        """A whole number has a new value."""
        self.say(f"{self.one('x', 'y')} = {self.bounded(3)}")

    def other(self) -> None:
        """A word or a truth value has."""
        name = self.one("v", "w")
        self.say(self.one(
            f"{name} = {self.word(3)}",
            f"{name} {self.one('+', '-', '^', '&', '<<')}= {self.word(2)}",
            f"b = {self.truth(3)}",
        ))  # fmt: skip

    def pair(self) -> None:
        """Two names or elements have."""
        self.say(self.one(
            f"{self.one('x, y', 'y, x')} = {self.bounded(2)}, {self.bounded(2)}",
            f"t[{self.index(1)}], {self.target()} = {self.truth(1)}, {self.bounded(1)} & 127",
        ))  # fmt: skip

    def target(self) -> str:
        """An element of an array that takes whole numbers."""
        name = self.one("s", "i", "u", "row", "pair.row", "two", "plane", "three[0]")
        wide = name in ("two", "plane", "three[0]")
        return f"{name}[{self.places(1) if wide else self.index(1)}]"

    def stored(self) -> None:
        """An element has a new value."""
        self.say(f"{self.target()} = np.int64({self.whole(2)[0]}) & 127")

    def changed(self) -> None:
        """An element is changed; what stands on the right may change where it is."""
        sign = self.one("+", "-", "^", "|", "&", "//", "%")
        self.say(self.one(
            f"u[{self.index(1)}] {sign}= {self.word(1)} | np.uint64(1)",
            f"i[i[{self.index(1)}] & 7] ^= h({self.index(1)}, i)",
            f"i[h({self.index(1)}, i)] {sign}= ({self.bounded(1)}) % 9 + 1",
        ))  # fmt: skip

    def called(self) -> None:
        """Another function is called."""
        row = self.one("s", "row", "inner", "two[3]")
        self.say(f"x, b = g({self.bounded(1)}, {self.index(1)}, {self.truth(1)}, {row}, i)")

    def branch(self) -> None:
        """A branch, of which it may be known which one is taken."""
        known = self.one("FLAG", "not FLAG", "K > 3", "K < 3 and FLAG")
        self.say(f"if {self.one(self.test(3), self.test(2), known)}:")
        self.body()
        if self.pick.random() < 0.5:
            self.say("else:")
            self.body()

    def over_range(self) -> None:
        """A loop over a range; the variable may be read afterwards."""
        name = self.new("j")
        low, high = f"({self.whole(1)[0]}) % 9 - 4", f"({self.whole(1)[0]}) % 9"
        up = [high, f"{low}, {high}", f"{low}, {high}, 2", f"{low}, {high}, n % 3 + 1"]
        down = [f"{high}, {low}, -1", f"{high}, {low}, -3", f"{high}, {low}, n % 2 - 2"]
        self.say(f"{name} = 3")
        self.say(f"for {name} in range({self.one(*up, *down)}):")
        self.counters.append(name)
        self.body()
        self.counters.remove(name)
        self.say(f"x = (x + {name}) % 1000003")

    def over_words(self) -> None:
        """The same without signs: the numbers are ints in Python nevertheless."""
        name = self.new("j")
        spans = f"{self.word(1)} % np.uint64(7)", f"np.uint64(2), {self.word(1)} & np.uint64(7)"
        self.say(f"for {name} in range({self.one(*spans)}):")
        lines = [f"v += u[{name}] + {name}", f"w ^= np.uint64({name} * 3)"]
        if self.rarely(10):
            lines = [f"b = {name} - 3 < 0", f"x = {name}", f"v = {name}", f"x = min({name}, 3)"]
        self.say("    " + self.one(*lines))

    def elements(self) -> None:
        """A loop over an array, which may be changed meanwhile."""
        name = self.new("e")
        self.say(f"for {name} in {self.one('row', 'inner', 's', 'plane[1]', 'i')}:")
        self.shorts.append(name)
        if self.depth < 5:
            self.body()
        else:
            self.say(f"    b = b ^ ({name} > 7)")
        self.shorts.remove(name)

    def turns(self) -> None:
        """A loop while something holds."""
        name = self.new("j")
        self.say(f"{name} = {self.pick.randint(0, 5)}")
        some = self.one(f"{name} > 0", name, f"{name} > 0 and {self.test(2)}")
        self.say(f"while {self.one(some, 'True', 'FLAG', 'not FLAG')}:")
        self.say(f"    {name} -= 1")
        self.say(f"    if {name} < 0:")
        self.say("        break")
        self.body()

    def inside(self) -> None:
        """A part of an array has a name for a while."""
        name, flat = self.new("p"), self.pick.random() < 0.7
        array = self.one("s", "i", "u", "row") if flat else self.one("two", "three[1]")
        place = f"{name}[1]" if flat else f"{name}[1, n & 7]"
        self.say(f"if {self.test(1)}:")
        self.say(f"    {name} = {self.stretch(1, array)}")
        self.say(f"    if len({name}) > 1:")
        self.say(f"        x = np.int64({place}) >> 40")
        self.say(f"        {place} = np.int64({self.whole(1)[0]}) & 63")

    def body(self) -> None:
        """What is within; a loop may be left or begun again from the middle."""
        self.depth += 1
        self.block(1)
        if (self.counters or len(self.shorts) > 1) and self.pick.random() < 0.5:
            self.say(f"if {self.test(2)}:")
            self.say(f"    {self.one('break', 'continue')}")
        self.block(1)
        self.depth -= 1


TYPES = ("int8", "uint8", "int16", "uint16", "int32", "uint32")
