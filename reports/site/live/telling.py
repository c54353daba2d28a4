"""What is shown of a study that has ended: its law, the report in parts, texts to copy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from mexplore.discover.study.theorem import Inapplicable
from mexplore.reports.writers.document import Block, Detail, Heading
from mexplore.reports.writers.html.page import block_html, mathml
from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from mexplore.reports.documents.report import Report


def law_facts(found: Report) -> dict[str, Any]:
    """The best law in a line: what it says, how it is known, and its period if it has one."""
    facts = found.json()
    best = facts["findings"][0] if facts.get("findings") else None
    if best is None:
        return {"status": facts["status"], "statement": "", "by": "", "ended": facts.get("ended")}
    parameters = best.get("parameters") or {}
    return {
        "status": best["status"],
        "statement": best["statement"],
        "by": best["theorem"] or "",
        "checked": best.get("checked_to"),
        "period": parameters.get("period"),
        "preperiod": parameters.get("preperiod"),
        "math": mathml(best["latex"], display=True) if best.get("latex") else None,
        "ended": facts.get("ended"),
    }


def report_facts(found: Report, text: str) -> dict[str, Any]:
    """The report as HTML, a section each, and the law in other languages."""
    document = found.document(f'mexplore study "{text}"', Detail(effort=False))
    return {"sections": list(_sections(document.blocks)), "copies": dict(_copies(found))}


def _sections(blocks: list[Block]) -> Iterator[dict[str, str]]:
    title, html = "", [""]
    for block in blocks:
        if isinstance(block, Heading) and block.level == 2:
            yield {"title": title, "html": "\n".join(html)}
            title, html = block.text, []
        elif not (isinstance(block, Heading) and block.level == 1):
            html.append(block_html(block))
    yield {"title": title, "html": "\n".join(html)}


def _copies(found: Report) -> Iterator[tuple[str, str]]:
    """The law as LaTeX, as programs, and as a draft for OEIS, where there is one."""
    facts = found.json()
    best = facts["findings"][0] if facts.get("findings") else None
    if best is not None and best.get("latex"):
        yield "LaTeX", f"\\[ {best['latex']} \\]"
    for name, language in (("Python", "python"), ("C++", "cpp")):
        program = found.program(language)  # type: ignore[arg-type]
        if not isinstance(program, Inapplicable):
            yield name, program
    draft = _draft(found)
    if draft:
        yield "OEIS", draft
    certificate = found.certificate()
    if certificate is not None:
        yield "certificate", certificate


def _draft(found: Report) -> str:
    from mexplore.reports.documents.oeis_draft import Draft

    try:
        study = found.sequence_study()
    except InputError:
        return ""
    values = study.evidence.values[:200].tolist()
    return Draft(study, values).text() if values else ""
