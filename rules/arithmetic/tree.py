"""The nodes of a checked expression: plain frozen data, equal exactly if written alike.

``str(node)`` is the canonical text: brackets only where they are needed, one blank around signs.

>>> str(Binary("*", Binary("+", Name("n"), Number(1)), Unary("-", Name("n"))))
'(n + 1) * -n'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from functools import reduce
from typing import Any

from mexplore.rules.dataclass import dataclass

MOST_WRITTEN = 50  # numbers of a rule that are written out one by one as an expression

_TIGHTNESS = {
    "or": 2,
    "and": 3,
    "|": 6,
    "^": 7,
    "&": 8,
    "<<": 9,
    ">>": 9,
    "+": 10,
    "-": 10,
    "*": 11,
    "/": 11,
    "//": 11,
    "%": 11,
    "**": 13,
}
_CHOICE, _NOT, _COMPARISON, _MINUS, _POWER, _ATOM = 1, 4, 5, 12, 13, 20


@dataclass(frozen=True)
class Node:
    """A node of the tree; ``str(node)`` is its canonical text."""

    def children(self) -> Iterator[Node]:
        """The nodes directly below, left to right."""
        for entry in fields(self):
            value = getattr(self, entry.name)
            for child in value if isinstance(value, tuple) else (value,):
                if isinstance(child, Node):
                    yield child

    def __str__(self) -> str:
        return self.text()

    def text(self) -> str:
        """The canonical text: reading it gives this very tree."""
        raise NotImplementedError

    def tightness(self) -> int:
        """How tightly the outermost sign of the text binds."""
        return _ATOM

    def inside(self, tightness: int) -> str:
        """The text as an operand: in brackets if it binds less tightly than this."""
        text = self.text()
        return text if self.tightness() >= tightness else f"({text})"


@dataclass(frozen=True)
class Number(Node):
    """A literal, 0 or more."""

    value: int

    def text(self) -> str:
        return str(self.value)


@dataclass(frozen=True)
class Name(Node):
    """A name of the position or of a comprehension."""

    name: str

    def text(self) -> str:
        return self.name


@dataclass(frozen=True)
class Unary(Node):
    """``-a`` or ``not a``."""

    sign: str
    operand: Node

    def text(self) -> str:
        if self.sign == "-":
            return f"-{self.operand.inside(_MINUS)}"
        return f"not {self.operand.inside(_NOT)}"

    def tightness(self) -> int:
        return _MINUS if self.sign == "-" else _NOT


@dataclass(frozen=True)
class Binary(Node):
    """``a + b`` and the like; of two lists, ``+`` joins them."""

    sign: str
    left: Node
    right: Node

    def text(self) -> str:
        own = self.tightness()
        if self.sign == "^" and isinstance(self.left, Number) and isinstance(self.right, Number):
            return f"{self.left} ^ +{self.right}"  # 2 ^ 3 is refused: is it the power?
        if self.sign == "**":  # binds to the right, and tighter than a minus before it
            return f"{self.left.inside(_POWER + 1)}**{self.right.inside(_MINUS)}"
        return f"{self.left.inside(own)} {self.sign} {self.right.inside(own + 1)}"

    def tightness(self) -> int:
        return _TIGHTNESS[self.sign]


@dataclass(frozen=True)
class Comparison(Node):
    """``a < b == c``: true if each neighbouring pair compares so; ``in`` looks into a list."""

    first: Node
    signs: tuple[str, ...]
    others: tuple[Node, ...]

    def text(self) -> str:
        pairs = zip(self.signs, self.others, strict=True)
        rest = "".join(f" {sign} {other.inside(_COMPARISON + 1)}" for sign, other in pairs)
        return self.first.inside(_COMPARISON + 1) + rest

    def tightness(self) -> int:
        return _COMPARISON


@dataclass(frozen=True)
class Logic(Node):
    """``a and b and c`` or ``a or b or c``; of nothing, ``and`` is true and ``or`` is false."""

    sign: str
    operands: tuple[Node, ...]

    def text(self) -> str:
        own = self.tightness()
        return f" {self.sign} ".join(operand.inside(own + 1) for operand in self.operands)

    def tightness(self) -> int:
        return _TIGHTNESS[self.sign]


@dataclass(frozen=True)
class Choice(Node):
    """``yes if test else no``."""

    test: Node
    yes: Node
    no: Node

    def text(self) -> str:
        # A bare `or` outside brackets would separate two rules.
        parts = self.yes.inside(_NOT), self.test.inside(_NOT), self.no.inside(_NOT)
        return "{} if {} else {}".format(*parts)

    def tightness(self) -> int:
        return _CHOICE


@dataclass(frozen=True)
class Piecewise(Node):
    """The first of the values whose test holds; none where no test does. Formulas alone have it."""

    values: tuple[Node, ...]
    tests: tuple[Node, ...]

    def text(self) -> str:
        pairs = zip(self.values, self.tests, strict=True)
        return f"Piecewise({', '.join(f'({_commas(pair)})' for pair in pairs)})"


@dataclass(frozen=True)
class Call(Node):
    """A function of the fixed list; ``ceil(a/b)`` is ceil_div."""

    function: str
    arguments: tuple[Node, ...]

    def text(self) -> str:
        if self.function == "ceil_div":
            above, below = self.arguments
            return f"ceil({above.inside(_TIGHTNESS['//'])}/{below.inside(_MINUS)})"
        return f"{self.function}({_commas(self.arguments)})"


@dataclass(frozen=True)
class Listing(Node):
    """``[a, b, c]``."""

    items: tuple[Node, ...]

    def text(self) -> str:
        return f"[{_commas(self.items)}]"


@dataclass(frozen=True)
class Heap(Node):
    """``(a, b)``: an option of several heaps; of a board, a square, or several of them."""

    items: tuple[Node, ...]

    def text(self) -> str:
        return f"({_commas(self.items)}{',' if len(self.items) == 1 else ''})"


@dataclass(frozen=True)
class Repeated(Node):
    """``(a, b) * k``: the heaps of an option k times; none at all where k <= 0."""

    heaps: Node
    times: Node

    def text(self) -> str:
        return f"{self.heaps.inside(_TIGHTNESS['*'])} * {self.times.inside(_TIGHTNESS['*'] + 1)}"

    def tightness(self) -> int:
        return _TIGHTNESS["*"]


@dataclass(frozen=True)
class Together(Node):
    """``(a, b) + (c,)``: the heaps of two options in one."""

    left: Node
    right: Node

    def text(self) -> str:
        return f"{self.left.inside(_TIGHTNESS['+'])} + {self.right.inside(_TIGHTNESS['+'] + 1)}"

    def tightness(self) -> int:
        return _TIGHTNESS["+"]


@dataclass(frozen=True)
class Gathered(Node):
    """``tuple([a for a in range(n)])``: the entries of a list as the heaps of one option."""

    source: Node

    def text(self) -> str:
        return f"tuple({self.source})"


@dataclass(frozen=True)
class Pick(Node):
    """``[3, 1, 4][i]``: an entry of a list of literals, as Python counts them."""

    entries: tuple[int, ...]
    index: Node

    def text(self) -> str:
        return f"[{', '.join(map(str, self.entries))}][{self.index}]"


@dataclass(frozen=True)
class Clause(Node):
    """``for name in source if test if test``."""

    name: str
    source: Node
    tests: tuple[Node, ...]

    def text(self) -> str:
        conditions = "".join(f" if {test.inside(_CHOICE + 1)}" for test in self.tests)
        return f"for {self.name} in {self.source.inside(_CHOICE + 1)}{conditions}"


@dataclass(frozen=True)
class Comprehension(Node):
    """``[item for ... in ...]``."""

    item: Node
    clauses: tuple[Clause, ...]

    def text(self) -> str:
        return f"[{self.item.inside(_CHOICE)}{''.join(f' {clause}' for clause in self.clauses)}]"


def of_squares(option: Heap) -> bool:
    """Whether the entries of what stands in brackets are squares, not coordinates or heaps."""
    first = option.items[0] if option.items else option
    while isinstance(first, Choice):
        first = first.yes
    return isinstance(first, Heap)


def _commas(nodes: tuple[Node, ...]) -> str:
    return ", ".join(node.inside(_CHOICE) for node in nodes)


def listing(items: Iterable[Node]) -> Listing:
    """The list of these entries."""
    return Listing(tuple(items))


def joined(lists: Sequence[Node]) -> Node:
    """Lists, at least one, one after the other.

    >>> str(joined([listing([Number(1)]), Name("a"), Name("b")]))
    '[1] + a + b'
    """
    return reduce(lambda left, right: Binary("+", left, right), lists)


def integer(value: int) -> Node:
    """An integer as it is written: a number, or minus a number."""
    return Number(value) if value >= 0 else Unary("-", Number(-value))


def names_in(node: Node) -> set[str]:
    """The names that occur anywhere in the tree."""
    own = {node.name} if isinstance(node, Name) else set()
    return own.union(*(names_in(child) for child in node.children()))


def holds(node: Node, *kinds: type[Node]) -> bool:
    """Whether a node of one of these kinds stands anywhere in the tree."""
    return isinstance(node, kinds) or any(holds(child, *kinds) for child in node.children())


def substitute(node: Node, names: Mapping[str, Node]) -> Node:
    """The tree with other nodes in place of names (names of comprehensions stay)."""
    if isinstance(node, Name):
        return names.get(node.name, node)
    return with_children(node, lambda child: substitute(child, names))


def substitute_in(clause: Clause, names: Mapping[str, Node]) -> Clause:
    """The clause of a comprehension with other nodes in place of names."""
    tests = tuple(substitute(test, names) for test in clause.tests)
    return Clause(clause.name, substitute(clause.source, names), tests)


def bound_in(node: Node) -> set[str]:
    """The names of loops anywhere in the tree."""
    own = {node.name} if isinstance(node, Clause) else set()
    return own.union(*(bound_in(child) for child in node.children()))


def renamed(node: Node, names: Mapping[str, str]) -> Node:
    """The tree with other names, those of loops as well."""
    if isinstance(node, Name | Clause):
        node = replace(node, name=names.get(node.name, node.name))
    return with_children(node, lambda child: renamed(child, names))


def with_children(node: Node, changed: Callable[[Node], Node]) -> Node:
    """The tree with each node directly below changed."""
    parts: dict[str, Any] = {}
    for entry in fields(node):
        value = getattr(node, entry.name)
        if isinstance(value, Node):
            parts[entry.name] = changed(value)
        elif isinstance(value, tuple):
            parts[entry.name] = tuple(changed(p) if isinstance(p, Node) else p for p in value)
    return replace(node, **parts)
