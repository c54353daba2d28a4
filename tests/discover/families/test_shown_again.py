"""A solver that does not finish says neither valid nor invalid."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import pytest

from mexplore.discover.families import kind
from mexplore.discover.families.library import shipped_families
from mexplore.discover.families.solvers.formulas import Script
from mexplore.discover.families.solvers.solver import Answer, Solver
from mexplore.discover.verifying import verify
from mexplore.rules.errors import InputError


class Tired(Solver):
    """Never finishes."""

    name: ClassVar[str] = "tired"
    package: ClassVar[str] = "tired"
    version = "1"

    def answers(self, script: Script, *_: object) -> Iterator[Answer]:
        return (Answer("unknown", reason="TIMEOUT") for _ in script.questions)


def test_what_is_not_decided_is_not_invalid(monkeypatch: pytest.MonkeyPatch) -> None:
    """``verify`` called it 'not valid' that cvc5 had not finished."""
    monkeypatch.setattr(kind, "solver_named", lambda name: Tired())
    with pytest.raises(InputError, match="neither valid nor invalid"):
        verify(shipped_families()["one-k"].certificate)
