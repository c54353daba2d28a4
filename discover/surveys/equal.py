"""Games of an atlas whose values are proved to be equal for all n, without a study of any.

**Statement.** Let G(n + p) = G(n) + s and H(n + p) = H(n) + s for all n >= m, and G(n) = H(n) for
all n < m + p. Then G = H.

**Proof.** By induction on n >= m + p: G(n) = G(n - p) + s = H(n - p) + s = H(n). ∎

Two rules with the same representative and the same reduction have equal values as well.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING

from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.notation import parse_rule

if TYPE_CHECKING:
    from mexplore.discover.surveys.record import Record

MOST_VALUES = 1 << 16  # that are computed for a comparison


def equal_games(records: Sequence[Record]) -> list[tuple[str, ...]]:
    """The groups of two rules and more, in the order of the records.

    >>> from mexplore.discover.surveys.worker import record_of
    >>> rules = ("0.3", "0.33", "subtract(1)", "subtract(1, 2)")
    >>> equal_games([record_of(parse_rule(rule)) for rule in rules])
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
        parts[_values(record, stop)].append(record.rule)
    yield from (tuple(rules) for rules in parts.values() if len(rules) > 1)


def _values(record: Record, stop: int) -> bytes:
    """The values below ``stop``; where these are too many, something that no other rule has."""
    if stop <= len(record.head):
        return b""
    if stop > MOST_VALUES:
        return record.rule.encode()
    return grundy_values(parse_rule(record.rule), stop).astype("int64").tobytes()
