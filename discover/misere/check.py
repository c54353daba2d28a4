"""Conjectures about misère play: which heaps are lost alone, and which have equal classes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.study import study
from mexplore.discover.misere.patterns.pattern import ClassesOfHeaps, MisereLaw
from mexplore.discover.misere.patterns.quotient import Quotient, outcome_rows
from mexplore.discover.misere.study import MisereStudy, study_misere
from mexplore.discover.study.conclusion import Conclusion, Difference, cautious
from mexplore.discover.study.limits import Limits, uninterrupted
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Watcher, grundy_values
from mexplore.rules.errors import InputError
from mexplore.rules.misere.game import Misere
from mexplore.rules.rule import Rule
from mexplore.rules.text.sentences import refuse_too_long

_LOST = re.compile(r"lost\(n\)\s+iff\s+n\s+in\s+\{([0-9,\s]*)\}", re.ASCII)
_CLASS = re.compile(
    r"class\(n\s*\+\s*([0-9]{1,9})\)\s*=\s*class\(n\)\s+for\s+(?:all\s+)?n\s*>=\s*([0-9]{1,9})",
    re.ASCII,
)
HOW = (
    'write "lost(n) iff n in {1, 4, 9}" for the heaps that are lost alone, or '
    '"class(n + 12) = class(n) for n >= 71"'
)
MOST_COMPARED = 10**6


@dataclass(frozen=True)
class LostHeaps:
    """'n is lost alone exactly if it is one of these', for all n >= 0. (No heap is not lost.)"""

    heaps: tuple[int, ...]

    first = 0
    further = 0

    @property
    def settled(self) -> int:
        """From here on the statement speaks of all heaps alike."""
        return max(self.heaps, default=0) + 1


@dataclass(frozen=True)
class EqualClasses:
    """'heap n + period is in the class of heap n', for all n >= first. (Heap 0 is not a heap.)"""

    further: int
    first: int

    @property
    def settled(self) -> int:
        """From here on the statement speaks of all heaps alike."""
        return self.first


Statement = LostHeaps | EqualClasses


def read_statement(text: str) -> Statement:
    """The statement that the text is.

    >>> read_statement("lost(n) iff n in {1, 4}")
    LostHeaps(heaps=(1, 4))
    >>> read_statement("class(n + 12) = class(n) for n >= 71")
    EqualClasses(further=12, first=71)
    """
    refuse_too_long(text)
    stripped = text.strip()
    lost, equal = _LOST.fullmatch(stripped), _CLASS.fullmatch(stripped)
    if lost is not None:
        parts = [part.strip() for part in lost[1].split(",")] if lost[1].strip() else []
        if all(part.isdigit() and len(part) < 10 for part in parts):
            return LostHeaps(tuple(sorted(set(map(int, parts)))))
    if equal is not None and int(equal[1]):
        return EqualClasses(int(equal[1]), int(equal[2]))
    raise InputError(f"{text[:60]!r} is no statement about misère play; {HOW}")


@dataclass(frozen=True, repr=False)
class MisereConclusion(Conclusion[int]):
    """What is known of a statement for low <= n <= high, and, where a law decides, for all n."""

    lacking: ClassVar[str] = ""
    unproved: str = "no law of all heaps is known"
    law: str = ""

    def claim(self, conjecture: str) -> str:
        return conjecture

    def everywhere(self, conjecture: str) -> str:
        del conjecture
        return ""


def check_statement(
    game: Misere, text: str, ends: tuple[int, int], seconds: float, watcher: Watcher
) -> MisereConclusion:
    """Whether the statement is true: for all n by a law of all heaps, else as far as is known.

    >>> from mexplore.rules.engine.grundy import no_progress
    >>> from mexplore.rules.notation import parse_rule
    >>> kayles = Misere(parse_rule("0.77"))
    >>> statement = "lost(n) iff n in {1, 4, 9, 12, 20}"
    >>> check_statement(kayles, statement, (0, 100), 10, no_progress).status
    'proved'
    """
    return cautious(game.rule, _checked(game, read_statement(text), ends, seconds, watcher))


def _checked(
    game: Misere, statement: Statement, ends: tuple[int, int], seconds: float, watcher: Watcher
) -> MisereConclusion:
    study = uninterrupted(study_misere(game, Limits(seconds), watcher, with_values=False))
    law = study.law
    if not isinstance(law, ClassesOfHeaps):
        return _by_values(study, statement, ends, seconds, watcher)
    low, high = max(ends[0], statement.first), ends[1]
    if law.reach is not None:
        high = min(high, law.reach - statement.further)
        if high < low:
            raise InputError(f"only heaps up to {law.reach} are decided, which is too few")
    else:
        # From here on both sides depend on n modulo the period.
        low = statement.first
        high = max(high, statement.settled, law.preperiod) + law.repeats_with
    if high - low > MOST_COMPARED:
        raise InputError(f"more than {MOST_COMPARED} heaps would have to be compared")
    failure = next((n for n in range(low, high + 1) if not _holds(law, statement, n)), None)
    by = study.findings[0].theorem or "" if law.reach is None else ""
    return _concluded(low, high, failure, by, law)


def _concluded(
    low: int, high: int, failure: int | None, theorem: str, law: MisereLaw
) -> MisereConclusion:
    if failure is not None:
        return MisereConclusion(low, high, Difference(failure), law=law.statement())
    return MisereConclusion(low, high, theorem=theorem, law=law.statement())


def _holds(law: ClassesOfHeaps, statement: Statement, n: int) -> bool:
    if isinstance(statement, LostHeaps):
        return law.lost((n,)) == (n in statement.heaps)
    return alike(law, n, n + statement.further)


def alike(law: ClassesOfHeaps, m: int, n: int) -> bool:
    """Whether two heaps may be exchanged in every sum: their classes are equal, or no sum tells
    them apart. (Different types are told apart by a sum of at most one more heap.)"""
    a, b = law.class_of(m), law.class_of(n)
    if a == b or not isinstance(law, Quotient):
        return bool(a == b)
    rows = outcome_rows([law.table[a], law.table[b]], law.lost_classes)
    return rows[0] == rows[1]


def _by_values(
    study: MisereStudy,
    statement: Statement,
    ends: tuple[int, int],
    seconds: float,
    watcher: Watcher,
) -> MisereConclusion:
    """Where sums are played as Nim by the nim-values: by a law of these, or in the range only."""
    rule, low = study.misere.rule, max(ends[0], statement.first)
    if study.law is None or ends[1] < ends[0]:
        raise InputError(f"nothing is known of heaps {low} to {ends[1]} under misère play")
    ends = ends[0], max(low, ends[1])
    if isinstance(statement, LostHeaps):
        found = first_not_lost_as_said(rule, statement.heaps, ends, seconds, watcher)
    else:
        found = first_unlike(rule, statement.further, statement.first, ends, seconds, watcher)
    failure, high, theorem = found
    tame = study.findings[0].theorem or ""
    by = f"{tame}, and of the nim-values {theorem}" if theorem else ""
    return _concluded(statement.first if theorem else low, max(high, low), failure, by, study.law)


# Where sums are played as Nim by the nim-values (Theorem 7), the class of a heap is its type,
# f(G(n)) for G(n) <= 1 and F(G(n)) for others. So heap n + p is in the class of heap n exactly if
# G(n + p) = G(n), and a heap is lost alone exactly if its nim-value is 1: a law of the nim-values
# decides both for all n.


def periodic_values(rule: Rule, seconds: float, watcher: Watcher) -> tuple[Periodic, str] | None:
    """The law G(n + p) = G(n) + s that is proved of the rule, and by which theorem, if one is.

    >>> from mexplore.rules.engine.grundy import no_progress
    >>> from mexplore.rules.notation import parse_rule
    >>> periodic_values(parse_rule("subtract(1, 2)"), 5, no_progress)[0]
    Periodic(preperiod=0, period=3, saltus=0)
    """
    found = uninterrupted(study(rule, Limits(seconds), watcher))
    for finding in found.findings:
        if isinstance(finding.claim, Periodic) and finding.proof is not None:
            return finding.claim, finding.proof.theorem
    return None


def first_unlike(
    rule: Rule, further: int, first: int, ends: tuple[int, int], seconds: float, watcher: Watcher
) -> tuple[int | None, int, str]:
    """The first n >= ``first`` with G(n + ``further``) other than G(n), where one is known; up to
    which n that was seen; and the theorem that decides it for all n, if one does."""
    from mexplore.discover.heaps.check import check, limits_of

    statement = f"G(n + {further}) = G(n) for n >= {first}"
    found = check(rule, statement, ends, limits_of(ends, seconds), watcher)
    return found.first_failure, max(found.high, ends[1]), found.theorem


def first_not_lost_as_said(
    rule: Rule, heaps: Sequence[int], ends: tuple[int, int], seconds: float, watcher: Watcher
) -> tuple[int | None, int, str]:
    """The first n >= 0 that is lost alone and not among these heaps, or the other way round, where
    one is known; up to which n that was seen; and the theorem that decides it for all n, if one
    does.

    >>> from mexplore.rules.engine.grundy import no_progress
    >>> from mexplore.rules.notation import parse_rule
    >>> rule = parse_rule("subtract(multiples(1))")
    >>> first_not_lost_as_said(rule, (1,), (1, 9), 5, no_progress)[2]
    'all-but window'
    """
    said = set(heaps)
    law, high = periodic_values(rule, seconds, watcher), ends[1]
    if law is not None:
        claim, _ = law
        # Beyond all that is said; two periods on, values that grow are 2 or more.
        periods = 1 if claim.saltus == 0 else 2
        settled = max(claim.preperiod, max(heaps, default=0) + 1) + periods * claim.period
        law, high = (law, max(high, settled)) if settled <= MOST_COMPARED else (None, high)
    if high > MOST_COMPARED:
        raise InputError(f"more than {MOST_COMPARED} heaps would have to be compared")
    values = grundy_values(rule, high + 1, watcher).tolist()
    wrong = (n for n in range(high + 1) if (values[n] == 1) != (n in said))
    return next(wrong, None), high, "" if law is None else law[1]
