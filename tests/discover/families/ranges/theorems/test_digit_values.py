"""The theorem `digit values`: its laws are true, and each condition is needed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from searched import studied, study_of

from mexplore.discover.families.patterns.by_cases import OfCase
from mexplore.discover.families.patterns.members import KnownMembers
from mexplore.discover.families.patterns.splits import cases_of, place_in
from mexplore.discover.families.ranges.conditions import script_of
from mexplore.discover.families.ranges.law import NumberSystem, RangeLaw, ValueLaw, ValuePiece
from mexplore.discover.families.ranges.theorem import (
    DigitValues,
    first_wrong_identity,
    in_case,
    prove_law,
)
from mexplore.discover.families.solvers.solver import solver_named
from mexplore.discover.families.theorems.by_cases import Proved
from mexplore.discover.verifying import verify
from mexplore.rules.arithmetic.polynomial import Polynomial, Vector
from mexplore.rules.parameters.constraint import all_hold, at_least, equal
from mexplore.rules.parameters.ranges import RangeFamily
from mexplore.rules.parameters.reading import read_constraints, read_polynomial

pytest.importorskip("z3")

REMOVE = "remove(k .. m) for k >= 1, m >= k"
ALL_BUT = "subtract(all but a) for a >= 1"
AND_ONE = "subtract(1..k, m) for k >= 1, m >= k + 1"
WIDE = "remove(k .. 3*k + 1) for k >= 1"
ALL_BUT_TWO = "subtract(all but a, b) for a >= 1, b >= a + 1"
FAMILIES = (REMOVE, ALL_BUT, AND_ONE, WIDE, ALL_BUT_TWO)


def by_options(rule: RangeFamily, values: dict[str, int], stop: int) -> list[int]:
    """G(n) for n < stop, from the ranges themselves."""
    ends = [(low.at(values), high.at(values)) for low, high in rule.ranges]
    terms: list[int] = []
    for n in range(stop):
        inside = {s for low, high in ends for s in range(max(low, 1), min(high, n) + 1)}
        moves = set(range(1, n + 1)) - inside if rule.all_but else inside
        options = {terms[n - s] for s in moves}
        terms.append(next(v for v in range(n + 1) if v not in options))
    return terms


@pytest.mark.parametrize("text", FAMILIES)
def test_laws_agree_with_brute_force_far_outside_the_members_looked_at(text: str) -> None:
    rule, claim = studied(text)
    chance = Random(5)
    members = [*islice(rule.members(9), 12)]
    while len(members) < 16:
        values = {name: chance.randrange(1, 60) for name in rule.names}
        members += [values] * rule.has(values)
    for values in members:
        terms = by_options(rule, values, 160)
        assert claim.first_failure(KnownMembers(rule, [(values, terms)])) is None


def test_the_laws_are_those_known_from_hand() -> None:
    chance = Random(6)
    for _ in range(300):
        k, m = sorted((chance.randrange(1, 10**20), chance.randrange(1, 10**20)))
        n = chance.randrange(10**25)
        assert studied(REMOVE)[1].value_at(studied(REMOVE)[0], {"k": k, "m": m}, n) == (
            n % (k + m) // k
        )
        value = n // (2 * k) * k + n % k if n % (2 * k) < k else n // (2 * k) * k + n % (2 * k) - k
        assert studied(ALL_BUT)[1].value_at(studied(ALL_BUT)[0], {"a": k}, n) == value


@pytest.mark.parametrize("text", FAMILIES)
def test_certificates_hold_for_both_solvers(text: str) -> None:
    pytest.importorskip("cvc5")
    certificate = study_of(text).certificate
    assert certificate is not None
    assert verify(certificate, by_definition=True).valid
    for key, value in (("bound", certificate["bound"] + 1), ("rule", REMOVE.replace("1", "0"))):
        assert not verify({**certificate, key: value}).valid


def test_all_but_two_numbers() -> None:
    """The second number plays no part unless it is twice the first."""
    rule, claim = studied(ALL_BUT_TWO)
    chance = Random(7)
    for _ in range(200):
        a = chance.randrange(1, 10**12)
        b = chance.choice(
            [2 * a, 2 * a + 1, 2 * a - 1, 3 * a, a + 1, a + chance.randrange(1, 10**14)]
        )
        if b <= a:
            continue
        n = chance.randrange(10**16)
        p = 3 * a if b == 2 * a else 2 * a
        assert claim.value_at(rule, {"a": a, "b": b}, n) == n // p * a + n % p % a


# Each condition alone refuses some false law.

ONE, NONE = Polynomial.number(1), Polynomial()


def vector(*entries: str) -> Vector:
    return tuple(map(read_polynomial, entries))


def all_but() -> ValueLaw:
    law: ValueLaw = studied(ALL_BUT)[1].laws[0].law
    return law


def with_values(law: ValueLaw, *entries: str) -> tuple[ValuePiece, ...]:
    return tuple(replace(piece, value=vector(*entries)) for piece in law.pieces)


def no_period() -> ValueLaw:
    """G(n + 0) = G(n): 0 is not a period."""
    return replace(all_but(), period=vector("0", "0", "0"), saltus=vector("0", "0"))


def no_saltus() -> ValueLaw:
    """G(n + 2a) = G(n)."""
    return replace(all_but(), saltus=vector("0", "0"))


def one_more() -> ValueLaw:
    """All values are larger by 1, and none is 0."""
    return replace(all_but(), pieces=with_values(all_but(), "q", "j + 1"))


def all_zero() -> ValueLaw:
    """All values are 0."""
    law = replace(all_but(), saltus=vector("0", "0"))
    return replace(law, pieces=with_values(law, "0", "0"))


def negative() -> ValueLaw:
    """The value of n is -1 - n."""
    law = all_but()
    system = replace(law.positions, digits=("u", "t", "v"))
    inside = read_constraints("u >= 0, t >= 0, v >= 0")
    pieces = with_values(law, "-q", "-i", "-j - 1")
    # Every number has the digits (0, 0, v).
    saltus = vector("-1", "0", "0")
    law = replace(law, values=system, values_in=inside, pieces=pieces, saltus=saltus)
    return replace(law, witnesses=())


def twice_the_rows() -> ValueLaw:
    """G(n + 2a) = G(n) + 2a: no smaller value but 0 is looked at."""
    law = all_but()
    relation = vector("1", "-2*a")
    minus = vector("-1", "2*a")
    values = NumberSystem(law.values.digits, vector("2*a", "1"), (relation,), (relation, minus))
    return replace(law, values=values, values_in=read_constraints("u == 0, v == 0"))


def a_row_below_zero() -> ValueLaw:
    """All values are larger by a: the smaller ones are those of negative positions."""
    law = all_but()
    row = Polynomial.name("q")
    pieces = []
    for piece in law.pieces:
        where = tuple(c.with_names({"q": row + 1}) for c in piece.where)
        pieces.append(ValuePiece(where, (row + 1, piece.value[1])))
    witnesses = tuple((w[0] - 1, *w[1:]) for w in law.witnesses)
    return replace(law, pieces=tuple(pieces), witnesses=witnesses)


def no_pieces() -> ValueLaw:
    """No number has digits."""
    return replace(all_but(), pieces=())


FALSE = {
    "(P)": no_period,
    "(Q)": no_saltus,
    "(M)": one_more,
    "(X)": all_zero,
    "(V)": negative,
    "(T)": twice_the_rows,
    "(N)": a_row_below_zero,
    "(S)": no_pieces,
}


@pytest.mark.parametrize("condition", FALSE)
def test_without_this_condition_a_false_law_is_proved(condition: str) -> None:
    rule, _ = studied(ALL_BUT)
    law = FALSE[condition]()
    law.refuse_misfits()
    (case,) = cases_of(rule, ())
    assert not first_wrong_identity(law, in_case(rule.ranges, case))
    script = script_of(law, all_but=True)
    answers = solver_named("z3").answers(script)
    failing = {
        question.name.split()[0]
        for question, answer in zip(script.questions, answers, strict=True)
        if answer.verdict != "unsat"
    }
    assert failing == {condition}


def test_only_some_numbers_have_digits() -> None:
    """(S), the step: the multiples of 2k have the value 0, and nothing is said of others."""
    k = Polynomial.name("k")
    rule = RangeFamily(((k, k),), all_but=False, where=(at_least(k, 1),))
    relation = vector("1", "-2*k")
    positions = NumberSystem(
        ("q", "j"), vector("2*k", "1"), (relation,), (relation, vector("-1", "2*k"))
    )
    values = NumberSystem(("v",), vector("1"), (), ())
    pieces = (ValuePiece(read_constraints("q >= 0, j == 0"), vector("0")),)
    ends = ((vector("0", "k"), vector("0", "k")),)
    law = ValueLaw(("k",), rule.where, positions, values, read_constraints("v >= 0"), ends, pieces,
                   (), vector("1", "0"), vector("0"))  # fmt: skip
    script = script_of(law, all_but=False)
    answers = solver_named("z3").answers(script)
    failing = [
        q.name for q, a in zip(script.questions, answers, strict=True) if a.verdict != "unsat"
    ]
    assert failing == ["(S) piece 0"]


def test_identities_are_needed() -> None:
    rule, claim = studied(ALL_BUT)
    law = claim.laws[0].law
    a = Polynomial.name("a")
    system = law.positions
    false = {
        "ends": replace(law, ends=((law.ends[0][0], (NONE, NONE, a + 1)),)),
        "carry": replace(law, positions=replace(system, carries=(*system.carries, system.unit))),
        "weight": replace(law, positions=replace(system, weights=(2 * a, a, 2 * ONE))),
        "relation": replace(
            law,
            positions=replace(system, relations=(vector("1", "-2", "0"), vector("1", "-2", "0"))),
        ),
        "linear": replace(law, ends=((vector("0", "0", "a"), vector("-a", "0", "2*a*a + a")),)),
    }
    for name, each in false.items():
        assert first_wrong_identity(each, rule.ranges), name
        assert not prove_law(each, rule.ranges, True, [solver_named("z3")]).proved


def test_weights_below_zero_are_refused() -> None:
    """(W): a relation with an entry > 0 would make a weight negative."""
    rule, claim = studied(ALL_BUT)
    law = claim.laws[0].law
    values = replace(law.values, weights=vector("-a", "1"), relations=(vector("1", "a"),),
                     carries=(vector("1", "a"), vector("-1", "-a")))  # fmt: skip
    outcome = prove_law(replace(law, values=values), rule.ranges, True, [solver_named("z3")])
    assert outcome.failed.startswith("(W) values")


# Least periods.


@pytest.mark.parametrize("text", [REMOVE, AND_ONE, WIDE])
def test_periods_that_are_shown_to_be_the_least_are(text: str) -> None:
    rule, claim = studied(text)
    assert all(each.law.landmarks for each in claim.laws)
    for values in islice(rule.members(9), 40):
        found = claim.law_of(rule, values)
        assert found is not None
        law, placed = found
        p = law.the_period.at(placed)
        terms = by_options(rule, values, 4 * p)
        assert not any(terms[d:] == terms[:-d] for d in range(1, p))


@pytest.mark.parametrize("text", [REMOVE, AND_ONE])
def test_a_multiple_of_the_period_is_a_period_and_not_the_least(text: str) -> None:
    """The control of (U): the law is proved without landmarks, and with none of many."""
    rule, claim = studied(text)
    for each in claim.laws:
        ranges = in_case(rule.ranges, claim.cases(rule)[each.case])
        double = tuple(2 * entry for entry in each.law.period)
        law = replace(each.law, period=double, landmarks=())
        assert prove_law(law, ranges, False, [solver_named("z3")]).proved
        here = law.positions.here
        for marks in (each.law.landmarks, (law.positions.zero, here), (each.law.period, double)):
            outcome = prove_law(replace(law, landmarks=marks), ranges, False, [solver_named("z3")])
            assert outcome.failed.startswith("(U)")


def test_a_law_whose_values_grow_has_no_landmarks() -> None:
    rule, claim = studied(ALL_BUT)
    law = claim.laws[0].law
    assert not law.landmarks
    assert "saltus" in first_wrong_identity(
        replace(law, landmarks=(law.positions.zero,)), rule.ranges
    )


def test_certificates_without_landmarks_are_read_as_before() -> None:
    _, claim = studied(REMOVE)
    written = claim.parameters()
    assert all("landmarks" in law for law in written["laws"])
    for law in written["laws"]:
        del law["landmarks"]
    read = RangeLaw.from_parameters(written)
    assert not any(each.law.landmarks for each in read.laws)
    assert read.parameters() == written


# Altered laws.


def mutants(law: ValueLaw) -> Iterator[ValueLaw]:
    """The law, altered at one place."""
    for i, piece in enumerate(law.pieces):
        rest = law.pieces[:i], law.pieces[i + 1 :]
        yield replace(law, pieces=(*rest[0], *rest[1]))
        for place, entry in enumerate(piece.value):
            for more in (1, -1):
                value = (*piece.value[:place], entry + more, *piece.value[place + 1 :])
                yield replace(law, pieces=(*rest[0], replace(piece, value=value), *rest[1]))
        for c in piece.where:
            fewer = tuple(other for other in piece.where if other != c)
            yield replace(law, pieces=(*rest[0], replace(piece, where=fewer), *rest[1]))
            if c.sign == ">=":
                for more in (1, -1):
                    where = (*fewer, replace(c, form=c.form + more))
                    yield replace(law, pieces=(*rest[0], replace(piece, where=where), *rest[1]))
    for number in range(len(law.witnesses)):
        yield replace(law, witnesses=law.witnesses[:number] + law.witnesses[number + 1 :])
    for name in ("period", "saltus"):
        found: Vector = getattr(law, name)
        for place, entry in enumerate(found):
            changed = (*found[:place], entry + 1, *found[place + 1 :])
            yield replace(law, **{name: changed})  # type: ignore[arg-type]
    for number in range(len(law.landmarks)):
        fewer_marks = law.landmarks[:number] + law.landmarks[number + 1 :]
        if fewer_marks:
            yield replace(law, landmarks=fewer_marks)
    for number in range(len(law.cell)):
        yield replace(law, cell=law.cell[:number] + law.cell[number + 1 :])


@pytest.mark.parametrize("text", FAMILIES)
def test_altered_laws_are_proved_only_if_they_are_true(text: str) -> None:
    assert refuted(text, every=23 if text == ALL_BUT_TWO else 7) >= 3


@pytest.mark.slow
@pytest.mark.parametrize("text", FAMILIES)
def test_all_altered_laws_are_proved_only_if_they_are_true(text: str) -> None:
    assert refuted(text, every=1) >= 12


def refuted(text: str, every: int) -> int:
    """How many altered laws are not proved; those that are agree with the definition."""
    (rule, claim), count = studied(text), 0
    for each in claim.laws:
        for law in islice(mutants(each.law), 0, None, every):
            others = tuple(other for other in claim.laws if other != each)
            altered = RangeLaw(claim.split, (OfCase(each.case, law), *others))
            proved = DigitValues().prove(rule, altered, [solver_named("z3")])
            count += not isinstance(proved, Proved)
            if isinstance(proved, Proved):
                agrees(rule, altered)
    return count


def agrees(rule: RangeFamily, claim: RangeLaw) -> None:
    """Values, period and saltus of small members are those of the definition."""
    for values in islice(rule.members(7), 25):
        terms = by_options(rule, values, 90)
        assert claim.first_failure(KnownMembers(rule, [(values, terms)])) is None
        for number, case in enumerate(claim.cases(rule)):
            placed = place_in(claim.split, case, values)
            laws = [each.law for each in claim.laws if each.case == number]
            for law in laws:
                if placed is not None and all_hold(law.cell, placed):
                    p, s = law.the_period.at(placed), law.the_saltus.at(placed)
                    assert p >= 1
                    assert all(terms[n + p] == terms[n] + s for n in range(90 - p))
                    if law.landmarks and p < 45:
                        assert s == 0
                        assert not any(terms[d:45] == terms[: 45 - d] for d in range(1, p))


def test_a_cell_that_leaves_members_open_is_refused() -> None:
    rule, claim = studied(ALL_BUT)
    (each,) = claim.laws
    a = Polynomial.name("a")
    for more in (at_least(a, 3), equal(a, 0)):
        law = replace(each.law, cell=(*each.law.cell, more))
        narrow = RangeLaw((), (OfCase(0, law),))
        assert not isinstance(DigitValues().prove(rule, narrow, [solver_named("z3")]), Proved)


def test_another_family_has_another_law() -> None:
    rule, claim = studied(ALL_BUT)
    for text in ("subtract(all but a + 1) for a >= 1", "subtract(all but a, 2a) for a >= 1"):
        other = RangeFamily.parse(text)
        assert not isinstance(DigitValues().prove(other, claim, [solver_named("z3")]), Proved)
    swapped = replace(rule, all_but=False)
    assert not isinstance(DigitValues().prove(swapped, claim, [solver_named("z3")]), Proved)
