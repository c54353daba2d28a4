"""Certificates: rule, claim, theorem, bound, in a short text that anyone can check again.

A certificate is a JSON object with exactly these members::

    {
      "mexplore certificate": 1,
      "rule": "0.77",
      "claim": {"pattern": "periodic", "preperiod": 71, "period": 12, "saltus": 0},
      "statement": "G(n + 12) = G(n) for all n >= 71",
      "theorem": "Guy-Smith",
      "bound": 168
    }

Checking it trusts no detector: the theorem is asked for its bound again, the terms below the
bound are computed again, the claim is held against each of them, and its parameters against the
promise that they are the least. The terms are not those of the engine by which the law was found:
each of them is confirmed from the rule by other code (`discover.evidence.confirmed`), and the
verdict says by what.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from discover.evidence.confirmed import (
    AS_STUDY,
    DEFINITION,
    Confirmed,
    Unconfirmed,
    confirmed_below,
)
from discover.evidence.confirmed import by_definition as by_definition_below
from discover.evidence.evidence import Evidence
from discover.evidence.sources import evidence_below
from discover.finding import Finding
from discover.known import patterns, theorem_named, theorems
from discover.pattern import Pattern
from discover.theorem import AnyTheorem, Inapplicable
from rules.computing.grundy import Watcher, nobody
from rules.errors import InputError, MexploreError, TooLarge
from rules.notation import parse_rule
from rules.rule import Rule
from rules.text.exact_json import exact_json
from rules.text.long_decimals import from_decimal
from rules.text.nearest import did_you_mean

VERSION = 1
MARK = "mexplore certificate"
FIELDS = (MARK, "rule", "claim", "statement", "theorem", "bound")
LARGEST_TEXT = 50_000_000
MOST_DIGITS = 100_000  # of an integer
MOST_BY_DEFINITION = 10**9  # options looked at, about a quarter of an hour

Certificate = dict[str, Any]


@dataclass(frozen=True)
class Verdict:
    """Whether a certificate is valid, and why (not)."""

    valid: bool
    reason: str


def certificate_of(rule: Rule, finding: Finding) -> Certificate | None:
    """The certificate of a proved finding; None for others."""
    if finding.proof is None:
        return None
    claim = finding.claim
    return {
        MARK: VERSION,
        "rule": str(rule),
        "claim": {"pattern": claim.name, **claim.parameters()},
        "statement": claim.statement(),
        "theorem": finding.proof.theorem,
        "bound": finding.proof.bound,
    }


def write_certificate(certificate: Certificate) -> str:
    """The certificate as text, one member a line."""
    lines = (f"  {json.dumps(key)}: {exact_json(value)}" for key, value in certificate.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def read_certificate(text: str) -> Certificate:
    """The certificate in a text; InputError if the text is none at all."""
    if len(text) > LARGEST_TEXT:
        raise InputError(f"the text has {len(text)} characters: no certificate is so long")
    try:
        certificate = json.loads(text, object_pairs_hook=_each_once, parse_int=_integer)
    except (ValueError, RecursionError) as error:
        raise InputError(f"this is no certificate: it is not JSON ({error})") from None
    if not isinstance(certificate, dict) or MARK not in certificate:
        raise InputError(f"this is no certificate: it has no member {MARK!r}")
    return certificate


def _integer(digits: str) -> int:
    """Refused where it is so long that reading and writing it would take seconds."""
    if len(digits) > MOST_DIGITS:
        raise InputError(f"an integer has {len(digits)} digits: no certificate has such")
    return -from_decimal(digits[1:]) if digits.startswith("-") else from_decimal(digits)


def _each_once(members: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object, no member of which may be given twice: readers differ in which one counts."""
    found = dict(members)
    if len(found) < len(members):
        twice = next(key for i, (key, _) in enumerate(members) if key in dict(members[:i]))
        raise InputError(f"this is no certificate: the member {twice!r} is given twice")
    return found


class Invalid(Exception):
    """Why a certificate is rejected."""


def verify(
    certificate: Certificate,
    *,
    by_definition: bool = False,
    fast: bool = False,
    watcher: Watcher = nobody,
) -> Verdict:
    """Check a certificate again, with nothing of it taken on trust.

    Each value is confirmed from the rule by code that `study` does not run; with ``by_definition``
    every value comes from the rule's options alone; ``fast`` believes the engines of `study`.
    """
    try:
        rule, claim = _well_formed(certificate)
        theorem = _theorem(certificate, claim)
        if theorem.streaming:
            if by_definition:
                raise _out_of_reach(certificate, rule, theorem)
            return _by_stream(certificate, theorem, rule, claim, fast, watcher)
        bound = _agreed(certificate, theorem.bound(rule, claim), theorem.name)
        if by_definition:
            found = _by_definition(rule, bound)
        elif fast:
            found = Confirmed(evidence_below(rule, bound, watcher), AS_STUDY)
        else:
            found = confirmed_below(rule, bound, watcher)
        _holds(claim, found.evidence, bound)
    except (Invalid, Unconfirmed) as invalid:
        return Verdict(False, str(invalid))
    theorem = certificate["theorem"]
    said = f"{rule}: {claim.statement()}"
    return Verdict(True, f"{said}: checked below {bound} by {found.means}, and so by {theorem}")


def is_streamed(certificate: Certificate) -> bool:
    """Whether the theorem of a certificate is about a stream of values, none of which is kept."""
    theorem = theorem_named(str(certificate.get("theorem")))
    return theorem is not None and theorem.streaming


def stated(certificate: Certificate) -> tuple[Rule, Pattern, str]:
    """The rule, the claim and the name of the theorem that a certificate states, nothing of which
    is checked yet; InputError where it states none."""
    try:
        rule, claim = _well_formed(certificate)
    except Invalid as invalid:
        raise InputError(f"the certificate states nothing that can be checked: {invalid}") from None
    return rule, claim, str(certificate["theorem"])


def refuse_fields(certificate: Certificate) -> None:
    """Invalid if the members are not those of a certificate."""
    version = certificate[MARK]
    if type(version) is not int or version != VERSION:
        raise Invalid(f"its version is {version!r}; this program reads version {VERSION}")
    for key in FIELDS:
        if key not in certificate:
            raise Invalid(f"the member {key!r} is missing")
    for key in certificate:
        if key not in FIELDS:
            raise Invalid(f"the member {key!r} has no meaning")


def _well_formed(certificate: Certificate) -> tuple[Rule, Pattern]:
    refuse_fields(certificate)
    return _rule(certificate["rule"]), _claim(certificate["claim"], certificate["statement"])


def _rule(text: object) -> Rule:
    try:
        rule = parse_rule(text) if isinstance(text, str) else None
    except MexploreError as error:
        raise Invalid(f"its rule cannot be read: {error}") from None
    if rule is None or str(rule) != text:
        raise Invalid("its rule is not in canonical notation")
    return rule


def _claim(given: object, statement: object) -> Pattern:
    parameters = dict(given) if isinstance(given, dict) else {}
    name = parameters.pop("pattern", None)
    pattern = next((p for p in patterns() if p.name == name), None)
    if pattern is None:
        told = _meant(str(name), [pattern.name for pattern in patterns()])
        raise Invalid(f"its claim names no pattern that is known: {name!r}{told}")
    try:
        claim = pattern.from_parameters(parameters)
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise Invalid(f"its claim is malformed: {error}") from None
    if claim.statement() != statement:
        raise Invalid(f"its statement is not that of its claim, {claim.statement()!r}")
    return claim


def _theorem(certificate: Certificate, claim: Pattern) -> AnyTheorem:
    theorem = theorem_named(certificate["theorem"])
    if theorem is None:
        name = str(certificate["theorem"])
        told = _meant(name, [theorem.name for theorem in theorems()])
        raise Invalid(f"there is no theorem {name!r}{told}")
    if not theorem.is_about(claim):
        raise Invalid(f"the theorem {theorem.name!r} says nothing of {claim.name} laws")
    return theorem


def _meant(name: str, known: list[str]) -> str:
    """A question at the end of an error: the known name that is nearest, if one is near."""
    meant = did_you_mean(name, known).strip()
    return f"; {meant}" if meant else ""


def _agreed(certificate: Certificate, bound: int | Inapplicable, theorem: str) -> int:
    """The bound that the theorem asks for, if the certificate states it."""
    if isinstance(bound, Inapplicable):
        raise Invalid(f"the theorem {theorem!r} does not apply: {bound.reason}")
    given = certificate["bound"]
    if type(given) is not int or given != bound:
        raise Invalid(f"its bound is {given!r}, and the theorem asks for {bound}")
    return bound


def _out_of_reach(certificate: Certificate, rule: Rule, theorem: AnyTheorem) -> TooLarge:
    return TooLarge(
        f"the {certificate['bound']} values of {rule} that the theorem {theorem.name!r} passes are "
        "out of reach by definition; verify it without --by definition"
    )


def _by_stream(
    certificate: Certificate,
    theorem: AnyTheorem,
    rule: Rule,
    claim: Pattern,
    fast: bool,
    watcher: Watcher,
) -> Verdict:
    """Pass all values again, from the first to the bound, without one that is stored: by the code
    that `study` emits, but, unless ``fast``, translated for the plainest processor of this kind."""
    from rules.families.take_and_break.window.processors import GENERIC, compiled_for, numba_is_for

    shape = theorem.hypotheses(rule)
    bound = shape if isinstance(shape, Inapplicable) else theorem.streamed_bound(shape, claim)
    bound = _agreed(certificate, bound, theorem.name)
    with compiled_for(None if fast else GENERIC):
        refusal = theorem.check_stream(rule, shape, claim, watcher)
    if refusal is not None:
        raise Invalid(f"the theorem {theorem.name!r} does not prove it: {refusal.reason}")
    means = "by the code of study"
    if not fast:
        but = "" if numba_is_for(GENERIC) else ", but for the loops around it,"
        means += f"{but} compiled for another processor ({GENERIC.name})"
    said = f"{rule}: {claim.statement()}"
    return Verdict(
        True, f"{said}: all {bound} values streamed again {means}, and so by {theorem.name}"
    )


def _holds(claim: Pattern, evidence: Evidence, bound: int) -> None:
    if evidence.stop < bound:
        raise Invalid(f"only {evidence.stop} of {bound} terms could be computed")
    if reason := claim.objection(evidence):
        raise Invalid(reason)


def _by_definition(rule: Rule, bound: int) -> Confirmed:
    """TooLarge if the options of all n < bound are too many to look at one by one."""
    from rules.checking.shapes.listed import options_below

    if options_below(rule, bound, MOST_BY_DEFINITION) > MOST_BY_DEFINITION:
        raise TooLarge(
            f"the definition of {rule} below n = {bound} has more than {MOST_BY_DEFINITION} "
            "options to look at; verify it without --by definition"
        )
    return Confirmed(by_definition_below(rule, bound), DEFINITION)
