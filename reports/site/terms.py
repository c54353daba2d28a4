"""The words that pages explain: a page of them all, and a script by which a click shows one.

A word in a text becomes a link to its place on the page of terms when the page is opened; a click
shows the meaning below the sentence. Without programs the page of terms is there to be read.
"""

from __future__ import annotations

import json
import re
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any
from unicodedata import normalize

from mexplore.discover.kinds import kinds
from mexplore.reports.documents.glossary import glossary
from mexplore.reports.site.pages import page

if TYPE_CHECKING:
    from mexplore.discover.study.theorem import TheoremOf

PAGE = "terms.html"
SCRIPT = "assets/terms.js"


def anchor(word: str) -> str:
    """The place of a word on the page.

    >>> anchor("P-position, N-position"), anchor("misère play")
    ('p-position-n-position', 'misere-play')
    """
    plain = normalize("NFKD", word.lower()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


@cache
def _theorems() -> dict[str, TheoremOf[Any, Any, Any]]:
    """The theorems of all kinds of games, by name."""
    found = {theorem.name: theorem for kind in kinds() for theorem in kind.theorems()}
    return {name: found[name] for name in sorted(found, key=str.lower)}


def _meaning(text: str) -> str:
    """As HTML: what stands between backquotes is code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


def _entries() -> list[tuple[tuple[str, ...], str, str]]:
    """The forms of each word, its anchor, and the meaning as HTML."""
    words = [
        (term.forms, anchor(term.word), f"<b>{escape(term.word)}</b>: {_meaning(term.meaning)}")
        for terms in glossary().values()
        for term in terms
        if term.forms
    ]
    for name, theorem in _theorems().items():
        said = f"<b>Theorem ({escape(name)})</b>: {escape(theorem.statement)}"
        said += f" <i>{escape(theorem.source)}</i>"
        words.append(((name,), f"theorem-{anchor(name)}", said))
    return words


def terms_script() -> str:
    """The words for the program of the pages."""
    return f"mexplore.terms({json.dumps(_entries(), separators=(',', ':'))});\n"


def terms_html() -> str:
    """The page of all words."""
    parts = [
        "<h1>Terms</h1>\n<p>The words of the field are those of <i>Winning Ways</i> and of "
        "<i>On Numbers and Games</i>. On other pages a click on a word shows its meaning.</p>"
    ]
    for title, terms in glossary().items():
        rows = "\n".join(
            f'<dt id="{anchor(each.word)}">{escape(each.word)}</dt>\n'
            f"<dd>{_meaning(each.meaning)}</dd>"
            for each in terms
        )
        parts.append(f"<h2>{escape(title)}</h2>\n<dl>\n{rows}\n</dl>")
    rows = "\n".join(
        f'<dt id="theorem-{anchor(name)}">{escape(name)}</dt>\n'
        f"<dd>{escape(theorem.statement)} <i>{escape(theorem.source)}</i></dd>"
        for name, theorem in _theorems().items()
    )
    parts.append(f"<h2>Theorems</h2>\n<dl>\n{rows}\n</dl>")
    return page("Terms", "\n".join(parts), "")


def term(word: str, shown: str | None = None, root: str = "../") -> str:
    """A word as a link to its meaning, which a click shows.

    >>> term("period, preperiod, saltus", "period")
    '<a class="knowl" href="../terms.html#period-preperiod-saltus">period</a>'
    """
    return f'<a class="knowl" href="{root}{PAGE}#{anchor(word)}">{escape(shown or word)}</a>'
