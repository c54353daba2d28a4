"""A site is built: every page whose game has changed is written, by several processes.

A build that is stopped goes on where it ended; pages of games that are gone are removed; a file
that no build has written is left alone.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mexplore.discover.surveys.known_games import equal_games
from mexplore.discover.surveys.misere import MisereRecord
from mexplore.discover.surveys.oeis.lines import sequences_of
from mexplore.discover.surveys.record import Record, Row
from mexplore.reports.site.boards import DATA, board_pages, boards_html, boards_script
from mexplore.reports.site.families import family_html
from mexplore.reports.site.game import Relatives, game_html, misere_sentences
from mexplore.reports.site.index import index_html
from mexplore.reports.site.lists import (
    Facts,
    data_file,
    data_script,
    equal_html,
    laws_pages,
    laws_with,
    records_html,
    statements_html,
)
from mexplore.reports.site.pages import (
    Manifest,
    Page,
    assets,
    certificate_file,
    family_page,
    game_page,
    write_pages,
)
from mexplore.reports.site.terms import PAGE, SCRIPT, terms_html, terms_script
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Watcher, no_progress
from mexplore.rules.errors import InputError
from mexplore.rules.library import shipped

if TYPE_CHECKING:
    from mexplore.discover.surveys.pool import Pool


@dataclass(frozen=True)
class Built:
    """The result: the numbers of files, of those written now, and of those taken away."""

    files: int
    written: int
    removed: int
    seconds: float
    interrupted: bool = False


@dataclass(frozen=True)
class GamePage(Page):
    """The page of a game."""

    record: Record
    relatives: Relatives

    @property
    def name(self) -> str:
        return game_page(self.record.rule)

    def made_from(self) -> object:
        """How long the study took is not on the page."""
        return [asdict(self.record) | {"seconds": 0}, asdict(self.relatives)]

    def written(self) -> tuple[str, str]:
        return game_html(self.record, self.relatives), ""


def build(
    rows: Sequence[Row],
    folder: Path,
    pool: Pool,
    watcher: Watcher = no_progress,
    *,
    others: Sequence[Record] = (),
    misere: Sequence[MisereRecord] = (),
    oeis: Path | None = None,
) -> Built:
    """Write the site of these rows into a folder. A KeyboardInterrupt leaves a site without some
    pages, which the next build writes; the pool is stopped at the end.

    ``others`` are the records of rules from which rows follow, and which are in no family;
    ``misere`` those of misère play.
    """
    began = time.monotonic()
    manifest = Manifest.read(folder)
    before = dict(manifest.files)
    heads = {row.rule: row.record.head for row in rows}
    numbers = {} if oeis is None else sequences_of(heads, oeis, watcher)
    content = Content(rows, others, misere, numbers)
    removed, interrupted = 0, False
    try:
        pages: list[Page] = [*content.games(), *board_pages()]
        write_pages(pages, manifest, pool, watcher)
        expected = {page.name for page in pages}
        for name, text in content.lists(manifest.said, watcher):
            manifest.put(name, text)
            expected.add(name)
        removed = manifest.remove_all_but(expected)
    except KeyboardInterrupt:
        interrupted = True
    finally:
        pool.stop()
        manifest.save()
    written = sum(before.get(name) != digest for name, digest in manifest.files.items())
    seconds = time.monotonic() - began
    return Built(len(manifest.files), written, removed, seconds, interrupted)


class Content:
    """All rows together, and what they give."""

    def __init__(
        self,
        rows: Sequence[Row],
        others: Sequence[Record],
        misere: Sequence[MisereRecord],
        oeis: Mapping[str, str],
    ) -> None:
        self.rows = rows
        self.families: dict[str, list[Row]] = {}
        for row in rows:
            self.families.setdefault(row.family, []).append(row)
        members = [row.record for row in rows]
        self.records = {record.rule: record for record in (*others, *members)}
        self.groups = equal_games(list(self.records.values()))
        self.misere = {record.rule: record for record in misere}
        kinds = {record.rule: record.kind for record in misere}
        self.facts = Facts(_names(), kinds, {r: len(g) for g in self.groups for r in g}, oeis)

    def games(self) -> Iterator[GamePage]:
        """The pages of the games, each once."""
        follow: dict[str, list[str]] = {}
        for record in self.records.values():
            if record.representative is not None:
                follow.setdefault(record.representative, []).append(record.rule)
        equal = {rule: group for group in self.groups for rule in group}
        beside = self._neighbours()
        for rule, record in self.records.items():
            others = tuple(other for other in equal.get(rule, ()) if other != rule)
            relatives = Relatives(
                tuple(follow.get(rule, ())),
                others,
                tuple(beside.get(rule, ())),
                tuple(laws_with(rule)),
                record.representative in self.records,
                misere_sentences(self.misere.get(rule)),
            )
            yield GamePage(record, relatives)

    def _neighbours(self) -> dict[str, list[tuple[str, str | None, str | None]]]:
        """The families of each rule, with the rules before and after it."""
        found: dict[str, list[tuple[str, str | None, str | None]]] = {}
        for family, rows in self.families.items():
            rules = [row.rule for row in rows]
            before, after = [None, *rules[:-1]], [*rules[1:], None]
            for rule, one, other in zip(rules, before, after, strict=True):
                found.setdefault(rule, []).append((family, one, other))
        return found

    def lists(self, said: Mapping[str, str], watcher: Watcher) -> Iterator[tuple[str, str]]:
        """The pages that list games, and what they load."""
        yield from assets().items()
        for family, rows in self.families.items():
            yield data_file(family), data_script(family, rows, self.facts)
            yield family_page(family), family_html(family, rows)
        for record in self.records.values():
            if record.certificate is not None and record.representative is None:
                yield certificate_file(record.rule), record.certificate
        yield "records.html", records_html(self.families)
        yield "equal.html", equal_html(self.groups)
        yield "boards.html", boards_html(said)
        yield DATA, boards_script(said)
        yield SCRIPT, terms_script()
        yield PAGE, terms_html()
        yield from laws_pages()
        yield "statements.html", statements_html(self.rows, watcher)
        yield "index.html", index_html(self.families)


def _names() -> dict[str, list[str]]:
    """The names in the library by their rules."""
    found: dict[str, list[str]] = {}
    for game in shipped().values():
        found.setdefault(game.rule, []).append(game.name)
    return found


def write_site(
    atlas: Path, rows: Sequence[Row], folder: Path, watcher: Watcher, oeis: Path | None = None
) -> Built:
    """Write the pages that have changed."""
    from mexplore.discover.surveys.atlas import Atlas
    from mexplore.discover.surveys.misere import misere_records
    from mexplore.discover.surveys.pool import LocalPool

    if not rows:
        raise InputError("no row of the atlas is chosen, so the site would have no game")
    with Atlas.read(atlas) as opened:
        others, misere = opened.representatives(rows), misere_records(opened)
        for note in opened.notes:
            warnings.warn(note, RuntimeWarning, stacklevel=2)
    return build(rows, folder, LocalPool(), watcher, others=others, misere=misere, oeis=oeis)


def site_sentence(built: Built, folder: Path) -> str:
    """How many pages were written."""
    stopped = "; stopped before the end: the same command continues" * built.interrupted
    return (
        f"{folder / 'index.html'}: {built.files} files, {built.written} of them written now, "
        f"{built.removed} removed, in {built.seconds:.1f} s{stopped}"
    )


def site_json(built: Built, folder: Path) -> dict[str, Any]:
    """The same as JSON."""
    return {"site": {"folder": str(folder)} | asdict(built)}
