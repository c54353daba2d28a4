"""The result of a study of a family of numbers of tokens, to be shown and written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from mexplore.discover.families.table import LawRow, rows_of
from mexplore.reports.documents.about_family import AboutFamily
from mexplore.reports.documents.digits_explained import explained
from mexplore.reports.documents.family import confirmed, laws_table, verdict
from mexplore.rules.parameters.written import plain_of

if TYPE_CHECKING:
    import pandas as pd

    from mexplore.discover.families.patterns.by_cases import LawsByCases
    from mexplore.discover.families.study import FamilyStudy
    from mexplore.reports.writers.document import Block, Detail, Table


@dataclass(frozen=True)
class FamilyReport(AboutFamily):
    """Of a family whose moves take one of finitely many numbers of tokens."""

    study: FamilyStudy

    @cached_property
    def rows(self) -> tuple[LawRow, ...]:
        """The laws as rows of a table."""
        claim = self.study.claim
        return () if claim is None else rows_of(self.study.rule, claim)

    def a_move(self) -> str:
        elements = ", ".join(plain_of(element) for element in self.study.rule.elements)
        return f"a move takes {elements} tokens from a heap (one of these numbers)"

    def table(self, detail: Detail) -> Table:
        return laws_table(self.rows, detail)

    def verdict(self) -> Iterator[str]:
        yield from verdict(self.study, self.rows)
        yield confirmed(self.study)

    def nothing(self) -> str:
        log = self.study.log
        tried = f"{len(log)} candidates were refuted" if log else "no candidate was found"
        found = "Nothing found that holds for all members of a cell"
        return f"{found} ({tried}); more --budget may help."

    def explained(self) -> Iterator[Block]:
        yield from explained(self.rows)

    def laws_json(self, claim: LawsByCases) -> list[dict[str, Any]]:
        laws = claim.parameters()["laws"]
        return [{**law, **_more(row)} for law, row in zip(laws, self.rows, strict=True)]

    def more_json(self) -> dict[str, Any]:
        study, found = self.study, self.study.confirmation
        trusted = []
        if study.proved is not None:
            trusted = [f"theorem {study.proved.theorem}", study.solver, "expansion of polynomials"]
        return {
            "left_open": dict(study.left_open) or None,
            "checked": {
                "members": found.members,
                "values": found.values,
                "largest": found.largest,
            },
            "trusted": trusted,
        }

    def frame(self) -> pd.DataFrame:
        """A row for each law."""
        import pandas as pd

        columns = ["when", "period", "preperiod", "word", "conditions"]
        claim = self.study.claim
        laws = [] if claim is None else self.laws_json(claim)
        rows = [{**law, "when": ", ".join(law["when"])} for law in laws]
        return pd.DataFrame([{c: row[c] for c in columns} for row in rows], columns=columns)


def _more(row: LawRow) -> dict[str, Any]:
    """What the table says of a law, beside the law itself."""
    return {
        "when": list(row.when),
        "least": "proved" if row.least else None,
        "smaller": row.smaller and {"member": row.smaller[0], "period": row.smaller[1]},
        "word": None if row.word is None else str(row.word),
        "before": None if row.before is None else str(row.before),
        "in_names": {"period": row.written_period, "preperiod": plain_of(row.preperiod)},
        "conditions": row.conditions,
    }
