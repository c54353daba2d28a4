"""Rules that are compared, two or in groups, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from mexplore.discover.questions.compare import Comparison
from mexplore.reports.writers.document import Block, Document, Paragraph, Table

if TYPE_CHECKING:
    from mexplore.discover.questions.groups import Group, Grouping
    from mexplore.discover.questions.same_sums import SameSums
    from mexplore.discover.questions.same_zeros import SameLost


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
    return "for all n, by proved laws" if group.for_all else f"for n <= {_last(group)}"


def _last(group: Group) -> int | None:
    return None if group.stop is None else group.stop - 1


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
            "computed": _last(each),
            "equal_for_all": each.for_all,
            "for_all": each.for_all,
            "classes": [[str(rule) for rule in alike] for alike in each.classes],
            "later": [{"classes": [i, j], "first_difference": n} for i, j, n in each.later],
        }
        for each in found.groups
    ]
    differences = [
        {"groups": [k, k + 1], "first_difference": n} for k, n in enumerate(found.differences)
    ]
    proved = all(each.for_all for each in found.groups)
    return {
        "equal": len(groups) == 1,
        "groups": groups,
        "differences": differences,
        "status": "proved" if proved else "holds so far",
    }


# Two rules.


def comparison_json(found: Comparison | SameSums, first: object, second: object) -> dict[str, Any]:
    """The same entries for values and for lost sums."""
    facts: dict[str, Any] = {"equal": found.equal, "for_all": found.for_all}
    if isinstance(found, Comparison):
        facts |= {"first_difference": found.first_difference, "computed": found.stop - 1}
        facts |= {"lost_under": None, "later": found.later}
        lines = comparison_lines(found, first, second)
    else:
        loses = None if found.equal else str(first if found.first_loses else second)
        facts |= {"first_difference": found.difference, "computed": found.last}
        facts |= {"lost_under": loses, "later": None}
        lines = [same_sums_line(found, first, second)]
    told_by_laws = found.for_all or facts["later"] is not None
    status = status_of(found.equal, told_by_laws)
    return facts | {"status": status, "warrant": " ".join(lines)}


def status_of(equal: bool, by_laws: bool) -> str:
    """That two games are equal is proved by laws; that they differ is seen at one place."""
    return "proved" if by_laws else "holds so far" if equal else "computed"


_WHY = {"rule": "they are the same rule", "laws": "their proved laws agree", "": ""}


def comparison_lines(found: Comparison, first: object, second: object) -> list[str]:
    """Whether the values are equal."""
    n = found.first_difference
    if n is not None:
        return [f"{first} and {second} differ first at n = {n}"]
    if found.for_all:
        return [f"{first} and {second} are equal for all n, as {_WHY[found.equal_by]}"]
    computed = f"{first} and {second} are equal for n <= {found.stop - 1}"
    if found.later is None:
        return [f"{computed}, as far as computed"]
    return [f"{computed}; by their proved laws", f"they differ first at n = {found.later}"]


def same_sums_line(found: SameSums, first: object, second: object) -> str:
    """Whether the same sums are lost under misère play."""
    if found.difference is not None:
        loses, wins = (first, second) if found.first_loses else (second, first)
        heaps = " + ".join(map(str, found.difference))
        return f"misère play: {heaps} is lost under {loses} and won under {wins}"
    same = f"misère play: {first} and {second} lose the same sums"
    far = f" of heaps up to {found.last}, as far as known"
    return f"{same}, as {found.why}" if found.for_all else f"{same}{far}"


def same_lost_line(found: SameLost, first: object, second: object, where: str) -> str:
    """Whether the same squares are lost under misère play, as far as is known ``where``."""
    because = f": {found.why}" if found.why else ""
    if found.difference is not None:
        loses, wins = (first, second) if found.first_loses else (second, first)
        square = found.difference
        return f"misère play: {square} is lost under {loses} and won under {wins}{because}"
    same = f"misère play: {first} and {second} lose the same squares"
    return f"{same}, all of them{because}" if because else f"{same} {where}, as far as computed"


def same_sums_blocks(found: Grouping) -> Iterator[Block]:
    """The groups of rules that lose the same sums under misère play."""
    many = f"{len(found.groups)} group{'s' * (len(found.groups) != 1)}"
    yield Paragraph(f"misère play: {many} of rules that lose the same sums")
    rows = [
        [str(number), ", ".join(map(str, group.rules)), _same_up_to(group)]
        for number, group in enumerate(found.groups, 1)
    ]
    yield Table(("group", "rules", "the same sums"), rows)


def _same_up_to(group: Group) -> str:
    if group.stop is None:
        return ""
    return "of all heaps" if group.for_all else f"of heaps up to {_last(group)}"
