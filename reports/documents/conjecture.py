"""The part of a report where no law is proved: evidence, what would prove it, predictions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mexplore.reports.documents.proof import theorem_stated
from mexplore.reports.writers.document import (
    Details,
    Document,
    Heading,
    Items,
    Paragraph,
    Table,
    short,
)

if TYPE_CHECKING:
    from mexplore.discover.heaps.judging.conjecture import Demand, Support
    from mexplore.discover.heaps.study import Study
    from mexplore.discover.study.finding import FindingOf, Refusal, Refuted
    from mexplore.reports.writers.document import Block, Detail


LONGEST_COST = 1e8  # seconds


def add_conjecture(document: Document, study: Study) -> None:
    """All of it, where no law that gives every value is proved."""
    if not study.is_open or study.evidence.stop == 0:
        return
    _evidence(document, study)
    _what_would_prove(document, study)
    _predictions(document, study)


def _evidence(document: Document, study: Study) -> None:
    supports = study.conjectures.supports
    stop = short(study.evidence.stop)
    document.add(Heading("What holds so far"))
    if study.unreached is not None:
        document.add(Paragraph(f"Nothing: {study.unreached.words()}."))
    elif not supports:
        fallen = " Laws that fewer values suggested are refuted: see Refuted alternatives."
        more = fallen if study.refuted else ""
        document.add(Paragraph(f"No law fits the values at n < {stop}.{more}"))
    else:
        document.add(Items(list(map(_evidence_for, supports))))
    excluded = study.conjectures.excluded_periods
    if excluded is not None:
        most, last = excluded
        document.add(
            Paragraph(
                f"No period p <= {most} begins at or before n = {last}: for each of them G(m) and "
                f"G(m + p) differ at some m >= {last}."
            )
        )


def _evidence_for(seen: Support) -> str:
    law = seen.finding.claim.statement()
    if not seen.unseen:
        return (
            f"{law}: agrees with all n < {short(seen.stop)}, but is found only with all of these "
            "values, so that none of them tests it."
        )
    return (
        f"{law}: found in the values at n < {short(seen.suggested)} alone; the "
        f"{short(seen.unseen)} held-out values, up to n = {short(seen.stop - 1)}, agree with it."
    )


def _what_would_prove(document: Document, study: Study) -> None:
    document.add(Heading("What would prove a law"))
    if study.rule is None:
        document.add(Paragraph("Without a rule no law can be proved: any numbers may follow."))
        return
    wanted = study.conjectures.demands
    if not wanted:
        below = "; the reasons are listed below" if study.refusals else ""
        document.add(
            Paragraph(f"No theorem applies that says how many values would prove a law{below}.")
        )
        return
    for theorem in dict.fromkeys(each.theorem.name for each in wanted):
        statement = next(e.theorem.statement for e in wanted if e.theorem.name == theorem)
        document.add(theorem_stated(theorem, statement))
    columns = ("law", "theorem", "values needed", "time to compute the missing ones")
    document.add(Table(columns, [_demand(study, each) for each in wanted]))


def _demand(study: Study, each: Demand) -> list[str]:
    law = each.statement if each.found else f"for example {each.statement}"
    missing = "none is missing" if each.bound <= study.evidence.stop else _cost(study, each.bound)
    return [law, each.theorem.name, f"n < {short(each.bound)}", missing]


def _predictions(document: Document, study: Study) -> None:
    laws = [f for f in study.conjectures.laws if f.form is not None]
    if not laws:
        return
    document.add(Heading("Predictions"))
    found = study.conjectures.predictions
    if not found:
        document.add(
            Paragraph("The laws agree at all n that were compared: no value decides between them.")
        )
        return
    stop = found[-1].n + 1
    takes = f" To compute the values at n < {short(stop)} takes {_cost(study, stop)}."
    rows = [[short(each.n), *map(str, each.values)] for each in found]
    where = ("the next values", "the next n where they differ")
    cost = takes * (study.rule is not None)
    document.add(*predicted(laws, where, cost, ("n", "G(n)"), rows, numeric=True))


def predicted(
    laws: Sequence[FindingOf[Any]],
    where: tuple[str, str],
    more: str,
    heads: tuple[str, str],
    rows: list[list[str]],
    *,
    numeric: bool = False,
) -> list[Block]:
    """The values that would refute one law, or decide between several: ``where`` says which places
    they are at, in either case, and ``heads`` what stands above places and values of one law."""
    several = len(laws) > 1
    blocks: list[Block] = [
        Paragraph(f"What would refute the law{'s' * several}: {where[several]}.{more}")
    ]
    place, value = heads
    values = [f"by ({number})" for number in range(1, len(laws) + 1)] if several else [value]
    if several:
        named = [f"({number}) {f.claim.statement()}" for number, f in enumerate(laws, 1)]
        blocks.append(Items(named))
    return [*blocks, Table((place, *values), rows, numeric=numeric)]


def _cost(study: Study, stop: int) -> str:
    """The time to compute the missing values, in words."""
    seconds = study.seconds_for(stop)
    if seconds is None:
        return "an unknown time"
    if seconds < 2:
        return "a second or two, at the rate of the last values"
    if seconds > LONGEST_COST:
        return "years, at the rate of the last values"
    for size, name in ((86400, "days"), (3600, "hours"), (60, "minutes"), (1, "seconds")):
        if seconds >= 2 * size or size == 1:
            return f"about {seconds / size:.0f} {name}, at the rate of the last values"
    raise AssertionError


BRIEF_REFUTED, MOST_REFUTED = 3, 40


def add_refuted(document: Document, study: Study, detail: Detail) -> None:
    """The claims that fell, where, and by what; those first that a theorem refuted: that is news,
    that a few terms misled is not."""
    fallen = sorted(study.refuted, key=lambda refuted: not refuted.reason)
    if not detail.everything:
        document.add(
            *(Paragraph(f"Refuted: {each.statement()}.") for each in fallen[:BRIEF_REFUTED])
        )
    elif fallen:
        document.add(Heading("Refuted alternatives"), _refuted_table(fallen))


def _refuted_table(fallen: Sequence[Refuted]) -> Table:
    rows = [
        [
            each.claim.statement(),
            f"n < {short(each.seen_to)}",
            "later" if each.fails_at is None else f"n = {short(each.fails_at)}",
            each.reason or "its value",
        ]
        for each in fallen[:MOST_REFUTED]
    ]
    left = len(fallen) - len(rows)
    caption = f"The first {len(rows)} of {len(fallen)}." if left else ""
    return Table(("claim", "held for", "fails at", "by"), rows, caption=caption)


def add_refusals(document: Document, study: Study, detail: Detail) -> None:
    """Why nothing more is proved: the nearest theorems, or all."""
    if not study.refusals:
        return
    near = study.nearest_refusals
    left = len(study.refusals) - len(near)
    more = "" if detail.everything else f"; --all lists {left} more"
    caption = f"The theorems that come nearest{more}." if left else ""
    document.add(Heading("Why nothing more is proved"), refusals_table(near, caption))
    if detail.everything and left:
        others = [refusal for refusal in study.refusals if refusal not in near]
        document.add(Details(f"{left} other refusals", [refusals_table(others)]))


def refusals_table(refused: Sequence[Refusal], caption: str = "") -> Table:
    """A row for each theorem that does not prove a claim, or that is not about the rule."""
    if not any(refusal.statement for refusal in refused):
        rows = [[refusal.theorem, refusal.reason] for refusal in refused]
        return Table(("theorem", "reason"), rows, caption=caption)
    rows = [[r.theorem, r.statement or "(the rule)", r.reason] for r in refused]
    return Table(("theorem", "claim", "reason"), rows, caption=caption)
