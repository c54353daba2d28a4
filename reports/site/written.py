"""Pages that take a while to make: workers write those that have changed.

``site.json`` in the folder of a site tells which files are there and from what each was made.
"""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from mexplore.reports.documents.reproduce import version
from mexplore.reports.writers.output import write_text
from mexplore.rules.engine.grundy import Progress, Watcher
from mexplore.rules.errors import InputError
from mexplore.rules.text.files import json_of, read_text

if TYPE_CHECKING:
    from mexplore.discover.surveys.crew import Crew

MANIFEST = "site.json"
MARK = "mexplore site"
AT_ONCE = 8  # pages that a worker is given
WAITING = 3  # such parts for each worker
STAGE = "pages"
SAVED_EVERY = 20.0  # seconds
LARGEST_FILE = 1 << 30  # bytes


class Page(ABC):
    """A page that is made by a worker."""

    @property
    @abstractmethod
    def name(self) -> str:
        """Where it stands, from the root of the site."""

    @abstractmethod
    def made_from(self) -> object:
        """All that it depends on beside the version of the program, for JSON."""

    @abstractmethod
    def written(self) -> tuple[str, str]:
        """The page, and what a list says of it."""

    @cached_property
    def digest(self) -> str:
        """Of what it is made from."""
        return digest_of(json.dumps([version(), self.made_from()]))


@dataclass
class Manifest:
    """The files that are there, each with the digest of what it was made from; and what lists say
    of pages."""

    folder: Path
    files: dict[str, str] = field(default_factory=dict)
    said: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, folder: Path) -> Manifest:
        """That of the folder, which is made; InputError if other things are in it."""
        path = folder / MANIFEST
        try:
            folder.mkdir(exist_ok=True)
            if path.exists() and not path.is_file():
                raise ValueError("no file")
            if path.exists():
                return cls(folder, *_read(read_text(path, LARGEST_FILE)))
            if any(folder.iterdir()):
                raise InputError(
                    f"{folder} has other files in it and no {MANIFEST}; name a new folder"
                )
        except OSError as error:
            raise InputError(f"the folder {folder} cannot be used: {error.strerror}") from None
        except (ValueError, KeyError, TypeError):
            raise InputError(
                f"{path} is damaged or of another program; take it away, with the pages beside it"
            ) from None
        return cls(folder)

    def save(self) -> None:
        """Write it."""
        told = {MARK: 1, "version": version(), "files": self.files, "said": self.said}
        write(self.folder / MANIFEST, json.dumps(told, indent=0, sort_keys=True) + "\n")

    def has(self, name: str, digest: str) -> bool:
        """Whether the file is there, made from this."""
        return self.files.get(name) == digest and (self.folder / name).is_file()

    def put(self, name: str, text: str) -> None:
        """Write a file that is made at once, where it has changed."""
        digest = digest_of(text)
        if not self.has(name, digest):
            (self.folder / name).parent.mkdir(exist_ok=True)
            write(self.folder / name, text)
        self.files[name] = digest

    def remove_all_but(self, expected: set[str]) -> int:
        """Remove the files of earlier builds that are no longer wanted; say how many."""
        gone = [name for name in self.files if name not in expected]
        for name in gone:
            (self.folder / name).unlink(missing_ok=True)
            del self.files[name]
        self.said = {name: text for name, text in self.said.items() if name in self.files}
        return len(gone)


def _read(text: str) -> tuple[dict[str, str], dict[str, str]]:
    found = json_of(text)
    if found[MARK] != 1:
        raise ValueError("another version")
    return _texts(found["files"]), _texts(found["said"])


def _texts(given: dict[str, str]) -> dict[str, str]:
    """Names of files below the folder, as a build writes them, and nothing else."""
    for name, text in given.items():
        if type(text) is not str or name.startswith("/") or ".." in name.split("/"):
            raise ValueError(name)
    return given


def write_pages(pages: Sequence[Page], manifest: Manifest, crew: Crew, watcher: Watcher) -> None:
    """Let the workers write the pages that have changed."""
    todo = [page for page in pages if not manifest.has(page.name, page.digest)]
    for folder in {(manifest.folder / page.name).parent for page in todo}:
        folder.mkdir(exist_ok=True)
    parts = (todo[i : i + AT_ONCE] for i in range(0, len(todo), AT_ONCE))
    running: dict[Future[list[str]], Sequence[Page]] = {}
    done, saved = len(pages) - len(todo), time.monotonic()
    while True:
        while len(running) < WAITING * crew.size and (part := next(parts, None)):
            running[crew.call(_write_part, (manifest.folder, part))] = part
        if not running:
            return
        watcher(Progress(STAGE, done, len(pages)))
        for future in wait(running, 0.5, FIRST_COMPLETED).done:
            finished = running.pop(future)
            for page, said in zip(finished, future.result(), strict=True):
                manifest.files[page.name] = page.digest
                manifest.said.update({page.name: said} if said else {})
            done += len(finished)
        if time.monotonic() - saved > SAVED_EVERY:
            manifest.save()
            saved = time.monotonic()


def _write_part(given: tuple[Path, Sequence[Page]]) -> list[str]:
    """The work of a worker: some pages, and what lists say of them."""
    folder, pages = given
    said = []
    for page in pages:
        text, words = page.written()
        write(folder / page.name, text)
        said.append(words)
    return said


def write(path: Path, text: str) -> None:
    """Write a file, without a remark that one of an earlier build was replaced."""
    path.unlink(missing_ok=True)
    write_text(path, text)


def digest_of(text: str) -> str:
    """A digest that tells changes."""
    return sha256(text.encode()).hexdigest()[:20]
