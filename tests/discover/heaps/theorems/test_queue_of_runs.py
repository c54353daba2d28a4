"""Runs that come again, first in, first out: against the definition, with controls."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from mexplore.discover.heaps.patterns.run_queue import (
    Descent,
    Queue,
    QueueForm,
    RunQueue,
    multiplier,
)
from mexplore.discover.heaps.study import study
from mexplore.discover.heaps.theorems.queue_of_runs import QueueOfRuns
from mexplore.discover.study.certificate import certificate_of
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.theorem import Inapplicable
from mexplore.discover.verifying import verify
from mexplore.rules.arithmetic.ends import clipped, first_past, grows_slowly
from mexplore.rules.arithmetic.forms import Floor, Form, Root, tree_of
from mexplore.rules.errors import TooLarge
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition


def slow_end(pick: random.Random) -> Form:
    while True:
        c = pick.randint(2, 9)
        end: Form = Floor(pick.randint(1, c - 1), pick.randint(-15, 15), c)
        if pick.random() < 0.15:
            end = Root(pick.randint(1, 6), pick.randint(0, 9), pick.randint(-6, 6))
        if grows_slowly(end):
            return end


def by_moves(most: list[int], least: int) -> list[int]:
    """The values where from n = 0, 1, ... the moves are to remove least to most[n] tokens: the
    definition, with the options counted as the interval moves."""
    values: list[int] = []
    inside: Counter[int] = Counter()
    low = high = 0  # options counted: low, ..., high - 1
    for n, many in enumerate(most):
        while high < n - least + 1:
            inside[values[high]] += 1
            high += 1
        assert n - many >= low
        while low < min(n - many, high):
            inside[values[low]] -= 1
            low += 1
        options = range(max(n - many, 0), n - least + 1)
        value = 0
        while options and inside[value]:
            value += 1
        values.append(value)
    return values


def written(end: Form, least: int, pick: random.Random) -> str:
    if pick.random() < 0.5:
        return f"remove({least} .. {tree_of(end)})"
    return f"leave(n - ({tree_of(end)}) .. n - {least})"


@pytest.mark.parametrize("count", [80, pytest.param(3000, marks=pytest.mark.slow)])
def test_the_law_is_the_definition(count: int) -> None:
    """By the rule itself for small heaps, and by its moves for larger ones."""
    pick, theorem = random.Random(31), QueueOfRuns()
    for _ in range(count):
        end, least = slow_end(pick), pick.randint(2, 9)
        rule = parse_rule(written(end, least, pick))
        (claim,) = theorem.claims(rule)
        assert claim == RunQueue(end, least) or isinstance(end, Floor)  # in lowest terms
        assert theorem.bound(rule, claim) == 64
        stop = pick.choice([70, 70, 70, 1500])
        values = by_moves([clipped(end, n) for n in range(stop)], least)
        assert values[:70] == grundy_by_definition(rule, 70)
        form = claim.closed_form(Evidence(np.array(values[:64], dtype=np.uint16)))
        assert form is not None
        assert form.prefix(stop).tolist() == values, str(rule)
        assert [form.at(n) for n in range(70)] == values[:70]


@pytest.mark.parametrize("count", [40, pytest.param(2000, marks=pytest.mark.slow)])
def test_any_slow_f_has_the_law(count: int) -> None:
    """The runs as the theorem states them, for f of random steps, also with h = 1."""
    pick = random.Random(32)
    for _ in range(count):
        likely, least = pick.choice([0.1, 0.5, 0.8, 0.95]), pick.randint(1, 6)
        most = [0]
        while len(most) < 600:
            most.append(most[-1] + (pick.random() < likely))
        assert as_stated(most, least, 400) == by_moves(most, least)[:400]


def as_stated(most: list[int], h: int, stop: int, change: str = "") -> list[int]:
    """The law read off the theorem, for a table of f; with a change that makes it false."""
    first = next((n for n, f in enumerate(most) if f >= h), None)
    if first is None:
        return [0] * stop
    behind = [n - f for n, f in enumerate(most)]
    far = 10 * len(most)

    def past(x: int) -> int:
        return next((n for n, a in enumerate(behind) if a >= x), far) if x <= behind[-1] else far

    def returns(run: int) -> int:
        wait = 0 if change == "no waiting" else past(starts[run]) + h
        return max(past(starts[run + 1]), wait) + (change == "late")

    starts, values = [first - h, first], [0]
    back = new = 0
    while starts[-1] < stop:
        x = starts[-1]
        if x >= returns(back):
            values.append(values[-1 - back if change == "last in" else back])
            back += 1
        else:
            new += 1
            values.append(new)
        soon = max(returns(back), x + 1) if change != "whole runs" else far
        starts.append(min(x + h, soon))
    law = [0] * starts[0]
    for a, b, value in zip(starts, starts[1:], values, strict=False):
        law += [value] * (b - a)
    return law[:stop]


@pytest.mark.parametrize("change", ["no waiting", "late", "last in", "whole runs"])
def test_laws_with_one_change_are_false(change: str) -> None:
    pick, wrong = random.Random(33), 0
    for _ in range(20):
        end, least = slow_end(pick), pick.randint(2, 5)
        most = [clipped(end, n) for n in range(400)]
        wrong += as_stated(most, least, 300, change) != by_moves(most, least)[:300]
    assert wrong > (3 if change == "no waiting" else 10)


def test_other_numbers_are_refused_and_false() -> None:
    pick, theorem = random.Random(34), QueueOfRuns()
    for _ in range(60):
        c = pick.randint(3, 9)
        end, least = Floor(pick.randint(1, c - 1), pick.randint(-9, 9), c), pick.randint(2, 5)
        rule = parse_rule(written(end, least, pick))
        (claim,) = theorem.claims(rule)
        values = by_moves([clipped(end, n) for n in range(600)], least)
        evidence = Evidence(np.array(values, dtype=np.uint16))
        assert isinstance(claim, RunQueue)
        form = claim.end
        assert isinstance(form, Floor)
        for other in (
            RunQueue(form, least + 1),
            RunQueue(Floor(form.a, form.b + form.c, form.c), least),
            RunQueue(Floor(form.a, form.b - form.c, form.c), least),
            RunQueue(Floor(form.a, form.b, form.c + 1), least),
        ):
            assert isinstance(theorem.bound(rule, other), Inapplicable)
            assert other.first_failure(evidence) is not None, (str(rule), other)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("remove(1 .. n//2)", "one token may be removed"),
        ("remove(2 .. 3*n//2 - 4)", "steps"),
        ("remove(2 .. isqrt(16*n) - 2)", "steps"),
        ("remove(n//9 .. n//2)", "constant"),
        ("remove(n % 2 + 2 .. n//2)", "constant"),
        ("remove(2 .. n % 5 + n//2)", "normal form"),
        ("remove(2 .. n - 3)", "below n"),
        ("subtract(2, 3)", "interval"),
        ("remove(2 .. n//2) or subtract(7)", "interval"),
    ],
)
def test_hypotheses(text: str, reason: str) -> None:
    refusal = QueueOfRuns().applies(parse_rule(text))
    assert isinstance(refusal, Inapplicable)
    assert reason in refusal.reason


def test_without_steps_of_0_or_1_the_law_is_false() -> None:
    """The negative control: f that jumps by 2, and f that falls."""
    for most in (
        [n // 3 * 2 for n in range(400)],
        [max(n // 2 - n % 4, 0) for n in range(400)],
    ):
        options = [range(max(n - f, 0), n - 1) for n, f in enumerate(most)]
        values: list[int] = []
        for heaps in options:
            seen = {values[m] for m in heaps}
            values.append(next(v for v in range(len(seen) + 1) if v not in seen))
        assert as_stated(most, 2, 250) != values[:250]


@pytest.mark.parametrize("count", [60, pytest.param(2000, marks=pytest.mark.slow)])
def test_going_down_is_going_along(count: int) -> None:
    pick = random.Random(35)
    for _ in range(count):
        c, times = pick.randint(2, 9), pick.choice([1, 1, 2])
        queue = Queue(Floor(times * (c - 1), pick.randint(-40, 40), times * c), pick.randint(2, 12))
        assert multiplier(queue) == c
        stop = pick.choice([300, 4000])
        values = QueueForm(queue).prefix(stop).tolist()
        heaps = range(stop) if stop == 300 else pick.sample(range(stop), 100)
        going_down = Descent(queue, c)
        assert all(going_down.at(n) == values[n] for n in heaps), queue


def test_far_heaps() -> None:
    """Half: runs of 2 from 2 on, the law of at most half, with G for whole runs."""
    form = QueueForm(Queue(Floor(1, 0, 2), 2))
    assert len(str(form.at(10**1000))) > 900
    for n in (10**18, 10**30 + 12345, 3 * 2**200 + 1):
        # By the recursion of the proof: the run that holds A(n) begins at s, and T(s) <= n.
        value = form.at(n)
        assert 0 <= value <= n // 4 + 1
        assert value in {form.at(n - 1), form.at(n + 1)}
    with pytest.raises(TooLarge, match="more than"):
        QueueForm(Queue(Floor(1, 0, 3), 2)).at(10**18)
    with pytest.raises(TooLarge, match="one by one"):
        form.counts(10**18)
    values = form.prefix(500).tolist()
    assert form.counts(500) == dict(Counter(values))
    assert form.count_of(3, 500) == values.count(3)
    assert form.counts(0) == {}


def test_first_past_is_the_least() -> None:
    pick = random.Random(36)
    for _ in range(200):
        end = slow_end(pick)
        for x in (0, 1, 2, pick.randint(3, 60)):
            n = first_past(end, x)
            assert n - clipped(end, n) >= x
            assert n == 0 or n - 1 - clipped(end, n - 1) < x


@pytest.mark.parametrize("text", ["remove(2 .. n//6)", "n -> range(n//3, n - 1)"])
def test_study_proves_it_and_the_certificate_is_accepted(text: str) -> None:
    rule = parse_rule(text)
    best = study(rule, Limits(max_terms=300)).findings[0]
    assert best.proof is not None
    assert best.proof.theorem == QueueOfRuns.name
    assert best.form is not None
    assert best.form.prefix(300).tolist() == grundy_by_definition(rule, 300)
    certificate = certificate_of(rule, best)
    assert certificate is not None
    assert verify(certificate).valid
    claim = best.claim
    assert isinstance(claim, RunQueue)
    assert RunQueue.from_statement(claim.statement()) == claim
    assert RunQueue.from_parameters(claim.parameters()) == claim
    assert RunQueue.from_statement(claim.statement().replace("T(b)", "T(a)")) is None


@pytest.mark.parametrize(
    "parameters",
    [
        {"end": {"floor": [3, 0, 2]}, "length": 2},
        {"end": {"floor": [1, 0, 2]}, "length": 0},
        {"end": {"floor": [1, 0, 2]}, "length": True},
        {"end": {"floor": [1, 0, 2]}},
        {"end": {"floor": [1, 0, 1]}, "length": 2},
    ],
)
def test_parameters_that_say_no_law(parameters: dict[str, object]) -> None:
    with pytest.raises((ValueError, KeyError)):
        RunQueue.from_parameters(parameters)
