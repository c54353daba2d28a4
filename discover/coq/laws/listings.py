"""Lists of options in n as Coq reads them: periods, and automata that explore windows."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.coq.expressions import Untranslated, options_term
from mexplore.discover.coq.law import CoqLaw, numbers, periodic
from mexplore.discover.coq.translation import Translation
from mexplore.discover.heaps.patterns.automatic.product import Product
from mexplore.discover.heaps.theorems.residue_window import (
    ResidueWindow,
    first_and_common,
    listing_of,
)
from mexplore.discover.heaps.theorems.window_product import WindowProduct
from mexplore.discover.study.theorem import AnyTheorem, Inapplicable
from mexplore.rules.errors import TooLarge

if TYPE_CHECKING:
    from mexplore.discover.heaps.patterns.automatic.pattern import Automatic
    from mexplore.discover.heaps.patterns.periodic import Periodic
    from mexplore.rules.moves.residue_options import ResidueOptions
    from mexplore.rules.rule import Rule


def listed_game(rule: Rule) -> str | Inapplicable:
    """The rule as a term of the library."""
    body = listing_of(rule)
    if body is None:
        return Inapplicable("the rule is no list of options in n")
    try:
        return f"expression {options_term(body)}"
    except Untranslated as why:
        return Inapplicable(f"the library of Coq proofs has no term for the rule: {why}")


class PeriodOfListing(Translation["tuple[Rule, ResidueOptions]", "Periodic"]):
    """A period of a rule whose options depend on the residue of n."""

    of_theorem: ClassVar[type[AnyTheorem]] = ResidueWindow

    def law(self, shape: tuple[Rule, ResidueOptions], claim: Periodic) -> CoqLaw | Inapplicable:
        rule, options = shape
        game = listed_game(rule)
        if isinstance(game, Inapplicable):
            return game
        n0, p, m = claim.preperiod, claim.period, options.modulus
        first, common = first_and_common(options, claim)
        q = -(-first // m) + 1  # from n = m*q on every heap lies in the periodic part
        values = m * q + common
        return CoqLaw(
            ("Evaluate", "Expression", "ResidueWindow"),
            game,
            periodic(n0, p, claim.saltus),
            f"residue_law _ {m} {q} {p} {n0} {m * q} {common}",
            "apply expression_exists.",
            values,
            values * 5e-6 * max(map(len, options.classes)),
        )


class AutomatonOfListing(Translation["tuple[Rule, ResidueOptions]", "Automatic"]):
    """An automaton that reads the digits of n."""

    of_theorem: ClassVar[type[AnyTheorem]] = WindowProduct

    def law(self, shape: tuple[Rule, ResidueOptions], claim: Automatic) -> CoqLaw | Inapplicable:
        game = listed_game(shape[0])
        if isinstance(game, Inapplicable):
            return game
        try:
            return _automatic(Product(*shape, claim), game)
        except TooLarge as why:
            return Inapplicable(str(why))


def _automatic(product: Product, game: str) -> CoqLaw:
    """The law with the places of the windows."""
    claim, m, slopes = product.claim, product.shape.modulus, product.windows.slopes
    least = max(product.first, *(m * -(-s.back * s.c // (s.a * m)) for s in slopes))
    classes_from = -(-least // m)
    places = [f"({s.a * m // s.c}, {j})" for s in slopes for j in range(-s.back, s.ahead + 1)]
    count = sum(len(level.rows) for level in product.windows.levels(m * classes_from))
    k, first = claim.base, m * classes_from
    table = numbers(target for row in claim.transitions for target in row)
    automaton = f"{k} {table} {numbers(claim.outputs)}"
    return CoqLaw(
        ("Evaluate", "Expression", "Windows"),
        game,
        f"forall n, G n = automatic {automaton} n",
        f"automatic_law _ {automaton}\n"
        f"    {m} {classes_from} [{'; '.join(places)}]%Z {k * (first + count) + count + 1}",
        "apply expression_exists.",
        first + count,
        (first + count) * k * len(places) * 2e-5,
    )
