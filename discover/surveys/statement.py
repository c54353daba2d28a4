"""Statements about rows of an atlas: ``period <= a + b``, ``7 in S implies period == 8``.

They are expressions as in rules (`rules.arithmetic`), parsed by the same reader and evaluated by
the same interpreter, never by Python itself: comparisons of whole numbers joined by ``and``,
``or``, ``not`` and ``implies``; names are the columns of the atlas and the parameters of the
family. Beside numbers there are sets (``7 in S``, ``max(S)``), words in quotes, which can only be
compared (``pattern == 'geometric'``), and values: ``G(n)``, ``G(2*n + 1)``, for all n at which they
are defined.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from mexplore.discover.surveys.statement_reader import read_condition
from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.evaluating import evaluate
from mexplore.rules.arithmetic.meanings import OF_LAWS, OF_ROWS, OF_TEXTS

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
                found[name] = tree.listing(_number(entry) for entry in value)
            elif isinstance(value, int):
                found[name] = _number(value)
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


def _number(value: int) -> tree.Node:
    return tree.Number(value) if value >= 0 else tree.Unary("-", tree.Number(-value))


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
    """The tree with names in the place of calls."""
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
