"""``mexplore sweep``: every rule of a family."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mexplore.reports.cli.options import (
    Misere,
    OeisTerms,
    Output,
    SiteFolder,
    read_seconds,
    report_notes,
)
from mexplore.reports.writers.output import check_folder, print_json
from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mexplore.discover.study.limits import Limits
    from mexplore.discover.surveys.claims import Verdict
    from mexplore.discover.surveys.crew import Crew
    from mexplore.discover.surveys.family import Choice, Family
    from mexplore.discover.surveys.for_all import ForAll
    from mexplore.discover.surveys.query import Summary
    from mexplore.discover.surveys.statement import Statement
    from mexplore.discover.surveys.sweep import Survey

# The values of holes are options of the user's own: --a 1..4.
settings = MappingProxyType({"ignore_unknown_options": True})

BUDGET = "10"  # seconds a rule
MAX_TERMS = "2^16"
RUNS_UPTO = "10^120"

AtlasFile = Annotated[
    Path | None, typer.Option("--atlas", metavar="FILE", help="The atlas (default: the user's).")
]


@dataclass(frozen=True)
class Members:
    """Which members of the family."""

    limit: Annotated[str | None, typer.Option(metavar="N", help="Only the first N members.")] = None
    sample: Annotated[
        str | None, typer.Option(metavar="N", help="N members at random; see --seed.")
    ] = None
    seed: Annotated[int, typer.Option(metavar="S", help="Which ones --sample takes.")] = 0

    def choice(self) -> Choice:
        """As the family reads it."""
        from mexplore.discover.surveys.family import Choice
        from mexplore.rules.text.numbers import parse_number

        limit = None if self.limit is None else parse_number(self.limit, "--limit")
        sample = None if self.sample is None else parse_number(self.sample, "--sample")
        if 0 in (limit, sample):
            raise InputError("a sweep of 0 members finds nothing; ask for 1 or more")
        return Choice(limit, sample, self.seed)


@dataclass(frozen=True)
class Each:
    """How far each study goes."""

    budget: Annotated[
        str | None,
        typer.Option(metavar="SECONDS", help=f"Take no longer than this for each rule ({BUDGET})."),
    ] = None
    max_terms: Annotated[str, typer.Option(metavar="N", help="Use at most N values of a rule.")] = (
        MAX_TERMS
    )
    runs_upto: Annotated[
        str, typer.Option(metavar="N", help="Follow runs of equal values up to N.")
    ] = RUNS_UPTO

    def limits(self) -> Limits:
        """As a study reads it."""
        from mexplore.discover.study.limits import Limits
        from mexplore.rules.text.numbers import parse_number

        terms = parse_number(self.max_terms, "--max-terms")
        if terms < 1:
            raise InputError("--max-terms must be at least 1")
        runs = parse_number(self.runs_upto, "--runs-upto")
        return Limits(read_seconds(self.budget or BUDGET), terms, runs_upto=runs)


@dataclass(frozen=True)
class Workers:
    """Who studies."""

    workers: Annotated[
        int | None, typer.Option(metavar="N", help="The number of processes (default: one a core).")
    ] = None
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A Dask cluster: tcp://host:8786.")
    ] = None

    def crew(self) -> Crew:
        """The workers themselves."""
        from mexplore.discover.surveys.crew import ClusterCrew, LocalCrew

        if self.cluster is not None:
            if self.workers is not None:
                raise InputError(
                    "a cluster has its own workers: give either --workers or --cluster"
                )
            return ClusterCrew(self.cluster)
        if self.workers is not None and self.workers < 1:
            raise InputError("--workers must be at least 1")
        return LocalCrew(self.workers)


def command(
    family: Annotated[
        list[str],
        typer.Argument(
            metavar="FAMILY...", help="octal(3), subtract(max=12, size<=4), ...; in quotes."
        ),
    ],
    members: Members,
    each: Each,
    workers: Workers,
    output: Output,
    atlas: AtlasFile = None,
    claim: Annotated[
        str | None,
        typer.Option(metavar="STATEMENT", help='Test this for every member: "period <= a + b".'),
    ] = None,
    site: SiteFolder = None,
    oeis: OeisTerms = None,
    misere: Misere = False,
    again: Annotated[
        bool, typer.Option("--again", help="Study again the rules that the atlas holds already.")
    ] = False,
) -> None:
    """Study every rule of one family or more, and keep the results in an atlas.

    A sweep that was stopped continues where it ended; several can share one atlas. Families:
    octal(3), hexadecimal(2), quaternary(4), repeating(2), subtract(max=12, size<=4),
    all-but(max=8), divide(max=12, size<=3), mixed(s<=3, d<=4), intervals(max=5), a rule with
    holes in braces and their values, a file of rules (.toml, or .txt with a rule a line), or a
    file of families (.toml with families = [...]).

    A claim names parameters (a, b, ... and S of a set, d1 of a code, holes), the law (period,
    preperiod, saltus, ratio, pattern) and values G(n), and joins comparisons by and, or, not,
    implies, iff. Exit code 1 means that a member contradicts it. A claim about periods of a rule
    with holes is then proved, or refuted, for all members, by laws with parameters.

    mexplore sweep "subtract(max=7)" --claim "7 in S implies period == 8"

    With --misere each rule is studied as who makes the last move loses: whether it is tame, the
    order of its quotient, the period of the classes of heaps.

    mexplore sweep "n -> [n - {a}, n // {b}]" --a 1..4 --b 2,3 --atlas mine.sqlite

    mexplore sweep "octal(2)" --misere --budget 2 --atlas mine.sqlite
    """
    from mexplore.discover.surveys.atlas import Atlas, default_atlas
    from mexplore.discover.surveys.sweep import Plan, sweep

    chosen, limits, choice = _families(family), each.limits(), members.choice()
    if misere:
        from mexplore.reports.cli.misere_sweep import sweep_under_misere

        _refuse_beside_misere(claim, site, oeis)
        sweep_under_misere(chosen, choice, limits, workers.crew, atlas, output, again=again)
        return
    check_folder(site)
    statement = _statement(claim, chosen, choice)
    crew = workers.crew()
    surveys: list[Survey] = []
    with (
        Atlas.create(atlas or default_atlas()) as opened,
        output.progress(in_parts=True) as watcher,
    ):
        report_notes(opened)
        for one in chosen:
            crew = workers.crew() if surveys else crew
            plan = Plan.of(one, choice, watcher)
            survey = sweep(plan, opened, crew, limits, watcher, again=again)
            surveys.append(survey)
            if survey.interrupted:
                break
    verdict = None if statement is None else _judged(statement, surveys[0])
    beyond = None
    if claim is not None and verdict is not None and verdict.holds and not survey.interrupted:
        seconds = read_seconds(each.budget or BUDGET)
        beyond = _beyond(survey, claim, seconds, output, verdict)
    if not output.as_json:
        _show(surveys, verdict, str(opened.path), beyond)
    from mexplore.reports.site.building import site_json, site_sentence, write_site

    built = None
    if site is not None and not survey.interrupted:
        rows = [row for survey in surveys for row in survey.rows]
        with output.progress(in_parts=True) as watcher:
            built = write_site(opened.path, rows, site, watcher, oeis)
        if not output.as_json:
            print(site_sentence(built, site))
    if output.as_json:
        more = site_json(built, site) if built is not None and site is not None else {}
        print_json(_all_json(surveys, verdict, str(opened.path), beyond) | more)
    if survey.interrupted or (built is not None and built.interrupted):
        raise typer.Exit(130)
    if verdict is not None and not verdict.holds:
        raise typer.Exit(1)


def _refuse_beside_misere(*given: object) -> None:
    if any(each is not None for each in given):
        raise InputError("--misere goes without --claim, --site and --oeis")


def _judged(statement: Statement, survey: Survey) -> Verdict:
    from mexplore.discover.surveys.claims import judged

    return judged(statement, survey.rows, survey.members - len(survey.rows))


def _beyond(
    survey: Survey, claim: str, seconds: float, output: Output, verdict: Verdict
) -> ForAll | None:
    """What is known of the claim for all members of a rule with holes, by laws with parameters."""
    from mexplore.discover.surveys.for_all import for_all_members

    with output.progress(seconds) as watcher:
        return for_all_members(survey.family, claim, seconds, watcher, verdict, survey.rows)


def _statement(claim: str | None, families: list[Family], choice: Choice) -> Statement | None:
    """The claim, read before the work: the last member has all parameters that any has."""
    from mexplore.discover.surveys.claims import claim_names
    from mexplore.discover.surveys.statement import read_statement

    family = families[0]
    if claim is not None and len(families) > 1:
        raise InputError("a claim is about one family; give one")
    places = choice.places(family)
    if claim is None:
        return None
    return read_statement(claim, claim_names([family.at(places[-1]).parameters]))


def _families(words: list[str]) -> list[Family]:
    """The families among the words, the others being the values of their holes."""
    from mexplore.discover.surveys.reading import read_families

    texts: list[str] = []
    holes: dict[str, str] = {}
    waiting = iter(words)
    for word in waiting:
        if not word.startswith("--"):
            texts.append(word)
            continue
        name, given, value = word[2:].partition("=")
        if not name.isidentifier():
            raise InputError(f"there is no option {word[:40]}; see --help")
        known = value if given else next(waiting, None)
        if known is None or known.startswith("--"):
            raise InputError(f"--{name} has no values; write --{name} 1..4, or see --help")
        if name in holes:
            raise InputError(f"--{name} is given twice")
        holes[name] = known
    if not texts:
        raise InputError("give a family, in quotes; there is none")
    torn = next((text for text in texts if text.count("(") != text.count(")")), None)
    if torn is not None and len(texts) > 1:
        raise InputError(f"give each family in quotes; {torn[:30]!r} is a part of one")
    return read_families(texts, holes)


def _show(
    surveys: Sequence[Survey],
    verdict: Verdict | None,
    kept: str,
    beyond: ForAll | None,
) -> None:
    from mexplore.discover.surveys.query import summary_of
    from mexplore.reports.documents.survey import survey_document
    from mexplore.reports.writers.document import Document, Paragraph
    from mexplore.reports.writers.terminal import show

    for survey in surveys:
        show(survey_document(survey, summary_of(survey.rows), verdict))
    last = Document([])
    if beyond is not None:
        last.add(Paragraph(beyond.sentence()))
    last.add(Paragraph(f"The atlas {kept} holds the results; mexplore atlas shows them."))
    show(last)


def _all_json(
    surveys: Sequence[Survey], verdict: Verdict | None, kept: str, beyond: ForAll | None
) -> dict[str, Any]:
    """Of one family its own keys, of several a list of such."""
    from mexplore.discover.surveys.query import summary_of

    found = [_json(survey, summary_of(survey.rows)) for survey in surveys]
    shown = found[0] if len(found) == 1 else {"families": found}
    said = (_verdict_json(verdict) if verdict else {}) | shown
    return said | {"atlas": kept} | (_beyond_json(beyond) if beyond else {})


def _beyond_json(beyond: ForAll) -> dict[str, Any]:
    found = beyond.conclusion
    return {
        "for_all": {
            "family": str(beyond.rule),
            "statement": beyond.statement,
            "status": found.status,
            "first_failure": found.first_failure,
            "theorem": found.theorem or None,
        }
    }


def _verdict_json(verdict: Verdict) -> dict[str, Any]:
    return {
        "claim": verdict.claim,
        "members": verdict.members,
        "holds": verdict.holds,
        "counterexamples": [
            {"rule": c.row.rule, "n": c.n} | {"named": c.named} for c in verdict.counterexamples
        ],
        "proved": verdict.proved,
        "so_far": verdict.so_far,
        "undecided": [{"rule": row.rule, "reason": why} for row, why in verdict.undecided],
        "sentence": verdict.sentence(),
    }


def _json(survey: Survey, summary: Summary) -> dict[str, Any]:
    """The keys of a claim come first, and ``members`` is then the number that it is about."""
    return {
        "family": str(survey.family),
        "size": survey.members,
        "known": len(survey.rows),
        "studied": survey.studied,
        "interrupted": survey.interrupted,
        "statuses": summary.statuses,
        "laws": [vars(law) for law in summary.laws],
        "records": [
            {"record": best.what, "number": best.number, "rule": best.row.rule}
            for best in summary.records
        ],
        "unsolved": [row.rule for row in summary.unsolved],
        "failed": [{"rule": r.rule, "trouble": r.record.trouble} for r in summary.failed],
    }
