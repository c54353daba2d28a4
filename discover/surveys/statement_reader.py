"""The reader of statements: conditions, with sets, words and values of G."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.conditions import CONDITION_BUILDERS, ConditionReader
from mexplore.rules.arithmetic.reading import Built
from mexplore.rules.text.nearest import did_you_mean

if TYPE_CHECKING:
    from mexplore.discover.surveys.statement import Names


def read_condition(text: str, names: Names) -> tree.Node:
    """The tree of a statement; RuleSyntaxError with its place where it cannot be read."""
    return _Reader(text, names).statement()


class _Reader(ConditionReader):
    """Conditions with sets, words and values of G; ^ is refused, as it might be an xor of them."""

    powers: ClassVar[bool] = False

    def __init__(self, text: str, known: Names) -> None:
        numbers = sorted(known.numbers) + (["n"] if known.values else [])
        super().__init__(text, tuple(numbers), text, 0)
        self.known = known

    def statement(self) -> tree.Node:
        """The tree of the statement."""
        self.refuse_signs("#\\@:;`$?{}")
        plain = self.text.strip()
        if not plain:
            self.refuse(self.at, "a condition is missing here", "write one: period <= 12")
        parsed = self.parse(plain)
        node, kind = self.test(parsed)
        if kind == "number":
            self.refuse_at(parsed, "this is a number, no condition", "compare it: period <= 12")
        return node

    @property
    def builders(self) -> Mapping[type[ast.expr], Callable[[Any, Any], Built]]:
        return _BUILDERS

    def name(self, node: ast.Name) -> Built:
        if node.id in self.known.sets:
            return tree.Name(node.id), "numbers"
        if node.id in self.known.words:
            self.refuse_at(node, f"{node.id} is a word", f"compare it: {node.id} == '...'")
        return super().name(node)

    def refuse_unknown(self, node: ast.Name) -> NoReturn:
        problem = f"{node.id[:30]!r} is no name here"
        if node.id == "G":
            self.refuse_at(node, "G needs a number of tokens", "write G(n)")
        known = self.known.listed()
        remedy = f"{did_you_mean(node.id, known.split(', '))}the names are {known}"
        self.refuse_at(node, problem, remedy)

    def binary(self, node: ast.BinOp) -> Built:
        if isinstance(node.op, ast.BitXor):
            remedy = "write ** for a power, xor(a, b) for a nim-sum"
            self.refuse_at(node.right, "^ is ambiguous", remedy)
        return super().binary(node)

    def call(self, node: ast.Call) -> Built:
        if not (isinstance(node.func, ast.Name) and node.func.id == "G"):
            return super().call(node)
        if not self.known.values:
            self.refuse_at(node, "values are not kept in the atlas", "use sweep FAMILY --claim")
        if len(node.args) != 1 or node.keywords:
            self.refuse_at(node, "G takes one number", "write G(n)")
        return tree.Call("G", (self.number(node.args[0]),)), "number"

    def comparison(self, node: ast.Compare) -> Built:
        sides = [node.left, *node.comparators]
        if not any(self._is_word(side) for side in sides):
            return super().comparison(node)
        sign = self.vocabulary.comparison(node.ops[0])
        if len(sides) > 2 or sign not in ("==", "!=", "in", "not in"):
            self.refuse_at(node, "words are only equal or not", "write pattern == 'periodic'")
        left = self._word(node.left)
        if "in" not in sign:
            return tree.Comparison(left, (sign,), (self._word(sides[1]),)), "truth"
        if not isinstance(sides[1], ast.List):
            self.refuse_at(sides[1], "a list of words is needed here", "write ['periodic']")
        words = tree.listing(self._word(item) for item in sides[1].elts)
        return tree.Comparison(left, (sign,), (words,)), "truth"

    def _is_word(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Constant):
            return isinstance(node.value, str)
        return isinstance(node, ast.Name) and node.id in self.known.words

    def _word(self, node: ast.expr) -> tree.Node:
        if not self._is_word(node):
            self.refuse_at(node, "a word is compared with a word", "write it in quotes")
        if isinstance(node, ast.Constant):
            return tree.Name(f"'{node.value!s}'")
        assert isinstance(node, ast.Name)
        return tree.Name(node.id)

    def constant(self, node: ast.Constant) -> Built:
        if isinstance(node.value, str):
            self.refuse_at(node, "a word stands alone", "compare it: pattern == 'periodic'")
        if isinstance(node.value, bool):
            self.refuse_at(node, "only whole numbers are allowed", "write a comparison")
        return super().constant(node)


_BUILDERS: Mapping[type[ast.expr], Callable[[Any, Any], Built]] = MappingProxyType(
    {
        **CONDITION_BUILDERS,
        ast.BinOp: _Reader.binary,
        ast.Name: _Reader.name,
        ast.Call: _Reader.call,
        ast.Compare: _Reader.comparison,
        ast.Constant: _Reader.constant,
    }
)
