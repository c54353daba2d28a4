"""The reader of statements about values at several n: one grammar of formulas in n and in G."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar

from mexplore.discover.heaps.relations.logarithms import without_logarithm
from mexplore.discover.heaps.relations.words import parts, plain
from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.formulas import (
    FORMULA_BUILDERS,
    FormulaReader,
    FormulaSyntaxError,
    is_condition,
    logarithm_of,
)
from mexplore.rules.arithmetic.guards import least_heap, tests_of
from mexplore.rules.arithmetic.syntax import IFF, IMPLIES
from mexplore.rules.dataclass import dataclass
from mexplore.rules.text.sentences import refuse_too_long

WRITE = "write 'G(n + 12) = G(n) for n >= 71', 'G(n) <= 9' or 'lost(n) iff n mod 7 in {0, 2}'"

LARGEST_BITS = 10_000
"""Of a number that is worked out."""


@dataclass(frozen=True)
class Relation:
    """A condition on n and on values: under the ``conditions``, the ``claim`` holds. The names in
    them are ``n`` and those of ``terms``, each of which is G at the formula in n that it names.

    It says something of the n at which all that it speaks of has a value: of ``G(n) = G(n - 7)``
    those are the n >= 7, of ``G(n/2) = 0`` the even n.
    """

    claim: tree.Node
    conditions: tuple[tree.Node, ...]
    terms: Mapping[str, tree.Node]

    @cached_property
    def whole(self) -> tree.Node:
        """The conditions imply the claim."""
        unless = tuple(tree.Unary("not", each) for each in self.conditions)
        return tree.Logic("or", (*unless, self.claim)) if unless else self.claim

    @property
    def lost_where(self) -> tree.Node | None:
        """The condition on n alone of 'lost(n) iff ...', said of all n; None for others."""
        match self.claim:
            case tree.Logic("or", (tree.Logic("and", (lost, condition)), _)):
                lost_n = tree.Comparison(tree.Name("G(n)"), ("==",), (tree.Number(0),))
                alone = lost == lost_n and not self.conditions and len(self.terms) == 1
                return condition if alone and "G(n)" not in _names_in(condition) else None
            case _:
                return None

    @property
    def from_start(self) -> bool:
        """Whether the conditions say no more than from which n on it holds."""
        tests = [test for each in self.conditions for test in tests_of(each)]
        return all(least_heap(test) is not None for test in tests)

    @cached_property
    def start(self) -> int:
        """No smaller n meets the conditions."""
        tests = [test for each in self.conditions for test in tests_of(each)]
        return max([0, *(least for test in tests if (least := least_heap(test)) is not None)])


def _names_in(node: tree.Node) -> set[str]:
    own = {node.name} if isinstance(node, tree.Name) else set()
    return own.union(*map(_names_in, node.children()))


def read_relation(text: str) -> Relation:
    """The statement that the text is.

    >>> found = read_relation("G(2n) = G(n) + 1 when n mod 3 = 0, n >= 6")
    >>> str(found.claim), [str(each) for each in found.conditions], found.start
    ('G(2 * n) == G(n) + 1', ['n % 3 == 0', '6 <= n'], 6)
    >>> str(read_relation("lost(n) iff n odd").claim)
    'G(n) == 0 and n % 2 == 1 or not G(n) == 0 and not n % 2 == 1'

    Raises RuleSyntaxError, with the place in the `plain` text, for others.
    """
    refuse_too_long(text)
    found = plain(text)
    claim, conditions = parts(found)
    name = _variable(found)
    terms: dict[str, tree.Node] = {}

    def read(part: str, *, number: bool = False) -> tree.Node:
        at = max(found.find(part), 0)
        reader = StatementReader(part, found, at, (name,), terms)
        built = reader.read()
        if not is_condition(built):
            if not number or terms:
                reader.refuse(at, "a comparison is missing here", f"write one such as {name} >= 1")
            built = tree.Comparison(reader.value_at(tree.Name("n")), ("==",), (built,))
        return built

    made = read(claim, number=True)
    others = tuple(test for each in conditions for test in tests_of(read(each)))
    if not terms:
        raise FormulaSyntaxError(found, 0, "this says nothing of the values", WRITE)
    return Relation(made, others, MappingProxyType(terms))


def _variable(text: str) -> str:
    """What n is called: another letter, where it is the only one."""
    letters = set(re.findall(r"(?<![A-Za-z_])[a-z](?![A-Za-z_(])", text))
    return letters.pop() if len(letters) == 1 else "n"


class StatementReader(FormulaReader):
    """Formulas and conditions, with G(...), lost(...), won(...), logarithms that are compared, and
    what people write besides Python's own signs. G at a formula becomes a name among ``terms``."""

    prepares: ClassVar[bool] = True

    def __init__(
        self, text: str, whole: str, at: int, names: tuple[str, ...], terms: dict[str, tree.Node]
    ) -> None:
        super().__init__(text, whole, at, names)
        self.terms = terms
        self.within = False  # whether an argument of G is read

    @property
    def builders(self) -> Mapping[type[ast.expr], Callable[[Any, Any], tree.Node]]:
        return _BUILDERS

    def is_factor(self, name: str) -> bool:
        return name in self.names

    def name(self, node: ast.Name) -> tree.Node:
        if node.id == "G":
            self.refuse_at(node, "G stands without an argument", "write G(n)")
        found = super().name(node)
        return tree.Name("n") if isinstance(found, tree.Name) else found

    def call(self, node: ast.Call) -> tree.Node:
        word = node.func.id if isinstance(node.func, ast.Name) else ""
        if word in ("G", "lost", "won") and len(node.args) == 1:
            return self.about_values(word, node)
        if word in (IMPLIES, IFF) and len(node.args) == 2:
            one, other = (self.truth(side) for side in node.args)
            not_one = tree.Unary("not", one)
            if word == IMPLIES:
                return tree.Logic("or", (not_one, other))
            both, neither = (one, other), (not_one, tree.Unary("not", other))
            return tree.Logic("or", (tree.Logic("and", both), tree.Logic("and", neither)))
        logarithm = logarithm_of(node)
        if logarithm is not None:
            return tree.Call("log", tuple(self.number(part) for part in logarithm))
        return super().call(node)

    def about_values(self, word: str, node: ast.Call) -> tree.Node:
        """The value at a formula in n, or whether it is 0."""
        if self.within:
            self.refuse_at(
                node, "G stands within G", "write G at formulas in n, such as G(2*n + 1)"
            )
        self.within = True
        value = self.value_at(self.number(node.args[0]))
        self.within = False
        if word == "G":
            return value
        return tree.Comparison(value, ("==" if word == "lost" else "!=",), (tree.Number(0),))

    def value_at(self, argument: tree.Node) -> tree.Name:
        """The name of a value."""
        name = tree.Name(f"G({argument})")
        self.terms[name.name] = argument
        return name

    def compared(self, node: ast.Compare) -> tree.Node:
        sides: list[ast.expr] = [node.left, *node.comparators]
        links: list[tree.Node] = []
        for i, op in enumerate(node.ops):
            left, right = sides[i], sides[i + 1]
            if isinstance(op, ast.In | ast.NotIn):
                links.append(self.among(left, right, inside=isinstance(op, ast.In)))
                continue
            single = ast.Compare(left, [op], [right])
            ast.copy_location(single, node)
            found = super().compared(single)
            assert isinstance(found, tree.Comparison)
            links.append(without_logarithm(found, lambda problem: self.refuse_at(node, problem)))
        return links[0] if len(links) == 1 else tree.Logic("and", tuple(links))

    def among(self, left: ast.expr, right: ast.expr, *, inside: bool) -> tree.Node:
        """``n % 7 in {0, 2}``."""
        if not isinstance(right, ast.Set | ast.List | ast.Tuple):
            self.refuse_at(right, "a list of numbers is needed here", "write n % 7 in {0, 2}")
        value = self.number(left)
        equal = (tree.Comparison(value, ("==",), (self.number(each),)) for each in right.elts)
        found = tree.Logic("or", tuple(equal))
        return found if inside else tree.Unary("not", found)

    def joined_by_sign(self, node: ast.BinOp) -> tree.Node:
        """A quotient of logarithms is one to another base. Numbers are worked out, and between two
        of them ``^`` is a power: 10^18."""
        logarithm = logarithm_of(node)
        if logarithm is not None:
            return tree.Call("log", tuple(self.number(part) for part in logarithm))
        literal = isinstance(node.left, ast.Constant) and isinstance(node.right, ast.Constant)
        if literal and isinstance(node.op, ast.BitXor):
            node = ast.copy_location(ast.BinOp(node.left, ast.Pow(), node.right), node)
        return _worked_out(super().binary(node))


def _worked_out(node: tree.Node) -> tree.Node:
    """A number in place of a sum, a product or a power of numbers that is not too large."""
    match node:
        case tree.Binary("+", tree.Number(a), tree.Number(b)):
            return tree.Number(a + b)
        case tree.Binary("*", tree.Number(a), tree.Number(b)):
            return tree.Number(a * b)
        case tree.Binary("**", tree.Number(a), tree.Number(b)) if b * a.bit_length() < LARGEST_BITS:
            return tree.Number(a**b)
        case _:
            return node


_BUILDERS: Mapping[type[ast.expr], Callable[[Any, Any], tree.Node]] = MappingProxyType(
    {
        **FORMULA_BUILDERS,
        ast.Name: StatementReader.name,
        ast.Call: StatementReader.call,
        ast.Compare: StatementReader.compared,
        ast.BinOp: StatementReader.joined_by_sign,
    }
)
