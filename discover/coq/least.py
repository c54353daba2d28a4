"""That the period and the preperiod of a law are least, as a theorem for Coq.

The law itself says that p is a period from n0 on. That n0 and p are least is seen from first
values: one heap before n0 does not fit, and each proper divisor of p fails for some heap of a
period. Coq computes these values from the definition (`Least.v`), which takes long where options
are many; there nothing is claimed of it.
"""

from __future__ import annotations

from functools import reduce
from itertools import islice
from operator import xor
from typing import Any

from mexplore.discover.coq.law import CoqLaw, periodic
from mexplore.discover.heaps.evidence.sources import given_terms
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.study.evidence import Evidence
from mexplore.rules.rule import Rule, mex

MOST_HEAPS = 2_000
MOST_STEPS = 1_500_000
"""Steps of Coq in a second: one for an option that leaves one heap, n where it leaves more."""


def theorem_of_least(game: Any, claim: Any, law: CoqLaw) -> str:
    """The theorem that the period and preperiod of the claim are least; empty where Coq would have
    to look at too many options, or where they are not.

    >>> from mexplore.rules.notation import parse_rule
    >>> def theorem(n0: int, p: int) -> str:
    ...     law = CoqLaw((), "subtract [1; 2]", periodic(n0, p), "", "")
    ...     return theorem_of_least(parse_rule("subtract(1, 2)"), Periodic(n0, p), law)
    >>> print(theorem(0, 3).splitlines()[1])
    Theorem least : forall G, is_grundy game G -> least_steps G 0 3.
    >>> theorem(0, 6), theorem(1, 3)
    ('', '')
    """
    if not isinstance(claim, Periodic) or not isinstance(game, Rule) or not _is_said(claim, law):
        return ""
    values = _values(game, claim.preperiod + 2 * claim.period)
    if values is None or not _are_least(given_terms(values).evidence, claim):
        return ""
    n0, p, s = claim.preperiod, claim.period, claim.saltus
    return f"""
Theorem least : forall G, is_grundy game G -> least_steps G {n0} {p}.
Proof.
  intros G H. apply (least_by_values game {n0} {p} {s}).
  - vm_cast_no_check (eq_refl true).
  - exact H.
  - intros n L. now rewrite (law G H n L), ?N.add_0_r.
Qed.
"""


def _is_said(claim: Periodic, law: CoqLaw) -> bool:
    """Whether the law speaks of a period; of Nim and more it says that G(n) = n."""
    n0, p, s = claim.preperiod, claim.period, claim.saltus
    said = periodic(n0, p, s)
    return law.subject.kind == "rule" and law.law in (said, f"{periodic(n0, p)} + {s}")


def _values(rule: Rule, stop: int) -> list[int] | None:
    """First values, from the definition; None where too many options would have to be looked at."""
    if stop > MOST_HEAPS:
        return None
    values: list[int] = []
    left = MOST_STEPS
    for n in range(stop):
        options = list(islice(rule.options(n), left + 1))
        left -= sum(n if len(heaps) > 1 else 1 for heaps in options)
        if left < 0 or any(h >= n for heaps in options for h in heaps):
            return None
        values.append(mex(reduce(xor, (values[h] for h in heaps), 0) for heaps in options))
    return values


def _are_least(known: Evidence, claim: Periodic) -> bool:
    """Whether the values below n0 + 2p are as the law says, which may be false, and show that n0
    and p are least: then `Least.v`, which tries every proper divisor of p, finds none that does."""
    return claim.first_failure(known) is None and claim.not_least(known) is None
