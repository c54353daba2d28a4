"""The operations of expressions and formulas: one table, with what each means in every way to
compute it.

To add an operation, add an entry. What walks over a tree asks the table: the interpreter of
expressions (`rules.arithmetic.evaluating`), the writer of loops of 64-bit integers
(`rules.engine.expressions.numbers`), formulas at one n, at many n and in sympy
(`rules.arithmetic.formula_values`), and what follows a tree in intervals
(`rules.arithmetic.reach`). A test holds all meanings of all entries against each other.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from math import gcd, isqrt
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

import numpy as np

from mexplore.rules.arithmetic import columns, numbers, spans
from mexplore.rules.arithmetic.spans import TRUTH, Bounded, Span
from mexplore.rules.dataclass import dataclass
from mexplore.rules.text.numbers import is_prime

MANY = 1000  # arguments
Meaning = Any
"""A function; None where there is no such meaning."""
Value = TypeVar("Value")


class Need(NamedTuple):
    """An operation has a value only where an argument is at least ``least``; if that is None, where
    it is not 0. The problem shows the arguments."""

    place: int
    least: int | None
    problem: str

    def is_met(self, number: int) -> bool:
        return number != 0 if self.least is None else number >= self.least

    def unmet(self, text: str) -> str:
        """The condition, in Python, that it is not met by a number of this text."""
        return f"{text} == 0" if self.least is None else f"{text} < {self.least}"

    def may_fail(self, values: Bounded) -> bool:
        return values.low <= 0 <= values.high if self.least is None else values.low < self.least

    def within(self, values: Span) -> Span:
        """The values that meet it, from the least to the greatest."""
        if self.least is None:
            return Span(values.low + (values.low == 0), values.high - (values.high == 0))
        return Span(max(values.low, self.least), values.high)


@dataclass(frozen=True)
class Operation:
    """What is done with ``least`` numbers, or with any count from that to ``up_to``; where this is
    MANY, every meaning is that of two numbers, and more are taken one after the other.

    How it is written: ``sign`` stands between two numbers, ``expression`` is the name by which an
    expression calls it, ``formula`` are the names by which a formula does, with such arguments as
    ``example``; ``of_list`` are the functions of lists that make it of a list. ``says`` tells what
    it is, of numbers n and k.

    What it means: ``whole`` of whole numbers (a list, if ``entries``), which is the definition,
    where the ``needs`` are met; ``bits`` bounds the size of what may be far larger than the
    arguments. ``real`` of the real numbers of formulas; without it, a formula takes ``whole`` of
    whole numbers that are at least as large as ``naturals`` says. ``column`` of columns of
    fractions, or ``array`` of arrays of such whole numbers. ``sympy`` of sympy's expressions, given
    sympy; without it, a function by its name. ``span`` of intervals; of a list, that of one entry.
    ``machine`` is its text in a loop of 64-bit integers, for arguments up to ``machine_most``; it
    is a condition where ``truth``. ``takes_list``: a list stands in place of numbers.
    """

    name: str
    least: int = 2
    up_to: int = 0
    sign: str = ""
    expression: str = ""
    formula: tuple[str, ...] = ()
    example: str = ""
    of_list: tuple[tuple[str, str], ...] = ()
    says: str = ""
    whole: Meaning = None
    entries: bool = False
    needs: tuple[Need, ...] = ()
    bits: Callable[[int, int], int] | None = None
    real: Meaning = None
    naturals: tuple[int, ...] = (0,) * MANY
    column: Meaning = None
    array: Meaning = None
    sympy: Meaning = None
    span: Meaning = None
    machine: str = ""
    machine_most: tuple[int | None, ...] = ()
    truth: bool = False
    takes_list: bool = False

    @property
    def most(self) -> int:
        """How many numbers it takes, at most."""
        return self.up_to or self.least

    def of(self, meaning: Callable[..., Value], arguments: Sequence[Value]) -> Value:
        """One of its meanings, of these arguments."""
        return reduce(meaning, arguments) if self.up_to == MANY else meaning(*arguments)

    def bounds(self, *values: Bounded) -> Span:
        """Where its values lie, for whole numbers in these intervals for which it has one."""
        held = [Span(each.low, each.high) for each in values]
        for need in self.needs:
            held[need.place] = need.within(held[need.place])
        if any(each.low > each.high for each in held):
            return Span(0, 0)
        found: Span = self.of(self.span, held)
        return found


def _digits_of(name: str, function: str, says: str, whole: Meaning, **meanings: Any) -> Operation:
    """What a function makes of the digits of n in base k."""
    names = (function, function.capitalize()) if function in ("min", "max") else (function,)
    return Operation(
        name,
        formula=(name,),
        example="n, 10",
        of_list=tuple((each, "digits") for each in names),
        says=f"{says} of the digits of n in base k",
        whole=lambda a, b: whole(numbers.digits(a, b)),
        naturals=(0, 2),
        **meanings,
    )


def _factors_of(name: str, formula: str, says: str, whole: Meaning, **meanings: Any) -> Operation:
    """What is made of the prime factors of n >= 1, or of its divisors."""
    return Operation(name, 1, formula=(formula,), says=says, whole=whole, naturals=(1,), **meanings)


_POSITIVE_SHIFT = Need(1, 0, "a shift by a negative number, {1}")
# In each entry: how it is written, what it is; what it means of whole numbers; of real numbers, of
# many, in sympy; where it lies, and its text in a loop.
# fmt: off
_TABLE = (
    Operation("add", sign="+", whole=operator.add,
        real=operator.add, column=columns.add, sympy=lambda _, a, b: a + b,
        span=lambda a, b: spans.span(a.low + b.low, a.high + b.high), machine="({} + {})"),
    Operation("sub", sign="-", whole=operator.sub,
        real=operator.sub, column=columns.subtract, sympy=lambda _, a, b: a - b,
        span=spans.minus, machine="({} - {})"),
    Operation("mul", sign="*",
        whole=operator.mul, bits=lambda a, b: a.bit_length() + b.bit_length(),
        real=numbers.product, column=columns.multiply, sympy=lambda _, a, b: a * b,
        span=spans.at_ends(operator.mul), machine="({} * {})"),
    Operation("div", sign="/",
        real=numbers.quotient, column=columns.divide, sympy=lambda _, a, b: a / b),
    Operation("floordiv", sign="//",
        whole=operator.floordiv, needs=(Need(1, None, "division of {0} by zero"),),
        real=numbers.floor_quotient, column=columns.floor_divide,
        sympy=lambda sympy, a, b: sympy.floor(a / b),
        span=spans.quotient, machine="({} // {})"),
    Operation("mod", sign="%", formula=("Mod",), says="the rest of n modulo k",
        whole=operator.mod, needs=(Need(1, None, "rest of {0} modulo zero"),),
        real=numbers.remainder, column=columns.modulo, sympy=lambda sympy, a, b: sympy.Mod(a, b),
        span=spans.remainder, machine="({} % {})"),
    Operation("pow", sign="**",
        whole=numbers.power, needs=(Need(1, 0, "a negative exponent, {1}"),),
        bits=lambda a, b: a.bit_length() * b if abs(a) > 1 else 0,
        real=numbers.real_power, column=columns.power, sympy=lambda _, a, b: a**b,
        span=spans.power, machine="power({}, {})"),
    Operation("bitand", sign="&", whole=operator.and_, array=np.bitwise_and,
        span=spans.common_bits, machine="({} & {})"),
    Operation("bitor", sign="|", whole=operator.or_, array=np.bitwise_or,
        span=spans.bits, machine="({} | {})"),
    Operation("xor", 2, MANY, sign="^", formula=("xor",), says="the nim-sum of n, k, ...",
        whole=operator.xor, array=np.bitwise_xor,
        span=spans.bits, machine="({} ^ {})"),
    Operation("nim_product", expression="nim_product", formula=("nim_product",), example="n, 6",
        says="the nim-product of n and k",
        whole=numbers.nim_product,
        needs=(Need(0, 0, "nim_product of a negative number, {0}"),
            Need(1, 0, "nim_product of a negative number, {1}")),
        bits=numbers.nim_digits, array=columns.nim_products,
        span=spans.nim_product, machine="nim_product({}, {})",
        machine_most=((1 << 32) - 1,) * 2),
    Operation("shl", sign="<<", whole=lambda a, b: a << b if a else 0, needs=(_POSITIVE_SHIFT,),
        bits=lambda a, b: a.bit_length() + b if a else 0,
        span=spans.at_ends(spans.shifted_left), machine="({} << {})", machine_most=(None, 62)),
    Operation("shr", sign=">>",
        whole=lambda a, b: a >> min(b, a.bit_length() + 1), needs=(_POSITIVE_SHIFT,),
        span=spans.at_ends(spans.shifted_right), machine="({} >> min(np.int64({}), np.int64(62)))"),
    Operation("range", 1, 3, expression="range", says="a list as Python makes it", entries=True),
    Operation("isqrt", 1, expression="isqrt", formula=("isqrt",),
        says="the square root of n, rounded down",
        whole=isqrt, needs=(Need(0, 0, "isqrt of a negative number, {0}"),),
        array=columns.roots, sympy=lambda sympy, a: sympy.floor(sympy.sqrt(a)),
        span=spans.roots, machine="isqrt({})"),
    Operation("gcd", expression="gcd", formula=("gcd",), example="n, 6",
        says="the greatest common divisor of n and k",
        whole=gcd, array=np.gcd,
        span=spans.divisor, machine="gcd({}, {})"),
    Operation("min", 1, MANY, expression="min", formula=("Min", "min"), example="n, 4",
        says="the least of numbers, or of a list",
        whole=min, real=numbers.less, column=columns.less,
        sympy=lambda sympy, *several: sympy.Min(*several),
        span=lambda a, b: Span(min(a.low, b.low), min(a.high, b.high)), machine="min({}, {})",
        takes_list=True),
    Operation("max", 1, MANY, expression="max", formula=("Max", "max"), example="n, 4",
        says="the greatest of numbers, or of a list",
        whole=max,
        real=numbers.greater, column=columns.greater,
        sympy=lambda sympy, *several: sympy.Max(*several),
        span=lambda a, b: Span(max(a.low, b.low), max(a.high, b.high)), machine="max({}, {})",
        takes_list=True),
    Operation("abs", 1, expression="abs", formula=("Abs", "abs"), example="n - 4",
        says="n without its sign",
        whole=abs, real=numbers.absolute, column=columns.absolute,
        sympy=lambda sympy, a: sympy.Abs(a),
        span=spans.absolute, machine="distance({})"),
    Operation("ceil_div", expression="ceil_div", says="n/k, rounded up; `ceil(n/k)` is the same",
        whole=lambda a, b: -(-a // b), needs=(Need(1, None, "division of {0} by zero"),),
        span=spans.ceiling, machine="ceil_div({}, {})"),
    Operation("is_prime", 1, expression="is_prime", says="whether n is prime",
        whole=lambda a: int(is_prime(a)),
        span=lambda a: Span(0, int(a.high >= 2)), machine="is_prime({})", truth=True,
        machine_most=(1 << 32,)),  # below, trial division is quick
    Operation("is_square", 1, expression="is_square", says="whether n is a square",
        whole=numbers.is_square,
        span=lambda a: Span(0, int(a.high >= 0)), machine="is_square({})", truth=True),
    Operation("v2", 1, expression="v2", formula=("v2",),
        says="the largest j for which 2^j divides n",
        whole=numbers.v2, needs=(Need(0, None, "v2 of 0: every power of 2 divides it"),),
        naturals=(1,), array=columns.v2s,
        span=lambda a: Span(0, spans.logarithm(a.size)), machine="v2({})"),
    Operation("bit_length", 1, expression="bit_length", formula=("bit_length",),
        says="how many binary digits n has; 0 has none",
        whole=lambda a: abs(a).bit_length(),
        array=columns.bit_lengths,
        span=lambda a: Span(0, a.size.bit_length()), machine="bit_length({})"),
    Operation("vp", expression="vp", formula=("valuation", "vp"), example="n, 3",
        says="the largest j for which k^j divides n",
        whole=numbers.valuation,
        needs=(Need(0, None, "vp of 0: every power of {1} divides it"),
            Need(1, 2, "vp with the base {1}, which is less than 2")),
        naturals=(1, 2), array=columns.valuations,
        span=lambda a, p: Span(0, spans.logarithm(a.size, p.low)), machine="vp({}, {})"),
    Operation("divisors", 1, expression="divisors",
        says="the list of the divisors of n; 0 has none",
        whole=numbers.divisors, entries=True,
        span=lambda a: Span(1, max(a.size, 1))),
    Operation("digits", expression="digits", example="n, 10",
        says="the list of the digits of n in base k, the most significant one first",
        whole=numbers.digits, entries=True,
        needs=(Need(0, 0, "digits of a negative number, {0}"),
            Need(1, 2, "digits in base {1}, which is less than 2")),
        span=spans.digits),
    Operation("sum", 1, expression="sum", says="the sum of a list", takes_list=True),
    Operation("len", 1, expression="len", says="the length of a list", takes_list=True),
    Operation("sqrt", 1, formula=("sqrt",), says="the square root of n",
        real=numbers.root_of, sympy=lambda sympy, a: sympy.sqrt(a)),
    Operation("popcount", 1, formula=("popcount",), says="how many binary digits of n are 1",
        whole=int.bit_count, array=columns.popcounts,
        span=lambda a: Span(0, a.size.bit_length())),
    Operation("odd_part", 1, formula=("odd_part",), says="the largest odd number that divides n",
        whole=lambda a: a >> numbers.v2(a),
        naturals=(1,), array=columns.odd_parts,
        span=lambda a: Span(1, a.high)),
    _factors_of("omega", "Omega", "the number of prime factors of n, with multiplicity",
        lambda a: sum(numbers.factors(a).values()),
        array=columns.by_table(columns.prime_factors),
        span=lambda a: Span(0, spans.logarithm(a.high))),
    _factors_of("distinct_primes", "omega", "the number of primes that divide n",
        lambda a: len(numbers.factors(a)),
        array=columns.by_table(columns.distinct_primes),
        span=lambda a: Span(0, spans.logarithm(a.high))),
    _factors_of("exponent_xor", "exponent_xor", "the nim-sum of the exponents of the primes in n",
        lambda a: reduce(operator.xor, numbers.factors(a).values(), 0),
        array=columns.by_table(columns.exponent_xor),
        span=lambda a: spans.bits(TRUTH, Span(0, spans.logarithm(a.high)))),
    Operation("lpf", 1, formula=("lpf",), says="the least prime that divides n",
        whole=numbers.least_prime_factor,
        naturals=(2,), array=columns.by_table(columns.least_prime_factors),
        span=lambda a: Span(2, a.high)),
    Operation("primepi", 1, formula=("primepi",), says="how many primes are at most n",
        real=numbers.prime_count, array=columns.by_table(columns.prime_counts),
        span=lambda a: Span(0, a.high)),
    # A formula has lists only inside of what is made of them: sum(digits(n, 10)).
    _digits_of("digit_sum", "sum", "the sum", sum, array=columns.of_digits(np.add),
        span=lambda a, b: Span(0, (b.high - 1) * spans.most_digits(a, b))),
    _digits_of("digit_xor", "xor", "the nim-sum", lambda digits: reduce(operator.xor, digits),
        array=columns.of_digits(np.bitwise_xor),
        span=lambda a, b: spans.bits(TRUTH, spans.digits(a, b))),
    _digits_of("digit_max", "max", "the greatest", max, array=columns.of_digits(np.maximum),
        span=spans.digits),
    _digits_of("digit_min", "min", "the least", min, array=columns.least_digits,
        span=spans.digits),
    _digits_of("digit_count", "len", "the number", len, array=columns.digit_counts,
        span=lambda a, b: Span(1, spans.most_digits(a, b))),
    _factors_of("divisor_sum", "divisor_sum", "the sum of the divisors of n",
        numbers.divisor_sum, of_list=(("sum", "divisors"),),
        array=columns.by_table(columns.divisor_sums),
        span=lambda a: Span(1, a.high * a.high.bit_length())),  # n * (1 + 1/2 + ... + 1/n)
    _factors_of("divisor_count", "divisor_count", "the number of divisors of n",
        numbers.divisor_count, of_list=(("len", "divisors"),),
        array=columns.by_table(columns.divisor_counts),
        span=lambda a: Span(1, 2 * isqrt(a.high))),
    # Operations that formulas write in a way of their own: floor(x), floor(log(x, b)).
    Operation("floor", 1,
        real=numbers.floor_of, column=columns.floor, sympy=lambda sympy, a: sympy.floor(a)),
    Operation("ceiling", 1,
        real=numbers.ceiling_of, column=columns.ceiling, sympy=lambda sympy, a: sympy.ceiling(a)),
    Operation("floorlog", formula=("floorlog",), example="n, 4",
        says="the greatest j with k^j <= n; `floor(log(n, k))` is the same",
        real=numbers.floor_log, column=columns.floor_log),
    Operation("ceillog", formula=("ceillog",), example="n, 4",
        says="the least j with k^j >= n; `ceil(log(n, k))` is the same",
        real=numbers.ceiling_log),
)
# fmt: on
OPERATIONS: Mapping[str, Operation] = MappingProxyType({row.name: row for row in _TABLE})
BY_SIGN: Mapping[str, Operation] = MappingProxyType({row.sign: row for row in _TABLE if row.sign})

LISTS: Mapping[str, str] = MappingProxyType({"divisors": "divisor", "digits": "digit"})
"""The operations that make a list of a number, with what one entry is called."""

COMPARES: Mapping[str, Callable[[Any, Any], Any]] = MappingProxyType(
    {
        "<": operator.lt,
        "<=": operator.le,
        ">": operator.gt,
        ">=": operator.ge,
        "==": operator.eq,
        "!=": operator.ne,
    }
)
"""Whether two numbers, or those of two arrays, stand in a relation."""
