"""Solvers are asked the questions of a law, and of the cells of a family."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace

from mexplore.discover.families.patterns.landmarks import with_landmarks
from mexplore.discover.families.patterns.law import DigitLaw
from mexplore.discover.families.solvers.formulas import Question, Script
from mexplore.discover.families.solvers.solver import SECONDS_EACH, Solver
from mexplore.discover.families.theorems.conditions import (
    Symbols,
    conditions,
    first_wrong_form,
    landmark_conditions,
    least_conditions,
)
from mexplore.discover.families.theorems.identities import first_wrong_identity
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.working import working_seconds


@dataclass(frozen=True)
class Outcome:
    """What came of the conditions: all of them (``conditions`` many) are shown, or ``failed`` is
    the first that is not. A ``counterexample`` has values of the parameters at which the condition
    fails; without one, and with ``decided`` False, a solver did not finish."""

    conditions: int = 0
    failed: str = ""
    counterexample: Mapping[str, int] = field(default_factory=dict)
    decided: bool = True

    @property
    def proved(self) -> bool:
        """Whether every condition was shown."""
        return not self.failed


def script_of(law: DigitLaw) -> Script:
    """All conditions of a law, with those of a least period if it claims one."""
    symbols = Symbols(law)
    return symbols.script(_questions(symbols))


def _questions(symbols: Symbols) -> Iterator[Question]:
    yield from conditions(symbols)
    if symbols.law.landmarks:
        yield from least_conditions(symbols)


def _script_until(law: DigitLaw, deadline: float | None) -> Script | None:
    """The script; None if it is not written before the deadline."""
    symbols, questions = Symbols(law), list[Question]()
    for question in _questions(symbols):
        if deadline is not None and working_seconds() > deadline:
            return None
        questions.append(question)
    return symbols.script(questions)


def prove_law(
    law: DigitLaw,
    elements: tuple[Polynomial, ...],
    solvers: Sequence[Solver],
    deadline: float | None = None,
    each: float = SECONDS_EACH,
) -> Outcome:
    """Whether a law is true for all parameters in its cell: identities, conditions, least period.
    Every one of the solvers has to show every condition."""
    try:
        law.refuse_misfits()
    except ValueError as error:
        return Outcome(failed=str(error))
    wrong = first_wrong_identity(law, elements) or (law.landmarks and first_wrong_form(law)) or ""
    if wrong:
        return Outcome(failed=f"it is not true that {wrong}")
    script = _script_until(law, deadline)
    if script is None:
        return Outcome(failed="the time was up before its conditions were written", decided=False)
    return ask_all(script, law.parameters, solvers, deadline, each)


def ask_all(
    script: Script,
    parameters: Sequence[str],
    solvers: Sequence[Solver],
    deadline: float | None = None,
    each: float = SECONDS_EACH,
) -> Outcome:
    """Whether every one of the solvers says no to every question; a counterexample gives the
    parameters by their names."""
    for solver in solvers:
        outcome = ask(script, solver, deadline, each)
        if not outcome.proved:
            return replace(outcome, counterexample=_values_of(parameters, outcome))
    return Outcome(len(script.questions))


def ask(
    script: Script, solver: Solver, deadline: float | None = None, each: float = SECONDS_EACH
) -> Outcome:
    """Whether the answer to every question is no (``unsat``)."""
    shown = 0
    for question, answer in zip(
        script.questions, solver.answers(script, deadline, each), strict=True
    ):
        if answer.verdict != "unsat":
            why = f": {answer.reason}" if answer.reason else ""
            decided = answer.verdict == "sat"
            failed = f"{question.name} ({solver.name} says {answer.verdict}{why})"
            return Outcome(shown, failed, answer.solution, decided)
        shown += 1
    return Outcome(shown)


@dataclass(frozen=True)
class Least:
    """What came of showing that a period is least: the ``law`` with the landmarks that show it, or
    a ``counterexample``, parameters for which they do not: its period may be smaller there."""

    law: DigitLaw | None = None
    counterexample: Mapping[str, int] = field(default_factory=dict)


def least_period(law: DigitLaw, solver: Solver, deadline: float | None = None) -> Least:
    """A law that is proved is given landmarks, if they show that its period is the least one."""
    suggested = with_landmarks(law)
    symbols = Symbols(suggested)
    answers = solver.answers(symbols.script(landmark_conditions(symbols)), deadline)
    pairs = zip(suggested.landmarks, answers, strict=True)
    kept = tuple(landmark for landmark, answer in pairs if answer.verdict == "unsat")
    claimed = replace(suggested, landmarks=kept)
    if first_wrong_form(claimed):
        return Least()
    symbols = Symbols(claimed)
    outcome = ask(symbols.script(least_conditions(symbols)), solver, deadline)
    return Least(claimed) if outcome.proved else Least(None, _values_of(law.parameters, outcome))


def _values_of(parameters: Sequence[str], outcome: Outcome) -> dict[str, int]:
    """The parameters of a counterexample by their names."""
    found = outcome.counterexample
    return {name: found[f"k{i}"] for i, name in enumerate(parameters) if f"k{i}" in found}
