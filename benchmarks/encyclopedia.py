"""The summary of the encyclopedia, and a recount of rows drawn at random.

    mexplore sweep examples/encyclopedia.toml --atlas games.sqlite
    mexplore sweep "octal(3)" --max-terms 2^22 --atlas games.sqlite
    python -m benchmarks.encyclopedia games.sqlite --out docs/encyclopedia.md

A row is counted again without the code that made it: its first values by the definition of the
game; the law of a periodic game on the values by the definition as far as these go; and the
certificate of its proof by `discover.verifying.verify`, which confirms every value from the rule.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from random import Random

from mexplore.discover.surveys.atlas import Atlas
from mexplore.discover.surveys.query import leaders, summary_of
from mexplore.discover.surveys.record import Record, Row
from mexplore.discover.verifying import verify
from mexplore.reports.documents.proof import version
from mexplore.reports.documents.survey import number
from mexplore.reports.site.lists import Families, league_table
from mexplore.reports.writers.document import Document, Heading, Paragraph, Table, Words
from mexplore.reports.writers.markdown import to_markdown
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

LEADERS = 10
BY_DEFINITION = 160  # values of a row
LONGEST_CHECK = 1 << 16  # values that a certificate is checked on


@dataclass
class Recount:
    """How many rows were drawn, how much of them was counted again, and what differs."""

    rows: int = 0
    values: int = 0
    periods: int = 0
    certificates: int = 0
    wrong: list[str] = field(default_factory=list)

    def sentence(self) -> str:
        """In a sentence."""
        found = "nothing differs" if not self.wrong else "; ".join(self.wrong)
        return (
            f"{self.rows} rows drawn at random were counted again: {self.values} values by the "
            f"definition, {self.periods} periods on these values, {self.certificates} certificates "
            f"by other code; {found}."
        )


def recount(rows: Sequence[Row], count: int, seed: int) -> Recount:
    """Count rows again."""
    found = Recount()
    for row in Random(seed).sample(list(rows), min(count, len(rows))):
        found.rows += 1
        _count(row.record, found)
    return found


def _count(record: Record, found: Recount) -> None:
    values = grundy_by_definition(parse_rule(record.rule), BY_DEFINITION)
    found.values += len(values)
    if tuple(values[: len(record.head)]) != record.head:
        found.wrong.append(f"{record.rule}: other values")
    if record.proved and record.repeats is not None:
        n0, p, saltus = record.repeats
        pairs = zip(values[n0 + p :], values[n0:], strict=False)
        found.periods += n0 + p < len(values)
        if any(later != earlier + saltus for later, earlier in pairs):
            found.wrong.append(f"{record.rule}: another period")
    if record.certificate is None or record.representative is not None:
        return
    certificate = json.loads(record.certificate)
    if certificate["bound"] <= LONGEST_CHECK:
        verdict = verify(certificate)
        found.certificates += verdict.valid
        if not verdict.valid:
            found.wrong.append(f"{record.rule}: {verdict.reason}")


def summary(families: Families, recounted: Recount) -> Document:
    """The page of the manual."""
    rows = list({row.rule: row for each in families.values() for row in each}.values())
    counts = summary_of(rows).statuses
    document = Document([Heading("The encyclopedia", 1)])
    document.add(
        Paragraph(
            f"{len(rows)} games of the families in examples/encyclopedia.toml, each studied for at "
            f"most {_most(rows, 'budget'):g} seconds on at most {_most(rows, 'max_terms')} values "
            f"(or runs to 10^120): {counts.get('proved', 0)} laws are proved, "
            f"{counts.get('holds so far', 0)} hold so far. Made by mexplore {version()} on "
            f"{date.today().isoformat()}."
        ),
        league_table(families),
        Paragraph("A game is not settled where no law that gives every value is proved here."),
    )
    for title, column in (("Longest periods", "period"), ("Longest preperiods", "preperiod")):
        table: list[list[Words]] = [
            [row.rule, number(row.record.facts[column]), row.family]
            for row in leaders(rows, column, LEADERS)
        ]
        document.add(Heading(title), Table(("rule", column, "family"), table))
    laws = [
        [x.pattern or "-", x.status, x.theorem or "-", str(x.rules)] for x in summary_of(rows).laws
    ]
    document.add(Heading("By pattern"), Table(("pattern", "status", "theorem", "games"), laws))
    document.add(Heading("Counted again"), Paragraph(recounted.sentence()))
    return document


def _most(rows: Sequence[Row], limit: str) -> float | int:
    """The largest limit of a study."""
    return max((getattr(row.record, limit) or 0 for row in rows), default=0)


def main() -> None:
    """Read the atlas, count again, write the page."""
    parser = argparse.ArgumentParser(description="The summary of the encyclopedia.")
    parser.add_argument("atlas", type=Path)
    parser.add_argument("--rows", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    with Atlas.read(given.atlas) as atlas:
        rows = atlas.rows()
    families: dict[str, list[Row]] = {}
    for row in rows:
        families.setdefault(row.family, []).append(row)
    text = to_markdown(summary(families, recount(rows, given.rows, given.seed)))
    if given.out is None:
        print(text, end="")
    else:
        given.out.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
