"""One heap within a board: a rule of heaps with its law, where that is proved."""

from __future__ import annotations

import json
from dataclasses import field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from mexplore.discover.boards.patterns.pattern import NoValue
from mexplore.discover.heaps.evidence.sources import evidence_below
from mexplore.discover.heaps.kind import Heaps
from mexplore.discover.heaps.known import patterns
from mexplore.discover.study.certificate import certificate_of
from mexplore.discover.study.checking import checked
from mexplore.discover.study.limits import Limits, uninterrupted
from mexplore.discover.study.pattern import ClosedForm, EventualSteps, Json, Pattern
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Computation
from mexplore.rules.errors import MexploreError
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule

if TYPE_CHECKING:
    from mexplore.rules.rule import Values

BUDGET = 3.0  # seconds for the law of one heap
MOST_TERMS = 1 << 16
LONGEST = 60  # characters of a formula that is written within another one


@dataclass(frozen=True)
class HeapPart:
    """n -> f(n), the nim-value of a heap of n by ``rule``. ``warrant`` is the certificate of a law
    of all its values, as JSON, empty where none is proved; ``form`` predicts them. Two are equal
    where rule and claim are: the sentence in a certificate is not compared."""

    rule: Rule
    warrant: str = field(compare=False)
    claim: Pattern | None = field(repr=False, default=None)
    form: ClosedForm | None = field(compare=False, repr=False, default=None)

    @classmethod
    def studied(cls, rule: Rule) -> HeapPart:
        """The rule with the best law that is proved in a short study."""
        return _studied(rule)

    @classmethod
    def from_parameters(cls, parameters: Any) -> HeapPart:
        """From what `parameters` gives; ValueError where this is malformed."""
        if set(parameters) != {"rule", "certificate"} or not isinstance(parameters["rule"], str):
            raise ValueError("a heap has a rule, and a certificate or null")
        certificate = parameters["certificate"]
        try:
            rule = parse_rule(parameters["rule"])
        except MexploreError as error:
            raise ValueError(str(error)) from None
        if certificate is None:
            return cls(rule, "")
        if certificate.get("rule") != str(rule):
            raise ValueError("the certificate is about another rule")
        return _certified(rule, certificate)

    def parameters(self) -> dict[str, Any]:
        """As JSON prints them."""
        warrant = json.loads(self.warrant) if self.warrant else None
        return {"rule": str(self.rule), "certificate": warrant}

    def objection(self) -> str | None:
        """Why the law of the heap is not proved, or None; its certificate is checked again."""
        if not self.warrant:
            return None
        verdict = checked(json.loads(self.warrant), lambda _: Heaps())
        return None if verdict.valid else verdict.reason

    def at(self, n: int) -> int:
        """f(n), for any n by the law; for small n without one."""
        if self.form is not None:
            return self.form.at(n)
        if n >= MOST_TERMS:
            raise NoValue(f"no law of {self.rule} is proved that gives the value of a heap of {n}")
        return int(self.values(n + 1)[n])

    def values(self, stop: int) -> Values:
        """f(0), ..., f(stop - 1)."""
        if self.form is not None:
            return self.form.prefix(stop)
        return Computation(self.rule).extend(stop)

    @property
    def steps(self) -> EventualSteps | None:
        """How f goes on by equal steps, where it does."""
        return None if self.form is None else self.form.eventual_steps()

    @property
    def is_identity(self) -> bool:
        """Whether f(n) = n for all n: over a period f goes on by as much as n does."""
        steps = self.steps
        if steps is None or steps.saltus != steps.period:
            return False
        first: list[int] = self.values(steps.preperiod + steps.period).tolist()
        return first == list(range(len(first)))

    @property
    def is_zero(self) -> bool:
        """Whether f(n) = 0 for all n."""
        steps = self.steps
        if steps is None or steps.saltus != 0:
            return False
        return not self.values(steps.preperiod + steps.period).any()

    def written(self, argument: str) -> str | None:
        """f of an argument as a formula; None if it is long or there is none."""
        if self.is_identity:
            return argument
        import sympy

        n = sympy.Symbol("n", integer=True, nonnegative=True)
        expression = None if self.form is None else self.form.formula(n)
        if expression is None:
            return None
        text = str(expression.subs(n, sympy.Symbol("_")))
        return None if len(text) > LONGEST else text.replace("_", argument)

    def words(self) -> str:
        """What f is, where a formula does not say it."""
        law = f": {self.claim.statement()}" if self.claim is not None else ""
        return f"the value of a heap of n in {self.rule}{law}"

    def size(self) -> int:
        """How many integers it takes to write it down."""
        return self.claim.size() if self.claim is not None else 100


def _certified(rule: Rule, certificate: Json) -> HeapPart:
    """The rule with the law of a certificate, which is not checked; ValueError where it is
    malformed."""
    given = dict(certificate["claim"])
    name = given.pop("pattern", None)
    pattern = next((p for p in patterns() if p.name == name), None)
    bound = certificate["bound"]
    if pattern is None or type(bound) is not int or not 0 <= bound <= 1 << 22:
        raise ValueError("the certificate of a heap is malformed")
    claim = pattern.from_parameters(given)
    evidence = evidence_below(rule, bound)
    return HeapPart(rule, json.dumps(certificate), claim, claim.closed_form(evidence))


@lru_cache(maxsize=64)
def _studied(rule: Rule) -> HeapPart:
    from mexplore.discover.heaps.study import study

    found = uninterrupted(study(rule, Limits(BUDGET, max_terms=MOST_TERMS)))
    law = next((f for f in found.findings if f.proof and f.form is not None), None)
    if law is None:
        return HeapPart(rule, "")
    certificate = certificate_of(rule, law)
    return HeapPart(rule, json.dumps(certificate), law.claim, law.form)
