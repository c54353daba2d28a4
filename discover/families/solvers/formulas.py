"""Linear constraints, and questions about them, as SMT-LIB text, in names of our own.

No text of a user gets into a script: every name is replaced by k0, k1, ..., x0, x1, ... or whatever
`Names` is given, and numbers and signs are all that is left.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.dataclass import dataclass
from mexplore.rules.parameters.constraint import Constraint


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


Names = Mapping[str, str]
"""The name in scripts for each name of a polynomial."""

TRUE, FALSE = "true", "false"


def number(value: int) -> str:
    """An integer.

    >>> number(7), number(-7)
    ('7', '(- 7)')
    """
    return str(value) if value >= 0 else f"(- {-value})"


def form(polynomial: Polynomial, names: Names) -> str:
    """A linear form; ValueError for what is not linear.

    >>> form(2 * Polynomial.name("let") - 3, {"let": "k0"})
    '(+ (* 2 k0) (- 3))'
    """
    if not polynomial.is_linear:
        raise ValueError(f"{polynomial} is not linear")
    parts = [_part(monomial, c, names) for monomial, c in polynomial.terms()]
    return parts[0] if len(parts) == 1 else f"(+ {' '.join(parts)})" if parts else "0"


def _part(monomial: tuple[str, ...], c: int, names: Names) -> str:
    if not monomial:
        return number(c)
    return names[monomial[0]] if c == 1 else f"(* {number(c)} {names[monomial[0]]})"


def holds(constraint: Constraint, names: Names) -> str:
    """A constraint.

    >>> from mexplore.rules.parameters.reading import read_constraints
    >>> [holds(c, {"a": "k0"}) for c in read_constraints("a > 2, a % 3 == 1")]
    ['(>= (+ k0 (- 3)) 0)', '(= (mod (+ k0 (- 1)) 3) 0)']
    """
    text = form(constraint.form, names)
    if constraint.sign == "%":
        return f"(= (mod {text} {constraint.modulus}) 0)"
    return f"({'=' if constraint.sign == '==' else '>='} {text} 0)"


def short_names(names: Iterable[str]) -> dict[str, str]:
    """The names of our own for names of a user, in their order.

    >>> short_names(("a", "b"))
    {'a': 'k0', 'b': 'k1'}
    """
    return {name: f"k{i}" for i, name in enumerate(names)}


def in_cell(cell: Iterable[Constraint], names: Names) -> str:
    """That all of the constraints hold."""
    return all_of(holds(constraint, names) for constraint in cell)


def all_of(parts: Iterable[str]) -> str:
    """The conjunction; true of nothing."""
    return _joined("and", TRUE, parts)


def any_of(parts: Iterable[str]) -> str:
    """The disjunction; false of nothing."""
    return _joined("or", FALSE, parts)


def none_of(parts: Iterable[str]) -> str:
    """That none of the parts is true."""
    return f"(not {any_of(parts)})"


def _joined(word: str, empty: str, parts: Iterable[str]) -> str:
    found = list(parts)
    return empty if not found else found[0] if len(found) == 1 else f"({word} {' '.join(found)})"
