"""Expressions with named quotients say what the expressions say."""

from __future__ import annotations

from itertools import product

import pytest

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.evaluating import evaluate
from mexplore.rules.arithmetic.reading import read_expression
from mexplore.rules.systems.expressions import Expressions
from mexplore.rules.systems.facts import Facts, Unread, hold
from mexplore.rules.systems.lists import Lists, varies_with
from mexplore.rules.systems.named import NamedQuotients

TESTS = (
    "x // 3 < y",
    "x % 3 == y % 2",
    "not (x // 2 + y // 3 > 3 or x % 4 == 1)",
    "1 <= (x - y) // 2 <= 3",
    "min(x // 2, y) != abs(x - 2*y) % 3",
    "x*y*(x - 3)",
    "x * y == 0",
    "x in range(1, y) or y not in range(3)",
    "x in [0, 2, y]",
    "[2, 0, 1][x % 3] > y",
    "[5, 6][-(x % 2)] == y",
    "ceil(x/3) >= y",
    "(x if y > 2 else y // 2) % 2",
)


def holds(facts: Facts, values: dict[str, int]) -> bool:
    """Whether they hold for some quotients, which are small here."""
    others = sorted({n for fact in facts for n in fact.form.names} - values.keys())
    tried = product(range(-9, 10), repeat=len(others))
    return any(hold(facts, values | dict(zip(others, each, strict=True))) for each in tried)


@pytest.mark.parametrize("text", TESTS)
def test_the_cases_of_a_test_are_those_in_which_it_holds(text: str) -> None:
    test = read_expression(text, ("x", "y"))
    named, plain = NamedQuotients(("x", "y")), Expressions()
    for x, y in product(range(7), repeat=2):
        values = {"x": x, "y": y}
        truth = bool(evaluate(tree.Choice(test, tree.Number(1), tree.Number(0)), values))
        for wanted in (True, False):
            for reader in (named, plain):
                cases = reader.alternatives(test, wanted)
                assert any(holds(facts, values) for facts in cases) == (truth == wanted), values


def test_a_quotient_has_one_name_and_no_residues() -> None:
    reader = NamedQuotients()
    test = read_expression("x // 1000 == (x + 5000) // 1000 - 5", ("x",))
    (facts,) = reader.alternatives(test)
    assert {name for fact in facts for name in fact.form.names} == {"x", "quotient 1"}


def test_loops_between_constants_are_written_out_where_they_must_be() -> None:
    for text, needed in (
        ("k*x", True),
        ("x // k", True),
        ("[1, 2][k]", True),
        ("isqrt(k)", True),
        ("3*k - x % 2", False),
        ("min(k, x) // 2", False),
    ):
        assert varies_with(read_expression(text, ("k", "x")), "k") == needed
    body = tree.Comprehension(
        tree.Heap((read_expression("x - k", ("x", "k")), tree.Name("y"))),
        (tree.Clause("k", tree.Call("range", (tree.Number(1), tree.Number(50))), ()),),
    )
    assert len(list(Lists(NamedQuotients()).options(body))) == 1
    assert len(list(Lists().options(body))) == 49


def test_a_place_that_no_list_has_is_refused() -> None:
    reader = NamedQuotients(("x",))
    assert len(reader.pieces(read_expression("[4, 5][min(x, 1)]", ("x",)))) > 1
    for text in ("[4, 5][x]", "[4, 5][x % 3]", "[4, 5, 6][x // 2 - 1]", "[4, 5][-x]"):
        with pytest.raises(Unread, match="may be none of"):
            reader.pieces(read_expression(text, ("x",)))
