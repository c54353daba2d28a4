"""Laws that automata decide, and lists of options in n, as Coq reads them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.automata.laws import Law, LinearTail, ResidueLaw
from mexplore.discover.automata.operations import Budget, Undecided
from mexplore.discover.automata.options import Heaps
from mexplore.discover.coq.enough import BLOCKS, NOTHING, ZEROS, Machine, enough
from mexplore.discover.coq.law import CoqLaw, Translation, numbers, periodic
from mexplore.discover.coq.laws.sets import classes_law
from mexplore.discover.coq.terms import Untranslated, game_of, options_term
from mexplore.discover.heaps.patterns._ruler_tail import RulerTail
from mexplore.discover.heaps.patterns.automatic.product import Product
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.patterns.split import SplitPeriodic
from mexplore.discover.heaps.theorems.decided_by_automata.question import question
from mexplore.discover.heaps.theorems.decided_by_automata.theorem import DecidedByAutomata
from mexplore.discover.heaps.theorems.residue_window import (
    ResidueWindow,
    first_and_common,
    listing_of,
)
from mexplore.discover.heaps.theorems.window_product import WindowProduct
from mexplore.discover.study.theorem import AnyTheorem, Inapplicable
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import TooLarge
from mexplore.rules.families.subtraction.rule import as_subtraction
from mexplore.rules.moves.relations import Splitting

if TYPE_CHECKING:
    from mexplore.discover.heaps.patterns.automatic.pattern import Automatic
    from mexplore.discover.heaps.patterns.periodic import Periodic
    from mexplore.discover.heaps.theorems.decided_by_automata.listed import Listed
    from mexplore.discover.study.pattern import Pattern
    from mexplore.rules.moves.residue_options import ResidueOptions
    from mexplore.rules.rule import Rule


_MODULES = ("Automata", "AutomataLaw", "Evaluate", "TakeAndBreak", "ManyHeaps")
MOST_STATES = 20_000
"""Automata of more states together are not written."""

MOST_SECONDS = 60.0  # to make them
FUEL = 2_000_000
SECONDS_A_STATE = 0.02


class DecidedLaw(Translation["Listed", "Pattern"]):
    """Laws that automata decide of codes whose heaps have any sizes, with digits that may repeat
    forever; and periods of subtraction sets."""

    of_theorem: ClassVar[type[AnyTheorem]] = DecidedByAutomata

    def law(self, shape: Listed, claim: Pattern) -> CoqLaw | Inapplicable:
        subtraction = as_subtraction(shape.rule)
        if subtraction is not None and isinstance(claim, Periodic):
            return classes_law(subtraction, claim)
        game = game_of(shape.rule)
        if game is None or game.partition(" ")[0] not in ("octal", "code", "repeating"):
            return Inapplicable(
                "the library of Coq proofs has automata for take-and-break codes without conditions"
            )
        try:
            return _decided(shape, claim, game)
        except Undecided as undecided:
            return Inapplicable(f"the automata were not made: {undecided.reason}")


def _decided(shape: Listed, claim: Pattern, game: str) -> CoqLaw | Inapplicable:
    deadline = working_seconds() + MOST_SECONDS
    asked = question(shape, claim)
    law = asked.law(deadline)
    law = law if isinstance(law, Inapplicable) else asked.refined(law)
    if isinstance(law, Inapplicable):
        return law
    classes = [_class(each) for each in law.classes]
    if None in classes:
        return Inapplicable("the library of Coq proofs has lines and the ruler function only")
    p, graph = law.modulus, law.graph()
    heaps = Heaps(graph, Budget(deadline=deadline))
    splits = [move for move in shape.moves if isinstance(move, Splitting)]
    most = max((move.heaps for move in splits), default=1)
    machines = [Machine.of(heaps.worth(count)) for count in range(1, max(most, 1) + 1)]
    repeats = max((move.heaps for move in splits if move.step), default=-1)
    more = [Machine.of(heaps.worth(count, or_less=True)) for count in range(repeats + 1)]
    written = Machine.of(graph)
    states = sum(len(machine.accepting) for machine in (written, *machines, *more))
    if states > MOST_STATES:
        return Inapplicable(
            f"the automata have {states} states; no more than {MOST_STATES} are exported"
        )
    pairs = [enough(p, machines[0], *both, deadline) for both in pairwise(machines)]
    lines = [
        "",
        f"Definition classes : list class :=\n  [{'; '.join(map(str, classes))}].",
        f"Definition graph : family :=\n  {written.term()}.",
        f"Definition heaps : list family :=\n  [{_lines(map(Machine.term, machines))}].",
        f"Definition enough : list (list (list (list N))) :=\n  [{_lines(map(_sets, pairs))}].",
    ]
    kind, _, listed = game.partition(" ")
    modules: tuple[str, ...] = _MODULES
    names, theorems, hints = "graph classes heaps", "automata", "enough"
    if kind == "repeating":
        levels = [NOTHING, *machines]
        fewer = [enough(p, levels[i], BLOCKS, each, deadline) for i, each in enumerate(more)]
        lines += [
            f"Definition more : list family :=\n  [{_lines(map(Machine.term, more))}].",
            f"Definition enough_more : list (list (list (list N))) :=\n"
            f"  [{_lines(map(_sets, fewer))}].",
        ]
        modules = (*_MODULES, "Repeating", "AutomataRepeating")
        names, theorems, hints = f"{names} more", "repeating", "enough enough_more"
    moves = f"(moves_from 0 {listed})" if kind == "octal" else listed
    data = f"{p} {names} {moves} {hints} {ZEROS} (N.to_nat {FUEL})"
    said, proof = _statement(claim, law, data, theorems)
    return CoqLaw(
        modules,
        game,
        said,
        proof,
        f"apply {kind}_exists. reflexivity.",
        states,
        1 + states * SECONDS_A_STATE,
        header="\n".join(lines),
        counted="automata of {} states",
    )


def _sets(found: list[list[list[int]]]) -> str:
    """The sets of each state, as a term.

    >>> _sets([[], [[3, 4], [5]]])
    '[[]; [[3; 4]; [5]]]'
    """
    return _list(_list(map(numbers, sets)) for sets in found)


def _list(parts: Iterable[str]) -> str:
    return f"[{'; '.join(parts)}]"


def _statement(claim: Pattern, law: Law, data: str, theorems: str) -> tuple[str, str]:
    """What the law says, and the theorem that proves it; ``theorems`` is how its name begins."""
    if isinstance(claim, Periodic):
        n0, p, s = claim.preperiod, claim.period, claim.saltus
        said = f"forall n, {n0} <= n -> G (n + {p}) = G n + {s}"
        return said, f"{theorems}_period {data} {p} {s} {n0}"
    if isinstance(claim, SplitPeriodic):
        n0, p, rises = claim.preperiod, claim.period, numbers(claim.slopes)
        added = f"nth (N.to_nat (n mod {p})) {rises} 0"
        said = f"forall n, {n0} <= n -> G (n + {p}) = G n + {added}"
        return said, f"{theorems}_split {data} {p} {rises} {n0}"
    return f"forall n, G n = by_residues {law.modulus} classes n", f"{theorems}_law {data}"


def _class(each: ResidueLaw) -> str | None:
    """The class as a term; None if there is none.

    >>> _class(ResidueLaw((7,), LinearTail(2, -1)))
    '([7], Line 2 (-1))'
    """
    match each.tail:
        case LinearTail(slope, constant):
            tail = f"Line {_z(slope)} {_z(constant)}"
        case RulerTail(slope, origin, constant, factor, at_powers):
            more = "None" if at_powers is None else f"(Some {_z(at_powers)}%Z)"
            tail = f"Ruler {_z(slope)} {origin} {_z(constant)} {_z(factor)} {more}"
        case _:
            return None
    return f"({numbers(each.first)}, {tail})"


def _z(number: int) -> str:
    return f"({number})" if number < 0 else str(number)


def _lines(parts: Iterable[str]) -> str:
    return ";\n   ".join(parts)


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
