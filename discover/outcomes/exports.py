"""The sentence that an automaton tells the P-positions, for MONA and for Walnut.

It is the naive form of the theorem in `deciding`, in the linear relations themselves: play ends, no
move leads from a position that is accepted to another one, and from each of the others a move leads
to one that is. Under misère play a position that is accepted has a move, and one that is not has
none, or one to a position that is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from mexplore.discover.automata.automaton import digits_of_symbols
from mexplore.discover.automata.exports.mona import Mona, mona_file
from mexplore.discover.automata.exports.sentence import Language
from mexplore.discover.automata.exports.walnut import Walnut, table_text, walnut_folder
from mexplore.discover.automata.numbers import written
from mexplore.discover.automata.numeration import BINARY, Base, Numeration, Ostrowski
from mexplore.discover.automata.operations import both
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from mexplore.discover.outcomes.law import AcceptedByDigits
    from mexplore.discover.outcomes.moves.linear import LinearMove


@dataclass(frozen=True)
class LostSentence:
    """'Each of these moves lowers the first of these sums that it changes, and the P-positions are
    those that the law says.'"""

    law: AcceptedByDigits
    position: tuple[str, ...]
    moves: tuple[LinearMove, ...]
    sums: tuple[Polynomial, ...]
    title: str
    misere: bool = False

    @property
    def before(self) -> list[str]:
        """The names of the numbers of a position."""
        return [f"x{i + 1}" for i in range(len(self.position))]

    @property
    def after(self) -> list[str]:
        """Those of an option."""
        return [f"y{i + 1}" for i in range(len(self.position))]

    def mona(self) -> str | Inapplicable:
        """A file for MONA, which answers 'Formula is valid' if the sentence is true."""
        if self.law.written_in != BINARY:
            return Inapplicable(
                f"MONA reads binary digits, the law those {self.law.written_in.words()}; "
                "Walnut's files (.walnut) have all numerations"
            )
        language = Mona()
        written_out = [
            ("lost", self.before, self._run(language)),
            ("move", [*self.before, *self.after], self.move(language)),
        ]
        x, y = ", ".join(self.before), ", ".join(self.after)
        sentences = [f"all2 {x}, {y}: {formula};" for formula in self.never(language)]
        sentences += [f"all2 {x}: {formula};" for formula in self.always(language).values()]
        return mona_file(self.title, language, written_out, "\n".join(sentences) + "\n")

    def walnut(self) -> dict[str, str]:
        """Files for Walnut, by name."""
        language = Walnut()
        system, first = number_system(self.law.written_in)
        x, y = ",".join(self.before), ",".join(self.after)
        definitions = [("move", self.move(language))]
        sentences = {
            name: f"A{x},{y} ({formula})"
            for name, formula in zip(("ends", "none"), self.never(language), strict=True)
        }
        sentences |= {name: f"A{x} {each}" for name, each in self.always(language).items()}
        automata = {"lost": table_text(*self._reversed(), system)}
        return walnut_folder(self.title, system, definitions, sentences, automata, first)

    def never(self, language: Language) -> tuple[str, str]:
        """Of a position and an option: the rank falls; not both are lost."""
        move = language.no(language.call("move", *self.before, *self.after))
        lost = [language.call("lost", *each) for each in (self.before, self.after)]
        falls = language.any([move, self._falls(language, self.sums)])
        return falls, language.any([move, language.no(language.every(lost))])

    def always(self, language: Language) -> dict[str, str]:
        """Of every position: it is lost, or a move leads to one that is, or, under misère play,
        there is no move; then too it has a move if it is lost."""
        x, y = self.before, self.after
        move, lost = language.call("move", *x, *y), language.call("lost", *x)
        some = language.some(y, language.every([move, language.call("lost", *y)]))
        if not self.misere:
            return {"some": language.any([lost, some])}
        movable = language.some(y, move)
        return {
            "some": language.any([lost, some, language.no(movable)]),
            "moves": language.any([language.no(lost), movable]),
        }

    def _falls(self, language: Language, sums: Sequence[Polynomial]) -> str:
        if not sums:
            return language.any([])
        terms = [
            (sign * c, name)
            for sign, names in ((1, self.after), (-1, self.before))
            for c, name in zip(sums[0].coefficients(self.position), names, strict=True)
        ]
        less = language.balanced(terms, -1, "<=")
        same = language.balanced(terms, 0, "=")
        return language.any([less, language.every([same, self._falls(language, sums[1:])])])

    def move(self, language: Language) -> str:
        """Some move leads from the numbers before to those after."""
        return language.any([self._by(move, language) for move in self.moves])

    def _by(self, move: LinearMove, language: Language) -> str:
        bound = [f"k{i + 1}" for i in range(len(move.names))]
        names = dict(zip(move.square, self.before, strict=True))
        names |= dict(zip(move.names, bound, strict=True))
        parts = [
            language.balanced([(-c, x) for c, x in _terms(form, names)], form.constant, "<=")
            for form in move.forms
        ]
        parts += [
            language.balanced([*_terms(form, names), (-1, after)], -form.constant, "=")
            for form, after in zip(move.coordinates, self.after, strict=True)
        ]
        return language.some(bound, language.every(parts))

    def _run(self, language: Language) -> str:
        """There is a run of the automaton that accepts: the bits of the number of the state before
        place p say whether p is in the sets s0, s1, ...; the digits end before place e."""
        count = max(self.law.order - 1, 1).bit_length()
        sets = [f"s{i}" for i in range(count)]

        def at(place: str, names: Iterable[str], number: int) -> str:
            bits = (
                f"{place} {'in' if number >> i & 1 else 'notin'} {s}" for i, s in enumerate(names)
            )
            return language.every(list(bits))

        ends = [f"(all1 p: p in {x} => p < e)" for x in self.before]
        steps = [
            f"({language.every([at('p', sets, state), at('p', self.before, symbol)])} => "
            f"{at('p + 1', sets, to)})"
            for state, row in enumerate(self.law.transitions)
            for symbol, to in enumerate(row)
        ]
        accepted = language.any([at("e", sets, state) for state in self.law.lost])
        run = f"(all1 p: p < e => {language.every(steps)})"
        body = language.every([*ends, at("0", sets, 0), run, accepted])
        return f"ex1 e: {language.some(sets, body)}"

    def _reversed(self) -> tuple[list[dict[tuple[int, ...], int]], list[bool]]:
        """The automaton that reads the most significant digits first: its states are the sets of
        states from which what was read, backwards, leads to one that accepts. Numbers are written
        as they should be."""
        law = self.law
        automaton = both(law.automaton, written(law.coordinates, law.written_in))
        symbols = digits_of_symbols(law.coordinates, law.written_in.digits).tolist()
        start = frozenset(automaton.accepting.nonzero()[0].tolist())
        numbers, order, table = {start: 0}, [start], list[dict[tuple[int, ...], int]]()
        for states in order:
            row = {}
            for symbol, digits in enumerate(symbols):
                column = automaton.step[:, symbol].tolist()
                found = frozenset(q for q, to in enumerate(column) if to in states)
                if found not in numbers:
                    numbers[found] = len(order)
                    order.append(found)
                row[tuple(digits)] = numbers[found]
            table.append(row)
        first = int(automaton.starts[0])
        return table, [first in states for states in order]


def number_system(numeration: Numeration) -> tuple[str, str]:
    """What Walnut calls a numeration, and the command that makes it known where that is needed.

    >>> number_system(Base(3)), number_system(Ostrowski((1,)))
    (('msd_3', ''), ('msd_fib', ''))
    >>> number_system(Ostrowski((1, 2)))
    ('msd_ost12', 'ost ost12 [0 2] [2 1];')
    """
    match numeration:
        case Base(b):
            return f"msd_{b}", ""
        case Ostrowski((1,)):
            return "msd_fib", ""
        case Ostrowski(period):
            name = "ost" + "".join(map(str, period))
            again = " ".join(map(str, (*period[1:], period[0])))
            return f"msd_{name}", f"ost {name} [0 {period[0] + 1}] [{again}];"
    raise ValueError(f"Walnut has no name for digits {numeration.words()}")


def _terms(form: Polynomial, names: dict[str, str]) -> list[tuple[int, str]]:
    return [(form.coefficient(name), names[name]) for name in sorted(form.names)]
