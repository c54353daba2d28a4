"""What a pattern is: a claim about a sequence that can fail, and what predicts every term.

A `Claim` is about all values of a game: of heaps, or of squares. A `Pattern` is one about a
sequence: a law with a few integers in it, such as 'G(n + 12) = G(n) for all n >= 71'. It is guessed
from evidence by its detector and proved, or not, by a theorem that knows nothing of the detector.
A `ClosedForm` is the law together with the finitely many values it needs: it answers for every n.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import TooLarge
from mexplore.rules.text.sentences import Departure, departure

if TYPE_CHECKING:
    import sympy

    from mexplore.discover.automata.automaton import Automaton
    from mexplore.discover.automata.laws import Law
    from mexplore.discover.automata.operations import Budget
    from mexplore.discover.study.evidence import Evidence
    from mexplore.rules.arithmetic import tree
    from mexplore.rules.rule import Values

Json = dict[str, Any]

Known = TypeVar("Known")
"""What is known of the values: the first terms of a sequence, or the corner of a table."""

Place = TypeVar("Place")
"""Where a value stands: n, or a square."""


class Claim(ABC, Generic[Known, Place]):
    """A claim about all values of a game, given by a few integers: a frozen dataclass.

    Two claims are equal where their kind and their integers are, whatever `statement` says: a
    sentence is for people, and decides nothing."""

    name: ClassVar[str]
    """What JSON and certificates call it: ``periodic``, ``geometric``, ``vector-period``, ..."""

    @classmethod
    def detect(cls, evidence: Known) -> Iterable[Self]:
        """The claims of this kind that hold for all of the evidence and are worth a proof,
        best first. May guess anything; must not raise on any evidence, empty or constant.
        None where only theorems propose such claims."""
        del evidence
        return ()

    @abstractmethod
    def first_failure(self, evidence: Known) -> Place | None:
        """The first place whose value contradicts the claim, or None.

        A claim that relates one value to a later one fails at the later one."""

    @abstractmethod
    def parameters(self) -> Json:
        """The integers of the claim, as JSON prints them and `from_parameters` reads them."""

    @classmethod
    @abstractmethod
    def from_parameters(cls, parameters: Json) -> Self:
        """The claim with these parameters; raises KeyError, TypeError or ValueError on others."""

    @abstractmethod
    def statement(self) -> str:
        """The claim in one sentence."""

    @abstractmethod
    def latex(self) -> str:
        """The claim as LaTeX mathematics, without dollar signs."""

    @abstractmethod
    def size(self) -> int:
        """How many integers it takes to write the claim down; ranks rivals, fewer first."""

    @property
    def whole(self) -> bool:
        """Whether it tells every value."""
        return False

    def ranking(self) -> tuple[int, ...]:
        """Smaller for the better one of two claims that are equally well supported."""
        return (self.size(),)


AnyClaim = Claim[Any, Any]
"""A claim, whatever kind of game it is about."""


class Pattern(Claim["Evidence", int]):
    """A claim about all n."""

    runs_first: ClassVar[bool] = False
    """Whether the detector always runs, before the others: it is cheap, and its claims often make
    them unnecessary."""

    states_formula: ClassVar[bool] = False
    """Whether the statement is a formula in n already, with no G on its right."""

    reads: ClassVar[int | None] = None
    """The number of terms, from n = 0 on, that the detector reads at most; it need not run again
    once it has seen this many. None if it reads all terms."""

    def first_failure(self, evidence: Evidence) -> int | None:
        """The least n < evidence.stop whose term contradicts the claim, or None: as it stands here
        for laws whose closed form needs no values.

        A claim that relates G(n) to a later term fails at the later index, ``lag`` further on.
        """
        form, known = self.closed_form(evidence), evidence.whole()
        assert form is not None, "a law that predicts no values says itself where it fails"
        wrong = (form.prefix(len(known))[: len(known)] != known).nonzero()[0]
        return int(wrong[0]) if len(wrong) else None

    @property
    def begins(self) -> int:
        """The first n to which the statement applies."""
        return 0

    @property
    def lag(self) -> int:
        """How much later than n the last term stands that the claim speaks of at n."""
        return 0

    def as_stated(self, failure: int) -> int:
        """The n at which the statement is false, from the index that `first_failure` gives: the
        first n of the one is that of the other."""
        return failure - self.lag

    @classmethod
    def from_statement(cls, text: str) -> Self | None:
        """The claim that the text states: that of a short notation, or the one that `guess_from`
        makes of it, if its `statement` says the same as the text; None if there is none."""
        short = cls.from_short_notation(text)
        return cls.guess_from(text) if short is None and cls.misread(text) is None else short

    @classmethod
    def misread(cls, text: str) -> Departure | None:
        """Where the text differs from the statement of the claim that `guess_from` makes of it;
        None if it does not, or if there is no guess."""
        guess = cls.guess_from(text)
        return None if guess is None else departure(text, guess.statement())

    @classmethod
    def guess_from(cls, text: str) -> Self | None:
        """The claim whose `statement` the text may be; None if it is none of this kind, or does
        not tell the whole claim. May guess anything and ignore parts of the text; must not raise:
        `from_statement` compares the text with the statement of the guess."""
        del text
        return None

    @classmethod
    def from_short_notation(cls, text: str) -> Self | None:
        """The claim that a shorter notation stands for, such as 'period 12 from 71'; None for
        other texts. Nothing compares the result with the text: every character of it must be
        read."""
        del text
        return None

    def seen_enough(self, evidence: Evidence) -> bool:
        """Whether enough terms are known to report the law without a proof."""
        del evidence
        return True

    def not_least(self, evidence: Evidence) -> str | None:
        """Why the parameters are not the least ones for which the evidence holds (which each
        pattern promises), or None. A certificate that states others is rejected."""
        del evidence
        return None

    def objection(self, evidence: Evidence) -> str | None:
        """The reason to reject the claim, and a certificate of it: that it fails, or that its
        parameters are not the least ones; None if there is none."""
        failure = self.first_failure(evidence)
        if failure is not None:
            return f"the claim is false: it fails at n = {self.as_stated(failure)}"
        return self.not_least(evidence)

    @property
    def repeats(self) -> bool:
        """Whether the claim says that from some n on the values repeat."""
        return False

    @property
    def goes_by_steps(self) -> bool:
        """Whether the claim says that from some n on the values go on by equal steps on residue
        classes, so that every class has a rational slope."""
        return self.repeats

    def denies(self, other: Pattern) -> bool:
        """Whether the other claim is false if this one is true; False where that is not known."""
        del other
        return False

    def follows_from(self, form: ClosedForm) -> bool:
        """Whether a closed form is seen to imply the claim by what it is, not by its values."""
        del form
        return False

    def closed_form(self, evidence: Evidence) -> ClosedForm | None:
        """The law with the values it needs, read from evidence that is long enough for them;
        None for claims that predict no values or where the evidence is too short."""
        del evidence
        return None

    @classmethod
    def predicts(cls) -> bool:
        """Whether claims of this kind predict values, so that they have a closed form."""
        return cls.closed_form is not Pattern.closed_form

    def findings(self, evidence: Evidence) -> Json:
        """More of what JSON prints under ``parameters``, read from the evidence."""
        del evidence
        return {}


@dataclass(frozen=True)
class EventualSteps:
    """From n = ``preperiod`` on, G(n + period) - G(n) depends on n mod period alone: on each
    residue class the values lie on a line. ``saltus`` is the step where it is the same on all
    classes, None where it is not."""

    preperiod: int
    period: int
    saltus: int | None

    @property
    def repeats(self) -> bool:
        """Whether every value comes again after a period."""
        return self.saltus == 0


MOST_COUNTED = 10**7
"""How many values are counted one by one."""


def check_countable(stop: int, number: int | None = None, most: int = MOST_COUNTED) -> None:
    """Raise TooLarge if the values below ``stop`` are more, or a ``number`` of them, than are
    counted one by one."""
    if (stop if number is None else number) > most:
        raise TooLarge(f"the values below {stop} are too many to be counted one by one")


class Undecided(Exception):
    """Two closed forms were neither distinguished nor proved equal; ``str()`` says why."""


class ClosedForm(ABC):
    """What predicts every term of a sequence."""

    @abstractmethod
    def at(self, n: int) -> int:
        """The term at n >= 0, exactly, for any Python int."""

    def at_many(self, numbers: Sequence[int]) -> list[int]:
        """The term at each of the numbers; forms that can answer for a whole array do so."""
        return [self.at(n) for n in numbers]

    @abstractmethod
    def prefix(self, stop: int) -> Values:
        """The terms at 0 <= n < stop."""

    def counts(self, stop: int) -> dict[int, int]:
        """How many 0 <= n < stop have each value (values that occur only).

        As it stands here the values are counted one by one, and TooLarge is raised where they are
        too many. A form that knows better counts for any Python int, and raises TooLarge only where
        the different values are too many to list."""
        import numpy as np

        check_countable(stop)
        if stop <= 0:
            return {}
        values, counts = np.unique(self.prefix(stop), return_counts=True)
        return dict(zip(values.tolist(), counts.tolist(), strict=True))

    def count_of(self, value: int, stop: int) -> int:
        """How many 0 <= n < stop have this value, also where `counts` would be too long."""
        return self.counts(stop).get(value, 0)

    def nth_of(self, value: int, k: int, stop: int) -> int | None:
        """The k-th n with this value, 1 <= k <= count_of(value, stop), where it is found in another
        way than by counting; None where it is not."""
        del value, k, stop
        return None

    def intervals_of(self, value: int, low: int, high: int) -> list[range] | None:
        """The low <= n < high with this value, as intervals that do not touch, in increasing order,
        where these are few and known without listing the n; None otherwise. TooLarge where they
        are too many."""
        del value, low, high
        return None

    def largest_value(self) -> int | None:
        """The largest of all terms; None where they are unbounded, and where it is not known. It is
        never the largest of the first terms only."""
        return None

    def eventual_steps(self) -> EventualSteps | None:
        """The equal steps on residue classes with which the terms eventually continue; None if
        there are none or they are not known."""
        return None

    def never_repeats(self) -> bool:
        """Whether it is known that the values do not repeat from any n on: of equal steps, as
        something grows that is never negative unless all steps are 0."""
        steps = self.eventual_steps()
        return steps is not None and not steps.repeats

    def first_difference(self, other: Self) -> int | None:
        """The least n at which another form of the same kind has another term; None if there is
        none. Forms of every kind are compared by `discover.heaps.statements`.

        Raises Undecided where it is not known."""
        if self == other:
            return None
        raise Undecided("laws of this kind are compared term by term only")

    def by_residues(self) -> Law | None:
        """The same function residue by residue, each class a relation that automata decide;
        None where it is not known to be one."""
        return None

    def value_sets(self, budget: Budget) -> Mapping[int, Automaton] | None:
        """Where G has each of its values, as automata in one numeration, at least one; None where
        the values are not known to be finitely many that are read off digits.

        Raises Undecided where the budget does not suffice."""
        del budget
        return None

    def formula(self, n: sympy.Symbol) -> sympy.Expr | None:
        """The terms as a sympy expression in n (a non-negative integer symbol); None if it
        would be too long to be read."""
        del n
        return None

    def eventual_term(self) -> tuple[tree.Node, int] | None:
        """A formula as a tree, and the n from which on it gives all terms; None where the law is
        not stated by such a formula."""
        return None

    def has_short_formula(self) -> bool:
        """Whether `formula` may be one without cases: False where it is known, without asking an
        algebra system, to be none."""
        return type(self).formula is not ClosedForm.formula
