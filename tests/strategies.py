"""Random rules for the properties, a strategy a family."""

from __future__ import annotations

import re
from functools import cache, reduce
from operator import xor
from random import Random

from hypothesis import strategies as st

import mexplore.rules.sets
from mexplore.rules.arithmetic import tree
from mexplore.rules.families.division.rule import Division
from mexplore.rules.families.expression.rule import Expression
from mexplore.rules.families.interval.rule import Interval
from mexplore.rules.families.subtraction.rule import Subtraction
from mexplore.rules.members import members
from mexplore.rules.rule import mex
from mexplore.rules.sets.multiples import Multiples
from mexplore.rules.sets.named import NamedSet
from mexplore.rules.sets.powers import Powers
from mexplore.rules.sets.residues import Residues

PLAIN = [m.make(None) for m in members(mexplore.rules.sets, NamedSet) if m.least_parameter is None]
SETS = [*PLAIN, *(Powers(b) for b in (2, 3, 4, 6, 10)), *(Multiples(k) for k in (1, 3, 60)),
        Residues(5, (1, 3)), Residues(12, (0, 7), 30), Residues(4, (3,))]  # fmt: skip

NUMBERS = st.lists(st.integers(1, 90), max_size=70)
NAMED = st.lists(st.sampled_from(SETS), max_size=3)
EXCEPTIONS = st.none() | st.lists(st.integers(1, 40), max_size=8)


@st.composite
def subtractions(draw: st.DrawFn) -> Subtraction:
    numbers, named, missing = draw(NUMBERS), draw(NAMED), draw(EXCEPTIONS)
    if not numbers and not named and missing is None:
        numbers = [draw(st.integers(1, 90))]
    return Subtraction.of(numbers, named, missing)


def divisions() -> st.SearchStrategy[Division]:
    divisors = st.sets(st.integers(2, 12), min_size=1, max_size=4)
    return st.builds(
        lambda chosen, ceil: Division(tuple(sorted(chosen)), ceil), divisors, st.booleans()
    )


@cache
def numbers(names: tuple[str, ...] = ("n",), leaves: int = 6) -> st.SearchStrategy[tree.Node]:
    """Expressions for numbers that have a value wherever their names are 0 or more."""
    constants = st.integers(0, 12).map(tree.Number)
    atoms = st.one_of(constants, st.sampled_from(names).map(tree.Name))
    positive = st.integers(1, 9).map(tree.Number)

    def grow(inner: st.SearchStrategy[tree.Node]) -> st.SearchStrategy[tree.Node]:
        signs = st.sampled_from(["+", "-", "*", "&", "|", "^"])
        magnitude = inner.map(lambda node: tree.Call("abs", (node,)))
        comparisons = st.builds(
            lambda a, sign, b: tree.Comparison(a, (sign,), (b,)),
            inner,
            st.sampled_from(["<", "<=", "==", "!=", ">", ">="]),
            inner,
        )
        return st.one_of(
            st.builds(tree.Binary, signs, inner, inner),
            st.builds(tree.Binary, st.sampled_from(["//", "%"]), inner, positive),
            st.builds(tree.Binary, st.sampled_from(["<<", ">>", "**"]), inner, st.just(_TWO)),
            st.builds(lambda a, b: tree.Call("ceil_div", (a, b)), inner, positive),
            st.builds(lambda a, b: tree.Call("min", (a, b)), inner, inner),
            st.builds(lambda a, b: tree.Call("gcd", (a, b)), inner, inner),
            magnitude.map(lambda node: tree.Call("isqrt", (node,))),
            inner.map(lambda node: tree.Call("bit_length", (node,))),
            inner.map(lambda node: tree.Unary("-", node)),
            st.builds(tree.Choice, comparisons, inner, inner),
            st.builds(lambda i: tree.Pick((3, -1, 4), tree.Binary("%", i, tree.Number(3))), inner),
        )

    return st.recursive(atoms, grow, max_leaves=leaves)


_TWO = tree.Number(2)


def intervals() -> st.SearchStrategy[Interval]:
    """Intervals with any two ends."""
    return st.builds(Interval, st.booleans(), numbers(), numbers())


def code_digits(least: int) -> st.SearchStrategy[str]:
    """Digits that allow no fewer than ``least`` heaps."""
    suffix = st.sampled_from(["", "", "!", "?", "="])
    count = st.integers(least, least + 5).map(str)
    counts = st.lists(count, min_size=1, max_size=3, unique=True).map(lambda c: sorted(c, key=int))
    plus = st.sampled_from(["", "+"])
    plain = st.builds(lambda c, p, s: f"{{{','.join(c)}{p}}}{s}", counts, plus, suffix)
    mixed = st.builds(
        lambda c, s, p: f"{{{','.join(a + b for a, b in zip(c, s, strict=False))}{p}}}",
        counts,
        st.lists(suffix, min_size=3, max_size=3),
        plus,
    )
    listed = plain | mixed
    if least > 0:
        return st.just("0") | listed
    return st.builds(str.__add__, st.sampled_from("0123456789ABCDEFGKV*"), suffix) | listed


@st.composite
def codes(draw: st.DrawFn) -> str:
    """Codes of games that end, of every kind."""
    adding = "".join(draw(code_digits(least)) for least in range(draw(st.integers(2, 4)), 1, -1))
    removing = "".join(draw(st.lists(code_digits(0), max_size=3)))
    block = "".join(draw(st.lists(code_digits(0), max_size=2)))
    return f"{adding}.{removing}0[{block}]"


_LARGER = tree.Call("max", (tree.Name("n"), tree.Number(1)))


def _within(node: tree.Node) -> tree.Node:
    """The number reduced to 0..n-1, to 0 at n = 0."""
    return tree.Binary("%", node, _LARGER)


@st.composite
def option_lists(draw: st.DrawFn, deep: bool = False) -> tree.Node:
    """Lists of legal options in n: written out, by loops with conditions, joined, chosen."""
    kinds = ["listing", "loop", "nested", "join", "choice"]
    kind = draw(st.sampled_from(kinds[:3] if deep else kinds))
    if kind in ("join", "choice"):
        left, right = draw(option_lists(deep=True)), draw(option_lists(deep=True))
        if kind == "join":
            return tree.Binary("+", left, right)
        return tree.Choice(draw(numbers(("n",), 2)), left, right)
    names = {"listing": ("n",), "loop": ("n", "k"), "nested": ("n", "k", "j")}[kind]
    items = draw(st.lists(numbers(names, 3).map(_within), min_size=1, max_size=2))
    item = items[0] if len(items) == 1 else tree.Heap(tuple(items))
    if kind == "listing":
        return tree.Listing((item, draw(numbers(names, 3).map(_within))))
    clauses = []
    for i, name in enumerate(names[1:], start=2):
        stop = tree.Binary("%", draw(numbers(names[: i - 1], 2)), tree.Number(9))
        tests = draw(st.lists(numbers(names[:i], 2), max_size=1))
        clauses.append(tree.Clause(name, tree.Call("range", (stop,)), tuple(tests)))
    return tree.Comprehension(item, tuple(clauses))


def expressions() -> st.SearchStrategy[Expression]:
    """Rules by a list of legal options."""
    return st.builds(Expression, st.just("n"), option_lists())


def residue_rule(pick: Random) -> str:
    """An expression whose options are floor forms on residue classes: shifts, quotients, nested and
    rounded up, guards, minima, pairs of heaps, conditions on the residue of n; all legal."""
    conditions = ["n % {m} == {r}", "n % {m} != {r}", "n % {m} < {r}", "(n // {d}) % {m} == {r}",
                  "n > {s}", "n & {r}", "(n * n + {s}) % {m} == {r}"]  # fmt: skip
    lists = ["{o}", "{o} + {o}", "{o} + ({o} if {c} else [])", "{o} if {c} else {o}",
             "({o} if {c} else {o}) + ({o} if {c} else [])"]  # fmt: skip

    def shift() -> str:
        return f"n - {pick.randint(1, 4)}"

    def heap() -> str:
        d = pick.randint(2, 4)
        bounded = [f"n // {d}", f"ceil(n/{d}) - 1", f"(n - {pick.randint(1, 5)}) // {d}",
                   f"(n // 2 + {pick.randint(0, 2)}) // 2", f"{d - 1} * n // {d}",
                   f"n - {pick.randint(1, 3)} - n % {d}", f"max({shift()}, {pick.randint(0, 3)})",
                   f"{pick.randint(0, 4)}", f"{pick.randint(3, 9)} - n", f"n - 1 - n // {d}",
                   f"(n + {pick.randint(1, 4)}) // {d}"]  # fmt: skip
        return shift() if pick.random() < 0.5 else f"min({pick.choice(bounded)}, n - 1)"

    def option() -> str:
        several = pick.random() < 0.15
        return f"({heap()}, min(n // {pick.randint(2, 3)}, n - 1))" if several else heap()

    def options() -> str:
        return f"[{', '.join(option() for _ in range(pick.randint(1, 2)))}]"

    def condition() -> str:
        m = pick.randint(2, 4)
        numbers = {"m": m, "r": pick.randrange(m), "s": pick.randint(0, 9), "d": pick.randint(2, 3)}
        return pick.choice(conditions).format(**numbers)

    text = pick.choice(lists)
    while "{" in text:
        text = text.replace("{o}", options(), 1).replace("{c}", condition(), 1)
    return f"n -> {text}"


def values_of_text(text: str, stop: int) -> list[int]:
    """The nim-values of ``n -> [...]``, the list being read by Python itself."""
    body = re.sub(r"ceil\(n/(\d)\)", r"(-(-n // \1))", text.removeprefix("n -> "))
    options = eval(f"lambda n: {body}")
    values: list[int] = []
    for n in range(stop):
        found = set()
        for option in options(n):
            heaps = option if isinstance(option, tuple) else (option,)
            if min(heaps) >= 0 and (n or any(heaps)):
                found.add(reduce(xor, (values[h] for h in heaps), 0))
        values.append(mex(found))
    return values
