"""``mexplore sweep``: every rule of a family."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mexplore.reports.cli.answers import Answer, Lines, write
from mexplore.reports.cli.options import (
    Misere,
    OeisTerms,
    Output,
    SiteFolder,
    read_seconds,
    report_notes,
)
from mexplore.reports.writers.output import check_folder
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from mexplore.discover.study.limits import Limits
    from mexplore.discover.surveys.family import Choice, Family
    from mexplore.discover.surveys.pool import Pool
    from mexplore.discover.surveys.statement import Statement
    from mexplore.discover.surveys.sweep import Further
    from mexplore.reports.writers.document import Document

# The values of holes are options of the user's own: --a 1..4.
settings = MappingProxyType({"ignore_unknown_options": True})

BUDGET = "10"  # seconds a rule
FURTHER = "20"  # seconds a rule that is not settled: as long as `study` takes
IN_ALL = 300.0  # seconds for all of these, unless --further is given
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
    max_terms: Annotated[
        str | None, typer.Option(metavar="N", help=f"Use at most N values of a rule ({MAX_TERMS}).")
    ] = None
    runs_upto: Annotated[
        str, typer.Option(metavar="N", help="Follow runs of equal values up to N.")
    ] = RUNS_UPTO
    further: Annotated[
        str | None,
        typer.Option(
            metavar="SECONDS",
            help="Study what is not settled then, for this long each, with any number of values; "
            f"0: do not ({FURTHER}, for {IN_ALL:.0f} s in all; 0 with --budget or --max-terms).",
        ),
    ] = None

    def limits(self) -> Limits:
        """As a study reads it."""
        from mexplore.discover.study.limits import Limits
        from mexplore.rules.text.numbers import parse_number

        terms = parse_number(self.max_terms or MAX_TERMS, "--max-terms")
        if terms < 1:
            raise InputError("--max-terms must be at least 1")
        runs = parse_number(self.runs_upto, "--runs-upto")
        return Limits(read_seconds(self.budget or BUDGET), terms, runs_upto=runs)

    def last_part(self) -> Further | None:
        """How the sweep ends: where nobody said how far each study goes, it goes as far as `study`
        of what is not settled."""
        from mexplore.discover.surveys.sweep import Further

        if self.further is not None:
            none = self.further.removesuffix("s") == "0"
            return None if none else Further(read_seconds(self.further, "--further"))
        if self.budget is not None or self.max_terms is not None:
            return None
        return Further(float(FURTHER), IN_ALL)


@dataclass(frozen=True)
class Workers:
    """Who studies."""

    workers: Annotated[
        int | None, typer.Option(metavar="N", help="The number of processes (default: one a core).")
    ] = None
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A Dask cluster: tcp://host:8786.")
    ] = None

    def pool(self) -> Pool:
        """The workers themselves."""
        from mexplore.discover.surveys.pool import ClusterPool, LocalPool

        if self.cluster is not None:
            if self.workers is not None:
                raise InputError(
                    "a cluster has its own workers: give either --workers or --cluster"
                )
            return ClusterPool(self.cluster)
        if self.workers is not None and self.workers < 1:
            raise InputError("--workers must be at least 1")
        return LocalPool(self.workers)


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
    all-but(max=8), divide(max=12, size<=3), mixed(s<=3, d<=4), intervals(max=5), words(2
    letters, 3 long, 2 rules), symmetric-words(2 letters, 3 long), a rule with holes in braces and
    their values, a file of rules (.toml, or .txt with a rule a line), or a file of families (.toml
    with families = [...]).

    What no theorem has settled is studied further at the end, as long as `study` would take.

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
    chosen, limits, choice = _families(family), each.limits(), members.choice()
    if misere and (claim is not None or site is not None or oeis is not None):
        raise InputError("--misere goes without --claim, --site and --oeis")
    check_folder(site)
    statement = None if misere else _statement(claim, chosen, choice)
    kept = _Sweep(chosen, choice, limits, workers.pool, atlas, output, again)
    if misere:
        from mexplore.discover.surveys.misere import sweep_misere
        from mexplore.reports.documents.survey import misere_blocks, misere_json

        surveys, path = kept.carried_out(partial(sweep_misere, further=each.last_part()))
        stopped = surveys[-1].interrupted
        found = Answer(misere_json(surveys, path), misere_blocks(surveys, path), stopped=stopped)
        write(output, found)
        return
    from mexplore.discover.surveys.sweep import sweep
    from mexplore.reports.documents.survey import survey_blocks, survey_json

    surveys, path = kept.carried_out(partial(sweep, further=each.last_part()))
    last = surveys[-1]
    verdict = beyond = None
    if statement is not None and claim is not None:
        from mexplore.discover.surveys.claims import judged
        from mexplore.discover.surveys.for_all import for_all_members

        verdict = judged(statement, last.rows, last.members - len(last.rows))
        if verdict.holds and not last.interrupted:
            seconds = read_seconds(each.budget or BUDGET)
            with output.progress(seconds) as watcher:
                beyond = for_all_members(last.family, claim, seconds, watcher, verdict, last.rows)
    facts = survey_json(surveys, verdict, path, beyond)
    blocks: list[Document | Lines] = [*survey_blocks(surveys, verdict, path, beyond)]
    stopped = last.interrupted
    if site is not None and not stopped:
        from mexplore.reports.site.building import site_json, site_sentence, write_site

        rows = [row for survey in surveys for row in survey.rows]
        with output.progress(in_parts=True) as watcher:
            built = write_site(path, rows, site, watcher, oeis)
        facts |= site_json(built, site)
        blocks.append(Lines([site_sentence(built, site) + "\n"]))
        stopped = built.interrupted
    no = verdict is not None and not verdict.holds
    write(output, Answer(facts, blocks, no=no, stopped=stopped))


@dataclass(frozen=True)
class _Sweep:
    """What is studied, how far, by whom, and where it is kept."""

    families: list[Family]
    choice: Choice
    limits: Limits
    pool: Callable[[], Pool]
    atlas: Path | None
    output: Output
    again: bool

    def carried_out(self, sweep: Callable[..., Any]) -> tuple[list[Any], Path]:
        """The survey of each family, up to one that Ctrl-C ended, and the file of the atlas."""
        from mexplore.discover.surveys.atlas import Atlas, default_atlas
        from mexplore.discover.surveys.plan import Plan

        pool, surveys = self.pool(), list[Any]()
        with (
            Atlas.create(self.atlas or default_atlas()) as opened,
            self.output.progress(in_parts=True) as watcher,
        ):
            report_notes(opened)
            for one in self.families:
                pool = self.pool() if surveys else pool
                plan = Plan.of(one, self.choice, watcher, pool)
                survey = sweep(plan, opened, pool, self.limits, watcher, again=self.again)
                surveys.append(survey)
                if survey.interrupted:
                    break
        return surveys, opened.path


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
