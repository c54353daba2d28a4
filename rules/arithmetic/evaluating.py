"""The interpreter of expressions: exact, slow, and the definition of what they mean.

Limits of one evaluation: STEPS nodes visited (some seconds), and numbers of BITS bits (more where
n itself is large). What goes beyond is refused with the n that shows it; so is a division by zero,
a negative shift or exponent, an empty min, and whatever else has no value.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from functools import partial
from typing import Any, NoReturn, Union

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.numbers import Undefined
from mexplore.rules.arithmetic.operations import BY_SIGN, COMPARES, OPERATIONS, Operation
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import InputError, TooLarge
from mexplore.rules.text.numbers import in_brief

STEPS = 3_000_000
BITS = 4096

_OF_TWO = {
    sign: (row.whole, max((need.least or 1 for need in row.needs), default=None), row.bits)
    for sign, row in BY_SIGN.items()
}
"""What signs mean of two numbers; from which second number on they have a value, for those that
have not always one; and how large it may be."""

Option = Union[int, "tuple[Option, ...]"]
"""A heap, heaps, or of a board a square or squares: numbers, in brackets as they are written."""


@dataclass
class State:
    """The names' values, the steps that are left, and the largest number of bits."""

    values: dict[str, int]
    steps: int = STEPS
    bits: int = BITS
    shown: str = field(init=False)

    def __post_init__(self) -> None:
        self.shown = ", ".join(f"{name} = {in_brief(value)}" for name, value in self.values.items())
        self.bits += 8 * max(value.bit_length() for value in self.values.values())

    def refuse(self, problem: str) -> NoReturn:
        raise InputError(f"at {self.shown}: {problem}")

    def step(self, count: int = 1) -> None:
        self.steps -= count
        if self.steps < 0:
            raise TooLarge(f"at {self.shown}: the expression takes too many steps")

    def value(self, operation: Operation, *arguments: int) -> Any:
        """What an operation makes of whole numbers."""
        for need in operation.needs:
            if not need.is_met(arguments[need.place]):
                self.refuse(need.problem.format(*map(in_brief, arguments)))
        if operation.bits and operation.bits(*arguments) > self.bits:
            raise TooLarge(f"at {self.shown}: a number has more than {self.bits} bits")
        try:
            return operation.whole(*arguments)
        except Undefined as beyond:
            raise TooLarge(f"at {self.shown}: {beyond}") from None


def evaluate(node: tree.Node, values: dict[str, int], steps: int = STEPS) -> int:
    """The number that the expression denotes where its names have these values; TooLarge if it
    visits more nodes than ``steps``.

    >>> from mexplore.rules.arithmetic.reading import read_expression
    >>> evaluate(read_expression("max(n // 2, 3)", ("n",)), {"n": 10})
    5
    """
    return _number(node, State(dict(values), steps))


def evaluate_options(
    node: tree.Node, values: dict[str, int], steps: int = STEPS
) -> Iterator[Option]:
    """The entries of the list that the expression denotes, one after the other.

    >>> from mexplore.rules.arithmetic.reading import read_expression
    >>> list(evaluate_options(read_expression("[(a, n - a) for a in [1, 2]]", ("n",)), {"n": 3}))
    [(1, 2), (2, 1)]
    """
    return _entries(node, State(dict(values), steps))


def _number(node: tree.Node, state: State) -> int:  # noqa: PLR0911, PLR0912
    state.steps -= 1  # checked in loops only: without them each node is visited once
    match node:
        case tree.Name(name):
            return state.values[name]
        case tree.Number(value):
            return value
        case tree.Binary(sign, left, right):
            one, other = _number(left, state), _number(right, state)
            whole, least, bits = _OF_TWO[sign]
            if (least is not None and other < least) or (bits and bits(one, other) > state.bits):
                whole = partial(state.value, BY_SIGN[sign])  # refuses what has no value
            found: int = whole(one, other)
            return found
        case tree.Comparison():
            return int(_compares(node, state))
        case tree.Call(function, arguments):
            return _called(function, arguments, state)
        case tree.Unary(sign, operand):
            number = _number(operand, state)
            return -number if sign == "-" else int(not number)
        case tree.Logic("and", operands):
            return int(all(_number(operand, state) for operand in operands))
        case tree.Logic(_, operands):
            return int(any(_number(operand, state) for operand in operands))
        case tree.Choice(test, yes, no):
            return _number(yes if _number(test, state) else no, state)
        case tree.Pick(entries, index):
            i = _number(index, state)
            if not -len(entries) <= i < len(entries):
                state.refuse(f"the list of {len(entries)} numbers has no entry {in_brief(i)}")
            return entries[i]
        case _:
            raise TypeError(f"{type(node).__name__} denotes no number")


def _compares(node: tree.Comparison, state: State) -> bool:
    left = _number(node.first, state)
    for sign, other in zip(node.signs, node.others, strict=True):
        if sign in ("in", "not in"):
            return any(entry == left for entry in _entries(other, state)) == (sign == "in")
        right = _number(other, state)
        if not COMPARES[sign](left, right):
            return False
        left = right
    return True


def _entries(node: tree.Node, state: State) -> Iterator[Option]:
    """The entries of a list, lazily."""
    match node:
        case tree.Listing(items):
            yield from (_item(item, state) for item in items)
        case tree.Comprehension(item, clauses):
            yield from _loop(item, clauses, state)
        case tree.Binary("+", left, right):
            yield from _entries(left, state)
            yield from _entries(right, state)
        case tree.Choice(test, yes, no):
            yield from _entries(yes if _number(test, state) else no, state)
        case tree.Call("range", arguments):
            numbers = [_number(argument, state) for argument in arguments]
            if len(numbers) == 3 and numbers[2] == 0:
                state.refuse("the step of a range is 0")
            for number in range(*numbers):
                state.step()
                yield number
        case tree.Call(function, arguments) if OPERATIONS[function].entries:
            numbers = [_number(argument, state) for argument in arguments]
            for number in state.value(OPERATIONS[function], *numbers):
                state.step()
                yield number
        case tree.Name(name):
            raise KeyError(name)  # a list that is not known, as for a number that is not
        case _:
            raise TypeError(f"{type(node).__name__} denotes no list")


def _item(node: tree.Node, state: State) -> Option:
    match node:
        case tree.Choice(test, yes, no):
            return _item(yes if _number(test, state) else no, state)
        case tree.Heap() | tree.Repeated() | tree.Together() | tree.Gathered():
            return _heaps(node, state)
        case _:
            return _number(node, state)


def _heaps(node: tree.Node, state: State) -> tuple[Option, ...]:
    """An option of several heaps; of a board, a square or several."""
    match node:
        case tree.Heap(items):
            return tuple([_item(item, state) for item in items])
        case tree.Repeated(heaps, times):
            once, count = _heaps(heaps, state), _number(times, state)
            if not once or count <= 0:
                return ()
            state.step(len(once) * count)
            return once * count
        case tree.Together(left, right):
            return _heaps(left, state) + _heaps(right, state)
        case tree.Gathered(source):
            return tuple(_entries(source, state))
        case tree.Choice(test, yes, no):
            return _heaps(yes if _number(test, state) else no, state)
        case _:
            raise TypeError(f"{type(node).__name__} denotes no heaps")


def _loop(item: tree.Node, clauses: tuple[tree.Clause, ...], state: State) -> Iterator[Option]:
    if not clauses:
        yield _item(item, state)
        return
    clause, *inner = clauses
    entries = _entries(clause.source, state)
    # A loop inside the source would go on after its names were given to others: run it first.
    for value in list(entries) if tree.holds(clause.source, tree.Comprehension) else entries:
        assert isinstance(value, int)
        state.step()
        state.values[clause.name] = value
        if all(_number(test, state) for test in clause.tests):
            yield from _loop(item, tuple(inner), state)


def _called(function: str, arguments: tuple[tree.Node, ...], state: State) -> int:
    if function in ("sum", "len"):
        entries = _entries(arguments[0], state)
        return sum(1 for _ in entries) if function == "len" else sum(_numbers(entries))
    operation = OPERATIONS[function]
    if operation.takes_list:
        numbers = (
            [_number(argument, state) for argument in arguments]
            if len(arguments) > 1
            else list(_numbers(_entries(arguments[0], state)))
        )
        if not numbers:
            state.refuse(f"{function} of an empty list")
        return operation.of(operation.whole, numbers)
    found: int = state.value(operation, *[_number(argument, state) for argument in arguments])
    return found


def _numbers(entries: Iterator[Option]) -> Iterator[int]:
    for entry in entries:
        assert isinstance(entry, int)
        yield entry
