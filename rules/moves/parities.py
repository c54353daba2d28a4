"""Whether every move changes the parity of the number of tokens, by the shape of the rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.guards import tests_of
from mexplore.rules.arithmetic.reading import read_expression
from mexplore.rules.arithmetic.residue_lines import NoLine
from mexplore.rules.errors import MexploreError
from mexplore.rules.moves.relations import Splitting, Unlisted, relations_of
from mexplore.rules.moves.residue_options import by_residues
from mexplore.rules.moves.written import as_expression

if TYPE_CHECKING:
    from mexplore.rules.rule import Rule

MOST_TERMS = 10  # numbers of unknown parity in one option
MOST_LOOPS = 3  # in one list
FARTHEST = 2000  # heaps that are looked at one by one

Bits = Mapping[tree.Node, int]
"""The parities of names, and of terms about which no more is known."""

_N = tree.Name("n")


def flips_parity(rule: Rule) -> bool:
    """Whether every move from n leaves a total of n plus an odd number, as the shape shows.

    >>> from mexplore.rules.notation import parse_rule
    >>> texts = ["0.70[70]", "n -> [(k, n - k - 1) for k in range(n)]", "subtract(1, 2)"]
    >>> [flips_parity(parse_rule(text)) for text in texts]
    [True, True, False]
    """
    return all(_part_flips(part) for part in rule.alternatives())


def odd_heaps_move(rule: Rule) -> bool:
    """Whether every heap of an odd number of tokens has a move, as far as the shape shows.

    >>> from mexplore.rules.notation import parse_rule
    >>> odd_heaps_move(parse_rule("subtract(1, 5)")), odd_heaps_move(parse_rule("subtract(3)"))
    (True, False)
    """
    firsts = [_first_with_moves(part) for part in rule.alternatives()]
    first = min((f for f in firsts if f is not None), default=FARTHEST + 1)
    return first <= FARTHEST and all(_has_option(rule, n) for n in range(1, first, 2))


def _has_option(rule: Rule, n: int) -> bool:
    return next(rule.options(n), None) is not None


def _part_flips(part: Rule) -> bool:
    relations = relations_of(part)
    if not isinstance(relations, Unlisted):
        return all(_removes_odd(move) for move in relations)
    written = as_expression(part)
    return written is not None and _list_flips(written, ())


def _removes_odd(move: object) -> bool:
    return isinstance(move, Splitting) and move.first % 2 == 1 and move.step % 2 == 0


# -- lists of options --------------------------------------------------------------------------


def _list_flips(body: tree.Node, known: tuple[tree.Node, ...]) -> bool:
    """Whether all entries differ from n by an odd number where the known conditions hold."""
    match body:
        case tree.Listing(items):
            return all(_item_flips(item, known) for item in items)
        case tree.Binary("+", left, right):
            return _list_flips(left, known) and _list_flips(right, known)
        case tree.Choice(test, yes, no):
            other = (*known, tree.Unary("not", test))
            return _list_flips(yes, (*known, test)) and _list_flips(no, other)
        case tree.Comprehension(item, clauses):
            return _item_flips(item, (*known, *_conditions(clauses)))
        case _:
            return False


def _conditions(clauses: tuple[tree.Clause, ...]) -> Iterator[tree.Node]:
    """What holds of the names of loops: their conditions, and what their lists say of parities."""
    for clause in clauses:
        k = tree.Name(clause.name)
        match clause.source:
            case tree.Call("divisors", (number,)):
                yield _equal(tree.Binary("%", number, k), tree.Number(0))
            case tree.Call("range", (start, _, tree.Number(step))) if step % 2 == 0 and step:
                yield _equal(tree.Binary("%", tree.Binary("-", k, start), _TWO), tree.Number(0))
        yield from clause.tests


def _equal(left: tree.Node, right: tree.Node) -> tree.Node:
    return tree.Comparison(left, ("==",), (right,))


_TWO = tree.Number(2)


def _item_flips(item: tree.Node, known: tuple[tree.Node, ...]) -> bool:
    match item:
        case tree.Choice(test, yes, no):
            other = (*known, tree.Unary("not", test))
            return _item_flips(yes, (*known, test)) and _item_flips(no, other)
        case tree.Heap(heaps):
            total = _sum(heaps)
        case tree.Repeated() | tree.Together() | tree.Gathered():
            return False
        case _:
            total = item
    return _always_odd(tree.Binary("-", _N, total), known)


def _sum(heaps: tuple[tree.Node, ...]) -> tree.Node:
    total: tree.Node = tree.Number(0)
    for heap in heaps:
        total = tree.Binary("+", total, heap)
    return total


def _always_odd(number: tree.Node, known: tuple[tree.Node, ...]) -> bool:
    """Whether a number is odd for all parities of its terms that the conditions leave open."""
    tests = [_as_equation(inner) for test in known for inner in tests_of(test)]
    found = [*_terms(number), *(term for test in tests for term in _terms_of_test(test))]
    terms = list(dict.fromkeys(found))
    if len(terms) > MOST_TERMS:
        return False
    for chosen in product((0, 1), repeat=len(terms)):
        bits = dict(zip(terms, chosen, strict=True))
        if all(_may_hold(test, bits) for test in tests) and not _bit(number, bits):
            return False
    return True


def _terms(number: tree.Node) -> Iterator[tree.Node]:
    """The terms on whose parities that of the number depends, as `_bit` reads it."""
    match number:
        case tree.Number():
            return
        case tree.Binary("+" | "-" | "*" | "^", _, _) | tree.Unary("-"):
            for part in number.children():
                yield from _terms(part)
        case tree.Binary("%", left, tree.Number(m)) if m and m % 2 == 0:
            yield from _terms(left)
        case _:
            yield number


def _bit(number: tree.Node, bits: Bits) -> int:
    """The parity of the number."""
    match number:
        case tree.Number(value):
            return value % 2
        case tree.Binary("+" | "-" | "^", left, right):
            return _bit(left, bits) ^ _bit(right, bits)
        case tree.Binary("*", left, right):
            return _bit(left, bits) & _bit(right, bits)
        case tree.Unary("-", operand):
            return _bit(operand, bits)
        case tree.Binary("%", left, tree.Number(m)) if m and m % 2 == 0:
            return _bit(left, bits)
        case _:
            return bits[number]


def _as_equation(test: tree.Node) -> tree.Node:
    """``not a % b`` as ``a % b == 0``, and ``a % 2`` as ``a % 2 == 1``; others as they are."""
    match test:
        case tree.Unary("not", tree.Binary("%", _, _) as rest):
            return _equal(rest, tree.Number(0))
        case tree.Binary("%", _, tree.Number(2)):
            return _equal(test, tree.Number(1))
        case tree.Comparison(tree.Binary("%", _, tree.Number(2)) as bit, ("!=",), (right,)) | (
            tree.Unary(
                "not",
                tree.Comparison(tree.Binary("%", _, tree.Number(2)) as bit, ("==",), (right,)),
            )
        ) if right in (tree.Number(0), tree.Number(1)):
            return _equal(bit, tree.Number(int(right == tree.Number(0))))
        case _:
            return test


def _terms_of_test(test: tree.Node) -> Iterator[tree.Node]:
    """The terms on whose parities it depends whether the condition may hold."""
    parts: tuple[tree.Node, ...]
    match test:
        case tree.Comparison(tree.Binary("%", left, right), ("==",), (tree.Number(0),)):
            parts = (left, right, tree.Binary("//", left, right))
        case tree.Comparison(tree.Call("gcd", (left, right)), ("==",), (tree.Number(1),)):
            parts = (left, right)
        case tree.Comparison(left, ("==",), (right,)):
            parts = (left, right)
        case _:
            return
    for part in parts:
        yield from _terms(part)


def _may_hold(test: tree.Node, bits: Bits) -> bool:
    """Whether a condition may hold of numbers with these parities; False only where it cannot."""
    match test:
        case tree.Comparison(tree.Binary("%", left, right), ("==",), (tree.Number(0),)):
            # left = right*q with q = left // right.
            quotient = _bit(tree.Binary("//", left, right), bits)
            return _bit(left, bits) == _bit(right, bits) & quotient
        case tree.Comparison(tree.Call("gcd", (left, right)), ("==",), (tree.Number(1),)):
            return bool(_bit(left, bits) | _bit(right, bits))
        case tree.Comparison(left, ("==",), (right,)):
            return _bit(left, bits) == _bit(right, bits)
        case _:
            return True


# -- heaps that have a move ----------------------------------------------------------------------


def _first_with_moves(part: Rule) -> int | None:
    """A number from which on every odd heap has a move of this part; None where none is seen."""
    relations = relations_of(part)
    if not isinstance(relations, Unlisted):
        found = [_legal_from(move) for move in relations if isinstance(move, Splitting)]
        return min((first for first in found if first is not None), default=None)
    written = as_expression(part)
    lists = [] if written is None else _witnesses(written)
    found = [_moves_from(one) for one in lists]
    return min((first for first in found if first is not None), default=None)


def _legal_from(move: Splitting) -> int | None:
    """A number from which on the move is legal for every odd heap."""
    if move.heaps == 0:
        return move.first if move.step == 1 or (move.step == 2 and move.first % 2) else None
    if move.suffix and (move.heaps == 1 or move.suffix == "="):
        return None
    # So many tokens are left that the heaps can be 1, 2, 3, ... and more.
    return max(move.first, 0) + move.heaps * (move.heaps + 1) // 2 + 1


def _moves_from(body: tree.Node) -> int | None:
    """A number from which on a list without loops has a legal entry for every odd n."""
    try:
        found = by_residues(body)
    except (NoLine, MexploreError):
        return None
    odd = [r for r in range(found.modulus) if found.modulus % 2 or r % 2]
    return found.start if all(found.classes[r] for r in odd) else None


_TRIED = ("1", "n", "0", "n - 1", "n // 2", "2")


def _witnesses(body: tree.Node) -> Iterator[tree.Node]:
    """Lists without loops whose entries are among those of the list: loops at one number."""
    yield body
    match body:
        case tree.Binary("+", left, right):
            yield from _witnesses(left)
            yield from _witnesses(right)
        case tree.Choice(test, yes, no):
            yield from (tree.Choice(test, one, tree.listing([])) for one in _witnesses(yes))
            yield from (tree.Choice(test, tree.listing([]), one) for one in _witnesses(no))
        case tree.Comprehension(item, (clause, *others)) if len(others) < MOST_LOOPS:
            for text in _TRIED:
                k = {clause.name: read_expression(text, ("n",))}
                inner = [tree.substitute(other, k) for other in others]
                rest = tree.Comprehension(tree.substitute(item, k), tuple(_clauses(inner)))
                one = rest if inner else tree.listing([rest.item])
                for tests in _inside(clause, k[clause.name]):
                    yield from (_where(tests, witness) for witness in _witnesses(one))


def _clauses(nodes: list[tree.Node]) -> Iterator[tree.Clause]:
    yield from (node for node in nodes if isinstance(node, tree.Clause))


def _inside(clause: tree.Clause, k: tree.Node) -> Iterator[tuple[tree.Node, ...]]:
    """The conditions that k is among the numbers of the loop; none where they are not known."""
    tests = tuple(tree.substitute(test, {clause.name: k}) for test in clause.tests)
    match clause.source:
        case tree.Call("range", (stop,)):
            yield (_less(tree.Number(0), k, "<="), _less(k, stop), *tests)
        case tree.Call("range", (start, stop)):
            yield (_less(start, k, "<="), _less(k, stop), *tests)
        case tree.Call("range", (start, stop, tree.Number(step))) if step:
            steps = tree.Binary("%", tree.Binary("-", k, start), tree.Number(step))
            on_step = _equal(steps, tree.Number(0))
            yield (_less(start, k, "<="), _less(k, stop), on_step, *tests)
        case tree.Call("divisors", (number,)) if number == _N:
            divides = _equal(tree.Binary("%", number, k), tree.Number(0))
            yield (_less(tree.Number(0), k), divides, *tests)


def _where(tests: tuple[tree.Node, ...], body: tree.Node) -> tree.Node:
    """The list where the conditions hold, and no entry elsewhere."""
    for test in reversed(tests):
        body = tree.Choice(_plain(test), body, tree.listing([]))
    return body


def _less(left: tree.Node, right: tree.Node, sign: str = "<") -> tree.Node:
    return tree.Comparison(left, (sign,), (right,))


def _plain(node: tree.Node) -> tree.Node:
    """The same for n >= 1, where n % 1 and n % n are 0 and n // n is 1."""
    node = tree.with_children(node, _plain)
    match node:
        case tree.Binary("%", _, tree.Number(1)):
            return tree.Number(0)
        case tree.Binary("%", left, right) if left == right == _N:
            return tree.Number(0)
        case tree.Binary("//", left, right) if left == right == _N:
            return tree.Number(1)
        case tree.Binary("//", left, tree.Number(1)):
            return left
        case tree.Call("gcd", (tree.Number(1), _) | (_, tree.Number(1))):
            return tree.Number(1)
        case _:
            return node
