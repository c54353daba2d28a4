"""The study of a rule as its record in an atlas tells it: no detector runs again.

The claim, its theorem and its bound come from the certificate; the values are computed again, as
many as the claim needs to give every value, or the first ones where these would be too many.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mexplore.discover.heaps.evidence.sources import TermSource, source_of
from mexplore.discover.heaps.study import Study
from mexplore.discover.study.certificate import read_certificate
from mexplore.discover.study.finding import Finding, Proof
from mexplore.discover.verifying import stated
from mexplore.rules.errors import MexploreError
from mexplore.rules.notation import parse_rule

if TYPE_CHECKING:
    from mexplore.discover.study.evidence import Evidence
    from mexplore.discover.study.pattern import ClosedForm, Pattern
    from mexplore.discover.surveys.record import Record
    from mexplore.rules.rule import Rule

FIRST_VALUES = 512
MOST_VALUES = 1 << 16  # that are computed for a closed form
MOST_BITS = 4096  # of the bound to which runs are followed


def restored(record: Record) -> Study:
    """The study with its proved law, where the record has the certificate of this rule; else, of a
    rule that is open or follows from another one, the first values without a law.

    >>> from mexplore.discover.surveys.worker import record_of
    >>> again = restored(record_of(parse_rule("0.77")))
    >>> again.status, again.findings[0].form.at(10**18), again.evidence.stop
    ('proved', 1, 512)
    """
    rule = parse_rule(record.rule)
    if record.certificate is None or record.representative is not None:
        return _study(rule, _values(rule, FIRST_VALUES), ())
    certificate = read_certificate(record.certificate)
    _, claim, theorem = stated(certificate)
    bound = certificate["bound"]
    evidence = _values(rule, max(bound, FIRST_VALUES))
    form = _form(claim, evidence) if evidence.stop >= bound else None
    finding = Finding(claim, max(evidence.stop, bound), Proof(theorem, bound), form)
    return _study(rule, evidence, (finding,))


def _study(rule: Rule, evidence: Evidence, findings: tuple[Finding, ...]) -> Study:
    ended = "proved" if findings else "terms"
    return Study(rule, evidence, findings, (), (), ended, 0.0)  # type: ignore[arg-type]


def _values(rule: Rule, wanted: int) -> Evidence:
    """The values below ``wanted``, or the first ones where these are too many."""
    source = source_of(rule)
    if isinstance(source, TermSource):
        return source.extend(wanted if wanted <= MOST_VALUES else FIRST_VALUES)
    few = source.first()
    return source.extend(max(wanted, few) if wanted.bit_length() <= MOST_BITS else few)


def _form(claim: Pattern, evidence: Evidence) -> ClosedForm | None:
    try:
        return claim.closed_form(evidence)
    except MexploreError:
        return None
