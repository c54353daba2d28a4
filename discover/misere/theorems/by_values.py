"""Division games and intervals between quotients that are played as Nim."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.heaps.theorems.floors_commute import FloorsCommute, Quotients
from mexplore.discover.misere.patterns.pattern import Look
from mexplore.discover.misere.patterns.types import PlayedAsNim
from mexplore.discover.misere.theorems.theorem import MisereTheorem
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.dataclass import dataclass
from mexplore.rules.misere.game import Misere
from mexplore.rules.rule import Rule, grundy_by_definition

if TYPE_CHECKING:
    from mexplore.rules.rule import Values

MOST_LOOKED_AT = 10**8  # options, about a minute


@dataclass(frozen=True)
class _Shape:
    rule: Rule
    quotients: Quotients


class TameByValues(MisereTheorem[_Shape, PlayedAsNim]):
    """**Statement.** (Theorems 7 and 9.) Let the moves from n be to one heap of any number of
    tokens between floor(n/P) and floor(n/q), for one or more pairs 2 <= q <= P (or the same with
    ceil), and let a law G(n) = G(floor(n/c)) for n >= n0 of the nim-values be proved by *floors
    commute*, with the bound N. If every heap n < N of nim-value 0 that has a move has an option of
    nim-value 1, then sums are played as Nim in misère play: a sum is lost exactly if some heap has
    a nim-value of 2 or more and the nim-sum is 0, or no heap has and the nim-sum is 1.

    **Proof.** For n >= N the proof of *floors commute* shows more than the law: n and a smaller
    heap n' (floor(n/c), or the heap that corresponds to it under ceil) have options of the same
    nim-values. So n is terminal exactly if n' is, G(n) = G(n'), and n has an option of value 1
    exactly if n' has. By induction every heap of value 0 that has a move has an option of value 1,
    and Theorem 7 (`discover.misere.theorems.ferguson`) applies: options are single heaps. ∎

    The condition held of every division game that was tried (3000 of them); no proof that it always
    does is known to the authors. It fails of n -> [n - 1, n // 2] at heap 6,
    whose options 5 and 3 have the value 2.
    """

    name: ClassVar[str] = "tame by values"
    source: ClassVar[str] = "proof in full in discover/misere/theorems/by_values.py"
    statement: ClassVar[str] = (
        "Where a law of ratio c of the nim-values is proved by floors commute: if below its bound "
        "every heap of nim-value 0 that can move has an option of value 1, sums are played as Nim "
        "in misère play."
    )
    about: ClassVar[tuple[str, ...]] = (PlayedAsNim.name,)

    def hypotheses(self, rule: Misere) -> _Shape | Inapplicable:
        if not rule.rule.one_heap:
            return Inapplicable("an option may have several heaps")
        shape = FloorsCommute().hypotheses(rule.rule)
        return shape if isinstance(shape, Inapplicable) else _Shape(rule.rule, shape)

    def bound_of(self, shape: _Shape, law: PlayedAsNim) -> int | Inapplicable:
        from mexplore.discover.heaps.patterns.geometric import Geometric

        if not isinstance(law.law, Geometric):
            return Inapplicable("no law of ratio c of the nim-values is given")
        return FloorsCommute().bound_of(shape.quotients, law.law)

    def objection(self, game: Misere, law: PlayedAsNim, bound: int, look: Look) -> str | None:
        """The law of the nim-values, and the condition, all from the options alone."""
        from mexplore.discover.study.evidence import Evidence
        from mexplore.rules.checking.shapes.listed import options_below

        if options_below(game.rule, bound, MOST_LOOKED_AT) > MOST_LOOKED_AT:
            return f"the heaps below {bound} have more than {MOST_LOOKED_AT} options to look at"
        values = grundy_by_definition(game.rule, bound)
        assert law.law is not None  # `bound_of` refuses others
        wrong = law.law.objection(Evidence(_array(values)))
        return wrong or without_answer(game.rule, values, look)


def without_answer(rule: Rule, values: list[int], look: Look) -> str | None:
    """The first heap of nim-value 0 that has a move and no option of nim-value 1, in words. The
    options are single heaps."""
    for n, value in enumerate(values):
        look(n)
        if value:
            continue
        options = [values[sum(option)] for option in rule.options(n)]
        if options and 1 not in options:
            return f"heap {n} has nim-value 0, a move, and no option of nim-value 1"
    return None


def _array(values: list[int]) -> Values:
    import numpy as np

    return np.array(values, dtype=np.uint32)
