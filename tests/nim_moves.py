"""The moves of a heap that leave a nim-value, as tests ask for them."""

from __future__ import annotations

from mexplore.discover.heaps.values import Answers
from mexplore.discover.questions.classes import NimValues
from mexplore.discover.questions.winning_moves import Found, Group, find_moves
from mexplore.rules.rule import Rule


def moves_found(rule: Rule, n: int, value: int, known: Answers) -> Found:
    """The moves from a heap of n that leave this value, and why some are missing."""
    classes = NimValues(known)
    classes.rule = rule
    return find_moves(classes, n, value)


def moves_to_value(rule: Rule, n: int, value: int, known: Answers) -> list[Group]:
    """All of them; otherwise the reason is raised."""
    found = moves_found(rule, n, value, known)
    if found.missing is not None:
        raise found.missing
    return found.groups
