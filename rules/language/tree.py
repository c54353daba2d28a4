"""The nodes of a checked expression: plain frozen data, equal exactly if written alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any


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
        from rules.language.writing import write

        return write(self)


@dataclass(frozen=True)
class Number(Node):
    """A literal, 0 or more."""

    value: int


@dataclass(frozen=True)
class Name(Node):
    """A name of the position or of a comprehension."""

    name: str


@dataclass(frozen=True)
class Unary(Node):
    """``-a`` or ``not a``."""

    sign: str
    operand: Node


@dataclass(frozen=True)
class Binary(Node):
    """``a + b`` and the like; of two lists, ``+`` joins them."""

    sign: str
    left: Node
    right: Node


@dataclass(frozen=True)
class Comparison(Node):
    """``a < b == c``: true if each neighbouring pair compares so; ``in`` looks into a list."""

    first: Node
    signs: tuple[str, ...]
    others: tuple[Node, ...]


@dataclass(frozen=True)
class Logic(Node):
    """``a and b and c`` or ``a or b or c``."""

    sign: str
    operands: tuple[Node, ...]


@dataclass(frozen=True)
class Choice(Node):
    """``yes if test else no``."""

    test: Node
    yes: Node
    no: Node


@dataclass(frozen=True)
class Call(Node):
    """A function of the fixed list; ``ceil(a/b)`` is ceil_div."""

    function: str
    arguments: tuple[Node, ...]


@dataclass(frozen=True)
class Listing(Node):
    """``[a, b, c]``."""

    items: tuple[Node, ...]


@dataclass(frozen=True)
class Heap(Node):
    """``(a, b)``: an option of several heaps."""

    items: tuple[Node, ...]


@dataclass(frozen=True)
class Pick(Node):
    """``[3, 1, 4][i]``: an entry of a list of literals, as Python counts them."""

    entries: tuple[int, ...]
    index: Node


@dataclass(frozen=True)
class Clause(Node):
    """``for name in source if test if test``."""

    name: str
    source: Node
    tests: tuple[Node, ...]


@dataclass(frozen=True)
class Comprehension(Node):
    """``[item for ... in ...]``."""

    item: Node
    clauses: tuple[Clause, ...]


def names_in(node: Node) -> set[str]:
    """The names that occur anywhere in the tree."""
    own = {node.name} if isinstance(node, Name) else set()
    return own.union(*(names_in(child) for child in node.children()))


def binds(node: Node) -> bool:
    """Whether a comprehension stands anywhere in the tree."""
    return isinstance(node, Comprehension) or any(binds(child) for child in node.children())


def substitute(node: Node, names: Mapping[str, Node]) -> Node:
    """The tree with other nodes in the place of names (names of comprehensions stay)."""
    if isinstance(node, Name):
        return names.get(node.name, node)
    changed: dict[str, Any] = {}
    for entry in fields(node):
        value = getattr(node, entry.name)
        if isinstance(value, Node):
            changed[entry.name] = substitute(value, names)
        elif isinstance(value, tuple):
            changed[entry.name] = tuple(
                substitute(part, names) if isinstance(part, Node) else part for part in value
            )
    return replace(node, **changed)
