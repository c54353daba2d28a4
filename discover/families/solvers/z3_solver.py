"""z3, in this process: a question takes about a millisecond, less than starting a process."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace
from typing import Any, ClassVar

from mexplore.discover.families.solvers.script import Script
from mexplore.discover.families.solvers.solver import (
    OUT_OF_TIME,
    SECONDS_EACH,
    Answer,
    Solver,
    milliseconds,
)

TOGETHER = 16
"""Questions that are asked at once first: if no solution of any of them exists, that is soon seen;
otherwise each is asked by itself."""
AT_FIRST = 1.0  # seconds for that
AGAIN = 0.05  # seconds between two looks for what ends the work
READ_AT_ONCE = 256  # questions that z3 reads before it is asked any of them


class Z3(Solver):
    """The solver that decides.

    >>> from mexplore.discover.families.solvers.script import question
    >>> z3 = Z3()
    >>> z3.answer(question(("k0",), "(> k0 3)", "(< (* 2 k0) 9)")).solution
    {'k0': 4}
    >>> z3.answer(question(("k0",), "(= (* 2 k0) 9)")).verdict
    'unsat'
    """

    name: ClassVar[str] = "z3"
    package: ClassVar[str] = "z3-solver"

    @property
    def version(self) -> str:
        return str(self.load("z3").get_version_string())

    def answers(
        self, script: Script, deadline: float | None = None, each: float = SECONDS_EACH
    ) -> Iterator[Answer]:
        for start in range(0, len(script.questions), READ_AT_ONCE):
            part = replace(script, questions=script.questions[start : start + READ_AT_ONCE])
            if milliseconds(deadline, each):
                yield from self._answers(part, deadline, each)
            else:
                yield from [OUT_OF_TIME] * len(part.questions)

    def _answers(self, script: Script, deadline: float | None, each: float) -> Iterator[Answer]:
        z3 = self.load("z3")
        context = z3.Context()
        premise, *bodies = _assertions(z3, script, context)
        solver = z3.Solver(ctx=context)
        solver.set("ctrl_c", False)  # else z3 would take Ctrl-C for itself, and go on
        solver.add(premise)
        constants = {name: z3.Int(name, context) for name in script.constants}

        def answer(body: Any, seconds: float = each) -> Answer:
            limit = milliseconds(deadline, seconds)
            if not limit:
                return OUT_OF_TIME
            solver.set("timeout", limit)
            solver.push()
            solver.add(body)
            found = _answer(z3, solver, _checked(solver, context, thread), constants)
            solver.pop()
            return found

        with ThreadPoolExecutor(1) as thread:
            for start in range(0, len(bodies), TOGETHER):
                group = bodies[start : start + TOGETHER]
                some = z3.Or(*group)
                none = len(group) > 1 and answer(some, min(each, AT_FIRST)).verdict == "unsat"
                yield from [Answer("unsat")] * len(group) if none else map(answer, group)


def _assertions(z3: Any, script: Script, context: Any) -> list[Any]:
    """The premise and the bodies, as z3 reads them; there must be as many as were written."""
    found = list(z3.parse_smt2_string(script.assertions(), ctx=context))
    if len(found) != len(script.questions) + 1:
        raise RuntimeError("z3 read another number of assertions than were written")
    return found


def _checked(solver: Any, context: Any, thread: ThreadPoolExecutor) -> Any:
    """The verdict. z3 works in a thread beside, so that Ctrl-C, or the end of a budget, reaches
    this one, which stops it."""
    running = thread.submit(solver.check)
    try:
        while not running.done():
            wait([running], timeout=AGAIN)
        return running.result()
    except BaseException:
        context.interrupt()
        wait([running])
        raise


def _answer(z3: Any, solver: Any, verdict: Any, constants: dict[str, Any]) -> Answer:
    if verdict == z3.unsat:
        return Answer("unsat")
    if verdict == z3.sat:
        model = solver.model()
        values = {n: model.eval(c, model_completion=True) for n, c in constants.items()}
        return Answer("sat", {name: value.as_long() for name, value in values.items()})
    return Answer("unknown", reason=str(solver.reason_unknown()))
