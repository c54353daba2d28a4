"""The result of a study of a family, to be shown and written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar

from mexplore.discover.families.codes.law import WordLaw
from mexplore.discover.families.library import shipped_families
from mexplore.discover.families.table import LawRow, rows_of, split_words
from mexplore.reports.documents.family_table import explained, laws_table, pieces, proof_sections
from mexplore.reports.documents.literature import sources_of
from mexplore.reports.documents.one_picture import OnePicture
from mexplore.reports.documents.proof import add_reproduction
from mexplore.reports.writers.document import Document, Heading, Math, Paragraph, add_figures
from mexplore.reports.writers.prose import with_formulas
from mexplore.rules.arithmetic.polynomial import plain_of
from mexplore.rules.dataclass import dataclass
from mexplore.rules.parameters.codes import CodeFamily
from mexplore.rules.parameters.family import given
from mexplore.rules.parameters.rule import ParametricRule

if TYPE_CHECKING:
    import pandas as pd

    from mexplore.discover.coq.export import CoqProof
    from mexplore.discover.families.study import FamilyStudy
    from mexplore.discover.study.finding import FindingOf
    from mexplore.discover.study.theorem import Inapplicable
    from mexplore.reports.plots.single import OnlyPicture
    from mexplore.reports.writers.document import Block, Detail, Figure
    from mexplore.rules.parameters.family import FamilyOfRules

NAMED = 3  # members with smaller periods
LARGEST_SMALL, MOST_SMALL = 20, 400  # members, to tell how many have a law


@dataclass(frozen=True)
class FamilyReport(OnePicture):
    """Of a family of rules, of whatever kind its moves and its laws are."""

    other_kind: ClassVar[str] = "a family has no picture of {kind}; name a member with --at"

    study: FamilyStudy

    @cached_property
    def rows(self) -> tuple[LawRow, ...]:
        """The laws as rows of a table."""
        claim = self.study.claim
        return () if claim is None else rows_of(self.study.rule, claim)

    def sources(self) -> list[str]:
        name = self.study.library
        families = [shipped_families()[name]] if name else []
        return sources_of(self.study.rule, self.study.theorem, families)

    def json(self) -> dict[str, Any]:
        """The entries of other studies, in which the status of a family that is proved in part is
        "proved in part"."""
        study, claim, proved = self.study, self.study.claim, self.study.proved
        rule, checked = study.rule, study.confirmation
        trusted = []
        if proved is not None:
            trusted = [f"theorem {proved.theorem}", study.solver, "expansion of polynomials"]
        return {
            "rule": str(rule),
            "family": rule.notation,
            "where": [str(constraint) for constraint in rule.where],
            "status": study.family_status,
            "theorem": proved.theorem if proved else None,
            "conditions": proved.proof.bound if proved and proved.proof else None,
            "split": [] if claim is None else [step.to_json() for step in claim.split],
            "laws": self.laws(),
            "library": study.library or None,
            "left_open": dict(study.left_open) or None,
            "checked": {
                "members": checked.members,
                "values": checked.values,
                "largest": checked.largest,
            },
            "trusted": trusted,
            "solvers": [study.solver] if study.solver else [],
            "findings": [_finding_json(finding) for finding in study.findings],
            "refusals": [],
            "ended": study.ended,
            "certificate": study.certificate,
        }

    def laws(self) -> list[dict[str, Any]]:
        """The laws as certificates state them, each with what the table says of it."""
        claim = self.study.claim
        laws = [] if claim is None else claim.parameters()["laws"]
        return [{**law, **_more(row)} for law, row in zip(laws, self.rows, strict=True)]

    def document(self, command: str, detail: Detail, figures: Sequence[Figure] = ()) -> Document:
        """Everything that is known of a family: laws and verdict; with all details also what the
        game is, the proof, and how to repeat it."""
        study, claim = self.study, self.study.claim
        rule, whom = study.rule, constraints(study.rule)
        document = Document([Heading(f"{rule.notation} for all {whom}", 1)])
        if self.interrupted:
            document.add(Paragraph("Stopped by the user: this is a partial result."))
        if claim is None:
            document.add(Paragraph(_nothing(study)))
            return document
        if detail.everything:
            document.add(Heading("The games"), self._games(), Heading(_heading(study)))
        for words in split_words(claim.split):
            document.add(Paragraph(with_formulas(f"Members are sorted by {words}.")))
        document.add(laws_table(self.rows, detail), *map(Paragraph, verdict(study, self.rows)))
        if study.library:
            known = shipped_families()[study.library]
            words = f"The laws are those of the library ({known.name}): {known.source}."
            document.add(Paragraph(words))
        if detail.everything:
            add_figures(document, figures)
            document.add(*proof_sections(study, claim, self.rows))
            add_reproduction(document, command, study.certificate)
        return document

    def _games(self) -> Paragraph:
        """The members in words."""
        rule = self.study.rule
        if isinstance(rule, ParametricRule):
            elements = ", ".join(map(plain_of, rule.elements))
            move = f"a move takes {elements} tokens from a heap (one of these numbers)"
        else:
            code = ", in which d{k} stands for k digits d" * isinstance(rule, CodeFamily)
            move = f"the rule is {rule.notation}{code}"
        turns = f"For integers with {constraints(rule)} two players take turns; "
        return Paragraph(
            (
                f"{turns}{move}, and who cannot move loses. ",
                Math("G(n)", "G(n)"),
                " is the nim-value of a heap of n tokens: the least number that no move leads to.",
            )
        )

    def for_newcomers(self) -> list[Block]:
        """The laws on an example, and one condition in words."""
        claim = self.study.claim
        return [] if claim is None else list(explained(self.study, claim, self.rows))

    def frame(self) -> pd.DataFrame:
        """A row for each law, or for each piece of one whose values are vectors of digits."""
        import pandas as pd

        rows: list[list[Any]]
        if isinstance(self.study.rule, ParametricRule):
            columns = ["when", "period", "preperiod", "word", "conditions"]
            laws = [{**law, "when": ", ".join(law["when"])} for law in self.laws()]
            rows = [[law[column] for column in columns] for law in laws]
        elif self.rows and isinstance(self.rows[0].law, WordLaw):
            columns = ["cell", "period", "preperiod", "values"]
            rows = [
                [row.whom, plain_of(row.period), plain_of(row.preperiod), row.law.word()]
                for row in self.rows
            ]
        else:
            columns = ["cell", "n", "where", "value", "period", "saltus"]
            rows = [list(piece) for row in self.rows for piece in pieces(row)]
        return pd.DataFrame(rows, columns=columns)

    def coq(self) -> CoqProof | Inapplicable:
        from mexplore.discover.coq.families.members import proof_of_family

        return proof_of_family(self.study)

    def log(self) -> str:
        return "\n".join([*self.study.log, f"ended: {self.study.ended}"])

    def plot(self) -> OnlyPicture:
        from mexplore.reports.plots.single import FAMILY

        return FAMILY


def _more(row: LawRow) -> dict[str, Any]:
    """What the table says of a law, besides the law itself."""
    runs = row.law.word() if isinstance(row.law, WordLaw) else None
    return {
        "when": list(row.when),
        "least": "proved" if row.least else None,
        "smaller": row.smaller and {"member": row.smaller[0], "period": row.smaller[1]},
        "word": runs if row.word is None else str(row.word),
        "before": None if row.before is None else str(row.before),
        "in_names": {"period": row.written_period, "preperiod": plain_of(row.preperiod)},
        "conditions": row.conditions,
    }


def constraints(rule: FamilyOfRules) -> str:
    """The constraints of a family, as they are written after ``--for``."""
    return ", ".join(map(str, rule.where))


def _heading(study: FamilyStudy) -> str:
    return {"proved": "Theorem", "proved in part": "Theorem, for a part of the members"}.get(
        study.family_status, "Conjecture"
    )


def _finding_json(finding: FindingOf[Any]) -> dict[str, Any]:
    """A finding about all members: there is no last n to which it was tested, and no formula."""
    proof, claim = finding.proof, finding.claim
    return {
        "pattern": claim.name,
        "parameters": claim.parameters(),
        "status": finding.status,
        "theorem": proof.theorem if proof else None,
        "bound": proof.bound if proof else None,
        "checked_to": None,
        "statement": claim.statement(),
        "formula": None,
        "latex": claim.latex(),
    }


# What is known, in sentences.


def _nothing(study: FamilyStudy) -> str:
    """Why there is no law, and what may help."""
    log = study.log
    if isinstance(study.rule, ParametricRule):
        tried = f"{len(log)} candidates were refuted" if log else "no candidate was found"
        found = "Nothing found that holds for all members of a cell"
        return f"{found} ({tried}); more --budget may help."
    if study.remedy:
        more = f"{study.remedy} installs the solver that proves laws"
    elif study.unsuited:
        more = study.unsuited
    else:
        late = study.ended == "time"
        more = "more --budget may help" if late else "none of the shapes that are tried suits"
    return f"Nothing found that is proved for all members; {more}."


def verdict(study: FamilyStudy, rows: Sequence[LawRow]) -> Iterator[str]:
    """What is proved, and what was compared."""
    bound = study.findings[0].proof.bound if study.findings[0].proof else 0
    if isinstance(study.rule, ParametricRule):
        yield _status(study, rows, bound)
        if bound:
            yield _least(study, rows)
    else:
        laws = f"{len(rows)} law{'s' * (len(rows) > 1)} for every member"
        shown = f"{study.solver}: {bound} conditions, no member is left"
        yield (
            f"Proved for all {constraints(study.rule)}: {laws}, by the theorem "
            f"{study.findings[0].theorem} ({shown}). {_least(study, rows)}"
        )
    yield _confirmed(study)


def _status(study: FamilyStudy, rows: Sequence[LawRow], bound: int) -> str:
    """How far laws in digits are proved."""
    if study.family_status == "proved":
        laws = f"{len(rows)} law{'s cover' if len(rows) > 1 else ' covers'} every member"
        shown = f"{study.solver}: {bound} conditions, no member is left"
        return f"Proved for all {constraints(study.rule)}: {laws} ({shown})."
    if study.family_status == "proved in part":
        laws = f"{len(rows)} law{'s' * (len(rows) > 1)} ({study.solver}: {bound} conditions)"
        open_ = _open(study.rule, study.left_open)
        return f"Proved in part: {laws}. Left open{open_}.{_share(study)}"
    found = "Found, and not proved"
    if study.confirmation.members:
        largest = study.confirmation.largest
        found = f"Holds so far for the members that were looked at, with names up to {largest}"
    solver = "the solver did not finish"
    if study.remedy:
        solver = f"{study.remedy} installs a solver, which may prove it"
    return f"{found}; {solver}."


def _open(rule: FamilyOfRules, member: Mapping[str, int]) -> str:
    if not member:
        return ": what is in none of the rows"
    return f": what is in none of the rows, such as {_named(rule, member)}"


def _share(study: FamilyStudy) -> str:
    """How many of the small members have a law."""
    claim, rule = study.claim, study.rule
    members = list(islice(rule.members(LARGEST_SMALL), MOST_SMALL))
    if claim is None or not members:
        return ""
    covered = sum(claim.law_of(rule, member) is not None for member in members)
    largest = max(max(member.values()) for member in members)
    return f" Of {len(members)} members with names up to {largest}, {covered} have a law here."


def _named(rule: FamilyOfRules, member: Mapping[str, int]) -> str:
    """A member by its names and by its notation."""
    return f"{given(member)}: {rule.member(**member)}"


def _least(study: FamilyStudy, rows: Sequence[LawRow]) -> str:
    """Which periods are known to be the least ones."""
    others = [row for row in rows if not row.least]
    if not others:
        return "Least periods: proved." if len(rows) > 1 else "Least period: proved."
    text = f"Least periods: proved in {len(rows) - len(others)} of {len(rows)} laws"
    if not isinstance(study.rule, ParametricRule):  # smaller ones are not looked for
        alone = "Whether the period is the least one is not proved."
        return alone if len(rows) == 1 else f"{text}."
    smaller = [row.smaller for row in others if row.smaller is not None]
    if not smaller:
        return f"{text}; no member with a smaller one was found."
    shown = dict.fromkeys(f"{study.rule.member(**member)} has {p}" for member, p in smaller)
    return f"{text}; in others there are smaller ones: {', '.join([*shown][:NAMED])}."


def _confirmed(study: FamilyStudy) -> str:
    """What the comparison with brute force said."""
    found = study.confirmation
    if not found.members:
        return "No member was compared with brute force: the time was up."
    who = "1 member" if found.members == 1 else f"{found.members} members"
    names = "" if found.largest is None else f" with names up to {found.largest}"
    agree = f"agree{'s' * (found.members == 1)}"
    return f"Checked independently by brute force: {who}{names} {agree}, {found.values:,} values."
