"""What stands around every page of a site: head, way to the other pages, style and program."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files

from mexplore.reports.documents.reproduce import version
from mexplore.reports.site.addresses import link
from mexplore.reports.writers.html.page import part

PAGES = (
    ("index.html", "Games"),
    ("boards.html", "Boards"),
    ("records.html", "Records"),
    ("equal.html", "Equal games"),
    ("laws.html", "Laws with parameters"),
    ("statements.html", "Statements"),
)
"""The pages that every page leads to."""


def page(title: str, body: str, root: str = "../", data: Sequence[str] = ()) -> str:
    """A whole page; ``data`` are files with tables that it shows, from the root of the site."""
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
    return {
        "assets/site.css": part("page.css") + (own / "site.css").read_text(encoding="utf-8"),
        "assets/site.js": part("sorting.js") + (own / "site.js").read_text(encoding="utf-8"),
    }
