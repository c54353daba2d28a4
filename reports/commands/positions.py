"""``mexplore positions``: where a value occurs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any

import typer

from reports.cli.options import Budget, Names, Output, RuleText, Unproved, read_means
from rules.errors import InputError

if TYPE_CHECKING:
    from discover.questions.values import Answers, Means
    from discover.questions.where import Occurrences
    from discover.study import Study
    from reports.documents.document import Document
    from rules.computing.grundy import Watcher
    from rules.rule import Rule

STUDIED = 2000  # so many positions are listed in JSON, and studied as a sequence
SEARCHED = 10**6  # below this n
SHOWN = 60
USUAL_LAST = 10**4
FURTHEST = 10**7  # so far the K-th position is looked for where no law is known


@dataclass(frozen=True)
class Place:
    """Which value, below which n, and the number of the one position that is asked for."""

    value: int
    stop: int | None
    nth: int | None


def command(
    rule: RuleText,
    names: Names,
    output: Output,
    value: Annotated[str, typer.Option(metavar="V", help="The value; 0: P-positions.")] = "0",
    upto: Annotated[
        str | None, typer.Option("--upto", metavar="N", help="Count them up to N: 10^18.")
    ] = None,
    nth: Annotated[
        str | None, typer.Option(metavar="K", help="The K-th of them, from 1 on: 10^18.")
    ] = None,
    unproved: Unproved = False,
    budget: Budget = None,
) -> None:
    """List, count and number the n with G(n) = V, with their gaps and patterns.

    Counts up to a huge N, and the K-th position for a huge K, come from a closed form. The
    positions are studied as a sequence: what is found of it holds so far.

    mexplore positions 0.07 --upto 10^18

    mexplore positions "subtract(squares)" --nth 1000 --json
    """
    from discover.questions.values import NotKnown
    from discover.questions.where import NoSuchPosition, Occurrences
    from reports.cli.warrants import no_answer, say_warrants
    from rules.text.numbers import parse_number

    asked = Place(
        parse_number(value, "--value"),
        None if upto is None else parse_number(upto, "--upto") + 1,
        None if nth is None else parse_number(nth, "--nth"),
    )
    if asked.nth == 0:
        raise InputError("--nth 0: the first position is number 1")
    chosen = names.rule(rule)
    means = read_means(budget, unproved=unproved, law_first=True)
    with output.progress() as watcher:
        known = _known(chosen, asked, means, watcher)
    result: dict[str, Any] = {"rule": str(chosen), "value": asked.value}
    try:
        ground = known.grounds[-1] if asked.stop is None else known.ground(asked.stop)
        result |= _facts(Occurrences(ground.form, asked.value, ground.stop), asked)
    except (NotKnown, NoSuchPosition) as why:
        nothing = result | {"positions": []} if output.as_json else None
        no_answer(f"{chosen}, value {asked.value}: {why}", nothing)
    study = _study(result["positions"])
    if output.as_json:
        _print_json(result, study)
    else:
        _show(result, study, asked)
        say_warrants([g.warrant for g in known.grounds][:1], quiet=output.quiet)


def _known(rule: Rule, asked: Place, means: Means, watcher: Watcher) -> Answers:
    """What is known of the rule: up to N if there is one, else as far as the K-th position if it
    can be computed without a law."""
    from discover.questions.values import answers

    last = USUAL_LAST if asked.stop is None else asked.stop - 1
    known = answers(rule, [last], means, watcher)
    without_law = replace(means, law_first=False)
    while _too_few(known, asked) and last < FURTHEST:
        last *= 8
        further = answers(rule, [last], without_law, watcher)
        if (further.grounds[0].stop or 0) <= last:
            break
        known = further
    return known


def _too_few(known: Answers, asked: Place) -> bool:
    """Whether more values should be computed to find the K-th position."""
    ground = known.grounds[-1]
    if asked.nth is None or asked.stop is not None or ground.stop is None:
        return False
    return ground.form.count_of(asked.value, ground.stop) < asked.nth


def _facts(positions: Occurrences, asked: Place) -> dict[str, Any]:
    """What JSON prints: the first positions, how many there are up to N, and the K-th."""
    reach = min(stop for stop in (positions.stop, asked.stop, SEARCHED) if stop is not None)
    listed = positions.first(STUDIED, reach).tolist()
    facts: dict[str, Any] = {"first": listed[0] if listed else None, "positions": listed}
    if asked.stop is not None:
        count = positions.count(asked.stop)
        facts |= {"upto": asked.stop - 1, "count": str(count)}
    if asked.nth is not None:
        facts["nth"] = {"k": str(asked.nth), "n": str(positions.nth(asked.nth))}
    return facts


def _study(listed: list[int]) -> Study | None:
    """The positions as a sequence of their own."""
    import numpy as np

    from discover.evidence.sources import GivenSource
    from discover.study import study

    if len(listed) < 2:
        return None
    return study(None, source=GivenSource(np.array(listed, dtype=np.uint64)))


def _gaps(listed: list[int]) -> list[tuple[int, int]]:
    """Each difference of neighbours with the number of times it occurs."""
    return sorted(Counter(b - a for a, b in pairwise(listed)).items())


def _print_json(result: dict[str, Any], study: Study | None) -> None:
    from reports.cli.output import print_json
    from reports.json.study import finding_json

    findings = study.findings if study else ()
    gaps = [{"gap": gap, "times": times} for gap, times in _gaps(result["positions"])]
    described = [finding_json(f, study.evidence) for f in findings] if study else []
    print_json(result | {"gaps": gaps, "findings": described})


def _show(result: dict[str, Any], study: Study | None, asked: Place) -> None:
    from reports.documents.document import Document, Heading, Paragraph, Table
    from reports.writers.terminal import show

    listed = result["positions"]
    document = Document([Heading(f"The n with G(n) = {asked.value} of {result['rule']}", 1)])
    if "count" in result:
        document.add(Paragraph(f"{result['count']} for n <= {result['upto']}."))
    if "nth" in result:
        document.add(Paragraph(f"Number {result['nth']['k']} is n = {result['nth']['n']}."))
    more = ", ..." if len(listed) > SHOWN else ""
    document.add(Paragraph((", ".join(map(str, listed[:SHOWN])) + more) or "None was found."))
    gaps = _gaps(listed)
    if gaps:
        rows = [[str(gap), str(times)] for gap, times in gaps[:SHOWN]]
        caption = f"Gaps among the first {len(listed)}"
        document.add(Table(("gap", "times"), rows, numeric=True, caption=caption))
    _add_patterns(document, study)
    show(document)


def _add_patterns(document: Document, study: Study | None) -> None:
    """What was found of the positions a(0), a(1), ... as a sequence."""
    from reports.documents.document import Paragraph

    for finding in study.findings[:3] if study else ():
        statement = finding.claim.statement().replace("G(", "a(")
        text = f"As a sequence a(0), a(1), ...: {statement}, so far."
        document.add(Paragraph(text))
