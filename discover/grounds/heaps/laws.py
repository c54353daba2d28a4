"""Laws of the heaps of which laws of boards are made: found by a study, read, checked again."""

from __future__ import annotations

import json
from functools import lru_cache

from discover.certificate import certificate_of, verify
from discover.ending import uninterrupted
from discover.evidence.limits import Limits
from discover.evidence.sources import evidence_below
from discover.known import patterns
from discover.pattern import Json
from discover.patterns.boards.heap_part import MOST_TERMS, HeapLaws, HeapPart
from discover.study import study
from rules.rule import Rule

BUDGET = 3.0  # seconds for the law of one heap


class StudiedLaws(HeapLaws):
    """Laws from short studies."""

    def studied(self, rule: Rule) -> HeapPart:
        return _studied(rule)

    def certified(self, rule: Rule, certificate: Json) -> HeapPart:
        given = dict(certificate["claim"])
        name = given.pop("pattern", None)
        pattern = next((p for p in patterns() if p.name == name), None)
        bound = certificate["bound"]
        if pattern is None or type(bound) is not int or not 0 <= bound <= 1 << 22:
            raise ValueError("the certificate of a heap is malformed")
        claim = pattern.from_parameters(given)
        evidence = evidence_below(rule, bound)
        return HeapPart(rule, json.dumps(certificate), claim, claim.closed_form(evidence))

    def objection(self, certificate: Json) -> str | None:
        verdict = verify(certificate)
        return None if verdict.valid else verdict.reason


@lru_cache(maxsize=64)
def _studied(rule: Rule) -> HeapPart:
    found = uninterrupted(study(rule, Limits(BUDGET, max_terms=MOST_TERMS)))
    law = next((f for f in found.findings if f.proof and f.form is not None), None)
    if law is None:
        return HeapPart(rule, "")
    certificate = certificate_of(rule, law)
    return HeapPart(rule, json.dumps(certificate), law.claim, law.form)
