"""Automata of a rule with quotients, from blocks of values far beyond any prefix.

A prefix of N values shows the class of q (see `discover.patterns.automatic.least_machine`) only
to a depth of about log(N/q), and some automata have states that only large numbers reach.
Coalescence gives the values at k^j q + r, 0 <= r < k^j, for any q, so that every class is
seen to the same depth j. What comes out is a guess still.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, repeat, takewhile
from operator import mul
from typing import TYPE_CHECKING

from discover.evidence.evidence import Evidence
from discover.numerics.coalescence import Attempt, GivenUp, Stretch
from discover.patterns.automatic.least_machine import Machine, least_machine
from discover.patterns.automatic.pattern import Automatic
from discover.shapes.subtract_or_divide import Mixed
from rules.computing.grundy import grundy_values

if TYPE_CHECKING:
    from rules.rule import Rule, Values

PREFIX = 1 << 21
LARGEST_BASE = 128
BLOCKS = (1 << 6, 1 << 9, 1 << 12)  # lengths, about, of the blocks that are compared
MOST_STATES = 500
MOST_EFFORT = 8_000_000  # heaps and windows beyond the prefix, for one rule
LOOK_BACKS = (64, 512, 4096)


def common_bases(divisors: tuple[int, ...]) -> list[int]:
    """The divisors, if all of them are powers of one number; the bases that are tried.

    >>> common_bases((4, 8)), common_bases((6,)), common_bases((2, 3))
    ([4, 8], [6], [])
    """
    largest = max(divisors, default=0)
    if not 2 <= largest <= LARGEST_BASE:
        return []
    powers = next(
        p for root in range(2, largest + 1) if (p := _powers(root, largest))[-1] == largest
    )
    return list(divisors) if set(divisors) <= set(powers) else []


def _powers(root: int, largest: int) -> list[int]:
    return list(takewhile(largest.__ge__, accumulate(repeat(root), mul)))


def guess_automata(rule: Rule, moves: Mixed) -> list[Automatic]:
    """Automata in some base that fit the beginning of the sequence.

    >>> from rules.notation import parse_rule
    >>> rule, moves = parse_rule("subtract(1) or divide(2)"), Mixed((1,), (2,))
    >>> [claim.states for claim in guess_automata(rule, moves)]
    [5]
    """
    bases = common_bases(moves.divisors)
    shares = (_Blocks(rule, moves, base, MOST_EFFORT // len(bases)) for base in bases)
    return [claim for blocks in shares for claim in _guesses(blocks)]


def _guesses(blocks: _Blocks) -> list[Automatic]:
    """Those in one base, from longer and longer blocks."""
    found: list[Automatic] = []
    for length in BLOCKS:
        depth = 1
        while blocks.base**depth < length:
            depth += 1
        machine = _closure(blocks, depth)
        if machine is None:
            continue
        claim = Automatic(blocks.base, machine.transitions, machine.outputs)
        if claim not in found and claim.first_failure(Evidence(blocks.prefix)) is None:
            found.append(claim)
    return found


def _closure(blocks: _Blocks, depth: int) -> Machine | None:
    """The classes of all numbers by their signatures and their least members; None if there are
    more than so many or values are missing."""
    base = blocks.base
    representatives, transitions = [0], []
    number: dict[tuple[bytes, ...], int] = {}
    try:
        number[blocks.signature(0, depth)] = 0
        for p in representatives:  # grows while it is read
            row = []
            for q in range(base * p, base * p + base):
                state = number.setdefault(blocks.signature(q, depth), len(representatives))
                if state == len(representatives):
                    representatives.append(q)
                row.append(state)
            transitions.append(tuple(row))
            if len(representatives) > MOST_STATES:
                return None
    except GivenUp:
        return None
    outputs = tuple(signature[0][0] for signature in number)
    return least_machine(tuple(transitions), outputs)


@dataclass
class _Blocks:
    """The values of a rule, anywhere."""

    rule: Rule
    moves: Mixed
    base: int
    effort: int

    @cached_property
    def prefix(self) -> Values:
        """G(0), ..., G(PREFIX - 1)."""
        return grundy_values(self.rule, PREFIX)

    def signature(self, q: int, depth: int) -> tuple[bytes, ...]:
        """The values at base^j q + r, 0 <= r < base^j, as bytes, for 0 <= j <= depth.

        The base is a divisor: the blocks stand below quotients of the last one."""
        last = self.base**depth
        known: dict[int, Stretch] = {}
        if (q + 1) * last > PREFIX:
            known = self._attempt(q * last, (q + 1) * last - 1).known
        blocks = []
        for width in (self.base**j for j in range(depth + 1)):
            low, high = q * width, (q + 1) * width
            near = high <= PREFIX
            block = self.prefix[low:high] if near else known[last // width].cut(low, high - 1)
            blocks.append(block.tobytes())
        return tuple(blocks)

    def _attempt(self, low: int, high: int) -> Attempt:
        for look_back in LOOK_BACKS:
            attempt = Attempt(self.rule, self.moves, look_back)
            values = attempt.values(low, high)
            self.effort -= attempt.heaps + attempt.followed
            if self.effort < 0:
                raise GivenUp("too many blocks lie beyond the prefix")
            if values is not None:
                return attempt
        raise GivenUp("did not coalesce")
