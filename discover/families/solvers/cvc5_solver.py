"""cvc5, the referee: another program by other people, which reads the same text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from mexplore.discover.families.solvers.script import Script
from mexplore.discover.families.solvers.solver import (
    OUT_OF_TIME,
    SECONDS_EACH,
    Answer,
    Solver,
    milliseconds,
)


class Cvc5(Solver):
    """The referee. Its answers have no solutions: what is sat is z3's to show.

    >>> from mexplore.discover.families.solvers.script import question
    >>> Cvc5().answer(question(("k0",), "(= (* 2 k0) 9)")).verdict
    'unsat'
    """

    name: ClassVar[str] = "cvc5"
    package: ClassVar[str] = "cvc5"

    @property
    def version(self) -> str:
        return str(self.load("cvc5").__version__)

    def answers(
        self, script: Script, deadline: float | None = None, each: float = SECONDS_EACH
    ) -> Iterator[Answer]:
        cvc5 = self.load("cvc5")
        solver = cvc5.Solver()
        solver.setOption("incremental", "true")
        solver.setOption("tlimit-per", str(int(each * 1000)))
        parser = cvc5.InputParser(solver)
        parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, script.text(), "conditions")
        symbols, answered = parser.getSymbolManager(), 0
        while answered < len(script.questions):
            if not milliseconds(deadline, each):
                yield from [OUT_OF_TIME] * (len(script.questions) - answered)
                return
            command = parser.nextCommand()
            if command.isNull():
                raise RuntimeError("cvc5 read fewer questions than were written")
            said = str(command.invoke(solver, symbols)).strip()
            if said:
                answered += 1
                yield _answer(said)


def _answer(said: str) -> Answer:
    """The answer to a question; whatever else is said proves nothing."""
    if said in ("sat", "unsat"):
        return Answer(said)  # type: ignore[arg-type]
    return Answer("unknown", reason=said[:80])
