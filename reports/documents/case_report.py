"""The result of a study of a family of ranges or of codes, to be shown and written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mexplore.discover.families.codes.patterns.law import WordLaw
from mexplore.reports.documents.about_family import AboutFamily, constraints
from mexplore.reports.documents.case_explained import explained
from mexplore.reports.documents.case_table import rows, table
from mexplore.rules.parameters.codes import CodeFamily

if TYPE_CHECKING:
    import pandas as pd

    from mexplore.discover.families.by_cases import StudyByCases
    from mexplore.discover.families.patterns.by_cases import LawsByCases
    from mexplore.reports.writers.document import Block, Detail, Table


@dataclass(frozen=True)
class CaseReport(AboutFamily):
    """Of a family whose laws are found and proved case by case."""

    study: StudyByCases

    @property
    def claim(self) -> LawsByCases:
        """The laws, where there are some."""
        assert self.study.claim is not None
        return self.study.claim

    def a_move(self) -> str:
        rule = self.study.rule
        code = ", in which d{k} stands for k digits d" * isinstance(rule, CodeFamily)
        return f"the rule is {rule.notation}{code}"

    def table(self, detail: Detail) -> Table:
        del detail
        return table(self.study.rule, self.claim)

    def verdict(self) -> Iterator[str]:
        study, proved, count = self.study, self.study.proved, len(self.claim.laws)
        assert proved is not None and proved.proof is not None
        yield (
            f"Proved for all {constraints(study.rule)}: {count} law{'s' * (count > 1)} for every "
            f"member, by the theorem {proved.theorem} ({study.solver}: {proved.proof.bound} "
            f"conditions, no member is left). {_least(self.claim)}"
        )
        members, values = study.compared
        yield f"Checked independently by brute force: {members} members agree, {values:,} values."

    def nothing(self) -> str:
        study = self.study
        if study.remedy:
            more = f"{study.remedy} installs the solver that proves laws"
        elif study.unsuited:
            more = study.unsuited
        elif study.ended == "time":
            more = "more --budget may help"
        else:
            more = "none of the shapes that are tried suits"
        return f"Nothing found that is proved for all members; {more}."

    def explained(self) -> Iterator[Block]:
        yield from explained(self.study, self.claim)

    def laws_json(self, claim: LawsByCases) -> list[dict[str, Any]]:
        laws: list[dict[str, Any]] = claim.parameters()["laws"]
        return laws

    def more_json(self) -> dict[str, Any]:
        return {"checked": dict(zip(("members", "values"), self.study.compared, strict=True))}

    def frame(self) -> pd.DataFrame:
        """A row for each law, or for each piece."""
        import pandas as pd

        claim = self.study.claim
        words = claim is not None and isinstance(claim.laws[0].law, WordLaw)
        digits = ["cell", "n", "where", "value", "period", "saltus"]
        columns = ["cell", "period", "preperiod", "values"] if words else digits
        found = [] if claim is None else rows(self.study.rule, claim)
        return pd.DataFrame(found, columns=columns)


def _least(claim: LawsByCases) -> str:
    """Which periods are known to be the least ones."""
    count = sum(each.law.is_least for each in claim.laws)
    if count == len(claim.laws):
        return "Least periods: proved." if count > 1 else "Least period: proved."
    if len(claim.laws) == 1:
        return "Whether the period is the least one is not proved."
    return f"Least periods: proved in {count} of {len(claim.laws)} laws."
