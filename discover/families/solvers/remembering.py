"""A solver that remembers: a question that comes again is not decided twice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from mexplore.discover.families.solvers.script import Script
from mexplore.discover.families.solvers.solver import SECONDS_EACH, Answer, Solver

Head = tuple[tuple[str, ...], tuple[str, ...], str]


class Remembering(Solver):
    """Passes questions on to another solver, and keeps its answers but ``unknown``. Answers are
    a function of the text of a question and of what stands before it, and so remain right.

    >>> from mexplore.discover.families.solvers.named import solver_named
    >>> from mexplore.discover.families.solvers.script import question
    >>> solver = Remembering(solver_named("z3"))
    >>> twice = question(("k0",), "(= (* 2 k0) 9)")
    >>> solver.answer(twice).verdict, solver.answer(twice).verdict, solver.decided
    ('unsat', 'unsat', 1)
    """

    name: ClassVar[str] = "remembering"
    package: ClassVar[str] = "z3-solver"

    def __init__(self, solver: Solver) -> None:
        self.solver = solver
        self.decided = 0
        self._known: dict[Head, dict[str, Answer]] = {}

    @property
    def version(self) -> str:
        return self.solver.version

    def answers(
        self, script: Script, deadline: float | None = None, each: float = SECONDS_EACH
    ) -> Iterator[Answer]:
        head = script.constants, script.definitions, script.premise
        known = self._known.setdefault(head, {})
        new = {q.body: q for q in script.questions if q.body not in known}
        answers = self.solver.answers(replace(script, questions=(*new.values(),)), deadline, each)
        unknown: dict[str, Answer] = {}
        for question in script.questions:
            found = known.get(question.body) or unknown.get(question.body)
            if found is None:
                found = next(answers)
                self.decided += 1
                kept = unknown if found.verdict == "unknown" else known
                kept[question.body] = found
            yield found
