"""How to repeat a report: commands, version, certificate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mexplore.discover.study.certificate import MARK, write_certificate
from mexplore.reports.writers.document import Code, Details, Document, Heading, Paragraph
from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from mexplore.discover.study.certificate import Certificate

CERTIFICATE = "The certificate of the proof"
_FENCE = "```json\n"


def add_reproduction(document: Document, command: str, certificate: Certificate | None) -> None:
    """The command, how to check the proof again, and the version; the certificate, folded."""
    lines = [command]
    if certificate is not None:
        lines.append("mexplore verify REPORT.md  # the certificate in the report, or a file of it")
    document.add(Heading("How to reproduce"), Code("\n".join(lines), "sh"))
    document.add(Paragraph(f"Written by mexplore {version()}."))
    if certificate is not None:
        text = write_certificate(certificate)
        document.add(Details(CERTIFICATE, [Code(text, "json")]))


def version() -> str:
    """The version of the program that is installed."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("mexplore")
    except PackageNotFoundError:
        return "(not installed)"


def certificate_in(text: str) -> str:
    """The certificate in a report in Markdown, or the text itself where it is no report.

    >>> certificate_in('# A report\\n```json\\n{"mexplore certificate": 1}\\n```\\n')
    '{"mexplore certificate": 1}\\n'
    """
    if text.lstrip().startswith("{"):
        return text
    parts = [part.split("```")[0] for part in text.split(_FENCE)[1:]]
    found = [part for part in parts if f'"{MARK}"' in part]
    if len(found) > 1:
        raise InputError("the report has several certificates; write the one meant into a file")
    return found[0] if found else text
