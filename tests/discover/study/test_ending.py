"""A study that is stopped ends with what is known; an answer that rests on it is stopped, too."""

from __future__ import annotations

import ast
from itertools import chain
from pathlib import Path

import pytest

from mexplore.discover.heaps.check import check, limits_of
from mexplore.discover.heaps.evidence.sources import source_of
from mexplore.discover.questions.compare import proved_law
from mexplore.discover.questions.known import classes_of
from mexplore.discover.questions.same_sums import compare_sums
from mexplore.discover.questions.sums import Component
from mexplore.discover.study.kind import Means
from mexplore.rules.engine.grundy import Progress, no_progress
from mexplore.rules.notation import parse_rule

ROOT = Path(__file__).parents[3]
STUDIES = {"study", "study_board", "study_misere", "study_family", "study_line"}
STUDIES |= {"study_it", "study_of_family", "find_family_law"}
SHOWN = {
    "mexplore/studying.py": "the study is the answer",
    "discover/surveys/worker.py": "ignores Ctrl-C; its record says how the study ended",
    "discover/surveys/games.py": "hands the study on to the worker",
    "discover/surveys/misere.py": "the same",
    "discover/boards/line_study.py": "the study of a line is that of its terms",
    "discover/heaps/kind.py": "a kind hands the study on",
    "discover/boards/kind.py": "the same",
    "discover/misere/kind.py": "the same",
    "discover/families/kind.py": "the same",
    "discover/families/methods.py": "what the detector finds is part of the study",
    "reports/cli/subjects.py": "the study is shown",
    "reports/cli/subjects_of_boards.py": "the same",
    "reports/cli/subjects_of_families.py": "the same",
    "reports/cli/subjects_of_systems.py": "the same",
}
"""Files whose studies are not the kind of an answer, each with the reason."""


def called(node: ast.Call) -> str:
    """The name of what is called."""
    return getattr(node.func, "id", getattr(node.func, "attr", ""))


def unguarded(tree: ast.AST, inside: bool = False) -> list[int]:
    """The lines where a study is made outside of `uninterrupted`."""
    if isinstance(tree, ast.Call):
        name = called(tree)
        # Methods of this name, of subjects and kinds, hand a study on that is shown.
        if isinstance(tree.func, ast.Name) and name in STUDIES and not inside:
            return [tree.lineno]
        inside = inside or name == "uninterrupted"
    return [line for child in ast.iter_child_nodes(tree) for line in unguarded(child, inside)]


def test_every_answer_that_rests_on_a_study_is_stopped_with_it() -> None:
    files = [
        *(ROOT / "mexplore").glob("*.py"),
        *chain((ROOT / "discover").rglob("*.py"), (ROOT / "reports").rglob("*.py")),
    ]
    found = {
        str(path.relative_to(ROOT)): lines
        for path in files
        if (lines := unguarded(ast.parse(path.read_text())))
    }
    assert set(found) == set(SHOWN), {file: found[file] for file in set(found) - set(SHOWN)}


def stopped_once() -> object:
    """A watcher that Ctrl-C interrupts the first time that work is under way."""
    pressed: list[int] = []

    def watch(progress: Progress) -> None:
        if not pressed and progress.done:
            pressed.append(1)
            raise KeyboardInterrupt

    return watch


@pytest.mark.parametrize("rules", [("0.77", "0.07"), ("0.123", "0.77")])
def test_a_comparison_under_misere_play_is_stopped(rules: tuple[str, str]) -> None:
    first, second = map(parse_rule, rules)
    with pytest.raises(KeyboardInterrupt):
        compare_sums(first, second, 20, 5.0, stopped_once())  # type: ignore[arg-type]


def test_a_sum_under_misere_play_is_stopped() -> None:
    position = [Component(parse_rule("0.77"), 30)]
    with pytest.raises(KeyboardInterrupt):
        classes_of(position, Means(), stopped_once(), misere=True)  # type: ignore[arg-type]


def test_a_check_is_stopped() -> None:
    ends = (0, 10**4)
    with pytest.raises(KeyboardInterrupt):
        check(parse_rule("subtract(1, 2)"), "Mod(n, 3)", ends, limits_of(ends, 5.0), stopped_once())  # type: ignore[arg-type]


def test_what_is_not_stopped_is_answered() -> None:
    rule = parse_rule("subtract(1, 2)")
    law = proved_law(rule, source_of(rule, no_progress), 100)
    assert law is not None and law.at(10**9) == 10**9 % 3
