"""What a theorem is: it turns a claim about all n into a finite computation."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from discover.pattern import Pattern
    from rules.rule import Rule


@dataclass(frozen=True)
class Inapplicable:
    """A theorem's refusal, with the hypothesis that fails; never None, never a guess."""

    reason: str


class Theorem(ABC):
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
    """The names of the patterns that it can prove; it is asked about no others."""

    heavy: ClassVar[bool] = False
    """Whether `bound` may take seconds; then it is asked only while no light theorem has proved
    a law that predicts every term."""

    @abstractmethod
    def applies(self, rule: Rule) -> Inapplicable | None:
        """None if the rule meets the hypotheses about rules; otherwise which one it does not."""

    @abstractmethod
    def bound(self, rule: Rule, claim: Pattern) -> int | Inapplicable:
        """The number of terms that prove the claim: if it holds for every n < bound, then it
        holds for every n. Inapplicable if a hypothesis fails, about the rule or the claim.

        The claim holds for every n < bound means: ``claim.first_failure`` of the terms at
        0 <= n < bound is None. What the theorem asks beyond these terms (the product of two
        automata, say) is checked inside, in full, before a number is returned.
        """

    def claims(self, rule: Rule) -> Iterable[Pattern]:
        """The claims that the shape of the rule alone suggests, for theorems that need no
        detector."""
        del rule
        return ()
