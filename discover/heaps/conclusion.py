"""The answer to a conjecture: proved, holding so far, or refuted."""

from __future__ import annotations

from dataclasses import dataclass

from mexplore.discover.heaps.evidence.difference import Difference
from mexplore.discover.study.finding import Proof
from mexplore.discover.study.kind import ConclusionOf
from mexplore.rules.reach import Unreached
from mexplore.rules.text.long_decimals import to_decimal
from mexplore.rules.text.sentences import is_statement


@dataclass(frozen=True)
class Conclusion(ConclusionOf[int]):
    """What is known of a formula or statement for low <= n <= high, and beyond.

    ``proof`` says that it holds for every n >= low. ``later`` is a failure beyond the range.
    ``rest`` is what is known of the n after a first one at which the formula has no value.
    ``unproved`` is the reason why there is no proof. ``refuted_by`` is what shows that it fails,
    where that is no term that was computed. ``unreached`` is what the rule speaks of and the range
    does not reach.
    """

    low: int
    high: int
    failure: Difference | None = None
    proof: Proof | None = None
    later: Difference | None = None
    unproved: str = ""
    refuted_by: str = ""
    rest: Conclusion | None = None
    unreached: Unreached | None = None
    statement: str = ""
    """What is said, where it is a statement, with the n that it is about; empty for a formula."""

    def __repr__(self) -> str:
        if self.failure is not None:
            return f"<refuted: it fails at n = {to_decimal(self.failure.n)}>"
        if self.refuted_by:
            return f"<refuted: {self.refuted_by}>"
        if self.proof is not None:
            every = f" for all n >= {to_decimal(self.low)}"
            stated = f": {self.statement}" if self.statement else every
            return f"<proved{stated}, by {self.proof.theorem}>"
        ends = f"{to_decimal(self.low)} <= n <= {to_decimal(self.high)}"
        if self.later is not None:
            return f"<holds for {ends} only: it fails at n = {to_decimal(self.later.n)}>"
        return f"<holds for {ends}; {self._reason or 'not proved'}>"

    @property
    def beyond(self) -> Conclusion | None:
        return self.rest

    @property
    def first_failure(self) -> int | None:
        return self.failure.n if self.failure else None

    @property
    def fails_beyond(self) -> int | None:
        return self.later.n if self.later else None

    @property
    def theorem(self) -> str:
        return self.proof.theorem if self.proof else ""

    def words(self, conjecture: str) -> str:
        stated = is_statement(conjecture)
        claim = conjecture if stated else f"G(n) = {conjecture}"
        ends = f"{to_decimal(self.low)} <= n <= {to_decimal(self.high)}"
        if self.failure is not None:
            wrong = f"{claim} fails first at {_difference(self.failure, stated=stated)}"
            if self.failure.undefined:
                wrong = f"{claim}: the formula is undefined at {_undefined(self.failure)}"
            return wrong if self.rest is None else f"{wrong}\n{self.rest.words(conjecture)}"
        if self.refuted_by:
            return f"{claim} is false ({self.refuted_by})"
        if self.proof is not None:
            every = "" if stated else f" for every n >= {to_decimal(self.low)}"
            return f"{claim}{every}: proved ({self.proof.theorem})"
        if self.later is None:
            return f"{claim} holds for {ends}; not proved: {self._reason}"
        where = _difference(self.later, stated=stated)
        return f"{claim} holds for {ends}, but not for every n: it fails first at {where}"

    @property
    def _reason(self) -> str:
        return self.unproved if self.unreached is None else self.unreached.words()

    @property
    def refuted(self) -> bool:
        return self.failure is not None or bool(self.refuted_by)


def _undefined(found: Difference) -> str:
    place = to_decimal(found.n)
    return f"n = {place}, where G({place}) = {found.value}: {found.undefined}"


def _difference(found: Difference, *, stated: bool) -> str:
    """Where, the value there, and what was claimed."""
    place = to_decimal(found.n if found.index is None else found.index)
    value = "" if found.value is None else f": G({place}) = {found.value}"
    gives = f"undefined: {found.undefined}" if found.undefined else found.formula
    given = f", the {'statement' if stated else 'formula'} gives {gives}"
    return f"n = {to_decimal(found.n)}{value}{given if gives else ''}"
