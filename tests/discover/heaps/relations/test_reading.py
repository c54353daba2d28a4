"""Statements in many ways of writing: what means the same is read as the same, the rest refused."""

from __future__ import annotations

import numpy as np
import pytest

from mexplore.discover.heaps.check import check, check_by_law, check_terms
from mexplore.discover.heaps.patterns.geometric import Geometric, GeometricForm
from mexplore.discover.heaps.patterns.not_periodic import NotPeriodic
from mexplore.discover.heaps.relations.empty import refuse_no_n
from mexplore.discover.heaps.relations.on_values import Known, held_against
from mexplore.discover.heaps.relations.reading import read_relation
from mexplore.discover.heaps.relations.repeating import Repeats
from mexplore.discover.heaps.relations.words import plain
from mexplore.discover.heaps.stated import refuse_unreadable, statement_of
from mexplore.discover.heaps.study import study
from mexplore.discover.study.limits import Limits
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.engine.runs import Runs
from mexplore.rules.errors import MexploreError
from mexplore.rules.notation import parse_rule

SAME = [
    ("G(2n) = G(n)", "G(2*n) == G(n)", "G(2k)=G(k)"),
    ("lost(n) iff n % 7 in {0, 2}", "lost iff n mod 7 in {0, 2}", "heap is lost iff n = 0, 2 mod 7",
     "n is lost if and only if n ≡ 0, 2 (mod 7)",
     "lost(n) exactly when n = 0 or 2 mod 7", "lost(n) ⇔ n mod 7 in {0, 2}"),
    ("G(n) <= 3 when n % 2 == 0", "G(n) ≤ 3 for even n", "G(n) <= 3 if n is even",
     "G(n) <= 3 for all even n.", "G(n) <= 3 whenever n = 0 mod 2", "3 >= G(n) for n even"),
    ("G(n) == 1 for n >= 4, n % 3 == 1", "G(n) = 1 when n >= 4 and n ≡ 1 (mod 3)"),
    ("G(n) <= log2(n) + 1", "G(n) <= log(n, 2) + 1", "G(n) - 1 <= log(n)/log(2)"),
    ("Abs(G(n + 1) - G(n)) <= 2", "|G(n+1) − G(n)| ≤ 2"),
    ("G(n) == 2 for even n >= 4", "G(n) = 2 for n % 2 = 0, n >= 4"),
    ("G(n) < 5 for n >= 10^6", "G(n) < 5 for n >= 1000000", "for all n >= 10^6: G(n) < 5"),
    ("G(n) <= 9", "g(n) <= 9", "G[n] <= 9", "for every n, G(n) <= 9", "∀ n: G(n) ≤ 9"),
    ("G(n + 2) = G(n) for n > 3", "∀n > 3: a(n+2) = a(n)", "for n > 3, g[n + 2] = g[n]"),
    ("lost(n) implies n % 5 == 0", "n is lost only if n is 0 mod 5"),
    ("lost(n) iff n % 7 in {0, 2}", "P-positions are n = 0, 2 mod 7",
     "The P-positions are exactly the n with n = 0, 2 mod 7", "n is lost iff n is 0 or 2 mod 7"),
]  # fmt: skip


@pytest.mark.parametrize("texts", SAME, ids=lambda texts: texts[0])
def test_texts_that_mean_the_same(texts: tuple[str, ...]) -> None:
    rng = np.random.default_rng(46)
    first, *others = map(read_relation, texts)
    for _ in range(20):
        known = Known.of_values(rng.integers(0, 3, 60, dtype=np.uint8))
        wanted = held_against(first, known, 0, 25).failure
        for other in others:
            assert held_against(other, known, 0, 25).failure == wanted
            assert other.start == first.start


@pytest.mark.parametrize(
    "text",
    ["G(G(n)) = 1", "G = 1", "G(n)", "n >= 3 for n > 2", "G(n) <= H(n)", "lost(n) iff", "G(n) = ",
     "G(n) = 3 for large n", "G(n) <= log2(n) * n", "G(n) <= log2(n) + n/2", "G(n) <= n ^ 2",
     "G(n) <= log2(n) + log(n, 3)", "G(n) == G(m)", "G(n) in n", "G(n, 2) = 1", "G(n) = 0.5"],
)  # fmt: skip
def test_what_says_nothing_exact_is_refused(text: str) -> None:
    with pytest.raises(MexploreError):
        refuse_unreadable(text)


def test_a_conditional_expression_is_no_condition() -> None:
    assert isinstance(statement_of("G(n) = (1 if n > 3 else 0)"), str)
    assert read_relation("G(n) <= (1 if n > 3 else 2)").conditions == ()


def test_a_residue_is_no_congruence() -> None:
    """'G(n) = n mod 4' compares with the residue; 'n = 7 mod 4' says that n is 3 modulo 4."""
    assert plain("G(n) = n mod 4") == "G(n) == n % 4"
    assert plain("n = 7 mod 4") == "n % 4 == 3"
    assert plain("G(2n + 1) = 5 mod 3") == "G(2n + 1) % 3 == 2"


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("lost(n) iff n + n ≡ 0 (mod 8)", "lost(n) iff (n + n) % 8 == 0"),
        ("4 - n ≡ 9 (mod 4) implies G(n) = 1", "(4 - n) % 4 == 1 implies G(n) == 1"),
        ("G(2n) + n = 3 mod 2", "(G(2n) + n) % 2 == 1"),
        ("G(n) ≡ n + 1 (mod 4), n > 2", "G(n) % 4 == (n + 1) % 4, n > 2"),
        ("lost(n) iff not (n = 1, 2 mod 3 or 2n = 1 mod 5)",
         "lost(n) iff not (n % 3 in {1, 2} or (2n) % 5 == 1)"),
        ("n = 1 mod 4 iff G(n) = 5 mod 4", "n % 4 == 1 iff G(n) % 4 == 1"),
    ],
)  # fmt: skip
def test_whole_sides_are_congruent(text: str, means: str) -> None:
    assert plain(text) == means


def test_sums_are_congruent_as_a_whole() -> None:
    """Each is true of G(n) = n mod 4, read so, and false, read as G(n) + (n mod 2), ..."""
    rule = parse_rule("subtract(1..3)")
    for text in ("G(n) + n ≡ 0 (mod 2)", "lost(n) iff 4 - n ≡ 0 (mod 4)", "G(n) ≡ n (mod 4)"):
        assert check(rule, text, (0, 100)).status == "proved"
    assert check(rule, "G(n) = 0 mod 1", (0, 100)).status == "proved"
    assert check(rule, "G(n) = 5 mod 4", (0, 100)).first_failure == 0


@pytest.mark.parametrize("text", ["n ≡ 2 mod 4 + 1 implies G(n) = 0", "0 <= n ≡ 1 mod 4"])
def test_a_congruence_that_is_not_understood_is_refused(text: str) -> None:
    with pytest.raises(MexploreError):
        refuse_unreadable(text)


@pytest.mark.parametrize(
    "part",
    ["n < 0", "n = 3 and n = 5", "5 <= n < 5", "n % 2 == 2", "n mod 4 = 3, n even", "n != n"],
)
def test_a_statement_about_no_n_is_refused(part: str) -> None:
    """Where a law decides, where none does, and of bare numbers; one about an n is none such."""
    text, terms = f"G(n) > 3 for {part}", np.zeros(30, dtype=np.uint8)
    for rule in ("subtract(1..3)", "subtract(squares)"):
        with pytest.raises(MexploreError, match="about no n"):
            check(parse_rule(rule), text, (0, 50), Limits(max_terms=60))
    with pytest.raises(MexploreError, match="about no n"):
        check_terms(text, terms, 0)
    refuse_no_n(read_relation("G(n) > 3 for n = 3 or n = 5"))
    refuse_no_n(read_relation("G(n) > 3 when G(n) = 9"))


def test_a_failure_is_shown_where_some_values_are_missing() -> None:
    """0 = 1 and ... is false whatever stands behind it: at n = 1, G(1 - 5) is no value."""
    failure = check(parse_rule("subtract(1..3)"), "G(n) = 0 and G(n - 5) >= 0", (0, 100)).failure
    assert failure is not None
    assert (failure.place, failure.shown) == (1, "G(1) = 1")


def test_periods() -> None:
    assert Repeats.read("period 12") == Repeats.read("It is eventually periodic with period 12.")
    assert Repeats.read("PERIODIC.") == Repeats.read("the values eventually repeat")
    assert Repeats.read("period 0") is None
    assert Repeats.read("purely periodic") is None
    limits = Limits(budget=None, max_terms=2000)
    for text, period in (("0.77", 12), ("0.07", 34), ("subtract(2, 5, 7)", 22)):
        rule = parse_rule(text)
        for p in range(1, 50):
            wanted = "refuted" if p % period else "proved"
            assert check(rule, f"period {p}", (0, 100), limits).status == wanted


def test_without_a_rule_statements_hold_so_far() -> None:
    terms = np.resize(np.array([0, 1, 2], dtype=np.uint8), 90)
    held = check_terms("G(2n) = G(5n)", terms, 0)
    assert (held.status, held.low, held.high) == ("holds so far", 0, 17)
    assert check_terms("G(n) < 2", terms, 0).first_failure == 2
    assert check_terms("period 3", terms, 0).status == "holds so far"
    with pytest.raises(MexploreError, match="no such period"):
        check_terms("period 4", terms, 0)
    with pytest.raises(MexploreError, match="no values that are known"):
        check_terms("G(n + 90) = 0", terms, 0)


def test_a_law_decides_for_a_sequence_that_has_it() -> None:
    best = study(parse_rule("0.77")).best
    assert best is not None
    proved = check_by_law("G(n) <= 9", best, (0, 10))
    refuted = check_by_law("G(n + 6) <= G(n) + 2 for n >= 71", best, (0, 10))
    assert proved is not None
    assert refuted is not None
    assert (proved.status, refuted.first_failure) == ("proved", 72)


def test_what_no_law_decides_holds_so_far() -> None:
    """The control: values that are looked at prove nothing."""
    limits = Limits(budget=None, max_terms=3000)
    found = check(parse_rule("0.06"), "G(n) <= 1000", (0, 500), limits)
    assert (found.status, found.theorem) == ("holds so far", "")


BY_GROWTH = [
    ("divide(2)", False, True),  # geometric: runs become longer and longer
    ("divide(2..6)", False, True),
    ("nim", False, False),
    ("0.77", True, True),
]


@pytest.mark.parametrize(("rule", "repeats", "bounded"), BY_GROWTH)
def test_words_about_all_values(rule: str, repeats: bool, bounded: bool) -> None:
    def said(text: str) -> bool:
        found = check(parse_rule(rule), text, (0, 100), Limits(budget=None, max_terms=3000))
        return {"proved": True, "refuted": False}[found.status]

    assert (said("periodic"), said("not periodic")) == (repeats, not repeats)
    assert (said("bounded"), said("G is unbounded")) == (bounded, not bounded)


def test_runs_that_become_longer_never_repeat() -> None:
    """By brute force: no period up to 300 holds on the second half of the first 20,000 values; and
    the control, a geometric law whose values become constant, repeats."""
    values = grundy_values(parse_rule("divide(2..6)"), 20_000)[10_000:]
    assert all((values[p:] != values[:-p]).any() for p in range(1, 300))
    law = GeometricForm(Geometric(2, 3), Runs((0, 1), (5, 7), 3))
    assert law.prefix(40).tolist() == [5] + 39 * [7]
    assert not law.never_repeats()
    assert not NotPeriodic().follows_from(law)


@pytest.mark.parametrize("text", ["never zero", "always so", "n +", "G(n) ="])
def test_what_is_nothing_is_told_both_formulas_and_statements(text: str) -> None:
    with pytest.raises(MexploreError, match=r"'n mod 4'.*'period 12'"):
        refuse_unreadable(text)


def test_a_power_of_numbers_in_an_argument() -> None:
    assert plain("G(2^3*n) = G(n)") == "G(2**3*n) == G(n)"
    assert plain("G(n) <= n^2") == "G(n) <= n^2"  # which is refused: it may be an xor
