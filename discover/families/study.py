"""The study of a family: a detector guesses laws, a solver decides, and members are compared.

What is particular to a kind of family, its detector and its theorem, is a `Method`; the rest is the
same for all of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Any, ClassVar, Literal, Self

from mexplore.discover.families.judging import Confirmation, first_members
from mexplore.discover.families.library import shipped_law
from mexplore.discover.families.patterns.by_cases import LawOfCell, LawsByCases
from mexplore.discover.families.patterns.splits import Case
from mexplore.discover.families.solvers.solver import (
    NotInstalled,
    Remembering,
    Solver,
    solver_named,
)
from mexplore.discover.families.theorems.by_cases import Proved, TheoremByCases
from mexplore.discover.study.finding import FindingOf, Proof
from mexplore.discover.study.limits import Ending, Limits
from mexplore.discover.study.study import Search, StudyOf, run
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Progress, Watcher, no_progress
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import was_out_of_time
from mexplore.rules.parameters.family import FamilyOfRules, Naming

BUDGET = 20.0  # seconds, unless another budget is given
LEAST = 0.9  # of the budget: when the search for least periods ends
LATE = 1.15  # of the budget: when the proof of what was found is given up
EACH = 5.0  # seconds for a law that a detector asks for
REMEDY = "pip install 'mexplore[families]'"

FamilyStatus = Literal["proved", "proved in part", "holds so far", "nothing found"]
Theorem = TheoremByCases[Any, Any]

Ends = Callable[[Any, dict[str, int]], tuple[int, int] | None]
"""The least preperiod and period of a member, where they are seen."""

Studying = Callable[[Any, float, Watcher], "FamilyStudy"]


@dataclass(frozen=True, eq=False, repr=False)
class FamilyStudy(StudyOf[FindingOf[Any], Theorem]):
    """What was found of a family: one claim at most, with a law for each of its cases.

    ``solver`` is the program that decided, with its version; without one ``remedy`` says what to
    install. ``left_open`` is a member without a law, where one is known; ``unsuited`` says why
    there may be no law, where that is seen.
    """

    rule: FamilyOfRules
    findings: tuple[FindingOf[Any], ...] = ()
    ended: Ending = "terms"
    seconds: float = 0.0
    solver: str = ""
    remedy: str = ""
    log: tuple[str, ...] = ()
    library: str = ""
    """The name in the library of families, where the laws come from there."""
    left_open: Mapping[str, int] = field(default_factory=dict)
    confirmation: Confirmation = field(default_factory=Confirmation)
    unsuited: str = ""
    by: tuple[Theorem, ...] = ()
    """The theorem about families of this kind."""

    @property
    def game(self) -> FamilyOfRules:
        return self.rule

    def theorems(self) -> tuple[Theorem, ...]:
        return self.by

    @property
    def claim(self) -> LawsByCases | None:
        """The laws; None where there are none."""
        return self.findings[0].claim if self.findings else None

    @property
    def family_status(self) -> FamilyStatus:
        """The verdict on the family: laws that are proved may leave members open."""
        in_part = self.status == "proved" and self.claim and not self.claim.about_all
        return "proved in part" if in_part else self.status

    def named(self, naming: Naming) -> Self:
        """The study of the family, and the laws, in other names."""
        return replace(
            self,
            findings=tuple(replace(f, claim=naming.of(f.claim)) for f in self.findings),
            rule=naming.of(self.rule),
            log=tuple(map(naming.in_text, self.log)),
            left_open=naming.of(self.left_open),
            confirmation=naming.of(self.confirmation),
            unsuited=naming.in_text(self.unsuited),
        )

    def __repr__(self) -> str:
        """In a line: the family, how many laws, and the verdict."""
        count = 0 if self.claim is None else len(self.claim.laws)
        return f"<{self.rule}: {count} law{'s' * (count != 1)}; {self.family_status}>"


def decider() -> tuple[Solver | None, str, str]:
    """What decides, which remembers what it was asked; its name with the version, or what to
    install."""
    solver = Remembering(solver_named("z3"))
    try:
        return solver, f"z3 {solver.version}", ""
    except NotInstalled:
        return None, "", REMEDY


@dataclass(frozen=True)
class Candidate:
    """Laws that may be those of a family, or None, and how the search for them ended.

    ``left_open`` is a member without a law, where one is known. Laws of the library have their name
    there, and the family with its parts in the order in which they stand there.
    """

    claim: LawsByCases | None
    ended: Ending = "proved"
    left_open: Mapping[str, int] = field(default_factory=dict)
    library: str = ""
    rule: FamilyOfRules | None = None

    terms: ClassVar[tuple[()]] = ()
    """No values of members come with it, by which a claim might fail."""


class Method(ABC):
    """What is particular to the study of one kind of family."""

    family: ClassVar[type[FamilyOfRules]]
    claim: ClassVar[type[LawsByCases]]
    theorem: ClassVar[Theorem]

    share: ClassVar[float] = 0.8
    """Of the budget, for the search."""

    shows_unproved: ClassVar[bool] = False
    """Whether the first candidate ends the study although it may only hold so far; others are
    passed over where they are not proved, and no candidate is looked for without a solver."""

    @abstractmethod
    def candidates(self, search: FamilySearch) -> Iterator[Candidate]:
        """What the detector finds."""

    @property
    def ends(self) -> Ends | None:
        """What finds the least preperiod and period of a member whose moves are more than numbers
        of tokens."""
        return None

    def sharper(self, claim: Any, solver: Solver, until: float) -> LawsByCases | None:
        """The claim, which is proved, with more in it that a solver shows; None where there is no
        more to be shown."""
        del claim, solver, until
        return None

    def compared(self, rule: Any, claim: Any, until: float) -> Confirmation:
        """The claim is compared with values of members by the definition."""
        del until
        return first_members(rule, claim)

    def unsuited(self, rule: Any) -> str:
        """Why a family may have no law of this kind, where that is seen."""
        del rule
        return ""


def study_family(
    rule: FamilyOfRules, method: Method, budget: float | None = None, watcher: Watcher = no_progress
) -> FamilyStudy:
    """Look for laws that cover the family, and prove them. A KeyboardInterrupt ends the study with
    what is proved by then."""
    inner, back = rule.in_inner_names()
    named: Watcher = lambda now: watcher(replace(now, trying=back.in_text(now.trying)))  # noqa: E731
    search = FamilySearch(inner, method, BUDGET if budget is None else budget, named)
    candidate, ended = run(search)
    found = FamilyStudy(
        inner,
        tuple(search.findings),
        ended,
        solver=search.decided_by,
        remedy=search.remedy,
        by=(method.theorem,),
    )
    if found.findings:
        found = replace(
            found,
            rule=candidate.rule or inner,
            library=candidate.library,
            left_open=search.left_open,
        )
    elif ended == "terms" and working_seconds() > search.until:
        found = replace(found, ended="time")
    elif ended == "terms" and search.may_search:
        found = replace(found, unsuited=method.unsuited(inner))
    seconds, log = working_seconds() - search.began, tuple(search.log)
    study = replace(found, seconds=seconds, log=log, confirmation=search.confirmation)
    return study.named(back)


class FamilySearch(Search[Candidate, FindingOf[Any]]):
    """The study of a family, in inner names, while it runs: one candidate after the other.

    Detectors may use the ``solver``, if one is installed, until `working_seconds` passes ``until``;
    what they try goes into the log.
    """

    def __init__(
        self, rule: FamilyOfRules, method: Method, seconds: float, watcher: Watcher
    ) -> None:
        super().__init__(Limits(seconds), watcher)
        self.rule: Any = rule
        self.method, self.seconds = method, seconds
        self.solver, self.decided_by, self.remedy = decider()
        self.until = self.after(method.share)
        self.log: list[str] = []
        self.confirmation = Confirmation()
        self.now = Candidate(None)
        self.ended: Ending = "terms"
        self.left_open: Mapping[str, int] = {}
        self.steps = self._candidates()

    @property
    def may_search(self) -> bool:
        return self.solver is not None or self.method.shows_unproved

    def after(self, share: float) -> float:
        """When this share of the budget is over."""
        return self.began + share * self.seconds

    def laws(self) -> Sequence[FindingOf[Any]]:
        """None: they are in inner names until the end."""
        return ()

    def compute(self) -> Candidate | None:
        return next(self.steps, None)

    def _candidates(self) -> Iterator[Candidate]:
        """The laws of the library, which are proved again like others; then those of the
        detector."""
        known = shipped_law(self.rule) if self.may_search else None
        if known is not None:
            yield Candidate(known.law, library=known.name, rule=known.rule)
        if self.may_search:
            yield from self.method.candidates(self)

    def computed(self) -> Candidate:
        return self.now

    def unconsidered(self) -> Candidate:
        return Candidate(None)

    def explained(self, known: Candidate) -> bool:
        """`ending` says when the study ends: laws that are proved may leave members open."""
        del known
        return False

    def ending(self, known: Candidate) -> Ending | None:
        del known
        return self.ended if self.findings or self.method.shows_unproved else None

    def consider(self, known: Candidate) -> None:
        """The theorem is applied to the claim as a whole, and what remains is compared. After
        Ctrl-C in the search what it found is proved, and no more."""
        self.now, self.ended, self.left_open = known, known.ended, known.left_open
        self.findings = []
        if known.claim is None:
            return
        if self.method.shows_unproved:
            self.findings = [FindingOf(known.claim, 0)]
        if self.solver is not None:
            self._stage("proof", self._prove)
        later = ("least periods", self._sharpen), ("members far outside", self._compare)
        for name, step in later:
            if self.findings and self.ended != "interrupted":
                self._stage(name, step)

    def _stage(self, name: str, step: Callable[[], None]) -> None:
        """The end of time leaves what was known before it."""
        self.watcher(Progress(name, 0, 0))
        try:
            step()
        except (KeyboardInterrupt, Exception) as error:
            if not was_out_of_time(error):
                raise
            self.ended = "time"

    def _prove(self) -> None:
        reason = self._shown(self.now.claim)
        self.log += [reason] if reason else []

    def _shown(self, claim: Any) -> str:
        """Put the claim into what is found, if the theorem proves it; otherwise the reason."""
        assert self.solver is not None
        theorem, rule = self.method.theorem, self.now.rule or self.rule
        proved = theorem.prove(rule, claim, [self.solver], self.after(LATE))
        if not isinstance(proved, Proved):
            return proved.reason
        self.findings = [FindingOf(claim, 0, Proof(theorem.name, proved.conditions))]
        self.left_open = proved.left_open or self.left_open
        return ""

    def _sharpen(self) -> None:
        """More is claimed of laws that are proved, and those of the library have it already."""
        (finding,) = self.findings
        if finding.proof is None or self.solver is None or self.now.library:
            return
        claim = self.method.sharper(finding.claim, self.solver, self.after(LEAST))
        if claim is not None:
            self._shown(claim)

    def _compare(self) -> None:
        """A proved law that fails for a member is an error of ours."""
        (finding,) = self.findings
        rule = self.now.rule or self.rule
        found = self.confirmation = self.method.compared(rule, finding.claim, self.after(1.0))
        if found.failure is None:
            return
        if finding.proof is not None:
            raise RuntimeError(f"a proved law fails at {found.failure}")
        self.log.append(str(found.failure))
        self.findings = []

    def proves(self, law: LawOfCell, case: Case) -> bool:
        """For detectors: whether the law is shown to be true for all parameters in its cell."""
        if self.solver is None:
            return False
        self.watcher(Progress("laws", len(self.log), len(self.log)))
        until = min(self.until, working_seconds() + EACH)
        outcome = self.method.theorem.outcome(self.rule, case, law, [self.solver], until)
        word = "proved" if outcome.proved else outcome.failed
        self.log.append(f"{law.statement()}: {word}")
        return outcome.proved
