"""Lists in their simplest form against the lists as they were written, heap by heap."""

from __future__ import annotations

import random

import pytest

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.pruning import pruned
from mexplore.rules.arithmetic.reading import read_options
from mexplore.rules.errors import MexploreError
from mexplore.rules.families.expression.normal import in_normal_form, legal_options
from mexplore.rules.rule import Heaps


def read(text: str) -> tree.Node:
    return read_options(text, ("n",), whole=text, at=0)


def moves(body: tree.Node, n: int) -> frozenset[Heaps] | str:
    try:
        return frozenset(tuple(sorted(heaps)) for heaps in legal_options(body, "n", n))
    except MexploreError as error:
        return str(error)


class Draw:
    """Random lists of options, true and idle conditions among them."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def one(self, *texts: str) -> str:
        return (
            self.rng.choice(texts)
            .replace("C", str(self.rng.randint(0, 9)))
            .replace("D", str(self.rng.randint(1, 5)))
        )

    def number(self, names: str) -> str:
        k = self.rng.choice(names)
        return self.one(
            "C",
            k,
            f"{k} + C",
            f"{k} - C",
            f"{k} // D",
            f"({k} - C) // D",
            f"D * {k}",
            "n - C",
            f"{k} % D",
            f"max({k}, C)",
            f"min({k}, C)",
            f"max({k} - C, 0)",
            "n",
            f"n - {k}",
            "isqrt(n)",
            f"abs({k} - C)",
            f"n - 2 * {k}",
            f"{k} * {k}",
            "ceil(n / D)",
        )

    def test(self, names: str, depth: int = 0) -> str:
        kind = self.rng.randint(0, 9)
        if depth < 2 and kind < 3:
            inner = self.test(names, depth + 1), self.test(names, depth + 1)
            return (
                f"({inner[0]} and {inner[1]})",
                f"({inner[0]} or {inner[1]})",
                f"(not {inner[0]})",
            )[kind]
        k = self.rng.choice(names)
        if kind == 3:
            return f"{k} {self.one('in', 'not in')} [{self.one('C')}, {self.one('C')}]"
        if kind == 4:
            return f"{self.number(names)} <= {k} < {self.number(names)}"
        if kind == 5:
            return self.one("n", k, f"{k} % D", f"{k} % D == 0")
        sign = self.one("<", "<=", ">", ">=", "==", "!=")
        return f"{self.number(names)} {sign} {self.number(names)}"

    def option(self, names: str) -> str:
        k = self.rng.choice(names)
        return self.one(
            f"n - {k} - C",
            f"n - {k}",
            k,
            f"{k} - C",
            f"({k}, n - {k} - C)",
            "n - C",
            "n // D",
            "max(n - C, 0)",
            f"(n - {k} if {self.test(names)} else n - C)",
            f"n - D * {k}",
            f"({self.number(names)},)",
            f"({k} - C, {self.number(names)})",
        )

    def source(self, names: str) -> str:
        return self.one(
            "range(n)",
            "range(1, n + 1)",
            "range(C, n - C)",
            "range(C)",
            "range(1, n // D + 1)",
            "range(1, n, D)",
            "[C, C, C]",
            "range(n, 0, -D)",
            "divisors(n)",
            f"range({self.number(names)}, {self.number(names)})",
            "range(1, isqrt(n) + 1)",
            "range(1, min(n, C) + 1)",
            f"([C] if {self.test('n')} else range(C, C))",
        )

    def listing(self, depth: int = 0) -> str:
        kind = self.rng.randint(0, 6)
        if kind == 0 and depth < 2:
            return f"{self.listing(depth + 1)} + {self.listing(depth + 1)}"
        if kind == 1 and depth < 2:
            one, two = self.listing(depth + 1), self.listing(depth + 1)
            return f"({one} if {self.test('n')} else {two})"
        if kind == 2:
            return f"({self.listing(depth + 1)} if {self.test('n')} else [])"
        if kind == 3:
            return f"[{self.option('n')}, {self.option('n')}]"
        tests = "".join(f" if {self.test('nk')}" for _ in range(self.rng.randint(0, 2)))
        loop = f"for k in {self.source('n')}{tests}"
        if self.rng.random() < 0.25:
            more = f" if {self.test('nkj')}" if self.rng.random() < 0.5 else ""
            return f"[{self.option('nkj')} {loop} for j in {self.source('nk')}{more}]"
        return f"[{self.option('nk')} {loop}]"


def check(seed: int) -> bool:
    """Whether something was pruned; the moves must be the same from ``first`` on."""
    text = Draw(seed).listing()
    try:
        body = read(text)
    except MexploreError:
        return False
    found, exact = pruned(body), in_normal_form(body)
    for n in range(min(found.first, 60), min(found.first, 60) + 25):
        if n < found.first:
            break
        before = moves(body, n)
        if isinstance(before, frozenset):
            assert before == moves(found.body, n), (text, str(found.body), n)
    if exact.first <= 40:
        for n in range(exact.first, 30):
            before = moves(body, n)
            if isinstance(before, frozenset):
                assert before == moves(exact.body, n), (text, str(exact.body), n)
        if exact.first and exact.first < found.first and exact.body != body:
            differ = moves(body, exact.first - 1) != moves(exact.body, exact.first - 1)
            assert differ or isinstance(moves(body, exact.first - 1), str)
    return found.body != body


def test_loops_in_conditions_keep_their_names() -> None:
    """The inner k is not the number of the outer loop, under whatever name that goes."""
    text = "[(k - 7, n - k) for k in [x for x in range(n) if len([k for k in range(x)]) > 2 + C]]"
    for constant in range(6):
        body = read(text.replace("C", str(constant)))
        found = in_normal_form(body)
        for n in range(found.first, found.first + 25):
            assert moves(body, n) == moves(found.body, n), (constant, n)


def test_random_lists_keep_their_moves() -> None:
    assert sum(check(seed) for seed in range(200)) > 80


@pytest.mark.slow
def test_thousands_of_random_lists_keep_their_moves() -> None:
    assert sum(check(seed) for seed in range(200, 20_000)) > 8_000
