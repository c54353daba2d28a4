"""Titles of reports, with the names that the library has for games."""

from __future__ import annotations

from mexplore.rules.library import shipped

LONGEST_RULE = 40  # characters, of one that stands in a title beside a name


def entitled(plain: str, rule: str) -> str:
    """A title with the name that the library has for the rule.

    >>> entitled("The game 0.77", "0.77"), entitled("The game 0.7", "0.7")
    ('The game 0.77: Kayles', 'The game 0.7')
    """
    name = _name_of(rule)
    if name and len(rule) > LONGEST_RULE:
        return name  # the rule stands below
    return f"{plain}: {name}" if name else plain


def above_picture(rule: str) -> str:
    """The title of a picture: a name from the library, or the rule where it is short.

    >>> above_picture("0.77"), above_picture("0.7"), above_picture("(x, y) -> [" + 30 * " ")
    ('Kayles', '0.7', '')
    """
    name = _name_of(rule)
    return name or (rule if len(rule) <= LONGEST_RULE else "")


def _name_of(rule: str) -> str:
    """The title that the library has for the rule; empty where it has none."""
    return next((game.title for game in shipped().values() if game.rule == rule), "")


def renamed(text: str, rule: str) -> str:
    """A text in which the name that the library has stands for the rule, with a capital letter.

    >>> renamed("row 3 of 0.77", "0.77"), renamed("row 3 of 0.7", "0.7")
    ('Row 3 of Kayles', 'Row 3 of 0.7')
    """
    name = _name_of(rule)
    text = text.replace(rule, name) if name else text
    return text[0].upper() + text[1:]
