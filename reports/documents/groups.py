"""Groups of rules with equal values, as a document and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mexplore.reports.writers.document import Document, Paragraph, Table

if TYPE_CHECKING:
    from mexplore.discover.questions.groups import Group, Grouping


def groups_document(found: Grouping, *, alone: bool = True) -> Document:
    """The groups in the order of their values, each with the first n at which it differs from the
    next; without ``alone`` only those of several rules, and what they differ from is left out."""
    count = len(found.groups)
    rules = sum(len(each.rules) for each in found.groups)
    document = Document()
    document.add(Paragraph(f"{rules} rules, {count} group{'s' * (count != 1)} of equal values"))
    differences = [*map(str, found.differences), ""]
    heads = ("group", "rules", "equal", "differs from the next at n =")
    width = 4 if alone and count > 1 else 3
    shown = [(k, each) for k, each in enumerate(found.groups, 1) if alone or len(each.rules) > 1]
    rows = [
        [str(number), ", ".join(map(str, each.rules)), _how(each), differences[number - 1]][:width]
        for number, each in shown
    ]
    if rows:
        document.add(Table(heads[:width], rows))
    for number, each in shown:
        document.add(*(Paragraph(f"Group {number}: {line}") for line in _later(each)))
    return document


def _how(group: Group) -> str:
    if len(group.rules) == 1:
        return ""
    return "for all n, by proved laws" if group.for_all else f"for n <= {group.stop - 1}"


def _later(group: Group) -> list[str]:
    """What laws say of rules that are equal as far as computed."""
    if group.for_all:
        return []
    alike = [each for each in group.classes if len(each) > 1]
    lines = [f"{', '.join(map(str, each))} are equal for all n, by proved laws" for each in alike]
    for i, j, n in group.later:
        one, other = group.classes[i][0], group.classes[j][0]
        lines.append(f"{one} and {other} differ first at n = {n}, by proved laws")
    return lines


def groups_json(found: Grouping) -> dict[str, Any]:
    """All of it; groups and classes are numbered from 0."""
    groups = [
        {
            "rules": [str(rule) for rule in each.rules],
            "computed": each.stop - 1,
            "equal_for_all": each.for_all,
            "classes": [[str(rule) for rule in alike] for alike in each.classes],
            "later": [{"classes": [i, j], "first_difference": n} for i, j, n in each.later],
        }
        for each in found.groups
    ]
    differences = [
        {"groups": [k, k + 1], "first_difference": n} for k, n in enumerate(found.differences)
    ]
    return {"equal": len(groups) == 1, "groups": groups, "differences": differences}
