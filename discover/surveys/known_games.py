"""The games of an atlas: compared with a new one, with one another, and restored as studies.

The study of a rule as its record in an atlas tells it: no detector runs again.

The claim, its theorem and its bound come from the certificate; the values are computed again, as
many as the claim needs to give every value, or the first ones where these would be too many.

Games of an atlas whose values are proved to be equal for all n, without a study of any.

**Statement.** Let G(n + p) = G(n) + s and H(n + p) = H(n) + s for all n >= m, and G(n) = H(n) for
all n < m + p. Then G = H.

**Proof.** By induction on n >= m + p: G(n) = G(n - p) + s = H(n - p) + s = H(n). ∎

Two rules with the same representative and the same reduction have equal values as well.
"""

from __future__ import annotations

import warnings
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from mexplore.discover.heaps.evidence.sources import TermSource, source_of
from mexplore.discover.heaps.study import Study
from mexplore.discover.questions.relatives import KnownGame, KnownGames
from mexplore.discover.study.certificate import read_certificate
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.finding import Finding, Proof
from mexplore.discover.surveys.atlas import Atlas, Outdated, default_atlas
from mexplore.discover.surveys.games import first_values, read_game
from mexplore.discover.surveys.record import NO_SYSTEM
from mexplore.discover.systems.patterns.pattern import SystemFinding
from mexplore.discover.verifying import contents_of
from mexplore.rules.errors import MexploreError
from mexplore.rules.systems.game import SystemGame

if TYPE_CHECKING:
    from mexplore.discover.study.pattern import ClosedForm, Pattern
    from mexplore.discover.surveys.record import Record
    from mexplore.discover.systems.study import SystemStudy
    from mexplore.rules.rule import Rule


class AtlasGames(KnownGames):
    """The rules of an atlas with what is known of them."""

    def games(self, path: Path | None) -> Iterable[KnownGame]:
        file = path or default_atlas()
        if not file.exists():
            return []
        try:
            with Atlas.read(file) as atlas:
                known = [
                    KnownGame(
                        each.rule,
                        "in the atlas",
                        each.head,
                        f"{each.law or 'no law'}: {each.status}",
                        each.law or "" if each.explained else "",
                    )
                    for each in atlas.records()
                ]
                for note in atlas.notes:
                    warnings.warn(note, RuntimeWarning, stacklevel=2)
                return known
        except Outdated:
            if file != default_atlas():
                raise
            return []  # the user did not name this atlas, and its contents are not trusted


FIRST_VALUES = 512
MOST_VALUES = 1 << 16  # that are computed for a closed form
MOST_BITS = 4096  # of the bound to which runs are followed


def restored(record: Record) -> Study | SystemStudy:
    """The study with its proved law, where the record has the certificate of this rule; else, of a
    rule that is open or follows from another one, the first values without a law. Of a game that
    has no finite system these are the stored ones.

    >>> from mexplore.discover.surveys.worker import record_of
    >>> again = restored(record_of(read_game("0.77")))
    >>> again.status, again.findings[0].form.at(10**18), again.evidence.stop
    ('proved', 1, 512)
    """
    rule = read_game(record.rule)
    if isinstance(rule, SystemGame):
        return _restored_system(record, rule)
    if record.certificate is None or record.representative is not None:
        return _study(rule, _values(rule, FIRST_VALUES), ())
    certificate = read_certificate(record.certificate)
    _, claim, theorem = contents_of(certificate)
    bound = certificate["bound"]
    evidence = _values(rule, max(bound, FIRST_VALUES))
    form = _form(claim, evidence) if evidence.stop >= bound else None
    finding = Finding(claim, max(evidence.stop, bound), Proof(theorem, bound), form)
    return _study(rule, evidence, (finding,))


def _restored_system(record: Record, game: SystemGame) -> Study | SystemStudy:
    """The same of a system of kinds, whose certificate is about all of them."""
    from mexplore.discover.systems.study import known_study

    if record.status == NO_SYSTEM:
        values = np.array(record.head, dtype=np.uint64)
        return replace(_study(None, Evidence(values), ()), name=record.rule)
    if record.certificate is None:
        return known_study(game, (), FIRST_VALUES)
    certificate = read_certificate(record.certificate)
    _, claim, theorem = contents_of(certificate, "systems")
    bound = certificate["bound"]
    stop = max(bound, FIRST_VALUES)
    return known_study(game, (SystemFinding(claim, stop, Proof(theorem, bound)),), stop)


def _study(rule: Rule | None, evidence: Evidence, findings: tuple[Finding, ...]) -> Study:
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


def equal_games(records: Sequence[Record]) -> list[tuple[str, ...]]:
    """The groups of two rules and more, in the order of the records.

    >>> from mexplore.discover.surveys.worker import record_of
    >>> rules = ("0.3", "0.33", "subtract(1)", "subtract(1, 2)")
    >>> equal_games([record_of(read_game(rule)) for rule in rules])
    [('0.3', 'subtract(1)'), ('0.33', 'subtract(1, 2)')]
    """
    likely: dict[Hashable, list[Record]] = defaultdict(list)
    for record in records:
        if (key := _key(record)) is not None:
            likely[key].append(record)
    found = [group for each in likely.values() if len(each) > 1 for group in _split(each)]
    place = {record.rule: i for i, record in enumerate(records)}
    return sorted(found, key=lambda group: place[group[0]])


def _key(record: Record) -> Hashable | None:
    """What equal games have in common, as far as a record tells."""
    if record.proved and record.repeats is not None:
        return record.repeats, record.head
    return (record.representative or record.rule, record.reduction or "G(n) = H(n)")


def _split(records: Sequence[Record]) -> Iterator[tuple[str, ...]]:
    """The groups of those that agree up to preperiod and period."""
    first = records[0]
    stop = sum(first.repeats[:2]) if first.proved and first.repeats else 0
    parts: dict[bytes, list[str]] = defaultdict(list)
    for record in records:
        parts[_values_until(record, stop)].append(record.rule)
    yield from (tuple(rules) for rules in parts.values() if len(rules) > 1)


def _values_until(record: Record, stop: int) -> bytes:
    """The values below ``stop``; where these are too many, something that no other rule has."""
    if stop <= len(record.head):
        return b""
    if stop > MOST_VALUES:
        return record.rule.encode()
    return first_values(record.rule, stop).astype("int64").tobytes()
