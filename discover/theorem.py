"""What a theorem is: it turns a claim about all n into a finite computation.

It does so in two steps. ``hypotheses`` reads the shape of a rule, once, and says which hypothesis
fails where one does; ``bound_of`` takes the shape and a claim, and says how many terms decide.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from discover.pattern import Pattern

if TYPE_CHECKING:
    from discover.coq.law import CoqLaw
    from rules.computing.grundy import Watcher
    from rules.rule import Rule

Shape = TypeVar("Shape")
"""What a theorem needs to know of a rule: the rule itself, or numbers read off it."""

Claim = TypeVar("Claim", bound=Pattern)


@dataclass(frozen=True)
class Inapplicable:
    """A theorem's refusal, with the hypothesis that fails; never None, never a guess."""

    reason: str


@dataclass(frozen=True)
class Disproof(Inapplicable):
    """A refusal that is more: the theorem shows that the claim is false, at some n >= ``at``
    (at n = ``at`` itself where ``exact``)."""

    at: int = 0
    exact: bool = False


class Theorem(ABC, Generic[Shape, Claim]):
    """One theorem of the form 'if the claim holds for all n < bound, it holds for all n'.

    The class docstring holds the statement and a full proof; hypotheses are named in the order
    in which the code checks them, and follow from the shape of the rule, never from values.
    """

    name: ClassVar[str]
    """The theorem's name in JSON, certificates and reports, for example ``finite window``."""

    source: ClassVar[str]
    """Author, year, and number in the source."""

    statement: ClassVar[str]
    """The theorem in a sentence or two, for reports."""

    about: ClassVar[tuple[str, ...]]
    """The names of the patterns that it can prove: those of ``Claim``. It is asked about no others.
    Names, so that a theorem that is not asked does not load them."""

    heavy: ClassVar[bool] = False
    """Whether `bound` may take seconds; then it is asked only while no light theorem has proved
    a law that predicts every term."""

    streaming: ClassVar[bool] = False
    """Whether the theorem looks at the values itself, one after another, and stores none: then
    `bound_of` refuses, and claims are put to `streamed_bound` and `check_stream`."""

    @abstractmethod
    def hypotheses(self, rule: Rule) -> Shape | Inapplicable:
        """What the theorem needs to know of the rule; Inapplicable, with the first hypothesis
        that fails, where the rule does not meet them."""

    @abstractmethod
    def bound_of(self, shape: Shape, claim: Claim) -> int | Inapplicable:
        """The number of terms that prove the claim: if it holds for every n < bound, then it
        holds for every n. Inapplicable if a hypothesis about the claim fails.

        The claim holds for every n < bound means: ``claim.first_failure`` of the terms at
        0 <= n < bound is None. What the theorem asks beyond these terms (the product of two
        automata, say) is checked inside, in full, before a number is returned.
        """

    def bound_before(
        self, shape: Shape, claim: Claim, deadline: float | None
    ) -> int | Inapplicable:
        """`bound_of`, given up, with that reason, when `time.monotonic` passes the deadline.
        Theorems whose bound may take seconds override it."""
        del deadline
        return self.bound_of(shape, claim)

    def checked(self, shape: Shape, claim: Claim) -> Sequence[tuple[str, str]]:
        """The hypotheses in words, each with the value that was found for this rule and a claim
        that is proved; nothing where the statement says all there is."""
        del shape, claim
        return ()

    def streamed_bound(self, shape: Shape, claim: Claim) -> int | Inapplicable:
        """The number of values that a streaming theorem passes for a claim."""
        del shape, claim
        return Inapplicable(f"the theorem {self.name!r} streams no values")

    def check_stream(
        self, rule: Rule, shape: Shape, claim: Claim, watcher: Watcher
    ) -> Inapplicable | None:
        """Pass all values below `streamed_bound`, and say why they do not prove the claim with its
        least parameters; None if they do."""
        del rule, watcher
        bound = self.streamed_bound(shape, claim)
        return bound if isinstance(bound, Inapplicable) else Inapplicable("nothing was checked")

    def account(self, shape: Shape, claim: Claim) -> Sequence[str]:
        """What was checked beyond the terms for the bound of a claim that is proved, a line a
        step, for a referee; nothing for most theorems."""
        del shape, claim
        return ()

    def coq(self, shape: Shape, claim: Claim) -> CoqLaw | Inapplicable:
        """The claim as a theorem of the Coq library in ``discover/coq``, which Coq checks anew;
        Inapplicable, with the reason, where the library does not have it. The theorem is asked
        about claims that it proves."""
        del shape, claim
        return Inapplicable(f"the theorem {self.name!r} is not in the library of Coq proofs")

    def claims_of(self, shape: Shape) -> Iterable[Claim]:
        """The claims that the shape of a rule alone suggests, for theorems that need no
        detector."""
        del shape
        return ()

    def claims_before(self, shape: Shape, deadline: float | None) -> Iterable[Claim]:
        """`claims_of`, fewer or none of them when `time.monotonic` passes the deadline. Theorems
        that look for long override it."""
        del deadline
        return self.claims_of(shape)

    def bound(
        self, rule: Rule, claim: Pattern, deadline: float | None = None
    ) -> int | Inapplicable:
        """The bound for a rule and a claim of any kind: hypotheses first, then `bound_of`."""
        shape = self.hypotheses(rule)
        if isinstance(shape, Inapplicable):
            return shape
        if not self.is_about(claim):
            return Inapplicable(f"the claim is not a law of the kind {' or '.join(self.about)}")
        return self.bound_before(shape, claim, deadline)  # type: ignore[arg-type]

    def applies(self, rule: Rule) -> Inapplicable | None:
        """None if the rule meets the hypotheses about rules; otherwise which one it does not."""
        shape = self.hypotheses(rule)
        return shape if isinstance(shape, Inapplicable) else None

    def claims(self, rule: Rule) -> Iterable[Pattern]:
        """The claims that the shape of the rule alone suggests; none where it does not apply."""
        shape = self.hypotheses(rule)
        return () if isinstance(shape, Inapplicable) else self.claims_of(shape)

    @classmethod
    def is_about(cls, claim: Pattern) -> bool:
        """Whether the claim is one of those that it may prove."""
        return claim.name in cls.about


AnyTheorem = Theorem[Any, Any]
"""A theorem, whatever it reads off a rule."""
