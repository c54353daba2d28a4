"""Conditions on a number k that depend on residues of k from some number on, by their shape."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import lcm

from rules.arithmetic import tree

LARGEST = 10_000  # moduli and thresholds that are of use


@dataclass(frozen=True)
class Eventual:
    """The expression has, for k >= start, a value that depends on k mod m alone."""

    start: int
    m: int


def eventual(node: tree.Node, name: str = "k") -> Eventual | None:
    """From where on, and modulo what, the value of a number or a condition repeats; None where
    that is not seen, or is too far or too long.

    >>> from rules.arithmetic.reading import read_expression
    >>> shape = lambda text: eventual(read_expression(text, ("k",)))
    >>> shape("k % 5 == 1 or k == 2"), shape("k % 4 != 0 and not k % 6"), shape("k * k > 9")
    (Eventual(start=3, m=5), Eventual(start=0, m=12), None)
    """
    match node:
        case tree.Number() | tree.Pick(_, tree.Number()):
            return Eventual(0, 1)
        case tree.Binary("%", left, tree.Number(m)) if m >= 1 and _is_polynomial(left, name):
            return _within(0, m)
        case tree.Call("gcd", (tree.Name(own), tree.Number(m))) | tree.Call(
            "gcd", (tree.Number(m), tree.Name(own))
        ) if own == name and m >= 1:
            return _within(0, m)
        case tree.Comparison(first, (sign,), (second,)):
            return _comparison(first, sign, second, name)
        case tree.Binary() | tree.Unary() | tree.Logic() | tree.Choice() | tree.Listing():
            return _all(node.children(), name)
        case _:
            return None


def _is_polynomial(node: tree.Node, name: str) -> bool:
    """Whether the node is made of the name and literals by + - * alone: then its residues modulo
    any m depend on those of the name."""
    match node:
        case tree.Name(own):
            return own == name
        case tree.Number():
            return True
        case tree.Binary(sign) if sign in ("+", "-", "*"):
            return all(_is_polynomial(child, name) for child in node.children())
        case tree.Unary("-", operand):
            return _is_polynomial(operand, name)
        case _:
            return False


def _within(start: int, m: int) -> Eventual | None:
    return Eventual(start, m) if start <= LARGEST and m <= LARGEST else None


def _all(nodes: Iterator[tree.Node], name: str) -> Eventual | None:
    """What holds for every one of the nodes."""
    start, m = 0, 1
    for node in nodes:
        found = eventual(node, name)
        if found is None:
            return None
        start, m = max(start, found.start), lcm(m, found.m)
    return _within(start, m)


def _comparison(first: tree.Node, sign: str, second: tree.Node, name: str) -> Eventual | None:
    """Two numbers that repeat, or k itself beside literals: k exceeds them from some number on."""
    match first, second:
        case tree.Name(own), tree.Number(value) if own == name:
            return _within(value + 1, 1)
        case tree.Number(value), tree.Name(own) if own == name:
            return _within(value + 1, 1)
        case tree.Name(own), tree.Listing(items) if own == name and sign in ("in", "not in"):
            values = [item.value for item in items if isinstance(item, tree.Number)]
            return _within(max(values, default=0) + 1, 1) if len(values) == len(items) else None
        case _:
            return _all(iter((first, second)), name)
