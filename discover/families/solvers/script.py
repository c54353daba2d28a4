"""A list of questions for a solver, as SMT-LIB text: is there an integer solution?"""

from __future__ import annotations

from dataclasses import dataclass

from mexplore.discover.families.solvers.formulas import all_of


@dataclass(frozen=True)
class Question:
    """Whether ``body`` has a solution; a condition of a theorem is its negation, and is shown by
    the answer no. ``name`` says which condition, in our own words."""

    name: str
    body: str


@dataclass(frozen=True)
class Script:
    """Questions about integers ``constants``, of which ``premise`` is known; ``definitions`` are
    lines ``(define-fun ...)``.

    >>> script = Script(("k0",), (), "(>= k0 1)", (Question("k0 is positive", "(< k0 1)"),))
    >>> print(script.text())
    (set-logic LIA)
    (declare-const k0 Int)
    (assert (>= k0 1))
    ; k0 is positive
    (push 1)
    (assert (< k0 1))
    (check-sat)
    (pop 1)
    <BLANKLINE>
    """

    constants: tuple[str, ...]
    definitions: tuple[str, ...]
    premise: str
    questions: tuple[Question, ...]

    def _head(self) -> list[str]:
        declared = (f"(declare-const {constant} Int)" for constant in self.constants)
        return ["(set-logic LIA)", *declared, *self.definitions, f"(assert {self.premise})"]

    def text(self) -> str:
        """The script that any solver reads: it answers each question once, in order."""
        lines = self._head()
        for question in self.questions:
            lines += [f"; {question.name}", "(push 1)", f"(assert {question.body})"]
            lines += ["(check-sat)", "(pop 1)"]
        return "\n".join(lines) + "\n"

    def assertions(self) -> str:
        """The premise and the bodies of the questions as assertions, one after another."""
        lines = [*self._head(), *(f"(assert {question.body})" for question in self.questions)]
        return "\n".join(lines) + "\n"


def question(constants: tuple[str, ...], *parts: str) -> Script:
    """A script of one question: whether all parts have a common solution."""
    return Script(constants, (), all_of(parts), (Question("solution", "true"),))
