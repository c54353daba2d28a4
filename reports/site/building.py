"""A site is built: every page whose game has changed is written, by several processes.

``site.json`` in the folder tells which pages are there and from what each was made. A build that
is stopped goes on where it ended; pages of games that are gone are taken away; a file that no build
has written is left alone.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import asdict, dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from discover.surveys.equal import equal_games
from discover.surveys.oeis.first_terms import sequences_of
from discover.surveys.record import Record, Row
from reports.documents.reproduce import version
from reports.site.addresses import certificate_file, family_page, game_page
from reports.site.entries import Facts, data_file, data_script
from reports.site.game import Relatives, game_html
from reports.site.laws import laws_pages, laws_with
from reports.site.lists import equal_html, family_html, index_html, records_html
from reports.site.shell import assets
from reports.site.statements import statements_html
from reports.writers.output import write_text
from rules.computing.grundy import Progress, Watcher, nobody
from rules.errors import InputError
from rules.library import shipped

if TYPE_CHECKING:
    from discover.surveys.crew import Crew

MANIFEST = "site.json"
MARK = "mexplore site"
AT_ONCE = 8  # pages that a worker is given
WAITING = 3  # such parts for each worker
STAGE = "pages"
SAVED_EVERY = 20.0  # seconds


@dataclass(frozen=True)
class Built:
    """The result: the numbers of files, of those written now, and of those taken away."""

    files: int
    written: int
    removed: int
    seconds: float
    interrupted: bool = False


@dataclass(frozen=True)
class Game:
    """What the page of a game is made from."""

    record: Record
    relatives: Relatives

    @cached_property
    def digest(self) -> str:
        """Of all that the page depends on, the program's version included; how long the study took
        is not on the page."""
        told = asdict(self.record) | {"seconds": 0, "version": ""}
        return _digest(json.dumps([told, asdict(self.relatives), version()]))


@dataclass
class Manifest:
    """The pages that are there, each with the digest of what it was made from."""

    folder: Path
    pages: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, folder: Path) -> Manifest:
        """That of the folder, which is made; InputError if other things are in it."""
        path = folder / MANIFEST
        try:
            folder.mkdir(parents=False, exist_ok=True)
            if not path.exists():
                if any(folder.iterdir()):
                    raise InputError(
                        f"{folder} has other files in it and no {MANIFEST}; name a new folder"
                    )
                return cls(folder)
            found = json.loads(path.read_text(encoding="utf-8"))
            pages = found["pages"]
            if MARK not in found or not isinstance(pages, dict):
                raise ValueError
        except OSError as error:
            raise InputError(f"the folder {folder} cannot be used: {error.strerror}") from None
        except (ValueError, KeyError, TypeError):
            raise InputError(
                f"{path} is damaged or of another program; take it away to write all pages again"
            ) from None
        return cls(folder, {str(name): str(digest) for name, digest in pages.items()})

    def save(self) -> None:
        """Write it."""
        told = {MARK: 1, "version": version(), "pages": self.pages}
        _write(self.folder / MANIFEST, json.dumps(told, indent=0, sort_keys=True) + "\n")

    def has(self, page: str, digest: str) -> bool:
        """Whether the page is there, made from this."""
        return self.pages.get(page) == digest and (self.folder / page).is_file()


def build(
    rows: Sequence[Row], folder: Path, crew: Crew, watcher: Watcher = nobody,
    oeis: Path | None = None,
) -> Built:  # fmt: skip
    """Write the site of these rows into a folder. A KeyboardInterrupt leaves a site without some
    pages, which the next build writes; the crew is stopped at the end."""
    began = time.monotonic()
    manifest = Manifest.read(folder)
    before = dict(manifest.pages)
    (folder / "games").mkdir(exist_ok=True)
    heads = {row.rule: row.record.head for row in rows}
    work = _Work(rows, {} if oeis is None else sequences_of(heads, oeis, watcher))
    interrupted = False
    try:
        _write_games(work, manifest, crew, watcher)
        for name, text in work.other_pages(watcher):
            _write_changed(manifest, name, text)
        gone = [name for name in manifest.pages if name not in work.expected]
        for name in gone:
            (folder / name).unlink(missing_ok=True)
            del manifest.pages[name]
    except KeyboardInterrupt:
        interrupted, gone = True, []
    finally:
        crew.stop()
        manifest.save()
    written = sum(before.get(name) != digest for name, digest in manifest.pages.items())
    seconds = time.monotonic() - began
    return Built(len(manifest.pages), written, len(gone), seconds, interrupted)


class _Work:
    """All rows together, and the pages that they make."""

    def __init__(self, rows: Sequence[Row], oeis: Mapping[str, str]) -> None:
        self.families: dict[str, list[Row]] = {}
        for row in rows:
            self.families.setdefault(row.family, []).append(row)
        self.records = {row.rule: row.record for row in rows}
        self.groups = equal_games(list(self.records.values()))
        self.facts = Facts(_names(), {r: len(g) for g in self.groups for r in g}, oeis)
        self.expected: set[str] = set()

    @cached_property
    def games(self) -> list[Game]:
        """The games, each once."""
        follow: dict[str, list[str]] = {}
        for record in self.records.values():
            if record.representative is not None:
                follow.setdefault(record.representative, []).append(record.rule)
        equal = {rule: group for group in self.groups for rule in group}
        beside: dict[str, list[tuple[str, str | None, str | None]]] = {}
        for family, rows in self.families.items():
            rules = [None, *(row.rule for row in rows), None]
            for before, rule, after in zip(rules, rules[1:], rules[2:], strict=False):
                beside.setdefault(str(rule), []).append((family, before, after))
        return [
            Game(
                record,
                Relatives(
                    tuple(follow.get(rule, ())),
                    tuple(other for other in equal.get(rule, ()) if other != rule),
                    tuple(beside[rule]),
                    tuple(laws_with(rule)),
                ),
            )
            for rule, record in self.records.items()
        ]

    def other_pages(self, watcher: Watcher) -> Iterator[tuple[str, str]]:
        """The pages that list games, and what they load."""
        for name, text in self._lists(watcher):
            self.expected.add(name)
            yield name, text

    def _lists(self, watcher: Watcher) -> Iterator[tuple[str, str]]:
        yield from assets().items()
        for family, rows in self.families.items():
            yield data_file(family), data_script(family, rows, self.facts)
            yield family_page(family), family_html(family, rows)
        for record in self.records.values():
            if record.certificate is not None and record.representative is None:
                yield certificate_file(record.rule), record.certificate
        yield "records.html", records_html(self.families)
        yield "equal.html", equal_html(self.groups)
        yield from laws_pages()
        rows = [row for each in self.families.values() for row in each]
        yield "statements.html", statements_html(rows, watcher)
        yield "index.html", index_html(self.families)


def _write_games(work: _Work, manifest: Manifest, crew: Crew, watcher: Watcher) -> None:
    """Write the pages of games that have changed, each by one of the workers."""
    games = work.games
    work.expected.update(game_page(game.record.rule) for game in games)
    todo = [g for g in games if not manifest.has(game_page(g.record.rule), g.digest)]
    parts = (tuple(todo[i : i + AT_ONCE]) for i in range(0, len(todo), AT_ONCE))
    running: dict[Future[None], tuple[Game, ...]] = {}
    done, saved = len(games) - len(todo), time.monotonic()
    while True:
        while len(running) < WAITING * crew.size and (part := next(parts, None)):
            running[crew.call(_write_part, (manifest.folder, part))] = part
        if not running:
            return
        watcher(Progress(STAGE, done, len(games)))
        for future in wait(running, 0.5, FIRST_COMPLETED).done:
            part = running.pop(future)
            future.result()
            manifest.pages.update((game_page(g.record.rule), g.digest) for g in part)
            done += len(part)
        if time.monotonic() - saved > SAVED_EVERY:
            manifest.save()
            saved = time.monotonic()


def _write_part(given: tuple[Path, Sequence[Game]]) -> None:
    """The work of a worker: some pages."""
    folder, games = given
    for game in games:
        _write(folder / game_page(game.record.rule), game_html(game.record, game.relatives))


def _write_changed(manifest: Manifest, name: str, text: str) -> None:
    digest = _digest(text)
    if not manifest.has(name, digest):
        (manifest.folder / name).parent.mkdir(exist_ok=True)
        _write(manifest.folder / name, text)
    manifest.pages[name] = digest


def _write(path: Path, text: str) -> None:
    """Without a remark that a page of an earlier build was replaced."""
    path.unlink(missing_ok=True)
    write_text(path, text)


def _names() -> dict[str, list[str]]:
    """The names in the library by their rules."""
    found: dict[str, list[str]] = {}
    for game in shipped().values():
        found.setdefault(game.rule, []).append(game.name)
    return found


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:20]
