"""Documents show what a study holds: no detector runs and no theorem is tried for them."""

from __future__ import annotations

import ast
import importlib
from functools import cache, cached_property
from inspect import isfunction
from pathlib import Path
from typing import Any, NoReturn

import pytest
from test_imports import imported

from mexplore.discover.heaps.evidence.sources import GivenSource
from mexplore.discover.heaps.judging.conjecture import Conjectures
from mexplore.discover.heaps.known import patterns, theorems
from mexplore.discover.heaps.study import Study, study
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.pattern import Pattern
from mexplore.discover.study.theorem import Theorem
from mexplore.reports.documents.report import StudyReport
from mexplore.reports.writers.document import BRIEF, Detail
from mexplore.reports.writers.html.page import to_html
from mexplore.reports.writers.latex import to_latex
from mexplore.reports.writers.markdown import to_markdown
from mexplore.rules.notation import parse_rule

ROOT = Path(__file__).parents[3]
STUDIES = {
    "proved": ("subtract(1, 3, 4)", Limits()),
    "by Guy and Smith": ("0.77", Limits()),
    "geometric": ("divide(2..6)", Limits()),
    "an automaton": ("subtract(1) or divide(2)", Limits(None, upto=300)),
    "open": ("0.07", Limits(None, max_terms=160)),
    "rivals": ("0.07", Limits(None, max_terms=120)),
    "no period": ("subtract(squares)", Limits(None, max_terms=600)),
    "nothing": ("subtract(primes)", Limits(None, max_terms=300)),
}
NAMES = [*STUDIES, "without a rule"]


@cache
def studied(name: str) -> Study:
    if name in STUDIES:
        rule, limits = STUDIES[name]
        return study(parse_rule(rule), limits)
    values = study(parse_rule("0.137"), Limits(None, upto=99)).evidence.values
    return study(None, source=GivenSource(values))


def fill(held: Study | Conjectures) -> None:
    """Compute all that is computed lazily."""
    for name, member in vars(type(held)).items():
        if isinstance(member, cached_property):
            found = getattr(held, name)
            if isinstance(found, Conjectures):
                fill(found)


def subclasses(base: type[Any]) -> set[type[Any]]:
    return {base}.union(*map(subclasses, base.__subclasses__()))


@pytest.fixture
def at_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on detectors and theorems raise."""

    def raised(*arguments: object, **options: object) -> NoReturn:
        raise AssertionError("a report computes")

    for pattern in subclasses(Pattern) | set(patterns()):
        if "detect" in vars(pattern):
            monkeypatch.setattr(pattern, "detect", raised)
    for theorem in subclasses(Theorem) | {type(each) for each in theorems()}:
        for name in ("hypotheses", "bound", "bound_of", "claims", "checked", "account"):
            if name in vars(theorem):
                monkeypatch.setattr(theorem, name, raised)


@pytest.mark.parametrize("name", NAMES)
def test_documents_are_built_from_what_the_study_holds(name: str, at_rest: None) -> None:
    held = studied(name)
    assert held.evidence.stop
    report = StudyReport(held, {})
    for detail in (BRIEF, Detail()):
        document = report.document("mexplore study", detail, report.figures())
        document.add(*report.for_newcomers())
        assert all(map(len, (to_markdown(document), to_html(document), to_latex(document))))
    assert report.json()["status"] == held.status
    assert report.log() and len(report.frame())
    report.certificate()
    report.program("cpp")


@pytest.fixture(autouse=True, scope="module")
def filled() -> None:
    for held in map(studied, NAMES):
        fill(held)


def test_the_detectors_are_at_rest(at_rest: None) -> None:
    with pytest.raises(AssertionError, match="computes"):
        study(parse_rule("0.77"), Limits(None, upto=500))
    with pytest.raises(AssertionError, match="computes"):
        held = studied("open")
        _ = Conjectures(None, Evidence(held.evidence.values), held.findings, ()).supports


def test_reports_import_no_detector() -> None:
    """Of patterns only what says something of a law: classes and numbers."""
    for path in (ROOT / "reports").rglob("*.py"):
        source = path.read_text()
        assert ".detect(" not in source, path
        assert not any(
            name.startswith("mexplore.discover.heaps.judging") for name in imported(source)
        ), path
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith(
                "mexplore.discover.heaps.patterns"
            ):
                module = importlib.import_module(str(node.module))
                for alias in node.names:
                    assert not isfunction(getattr(module, alias.name)), (path, alias.name)
