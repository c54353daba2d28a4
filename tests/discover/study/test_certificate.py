"""Certificates: valid ones pass, by kernel and by definition; one altered in any field does not."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.study import study
from mexplore.discover.heaps.theorems.residue_window import ResidueWindow
from mexplore.discover.study.certificate import (
    MARK,
    Certificate,
    certificate_of,
    read_certificate,
    write_certificate,
)
from mexplore.discover.verifying import verify
from mexplore.rules.errors import InputError, TooLarge
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

RULES = [
    "0.77",
    "0.07",
    "subtract(1, 3, 4)",
    "subtract(2, 4, 7)",
    "divide(2..6)",
    "divide(2, 5)",
    "divide(2, 3, ceil)",
]


def certified(text: str) -> Certificate:
    rule = parse_rule(text)
    result = study(rule)
    certificate = certificate_of(rule, result.findings[0])
    assert certificate is not None
    return certificate


@pytest.mark.parametrize("text", RULES)
def test_a_certificate_survives_writing_and_is_valid(text: str) -> None:
    written = write_certificate(certified(text))
    assert json.loads(written) == certified(text)
    assert len(written) < 1000
    certificate = read_certificate(written)
    assert verify(certificate).valid
    assert verify(certificate, by_definition=True).valid


def alterations(certificate: Certificate) -> list[tuple[str, Certificate]]:
    """The certificate with one field changed, removed or added, in many ways."""
    altered: list[tuple[str, Certificate]] = []

    def change(name: str, path: list[str], value: Any) -> None:
        other = copy.deepcopy(certificate)
        inner = other
        for key in path[:-1]:
            inner = inner[key]
        if inner.get(path[-1]) != value:
            inner[path[-1]] = value
            altered.append((name, other))

    for key in certificate:
        change(f"{key} null", [key], None)
        change(f"{key} list", [key], [1])
        if key != MARK:
            other = copy.deepcopy(certificate)
            del other[key]
            altered.append((f"no {key}", other))
    change("version", [MARK], 2)
    change("version true", [MARK], True)
    for rule in ("0.7W", "subtract(1, 2, 4)", "0.77 ", "0.137", "divide(2, 6)", "kayles", ""):
        change(f"rule {rule}", ["rule"], rule)
    for key, value in certificate["claim"].items():
        change(f"claim {key} text", ["claim", key], "x")
        change(f"claim {key} float", ["claim", key], 12.0)
        change(f"claim {key} list", ["claim", key], [])
        if isinstance(value, int):
            for number in (value + 1, value - 1, value * 2, -1, 0, 10**30, True):
                change(f"claim {key} {number}", ["claim", key], number)
    change("claim more", ["claim", "more"], 1)
    change("statement of another claim", ["statement"], "G(n + 5) = G(n) for all n >= 7")
    change("statement of a pattern", ["statement"], "G(n) = Mod(n, 5)")
    change("statement of no period", ["statement"], "G is not periodic")
    change(
        "theorem",
        ["theorem"],
        "finite window" if "window" not in certificate["theorem"] else "Guy-Smith",
    )
    change("theorem unknown", ["theorem"], "Fermat")
    for bound in (certificate["bound"] + 1, certificate["bound"] - 1, 0, -1, 10**30, "168", 1.0):
        change(f"bound {bound}", ["bound"], bound)
    change("unknown field", ["comment"], "trust me")
    return altered


@pytest.mark.parametrize("text", RULES)
def test_a_certificate_altered_in_any_field_is_rejected_with_a_reason(text: str) -> None:
    certificate = certified(text)
    for name, other in alterations(certificate):
        verdict = verify(other)
        assert not verdict.valid, name
        assert verdict.reason, name
        assert "\n" not in verdict.reason


@pytest.mark.parametrize(
    ("text", "claim", "reason"),
    [
        ("0.77", {"preperiod": 72, "period": 12}, "preperiod 72 is not least"),
        ("0.77", {"preperiod": 71, "period": 24}, "period 24 is not least"),
        ("0.77", {"preperiod": 70, "period": 12}, "fails at n = 70"),
        ("0.77", {"preperiod": 71, "period": 11}, "fails at n ="),
        ("subtract(2, 4, 7)", {"preperiod": 9, "period": 3}, "preperiod 9 is not least"),
        ("subtract(2, 4, 7)", {"preperiod": 8, "period": 6}, "period 6 is not least"),
    ],
)
def test_a_consistent_lie_is_rejected_for_what_it_claims(
    text: str, claim: dict[str, int], reason: str
) -> None:
    """All fields altered together: statement and bound fit the false or weaker claim."""
    from mexplore.discover.heaps.known import theorems
    from mexplore.discover.heaps.patterns.periodic import Periodic

    rule = parse_rule(text)
    law = Periodic(**claim)
    theorem = next(t for t in theorems() if t.name == certified(text)["theorem"])
    certificate = certified(text) | {
        "claim": {"pattern": "periodic", **law.parameters()},
        "statement": law.statement(),
        "bound": theorem.bound(rule, law),
    }
    for by_definition in (False, True):
        verdict = verify(certificate, by_definition=by_definition)
        assert not verdict.valid
        assert reason in verdict.reason


def test_a_weaker_geometric_law_is_rejected() -> None:
    from mexplore.discover.heaps.patterns.geometric import Geometric
    from mexplore.discover.heaps.theorems.floors_commute import FloorsCommute

    rule = parse_rule("divide(2..6)")
    for law in (Geometric(12, 7), Geometric(144, 72), Geometric(144, 6)):
        certificate = certified("divide(2..6)") | {
            "claim": {"pattern": "geometric", **law.parameters()},
            "statement": law.statement(),
            "bound": FloorsCommute().bound(rule, law),
        }
        assert not verify(certificate).valid


def test_a_pattern_that_is_gone_is_named() -> None:
    """Certificates of 'regular' laws never were, but somebody may write one."""
    verdict = verify(certified("0.77") | {"claim": {"pattern": "regular", "base": 2}})
    assert not verdict.valid
    assert verdict.reason.startswith("its claim names no pattern that is known: 'regular'")


@pytest.mark.parametrize("text", ["", "{", "[]", "1", '{"rule": "0.77"}', "[" * 100_000, "\x00"])
def test_what_is_no_certificate_is_an_error(text: str) -> None:
    with pytest.raises(InputError) as caught:
        read_certificate(text)
    assert "\n" not in str(caught.value)


def test_the_definition_refuses_what_would_never_end() -> None:
    certificate = certified("divide(2..6)")
    start = 10**30
    certificate["claim"] = {"pattern": "geometric", "ratio": 12, "start": start}
    certificate["statement"] = f"G(n) = G(floor(n/12)) for all n >= {start}"
    certificate["bound"] = 6 * start
    with pytest.raises(TooLarge):
        verify(certificate, by_definition=True)
    assert not verify(certificate).valid  # by runs it is told that the start is not least


def test_a_member_given_twice_is_refused() -> None:
    """Readers of JSON differ in which of the two counts."""
    written = write_certificate(certified("0.77"))
    for line in ('"bound": 168', '"rule": "0.77"', '"period": 12'):
        assert line in written
        with pytest.raises(InputError, match="given twice"):
            read_certificate(written.replace(line, f"{line}, {line}"))


def test_an_integer_that_would_take_seconds_to_read_is_refused() -> None:
    text = write_certificate(certified("0.77"))
    assert '"period": 12' in text
    long = text.replace('"period": 12', '"period": ' + "1" * 2_000_000)
    with pytest.raises(InputError, match="an integer has 2000000 digits"):
        read_certificate(long)
    negative = text.replace('"period": 12', '"period": -12')
    assert read_certificate(negative)["claim"]["period"] == -12


def test_success_names_the_rule() -> None:
    assert verify(certified("0.77")).reason.startswith("0.77: G(n + 12) = G(n)")


@pytest.mark.parametrize("preperiod", [0, 9, 30])
def test_a_false_period_of_a_rule_that_is_computed_in_runs(preperiod: int) -> None:
    """divide(2, 3, ceil) has longer and longer runs, and so no period."""
    rule, claim = parse_rule("divide(2, 3, ceil)"), Periodic(preperiod, 12)
    values = grundy_by_definition(rule, 200)
    fails = next(n for n in range(preperiod, 188) if values[n + 12] != values[n])
    given = {
        MARK: 1,
        "rule": str(rule),
        "claim": {"pattern": "periodic", **claim.parameters()},
        "statement": claim.statement(),
        "theorem": "residue window",
        "bound": ResidueWindow().bound(rule, claim),
    }
    for by_definition in (False, True):
        verdict = verify(given, by_definition=by_definition)
        assert not verdict.valid
        assert verdict.reason == f"the claim is false: it fails at n = {fails}"
