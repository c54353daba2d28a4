"""Linear moves as Coq reads them: terms of `Kernel.v`, a formula for people, and the proof that
both say the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from mexplore.discover.coq.law import numbers
from mexplore.discover.outcomes.deciding import named
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from mexplore.discover.outcomes.moves.linear import LinearMove
    from mexplore.rules.systems.bits import BitwiseAnd


@dataclass(frozen=True)
class Move:
    """A move with names that stand for numbers u; the option is found at places of (v, u)."""

    position: tuple[str, ...]
    names: tuple[str, ...]
    option: tuple[str, ...]
    forms: tuple[Polynomial, ...]
    zeros: tuple[Polynomial, ...]
    bits: tuple[BitwiseAnd, ...] = ()

    @property
    def written_out(self) -> tuple[Polynomial, ...]:
        """The forms whose digits are compared and that are no names: they are numbers u, too."""
        forms = (form for each in self.bits for form in each.forms)
        return tuple(dict.fromkeys(form for form in forms if not _is_name(form)))

    @property
    def all_names(self) -> tuple[str, ...]:
        """Those of the position, of u, and of the forms that are written out."""
        return (*self.position, *self.names, *map(str, self.written_out))

    def term(self) -> str:
        """The move as the library has it; an equation is two inequalities."""
        meanings = [form - Polynomial.name(str(form)) for form in self.written_out]
        equations = [z for zero in (*self.zeros, *meanings) for z in (zero, -zero)]
        forms = "; ".join(
            f"Form {numbers(form.coefficients(self.all_names))} ({form.constant})"
            for form in (*self.forms, *equations)
        )
        places = numbers(map(self.all_names.index, self.option))
        bits = "; ".join(
            f"({', '.join(str(self.all_names.index(str(form))) for form in each.forms)})"
            for each in self.bits
        )
        count = len(self.all_names) - len(self.position)
        return f"Move {count} {places}%nat [{forms}] [{bits}]{'%nat' if bits else ''}"

    def shown(self, name: str) -> str:
        """The name in formulas: x, x' for the option's, k, k1, ... for others."""
        if name in self.position:
            return name
        if name in self.option:
            return f"{self.position[self.option.index(name)]}'"
        free = self.free
        return f"k{free.index(name) + 1}" if len(free) > 1 else "k"

    @property
    def free(self) -> tuple[str, ...]:
        """The names that are no coordinates."""
        return tuple(name for name in self.names if name not in self.option)

    @property
    def numbers(self) -> tuple[str, ...]:
        """The numbers u as terms."""
        return (*map(self.shown, self.names), *map(self._term, self.written_out))

    def formula(self) -> str:
        """'There is such a move from (x, y) to (x', y')'."""
        parts = [f"0 <= {self.shown(name)}" for name in self.free]
        parts += [
            f"{coordinate}' = {name}"
            for coordinate, name in zip(self.position, self.option, strict=True)
            if name in self.position
        ]
        at_least_0 = [form for form in self.written_out if not _is_seen(form)]
        parts += [self._compared(form, "<=") for form in dict.fromkeys((*self.forms, *at_least_0))]
        parts += [self._compared(form, "=") for form in self.zeros]
        parts += [
            f"Z.land {self._term(each.left)} {self._term(each.right)} = {self._term(each.value)}"
            for each in self.bits
        ]
        bound = " ".join(map(self.shown, self.free))
        return (f"exists {bound}, " if bound else "") + (" /\\ ".join(parts) or "True")

    def _term(self, form: Polynomial) -> str:
        """A form, in brackets where it is not a name."""
        if _is_name(form):
            return self.shown(str(form))
        plus, minus = self._sum(form, 1), self._sum(form, -1)
        return f"({plus} - ({minus}))" if minus != "0" else f"({plus})"

    def _compared(self, form: Polynomial, sign: str) -> str:
        """form >= 0, or form = 0, without differences."""
        return f"{self._sum(form, -1)} {sign} {self._sum(form, 1)}"

    def _sum(self, form: Polynomial, sign: int) -> str:
        named = (*self.position, *self.names)
        terms = [(form.coefficient(name), self.shown(name)) for name in named]
        parts = [f"{sign * c} * {x}" if c != sign else x for c, x in terms if sign * c > 0]
        constant = sign * form.constant
        return " + ".join([*parts, str(constant)] if constant > 0 else parts) or "0"


def _is_name(form: Polynomial) -> bool:
    return form in map(Polynomial.name, form.names)


def _is_seen(form: Polynomial) -> bool:
    """Whether the form is a sum of multiples of numbers, so that it is at least 0."""
    return min([form.constant, *form.coefficients(tuple(form.names))]) >= 0


def moves_of(moves: Iterable[LinearMove], position: tuple[str, ...]) -> Iterable[Move]:
    """The moves that there may be."""
    for move in moves:
        found = named(move)
        if found is not None:
            forms = (*found.forms, *found.zeros, *(f for each in found.bits for f in each.forms))
            used = {name for form in forms for name in form.names}
            others = tuple(sorted({*found.option, *used} - {*position}))
            yield Move(position, others, found.option, found.forms, found.zeros, found.bits)


def definitions(moves: Sequence[Move]) -> list[str]:
    """The terms of the moves, defined one by one."""
    terms = zip(_names(moves), moves, strict=True)
    return [
        *(f"Definition {name} : move :=\n  {move.term()}." for name, move in terms),
        f"Definition moves : list move := {names_list(_names(moves))}.",
    ]


def formula_of(moves: Sequence[Move], position: tuple[str, ...]) -> str:
    """The game that has these moves, which says of a position X and another one, Y, whether it is
    an option."""
    formulas = "\n    \\/ ".join(f"({move.formula()})" for move in moves) or "False"
    return (
        "fun X Y => match X, Y with\n"
        f"  | {names_list(position)}, {names_list(_after(position))} =>\n"
        f"    {formulas}\n  | _, _ => False\n  end"
    )


def proof_of_same(moves: Sequence[Move], position: tuple[str, ...]) -> Iterable[str]:
    """That the formulas say what the terms say."""
    n = len(position)
    yield f"Lemma same X Y : position {n} X -> position {n} Y -> game X Y <-> leads moves X Y."
    yield "Proof."
    yield f"  intros [LX PX] [LY PY]. {_each('X', position, 'LX')}"
    yield f"  {_each('Y', _after(position), 'LY')}"
    yield "  facts PX. facts PY. unfold game, leads, leads_by. split."
    yield f"  - intros {_pattern('M', len(moves), 'M')}."
    for j, (term, move) in enumerate(zip(_names(moves), moves, strict=True)):
        names = "".join(f"{name} & " for name in map(move.shown, move.free))
        taken = f"destruct M as ({names}M). " if names else ""
        yield f"    + {taken}by_move moves {j}%nat {term} {names_list(move.numbers)}."
    yield "  - intros (m & I & U & [LU PU] & F & B & E). cbv [moves In] in I."
    yield f"    destruct I as {_pattern('<-', len(moves) + 1, '[]')}."
    for j, (term, move) in enumerate(zip(_names(moves), moves, strict=True)):
        yield from _back(term, move, "right. " * j + ("left. " if j < len(moves) - 1 else ""))
    yield "Qed."


def _back(term: str, move: Move, way: str) -> Iterable[str]:
    """From numbers u to the formula."""
    each = [f"U{i + 1}" for i in range(len(move.numbers))]
    free = [f"exists {each[move.names.index(name)]}. " for name in move.free]
    yield f"    + {_each('U', each, 'LU')}"
    yield f"      of_move {term} PU F B E. {way}{''.join(free)}by_parts."


def names_list(names: Iterable[str]) -> str:
    """A list of names."""
    return f"[{'; '.join(names)}]"


def _after(position: tuple[str, ...]) -> list[str]:
    return [f"{name}'" for name in position]


def _names(moves: Sequence[Move]) -> list[str]:
    """What the moves are called."""
    return [f"move_{j + 1}" for j in range(len(moves))]


def _each(name: str, parts: Sequence[str], length: str) -> str:
    """The list consists of these parts."""
    pattern = "[| ? ?]"
    for part in reversed(parts):
        pattern = f"[| {part} {pattern}]"
    return f"destruct {name} as {pattern}; try discriminate {length}."


def _pattern(one: str, count: int, last: str) -> str:
    """The pattern of a disjunction of this many parts."""
    pattern = last if count else "[]"
    for _ in range(count - 1):
        pattern = f"[{one} | {pattern}]"
    return pattern
