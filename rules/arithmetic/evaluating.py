"""The interpreter of expressions: exact, slow, and the definition of what they mean.

Limits of one evaluation: STEPS nodes visited (some seconds), and numbers of BITS bits (more where
n itself is large). What goes beyond is refused with the n that shows it; so is a division by zero,
a negative shift or exponent, an empty min, and whatever else has no value.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NoReturn, Union

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.vocabulary import BY_SIGN
from mexplore.rules.errors import InputError, TooLarge
from mexplore.rules.text.numbers import is_prime

STEPS = 3_000_000
BITS = 4096
LARGEST_FACTORED = 10**18
_FACTORED_AT_ONCE = 10**6  # below, by trial division

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
        self.shown = ", ".join(f"{name} = {_clip(value)}" for name, value in self.values.items())
        self.bits += 8 * max(value.bit_length() for value in self.values.values())

    def refuse(self, problem: str) -> NoReturn:
        raise InputError(f"at {self.shown}: {problem}")

    def step(self, count: int = 1) -> None:
        self.steps -= count
        if self.steps < 0:
            raise TooLarge(f"at {self.shown}: the expression takes too many steps")

    def fits(self, bits: int) -> None:
        if bits > self.bits:
            raise TooLarge(f"at {self.shown}: a number has more than {self.bits} bits")


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


def _clip(value: int) -> str:
    return str(value) if value.bit_length() < 100 else f"a number of {value.bit_length()} bits"


def _number(node: tree.Node, state: State) -> int:  # noqa: PLR0911, PLR0912
    state.steps -= 1  # checked in loops only: without them each node is visited once
    match node:
        case tree.Number(value):
            return value
        case tree.Name(name):
            return state.values[name]
        case tree.Binary(sign, left, right):
            return _BY_SIGN[sign](_number(left, state), _number(right, state), state)
        case tree.Unary("-", operand):
            return -_number(operand, state)
        case tree.Unary(_, operand):
            return int(not _number(operand, state))
        case tree.Comparison():
            return int(_compares(node, state))
        case tree.Logic("and", operands):
            return int(all(_number(operand, state) for operand in operands))
        case tree.Logic(_, operands):
            return int(any(_number(operand, state) for operand in operands))
        case tree.Choice(test, yes, no):
            return _number(yes if _number(test, state) else no, state)
        case tree.Call(function, arguments):
            return _called(function, arguments, state)
        case tree.Pick(entries, index):
            i = _number(index, state)
            if not -len(entries) <= i < len(entries):
                state.refuse(f"the list of {len(entries)} numbers has no entry {_clip(i)}")
            return entries[i]
        case _:
            raise TypeError(f"{type(node).__name__} denotes no number")


def _compares(node: tree.Comparison, state: State) -> bool:
    left = _number(node.first, state)
    for sign, other in zip(node.signs, node.others, strict=True):
        if sign in ("in", "not in"):
            return any(entry == left for entry in _entries(other, state)) == (sign == "in")
        right = _number(other, state)
        if not _COMPARISONS[sign](left, right):
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
        case tree.Call(function, arguments) if function in _LISTS:
            numbers = [_number(argument, state) for argument in arguments]
            for number in _LISTS[function](*numbers, state):
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
    if function in ("min", "max"):
        several = len(arguments) > 1
        numbers = (
            [_number(argument, state) for argument in arguments]
            if several
            else _numbers(_entries(arguments[0], state))
        )
        found = (min if function == "min" else max)(numbers, default=None)
        if found is None:
            state.refuse(f"{function} of an empty list")
        return found
    return OPERATIONS[function](*(_number(argument, state) for argument in arguments), state)


def _numbers(entries: Iterator[Option]) -> Iterator[int]:
    for entry in entries:
        assert isinstance(entry, int)
        yield entry


def _divide(a: int, b: int, state: State) -> int:
    if b == 0:
        state.refuse(f"division of {_clip(a)} by zero")
    return a // b


def _rest(a: int, b: int, state: State) -> int:
    if b == 0:
        state.refuse(f"rest of {_clip(a)} modulo zero")
    return a % b


def _times(a: int, b: int, state: State) -> int:
    state.fits(a.bit_length() + b.bit_length())
    return a * b


def _power(a: int, b: int, state: State) -> int:
    if b < 0:
        state.refuse(f"a negative exponent, {_clip(b)}")
    if abs(a) > 1:
        state.fits(a.bit_length() * b)
    elif b > 1:
        return a**2 if b % 2 == 0 else a
    return int(a**b)


def _left(a: int, b: int, state: State) -> int:
    if b < 0:
        state.refuse(f"a shift by a negative number, {_clip(b)}")
    if a:
        state.fits(a.bit_length() + b)
    return a << b if a else 0


def _right(a: int, b: int, state: State) -> int:
    if b < 0:
        state.refuse(f"a shift by a negative number, {_clip(b)}")
    return a >> min(b, a.bit_length() + 1)


def _isqrt(a: int, state: State) -> int:
    if a < 0:
        state.refuse(f"isqrt of a negative number, {_clip(a)}")
    return math.isqrt(a)


def _v2(a: int, state: State) -> int:
    if a == 0:
        state.refuse("v2 of 0: every power of 2 divides it")
    return (a & -a).bit_length() - 1


def _vp(a: int, p: int, state: State) -> int:
    """The largest k with p^k dividing a."""
    if a == 0:
        state.refuse(f"vp of 0: every power of {_clip(p)} divides it")
    if p < 2:
        state.refuse(f"vp with the base {_clip(p)}, which is less than 2")
    k = 0
    while a % p == 0:
        a //= p
        k += 1
    return k


def _divisors(a: int, state: State) -> list[int]:
    """The positive divisors in increasing order; of 0, which all numbers divide, none."""
    a = abs(a)
    if a > LARGEST_FACTORED:
        raise TooLarge(f"at {state.shown}: divisors of a number beyond {LARGEST_FACTORED}")
    if a < _FACTORED_AT_ONCE:
        small = [d for d in range(1, math.isqrt(a) + 1) if a % d == 0]
        return small + [a // d for d in reversed(small) if d * d < a]
    from sympy import divisors

    return [int(d) for d in divisors(a)]


def _digits(a: int, b: int, state: State) -> list[int]:
    """The digits in base b, the most significant one first; 0 has one, which is 0."""
    if a < 0:
        state.refuse(f"digits of a negative number, {_clip(a)}")
    if b < 2:
        state.refuse(f"digits in base {_clip(b)}, which is less than 2")
    found = [a % b]
    while a >= b:
        state.step()
        a //= b
        found.append(a % b)
    return found[::-1]


_LISTS: dict[str, Callable[..., list[int]]] = {"divisors": _divisors, "digits": _digits}
_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}
OPERATIONS: Mapping[str, Callable[..., int]] = MappingProxyType(
    {
        "add": lambda a, b, _: a + b,
        "sub": lambda a, b, _: a - b,
        "mul": _times,
        "floordiv": _divide,
        "mod": _rest,
        "pow": _power,
        "bitand": lambda a, b, _: a & b,
        "bitor": lambda a, b, _: a | b,
        "xor": lambda a, b, _: a ^ b,
        "shl": _left,
        "shr": _right,
        "isqrt": _isqrt,
        "gcd": lambda a, b, _: math.gcd(a, b),
        "abs": lambda a, _: abs(a),
        "ceil_div": lambda a, b, state: -_divide(-a, b, state),
        "is_prime": lambda a, _: int(is_prime(a)),
        "is_square": lambda a, _: int(a >= 0 and math.isqrt(a) ** 2 == a),
        "v2": _v2,
        "vp": _vp,
        "bit_length": lambda a, _: abs(a).bit_length(),
    }
)
"""What each operation of numbers is, by its name in `rules.arithmetic.vocabulary`; the last
argument is the state of the evaluation, which refuses what has no value."""
_BY_SIGN = {sign: OPERATIONS[row.name] for sign, row in BY_SIGN.items() if row.name in OPERATIONS}
