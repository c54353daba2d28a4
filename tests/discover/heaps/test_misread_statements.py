"""Altered statements: none is taken for a claim, unless it says what the claim says."""

from __future__ import annotations

import re
import zlib
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
from altered_texts import alterations

import mexplore
from mexplore.discover.automata.numeration import BINARY
from mexplore.discover.heaps.check import check, check_terms
from mexplore.discover.heaps.known import patterns
from mexplore.discover.heaps.patterns.automatic.pattern import Automatic
from mexplore.discover.heaps.patterns.beatty.pattern import Beatty
from mexplore.discover.heaps.patterns.digit_values import DigitValues
from mexplore.discover.heaps.patterns.geometric import Geometric
from mexplore.discover.heaps.patterns.lost_by_digits import HeapsLostByDigits
from mexplore.discover.heaps.patterns.named.pattern import Named
from mexplore.discover.heaps.patterns.nim_but import NimBut
from mexplore.discover.heaps.patterns.not_periodic import NotPeriodic
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.patterns.ruler import Ruler, RulerClass
from mexplore.discover.heaps.patterns.run_queue import RunQueue
from mexplore.discover.heaps.patterns.slow_interval import SlowInterval
from mexplore.discover.heaps.patterns.sparse import SparseSpace
from mexplore.discover.heaps.patterns.split import SplitPeriodic
from mexplore.discover.heaps.patterns.threshold import Threshold
from mexplore.discover.heaps.patterns.values_by_digits import HeapValuesByDigits
from mexplore.discover.heaps.stated import bare_formula, refuse_unreadable
from mexplore.discover.heaps.statements import read_statement
from mexplore.discover.heaps.study import study
from mexplore.discover.study.conclusion import Conclusion
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.pattern import Pattern
from mexplore.reports.commands import app
from mexplore.rules.arithmetic.forms import Floor, Root
from mexplore.rules.arithmetic.formulas import parse_formula
from mexplore.rules.arithmetic.numbers import Surd
from mexplore.rules.errors import InputError, MexploreError, RuleSyntaxError
from mexplore.rules.notation import parse_rule
from mexplore.rules.text.sentences import LONGEST, departure, refuse_too_long

LIMITS = Limits(budget=None, max_terms=2000)

CLAIMS: list[Pattern] = [
    Periodic(71, 12), Periodic(0, 6, 3), Geometric(12, 6), Geometric(3, 2, ceil=True),
    NotPeriodic(), SplitPeriodic(3, 4, (0, 2, 0, 1)), SplitPeriodic(0, 60, (0, 1) * 30),
    SparseSpace(0xFE, 4, 900), SparseSpace(0xFE, 4, 900, True, 1), Named("v2(n) + 1", 1),
    Threshold(Floor(1, -1, 2)), Threshold(Root(1, 0, 2)), Threshold(Floor(1, 0, 3), 2),
    SlowInterval(Floor(1, 9, 2)), SlowInterval(Floor(1, -3, 2)), SlowInterval(Root(2, 1, 3)),
    RunQueue(Floor(3, -9, 5), 4), RunQueue(Root(2, 1, -3), 3),
    Automatic(2, ((0, 1), (1, 0)), (0, 1)),
    Ruler(6, 13, 4, (RulerClass(15, 2, 8, 5),)),
    Beatty(Surd(Fraction(1, 2), Fraction(1, 2), 5), 0),
    NimBut(((3, 2), (10**9 + 7, 0))),
    DigitValues(3, (0, 1, 0)), DigitValues(10, (0, 1, 2, 3, 4, 5, 6, 7, 8, 9)),
    HeapsLostByDigits(BINARY, 1, ((0, 1), (1, 0)), (0,)),
    HeapValuesByDigits(BINARY, 1, ((0, 1), (1, 0)), 1, (0, 2)),
]  # fmt: skip


def of_threes(pattern: Any) -> Pattern:
    """A claim of a pattern of which none stands above: all its numbers are 3."""
    claim: Pattern = pattern.from_parameters(
        {part.key or n: 3 for n, part in pattern.parts.items()}
    )
    return claim


NAMED = {claim.name for claim in CLAIMS} | {"run-schedule"}  # those are long: see below
CLAIMS += [of_threes(pattern) for pattern in patterns() if pattern.name not in NAMED]

MISREAD = [
    ("leave(0 .. n//2)",
     "with h(n) = min(floor(n/2), n - 1): G(n) = 0 if h(n) < 0, else 7 + G(h(n))", "7 + G(h(n))"),
    ("remove(1 .. n//2)", "with f(n) = floor(n/2): G(0) = 0; for n >= 1, G(n) = f(n) if n is "
     "prime, else 5", "n is prime"),
    ("subtract(multiples(3))", "G is not eventually periodic: no p and n0 have G(n + p) = G(n) + 1 "
     "for all n >= n0", "+ 1 for all n >= n0"),
    ("subtract(multiples(3))", "G is not periodic: no p and n0 have G(n + p) = G(n) + 1 for all "
     "n >= n0", ""),
    ("subtract(1, 2)", "G(n + 3) = G(n) + s(n mod 3) for all n >= 0, with s = 4 at 0; s = 0 at 0, "
     "1, 2", "4 at 0"),
    ("subtract(1, 2)", "G(n + 3) = G(n) + s(n mod 3) for all n >= 0, with s = 0 at 0, 1, 2; s = 7 "
     "at every prime n", "; s = 7 at every prime n"),
    ("0.77", "G(n + 12) = G(n) for all n >= 71 but for the n = 2^k", "but for the n"),
]  # fmt: skip


def says(text: str) -> str:
    """What a text says, without blanks and in one notation; written apart from the reader."""
    text = re.sub(r"(?<![0-9])0+(?=[0-9])", "", text)
    text = "".join(text.split()).replace("≥", ">=").replace("⌊", "floor(").replace("⌋", ")")
    text = re.sub(r",?for(?:all|every)?n>=", "forn>=", text.rstrip("."))
    text = text.replace("Gisnotperiodic", "Gisnoteventuallyperiodic")
    return text.replace("forn>=0", "", 1) if re.search(r"forn>=0(?![\w/.])", text) else text


def written_out(said: str) -> str:
    """What is said where a text is a shorter one that stands for a statement."""
    if said == "Gisnoteventuallyperiodic":
        return says(NotPeriodic().statement())
    said = re.sub(r"^(G\(n\)=G\(ceil\(n/[0-9]+\)\))(forn>=1)?$", r"\1forn>=2", said)
    return re.sub(r"^(G\(n\)=G\(floor\(n/[0-9]+\)\))$", r"\1forn>=1", said)


def check_alterations(claim: Pattern, count: int) -> int:
    """How many of this many altered statements are understood: all of those say what was read."""
    statement, understood = claim.statement(), 0
    pick = Random(zlib.crc32(statement.encode()))
    for text in alterations(statement, pick, count):
        said = written_out(says(text))
        read = read_statement(text)
        assert read is None or says(read.statement()) == said, (text, read)
        assert departure(text, statement) or says(statement) == says(text), text
        bare = bare_formula(text)
        if bare is not None:
            try:
                parse_formula(bare.text)
            except MexploreError:
                continue
            assert "#" not in text
            written = f"G(n) = {bare.text} for n >= {bare.start}"
            assert said in (says(written), says(bare.text)), (text, bare)
        understood += read is not None
    return understood


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.statement()[:40])
def test_altered_statements_are_not_taken_for_others(claim: Pattern) -> None:
    check_alterations(claim, 300)


@pytest.mark.slow
@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.statement()[:40])
def test_many_altered_statements_are_not_taken_for_others(claim: Pattern) -> None:
    check_alterations(claim, 4000)


def test_some_alterations_are_understood() -> None:
    """A number more or less is another claim, not a fault: the test above has both to look at."""
    assert check_alterations(Periodic(71, 12), 300) > 20


@pytest.mark.parametrize("text", ["n -> [2*n // 3]", "subtract(1) or divide(2)"])
def test_altered_statements_of_a_study_are_not_found(text: str) -> None:
    """Statements that no pattern reads are those of the findings: not with a word more or less."""
    rule = parse_rule(text)
    claims = [finding.claim for finding in study(rule, LIMITS).findings if finding.proof]
    assert {claim.name for claim in claims} & {"run-schedule", "automatic"}
    for claim in claims:
        check_alterations(claim, 100)
    statement = claims[0].statement()
    assert check(rule, f" {statement.replace(' ', '  ')}.", (0, 100), LIMITS).status == "proved"
    with pytest.raises(InputError, match=r"states nothing"):
        check(rule, f"{statement}, for prime n", (0, 100), LIMITS)


@pytest.mark.parametrize(("rule", "text", "place"), MISREAD)
def test_what_was_read_in_part_is_refused_with_the_place(rule: str, text: str, place: str) -> None:
    with pytest.raises(InputError, match=r"states nothing that can be read") as refused:
        check(parse_rule(rule), text, (0, 100), LIMITS)
    assert "\n" not in str(refused.value)
    if place:
        assert f"(column {text.index(place) + 1})" in str(refused.value)
    with pytest.raises(InputError, match=r"states nothing that can be read"):
        check_terms(text, np.zeros(50, dtype=np.uint8), 0)


def test_texts_are_refused_rather_than_cut_off(capsys: pytest.CaptureFixture[str]) -> None:
    long = "G(n + 12) = G(n)" + " " * 100_000 + "for n >= 71 and no other n"
    for text in (long, "period 12" + " " * 100_000 + "from 4"):
        with pytest.raises(RuleSyntaxError, match="a statement has at most 100000"):
            refuse_unreadable(text)
        with pytest.raises(RuleSyntaxError, match="a statement has at most 100000"):
            check(parse_rule("0.77"), text, (0, 100), LIMITS)
    with pytest.raises(SystemExit) as end:
        app(["check", "0.77", long])
    out, err = capsys.readouterr()
    assert (end.value.code, out, err.count("\n")) == (2, "", 1)
    blanks = "G(n + 12) = G(n)" + " " * 99_000 + "for n >= 71"
    assert read_statement(blanks) == Periodic(71, 12)


@pytest.mark.parametrize(
    "text", ["G(n + {}) = G(n)", "G(n) = 1 for n >= {}", "G(n) = {}", "period {}", "Mod(n, {})",
             "G(n) = G(floor(n/{})) for n >= 6", "with f(n) = floor(n/{}): G(0) = 0; for n >= 1, "
             "G(n) = f(n) if f(n) = f(n - 1) + 1, else G(n - f(n) - 1)"],
)  # fmt: skip
@pytest.mark.parametrize("digits", [5_000, 90_000])
def test_numbers_that_python_does_not_read_are_refused(text: str, digits: int) -> None:
    with pytest.raises(MexploreError):
        mexplore.check("0.77", text.format("9" * digits), stop=50)


def test_long_numbers_in_answers_are_told() -> None:
    """In a program Python writes numbers of at most 4300 digits by itself."""
    far = 10**5000
    verdict = mexplore.check("subtract(1, 2)", "Mod(n, 4)", start=far, stop=far + 50)
    assert verdict.status == "refuted"
    assert repr(verdict).startswith("<refuted: it fails at n = 1000")
    verdict = mexplore.check("subtract(1, 2)", "Mod(n, 3)", start=far, stop=far + 50)
    assert repr(verdict).startswith("<proved for all n >= 1000")
    verdict = mexplore.check("subtract(1, 2)", "Mod(n, 3) + 10**5000/3")
    assert isinstance(verdict, Conclusion) and verdict.failure is not None
    assert verdict.failure.formula == "1" + "0" * 5000 + "/3"
    with pytest.raises(
        MexploreError, match=r"about 1\*10\^5000 values need about 3\*10\^5000 bytes"
    ):
        mexplore.values("0.007", far)


def test_the_longest_statement_is_read() -> None:
    refuse_too_long("x" * LONGEST)
    with pytest.raises(RuleSyntaxError, match=f"a statement has at most {LONGEST}"):
        refuse_too_long("x" * (LONGEST + 1))
