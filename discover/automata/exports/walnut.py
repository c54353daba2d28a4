"""The sentence for Walnut: text files for a folder of its user's.

Walnut (H. Mousavi; J. Shallit, The Logical Approach to Automatic Sequences, 2022) decides sentences
about numbers with automata that read their digits. It knows addition and order; the
bitwise xor, the powers of 2 and the lowest bit come as automata. Numbers are read least significant
digit first. These files were written by its documentation and tried with no Walnut.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mexplore.discover.automata.automaton import Automaton, digits_of_symbols
from mexplore.discover.automata.exports.sentence import Language, Terms, definitions
from mexplore.discover.automata.laws import Law
from mexplore.discover.automata.numbers import lowest_bit, power_of_two
from mexplore.rules.moves.relations import Move

COMMANDS = "Command Files/mexplore.txt"
_SENTENCE = {
    "total": "An Ev $law(n,v)",
    "functional": "An,v,w ($law(n,v) & $law(n,w)) => v=w",
    "notoption": "An,v $law(n,v) => ~$option(n,v)",
    "smaller": "An,v,w ($law(n,v) & w<v) => $option(n,w)",
}


def walnut_files(law: Law, moves: Sequence[Move], title: str) -> dict[str, str]:
    """The files by their names; all four ``eval`` of the commands are to say TRUE."""
    language = Walnut()
    found = [(name, formula) for name, _, formula in definitions(law, moves, language)]
    automata = {
        "xor": automaton_text(_xor()),
        "power": automaton_text(power_of_two()),
        "lowestbit": automaton_text(lowest_bit()),
    }
    return walnut_folder(title, "lsd_2", found, _SENTENCE, automata)


def walnut_folder(
    title: str,
    system: str,
    predicates: Sequence[tuple[str, str]],
    sentences: dict[str, str],
    automata: dict[str, str],
    first: str = "",
) -> dict[str, str]:
    """The files by their names, with these predicates, sentences that are to be TRUE, and
    automata; numbers are written in this system, which the command ``first`` may make known."""
    lines = [first] if first else []
    lines += [f'def {name} "?{system} {formula}":' for name, formula in predicates]
    lines += [f'eval {name} "?{system} {formula}":' for name, formula in sentences.items()]
    read_me = (
        f"{title}\n\n"
        "Copy both folders into those of Walnut, start it, and give it the command\n\n"
        "    load mexplore.txt;\n\n"
        f"It makes definitions, and evaluates {', '.join(sentences)}:\n"
        f"the law is right exactly if all {len(sentences)} are TRUE. (Written by Walnut's\n"
        "documentation; not tried with it.)\n"
    )
    return {
        COMMANDS: "\n".join(lines) + "\n",
        **{f"Automata Library/{name}.txt": text for name, text in automata.items()},
        "README.txt": read_me,
    }


def automaton_text(automaton: Automaton) -> str:
    """An automaton as Walnut writes it: the bases of the tracks, then each state with 1 where it
    accepts, and its steps.

    >>> print(automaton_text(power_of_two()).splitlines()[2:5])
    ['0 0', '0 -> 0', '1 -> 1']
    """
    digits = digits_of_symbols(automaton.tracks, automaton.numeration.digits).tolist()
    rows = [dict(zip(map(tuple, digits), row, strict=True)) for row in automaton.step.tolist()]
    return table_text(rows, automaton.accepting.tolist(), "lsd_2")


def table_text(
    rows: Sequence[Mapping[tuple[int, ...], int]], accepting: Sequence[bool], system: str
) -> str:
    """An automaton with these steps, of which the first state is the start."""
    tracks = len(next(iter(rows[0])))
    lines = [" ".join([system] * tracks), ""]
    for state, row in enumerate(rows):
        lines.append(f"{state} {int(accepting[state])}")
        lines += [f"{' '.join(map(str, digits))} -> {to}" for digits, to in row.items()]
        lines.append("")
    return "\n".join(lines)


def _xor() -> Automaton:
    """The (x, y, z) with z = x xor y."""
    fits = [int((a ^ a >> 1 ^ a >> 2) & 1) for a in range(8)]
    return Automaton.of(3, [fits, [1] * 8], [True, False])


class Walnut(Language):
    """Formulas of Walnut."""

    def equals(self, left: Terms, constant: int, right: Terms, other: int) -> str:
        return f"{_sum(left, constant)}={_sum(right, other)}"

    def at_most(self, left: Terms, constant: int, right: Terms, other: int) -> str:
        return f"{_sum(left, constant)}<={_sum(right, other)}"

    def xor(self, x: str, y: str, z: str) -> str:
        return f"$xor({x},{y},{z})"

    def some(self, names: Sequence[str], formula: str) -> str:
        return f"(E{','.join(names)} {formula})" if names else formula

    def call(self, predicate: str, *names: str) -> str:
        return f"${predicate}({','.join(names)})"

    def every(self, formulas: Sequence[str]) -> str:
        return f"({' & '.join(formulas)})" if formulas else "0=0"

    def any(self, formulas: Sequence[str]) -> str:
        return f"({' | '.join(formulas)})" if formulas else "0=1"

    def no(self, formula: str) -> str:
        return f"~({formula})"


def _sum(terms: Terms, constant: int) -> str:
    parts = [x if c == 1 else f"{c}*{x}" for c, x in terms if c]
    if constant or not parts:
        parts.append(str(constant))
    return "+".join(parts)
