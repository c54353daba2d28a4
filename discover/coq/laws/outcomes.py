"""Laws that an automaton tells by digits, as Coq reads them: who wins, in normal and in misère
play, and the first values, of boards and of heaps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from mexplore.discover.automata.numeration import Base, Numeration, Ostrowski
from mexplore.discover.boards.patterns.lost_by_digits import LostByDigits
from mexplore.discover.boards.patterns.values_by_digits import ValuesByDigits
from mexplore.discover.boards.theorems.lost_by_digits import Linear, LostByDigitsTheorem
from mexplore.discover.boards.theorems.values_by_digits import ValuesByDigitsTheorem
from mexplore.discover.coq.law import CoqLaw, Subject, Translation, numbers, truth
from mexplore.discover.coq.linear_moves import (
    Move,
    definitions,
    formula_of,
    moves_of,
    names_list,
    proof_of_same,
)
from mexplore.discover.heaps.patterns.lost_by_digits import HeapsLostByDigits
from mexplore.discover.heaps.patterns.values_by_digits import HeapValuesByDigits
from mexplore.discover.heaps.theorems.lost_by_digits import HeapsLostByDigitsTheorem
from mexplore.discover.heaps.theorems.values_by_digits import HeapValuesByDigitsTheorem
from mexplore.discover.outcomes.checking import without_moves
from mexplore.discover.outcomes.game import LinearGame
from mexplore.discover.outcomes.law import AcceptedByDigits, ReadByDigits, ValuedByDigits
from mexplore.discover.outcomes.words import Checker, TooLong, Words
from mexplore.discover.study.theorem import AnyTheoremOf, Inapplicable

MOST_STATES = 1000
"""Automata of more states are not written: Coq would take hours."""

MOST_SYMBOLS = 1 << 14  # choices of digits of a position and its option together
FUEL_OF_A_PAIR = 200
"""Steps of the check, for each pair of states and each choice of digits: with fewer than needed Coq
decides nothing."""

LONGER = 6
"""Digits that numbers of a move may have more than its position, where a coordinate is raised, or
there are other numbers than coordinates: a doubled one, say, whose digits are compared."""


class LostLaw(Translation[Linear, LostByDigits]):
    """P-positions that an automaton recognises."""

    of_theorem: ClassVar[type[AnyTheoremOf]] = LostByDigitsTheorem

    def law(self, shape: Linear, claim: LostByDigits) -> CoqLaw | Inapplicable:
        return told(shape.linear, claim, shape.raises)


class ValuesLaw(Translation[Linear, ValuesByDigits]):
    """The first values, or all."""

    of_theorem: ClassVar[type[AnyTheoremOf]] = ValuesByDigitsTheorem

    def law(self, shape: Linear, claim: ValuesByDigits) -> CoqLaw | Inapplicable:
        return told(shape.linear, claim, shape.raises)


class HeapsLostLaw(Translation[LinearGame, HeapsLostByDigits]):
    """The heaps of value 0."""

    of_theorem: ClassVar[type[AnyTheoremOf]] = HeapsLostByDigitsTheorem

    def law(self, shape: LinearGame, claim: HeapsLostByDigits) -> CoqLaw | Inapplicable:
        return told(shape, claim)


class HeapValuesLaw(Translation[LinearGame, HeapValuesByDigits]):
    """Those of the first values, or of all."""

    of_theorem: ClassVar[type[AnyTheoremOf]] = HeapValuesByDigitsTheorem

    def law(self, shape: LinearGame, claim: HeapValuesByDigits) -> CoqLaw | Inapplicable:
        return told(shape, claim)


def told(game: LinearGame, claim: ReadByDigits, raises: bool = False) -> CoqLaw | Inapplicable:
    """The law of a game in which a move raises a coordinate, or none does."""
    moves = tuple(moves_of(game.moves, game.names))
    digits = claim.written_in.digits
    tracks = max((len(move.all_names) for move in moves), default=len(game.names))
    if claim.order > MOST_STATES or digits**tracks > MOST_SYMBOLS:
        return Inapplicable(
            f"the automaton has {claim.order} states and reads {digits}^{tracks} combinations of "
            f"digits; no more than {MOST_STATES} and {MOST_SYMBOLS} are exported"
        )
    try:
        said = _said(game, claim)
    except TooLong:
        return Inapplicable("read from the other end of numbers the automaton is too large")
    are_longer = raises or any(move.free or move.written_out for move in moves)
    return _law(game, claim, said, moves, digits**tracks, LONGER if are_longer else 0)


class _Said(NamedTuple):
    """What is said of a game by automata."""

    automata: tuple[tuple[str, Words], ...]
    """Their names, and what they accept."""

    header: tuple[str, ...]
    """What else is defined."""

    conditions: str
    """A term of the library: the conditions from which the law follows."""

    about: str
    """What the law assumes of ``known``, a word of the library."""

    known: str
    """The sets of positions that the law speaks of."""

    law: str
    """The law of the position {v}."""

    proof: str
    """Its proof from the {data}: for ``known``, H, the position {v}, and {P}, that the numbers are
    at least 0."""

    exists: str
    """The proof that there is what is ``known``."""

    unique: str
    """The theorem that there is nothing else."""


def _said(game: LinearGame, claim: ReadByDigits) -> _Said:
    checker = Checker(claim.written_in.name)
    if isinstance(claim, AcceptedByDigits):
        lost = checker.reversed(game.names, claim.transitions, claim.lost)
        return _misere(lost, without_moves(checker, game)) if game.misere else _normal(lost)
    assert isinstance(claim, ValuedByDigits)
    sets = [
        checker.reversed(
            game.names, claim.transitions, [s for s, g in enumerate(claim.outputs) if g == value]
        )
        for value in range(claim.most + 1)
    ]
    return _values(sets, claim.complete)


def _normal(lost: Words) -> _Said:
    return _Said(
        (("automaton", lost),),
        (),
        "(normal_play automaton)",
        "is_lost",
        "lost",
        "lost {v} <-> accepts numeration automaton {v} = true",
        "lost_law {data} game same automaton checked lost H {v} {P}",
        "lost_exists {data} game same automaton checked",
        "lost_law",
    )


def _misere(lost: Words, over: Words) -> _Said:
    return _Said(
        (("over", over), ("automaton", lost)),
        (),
        "(misere_play automaton over)",
        "is_lost_in_misere",
        "lost",
        "lost {v} <-> accepts numeration automaton {v} = true",
        "misere_law {data} game same automaton over checked lost H {v} {P}",
        "misere_exists {data} game same automaton over checked",
        "misere_law",
    )


def _values(sets: Sequence[Words], whole: bool) -> _Said:
    automata = tuple((f"automaton_{value}", each) for value, each in enumerate(sets))
    law = (
        f"(forall k, (k < {len(sets)})%nat ->\n"
        "     (valued {v} k <-> accepts numeration (member automata k) {v} = true))"
    )
    conditions = f"(first_values automata {truth(whole)})"
    given = f"{{data}} game same automata {truth(whole)} checked"
    proof = f"values_law {given} valued H {{v}} {{P}}"
    if whole:
        law += f" /\\\n  (exists k, (k < {len(sets)})%nat /\\ valued {{v}} k)"
        proof = f"conj ({proof})\n      (values_are_all {given} eq_refl valued H {{v}} {{P}})"
    return _Said(
        automata,
        (f"Definition automata : list automaton := {names_list(name for name, _ in automata)}.",),
        conditions,
        "is_valued",
        "valued",
        law,
        proof,
        f"values_exist {{data}} game same {conditions} checked",
        "valued_unique",
    )


def _law(
    game: LinearGame,
    claim: ReadByDigits,
    said: _Said,
    moves: Sequence[Move],
    symbols: int,
    longer: int,
) -> CoqLaw:
    n, names, written_in = len(game.names), game.names, claim.written_in
    states = sum(len(words.step) for _, words in said.automata)
    sums = "; ".join(numbers(total.coefficients(names)) for total in game.sums)
    fuel = min(FUEL_OF_A_PAIR * (states + 5) ** 2 * symbols, 5_000_000)
    cs, e = _weights(written_in)
    periods = -(-longer // len(cs))
    data = f"numeration {n} {_width(states, moves)} (N.to_nat {fuel}) moves sums {periods}"
    header = [
        "From Coq Require Import Lia.",
        "From Mexplore Require Import Numerations Readings Kernel KernelLaw.",
        "Local Open Scope Z_scope.",
        "",
        f"(** Digits {written_in.words()}, the most significant one first. *)",
        f"Definition numeration : numeration := Numeration {numbers(cs)} {e}.",
        *(
            f"Definition {name} : automaton :=\n  {automaton_term(words, written_in.digits)}."
            for name, words in said.automata
        ),
        *said.header,
        *definitions(moves),
        f"Definition sums : list (list Z) := [{sums}].",
    ]
    lemmas = [
        f"Lemma checked : check {data} {said.conditions} = true.",
        "Proof. vm_cast_no_check (eq_refl true). Qed.",
        "",
        *proof_of_same(moves, names),
    ]
    signs = [f"P{i + 1}" for i in range(n)]
    at_least_0 = "(Forall_nil _)"
    for sign in reversed(signs):
        at_least_0 = f"(Forall_cons _ {sign} {at_least_0})"
    position = {"data": data, "v": names_list(names), "P": f"(conj eq_refl {at_least_0})"}
    subject = Subject(
        "game",
        f"forall {said.known}, {said.about} {n} game {said.known}",
        f"exists {said.known}, {said.about} {n} game {said.known}",
        said.unique,
    )
    return CoqLaw(
        ("KernelTold",),
        formula_of(moves, names),
        f"forall {' '.join(names)}, {' -> '.join(f'0 <= {name}' for name in names)} ->\n"
        f"  ({said.law.format(**position)})",
        f"fun {said.known} H {' '.join(names)} {' '.join(signs)} =>\n"
        f"    {said.proof.format(**position)}",
        f"apply ({said.exists.format(**position)}).",
        states,
        states**1.5 * 1e-2 * len(moves),
        computed=False,
        counted=_counted(said),
        header="\n".join(header),
        lemmas="\n".join(lemmas),
        subject=subject,
    )


def _counted(said: _Said) -> str:
    """How many automata and states there are, in words."""
    if len(said.automata) > 1:
        return f"{len(said.automata)} automata with {{}} states"
    ((_, words),) = said.automata
    return "an automaton with {} state" + "s" * (len(words.step) > 1)


def _weights(numeration: Numeration) -> tuple[tuple[int, ...], int]:
    """c_0, c_1, ... and e where U_(i+1) = c_i*U_i + e*U_(i-1)."""
    match numeration:
        case Base(b):
            return (b,), 0
        case Ostrowski(period):
            return period, 1
        case _:
            raise TypeError(numeration)


def automaton_term(words: Words, digits: int) -> str:
    """The automaton as a term, which reads the most significant digits first; state 0 accepts
    nothing, state 1 is the first."""
    symbols = digits ** len(words.names)
    nothing = {(0,) * len(words.names): 0}  # zeros in front change nothing there, either
    rows = words.step or [nothing]
    table = [0] * symbols
    for row in rows:
        entries = [0] * symbols
        for symbol, to in row.items():
            entries[sum(a * digits**i for i, a in enumerate(symbol))] = to + 1
        table += entries
    accepting = [0, *(int(flag) for flag in words.accepting or [False])]
    return f"automaton_of {digits} {symbols} {numbers(table)}%N {numbers(accepting)}%N"


def _width(states: int, moves: Sequence[Move]) -> int:
    """More than any number in a state of the check, usually."""
    largest = max(
        (
            abs(form.constant) + sum(map(abs, form.coefficients(sorted(form.names))))
            for move in moves
            for form in (*move.forms, *move.zeros, *move.written_out)
        ),
        default=1,
    )
    return 1 << max(states, 16 * largest).bit_length()
