"""Many systems of kinds of heaps whose laws are short periods: as a study of each, all at once.

A study of a system values the heaps of all kinds below some size, takes the periods that show, and
asks the theorems how many sizes decide; then it goes on with so many, or with twice as many. Here
all systems of a batch that have come to the same size are considered together: their values, then
one search for the periods of all kinds of all of them (`periods`), then the claim and
the proof of each, which are those of its study (`systems.study`). What is not settled below LONGEST
is left to the study, and so are systems that have no compiled loop, or whose values take long.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import islice

from mexplore.discover.surveys.games import Settled
from mexplore.discover.surveys.periods import periods_of
from mexplore.discover.systems.patterns.kind_laws import KindLaws
from mexplore.discover.systems.patterns.pattern import KindValues, SystemFinding
from mexplore.discover.systems.study import (
    FIRST_SIZES,
    MOST_SIZES,
    all_kinds,
    judged,
    next_sizes,
    study_of_laws,
)
from mexplore.rules.errors import InputError
from mexplore.rules.systems.game import SystemGame
from mexplore.rules.systems.values import SystemValues

LONGEST = 2048
"""Sizes of each kind that are valued here."""
CHEAP = 3e6
"""Pairs of heaps for the values of one system: a few milliseconds."""


def systems_settled(
    games: Mapping[int, SystemGame], most: int | None = None
) -> Iterator[tuple[int, Settled]]:
    """The systems of whose start a law is proved by the values at n < ``most``, by number.

    >>> from mexplore.rules.systems.reading import read_system
    >>> texts = "word(o^n; oo -> ..)", "kinds A(n) -> A(n - 1) | A(n - 3); start A(n)"
    >>> for i, settled in systems_settled(dict(enumerate(map(read_system, texts)))):
    ...     print(i, settled.finding.claim.statement(), settled.certificate["theorem"])
    1 G(n + 2) = G(n) for all n >= 0 Guy-Smith for kinds
    0 G(n + 34) = G(n) for all n >= 53 Guy-Smith for kinds
    """
    tables = {i: table for i, game in games.items() if (table := _table(game)) is not None}
    last = most or MOST_SIZES
    waiting = defaultdict(list, {min(FIRST_SIZES, last): [*tables]})
    while waiting:
        stop = min(waiting)
        batch = {i: tables[i] for i in waiting.pop(stop) if _pairs(tables[i], stop) <= CHEAP}
        for i, known, claims in _claims(batch, stop):
            found = [judged(games[i], claim, known) for claim in claims]
            proved = [each.finding for each in found if each.finding.proof is not None]
            if any(finding.explains for finding in proved):
                yield i, _settled(games[i], known, proved)
                continue
            wanted = max((each.wanted for each in found), default=0)
            further = min(next_sizes(stop, wanted), last)
            if stop < further <= LONGEST:
                waiting[further].append(i)


def _table(game: SystemGame) -> SystemValues | None:
    """The values of all kinds, none of them yet; None where there is no system, or no quick way to
    value it. What is wrong with a game is said by its study."""
    try:
        table = SystemValues(game.system)
    except InputError:
        return None
    return None if table.tables.wide else table


def _pairs(table: SystemValues, stop: int) -> float:
    """About how many pairs of heaps are the options of all heaps of sizes below ``stop``."""
    schemas = (plain.schema for row in table.tables.schemas for plain in row)
    return sum(stop * stop / 2 for schema in schemas if len(schema.parts) == 2)


def _claims(
    tables: Mapping[int, SystemValues], stop: int
) -> Iterator[tuple[int, KindValues, list[KindLaws]]]:
    """The values at sizes below ``stop``, and what they show, by the numbers of the systems."""
    for table in tables.values():
        table.extend(stop)
    known = {i: all_kinds(table) for i, table in tables.items()}
    rows = [evidence.values for each in known.values() for evidence in each.of.values()]
    periods = iter(periods_of(rows))
    for i, each in known.items():
        yield i, each, [*KindLaws.shown(each, islice(periods, len(each.of)))]


def _settled(game: SystemGame, known: KindValues, proved: list[SystemFinding]) -> Settled:
    """The law of the start, and the certificate of the laws of all kinds."""
    study = study_of_laws(game, known, proved)
    (law,) = study.of_start.findings
    return Settled(law, study.of_start.evidence, study.certificate)
