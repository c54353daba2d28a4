"""Who wins by the digits of a position, as Coq reads it: the kernel theorem, decided there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from mexplore.discover.automata.numeration import Base, Numeration, Ostrowski
from mexplore.discover.boards.patterns.lost_by_digits import LostByDigits
from mexplore.discover.boards.theorems.lost_by_digits import Linear, LostByDigitsTheorem
from mexplore.discover.coq.law import CoqLaw, Subject, Translation, numbers
from mexplore.discover.outcomes.deciding import named
from mexplore.discover.outcomes.words import Checker, TooLong
from mexplore.discover.study.theorem import AnyTheoremOf, Inapplicable
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.boards.board import COORDINATES

if TYPE_CHECKING:
    from mexplore.discover.outcomes.moves.linear import LinearMove

LOST_POSITIONS = Subject(
    "game",
    "forall lost, is_lost {} game lost",
    "exists lost, is_lost {} game lost",
    "lost_is_accepted",
)
MOST_STATES = 1000
"""Automata of more states are not written: Coq would take hours."""

MOST_SYMBOLS = 1 << 14  # choices of digits of a position and its option together
FUEL_OF_A_PAIR = 200
"""Steps of the check, for each pair of states and each choice of digits: with fewer than needed Coq
decides nothing."""

LONGER = 6
"""Digits that an option may have more than its position, where a move raises a coordinate."""


class LostLaw(Translation[Linear, LostByDigits]):
    """P-positions that an automaton recognises, in a base or in a numeration with weights that are
    made from the two before them in one way."""

    of_theorem: ClassVar[type[AnyTheoremOf]] = LostByDigitsTheorem

    def law(self, shape: Linear, claim: LostByDigits) -> CoqLaw | Inapplicable:
        if shape.misere or any(move.bits for move in shape.moves):
            what = "misère play" if shape.misere else "moves between binary digits"
            return Inapplicable(f"the library of Coq proofs has no {what} on boards")
        weights = _weights(claim.written_in)
        if weights is None:
            return Inapplicable(
                "the library of Coq proofs has bases, and weights that follow from the two before "
                f"them by one rule; these are {claim.written_in.words()}"
            )
        moves = tuple(_moves(shape.moves, shape.board.names))
        if not moves:
            return Inapplicable("there are no moves")
        tracks = claim.coordinates + max((len(move.names) for move in moves), default=0)
        if claim.order > MOST_STATES or claim.written_in.digits**tracks > MOST_SYMBOLS:
            return Inapplicable(
                f"the automaton has {claim.order} states and reads {claim.written_in.digits}"
                f"^{tracks} combinations of digits; no more than {MOST_STATES} and {MOST_SYMBOLS} "
                "are exported"
            )
        try:
            return _law(shape, claim, weights, moves, claim.written_in.digits**tracks)
        except TooLong:
            return Inapplicable("read from the other end of numbers the automaton is too large")


def _weights(numeration: Numeration) -> tuple[int, int] | None:
    """(c, e) where U_(i+1) = c*U_i + e*U_(i-1)."""
    match numeration:
        case Base(b):
            return b, 0
        case Ostrowski((c,)):
            return c, 1
        case _:
            return None


class _Move(NamedTuple):
    """A move with names that stand for numbers u; the option is found at places of (v, u)."""

    position: tuple[str, ...]
    names: tuple[str, ...]
    option: tuple[str, ...]
    forms: tuple[Polynomial, ...]
    zeros: tuple[Polynomial, ...]

    @property
    def all_names(self) -> tuple[str, ...]:
        return (*self.position, *self.names)

    def term(self) -> str:
        """The move as the library has it; an equation is two inequalities."""
        both = [*self.forms, *(z for zero in self.zeros for z in (zero, -zero))]
        forms = "; ".join(
            f"Form {numbers(form.coefficients(self.all_names))} ({form.constant})" for form in both
        )
        places = numbers(map(self.all_names.index, self.option))
        return f"Move {len(self.names)} {places}%nat [{forms}]"

    def shown(self, name: str) -> str:
        """The name in formulas: x, x' for the option's, k, k1, ... for others."""
        if name in self.position:
            return COORDINATES[self.position.index(name)]
        if name in self.option:
            return f"{COORDINATES[self.option.index(name)]}'"
        free = self.free
        return f"k{free.index(name) + 1}" if len(free) > 1 else "k"

    @property
    def free(self) -> tuple[str, ...]:
        """The names that are no coordinates."""
        return tuple(name for name in self.names if name not in self.option)

    def formula(self) -> str:
        """'There is such a move from (x, y) to (x', y')'."""
        parts = [f"0 <= {self.shown(name)}" for name in self.free]
        parts += [
            f"{coordinate}' = {self.shown(name)}"
            for coordinate, name in zip(COORDINATES, self.option, strict=False)
            if name in self.position
        ]
        parts += [self._compared(form, "<=") for form in self.forms]
        parts += [self._compared(form, "=") for form in self.zeros]
        bound = " ".join(map(self.shown, self.free))
        return (f"exists {bound}, " if bound else "") + (" /\\ ".join(parts) or "True")

    def _compared(self, form: Polynomial, sign: str) -> str:
        """form >= 0, or form = 0, without differences."""
        return f"{self._sum(form, -1)} {sign} {self._sum(form, 1)}"

    def _sum(self, form: Polynomial, sign: int) -> str:
        terms = [(form.coefficient(name), self.shown(name)) for name in self.all_names]
        parts = [f"{sign * c} * {x}" if c != sign else x for c, x in terms if sign * c > 0]
        constant = sign * form.constant
        return " + ".join([*parts, str(constant)] if constant > 0 else parts) or "0"


def _moves(moves: Iterable[LinearMove], position: tuple[str, ...]) -> Iterable[_Move]:
    for move in moves:
        found = named(move)
        if found is not None:
            used = {n for form in (*found.forms, *found.zeros) for n in form.names}
            others = sorted({*found.option, *used} - {*position})
            yield _Move(position, tuple(others), found.option, found.forms, found.zeros)


def _law(
    shape: Linear,
    claim: LostByDigits,
    weights: tuple[int, int],
    moves: Sequence[_Move],
    symbols: int,
) -> CoqLaw:
    n = claim.coordinates
    states, automaton = _automaton(claim)
    sums = "; ".join(numbers(total.coefficients(shape.board.names)) for total in shape.rank.sums)
    zeros = LONGER if shape.raises else 0
    fuel = min(FUEL_OF_A_PAIR * (states + 5) ** 2 * symbols, 5_000_000)
    data = f"numeration {n} {_width(states, moves)} (N.to_nat {fuel}) automaton moves sums {zeros}"
    x, to = COORDINATES[:n], [f"{name}'" for name in COORDINATES[:n]]
    header = [
        "From Coq Require Import Lia.",
        "From Mexplore Require Import Numerations Readings Kernel.",
        "Local Open Scope Z_scope.",
        "",
        f"(** Digits {claim.written_in.words()}, the most significant one first. *)",
        f"Definition numeration : numeration := Numeration {weights[0]} {weights[1]}.",
        f"Definition automaton : automaton :=\n  {automaton}.",
        *(
            f"Definition {name} : move :=\n  {move.term()}."
            for name, move in zip(_names(moves), moves, strict=True)
        ),
        f"Definition moves : list move := {names_list(_names(moves))}.",
        f"Definition sums : list (list Z) := [{sums}].",
    ]
    formulas = "\n    \\/ ".join(f"({move.formula()})" for move in moves) or "False"
    game = (
        f"fun X Y => match X, Y with\n  | {names_list(x)}, {names_list(to)} =>\n    {formulas}\n"
        "  | _, _ => False\n  end"
    )
    subject = Subject(
        LOST_POSITIONS.kind,
        LOST_POSITIONS.every.format(n),
        LOST_POSITIONS.there_is.format(n),
        LOST_POSITIONS.unique,
    )
    said = (
        f"forall {' '.join(x)}, {' -> '.join(f'0 <= {name}' for name in x)} ->\n"
        f"  (lost {names_list(x)} <-> accepts numeration automaton {names_list(x)} = true)"
    )
    signs = [f"P{i + 1}" for i in range(n)]
    at_least_0 = "(Forall_nil _)"
    for sign in reversed(signs):
        at_least_0 = f"(Forall_cons _ {sign} {at_least_0})"
    return CoqLaw(
        ("KernelLaw",),
        game,
        said,
        f"fun lost H {' '.join(x)} {' '.join(signs)} =>\n    lost_law {data} checked game same\n"
        f"      lost H {names_list(x)} (conj eq_refl {at_least_0})",
        f"apply (lost_exists {data} checked game same).",
        states,
        states**1.5 * 1e-2 * len(moves),
        computed=False,
        counted="an automaton with {} state" + "s" * (states > 1),
        header="\n".join(header),
        lemmas="\n".join(_lemmas(data, n, moves)),
        subject=subject,
    )


def names_list(names: Iterable[str]) -> str:
    """A list of names."""
    return f"[{'; '.join(names)}]"


def _lemmas(data: str, n: int, moves: Sequence[_Move]) -> Iterable[str]:
    """The computation; that the formulas say what the terms say."""
    x, to = COORDINATES[:n], [f"{name}'" for name in COORDINATES[:n]]
    yield f"Lemma checked : check {data} = true."
    yield "Proof. vm_cast_no_check (eq_refl true). Qed."
    yield ""
    yield f"Lemma same X Y : position {n} X -> position {n} Y -> game X Y <-> leads moves X Y."
    yield "Proof."
    yield f"  intros [LX PX] [LY PY]. {_each('X', x, 'LX')}"
    yield f"  {_each('Y', to, 'LY')}"
    yield "  facts PX. facts PY. unfold game, leads, leads_by. split."
    yield f"  - intros {_pattern('M', len(moves), 'M')}."
    for j, (term, move) in enumerate(zip(_names(moves), moves, strict=True)):
        names = "".join(f"{name} & " for name in map(move.shown, move.free))
        taken = f"destruct M as ({names}M). " if names else ""
        numbers = names_list(map(move.shown, move.names))
        yield f"    + {taken}by_move moves {j}%nat {term} {numbers}."
    yield "  - intros (m & I & U & [LU PU] & F & E). cbv [moves In] in I."
    yield f"    destruct I as {_pattern('<-', len(moves) + 1, '[]')}."
    for j, (term, move) in enumerate(zip(_names(moves), moves, strict=True)):
        each = [f"U{i + 1}" for i in range(len(move.names))]
        free = [f"exists {each[move.names.index(name)]}. " for name in move.free]
        way = "right. " * j + ("left. " if j < len(moves) - 1 else "")
        yield f"    + {_each('U', each, 'LU')}"
        yield f"      of_move {term} PU F E. {way}{''.join(free)}lia."
    yield "Qed."


def _names(moves: Sequence[_Move]) -> list[str]:
    """What the moves are called."""
    return [f"move_{j + 1}" for j in range(len(moves))]


def _each(name: str, parts: Sequence[str], length: str) -> str:
    """The list consists of these parts."""
    pattern = "[| ? ?]"
    for part in reversed(parts):
        pattern = f"[| {part} {pattern}]"
    return f"destruct {name} as {pattern}; try discriminate {length}."


def _pattern(one: str, count: int, last: str) -> str:
    """The pattern of a disjunction of so many parts."""
    pattern = last
    for _ in range(count - 1):
        pattern = f"[{one} | {pattern}]"
    return pattern


def _automaton(claim: LostByDigits) -> tuple[int, str]:
    """Its states, and the automaton as a term, which reads the most significant digits first; state
    0 accepts nothing, state 1 is the first."""
    n, d = claim.coordinates, claim.written_in.digits
    words = Checker(claim.written_in.name).reversed(COORDINATES[:n], claim.transitions, claim.lost)
    symbols = d**n
    table = [0] * symbols
    for row in words.step:
        entries = [0] * symbols
        for symbol, to in row.items():
            entries[sum(a * d**i for i, a in enumerate(symbol))] = to + 1
        table += entries
    accepting = [0, *(int(flag) for flag in words.accepting)]
    return len(words.step), f"automaton_of {d} {symbols} {numbers(table)}%N {numbers(accepting)}%N"


def _width(states: int, moves: Sequence[_Move]) -> int:
    """More than any number in a state of the check, usually."""
    largest = max(
        (
            abs(form.constant) + sum(map(abs, form.coefficients(sorted(form.names))))
            for move in moves
            for form in (*move.forms, *move.zeros)
        ),
        default=1,
    )
    return 1 << max(states, 16 * largest).bit_length()
