"""Mutated certificates: those that are accepted are true."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import pytest
from misere_rules import known_of

from mexplore.discover.misere.patterns.quotient import Quotient
from mexplore.discover.misere.patterns.types import Types
from mexplore.discover.misere.study import study_misere
from mexplore.discover.study.certificate import Certificate
from mexplore.discover.study.limits import Limits
from mexplore.discover.verifying import verify
from mexplore.rules.misere.game import Misere
from mexplore.rules.notation import parse_rule

CODES = ("0.123", "0.75", "0.53", "0.34", "0.71", "0.137", "0.05", "0.06", "0.52")
KINDS: dict[str, type[Quotient] | type[Types]] = {Quotient.name: Quotient, Types.name: Types}


@cache
def true_one(code: str) -> str:
    found = study_misere(Misere(parse_rule(code)), Limits(None, upto=20))
    assert found.certificate is not None
    return json.dumps(found.certificate)


def mutated(rng: random.Random) -> Certificate:
    """A certificate in which one thing is changed, so that it still can be read."""
    certificate: Certificate = json.loads(true_one(rng.choice(CODES)))
    claim: dict[str, Any] = certificate["claim"]
    listed = claim["classes"] if "classes" in claim else claim["types"]
    kind = rng.randrange(9)
    if kind == 0:
        listed[rng.randrange(len(listed))] = rng.choice(listed)
    elif kind == 1 and claim["period"]:
        claim["period"] = rng.randint(1, len(listed))
    elif kind == 2:
        del listed[rng.randrange(len(listed)) :]
        listed or listed.append(claim.get("one", 0))
    elif kind == 3:
        certificate["rule"] = rng.choice(CODES)
    elif kind == 4 and "table" in claim:
        m = len(claim["table"])
        a, b, c = (rng.randrange(m) for _ in range(3))
        claim["table"][a][b] = claim["table"][b][a] = c
    elif kind == 5 and "table" in claim:
        lost = set(claim["lost"]) ^ {rng.randrange(len(claim["table"]))}
        claim["lost"] = sorted(lost)
    elif kind == 6 and "table" in claim:
        q, m = rng.randrange(len(claim["table"])), len(claim["table"])
        claim["answers"][q] = hex(int(claim["answers"][q], 16) ^ 1 << rng.randrange(m))
    elif kind == 7 and "table" in claim:
        claim["answers"] = [hex((1 << len(claim["table"])) - 1) for _ in claim["answers"]]
    else:
        listed.insert(rng.randrange(len(listed)), rng.choice(listed))
    claim["period"] = min(claim["period"], len(listed))
    claim["preperiod"] = len(listed) - claim["period"] + 1
    return certificate


def accepted_ones_are_true(seed: int, count: int) -> tuple[int, int]:
    rng, accepted, refused = random.Random(seed), 0, 0
    while accepted + refused < count:
        certificate = mutated(rng)
        parameters = {key: v for key, v in certificate["claim"].items() if key != "pattern"}
        try:
            law = KINDS[certificate["claim"]["pattern"]].from_parameters(parameters)
        except ValueError:
            continue
        certificate["statement"] = law.statement()
        verdict = verify(certificate)
        if not verdict.valid and (found := _bound_asked_for(verdict.reason)) is not None:
            certificate["bound"] = found
            verdict = verify(certificate)
        if verdict.valid:
            accepted += 1
            assert law.first_failure(known_of(certificate["rule"])) is None, certificate
        else:
            refused += 1
    return accepted, refused


def _bound_asked_for(reason: str) -> int | None:
    """The bound that the theorem would take, so that the mutation itself is judged."""
    if "requires" not in reason:
        return None
    return int(reason.rsplit(maxsplit=1)[-1])


def test_mutated_certificates() -> None:
    accepted, refused = accepted_ones_are_true(1, 300)
    assert accepted and refused > 100


@pytest.mark.slow
def test_many_mutated_certificates() -> None:
    accepted, refused = accepted_ones_are_true(2, 10_000)
    assert accepted and refused > 4000
