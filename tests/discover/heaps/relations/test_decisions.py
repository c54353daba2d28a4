"""Statements about values, decided by laws of equal steps: held against the definition far beyond
the n that were tested, with random laws, random statements, and statements with an altered number.

A statement is drawn as a text that Python itself evaluates: nothing here reads or evaluates it by
the code of the project.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np
import pytest
from statements_by_python import least_failure, verdict_of

from mexplore.discover.heaps.patterns.geometric import Geometric
from mexplore.discover.heaps.patterns.periodic import Periodic, PeriodicForm
from mexplore.discover.heaps.patterns.split import SplitForm, SplitPeriodic
from mexplore.discover.heaps.relations.on_lines import decided
from mexplore.discover.heaps.relations.on_values import Known, held_against
from mexplore.discover.heaps.relations.reading import read_relation
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.pattern import ClosedForm
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.notation import parse_rule

FAR = 700


def drawn_law(rng: random.Random) -> ClosedForm:
    n0, p = rng.randrange(5), rng.randrange(1, 5)
    if rng.random() < 0.3:
        first = tuple(rng.randrange(4) for _ in range(n0 + p))
        return SplitForm(SplitPeriodic(n0, p, tuple(rng.randrange(3) for _ in range(p))), first)
    values = np.array([rng.randrange(5) for _ in range(n0 + p)], dtype=np.uint8)
    return PeriodicForm(Periodic(n0, p, rng.choice((0, 0, 0, 1, 2))), values)


@dataclass
class Draw:
    """Draws a statement, by chance near the truth: with constants of the law."""

    rng: random.Random
    law: ClosedForm

    def argument(self) -> str:
        a, b, k = self.rng.randrange(1, 4), self.rng.randrange(-4, 5), self.rng.randrange(2, 4)
        return self.rng.choice(
            (f"n + {abs(b)}", f"n + {abs(b)}", f"{a}*n + {b}", f"n // {k}", f"n / {k}", "n", "n",
             f"{9 + b} - n", f"{k}")
        )  # fmt: skip

    def number(self) -> str:
        steps = self.law.eventual_steps()
        assert steps is not None
        k, p = self.rng.randrange(4), steps.period
        value = self.law.at(steps.preperiod + self.rng.randrange(p))
        return self.rng.choice(
            (f"{k}", f"{value}", f"n % {p}", f"n // {p}", f"{k}*n", f"n // {p} + {k}", "log2(n)",
             f"2*log2(n) - {k}", f"{k} + isqrt(n)", f"sqrt(n) + {k}", f"log2(n) / 2 + {k}",
             f"G({self.argument()})", f"G({self.argument()}) + {k}", f"{k} - G({self.argument()})")
        )  # fmt: skip

    def condition(self) -> str:
        k, p = self.rng.randrange(12), self.rng.randrange(2, 5)
        return self.rng.choice((f"n >= {k}", f"n % {p} == {k % p}", f"G(n) > {k % 3}", f"n > {k}"))

    def claim(self) -> str:
        sign = self.rng.choice(("==", "<=", "<", ">=", ">", "!="))
        simple = f"G({self.argument()}) {sign} {self.number()}"
        if self.rng.random() < 0.2:
            steps = self.law.eventual_steps()
            assert steps is not None
            step = self.law.at(steps.preperiod + steps.period) - self.law.at(steps.preperiod)
            return f"G(n + {steps.period}) == G(n) + {step}"
        return simple


def judge(rng: random.Random) -> str:
    law = drawn_law(rng)
    draw = Draw(rng, law)
    claim = draw.claim()
    conditions = [draw.condition() for _ in range(rng.choice((0, 0, 1, 1, 2)))]
    text = claim + (f" when {', '.join(conditions)}" if conditions else "")
    relation = read_relation(text)
    decision = decided(relation, law)
    failure = least_failure(claim, conditions, law, FAR)
    far = held_against(relation, Known.of_law(law), 0, 200)
    near = failure if failure is not None and failure < 200 else None
    assert far.failure == near, (law, text, far, failure)
    return verdict_of(decision, claim, conditions, law, failure, FAR)


def test_decisions_agree_with_python_on_random_laws_and_statements() -> None:
    rng = random.Random(46)
    found = [judge(rng) for _ in range(200)]
    assert found.count("proved") > 20
    assert found.count("refuted") > 100
    assert found.count("open") < 30


@pytest.mark.slow
def test_decisions_agree_with_python_on_many_more() -> None:
    rng = random.Random(1)
    found = [judge(rng) for _ in range(5000)]
    assert found.count("proved") > 500


PROVED = [
    ("subtract(1, 3, 4)", "G(n + 7) == G(n)", "G(n + 6) == G(n)"),
    ("subtract(1, 3, 4)", "G(n) <= 3", "G(n) <= 2"),
    ("subtract(1, 3, 4)", "G(7*n + 5) == 3 + G(7*n + 7)", "G(7*n + 5) == 3 + G(7*n + 8)"),
    ("subtract(1..9)", "G(10*n + 7) == G(n + 7*10) % 1 + 7", "G(10*n + 7) == G(n) % 1 + 8"),
    ("subtract(1..9)", "G(n) <= log2(n) + 7 when n >= 4", "G(n) <= log2(n) + 5 when n >= 4"),
    ("subtract(1..9)", "G(11*n) == G(n)", "G(12*n) == G(n)"),
    ("0.77", "G(24*n + 72) == G(12*n + 84)", "G(24*n + 73) == G(12*n + 84)"),
    ("0.77", "G(n) >= 1 when n >= 1", "G(n) >= 2 when n >= 1"),
    ("0.77", "G(n) <= sqrt(n) + 4", "G(n) <= sqrt(n) + 1"),
]


@pytest.mark.parametrize(("rule", "true", "altered"), PROVED)
def test_true_statements_are_proved_and_altered_ones_refuted(
    rule: str, true: str, altered: str
) -> None:
    values = grundy_values(parse_rule(rule), 4000)
    law = next(iter(Periodic.detect(Evidence(values)))).closed_form(Evidence(values))
    assert law is not None
    proved = decided(read_relation(true), law)
    assert proved is not None
    assert proved.failure is None
    refuted = decided(read_relation(altered), law)
    assert refuted is not None
    claim, _, condition = altered.partition(" when ")
    assert refuted.failure == least_failure(claim, [condition] if condition else [], law, 1000)
    assert refuted.failure is not None


def test_without_equal_steps_nothing_is_decided() -> None:
    """The control: of a geometric law, that seems to have the steps of its beginning."""
    values = grundy_values(parse_rule("divide(2)"), 4000)
    law = next(iter(Geometric.detect(Evidence(values)))).closed_form(Evidence(values))
    assert law is not None
    assert decided(read_relation("G(n) <= 1"), law) is None


def test_a_failure_beyond_any_table_is_found() -> None:
    """The threshold of a condition is no bound on the work."""
    law = PeriodicForm(Periodic(0, 3, 1), np.array([0, 1, 2], dtype=np.uint8))
    later = decided(read_relation("G(n) < n // 3 + 2 for n >= 10**29"), law)
    assert later is not None
    assert later.failure == next(n for n in range(10**29, 10**29 + 3) if n % 3 == 2)
