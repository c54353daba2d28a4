"""What a page says of misère play, by the record of a sweep under misère play."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mexplore.discover.surveys.misere import MisereRecord


def misere_sentences(record: MisereRecord | None) -> tuple[str, ...]:
    """The kind, the quotient and the law, each with how it is known; nothing without a record.

    >>> from mexplore.discover.surveys.misere import MisereRecord
    >>> misere_sentences(MisereRecord("0.3", "proved", "tame", theorem="a theorem", statement="L"))
    ('Who makes the last move loses: tame.', 'L: proved, by a theorem.')
    """
    if record is None or record.trouble:
        return ()
    wild = "" if record.wild_from is None else f" from heap {record.wild_from} on"
    found = [f"Who makes the last move loses: {record.kind}{wild}."]
    if record.quotient is not None:
        lost = "" if record.lost is None else f", {record.lost} of which are lost"
        found.append(f"Its quotient has {record.quotient} classes{lost}.")
    if record.statement is not None:
        by = f", by {record.theorem}" if record.theorem else ""
        found.append(f"{record.statement}: {record.status}{by}.")
    return tuple(found)
