"""Nim but for finitely many heaps, anywhere: which they are, and what their moves are.

In ``n -> [n - k for k in range(1, n + 1) if n != 10**9 + 7 or k > 1]`` the heap of 10^9 + 7 is the
only one that may not become any smaller one. Conditions that compare n with a number are taken to
be false (``==``) or true (``!=``): what is left has to be Nim. The heaps that n was compared with
are the *exceptions*; the moves of each are read from the list with the number in place of n.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.loops import Loop
from mexplore.rules.arithmetic.pruning import pruned
from mexplore.rules.arithmetic.scopes import constant_of
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import MexploreError
from mexplore.rules.families.expression.normal import everywhere, legal_options
from mexplore.rules.families.expression.recognising import simple_parts
from mexplore.rules.families.subtraction.rule import as_subtraction
from mexplore.rules.families.union.rule import union_of
from mexplore.rules.moves.written import in_plain_words

if TYPE_CHECKING:
    from mexplore.rules.rule import Rule

MOST_EXCEPTIONS = 500
LISTED = 1000  # smaller exceptions are listed move by move
_N = tree.Name("n")


@dataclass(frozen=True)
class Moves:
    """The heaps that may be left: these (``all_but`` False), or every smaller one but these."""

    heaps: frozenset[int]
    all_but: bool


@lru_cache(maxsize=128)
def nim_but_for_few(rule: Rule) -> dict[int, Moves] | str:
    """The exceptions with their moves, in increasing order; or why the rule is no such game.

    >>> from mexplore.rules.notation import parse_rule
    >>> text = "n -> [n - k for k in range(1, n + 1) if not (n == 3 and k == 1)]"
    >>> nim_but_for_few(parse_rule(text))
    {3: Moves(heaps=frozenset({2}), all_but=True)}
    """
    written = in_plain_words(rule) if rule.one_heap else None
    if written is None:
        return "the moves are not listed as single heaps"
    compared: set[int] = set()
    plain = _without(written, compared)
    if not compared:
        return "no move depends on whether n is one number"
    if len(compared) > MOST_EXCEPTIONS:
        return f"there are more than {MOST_EXCEPTIONS} exceptions"
    if not _is_nim(plain):
        return "the rule is not Nim but for a few heaps"
    found = {n: _moves_of(written, n) for n in sorted(compared)}
    known = {n: moves for n, moves in found.items() if moves is not None}
    if len(known) < len(found):
        n = next(n for n in found if n not in known)
        return f"the moves of a heap of {n} are neither few nor all but a few"
    return known


@lru_cache(maxsize=128)
def idle_exceptions(body: tree.Node) -> tuple[int, ...]:
    """The heaps n >= 1 that a list compares n with, though their moves are the same without that.

    >>> from mexplore.rules.arithmetic.reading import read_options
    >>> text = "[n - k for k in range(1, n + 1) if not (n == 9 and k == 10 or n == 3 and k == 1)]"
    >>> idle_exceptions(read_options(text, ("n",), whole=text, at=0))
    (9,)
    """
    compared: set[int] = set()
    plain = _without(body, compared)
    return tuple(n for n in sorted(compared) if n and _alike(body, plain, n))


@lru_cache(maxsize=128)
def without_idle(body: tree.Node) -> tree.Node:
    """The list without the comparisons with heaps for which they change nothing."""
    idle = idle_exceptions(body)
    return _without(body, set(), idle) if idle else body


def _alike(body: tree.Node, other: tree.Node, n: int) -> bool:
    """Whether two lists are seen to have the same moves from n."""
    if n > LISTED:
        at = {"n": tree.Number(n)}
        return pruned(tree.substitute(body, at)).body == pruned(tree.substitute(other, at)).body
    try:
        return n < 0 or {*legal_options(body, "n", n)} == {*legal_options(other, "n", n)}
    except MexploreError:
        return False


def _is_nim(body: tree.Node) -> bool:
    """Whether every heap of the list may become every smaller one, and no other."""
    parts = simple_parts(everywhere(body))
    subtraction = as_subtraction(union_of(parts)) if parts else None
    return subtraction is not None and subtraction.missing == ()


def _without(node: tree.Node, compared: set[int], only: Collection[int] | None = None) -> tree.Node:
    """The expression where n is none of the numbers with which it is compared, or none of these
    alone; they are noted."""
    match node:
        case tree.Comparison(left, ("==" | "!=" as sign,), (right,)) if _N in (left, right):
            number = constant_of(right if left == _N else left)
            if number is not None and (only is None or number in only):
                compared.add(number)
                return tree.Number(int(sign == "!="))
        case tree.Comparison(left, ("in" | "not in" as sign,), (tree.Listing(items),)):
            numbers = [constant_of(item) for item in items]
            known = [number for number in numbers if number is not None]
            meant = only is None or {*known} <= {*only}
            if left == _N and len(known) == len(numbers) and meant:
                compared.update(known)
                return tree.Number(int(sign == "not in"))
    return tree.with_children(node, lambda child: _without(child, compared, only))


def _moves_of(body: tree.Node, n: int) -> Moves | None:
    """The moves of one heap; of a small one listed, of others from the list for this n."""
    if n < 0:
        return Moves(frozenset(), all_but=False)
    if n <= LISTED:
        left = {sum(heaps) for heaps in legal_options(body, "n", n)}
        if 2 * len(left) > n:
            return Moves(frozenset(range(n)) - left, all_but=True)
        return Moves(frozenset(left), all_but=False)
    there = pruned(tree.substitute(body, {"n": tree.Number(n)})).body
    return _joined(n, _lists(there))


def _lists(body: tree.Node) -> Iterable[tree.Node]:
    match body:
        case tree.Binary("+", left, right):
            return [*_lists(left), *_lists(right)]
        case _:
            return [body]


def _joined(n: int, lists: Iterable[tree.Node]) -> Moves | None:
    parts = [_listed(n, part) for part in lists]
    known = [part for part in parts if part is not None]
    if len(known) < len(parts):
        return None
    few = frozenset[int]().union(*(part.heaps for part in known if not part.all_but))
    excluded = [part.heaps for part in known if part.all_but]
    if not excluded:
        return Moves(few, all_but=False)
    return Moves(frozenset.intersection(*excluded) - few, all_but=True)


def _listed(n: int, part: tree.Node) -> Moves | None:
    """Numbers written out, or all smaller heaps but those that conditions name."""
    if isinstance(part, tree.Listing):
        numbers = [constant_of(item) for item in part.items]
        if None in numbers:
            return None
        return Moves(frozenset(m for m in numbers if m is not None and 0 <= m < n), all_but=False)
    loop = Loop.of(part)
    low, stop = (
        (constant_of(loop.low), constant_of(loop.stop)) if loop is not None else (None, None)
    )
    if loop is None or low is None or stop is None:
        return None
    falls = loop.item == tree.Binary("-", tree.Number(n), tree.Name(loop.name))
    if not falls and loop.item != tree.Name(loop.name):
        return None
    excluded, first, end = _excluded(loop), int(falls), n + int(falls)  # k = first, ..., end - 1
    left_out = max(low - first, 0) + max(end - stop, 0)
    if excluded is None or left_out > LISTED:
        return None
    excluded |= {*range(first, low), *range(stop, end)}
    heaps = {n - k if falls else k for k in excluded}
    return Moves(frozenset(m for m in heaps if 0 <= m < n), all_but=True)


def _excluded(loop: Loop) -> set[int] | None:
    """The k that conditions of the forms ``k != 3`` and ``k not in [3, 5]`` leave out."""
    found: set[int] = set()
    k = tree.Name(loop.name)
    for test in loop.tests:
        match test:
            case tree.Comparison(left, ("!=",), (right,)) if k in (left, right):
                numbers = [constant_of(right if left == k else left)]
            case tree.Comparison(left, ("not in",), (tree.Listing(items),)) if left == k:
                numbers = [constant_of(item) for item in items]
            case _:
                return None
        if None in numbers:
            return None
        found.update(number for number in numbers if number is not None)
    return found
