"""Where the pages of a site stand, and how one leads to another: by relative paths alone."""

from __future__ import annotations

import re
from hashlib import sha256
from html import escape
from urllib.parse import quote

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
