"""The members of a family with their parameters and their proved laws, as `relate` uses them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from mexplore.discover.surveys.games import first_values
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Progress, Watcher, no_progress

if TYPE_CHECKING:
    from mexplore.discover.surveys.record import Record, Row

NUMBERS = ("period", "preperiod", "saltus", "ratio", "start", "largest")
PALINDROME = "the values of a period read the same backwards, as a cycle"
MIRROR = "the P-positions of a period read the same backwards, as a cycle"
FACTS = ("pattern", PALINDROME, MIRROR)
STAGE = "laws read"  # in progress reports
LONGEST = 20_000  # values that are computed to find a symmetry


@dataclass(frozen=True)
class Member:
    """A rule whose law is proved: its parameters in the family (``given``) and the numbers of its
    law (``numbers``) by name, and other facts."""

    rule: str
    place: int
    given: dict[str, int]
    numbers: dict[str, int]
    facts: dict[str, bool | str]


@dataclass(frozen=True)
class MemberGroup:
    """Members with the same kinds of given numbers."""

    family: str
    names: tuple[str, ...]
    members: tuple[Member, ...]
    scope: str = ""
    """The condition that distinguishes these members from others of the family, for claims."""


def groups(rows: Sequence[Row], watcher: Watcher = no_progress) -> list[MemberGroup]:
    """The rules with a proved law, grouped by family and by the names of their parameters. Rules
    given by sets form one more group, with the parameters that sets of every size have."""
    found: dict[tuple[str, tuple[str, ...]], list[Member]] = {}
    scopes: dict[tuple[str, tuple[str, ...]], str] = {}
    for number, row in enumerate(rows):
        watcher(Progress(STAGE, number, len(rows)))
        if not row.record.proved:
            continue
        given = {k: v for k, v in row.parameters.items() if type(v) is int and k != "size"}
        common = _of_sets(row)
        facts, numbers = _facts(row.record), _numbers(row.record)
        for chosen in [given] + ([common] if common else []):
            if chosen:
                member = Member(row.rule, row.place, chosen, numbers, facts)
                key = row.family, tuple(chosen)
                found.setdefault(key, []).append(member)
                scopes[key] = "" if chosen is common else _scope(row)
    return [_grouped(family, members, scopes[family, names])
            for (family, names), members in found.items()]  # fmt: skip


def _grouped(family: str, members: list[Member], scope: str) -> MemberGroup:
    """The members in order, without the numbers that are the same for all of them."""
    names = [n for n in members[0].given if len({each.given[n] for each in members}) > 1]
    distinct = (replace(each, given={name: each.given[name] for name in names}) for each in members)
    ordered = sorted(distinct, key=lambda member: (member.place, member.rule))
    return MemberGroup(family, tuple(names), tuple(ordered), scope)


def _scope(row: Row) -> str:
    """The size of the sets, as a condition."""
    sets = {k: v for k, v in row.parameters.items() if isinstance(v, list)}
    return " and ".join(f"len({name}) == {len(chosen)}" for name, chosen in sets.items())


def _of_sets(row: Row) -> dict[str, int]:
    """The parameters that sets of every size have, as claims name them."""
    sets = {k: v for k, v in row.parameters.items() if isinstance(v, list) and v}
    known: dict[str, int] = {}
    for name, chosen in sets.items():
        known |= {f"len({name})": len(chosen), f"min({name})": min(chosen)}
        known |= {f"max({name})": max(chosen), f"sum({name})": sum(chosen)}
    return known


def _numbers(record: Record) -> dict[str, int]:
    """The numbers of the law that are proved for all n."""
    facts = record.facts
    return {name: facts[name] for name in NUMBERS if name in facts}


def _repeats(record: Record) -> bool:
    return record.repeats is not None and record.saltus == 0


def _facts(record: Record) -> dict[str, bool | str]:
    facts: dict[str, bool | str] = {}
    if record.pattern is not None:
        facts["pattern"] = record.pattern
    cycle = _cycle(record)
    if cycle is not None:
        facts[PALINDROME] = reads_backwards(cycle)
        facts[MIRROR] = reads_backwards([min(value, 1) for value in cycle])
    return facts


def _cycle(record: Record) -> list[int] | None:
    """The values of one period, if they are few enough."""
    if not _repeats(record) or record.period is None or record.preperiod is None:
        return None
    stop = record.preperiod + record.period
    if stop <= len(record.head):
        return list(record.head[record.preperiod : stop])
    if stop > LONGEST or record.rule.endswith(".py"):
        return None
    values: list[int] = first_values(record.rule, stop).tolist()
    return values[record.preperiod :]


def reads_backwards(cycle: Sequence[int]) -> bool:
    """Whether the cycle, begun somewhere, is the same when read backwards.

    A word and its reversal are the same cycle if the one occurs in the other written twice.

    >>> reads_backwards([2, 0, 1, 0]), reads_backwards([0, 1, 2]), reads_backwards([0, 1, 1])
    (True, False, True)
    """
    twice, word = _text([*cycle, *cycle]), _text(list(reversed(cycle)))
    return word in twice


def _text(values: Sequence[int]) -> str:
    return "," + "".join(f"{value}," for value in values)
