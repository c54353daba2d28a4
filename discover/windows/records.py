"""How far the values of a game are known, in numbers that another computer can check.

The digest of G(0), ..., G(n - 1) is the SHA-256 of these values, each as two bytes, the lower one
first. Whoever computes the values by a program of their own compares 64 hexadecimal digits:

>>> import hashlib, struct
>>> kayles = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]
>>> hashlib.sha256(struct.pack("<10H", *kayles)).hexdigest()[:16]
'95bffd621975288a'
>>> from mexplore.rules.engine.grundy import grundy_values
>>> from mexplore.rules.notation import parse_rule
>>> digests(grundy_values(parse_rule("0.77"), 10))[10][:16]
'95bffd621975288a'

A record has the digest of all its values, and those of the first 10^4, 10^5, 10^6, ... of them, so
that less time checks a part. Values from 65536 on have no digest of this kind.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import WITH_A_WIDER_COPY, most_values, refuse_beyond_memory
from mexplore.rules.errors import TooLarge

if TYPE_CHECKING:
    from mexplore.rules.engine.grundy import Computation
    from mexplore.rules.rule import Rule, Values

FIRST_DIGEST = 10_000
BEYOND = 1 << 16
"""The values of which there are digests are below."""
SPARSE = 16
"""A space counts as sparse where fewer than one value in this many is rare."""
_CHUNK = 1 << 20


@dataclass(frozen=True)
class Space:
    """The sparse space with the fewest rare positions: v at n is rare where parity(v AND mask),
    ``odd_split`` and, with ``by_position``, n add up to an even number. ``rare`` of the positions
    n >= 1 are, the last of them ``last``."""

    mask: int
    by_position: bool
    odd_split: int
    rare: int
    last: int


@dataclass(frozen=True)
class Record:
    """What the values G(0), ..., G(values - 1) of a rule look like from far away."""

    rule: str
    values: int
    largest: int
    largest_at: int
    """The first n with this value."""
    new: int
    """The value that turned up last, of those that are taken at all."""
    new_at: int
    space: Space | None
    digests: dict[int, str]
    """By number of values: of the first 10^4, 10^5, ..., and of all."""

    def json(self) -> dict[str, Any]:
        """As JSON has it, where names are strings."""
        return {**asdict(self), "digests": {str(n): it for n, it in self.digests.items()}}

    def differing(self, other: Record) -> int | None:
        """The least number of values of which the digests of two records differ; None where all
        that both have are the same."""
        both = sorted(self.digests.keys() & other.digests.keys())
        return next((n for n in both if self.digests[n] != other.digests[n]), None)

    @classmethod
    def of_json(cls, found: dict[str, Any]) -> Record:
        """The record that ``json`` has told."""
        space = None if found["space"] is None else Space(**found["space"])
        digests = {int(n): digest for n, digest in found["digests"].items()}
        return cls(**{**found, "space": space, "digests": digests})


def record_of(rule: Rule, values: Values, also: Iterable[int] = ()) -> Record:
    """The record of all these values, which begin with G(0), with the digests that are asked for
    ``also``.

    >>> from mexplore.rules.engine.grundy import grundy_values
    >>> from mexplore.rules.notation import parse_rule
    >>> kayles = parse_rule("0.77")
    >>> found = record_of(kayles, grundy_values(kayles, 100))
    >>> found.largest, found.largest_at, found.new, found.new_at
    (8, 27, 5, 28)
    """
    first = _first_positions(values)
    largest, new = max(first), max(first, key=lambda value: first[value])
    return Record(
        str(rule), len(values), largest, first[largest], new, first[new],
        _sparse_space(rule, values, largest), digests(values, also),
    )  # fmt: skip


def as_far_as(computation: Computation, stop: int | None, deadline: float | None) -> Values:
    """G(0), ..., G(stop - 1), or as many of them as are computed by the deadline; without a stop as
    many as memory holds. TooLarge where memory will not hold them and no deadline ends the work.
    What is stored is read first, at once, since reading is confirmed."""
    from mexplore.rules.engine.working import working_seconds

    if stop is not None and deadline is None:
        refuse_beyond_memory(stop)
    most = most_values(WITH_A_WIDER_COPY) if stop is None else stop
    goal = max(_CHUNK, _stored(computation))
    while len(computation.values) < most and not (deadline and working_seconds() > deadline):
        computation.extend(min(goal, most), deadline)
        goal *= 2
    return computation.values


def _stored(computation: Computation) -> int:
    """How many values are stored, as far as is known before they are read."""
    store, kernel = computation.store, computation.rule.kernel()
    if store is None or kernel is None:
        return 0
    with suppress(OSError):
        name = store.values_of(str(computation.rule), kernel).name
        return store.database.held("values", name)[1]
    return 0


def digests(values: Values, also: Iterable[int] = ()) -> dict[int, str]:
    """The digests of the first 10^4, 10^5, ... values, of as many as ``also`` asks for, and of all;
    TooLarge where a value does not fit two bytes."""
    ends = sorted({len(values), *_powers(len(values)), *(n for n in also if n <= len(values))})
    sha, found = hashlib.sha256(), dict[int, str]()
    for low, high in pairwise([0, *ends]):
        for begin in range(low, high, _CHUNK):
            some = values[begin : min(begin + _CHUNK, high)]
            if int(some.max()) >= BEYOND:
                raise TooLarge(f"a value is {BEYOND} or more, and does not fit a digest")
            sha.update(some.astype("<u2").data)
        found[high] = sha.hexdigest()
    return found


def _powers(stop: int) -> Iterator[int]:
    """10^4, 10^5, ..., at most ``stop``."""
    power = FIRST_DIGEST
    while power <= stop:
        yield power
        power *= 10


def _first_positions(values: Values) -> dict[int, int]:
    """Where each value that is taken is taken first."""
    import numpy as np

    known = np.zeros(int(values.max()) + 1, dtype=np.bool_)
    first = dict[int, int]()
    for begin in range(0, len(values), _CHUNK):
        some = values[begin : begin + _CHUNK]
        taken = np.bincount(some, minlength=len(known)) > 0
        for value in np.flatnonzero(taken & ~known).tolist():
            first[value] = begin + int(np.argmax(some == value))
        known |= taken
    return first


def _sparse_space(rule: Rule, values: Values, largest: int) -> Space | None:
    """The space with the fewest rare positions; None where even there they are not few."""
    import numpy as np

    from mexplore.rules.families.take_and_break.sparse.mask import (
        count_values,
        rare_positions,
        sparsest_space,
    )

    counts = np.zeros((2, largest + 1), dtype=np.int64)
    count_values(values, 1, len(values), counts)
    if (counts.sum(axis=0) > 0).sum() < 3:
        return None  # two values always have such a mask
    found, rare = sparsest_space(counts, _splits(rule))
    if not found.mask or rare * SPARSE > len(values):
        return None
    table = np.array([[found.is_rare(v, n) for v in range(largest + 1)] for n in (0, 1)])
    positions = rare_positions(values, len(values), table)
    last = int(positions[-1]) if len(positions) else 0
    return Space(found.mask, found.by_position, found.odd_split, rare, last)


def _splits(rule: Rule) -> tuple[int, ...]:
    """How many tokens the moves remove that leave two heaps; () where that is not known."""
    from mexplore.rules.families.take_and_break.rule import TakeAndBreak
    from mexplore.rules.families.take_and_break.sparse.game import splitting_game

    game = splitting_game(rule) if isinstance(rule, TakeAndBreak) else None
    return () if game is None else game.splits
