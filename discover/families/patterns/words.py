"""One period of a law as a word with exponents: (0^a 1^a)^h 0^r.

The word is read off the pieces, and is for people: nothing is proved by it. So it is compared with
the values of some members before it is shown, and left out where they differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from mexplore.discover.families.patterns.law import DigitLaw, Piece
from mexplore.discover.families.patterns.members import by_definition
from mexplore.rules.arithmetic.polynomial import Polynomial, latex_of, plain_of, with_exponent
from mexplore.rules.dataclass import dataclass

ONE = Polynomial.number(1)
LONGEST = 4000  # values of a member that is compared
COMPARED = 6  # of all members, about, and of the largest ones


@dataclass(frozen=True)
class Row:
    """Runs of equal values, each a value and its length, and how many times they are repeated."""

    runs: tuple[tuple[int, Polynomial], ...]
    times: Polynomial = ONE

    def expanded(self, values: Mapping[str, int]) -> list[int]:
        """The values, for a member."""
        once = [v for v, length in self.runs for _ in range(length.at(values))]
        return once * max(0, self.times.at(values))

    def plain(self) -> str:
        """As text."""
        text = " ".join(_power(_letter(v), plain_of(length)) for v, length in self.runs)
        return text if self.times == ONE else _power(f"({text})", plain_of(self.times))

    def latex(self) -> str:
        """As mathematics."""
        text = r"\,".join(with_exponent(_letter(v), latex_of(length)) for v, length in self.runs)
        return text if self.times == ONE else with_exponent(f"({text})", latex_of(self.times))


@dataclass(frozen=True)
class Word:
    """Rows, one after another.

    >>> from mexplore.discover.families.patterns.digits import TWICE
    >>> from mexplore.discover.families.patterns.writing import read_law
    >>> word = word_of(read_law(TWICE), [{"k": 2}, {"k": 5}])
    >>> str(word), word.latex(), word.expanded({"k": 2})
    ('0^k 1^k', '0^{k}\\\\,1^{k}', [0, 0, 1, 1])
    """

    rows: tuple[Row, ...]

    def __str__(self) -> str:
        return " ".join(row.plain() for row in self.rows)

    def latex(self) -> str:
        """As mathematics, without dollar signs."""
        return r"\,".join(row.latex() for row in self.rows)

    def expanded(self, values: Mapping[str, int]) -> list[int]:
        """The values, for a member."""
        return [value for row in self.rows for value in row.expanded(values)]


def word_of(
    law: DigitLaw, members: Iterable[Mapping[str, int]], *, periodic: bool = True
) -> Word | None:
    """The values of one period, or those before it, as a word; None where it is not seen to be one
    that gives the values of the members, whose parameters are in the cell of the law."""
    short = [
        values
        for values in members
        if law.the_preperiod.at(values) + law.the_period.at(values) <= LONGEST
    ]
    if law.phases or not short:
        return None
    largest = max(short, key=lambda values: sum(values.values()))
    try:
        word = _joined(_rows(law, periodic, largest))
    except _NoWord:
        return None
    compared = [*short[:: max(1, len(short) // COMPARED)], *short[-COMPARED:]]  # small and large
    right = all(_is_right(word, law, values, periodic) for values in compared)
    return word if right else None


class _NoWord(Exception):
    """The pieces do not make rows of runs."""


def _rows(law: DigitLaw, periodic: bool, values: Mapping[str, int]) -> Iterator[tuple[int, Row]]:
    """The rows with the places at which they begin for one member."""
    groups: dict[tuple[tuple[Polynomial, Polynomial], ...], list[Piece]] = {}
    lead = {i for i, entry in enumerate(law.period) if entry != 0}
    for piece in law.pieces:
        if piece.periodic == periodic:
            ends = [
                (Polynomial(), Polynomial()) if i in lead else _ends(piece, digit, law.digits)
                for i, digit in enumerate(law.digits[:-1])
            ]
            groups.setdefault(tuple(ends), []).append(piece)
    for rows, pieces in groups.items():
        long = [high - low + 1 for low, high in rows if low != high]
        if len(long) > 1:
            raise _NoWord
        runs = sorted((_run(piece, law, values) for piece in pieces), key=lambda run: run[0])
        first = sum(w.at(values) * low.at(values) for w, (low, _) in zip(law.weights, rows))  # noqa: B905
        yield first + runs[0][0], Row(tuple(run[1] for run in runs), long[0] if long else ONE)


def _run(
    piece: Piece, law: DigitLaw, values: Mapping[str, int]
) -> tuple[int, tuple[int, Polynomial]]:
    """Where the last digit begins for a member, the value, and how many there are."""
    low, high = _ends(piece, law.digits[-1], law.digits)
    return low.at(values), (piece.value, high - low + 1)


def _ends(piece: Piece, digit: str, digits: Sequence[str]) -> tuple[Polynomial, Polynomial]:
    """The least and the largest value of a digit, which no other digit is in."""
    lows, highs = [], []
    for constraint in piece.where:
        c = constraint.form.coefficient(digit)
        if not c:
            continue
        end = Polynomial.name(digit) - c * constraint.form
        if constraint.sign == "%" or abs(c) != 1 or end.names & set(digits):
            raise _NoWord
        lows += [end] * (c == 1 or constraint.sign == "==")
        highs += [end] * (c == -1 or constraint.sign == "==")
    if len(lows) != 1 or len(highs) != 1:
        raise _NoWord
    return lows[0], highs[0]


def _joined(rows: Iterable[tuple[int, Row]]) -> Word:
    """The rows in order; neighbours that are not repeated, and neighbouring runs, are joined."""
    ordered = [row for _, row in sorted(rows, key=lambda each: each[0])]
    found: list[Row] = []
    for single, group in groupby(ordered, key=lambda row: row.times == ONE):
        if not single:
            found += group
            continue
        runs: list[tuple[int, Polynomial]] = []
        for value, length in (run for row in group for run in row.runs):
            if runs and runs[-1][0] == value:
                runs[-1] = value, runs[-1][1] + length
            else:
                runs.append((value, length))
        found.append(Row(tuple(runs)))
    return Word(tuple(found))


def _is_right(word: Word, law: DigitLaw, values: Mapping[str, int], periodic: bool) -> bool:
    n0, p = law.the_preperiod.at(values), law.the_period.at(values)
    low, high = (n0, n0 + p) if periodic else (0, n0)
    terms = by_definition([move.element.at(values) for move in law.moves], high)
    return word.expanded(values) == terms[low:]


def _letter(value: int) -> str:
    """A value; those of two digits in brackets."""
    return str(value) if value < 10 else f"[{value}]"


def _power(text: str, exponent: str) -> str:
    if exponent == "1":
        return text
    return f"{text}^{exponent}" if exponent.isalnum() else f"{text}^({exponent})"
