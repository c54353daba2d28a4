"""Claims about every member of a family: each member is tested; nothing is proved of the family.

A claim such as ``period <= a + b`` is decided for a member whose law is proved. One that names the
``largest`` value only holds so far if the largest value at all n is not known (`Record.facts`).
``G(n) <= 3`` means: for all n. Such a claim is decided by finitely many n if the law is a proved
period with saltus 0 and n occurs only in values G(n + c) and in remainders n % m: with preperiod n0
and period p the truth of the claim at n is then periodic from n0 - min(c) on, with the period q =
lcm(p, m, ...), so that it holds for all n if it holds below n0 - min(c) + q. Otherwise it is tested
for n < TESTED and holds so far; if the rule speaks of a number beyond, it is undecided. Those n are
skipped at which the claim names G of a negative number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from math import lcm
from typing import Any, Literal

from mexplore.discover.surveys.games import first_values, read_game
from mexplore.discover.surveys.record import FAILED, Row
from mexplore.discover.surveys.statement import (
    Missing,
    Names,
    OutOfReach,
    Statement,
    Truth,
    read_statement,
)
from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.syntax import parted_by_implies
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import InputError, TooLarge
from mexplore.rules.reach import unreached

TESTED = 1000  # n that are tested if no finite number is known to decide
MOST_DECIDING = 100_000  # n that are tested to decide a claim for all n
MOST_VALUES = 1_000_000  # values of one rule that a claim may need
_OF_LAWS = ("period", "preperiod", "saltus", "ratio", "start", "pattern", "theorem", "largest")

Answer = Literal["proved", "holds so far", "fails", "undecided", "not meant"]


@dataclass(frozen=True)
class Counterexample:
    """A member for which the claim is false, with the values of the names in the claim and, for a
    claim about values of G, the least ``n`` at which it fails."""

    row: Row
    named: dict[str, Any]
    n: int | None = None


@dataclass
class Verdict:
    """The verdict on a claim: the number of ``members`` to which it applies, the number of members
    for each answer, the counterexamples, smallest first, and the reasons why some are undecided;
    ``unknown`` counts members that have not been studied, to which it may apply too.

    A claim ``A implies B`` says nothing of members without A (its ``condition``): they are counted
    as proved, and ``beside`` says how many of them there are."""

    claim: str
    members: int = 0
    proved: int = 0
    so_far: int = 0
    not_meant: int = 0
    counterexamples: list[Counterexample] = field(default_factory=list)
    undecided: list[tuple[Row, str]] = field(default_factory=list)
    unknown: int = 0
    condition: str = ""
    beside: int = 0

    @property
    def concerned(self) -> int:
        """The number of members that the claim says something of."""
        return self.members - self.beside

    @property
    def holds(self) -> bool:
        """Whether no counterexample is known."""
        return not self.counterexamples

    def sentence(self) -> str:
        """The verdict in a sentence, which never says that the claim is proved of the family."""
        of_others = f"; it says nothing of the other {self.beside}" if self.beside else ""
        if self.counterexamples:
            return self._refuted() + of_others
        if not self.concerned and not self.unknown:
            none = f": none of the {self.members} has {self.condition}" if self.members else ""
            return f"it is about no member of the family{none}"
        if self.proved == self.members and not self.unknown:
            return f"holds for all {self._members()}, each proved{of_others}"
        parts = [
            f"{self.proved - self.beside} proved",
            f"{self.so_far} so far",
            f"{len(self.undecided)} undecided",
        ]
        parts += [f"{self.unknown} others not studied"] if self.unknown else []
        return f"no counterexample among {self._members()}: {', '.join(parts)}{of_others}"

    def _members(self) -> str:
        """Those that it says something of, in words."""
        which = f" with {self.condition}" if self.condition else ""
        return f"{self.concerned} members{which}"

    def _refuted(self) -> str:
        first = self.counterexamples[0]
        named = ", ".join(f"{name} = {value}" for name, value in first.named.items())
        at = "" if first.n is None else f" at n = {first.n}"
        return (
            f"refuted: {len(self.counterexamples)} of {self._members()} contradict it, "
            f"the smallest is {first.row.rule}{at}{f' ({named})' if named else ''}"
        )


def claim_names(parameters: Sequence[dict[str, Any]]) -> Names:
    """The names that a claim about members with these parameters may use."""
    return Names(values=True).with_parameters(parameters)


def judged(statement: Statement, rows: Sequence[Row], unknown: int = 0) -> Verdict:
    """The verdict on a claim about these members, smallest first, and ``unknown`` further ones.

    >>> from mexplore.discover.surveys.record import Record
    >>> from mexplore.discover.surveys.statement import read_statement
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
    >>> verdict = judged(read_statement("1 in S implies period <= 5", names), rows)
    >>> verdict.sentence()
    'holds for all 2 members with 1 in S, each proved; it says nothing of the other 1'
    """
    condition = condition_of(statement)
    verdict = Verdict(statement.text, unknown=unknown)
    verdict.condition = condition.text if condition else ""
    for row in rows:
        answer, n, why = _answer(statement, row)
        if answer != "not meant" and condition is not None and _lacks(condition, row):
            verdict.beside += 1
            answer = "proved"
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


def condition_of(statement: Statement) -> Statement | None:
    """A of a claim ``A implies B``; None where the claim has no such condition, or where it is one
    on n rather than on the members."""
    *conditions, _ = parted_by_implies(statement.text)
    if not conditions:
        return None
    joined = " and ".join(conditions if len(conditions) == 1 else (f"({c})" for c in conditions))
    found = read_statement(joined, statement.names)
    return None if found.about_values or found.for_all_n else found


def _lacks(condition: Statement, row: Row) -> bool:
    """Whether the member is known not to satisfy the condition of the claim."""
    try:
        return not condition.holds(facts(row))
    except (Missing, InputError):
        return False


def facts(row: Row, *, unproved: bool = False) -> dict[str, Any]:
    """The values of a row that a statement may name; those of unproved laws only if
    ``unproved``."""
    record = row.record
    known = {name: getattr(record, name) for name in (*_OF_LAWS, "computed", "status", "ended")}
    if not unproved:
        known |= dict.fromkeys(_OF_LAWS) | record.facts
    others = {"rule": row.rule, "family": row.family, "place": row.place}
    others |= {"representative": record.representative, "max_terms": record.max_terms}
    return {**known, **others, **row.parameters}


def _answer(statement: Statement, row: Row) -> tuple[Answer, int | None, str]:
    """The answer for one member, the n at which the claim fails, and why it is undecided."""
    given = facts(row)
    if any(name not in given and not name.startswith("'") for name in statement.used - {"n"}):
        return "not meant", None, ""
    if row.record.status == FAILED:
        return "undecided", None, f"its study failed: {row.record.trouble}"
    try:
        answer, n = _answer_by(statement, row, given)
        late = unreached(read_game(row.rule), TESTED) if answer == "holds so far" else None
        return (answer, n, "") if late is None else ("undecided", None, late.words())
    except Missing as missing:
        if str(missing) == "largest" and row.record.largest is not None:
            return _answer_so_far(statement, row, given)
        why = f"no {missing} is proved"
    except OutOfReach:
        why = "the statement needs G at a negative number"
    except InputError as error:
        why = str(error)
    return "undecided", None, why


def _answer_so_far(
    statement: Statement, row: Row, given: dict[str, Any]
) -> tuple[Answer, int | None, str]:
    """The answer if the largest value is known for the first n only. The true one may be larger, so
    the claim is neither proved nor refuted."""
    try:
        answer, _ = _answer_by(statement, row, given | {"largest": row.record.largest})
    except (Missing, OutOfReach, InputError):
        answer = "fails"
    if answer != "fails":
        return "holds so far", None, ""
    return "undecided", None, f"the largest value is known of n < {row.record.computed} only"


def _answer_by(statement: Statement, row: Row, given: dict[str, Any]) -> tuple[Answer, int | None]:
    """The answer for these values of the names, and the n at which the claim fails."""
    if statement.about_values or statement.for_all_n:
        return _answer_of_values(statement, row, given)
    return ("proved" if statement.holds(given) else "fails"), None


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
    """G of the rule of one row: the stored values, further ones as needed, and beyond one period
    those of the proved law."""

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
            shown = n if n < 10**20 else "..."
            raise TooLarge(f"the statement needs G({shown}), which is out of reach")
        if n >= len(self._values):
            stop = max(2 * len(self._values), n + 1)
            self._values = first_values(self._row.rule, stop).tolist()
        return self._values[n]


def deciding(node: tree.Node, row: Row) -> int | None:
    """The number of n that decide the claim for all n, after its names are replaced by their
    values; None if no such number is known."""
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
    """c if the tree is n + c; None for others, also for a constant."""
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
    """The names in the claim with their values, to show with the counterexample."""
    given = facts(row)
    used = sorted(name for name in statement.used if name in given)
    return {name: given[name] for name in used if given[name] is not None}
