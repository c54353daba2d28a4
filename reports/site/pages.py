"""Where the pages of a site stand, and how one leads to another: by relative paths alone."""

from __future__ import annotations

import json
import re
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import field
from functools import cached_property
from hashlib import sha256
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from mexplore.reports.documents.proof import version
from mexplore.reports.site.colours import colours_css
from mexplore.reports.writers.html.page import part
from mexplore.reports.writers.output import write_text
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Progress, Watcher
from mexplore.rules.errors import InputError
from mexplore.rules.text.files import json_of, read_text

if TYPE_CHECKING:
    from mexplore.discover.surveys.pool import Pool


LONGEST = 60  # characters of a file's name that tell the rule
_PLAIN = re.compile(r"[0-9]*\.[0-9]+|(?:subtract|divide)\(\d+(?:, \d+)*\)|[a-z]+")


def slug(text: str) -> str:
    """A file's name for a rule or a family: its own text where this is plain, else with a part of
    a digest, so that no two texts share a name, not even where capitals do not count.

    >>> slug("0.77"), slug("subtract(1, 2, 6)"), slug("4!.0")
    ('0.77', 'subtract-1-2-6', '4-.0-d98973a3')
    """
    words = re.sub(r"[^a-z0-9.]+", "-", text.lower()).strip("-.")[:LONGEST]
    if _PLAIN.fullmatch(text) and len(words) < LONGEST:
        return words
    return f"{words}-{sha256(text.encode()).hexdigest()[:8]}"


def game_page(rule: str) -> str:
    """The page of a game, from the root of the site."""
    return f"games/{slug(rule)}.html"


def certificate_file(rule: str) -> str:
    """The certificate of its proof."""
    return f"games/{slug(rule)}.json"


def family_page(family: str) -> str:
    """The page of a family of the atlas."""
    return f"families/{slug(family)}.html"


def law_page(name: str) -> str:
    """The page of a law with parameters."""
    return f"laws/{slug(name)}.html"


def link(page: str, text: str, root: str = "../") -> str:
    """A link to a page from one below the root, or from the root itself where ``root`` is empty.

    >>> link("games/0.77.html", "0.77")
    '<a href="../games/0.77.html">0.77</a>'
    """
    return f'<a href="{escape(root + quote(page))}">{escape(text)}</a>'


PAGES = (
    ("index.html", "Games"),
    ("boards.html", "Boards"),
    ("records.html", "Records"),
    ("equal.html", "Equal games"),
    ("laws.html", "Laws with parameters"),
    ("statements.html", "Statements"),
    ("terms.html", "Terms"),
)
"""The pages that every page leads to."""


def page(title: str, body: str, root: str = "../", data: Sequence[str] = ()) -> str:
    """A whole page; ``data`` are files with tables that it shows, from the root of the site."""
    data = (*data, "assets/terms.js")
    scripts = "".join(f'<script defer src="{root}{escape(name)}"></script>\n' for name in data)
    ways = "\n".join(f"<li>{link(name, text, root)}</li>" for name, text in PAGES)
    return (
        '<!DOCTYPE html>\n<html lang="en" data-root="' + root + '">\n<head>\n'
        '<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title)}</title>\n"
        f'<link rel="icon" href="data:,">\n'
        f'<link rel="stylesheet" href="{root}assets/site.css">\n'
        f'<script defer src="{root}assets/site.js"></script>\n{scripts}</head>\n<body>\n'
        '<a class="skip" href="#content">Skip to the content</a>\n'
        f'<header><nav aria-label="Site">\n<ul>\n{ways}\n</ul>\n</nav></header>\n'
        f'<main id="content">\n{body}\n</main>\n'
        f"<footer><p>Written by mexplore {escape(version())}.</p></footer>\n</body>\n</html>\n"
    )


def assets() -> dict[str, str]:
    """The style and the program of all pages, by their paths from the root."""
    own = files("mexplore.reports.site") / "assets"
    style = (own / "site.css").read_text(encoding="utf-8")
    program = [(own / name).read_text(encoding="utf-8") for name in PROGRAM]
    return {
        "assets/site.css": part("page.css") + style + colours_css(),
        "assets/site.js": part("sorting.js") + "".join(program),
    }


PROGRAM = ("base.js", "tables.js", "search.js", "terms.js", "pictures.js")
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
        facts = {MARK: 1, "version": version(), "files": self.files, "said": self.said}
        write(self.folder / MANIFEST, json.dumps(facts, indent=0, sort_keys=True) + "\n")

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


def write_pages(pages: Sequence[Page], manifest: Manifest, pool: Pool, watcher: Watcher) -> None:
    """Let the workers write the pages that have changed."""
    todo = [page for page in pages if not manifest.has(page.name, page.digest)]
    for folder in {(manifest.folder / page.name).parent for page in todo}:
        folder.mkdir(exist_ok=True)
    parts = (todo[i : i + AT_ONCE] for i in range(0, len(todo), AT_ONCE))
    running: dict[Future[list[str]], Sequence[Page]] = {}
    done, saved = len(pages) - len(todo), time.monotonic()
    while True:
        while len(running) < WAITING * pool.size and (part := next(parts, None)):
            running[pool.call(_write_part, (manifest.folder, part))] = part
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
