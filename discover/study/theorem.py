"""What a theorem is: it turns a claim about all n into a finite computation.

It does so in two steps. ``hypotheses`` reads the shape of a rule, once, and says which hypothesis
fails where one does; ``bound_of`` takes the shape and a claim, and says how many terms decide.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast

from mexplore.discover.study.pattern import AnyClaim, Pattern
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from mexplore.rules.engine.grundy import Watcher
    from mexplore.rules.rule import Rule

FARTHEST = 1 << 20  # the heap from which on a rule may be another one

Game = TypeVar("Game")
"""What is played: a rule of heaps, or a board."""

Shape = TypeVar("Shape")
"""What a theorem needs to know of a game: the game itself, or numbers read off it."""

About = TypeVar("About", bound="AnyClaim")
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


@dataclass(frozen=True)
class Proved:
    """A theorem's consent: the claim, with all that it needs to tell every value, and the ``bound``
    of its check. All that was looked at is below it, as heaps or as coordinates of squares."""

    claim: Any
    bound: int


@dataclass(frozen=True)
class Since(Generic[Shape]):
    """What a theorem reads off a rule that is another one from some heap on: ``shape`` is that of
    the rule whose moves ``rule`` has from n = ``first`` on. Smaller heaps have any moves."""

    shape: Shape
    first: int
    rule: Rule
    words: str
    """The other rule."""


class TheoremOf(ABC, Generic[Game, Shape, About]):
    """One theorem: if a claim holds for finitely many values of a game, it holds for all.

    The class docstring holds the statement and a full proof, or its source; hypotheses are named in
    the order in which the code checks them, and follow from the shape of the rule, never from
    values.
    """

    name: ClassVar[str]
    """The theorem's name in JSON, certificates and reports, for example ``finite window``."""

    source: ClassVar[str]
    """Author, year, and number in the source."""

    statement: ClassVar[str]
    """The theorem in a sentence or two, for reports."""

    about: ClassVar[tuple[str, ...]]
    """The names of the claims that it can prove, those of ``About``; it is applied to no others.
    They are names so that the modules of the claims are loaded only when they are needed."""

    @abstractmethod
    def hypotheses(self, rule: Game) -> Shape | Inapplicable:
        """What the theorem needs to know of the rule; Inapplicable, with the first hypothesis
        that fails, if the rule does not satisfy them."""

    def claims_of(self, shape: Shape) -> Iterable[About]:
        """The claims that the theorem reads off the rule itself, without a detector."""
        del shape
        return ()

    def shape_of(self, rule: Game) -> Any:
        """What the theorem knows of a game: `hypotheses`, or what takes their place."""
        return self.hypotheses(rule)

    def applies(self, rule: Game) -> Inapplicable | None:
        """None if the rule satisfies the hypotheses about rules, otherwise the one that fails."""
        shape = self.shape_of(rule)
        return shape if isinstance(shape, Inapplicable) else None

    def claims(self, rule: Game) -> Iterable[About]:
        """The claims that the theorem reads off the rule; none if it does not apply."""
        shape = self.shape_of(rule)
        return () if isinstance(shape, Inapplicable | Since) else self.claims_of(shape)

    def check_again(
        self,
        rule: Game,
        claim: About,
        *,
        by_definition: bool = False,
        fast: bool = False,
        watcher: Watcher,
    ) -> str:
        """Where the proof rests on more than terms of the rule, such as a law of other rules, or
        automata: check that again, as a certificate is checked, and say what was done. Raises
        `discover.study.kind.Invalid`."""
        del rule, claim, by_definition, fast, watcher
        return ""

    @classmethod
    def is_about(cls, claim: AnyClaim) -> bool:
        """Whether the theorem can prove claims of this kind."""
        return claim.name in cls.about


class Theorem(TheoremOf["Rule", Shape, Claim]):
    """One theorem of the form 'if the claim holds for all n < bound, it holds for all n'.

    **Rules that are others from some heap on.** A rule may have, for all n >= N, the moves of one
    that satisfies the hypotheses, while smaller heaps have other moves (`rules.moves.eventual`).
    A theorem with ``eventual`` speaks of it, too: its proof asks for the moves of n >= n0 alone,
    where the claim begins at n0, and takes the values of smaller heaps as they are. So it proves
    the claim for n >= max(n0, N), by the bound of the claim that begins there; between n0 and N the
    claim is held against the values, which are below that bound. Where N enters in another way,
    `bound_since` says how. For N = 0 both rules are the same game, and every theorem applies.
    """

    heavy: ClassVar[bool] = False
    """Whether `bound` may take seconds; then it is called only while no light theorem has proved
    a law that predicts every term."""

    streaming: ClassVar[bool] = False
    """Whether the theorem computes the values itself, one after another, without storing them: then
    `bound_of` refuses, and `streamed_bound` and `check_stream` decide about a claim."""

    by_search: ClassVar[bool] = False
    """Whether a search for proofs (`discover.heaps.judging.state.ProofSearch`) applies it, and not
    every study to every claim."""

    eventual: ClassVar[bool] = False
    """Whether the proof asks for the moves of those heaps alone at which the claim is made."""

    def shape_of(self, rule: Rule) -> Shape | Since[Shape] | Inapplicable:
        """`hypotheses` of the rule, or of the rule that it is from some heap on."""
        from mexplore.rules.moves.eventual import eventually

        shape = self.hypotheses(rule)
        found = eventually(rule) if isinstance(shape, Inapplicable) else None
        if found is None:
            return shape
        inner = self.hypotheses(found.rule)
        if isinstance(inner, Inapplicable):
            return shape if found.first else inner
        if found.first == 0:
            return inner
        if not self.eventual:
            return Inapplicable(
                f"its proof asks for the moves of every heap: the rule is {found.rule} only from "
                f"n = {found.first} on"
            )
        if found.first > FARTHEST:
            return Inapplicable(f"the rule is {found.rule} only from n = {found.first} on: too far")
        return Since(inner, found.first, rule, str(found.rule))

    def bound_since(self, since: Since[Shape], claim: Claim) -> int | Inapplicable:
        """`bound_of` for a rule that is another one from some heap on, if the theorem is
        ``eventual``: that of the claim from there on."""
        return self.bound_of(since.shape, _from(claim, since.first))

    def decided(
        self, shape: Shape | Since[Shape], claim: Claim, deadline: float | None = None
    ) -> int | Inapplicable:
        """The bound for what `shape_of` said of the rule."""
        if isinstance(shape, Since):
            return self.bound_since(shape, claim)
        return self.bound_before(shape, claim, deadline)

    def suggested(
        self, shape: Shape | Since[Shape], deadline: float | None = None
    ) -> Iterable[Claim]:
        """The claims that the theorem reads off the rule."""
        return () if isinstance(shape, Since) else self.claims_before(shape, deadline)

    def conditions(self, shape: Shape | Since[Shape], claim: Claim) -> Sequence[tuple[str, str]]:
        """The hypotheses in words, as `checked` gives them."""
        if not isinstance(shape, Since):
            return self.checked(shape, claim)
        moves = (f"from some heap on the moves are those of {shape.words}", f"n >= {shape.first}")
        return (moves, *self.checked(shape.shape, _from(claim, shape.first)))

    def steps(self, shape: Shape | Since[Shape], claim: Claim) -> Sequence[str]:
        """The steps of the check beyond the comparison of terms."""
        return () if isinstance(shape, Since) else self.account(shape, claim)

    @abstractmethod
    def bound_of(self, shape: Shape, claim: Claim) -> int | Inapplicable:
        """The number of terms that prove the claim: if it holds for every n < bound, then it
        holds for every n. Inapplicable if a hypothesis about the claim fails.

        'The claim holds for every n < bound' means that ``claim.first_failure`` of the terms at
        0 <= n < bound is None. Other conditions of the theorem (on a product of two automata, for
        example) are checked here, completely, before a number is returned.
        """

    def bound_before(
        self, shape: Shape, claim: Claim, deadline: float | None
    ) -> int | Inapplicable:
        """`bound_of`, or Inapplicable when `working_seconds` passes the deadline. Theorems whose
        bound may take seconds override it."""
        del deadline
        return self.bound_of(shape, claim)

    def checked(self, shape: Shape, claim: Claim) -> Sequence[tuple[str, str]]:
        """The hypotheses in words, each with its value for this rule and this proved claim; empty
        if the statement already says everything."""
        del shape, claim
        return ()

    def streamed_bound(self, shape: Shape, claim: Claim) -> int | Inapplicable:
        """The number of values that a streaming theorem computes for a claim."""
        del shape, claim
        return Inapplicable(f"the theorem {self.name!r} streams no values")

    def check_stream(
        self, rule: Rule, shape: Shape, claim: Claim, watcher: Watcher
    ) -> Inapplicable | None:
        """Compute all values below `streamed_bound`; None if they prove the claim and its
        parameters are least, otherwise the reason why they do not."""
        del rule, watcher
        bound = self.streamed_bound(shape, claim)
        return bound if isinstance(bound, Inapplicable) else Inapplicable("nothing was checked")

    def account(self, shape: Shape, claim: Claim) -> Sequence[str]:
        """The steps of the check beyond the comparison of terms, a line each, for a referee; empty
        for most theorems. The claim is proved."""
        del shape, claim
        return ()

    def claims_before(self, shape: Shape, deadline: float | None) -> Iterable[Claim]:
        """`claims_of`, perhaps incomplete if `working_seconds` passes the deadline. Theorems whose
        search may take long override it."""
        del deadline
        return self.claims_of(shape)

    def bound(
        self, rule: Rule, claim: Pattern, deadline: float | None = None
    ) -> int | Inapplicable:
        """The bound for a rule and a claim of any kind: hypotheses first, then `bound_of`."""
        shape = self.shape_of(rule)
        if isinstance(shape, Inapplicable):
            return shape
        if not self.is_about(claim):
            return Inapplicable(f"the claim is not a law of the kind {' or '.join(self.about)}")
        return self.decided(shape, claim, deadline)  # type: ignore[arg-type]


class OneLaw(Theorem[Claim, Claim]):
    """A theorem that tells the law of a rule by its moves alone: what it reads off the rule is the
    claim that is true, and it proves no other. No value is needed; a few are compared all the
    same."""

    compared: ClassVar[int] = 64
    """Terms that are compared."""

    @abstractmethod
    def instead(self, shape: Claim) -> str:
        """What is said of any other claim."""

    def bound_of(self, shape: Claim, claim: Claim) -> int | Inapplicable:
        return self.compared if claim == shape else Inapplicable(self.instead(shape))

    def claims_of(self, shape: Claim) -> Iterable[Claim]:
        yield shape


def _from(claim: Claim, first: int) -> Claim:
    """The claim for those n alone that are ``first`` or more."""
    begins = next(part for part in ("preperiod", "start") if hasattr(claim, part))
    claimed: Any = claim
    later = replace(claimed, **{begins: max(getattr(claim, begins), first)})
    return cast(Claim, later)


AnyTheoremOf = TheoremOf[Any, Any, Any]
"""A theorem, whatever kind of game it is about."""

Named = TypeVar("Named", bound=TheoremOf[Any, Any, Any])


def theorem_named(name: object, theorems: Iterable[Named]) -> Named | None:
    """The theorem of this name, as certificates give it; None if there is none."""
    return next((each for each in theorems if each.name == name), None)


AnyTheorem = Theorem[Any, Any]
"""A theorem, whatever it reads off a rule."""
