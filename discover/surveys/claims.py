"""Claims about every member of a family: tested on each, never proved of the family.

A claim such as ``period <= a + b`` is decided for a member whose law is proved; ``G(n) <= 3`` is
meant for all n. The latter is decided by finitely many n where the law is a proved period without
saltus and n occurs in values G(n + c) and in remainders n % m alone: with the preperiod n0 and the
period p the claim's truth at n is then periodic from n0 - min(c) on, with the period q = lcm(p, m,
...), so that it holds for all n if it does below n0 - min(c) + q. Otherwise it is tested for n <
TESTED and holds so far. An n at which G is asked for a negative number of tokens is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import lcm
from typing import Any, Literal

from discover.surveys.record import FAILED, Row
from discover.surveys.statement import Missing, Names, OutOfReach, Statement, Truth
from rules.computing.grundy import grundy_values
from rules.errors import InputError, TooLarge
from rules.language import tree
from rules.notation import parse_rule

TESTED = 1000  # n, where no finite number of them decides
MOST_DECIDING = 100_000  # n that are looked at to decide a claim for all n
MOST_VALUES = 1_000_000  # of one rule, that a claim may ask for
_OF_LAWS = ("period", "preperiod", "saltus", "ratio", "start", "pattern", "theorem", "largest")

Answer = Literal["proved", "holds so far", "fails", "undecided", "not meant"]


@dataclass(frozen=True)
class Counterexample:
    """A member of which a claim is false, with what the claim names and, of one about values, the
    least ``n``."""

    row: Row
    named: dict[str, Any]
    n: int | None = None


@dataclass
class Verdict:
    """What is known of a claim: how many members it is meant for (``members``), for how many each
    answer was found, the counterexamples, smallest first, and why some are undecided; ``unknown``
    members have not been studied, and may be among those that it is meant for."""

    claim: str
    members: int = 0
    proved: int = 0
    so_far: int = 0
    not_meant: int = 0
    counterexamples: list[Counterexample] = field(default_factory=list)
    undecided: list[tuple[Row, str]] = field(default_factory=list)
    unknown: int = 0

    @property
    def holds(self) -> bool:
        """Whether no member is known that contradicts it."""
        return not self.counterexamples

    def sentence(self) -> str:
        """What may be said: never that it is proved of the family."""
        if self.counterexamples:
            first = self.counterexamples[0]
            told = ", ".join(f"{name} = {value}" for name, value in first.named.items())
            at = "" if first.n is None else f" at n = {first.n}"
            return (
                f"refuted: {len(self.counterexamples)} of {self.members} members contradict it, "
                f"the smallest is {first.row.rule}{at}{f' ({told})' if told else ''}"
            )
        if not self.members and not self.unknown:
            return "it is about no member of the family"
        if self.proved == self.members and not self.unknown:
            return f"holds for all {self.members} members, each proved"
        parts = [
            f"{self.proved} proved",
            f"{self.so_far} so far",
            f"{len(self.undecided)} undecided",
        ]
        parts += [f"{self.unknown} others not studied"] if self.unknown else []
        return f"no counterexample among {self.members} members: {', '.join(parts)}"


def claim_names(parameters: Sequence[dict[str, Any]]) -> Names:
    """What a claim about members with these parameters may name."""
    return Names(values=True).with_parameters(parameters)


def judged(statement: Statement, rows: Sequence[Row], unknown: int = 0) -> Verdict:
    """The verdict on a claim about these members, smallest first, and so many ``unknown`` ones.

    >>> from discover.surveys.record import Record
    >>> from discover.surveys.statement import read_statement
    >>> sets = [([1, 2], 3), ([1, 4], 5), ([2, 6], 4)]
    >>> rows = [
    ...     Row("subtract", i, Record(f"subtract{S}", "proved", "periodic", period=p), {"S": S})
    ...     for i, (S, p) in enumerate(sets)
    ... ]
    >>> names = claim_names([row.parameters for row in rows])
    >>> judged(read_statement("period <= 5", names), rows).sentence()
    'holds for all 3 members, each proved'
    >>> verdict = judged(read_statement("2 in S implies period == 3", names), rows)
    >>> verdict.counterexamples[0].named
    {'S': [2, 6], 'period': 4}
    """
    verdict = Verdict(statement.text, unknown=unknown)
    for row in rows:
        answer, n, why = _answer(statement, row)
        if answer == "not meant":
            verdict.not_meant += 1
            continue
        verdict.members += 1
        if answer == "fails":
            verdict.counterexamples.append(Counterexample(row, _named(statement, row), n))
        elif answer == "undecided":
            verdict.undecided.append((row, why))
        elif answer == "proved":
            verdict.proved += 1
        else:
            verdict.so_far += 1
    return verdict


def facts(row: Row, *, unproved: bool = False) -> dict[str, Any]:
    """What a statement may name of a row; of laws that are not proved only if asked for."""
    record = row.record
    known = {name: getattr(record, name) for name in (*_OF_LAWS, "computed", "status", "ended")}
    if not unproved:
        if not record.proved:
            known |= dict.fromkeys(_OF_LAWS)
        elif record.saltus or record.pattern not in ("periodic", "geometric"):
            known["largest"] = None  # of the values seen only
        # A law of another pattern has a period, or a start, of its own kind.
        if record.pattern != "periodic":
            known |= dict.fromkeys(("period", "preperiod", "saltus"))
        if record.pattern != "geometric":
            known |= dict.fromkeys(("ratio", "start"))
    others = {"rule": row.rule, "family": row.family, "place": row.place}
    others |= {"representative": record.representative, "max_terms": record.max_terms}
    return {**known, **others, **row.parameters}


def _answer(statement: Statement, row: Row) -> tuple[Answer, int | None, str]:
    """What is to be said of one member, the n at which it fails, and why it is undecided."""
    given = facts(row)
    if any(name not in given and not name.startswith("'") for name in statement.used - {"n"}):
        return "not meant", None, ""
    if row.record.status == FAILED:
        return "undecided", None, f"its study failed: {row.record.trouble}"
    try:
        if statement.about_values or statement.for_all_n:
            return *_answer_of_values(statement, row, given), ""
        return ("proved" if statement.holds(given) else "fails"), None, ""
    except Missing as missing:
        why = f"no {missing} is proved"
    except OutOfReach:
        why = "G is asked for at a negative number"
    except InputError as error:
        why = str(error)
    return "undecided", None, why


def _answer_of_values(
    statement: Statement, row: Row, given: dict[str, Any]
) -> tuple[Answer, int | None]:
    node = statement.of(given)
    truth = Truth(node, _Values(row))
    if not statement.for_all_n:
        return ("proved" if truth.at(0) else "fails"), None
    stop = deciding(node, row)
    for n in range(TESTED if stop is None else stop):
        try:
            if not truth.at(n):
                return "fails", n
        except OutOfReach:
            continue
    return ("holds so far" if stop is None else "proved"), None


class _Values:
    """G of one row's rule: the values that are kept, more where they are asked for, and beyond one
    period by the proved law."""

    def __init__(self, row: Row) -> None:
        self._row, self._values = row, list(row.record.head)

    def __call__(self, n: int) -> int:
        law = self._row.record.repeats if self._row.record.proved else None
        if law is None:
            return self._at(n)
        preperiod, period, saltus = law
        cycles = max(0, n - preperiod) // period
        return self._at(n - cycles * period) + cycles * saltus

    def _at(self, n: int) -> int:
        if n >= MOST_VALUES:
            raise TooLarge(f"G({n if n < 10**20 else '...'}) is asked for, which is out of reach")
        if n >= len(self._values):
            stop = max(2 * len(self._values), n + 1)
            self._values = grundy_values(parse_rule(self._row.rule), stop).tolist()
        return self._values[n]


def deciding(node: tree.Node, row: Row) -> int | None:
    """How many n decide the claim, the names of which have their values, for all n; None where no
    such number is known."""
    law, found = row.record.repeats if row.record.proved else None, _shape(node)
    if law is None or law[2] or found is None:
        return None
    preperiod, period, _ = law
    shifts, moduli = found
    stop = max(0, preperiod - min(shifts, default=0)) + lcm(period, *moduli)
    return stop if stop <= MOST_DECIDING else None


def _shape(node: tree.Node) -> tuple[list[int], list[int]] | None:
    """The c of all G(n + c) and the m of all n % m; None if n occurs in another way."""
    shifts: list[int] = []
    moduli: list[int] = []
    for part in _parts(node):
        if isinstance(part, tree.Name):
            return None
        if isinstance(part, tree.Call):
            shift = _shift(part.arguments[0])
            if shift is None:
                return None
            shifts.append(shift)
        else:
            assert isinstance(part, tree.Binary) and isinstance(part.right, tree.Number)
            moduli.append(part.right.value)
    return shifts, moduli


def _parts(node: tree.Node) -> Iterator[tree.Node]:
    """The calls of G, the remainders n % m, and every n outside of both."""
    n = tree.Name("n")
    match node:
        case tree.Call("G", _):
            yield node
        case tree.Binary("%", left, tree.Number(m)) if left == n and m > 0:
            yield node
        case tree.Name("n"):
            yield node
        case _:
            for child in node.children():
                yield from _parts(child)


def _shift(node: tree.Node) -> int | None:
    """c, if the tree is n + c; a constant number of tokens is none."""
    match node:
        case tree.Name("n"):
            return 0
        case tree.Binary("+", left, tree.Number(c)) | tree.Binary("+", tree.Number(c), left):
            inner = _shift(left)
            return None if inner is None else inner + c
        case tree.Binary("-", left, tree.Number(c)):
            inner = _shift(left)
            return None if inner is None else inner - c
    return None


def _named(statement: Statement, row: Row) -> dict[str, Any]:
    """What the claim names, with its values, for whoever reads the counterexample."""
    given = facts(row)
    used = sorted(name for name in statement.used if name in given)
    return {name: given[name] for name in used if given[name] is not None}
