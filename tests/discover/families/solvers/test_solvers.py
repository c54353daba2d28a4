"""Solvers: what they answer, what they do not know, and how they are stopped."""

from __future__ import annotations

import os
import random
import signal
import threading
from itertools import product

import pytest
from own_clock import NEVER

from mexplore.discover.families.solvers.formulas import Question, Script, all_of, holds, question
from mexplore.discover.families.solvers.solver import NotInstalled, solver_named
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.errors import InputError
from mexplore.rules.parameters.constraint import Constraint, all_hold

HARD = question(("a", "b", "c"), "(= (+ (* a a a) (* b b b) (* c c c)) 114)", "(> a 1000)")
"""Not linear: z3 finds no answer to it in any time (none is known)."""


def _random_constraint(rng: random.Random) -> Constraint:
    form = Polynomial(
        {(): rng.randint(-5, 5), ("a",): rng.randint(-3, 3), ("b",): rng.randint(-3, 3)}
    )
    sign = rng.choice([">=", ">=", "==", "%"])
    return Constraint(form, sign, rng.randint(1, 4) if sign == "%" else 0)


@pytest.mark.parametrize("name", ["z3", "cvc5"])
def test_answers_agree_with_trying_all_points(name: str) -> None:
    rng, names, cells, questions = random.Random(7), {"a": "k0", "b": "k1"}, [], []
    box = "(and (>= k0 (- 4)) (<= k0 4) (>= k1 (- 4)) (<= k1 4))"
    for i in range(150):
        cell = tuple(_random_constraint(rng) for _ in range(rng.randint(1, 4)))
        cells.append(cell)
        questions.append(Question(f"cell {i}", all_of(holds(c, names) for c in cell)))
    script = Script(("k0", "k1"), (), box, tuple(questions))
    for cell, answer in zip(cells, solver_named(name).answers(script), strict=True):
        points = ({"a": a, "b": b} for a, b in product(range(-4, 5), repeat=2))
        assert (answer.verdict == "sat") == any(all_hold(cell, point) for point in points)
        if answer.solution:
            assert all_hold(cell, {"a": answer.solution["k0"], "b": answer.solution["k1"]})


@pytest.mark.parametrize("at", [0, 15, 16, 39])
def test_one_solution_among_many_questions_is_found(at: int) -> None:
    """z3 is asked several questions at once, and each by itself where one may have a solution."""
    bodies = [f"(= (* 2 k0) {2 * i + (i != at)})" for i in range(40)]
    questions = tuple(Question(f"{i}", body) for i, body in enumerate(bodies))
    answers = list(solver_named("z3").answers(Script(("k0",), (), "true", questions)))
    assert [answer.verdict for answer in answers] == [
        "sat" if i == at else "unsat" for i in range(40)
    ]
    assert answers[at].solution == {"k0": at}


def test_a_hard_question_leaves_others_their_answers() -> None:
    parts = (HARD.questions[0].body, HARD.premise, "(= (* 2 a) 7)", "(= (* 2 b) 6)")
    questions = tuple(Question(part, part) for part in (parts[1], *parts[2:]))
    script = Script(HARD.constants, (), "true", questions)
    verdicts = [a.verdict for a in solver_named("z3").answers(script, each=0.3)]
    assert verdicts == ["unknown", "unsat", "sat"]


def test_no_answer_is_not_no() -> None:
    (answer,) = solver_named("z3").answers(HARD, each=0.05)
    assert answer.verdict == "unknown" and answer.reason
    (answer,) = solver_named("z3").answers(HARD, deadline=0.0)
    assert answer.verdict == "unknown"
    (answer,) = solver_named("cvc5").answers(HARD, each=1.0)
    assert answer.verdict == "unknown"
    (answer,) = solver_named("cvc5").answers(HARD, deadline=0.0)
    assert answer.verdict == "unknown"


def test_ctrl_c_stops_z3_at_work() -> None:
    threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        list(solver_named("z3").answers(HARD, each=NEVER))


def test_other_solvers_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="z3, cvc5"):
        solver_named("z4")
    monkeypatch.setitem(__import__("sys").modules, "z3", None)
    with pytest.raises(NotInstalled, match="pip install z3-solver"):
        solver_named("z3").answer(question(("a",), "(> a 0)"))
