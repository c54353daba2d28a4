"""Rows of atlases that had no digests yet: believed if they agree with themselves.

Such a row is read once more, when its atlas is brought up to date. Its law is told three times, by
the numbers in columns, in words, and in a certificate; damage changes one of them. What does not
agree gets no digest, and so counts as damaged.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any

from mexplore.discover.heaps.known import patterns
from mexplore.discover.study.certificate import read_certificate
from mexplore.discover.surveys import misere
from mexplore.discover.surveys.record import NUMBERS_OF, Record
from mexplore.discover.surveys.rows import MEMBERS, STUDIES, parameters_of, record_of_row
from mexplore.discover.surveys.table import Cells
from mexplore.discover.verifying import stated
from mexplore.rules.errors import MexploreError
from mexplore.rules.notation import parse_rule


def seal(sql: sqlite3.Connection) -> None:
    """Give every row that agrees with itself a digest."""
    STUDIES.seal(sql, _asked(lambda cells: _agrees(record_of_row(cells))))
    MEMBERS.seal(
        sql, _asked(lambda cells: parameters_of(cells[3]) is not None and _is_rule(cells[1]))
    )
    misere.MISERE.seal(sql, _asked(lambda cells: _agrees_misere(misere.record_of_row(cells))))


def _asked(condition: Callable[[Cells], bool]) -> Callable[[Cells], bool]:
    def believed(cells: Cells) -> bool:
        try:
            return condition(cells)
        except MexploreError:
            return False

    return believed


def _is_rule(text: str) -> bool:
    return str(parse_rule(text)) == text


def _agrees(record: Record) -> bool:
    """Whether the numbers, the words and the certificate of a record tell one law of its rule."""
    if not _is_rule(record.rule) or (record.representative and not _is_rule(record.representative)):
        return False
    numbers = NUMBERS_OF.get(record.pattern or "", ())
    told = {name: getattr(record, name) for name in numbers}
    if record.pattern == "periodic" and None not in told.values():
        kind = next(each for each in patterns() if each.name == record.pattern)
        if kind.from_parameters(told).statement() != record.law:
            return False
    if record.certificate is None:
        return not record.explained or record.representative is not None
    certificate = read_certificate(record.certificate)
    rule, claim, theorem = stated(certificate)
    if record.representative is not None:
        same = (str(rule), claim.name) == (record.representative, record.pattern)
    else:
        parts = (str(rule), claim.name, claim.statement())
        same = parts == (record.rule, record.pattern, record.law)
        same &= all(claim.parameters().get(name) == told[name] for name in numbers)
    return same and theorem == record.theorem


def _agrees_misere(record: misere.MisereRecord) -> bool:
    if not _is_rule(record.rule) or record.certificate is None:
        return _is_rule(record.rule) and not record.proved
    certificate = read_certificate(record.certificate)
    told: dict[str, Any] = {"rule": record.rule, "theorem": record.theorem}
    told["statement"] = record.statement
    return all(certificate.get(name) == what for name, what in told.items())
