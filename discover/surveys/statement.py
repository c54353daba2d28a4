"""Statements about rows of an atlas, and their reader.

Statements about rows of an atlas: ``period <= a + b``, ``7 in S implies period == 8``.

They are expressions as in rules (`rules.arithmetic`), parsed by the same reader and evaluated by
the same interpreter, never by Python itself: comparisons of whole numbers joined by ``and``,
``or``, ``not`` and ``implies``; names are the columns of the atlas and the parameters of the
family. Besides numbers there are sets (``7 in S``, ``max(S)``), words in quotes, which can only be
compared (``pattern == 'geometric'``), and values: ``G(n)``, ``G(2*n + 1)``, for all n at which they
are defined.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, fields, replace
from types import MappingProxyType
from typing import Any, ClassVar, NoReturn

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.conditions import (
    CONDITION_BUILDERS,
    OF_LAWS,
    OF_ROWS,
    OF_TEXTS,
    ConditionReader,
)
from mexplore.rules.arithmetic.evaluating import evaluate
from mexplore.rules.arithmetic.reading import Built
from mexplore.rules.dataclass import dataclass
from mexplore.rules.text.sentences import did_you_mean


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


NUMBERS = (*OF_LAWS, *OF_ROWS)
WORDS = OF_TEXTS


@dataclass(frozen=True)
class Names:
    """The names that may occur: numbers, sets of numbers, and words; ``values``: whether G(n)
    may."""

    numbers: frozenset[str] = frozenset(NUMBERS)
    sets: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset(WORDS)
    values: bool = False

    def with_parameters(self, parameters: Iterable[Mapping[str, Any]]) -> Names:
        """These names and those of the parameters."""
        kinds: dict[type, set[str]] = {int: set(), list: set(), str: set()}
        for each in parameters:
            for name, value in each.items():
                kinds.get(type(value), set()).add(name)
        return Names(
            self.numbers | kinds[int], self.sets | kinds[list], self.words | kinds[str], self.values
        )

    def listed(self) -> str:
        """All of them."""
        every = sorted(self.numbers | self.sets | self.words, key=lambda name: (len(name), name))
        return ", ".join([*every, *(["n", "G(n)"] if self.values else [])])


@dataclass(frozen=True)
class Statement:
    """A checked statement: its text, its tree, and what it names."""

    text: str
    node: tree.Node
    used: frozenset[str]
    names: Names = field(compare=False)

    @property
    def about_values(self) -> bool:
        """Whether G occurs in it."""
        return calls_of(self.node) != []

    @property
    def for_all_n(self) -> bool:
        """Whether n occurs in it."""
        return "n" in self.used

    def of(self, given: Mapping[str, Any]) -> tree.Node:
        """The statement with its names replaced by their values: sets become lists, and equal words
        equal numbers. Names without a value remain, and so does n."""
        codes: dict[str, int] = {}
        found: dict[str, tree.Node] = {}
        for name in self.used:
            value = name[1:-1] if name.startswith("'") else given.get(name)
            if isinstance(value, str):
                found[name] = tree.Number(codes.setdefault(value, len(codes)))
            elif isinstance(value, list):
                found[name] = tree.listing(tree.integer(entry) for entry in value)
            elif isinstance(value, int):
                found[name] = tree.integer(value)
        return tree.substitute(self.node, found)

    def holds(self, given: Mapping[str, Any]) -> bool:
        """Whether it is true for these values, if G does not occur in it; `Missing` if a name that
        is needed has no value.

        >>> statement = read_statement("7 in S implies period == 8", Names(sets=frozenset("S")))
        >>> statement.holds({"S": [7], "period": 14}), statement.holds({"S": [1], "period": None})
        (False, True)
        """
        return Truth(self.of(given)).at(0)


class Truth:
    """The result of `Statement.of`, prepared for evaluation at many n; ``known`` gives G.

    >>> statement = read_statement("G(n + k) == n % 3", Names(frozenset("k"), values=True))
    >>> truth = Truth(statement.of({"k": 3}), lambda n: n % 3)
    >>> truth.at(5)
    True
    """

    def __init__(self, node: tree.Node, known: Callable[[int], int] | None = None) -> None:
        calls = dict.fromkeys(calls_of(node)) if known else {}
        self._names = {call: f"G#{number}" for number, call in enumerate(calls)}
        self._heaps = [Truth(call.arguments[0], known) for call in calls]
        self._node = _replaced(node, self._names) if calls else node
        self._known = known

    def at(self, n: int) -> bool:
        """Whether it is true at n; `Missing` if a name has no value, `OutOfReach` if it names G of
        a negative number."""
        return bool(self._number(n))

    def _number(self, n: int) -> int:
        values = {"n": n}
        for name, heap in zip(self._names.values(), self._heaps, strict=True):
            size = heap._number(n)
            if size < 0:
                raise OutOfReach
            assert self._known is not None
            values[name] = self._known(size)
        try:
            return evaluate(self._node, values)
        except KeyError as error:
            raise Missing(str(error.args[0])) from None


class Missing(Exception):
    """A name has no value here."""


class OutOfReach(Exception):
    """G of a negative number is undefined."""


def read_statement(text: str, names: Names) -> Statement:
    """The statement in a text; RuleSyntaxError, with the place, if it cannot be read.

    >>> statement = read_statement("period <= a + b", Names(frozenset(["period", "a", "b"])))
    >>> sorted(statement.used)
    ['a', 'b', 'period']
    """
    node = read_condition(text, names)
    own = names.numbers | names.sets | names.words | {"n"}  # others are names of comprehensions
    used = (name for name in tree.names_in(node) if name in own or name.startswith("'"))
    return Statement(text.strip(), node, frozenset(used), names)


def calls_of(node: tree.Node) -> list[tree.Call]:
    """The outermost calls of G in the tree."""
    if isinstance(node, tree.Call) and node.function == "G":
        return [node]
    return [call for child in node.children() for call in calls_of(child)]


def _replaced(node: tree.Node, names: Mapping[tree.Call, str]) -> tree.Node:
    """The tree with names in place of calls."""
    if isinstance(node, tree.Call) and node in names:
        return tree.Name(names[node])
    changed: dict[str, Any] = {}
    for entry in fields(node):
        value = getattr(node, entry.name)
        if isinstance(value, tree.Node):
            changed[entry.name] = _replaced(value, names)
        elif isinstance(value, tuple):
            changed[entry.name] = tuple(
                _replaced(part, names) if isinstance(part, tree.Node) else part for part in value
            )
    return replace(node, **changed)
