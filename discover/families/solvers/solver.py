"""Solvers answer questions about integers with yes, no, or not known: z3 decides, cvc5 referees."""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import field, replace
from types import ModuleType
from typing import Any, ClassVar, Literal

from mexplore.discover.families.solvers.formulas import Script
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import InputError

SECONDS_EACH = 20.0
"""How long one question may take."""


@dataclass(frozen=True)
class Answer:
    """``sat`` with a solution (if the solver gives one), ``unsat``, or ``unknown`` with a reason.
    Only ``unsat`` proves anything."""

    verdict: Literal["sat", "unsat", "unknown"]
    solution: Mapping[str, int] = field(default_factory=dict)
    reason: str = ""

    def point(self, names: Sequence[str]) -> dict[str, int]:
        """The solution by the names that k0, k1, ... stand for; 0 where it says nothing."""
        return {name: self.solution.get(f"k{i}", 0) for i, name in enumerate(names)}


class NotInstalled(InputError):
    """The package of a solver is missing; the text says what to install."""


class Solver(ABC):
    """One solver. `answers` asks one question after another, and may be left at any of them."""

    name: ClassVar[str]
    package: ClassVar[str]
    """What is installed by pip."""

    @property
    @abstractmethod
    def version(self) -> str:
        """The version of the solver."""

    @abstractmethod
    def answers(
        self, script: Script, deadline: float | None = None, each: float = SECONDS_EACH
    ) -> Iterator[Answer]:
        """The answers, in order. A question takes at most ``each`` seconds; ``unknown`` is the
        answer to it after that, and to all questions once `working_seconds` passes the deadline.

        Ctrl-C raises KeyboardInterrupt, at the latest at the end of a question."""

    def answer(self, script: Script, deadline: float | None = None) -> Answer:
        """The answer to a single question."""
        (found,) = self.answers(script, deadline)
        return found

    def load(self, module: str) -> ModuleType:
        """The module of the solver; NotInstalled where it is missing."""
        try:
            return importlib.import_module(module)
        except ImportError:
            remedy = f"pip install {self.package} (or mexplore[families])"
            raise NotInstalled(f"the solver {self.name} is not installed: {remedy}") from None


def milliseconds(deadline: float | None, each: float) -> int:
    """How long a question may take; 0 where no time is left."""
    left = each if deadline is None else min(each, deadline - working_seconds())
    return max(int(left * 1000), 0)


OUT_OF_TIME = Answer("unknown", reason="the time is up")


Head = tuple[tuple[str, ...], tuple[str, ...], str]


class Remembering(Solver):
    """Passes questions on to another solver, and keeps its answers but ``unknown``. Answers are
    a function of the text of a question and of what stands before it, and so remain right.

    >>> from mexplore.discover.families.solvers.solver import solver_named
    >>> from mexplore.discover.families.solvers.formulas import question
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


TOGETHER = 16
"""Questions that are asked at once first: if no solution of any of them exists, that is soon seen;
otherwise each is asked by itself."""
AT_FIRST = 1.0  # seconds for that
AGAIN = 0.05  # seconds between two looks for what ends the work
READ_AT_ONCE = 256  # questions that z3 reads before it is asked any of them


class Z3(Solver):
    """The solver that decides.

    >>> from mexplore.discover.families.solvers.formulas import question
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
            found = _read_off(z3, solver, _checked(solver, context, thread), constants)
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


def _read_off(z3: Any, solver: Any, verdict: Any, constants: dict[str, Any]) -> Answer:
    if verdict == z3.unsat:
        return Answer("unsat")
    if verdict == z3.sat:
        model = solver.model()
        values = {n: model.eval(c, model_completion=True) for n, c in constants.items()}
        return Answer("sat", {name: value.as_long() for name, value in values.items()})
    return Answer("unknown", reason=str(solver.reason_unknown()))


class Cvc5(Solver):
    """The referee. Its answers have no solutions: what is sat is z3's to show.

    >>> from mexplore.discover.families.solvers.formulas import question
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
                yield _answer_of(said)


def _answer_of(said: str) -> Answer:
    """The answer to a question; whatever else is said proves nothing."""
    if said in ("sat", "unsat"):
        return Answer(said)  # type: ignore[arg-type]
    return Answer("unknown", reason=said[:80])


SOLVERS: dict[str, type[Solver]] = {"z3": Z3, "cvc5": Cvc5}
"""z3 decides, cvc5 referees."""


def solver_named(name: str) -> Solver:
    """The solver of this name, ``z3`` or ``cvc5``."""
    if name not in SOLVERS:
        raise InputError(f"{name[:30]!r} is no solver: they are {', '.join(SOLVERS)}")
    return SOLVERS[name]()
