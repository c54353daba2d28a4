"""How the law of a game is known, in words.

A game is called open only where the literature says that its question is open; otherwise it is said
to be not settled here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mexplore.discover.heaps.published import known_law, known_problem, published_law
from mexplore.discover.heaps.statements import read_statement
from mexplore.discover.surveys.games import heap_rule, read_game
from mexplore.discover.surveys.record import NO_SYSTEM
from mexplore.reports.documents.survey import number
from mexplore.rules.reach import unreached

if TYPE_CHECKING:
    from mexplore.discover.heaps.published import PublishedLaw
    from mexplore.discover.surveys.record import Record


def status_of(record: Record) -> str:
    """How the law of a record is known, in words.

    >>> from mexplore.discover.surveys.record import Record
    >>> status_of(Record("0.14", computed=65536))
    'open; no law was found among the values at n < 65536'
    >>> status_of(Record("0.777", computed=65536))
    'not settled here; no law was found among the values at n < 65536'
    """
    computed = f"n < {number(record.computed)}"
    if record.status == NO_SYSTEM:
        return f"no system of finitely many kinds of heaps is known ({record.trouble})"
    if record.trouble:
        return f"the study failed ({record.trouble})"
    if record.law is None:
        return f"{unsettled(record)}; no law was found among the values at {computed}"
    if not record.proved:
        return _unproved(record, record.law, f"it holds for all {computed}")
    if record.representative is not None:
        return (
            f"proved for all n, by {record.theorem} for {record.representative}, whose values H "
            f"give {record.reduction}"
        )
    return f"proved for all n, by {record.theorem}"


def unsettled(record: Record) -> str:
    """Of a rule without a law: open, where the literature says so; otherwise what is known here."""
    rule = heap_rule(record.rule)
    if known_law(rule) is not None:
        return "known, but not proved here"
    return "not settled here" if known_problem(rule) is None else "open"


def _unproved(record: Record, law: str, seen: str) -> str:
    """What is said of a law that was seen, and not proved."""
    known = published_law(heap_rule(record.rule))
    late = unreached(read_game(record.rule), record.computed - 1)
    if known is not None and _denied(law, known):
        return f"false, although {seen}: {known.words()}"
    if late is not None:
        return f"not known, although {seen}: {late.words()}"
    return f"{seen.removeprefix('it ')}; no theorem proves it"


def _denied(law: str, known: PublishedLaw) -> bool:
    """Whether the law that was seen, as a sentence, contradicts the published one."""
    claim = read_statement(law)
    return claim is not None and known.denies(claim)
