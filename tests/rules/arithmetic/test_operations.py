"""One table of operations: all meanings of an entry agree wherever they have a value."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import sympy

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.columns import Exactly
from mexplore.rules.arithmetic.evaluating import evaluate, evaluate_options
from mexplore.rules.arithmetic.formula_values import column_of, expression_of, value_at
from mexplore.rules.arithmetic.formulas import parse_formula
from mexplore.rules.arithmetic.numbers import Undefined
from mexplore.rules.arithmetic.operations import BY_SIGN, MANY, OPERATIONS, Operation
from mexplore.rules.arithmetic.spans import Span
from mexplore.rules.arithmetic.vocabulary import EXPRESSIONS, FORMULAS, operation_of
from mexplore.rules.engine.expressions import machine
from mexplore.rules.engine.expressions.numbers import LARGEST
from mexplore.rules.errors import MexploreError

NUMBERS = [*range(-3, 14), 64, 97, 360, 1023, 10**6]
GROWING = {"pow", "shl", "shr"}  # tried with small numbers
ONE_BY_ONE = {"sqrt", "ceillog"}  # for formulas alone, and not for many n at once
ALL = list(OPERATIONS.values())


def samples(operation: Operation) -> Iterator[tuple[int, ...]]:
    chance = random.Random(operation.name)
    of = [n for n in NUMBERS if abs(n) < 100] if operation.name in GROWING else NUMBERS
    for _ in range(150):
        count = chance.randint(operation.least, min(operation.most, 3))
        yield tuple(chance.choice(of) for _ in range(count))


def applying(operation: Operation, numbers: tuple[int, ...], place: int | None = None) -> tree.Node:
    """The operation on numbers, with n in place of one of them."""
    parts: list[tree.Node] = [
        tree.Number(m) if m >= 0 else tree.Unary("-", tree.Number(-m)) for m in numbers
    ]
    if place is not None:
        parts[place] = tree.Name("n")
    return operation_of(operation.name, tuple(parts))


def least(operation: Operation, place: int) -> int:
    """The least number there, of what formulas alone have."""
    everywhere = operation.sign or operation.expression
    return -(10**9) if everywhere else operation.naturals[place]


def whole(operation: Operation, numbers: tuple[int, ...]) -> Any:
    """The definition; None where there is no value."""
    met = all(need.is_met(numbers[need.place]) for need in operation.needs)
    large = all(n >= least(operation, i) for i, n in enumerate(numbers))
    return operation.of(operation.whole, numbers) if met and large else None


def real(operation: Operation, numbers: tuple[int, ...]) -> Any:
    """What a formula has there; None where there is no value."""
    try:
        return value_at(applying(operation, numbers), 0)
    except Undefined:
        return None


def named(operations: list[Operation]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("operation", operations, ids=lambda each: each.name)


def test_whether_a_sign_has_a_value_depends_on_the_second_number() -> None:
    """The interpreter asks no other one before it takes a short way."""
    assert {need.place for each in BY_SIGN.values() for need in each.needs} == {1}


def test_every_entry_is_whole() -> None:
    signs = {operation.sign: operation for operation in ALL if operation.sign}
    in_expressions = [signs[sign] for sign in EXPRESSIONS.signs]
    in_expressions += [called.operation for called in EXPRESSIONS.calls.values()]
    for operation in in_expressions:
        if operation.name not in ("range", "sum", "len"):  # which the interpreter takes apart
            assert operation.whole and operation.span, operation.name
            assert operation.machine or operation.entries, operation.name
    in_formulas = [signs[sign] for sign in FORMULAS.signs]
    in_formulas += [called.operation for called in FORMULAS.calls.values()]
    for operation in (*in_formulas, OPERATIONS["floor"], OPERATIONS["ceiling"]):
        assert operation.real or operation.whole, operation.name
        one_by_one = not (operation.column or operation.array)
        assert one_by_one == (operation.name in ONE_BY_ONE), operation.name
    assert all(operation.span for operation in ALL if operation.array)
    assert all(operation.says for operation in ALL if operation.expression or operation.formula)
    assert len(OPERATIONS) == len({each.name for each in ALL}) == len(ALL)
    assert {*ALL} == {*in_expressions, *in_formulas, OPERATIONS["floor"], OPERATIONS["ceiling"]}


@named([each for each in ALL if each.whole and (each.sign or each.expression)])
def test_the_interpreter_computes_the_definition(operation: Operation) -> None:
    for numbers in samples(operation):
        if (operation.sign and len(numbers) > 2) or (operation.takes_list and len(numbers) < 2):
            continue
        node, expected = applying(operation, numbers), whole(operation, numbers)
        found: Any
        try:
            if operation.entries:
                found = list(evaluate_options(node, {"n": 0}))
            else:
                found = evaluate(node, {"n": 0})
        except MexploreError:
            found = None
        assert found == expected, numbers


@named([each for each in ALL if each.whole and not each.entries])
def test_definitions_are_numbers_and_fail_as_they_say(operation: Operation) -> None:
    for numbers in samples(operation):
        for need in operation.needs:
            argument = numbers[need.place]
            point = Span(argument, argument)
            assert need.is_met(argument) == (not need.may_fail(point))
            assert need.is_met(argument) == (need.within(point) == point)
            assert need.is_met(argument) == (not eval(need.unmet(str(argument))))
        value = whole(operation, numbers)
        assert value is None or type(value) is int


@named([each for each in ALL if each.machine])
def test_the_text_in_a_loop_computes_the_definition(operation: Operation) -> None:
    names: dict[str, Any] = {"np": np, "min": min, "max": max}
    names |= {k: getattr(f, "py_func", f) for k, f in vars(machine).items() if callable(f)}
    pairs = [numbers[:2] for numbers in samples(operation)]
    pairs = [pair for pair in pairs if len(pair) == min(operation.most, 2)]
    compared = 0
    for numbers in pairs:
        value = whole(operation, numbers)
        if value is not None and abs(value) <= LARGEST:
            text = operation.machine.format(*(f"np.int64({n})" for n in numbers))
            assert eval(text, names) == value, numbers
            compared += 1
    assert compared > 20


@named([each for each in ALL if each.span and each.whole])
def test_every_value_lies_in_the_span(operation: Operation) -> None:
    chance = random.Random(f"spans of {operation.name}")
    for numbers in samples(operation):
        value = whole(operation, numbers)
        if value is None:
            continue
        reach = [0, 0, 1, 5, 100] if operation.name in GROWING else [0, 0, 1, 5, 1000]
        around = [Span(n - chance.choice(reach), n + chance.choice(reach)) for n in numbers]
        around = [
            Span(max(each.low, least(operation, i)), each.high) for i, each in enumerate(around)
        ]
        bounds = operation.bounds(*around)
        for each in value if operation.entries else [value]:
            assert bounds.low <= each <= bounds.high, (numbers, around)


# Formulas speak of numbers from 0 (or 1) on where expressions take any.
@named(
    [
        each
        for each in ALL
        if each.whole and (each.sign or each.formula) and each.sign not in ("<<", ">>")
    ]
)
def test_a_formula_has_the_value_of_the_definition(operation: Operation) -> None:
    compared = 0
    for numbers in samples(operation):
        expected, found = real(operation, numbers), whole(operation, numbers)
        if expected is not None and found is not None:
            assert found == expected, numbers
            compared += 1
    assert compared > 5


@named([each for each in ALL if each.column or each.array])
def test_many_at_once_are_those_one_by_one(operation: Operation) -> None:
    compared = 0
    for numbers in list(samples(operation))[:40]:
        for place in range(len(numbers)):
            term = applying(operation, numbers, place)
            try:
                column = column_of(term, 2, 40).tolist()
            except Exactly:
                continue
            assert column == [value_at(term, n) for n in range(2, 40)], (numbers, place)
            compared += 1
    assert compared > 3


@named([each for each in ALL if (each.real or each.whole) and (each.sign or each.formula)])
def test_sympy_computes_the_same(operation: Operation) -> None:
    if operation.sign in ("<<", ">>", "**") or operation.name in ("floorlog", "ceillog"):
        return  # sympy is not given the first, and the others are left to tests of their own
    n = sympy.Symbol("n", integer=True, nonnegative=True)
    for numbers in list(samples(operation))[:12]:
        value = real(operation, numbers)
        printed = expression_of(applying(operation, numbers), n)
        if isinstance(value, int) and printed.is_number:
            assert printed == value, numbers


def test_bits_of_a_formula_have_a_name_in_sympy() -> None:
    n = sympy.Symbol("n", integer=True, nonnegative=True)
    printed = expression_of(parse_formula("(n & 6) + (n | 1)"), n)
    assert printed.subs(n, 12) == 4 + 13


def test_more_than_two_numbers_are_taken_one_after_the_other() -> None:
    assert value_at(parse_formula("xor(n, 1, 2, 12)"), 5) == 5 ^ 1 ^ 2 ^ 12
    assert value_at(parse_formula("Max(n, 1/2, 7)"), 5) == 7
    assert OPERATIONS["min"].most == OPERATIONS["xor"].most == MANY
    assert OPERATIONS["min"].bounds(Span(3, 9), Span(2, 5), Span(4, 4)) == Span(2, 4)
