"""Controls: for each condition of the theorem a false law that violates it, and no other.

(S) for 0, and that a modulus is positive in (T), have none: they follow from the others. (If R has
a least number m, its moves lead below 0, so m < s_j; then s_j, which (S) reaches from m, has a move
to 0, which by (L) is in R. And val(period) = a w_t >= 1 implies a >= 1.)
"""

from __future__ import annotations

from typing import Any

import pytest
from laws_with_parameters import falsity
from small_laws import ALWAYS, FOUR, HIGH, LOW, MARKS, NEGATIVE, ROWS, TWICE, Json, pieces

from mexplore.discover.families.patterns.law import DigitLaw
from mexplore.discover.families.patterns.writing import read_law
from mexplore.discover.families.solvers.formulas import Question
from mexplore.discover.families.solvers.solver import solver_named
from mexplore.discover.families.theorems.conditions import (
    FRESH,
    Symbols,
    conditions,
    first_wrong_form,
)
from mexplore.discover.families.theorems.identities import first_wrong_identity
from mexplore.discover.families.theorems.proving import prove_law, script_of

CONTROLS: dict[str, Json] = {
    "(W)": NEGATIVE,
    "(E)": TWICE | {
        "digits": ["u", "j"],
        "weights": ["0", "1"],
        "moves": [{"element": "0", "vector": ["0", "0"]}],
        "relations": [["1", "0"]],
        "carries": [[["1", "0"], ["-1", "0"]]],
        "successor": [["0", "0"]],
        "pieces": pieces((["u == 0", "j >= 0"], 0), (["u == 1", "j >= 0"], 1)),
        "period_vector": ["0", "1"],
    },
    "(P)": TWICE | {"period_vector": ["0", "0"]},
    "(N)": TWICE | {
        "pieces": pieces((LOW[1:], 1), (HIGH[1:], 0)),
    },
    "(S) start": ALWAYS | {
        "digits": ["q", "j"], "weights": ["2*k", "1"], "relations": [["1", "-2*k"]],
        "moves": TWICE["moves"], "carries": TWICE["carries"], "successor": TWICE["successor"],
        "pieces": [{**piece, "part": "pre"} for piece in TWICE["pieces"]],
        "start": ["0", "0"], "period_vector": ["0", "1"],
    },
    "(S) piece": ALWAYS | {
        "digits": ["q", "j"],
        "weights": ["4*k", "1"],
        "moves": [{"element": "2*k", "vector": ["0", "2*k"]}],
        "relations": [["1", "-4*k"]],
        "carries": [[["0", "0"], ["-1", "4*k"]]],
        "successor": [["0", "0"], ["1", "-4*k"]],
        "pieces": pieces(
            (["q >= 0", "j >= 0", "2*k >= j + 1", "j % 2 == 0"], 0),
            (["q >= 0", "j >= 2*k", "4*k >= j + 1", "j % 2 == 0"], 1),
        ),
        "start": ["0", "0"],
        "period_vector": ["1", "0"],
    },
    "(L)": ALWAYS | {"carries": [[]]},
    "(X)": ALWAYS,
    "(M)": TWICE | {
        "moves": [*TWICE["moves"], {"element": "3*k", "vector": ["0", "3*k"]}],
        "carries": [*TWICE["carries"], [["0", "0"], ["-1", "2*k"], ["-2", "4*k"], ["1", "-2*k"]]],
        "pieces": pieces((LOW, 0), (HIGH, 2)),
    },
    "(Q)": TWICE | {"period_vector": ["0", "1"]},
    "(T)": ROWS | {"reduced": True},
    "(K)": FOUR | {"landmarks": [*MARKS, {"vector": ["0", "2*k"], "value": 1}]},
    "(U0)": FOUR | {
        "carries": [[["0", "0"], ["-1", "4*k"], ["1", "-4*k"]]],
        "ranges": [["-1", "4*k"]],
        "pieces": pieces(
            (["q == 0", "j >= 0", "k >= j + 1"], 0),
            (["q == 0", "j >= k", "2*k >= j + 1"], 1),
            (["q >= 1", "j + 2*k >= 0", "0 >= j + k + 1"], 0),
            (["q >= 1", "j + k >= 0", "0 >= j + 1"], 1),
            (["q >= 1", "j >= 0", "k >= j + 1"], 0),
            (["q >= 1", "j >= k", "2*k >= j + 1"], 1),
        ),
        "landmarks": MARKS,
    },
    "(U)": FOUR | {"landmarks": MARKS},
}  # fmt: skip


def violated(law: DigitLaw) -> set[str]:
    """The kinds of conditions that z3 refutes; each is either shown or refuted."""
    script = script_of(law)
    answers = list(solver_named("z3").answers(script))
    assert {answer.verdict for answer in answers} <= {"sat", "unsat"}
    pairs = zip(script.questions, answers, strict=True)
    return {_kind(question.name) for question, answer in pairs if answer.verdict == "sat"}


def _kind(name: str) -> str:
    parts = name.split()
    return " ".join(parts[:2]) if parts[0] == "(S)" else parts[0]


def elements(law: DigitLaw) -> tuple[Any, ...]:
    return tuple(move.element for move in law.moves)


@pytest.mark.parametrize("given", [TWICE, FOUR, ROWS], ids=["twice", "four", "rows"])
def test_true_laws_violate_none(given: Json) -> None:
    law = read_law(given)
    assert prove_law(law, elements(law), [solver_named("z3"), solver_named("cvc5")]).proved
    assert not any(falsity(law, {"k": k}) for k in range(1, 9))


@pytest.mark.parametrize("kind", CONTROLS)
def test_without_it_a_false_law_would_be_proved(kind: str) -> None:
    law = read_law(CONTROLS[kind])
    assert first_wrong_identity(law, elements(law)) == ""
    assert not law.landmarks or first_wrong_form(law) == ""
    assert violated(law) == {kind}
    assert all(falsity(law, {"k": k}) for k in range(2, 6))
    outcome = prove_law(law, elements(law), [solver_named("z3")])
    assert not outcome.proved and outcome.decided and kind in outcome.failed
    assert outcome.counterexample["k"] >= 1


@pytest.mark.parametrize("rows", [1, 3])
def test_rows_are_added_one_by_one(rows: int) -> None:
    """(T) is asked for every tau >= 1: that a row more changes the value is seen at tau = 1, too.

    In `ROWS` the value of a row is its parity: one or three rows more change it.
    """
    symbols = Symbols(read_law(CONTROLS["(T)"]))
    asked = [q for q in conditions(symbols) if q.name.startswith("(T) piece")]
    assert len(asked) == 2
    at = [Question(q.name, f"(and {q.body} (= {FRESH} {rows}))") for q in asked]
    answers = solver_named("z3").answers(symbols.script(at))
    assert [answer.verdict for answer in answers] == ["sat", "sat"]


IDENTITIES: dict[str, Json] = {
    "the moves are those of the family": TWICE | {
        "moves": [{"element": "2*k", "vector": ["0", "k"]}],
    },
    "has its value": TWICE | {"moves": [{"element": "3*k + 1", "vector": ["0", "k"]}]},
    "every carry and every relation has the value 0": TWICE | {"weights": ["3*k", "1"]},
    "the last digit has the weight 1": TWICE | {
        "weights": ["4*k", "2"],
        "moves": [{"element": "2*k", "vector": ["0", "k"]}],
    },
    "ghosts have the weight 0": TWICE | {
        "weights": ["2*k", "1", "1"],
        "moves": [{"element": "3*k + 1", "vector": ["0", "k", "2*k + 1"]}],
        "relations": [["1", "-2*k", "0"]],
        "carries": [[["0", "0", "0"], ["-1", "2*k", "0"]]],
        "successor": [["0", "0", "0"], ["1", "-2*k", "0"]],
        "start": ["0", "0", "0"],
        "period_vector": ["1", "0", "0"],
        "ghosts": ["s"],
    },
    "is 1 there, 0 at higher and free digits": NEGATIVE | {
        "relations": [["0", "0", "0"], ["0", "1", "-2*k"]],
    },
    "there is a relation for each digit": NEGATIVE | {"relations": []},
    "every invariant is 0 on every vector": TWICE | {
        "digits": ["q", "t", "f", "j"],
        "weights": ["2*k", "1", "1", "1", "0"],
        "moves": [{"element": "k", "vector": ["0", "0", "0", "k", "0"]}],
        "relations": [["1", "0", "0", "-2*k", "0"], ["0", "1", "0", "-1", "0"]],
        "carries": [[["0", "0", "1 - k", "k - 1", "0"], ["-1", "0", "k", "k", "0"]]],
        "successor": [["0", "0", "1", "-1", "0"]],
        "pieces": pieces((["q >= 0", "t == 0", "f >= 0", "2*k >= f + 1", "j == 0"], 0)),
        "start": ["0"] * 5,
        "period_vector": ["1", "0", "0", "0", "0"],
        "free": ["f"],
        "ghosts": ["s"],
        "invariants": [["0", "-1", "1", "0", "2*k"]],
    },
}  # fmt: skip


@pytest.mark.parametrize("words", IDENTITIES)
def test_without_an_identity_a_false_law_would_be_proved(words: str) -> None:
    law = read_law(IDENTITIES[words])
    own = elements(read_law(TWICE)) if words.startswith("the moves") else elements(law)
    assert words in first_wrong_identity(law, own)
    if law.bound_digits and len(law.relations) == len(law.bound_digits):
        assert violated(law) <= {"(E)"}
    if own == elements(law):
        assert falsity(law, {"k": 3})
    assert not prove_law(law, own, [solver_named("z3")]).proved


@pytest.mark.parametrize(
    "change",
    [
        {"invariants": []},
        {"invariants": ROWS["invariants"] * 2},
        {"invariants": [["-2", "1", "0", "2"], ["0", "0", "0", "0"]]},
        {"period_vector": ["4", "0", "0", "4"]},
    ],
)
def test_other_periods_are_not_divided(change: Json) -> None:
    """The period is divided only where one invariant f - r t + a s says by what."""
    law = read_law(ROWS | {"reduced": True} | change)
    assert first_wrong_identity(law, elements(law))
    assert not prove_law(law, elements(law), [solver_named("z3")]).proved
