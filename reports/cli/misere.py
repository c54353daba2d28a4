"""Classes of the heaps that a question about misère play names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from mexplore.discover.questions.misere_sums import Classes
    from mexplore.reports.cli.options import Output
    from mexplore.rules.boards.board import Grid
    from mexplore.rules.rule import Rule

Answer = TypeVar("Answer")


def heaps_only(chosen: Rule | Grid, board: str | None = None) -> Rule:
    """The rule, if it is one of heaps."""
    from mexplore.rules.boards.board import Grid

    if isinstance(chosen, Grid) or board is not None:
        raise InputError("misère play is about sums of heaps, and a token on a board is no heap")
    return chosen


def answered(
    rule: Rule,
    heaps: Sequence[int],
    seconds: float,
    output: Output,
    answer: Callable[[Classes], Answer],
    nothing: dict[str, Any] | None,
) -> tuple[Answer, str]:
    """An answer from the classes of these heaps, with the reason why they are right; exit code 1,
    and ``nothing`` as JSON, where they are not known."""
    from mexplore.discover.questions.misere_sums import classes_of
    from mexplore.discover.questions.sums import Component
    from mexplore.discover.study.kind import Means, NotKnown
    from mexplore.reports.cli.warrants import no_answer

    try:
        with output.progress(seconds) as watcher:
            position = [Component(rule, heap) for heap in heaps]
            known = classes_of(position, Means(budget=seconds), watcher)[rule]
            return answer(known), known.words
    except NotKnown as why:
        no_answer(str(why), nothing)
