"""The numbers in the brackets of a family: ``octal(3)``, ``subtract(max=12, size<=4)``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from mexplore.rules.errors import RuleSyntaxError
from mexplore.rules.text.nearest import did_you_mean

_LARGEST = 10**6
_PART = re.compile(r"\s*(?:([a-z]+)\s*(<=|=)\s*)?(\d*)\s*", re.ASCII)


@dataclass(frozen=True)
class Parameter:
    """A number in the brackets: its name, its least and greatest value, and its sign. It may be
    left out if it has a ``default`` or is ``optional``."""

    name: str
    least: int = 0
    greatest: int = _LARGEST
    sign: str = "="
    optional: bool = False

    def __str__(self) -> str:
        return f"{self.name}{self.sign}"


def read_arguments(
    text: str, name: str, parameters: Sequence[Parameter], *, bare: bool = True
) -> dict[str, int] | None:
    """The given numbers by name; None if the text is not ``name(...)``, or has no ``=`` in the
    brackets although no ``bare`` number is allowed: then it is a rule, not a family.

    >>> known = [Parameter("max", 1), Parameter("size", 1, sign="<=", optional=True)]
    >>> read_arguments("subtract(max = 7)", "subtract", known)
    {'max': 7}
    """
    head = re.match(rf"{re.escape(name)}\s*\(", text)
    if head is None or not (bare or re.search(r"=|\(\s*[a-z]*\s*\)", text)):
        return None
    found: dict[str, int] = {}
    by_name = {parameter.name: parameter for parameter in parameters}
    at = head.end()
    while True:
        part = _PART.match(text, at)
        assert part is not None
        given, number = part[1] or (parameters[0].name if bare and not found else ""), part[3]
        parameter = by_name.get(given)
        if parameter is None or given in found:
            _refuse(text, part.start(1) if part[1] else _inner(text, at), given, parameters)
        if not number:
            raise RuleSyntaxError(
                text, part.start(3), "a number is missing here", f"write {given} = 4"
            )
        found[given] = _within(text, part.start(3), number, parameter)
        at = part.end()
        if text[at : at + 1] != ",":
            break
        at += 1
    if text[at : at + 1] != ")" or text[at + 1 :].strip():
        place = at + 1 if text[at : at + 1] == ")" else at
        raise RuleSyntaxError(
            text, place, "this is not expected here", f"write {name}({_forms(parameters)})"
        )
    missing = next((p for p in parameters if not p.optional and p.name not in found), None)
    if missing is not None:
        raise RuleSyntaxError(text, at, f"{missing.name} is not given", f"write {missing}12 in it")
    return found


def _within(text: str, at: int, number: str, parameter: Parameter) -> int:
    value = int(number) if len(number) < 20 else _LARGEST + 1
    if not parameter.least <= value <= parameter.greatest:
        remedy = f"from {parameter.least} to {parameter.greatest}"
        raise RuleSyntaxError(text, at, f"{parameter.name} cannot be {number[:20]}", remedy)
    return value


def _inner(text: str, at: int) -> int:
    return at + len(text[at:]) - len(text[at:].lstrip())


def _forms(parameters: Sequence[Parameter]) -> str:
    return ", ".join(f"{p}N" for p in parameters)


def _refuse(text: str, at: int, given: str, parameters: Sequence[Parameter]) -> NoReturn:
    known = ", ".join(p.name for p in parameters)
    if given and given in {p.name for p in parameters}:
        raise RuleSyntaxError(text, at, f"{given} is given twice", "once is enough")
    problem = f"{given!r} is no number of this family" if given else "a number needs its name here"
    meant = did_you_mean(given, [p.name for p in parameters])
    remedy = f"{meant}the names are {known}: write {_forms(parameters)}"
    raise RuleSyntaxError(text, at, problem, remedy)
