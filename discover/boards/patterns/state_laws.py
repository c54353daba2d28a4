"""Lines of a board whose other coordinate takes a few values: rows or columns, each periodic."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Self

from mexplore.discover.boards.patterns.line import cut
from mexplore.discover.boards.patterns.pattern import BoardLaw, NoValue
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.pattern import ClosedForm, EventualSteps, Json
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from mexplore.rules.boards.board import Square
    from mexplore.rules.boards.kernel import BoardValues


@dataclass(frozen=True)
class StateLaws(BoardLaw):
    """The laws of some rows or columns, the one from which play starts first, with all those to
    which it leads.

    >>> columns = StateLaws("column", ((1, Periodic(123, 12)), (0, Periodic(71, 12))))
    >>> columns.statement()
    'G(n + 12, 1) = G(n, 1) for all n >= 123; G(n + 12, 0) = G(n, 0) for all n >= 71'
    >>> StateLaws.from_parameters(columns.parameters()) == columns
    True
    """

    name = "state-laws"
    partial = True
    beside_all_values = False

    kind: str
    laws: tuple[tuple[int, Periodic], ...]
    forms: Mapping[int, ClosedForm] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        numbers = [number for number, _ in self.laws]
        if self.kind not in ("row", "column") or not numbers or min(numbers) < 0:
            raise ValueError("it is about some rows, or some columns")
        if len(set(numbers)) < len(numbers):
            raise ValueError("a line is named twice")

    @classmethod
    def detect(cls, known: BoardValues) -> Iterator[Self]:
        """None: which lines belong together is read off the rule."""
        del known
        return iter(())

    def first_failure(self, table: BoardValues) -> Square | None:
        across = table.shape[0] if self.kind == "row" else table.shape[1]
        for number, law in self.laws:
            if number < across:
                n = law.first_failure(Evidence(cut(table, self.kind, number)))
                if n is not None:
                    return self._square(number, n)
        return None

    def _square(self, number: int, n: int) -> Square:
        return (number, n) if self.kind == "row" else (n, number)

    def value(self, square: Square) -> int:
        number, n = square if self.kind == "row" else square[::-1]
        if number not in self.forms:
            raise NoValue(f"{square} is on no {self.kind} whose law is told")
        return self.forms[number].at(n)

    def line_steps(self, kind: str, number: int) -> EventualSteps | None:
        law = dict(self.laws).get(number) if kind == self.kind else None
        return None if law is None else EventualSteps(law.preperiod, law.period, law.saltus)

    def box(self, bound: int) -> Square:
        across = max(number for number, _ in self.laws) + 1
        return (across, bound) if self.kind == "row" else (bound, across)

    def parameters(self) -> Json:
        laws = [{"number": number, **law.parameters()} for number, law in self.laws]
        return {"lines": self.kind, "laws": laws}

    @classmethod
    def from_parameters(cls, parameters: Json) -> Self:
        kind, given = parameters["lines"], parameters["laws"]
        if type(given) is not list or len(parameters) != 2:
            raise ValueError("a state-laws claim is written with lines and laws, once")
        laws = []
        for each in given:
            numbers = dict(each)
            number = numbers.pop("number")
            if type(number) is not int:
                raise ValueError(f"{str(number)[:40]!r} is no number of a line")
            laws.append((number, Periodic.from_parameters(numbers)))
        return cls(kind, tuple(laws))

    def statement(self) -> str:
        return "; ".join(self._about(number, law) for number, law in self.laws)

    def _about(self, number: int, law: Periodic) -> str:
        def at(n: str) -> str:
            return f"G({number}, {n})" if self.kind == "row" else f"G({n}, {number})"

        more = f" + {law.saltus}" if law.saltus else ""
        return f"{at(f'n + {law.period}')} = {at('n')}{more} for all n >= {law.preperiod}"

    def latex(self) -> str:
        rows = (self._about(number, law) for number, law in self.laws)
        said = (row.replace(" for all n >= ", r" \quad\text{for all } n \ge ") for row in rows)
        return r"\begin{array}{l} " + r" \\ ".join(said) + r" \end{array}"

    def size(self) -> int:
        return 1 + sum(1 + law.size() for _, law in self.laws)

    def ranking(self) -> tuple[int, ...]:
        """Before laws of one line, and of outcomes."""
        return (True, False, 0)
