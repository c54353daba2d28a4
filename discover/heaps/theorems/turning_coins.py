"""Games that turn coins: Mock Turtles and the Ruler game."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from string import ascii_lowercase
from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.heaps.patterns.named.pattern import Named
from mexplore.discover.study.theorem import Inapplicable, OneLaw
from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.reading import read_options
from mexplore.rules.moves.written import in_plain_words, lists_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mexplore.rules.rule import Rule


NOTHING, ONE, TWO = "nothing", "one", "two"

_PARTS = {
    "[0]": {NOTHING},
    "[a for a in range(n)]": {NOTHING, ONE},
    "[a for a in range(1, n)]": {ONE},
    "[(0, a) for a in range(n)]": {NOTHING, ONE},
    "[(0, a) for a in range(1, n)]": {ONE},
    "[(a, b) for a in range(n) for b in range(n)]": {NOTHING, ONE, TWO},
    "[(a, b) for a in range(n) for b in range(a, n)]": {NOTHING, ONE, TWO},
    "[(a, b) for a in range(n) for b in range(a + 1, n)]": {ONE, TWO},
    "[(a, b) for a in range(n) for b in range(a)]": {ONE, TWO},
    "[(a, b) for a in range(n) for b in range(a + 1)]": {NOTHING, ONE, TWO},
    "[(a, b) for a in range(1, n) for b in range(1, n)]": {TWO},
    "[(a, b) for a in range(1, n) for b in range(a, n)]": {TWO},
    "[(a, b) for a in range(1, n) for b in range(a + 1, n)]": {TWO},
    "[(a, b) for a in range(1, n) for b in range(a)]": {ONE, TWO},
    "[(a, b) for a in range(1, n) for b in range(1, a)]": {TWO},
    "[(a, b) for a in range(2, n) for b in range(1, a)]": {TWO},
}
"""What the parts of a list leave for every n: nothing, each smaller heap, each two of them. Two
equal heaps are worth nothing; where there are some only for larger n, nothing is not counted."""

_IN_A_ROW = (
    "[tuple(range(n - a, n)) for a in range(n)]",
    "[tuple(range(n - a, n)) for a in range(n + 1)]",
    "[tuple(range(a, n)) for a in range(n + 1)]",
    "[tuple(range(a, n)) for a in range(1, n + 1)]",
    "[tuple(range(n - a + 1, n)) for a in range(1, n + 1)]",
    "[tuple(n - b for b in range(1, a)) for a in range(1, n + 1)]",
    "[tuple(n - b for b in range(1, a + 1)) for a in range(n)]",
)

_TURTLES = Named("2*(n - 1) + Mod(popcount(n - 1) + 1, 2)", 1)
_RULER = Named("2**v2(n)", 1)


class TurningCoins(OneLaw["Named"]):
    """**Statement.** A heap of n >= 1 stands for a coin at the place n that shows heads: a move
    turns it over, and other coins to the left of it, each of which is a heap in the sum.

    *Mock Turtles.* Let the moves from n >= 1 be to nothing, to any one heap a < n, and to any two
    heaps a < b < n. Then G(n) is the n-th number with an odd number of binary digits 1: 2*(n - 1)
    or 2*(n - 1) + 1.

    *Ruler.* Let the moves from n >= 1 be to the heaps n - 1, n - 2, ..., n - k together, for every
    k with 0 <= k < n. Then G(n) is the largest power of 2 that divides n.

    **Proof.** *Mock Turtles.* Call numbers with an odd number of digits 1 odious, the others evil,
    and let o(m) be the odious one of 2*m and 2*m + 1; o increases. Put m = n - 1. By induction the
    options have the values 0, o(a) for a < m, and o(a) xor o(b) for a < b < m. *o(m) is none of
    them*: it is not 0, and no earlier o(a), and the xor of two odious numbers is evil. *Every
    v < o(m) is one.* Let u = floor(v/2), so that u <= m. If v is odious, v = o(u), and u < m. If v
    is evil and not 0, u is not 0, and it is enough that u = a xor b with a, b < m: o(a) xor o(b) is
    evil, has the same digits above the last one, and so is v. If u < m, take a = u, b = 0. If
    u = m, then v = 2*m and o(m) = 2*m + 1, so that m is evil and has two digits 1 or more: take for
    a the highest one, and b = m - a.

    *Ruler.* By induction the value of the option to n - 1, ..., n - k is P(n - 1)
    xor P(n - 1 - k), where P(j) is the xor of 2^v2(i) over 1 <= i <= j. P(j) = j xor floor(j/2),
    the Gray code, as both are 0 for j = 0 and from j - 1 to j both change the digit v2(j) alone.
    The Gray code takes different numbers to different numbers, and those below 2^v to those below
    2^v. Let 2^v be the largest power of 2 that divides n. *2^v is not the value of an option*: it
    would be P(j) = P(n - 1) xor 2^v = P(n) for some j < n. *Every w < 2^v is one*: the numbers
    j = n - 2^v + i, 0 <= i < 2^v, agree in the digits from v on, which are those of an even number
    times 2^v; so the last v digits of P(j) are those of the Gray code of i, which takes all
    values, and so does P(n - 1) xor P(j) among the numbers below 2^v. ∎

    Without the move to nothing the first is another game: G(1) = 0 there. With three coins to the
    left or more no formula is known; with one coin it is Nim.
    """

    name: ClassVar[str] = "turning coins"
    source: ClassVar[str] = (
        "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways (1982), chapter 14; proof in "
        "full in discover/heaps/theorems/turning_coins.py"
    )
    statement: ClassVar[str] = (
        "If a heap of n may become nothing, any smaller heap, or any two smaller heaps, G(n) is "
        "the n-th number with an odd number of binary digits 1; if it may become the heaps n - 1, "
        "..., n - k together for any k < n, G(n) is the largest power of 2 that divides n."
    )
    about: ClassVar[tuple[str, ...]] = ("named",)

    def hypotheses(self, rule: Rule) -> Named | Inapplicable:
        if is_ruler(rule):
            return _RULER
        written = in_plain_words(rule)
        left: set[str] = set()
        for part in () if written is None else lists_of(written):
            left |= _parts().get(_renamed(part), {"other moves"})
        if left != {NOTHING, ONE, TWO}:
            return Inapplicable("the moves are not to any two smaller heaps, or fewer")
        return _TURTLES

    def instead(self, shape: Named) -> str:
        return f"the values are {shape.formula}"


def is_ruler(rule: Rule) -> bool:
    """Whether the moves leave the heaps n - 1, n - 2, ..., n - k together.

    >>> from mexplore.rules.notation import parse_rule
    >>> is_ruler(parse_rule("n -> [tuple(range(n - k, n)) for k in range(n)]"))
    True
    """
    written = in_plain_words(rule)
    return written is not None and _renamed(written) in _in_a_row()


def _renamed(body: tree.Node) -> tree.Node:
    """A list with its loop variables called a, b, ... in the order of the loops, and (b, a), which
    is the same two heaps, as (a, b)."""
    if not isinstance(body, tree.Comprehension):
        return body
    bound = list(_bound(body))
    if len(set(bound) | {"n"}) <= len(bound):
        return body
    found = tree.renamed(body, dict(zip(bound, ascii_lowercase, strict=False)))
    swapped = tree.Heap((tree.Name("b"), tree.Name("a")))
    if isinstance(found, tree.Comprehension) and found.item == swapped:
        return replace(found, item=tree.Heap(swapped.items[::-1]))
    return found


def _bound(body: tree.Node) -> Iterator[str]:
    """The loop variables, those of inner lists last."""
    if isinstance(body, tree.Comprehension):
        yield from (clause.name for clause in body.clauses)
    for child in body.children():
        yield from _bound(child)


@cache
def _parts() -> dict[tree.Node, frozenset[str]]:
    return {_renamed(_read(text)): frozenset(left) for text, left in _PARTS.items()}


@cache
def _in_a_row() -> frozenset[tree.Node]:
    return frozenset(_renamed(_read(text)) for text in _IN_A_ROW)


def _read(text: str) -> tree.Node:
    return read_options(text, ("n",), whole=text, at=0)
