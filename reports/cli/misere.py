"""Classes of the heaps that a question about misère play names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from mexplore.discover.questions.classes import HeapClasses
    from mexplore.reports.cli.options import Output
    from mexplore.rules.rule import Rule

Answer = TypeVar("Answer")


def answered(
    rule: Rule,
    heaps: Sequence[int],
    seconds: float,
    output: Output,
    answer: Callable[[HeapClasses], Answer],
    nothing: dict[str, Any] | None,
) -> tuple[Answer, str]:
    """An answer from the classes of these heaps, with the reason why they are right; exit code 1,
    and ``nothing`` as JSON, where they are not known."""
    from mexplore.discover.questions.known import classes_of_rule
    from mexplore.discover.study.kind import Means, NotKnown
    from mexplore.reports.cli.warrants import no_answer

    try:
        with output.progress(seconds) as watcher:
            known = classes_of_rule(rule, heaps, Means(budget=seconds), watcher, misere=True)
            return answer(known), known.warrants(heaps)[0].words
    except NotKnown as why:
        no_answer(str(why), nothing)
