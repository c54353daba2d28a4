"""What is found of a family does not depend on what its names are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

import pytest

from mexplore.discover.families import study
from mexplore.discover.families.methods import study_of_family
from mexplore.discover.families.patterns.by_cases import LawsByCases
from mexplore.discover.families.patterns.members import known_members
from mexplore.discover.families.patterns.splits import Blocks
from mexplore.discover.families.study import FamilyStudy
from mexplore.discover.kinds import kind_of
from mexplore.discover.study.certificate import read_certificate, write_certificate
from mexplore.discover.verifying import verify
from mexplore.rules.parameters.family import FamilyOfRules, Naming

ONE, TWO = "{0} >= 1", "{0} >= 1, {1} > {0}"
QUICK = [
    ("subtract({0}, {1})", TWO),
    ("subtract(1, {0})", "{0} >= 2"),
    ("remove({0} .. {1})", "1 <= {0} <= {1}"),
    ("0.1{{{0}}}5", ONE),
]
OTHERS = [
    ("subtract({0})", ONE),
    ("subtract({1} + 2, 2*{0} + 2)", TWO),
    ("subtract({0}, {0} + {1})", "{0} >= 1, {1} >= 1"),
    ("subtract({0}, {1}, {0} + {1})", TWO),
    ("subtract({0}, {0} + 1, {1})", "{0} >= 1, {1} >= {0} + 2"),
    ("subtract({0}, {0} + 1, {0} + 2, {1})", "{0} >= 1, {1} >= {0} + 3"),
    ("subtract({0}, 2*{0}, {1})", "{0} >= 1, {1} > 2*{0}"),
    ("subtract({0}, 3*{0}, {1})", "{0} >= 1, {1} > 3*{0}"),
    ("subtract(2*{0}, {1} + 2)", TWO),
    ("subtract(2*{0} + {1}, {0} + 2)", TWO),
    ("subtract(1, 3, {0})", "{0} >= 4"),
    ("subtract(1, 4, {0})", "{0} >= 5"),
    ("subtract(2, 5, {0})", "{0} >= 6"),
    ("subtract(1, {0}, 2*{0})", "{0} >= 2"),
    ("subtract(1, 2*{0}, 3*{0})", "{0} >= 2"),
    ("subtract({0}, 2*{0} + 1, 3*{0} + 2)", ONE),
    ("subtract({0}, {0} + 1, 3*{0} + 1, 4*{0})", "{0} >= 2"),
    ("subtract({0}, {0} + 2, {1} + 1, {0} + 2*{1})", TWO),  # in part, in the usual time
    ("remove({0} .. 2*{0} + 1)", ONE),
    ("remove({0} .. {0} + {1})", "{0} >= 1, {1} >= 0"),
    ("subtract(all but {0})", ONE),
    ("subtract(all but {0}, {1})", TWO),
    ("subtract(all but {0}..{1})", "1 <= {0} <= {1}"),
    ("subtract(1..{0}, {1})", "{0} >= 1, {1} > {0} + 1"),
    ("0.5{{{0}}}7", ONE),
    ("0.1{{{0}}}6", ONE),
]
USUAL = ("k", "m")
NAMINGS = [
    ("b", "a"),
    ("h", "r"),
    ("r", "q"),
    ("i", "j"),
    ("t", "x"),
    ("low", "high"),
    ("aa", "a"),
    ("a1", "a"),
    ("k_2", "k1"),
    ("v", "g"),
]


def named(family: tuple[str, str], names: Sequence[str]) -> str:
    rule, where = (text.format(*names) for text in family)
    return f"{rule} for {where}"


def parsed(text: str) -> FamilyOfRules:
    kind: Any = kind_of(text)
    found: FamilyOfRules = kind.parse(text)
    return found


def names_of(claim: LawsByCases) -> Iterator[str]:
    """All names in a claim, some of them several times, in an order that is not theirs."""
    for step in claim.split:
        yield from (step.name, step.quotient)
        yield from (step.remainder,) if isinstance(step, Blocks) else ()
    for each in claim.laws:
        law = each.law
        yield from law.parameters
        if hasattr(law, "positions"):
            yield from (*law.positions.digits, *law.values.digits)
        elif hasattr(law, "digits"):
            yield from (*law.digits, *law.ghosts)


def assert_alike(found: FamilyStudy, usual: FamilyStudy, names: Sequence[str]) -> None:
    """Both studies say the same, but for names; none of those that are new is one of the family."""
    assert found.family_status == usual.family_status
    assert (found.claim is None) == (usual.claim is None)
    if found.claim is None or usual.claim is None:
        return
    pairs = dict(zip(names_of(found.claim), names_of(usual.claim), strict=True))
    given = [(a, b) for a, b in zip(names, USUAL, strict=True) if a in found.rule.names]
    assert given and all(pairs.get(a, b) == b for a, b in given)
    assert len(set(pairs.values())) == len(pairs)
    assert Naming(pairs).of(found.claim) == usual.claim
    proofs = [study.proved.proof if study.proved else None for study in (found, usual)]
    assert proofs[0] == proofs[1]


@cache
def study_in(family: tuple[str, str], names: Sequence[str], library: bool = False) -> FamilyStudy:
    """The study of a family, in which the library is asked only if that is said."""
    with pytest.MonkeyPatch.context() as patch:
        if not library:
            patch.setattr(study, "shipped_law", lambda rule: None)
        rule = parsed(named(family, names))
        found = study_of_family(rule)
    if not library:  # it has parts in its own order
        assert found.rule == rule
    return found


@pytest.mark.parametrize("family", [*QUICK, *OTHERS])
def test_families_that_differ_in_names_are_searched_as_the_same(family: tuple[str, str]) -> None:
    usual, _ = parsed(named(family, USUAL)).in_inner_names()
    for names in NAMINGS:
        rule = parsed(named(family, names))
        inner, back = rule.in_inner_names()
        assert inner == usual and inner.names == usual.names
        assert back.of(inner) == rule


@pytest.mark.parametrize("names", [("b", "a"), pytest.param(("h", "r"), marks=pytest.mark.slow)])
@pytest.mark.parametrize("family", QUICK)
def test_a_law_does_not_depend_on_names(family: tuple[str, str], names: tuple[str, str]) -> None:
    found, usual = study_in(family, names), study_in(family, USUAL)
    assert found.family_status == "proved"
    assert_alike(found, usual, names)
    assert found.claim is not None and found.certificate is not None
    some = known_members(found.rule, islice(found.rule.members(9), 20), 60)
    assert found.claim.first_failure(some) is None
    assert not any("$" in line for line in (*found.log, str(found.rule)))


@pytest.mark.slow
@pytest.mark.parametrize("family", [*QUICK, *OTHERS])
def test_no_law_depends_on_names(family: tuple[str, str]) -> None:
    usual = study_in(family, USUAL)
    for names in NAMINGS:
        assert_alike(study_in(family, names), usual, names)


@pytest.mark.parametrize(
    ("family", "names"),
    [
        (("remove({0} .. {1})", "1 <= {0} <= {1}"), ("l", "r")),
        (("remove({0} .. {1})", "1 <= {0} <= {1}"), ("high", "low")),
        (("subtract({0}, {1})", TWO), ("h", "r")),
        (("subtract({1}, {0})", TWO), ("r", "h")),
        (("subtract(all but {0}, {1})", TWO), ("h", "r")),
    ],
)
def test_the_library_knows_a_family_by_any_names(
    family: tuple[str, str], names: tuple[str, str]
) -> None:
    found = study_in(family, names, library=True)
    assert found.library and found.family_status == "proved"
    assert set(found.rule.names) == set(names)
    assert found.certificate is not None
    assert verify(read_certificate(write_certificate(found.certificate))).valid


def test_parameters_of_a_law_are_read_in_any_order() -> None:
    """Certificates had them in the order of the alphabet."""
    found = study_in(("subtract({0}, {1})", TWO), ("b", "a"))
    assert found.claim is not None and found.certificate is not None
    laws = [
        replace(each, law=replace(each.law, parameters=each.law.parameters[::-1]))
        for each in found.claim.laws
    ]
    turned = replace(found.claim, laws=tuple(laws))
    claim = {"pattern": found.claim.name, **turned.parameters()}
    certificate: Any = {**found.certificate, "claim": claim}
    assert certificate != found.certificate
    assert verify(certificate).valid


def test_a_name_is_above_those_that_bound_it_whatever_the_text_says() -> None:
    assert parsed("subtract(a + 2, 2*b + 2) for a > b, b >= 1").names == ("b", "a")
    assert parsed("subtract(b, a) for a >= 1, b >= 1").names == ("b", "a")
    assert parsed("remove(b .. a) for b >= 1, 2*b >= a, a >= b").names == ("b", "a")
