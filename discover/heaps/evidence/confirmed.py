"""Values for the check of a certificate, each confirmed by code that is independent of the engines.

`verify` must not repeat an error of `study`. If the definition alone is fast enough, it is used.
Otherwise the engine of the rule proposes values, and a checker of `rules.checking` confirms every
one of them from the rule; confirmed values are as reliable as values computed by the checker. If
the check would take too long, the values are computed as in `study`, and `Confirmed.means` says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mexplore.discover.heaps.evidence.sources import evidence_below
from mexplore.discover.study.evidence import Evidence
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Progress, Watcher, grundy_values, no_progress
from mexplore.rules.engine.walk import run_starts
from mexplore.rules.rule import grundy_by_definition

if TYPE_CHECKING:
    from mexplore.rules.rule import Rule, Values

FEW_OPTIONS = 300_000  # options that are enumerated in about half a second
MOST_CHECKED = 10**8  # values
MOST_OF_RUNS = 10**6  # values that are expanded if the evidence consists of runs
LONGEST = 120e9  # nanoseconds of checking
WATCHED = 64  # values by the definition between two calls of the watcher
STAGE = "values by the definition"
DEFINITION = "the definition"
AS_STUDY = "values computed again by the engine that study uses"


@dataclass(frozen=True)
class Confirmed:
    """The evidence of the heaps below a bound, and the means by which it was checked."""

    evidence: Evidence
    means: str


class Unconfirmed(Exception):
    """An engine has proposed a value that the rule refutes."""


def confirmed_below(rule: Rule, stop: int, watcher: Watcher = no_progress) -> Confirmed:
    """The evidence of all n < stop; Unconfirmed if a value of the engine is wrong.

    >>> from mexplore.rules.notation import parse_rule
    >>> confirmed_below(parse_rule("0.77"), 168).means
    'the definition'
    >>> confirmed_below(parse_rule("0.77"), 3000).means
    'plain numpy, which shares no machine code with study'
    """
    from mexplore.rules.checking.shapes.listed import options_below

    if options_below(rule, stop, FEW_OPTIONS) <= FEW_OPTIONS:
        return Confirmed(by_definition(rule, stop, watcher), DEFINITION)
    if stop > MOST_OF_RUNS and run_starts(rule) is not None:
        return _as_study(rule, stop, watcher, "runs of equal values, found by plain Python")
    if stop > MOST_CHECKED:
        return _as_study(rule, stop, watcher, f"more than {MOST_CHECKED} are not confirmed")
    return _proposed(rule, stop, watcher)


def _proposed(rule: Rule, stop: int, watcher: Watcher) -> Confirmed:
    from mexplore.rules.checking.checker import cheapest, first_wrong

    values = grundy_values(rule, stop, watcher)
    checker = cheapest(rule, values)
    if checker.nanoseconds() > LONGEST:
        why = "to confirm each from the rule would take minutes"
        return Confirmed(Evidence(values), f"{AS_STUDY} ({why})")
    wrong = first_wrong(checker, watcher)
    if wrong is not None:
        raise Unconfirmed(
            f"nothing is verified: the engine that computes values of {rule} gives "
            f"G({wrong.n}) = {wrong.value}, and by the rule that is wrong; this is an error of "
            "mexplore on this machine"
        )
    alone = "" if checker.means == DEFINITION else ", which shares no machine code with study"
    return Confirmed(Evidence(values), checker.means + alone)


def _as_study(rule: Rule, stop: int, watcher: Watcher, why: str) -> Confirmed:
    return Confirmed(evidence_below(rule, stop, watcher), f"{AS_STUDY} ({why})")


def by_definition(rule: Rule, stop: int, watcher: Watcher = no_progress) -> Evidence:
    """The evidence of all n < stop by the definition alone."""

    def watch(n: int) -> None:
        if n % WATCHED == 0:
            watcher(Progress(STAGE, n, stop))

    return Evidence(_narrow(grundy_by_definition(rule, stop, watch)))


def _narrow(values: list[int]) -> Values:
    import numpy as np

    return np.array(values, dtype=np.min_scalar_type(max(values, default=0)))
