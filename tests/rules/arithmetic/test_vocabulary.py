"""One table of operations: every way to compute one gives the same, and none is forgotten."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
import sympy

from mexplore.rules.arithmetic import evaluating, exact, symbolic, tree, vector
from mexplore.rules.arithmetic.evaluating import State
from mexplore.rules.arithmetic.exact import Undefined, value_at
from mexplore.rules.arithmetic.formulas import parse_formula
from mexplore.rules.arithmetic.vector import Exactly, column_of
from mexplore.rules.arithmetic.vocabulary import (
    BY_SIGN,
    EXPRESSIONS,
    FORMULAS,
    OPERATIONS,
    Vocabulary,
    operation_of,
)
from mexplore.rules.engine.expressions import machine
from mexplore.rules.errors import InputError

OF_LISTS = {
    "range",
    "divisors",
    "digits",
    "sum",
    "len",
    "min",
    "max",
}  # the interpreter takes them apart itself
OF_FORMULAS = {"floor", "ceiling", "floorlog", "ceillog"}  # written as floor(...) of something
ONE_BY_ONE = {"sqrt", "ceillog"}  # which formulas leave to exact numbers
NUMBERS = [*range(-3, 14), 64, 97, 360, 1023, 10**6]


def operations(vocabulary: Vocabulary) -> set[str]:
    signs = {BY_SIGN[sign].name for sign in vocabulary.signs}
    return signs | {called.operation.name for called in vocabulary.calls.values()}


def samples(name: str) -> list[tuple[int, ...]]:
    chance = random.Random(name)
    row = OPERATIONS[name]
    small = [n for n in NUMBERS if abs(n) < 100] if name in ("pow", "shl", "shr") else NUMBERS
    return [
        tuple(chance.choice(small) for _ in range(chance.randint(row.least, min(row.most, 3))))
        for _ in range(120)
    ]


def applying(name: str, numbers: tuple[int, ...], place: int | None = None) -> tree.Node:
    """The operation on numbers, with n in the place of one of them."""
    parts: list[tree.Node] = [
        tree.Number(m) if m >= 0 else tree.Unary("-", tree.Number(-m)) for m in numbers
    ]
    if place is not None:
        parts[place] = tree.Name("n")
    return operation_of(name, tuple(parts))


def whole(name: str, numbers: tuple[int, ...]) -> int | None:
    """By the interpreter of expressions; None where there is no value."""
    try:
        return evaluating.OPERATIONS[name](*numbers, State({"n": 0}))
    except InputError:
        return None


def real(name: str, numbers: tuple[int, ...]) -> Any:
    """By the exact numbers of formulas; None where there is no value."""
    try:
        return value_at(applying(name, numbers), 0)
    except Undefined:
        return None


def test_no_operation_is_forgotten() -> None:
    assert set(evaluating.OPERATIONS) == operations(EXPRESSIONS) - OF_LISTS
    assert set(exact.OPERATIONS) == operations(FORMULAS) | OF_FORMULAS
    assert set(vector.OPERATIONS) == set(exact.OPERATIONS) - ONE_BY_ONE
    assert operations(EXPRESSIONS) | operations(FORMULAS) | OF_FORMULAS == set(OPERATIONS)
    for name in operations(EXPRESSIONS) - OF_LISTS:
        assert OPERATIONS[name].compiled, name
    printed = (
        set(symbolic.builders())
        | set(FORMULAS.calls)
        | {"omega", "distinct_primes", "bitand", "bitor"}
    )
    assert set(exact.OPERATIONS) <= printed


@pytest.mark.parametrize("name", sorted(operations(EXPRESSIONS) - OF_LISTS))
def test_the_text_in_a_loop_is_the_interpreters_operation(name: str) -> None:
    names = {"np": np, "min": min}
    names |= {k: getattr(f, "py_func", f) for k, f in vars(machine).items() if callable(f)}
    for numbers in samples(name):
        value = whole(name, numbers[:2])
        if value is not None and abs(value) < 1 << 61:
            arguments = [f"np.int64({n})" for n in numbers[:2]]
            compiled = OPERATIONS[name].compiled.format(*arguments)
            assert eval(compiled, names) == value, (name, numbers)


# Formulas speak of numbers from 0 (or 1) on where expressions take any; "xor" is the same nim-sum.
@pytest.mark.parametrize("name", sorted(operations(EXPRESSIONS) & operations(FORMULAS) - OF_LISTS))
def test_expressions_and_formulas_mean_the_same(name: str) -> None:
    compared = 0
    for numbers in samples(name):
        pair = numbers[:2]
        value, other = whole(name, pair), real(name, pair)
        if value is not None and other is not None:
            assert value == other, (name, pair)
            compared += 1
    assert compared > 5


@pytest.mark.parametrize("name", sorted(set(vector.OPERATIONS)))
def test_many_at_once_are_those_one_by_one(name: str) -> None:
    for numbers in samples(name)[:30]:
        for place in range(len(numbers)):
            term = applying(name, numbers, place)
            try:
                column = column_of(term, 1, 40).tolist()
            except Exactly:
                continue
            assert column == [value_at(term, n) for n in range(1, 40)], (name, numbers, place)


@pytest.mark.parametrize("name", sorted(set(exact.OPERATIONS) - {"floorlog", "ceillog"}))
def test_sympy_computes_the_same(name: str) -> None:
    n = sympy.Symbol("n", integer=True, nonnegative=True)
    for numbers in samples(name)[:12]:
        value = real(name, numbers)
        if name == "pow" or not isinstance(value, int):
            continue
        term = applying(name, numbers)
        printed = symbolic.expression_of(term, n)
        if printed.is_number:
            assert printed == value, (name, numbers)


def test_bits_of_a_formula_have_a_name_in_sympy() -> None:
    n = sympy.Symbol("n", integer=True, nonnegative=True)
    printed = symbolic.expression_of(parse_formula("(n & 6) + (n | 1)"), n)
    assert printed.subs(n, 12) == 4 + 13
