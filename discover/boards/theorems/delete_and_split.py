"""Two heaps, of which one is deleted and the other is split."""

from __future__ import annotations

from typing import ClassVar

from mexplore.discover.boards.patterns.formula import FormulaLaw
from mexplore.discover.boards.patterns.pattern import BoardLaw
from mexplore.discover.boards.theorems.moves.reading import X, Y, disjuncts, entries_of
from mexplore.discover.boards.theorems.theorem import LawOfMoves
from mexplore.discover.outcomes.moves.bounds import NotSeen
from mexplore.discover.outcomes.moves.conditions import Affine
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.boards.board import Board

ONE_LESS, SPLIT = "v2((x | y) + 1)", "v2((max(x, 1) - 1 | max(y, 1) - 1) + 1)"
"""The values where one token is taken and the rest is split into any two heaps, and where all of a
heap is split into two heaps that are not empty."""


class DeleteAndSplit(LawOfMoves[FormulaLaw]):
    """**Statement.** Let the moves from (x, y) be to all (a, b), a, b >= 0, with a + b = x - 1,
    and to all with a + b = y - 1. Then G(x, y) = v2((x | y) + 1): the least j for which the
    digits of 2^j in x and in y, written in base 2, are both 0. If the moves are to all (a, b),
    a, b >= 1, with a + b = x, and to all with a + b = y, the same holds with x - 1 and y - 1 in
    the place of x, y >= 1; a heap of 0 is like one of 1.

    **Proof.** Let F(a, b) = v2((a | b) + 1). *For given s >= 0 some a + b = s has F(a, b) = j
    if and only if the digit of 2^j in s + 1 is 1.* F(a, b) = j says that the digits of 2^j are
    0 in a and b, and that of the last j digits of a and b, for each place, one is 1 at least.
    Let a', b' be the numbers of these last digits. a' + b' is the sum of a' | b' = 2^j - 1 and
    of a' & b', which may be any number from 0 to 2^j - 1; so a' + b' runs through 2^j - 1, ...,
    2^(j+1) - 2 and takes no other value. The digits before that of 2^j are any numbers, so that
    s is such a sum exactly if it is of this size modulo 2^(j+1), for then what is left of s is
    a multiple of 2^(j+1), and goes to a. And this says that s + 1 modulo 2^(j+1) is one of 2^j,
    ..., 2^(j+1) - 1.

    With s = x - 1 and s = y - 1 the options of (x, y) have, by induction over x + y, the values
    j for which the digit of 2^j is 1 in x or in y; from a heap of 0 there is no option, and no
    digit is 1. The mex is F(x, y). The second game is the first one with a - 1, b - 1, x - 1, y
    - 1 for a, b, x, y >= 1: a + b = x says that (a - 1) + (b - 1) = (x - 1) - 1; and from a
    heap of 0 there is no option, as from one of 1. ∎

    >>> game = Board.parse("(x, y) -> [(a, x - 1 - a) for a in range(x)] "
    ...     "+ [(b, y - 1 - b) for b in range(y)]")
    >>> [claim.statement() for claim in DeleteAndSplit().claims(game)]
    ['G(x, y) = v2((x | y) + 1) for all x, y >= 0']
    """

    name: ClassVar[str] = "delete and split"
    source: ClassVar[str] = (
        "T. Abuku and K. Suetsugu, Delete Nim, J. Math. Tokushima Univ. 55 (2021) 75-81; proof in "
        "full in discover/boards/theorems/delete_and_split.py"
    )
    statement: ClassVar[str] = (
        "If one of two heaps is deleted, and the other one, less one token, split in any way, the "
        "value is the place of the last digit, in base 2, that is 0 in both sizes."
    )
    laws: ClassVar[tuple[type[BoardLaw], ...]] = (FormulaLaw,)

    def hypotheses(self, board: Board) -> FormulaLaw | Inapplicable:
        if len(board.names) != 2 or board.poisoned:
            return Inapplicable("the board has poisoned squares, or not two coordinates")
        found: dict[int, set[str]] = {0: set(), 1: set()}
        try:
            for entry in entries_of(board):
                for forms in disjuncts(entry.condition):
                    heap, least = _diagonal(entry.x, entry.y, forms, entry.names)
                    found[least].add(heap)
        except NotSeen as why:
            return Inapplicable(str(why))
        for least, text in ((0, ONE_LESS), (1, SPLIT)):
            if found[least] == {X, Y} and not found[1 - least]:
                return FormulaLaw(text)
        return Inapplicable("not both heaps may be split after the other one is deleted")


A, B = "a - least", "b - least"
"""By how much the parts are larger than the least size."""
_A, _B = Affine.name(A), Affine.name(B)


def _diagonal(a: Affine, b: Affine, forms: list[Affine], names: tuple[str, ...]) -> tuple[str, int]:
    """The heap that is split, and the least size of a part, 0 or 1: where the entry is all (a, b)
    of at least this size with a + b = x - 1, or a + b = x; `NotSeen` for any other entry."""
    if len(names) != 1:
        raise NotSeen("a move is no splitting of one heap")
    (k,) = names
    total, sign = a + b, a.coefficient(k)
    for heap, other in ((X, Y), (Y, X)):
        for least in (0, 1):
            if total != Affine.name(heap) + (least - 1) or abs(sign) != 1:
                continue
            size = _A + _B + (1 + least)
            meaning = (_A + least - a.with_names({k: 0, heap: size})) * sign
            inner = [form.with_names({heap: size, k: meaning}) for form in forms]
            free = (A, B, other)
            whole = all(_never_negative(form, free) for form in inner)
            if whole and all(_forbids(part, inner, free) for part in (A, B)[: 2 * least]):
                return heap, least
    raise NotSeen("a move is no splitting of one heap in all ways")


def _never_negative(form: Affine, names: tuple[str, ...]) -> bool:
    """Whether it is >= 0 for all names >= 0."""
    known = form.names <= set(names)
    return known and form.constant >= 0 and all(form.coefficient(name) >= 0 for name in names)


def _forbids(name: str, forms: list[Affine], names: tuple[str, ...]) -> bool:
    """Whether some form is negative wherever the part of this name is smaller by one than it may
    be, the other part being of any size from one below that on."""
    for form in forms:
        rest = form.with_names(
            {
                each: (Affine.number(-1) if each == name else Affine.name(each) - 1)
                for each in (A, B)
            }
        )
        if rest.constant < 0 and all(rest.coefficient(n) <= 0 for n in names):
            return True
    return False
