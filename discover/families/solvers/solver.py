"""What a solver is: it answers questions about integers with yes, no, or not known."""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import ClassVar, Literal

from mexplore.discover.families.solvers.script import Script
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import InputError

SECONDS_EACH = 20.0
"""How long one question may take."""


@dataclass(frozen=True)
class Answer:
    """``sat`` with a solution (if the solver gives one), ``unsat``, or ``unknown`` with a reason.
    Only ``unsat`` proves anything."""

    verdict: Literal["sat", "unsat", "unknown"]
    solution: Mapping[str, int] = field(default_factory=dict)
    reason: str = ""


class NotInstalled(InputError):
    """The package of a solver is missing; the text says what to install."""


class Solver(ABC):
    """One solver. `answers` asks one question after another, and may be left at any of them."""

    name: ClassVar[str]
    package: ClassVar[str]
    """What is installed by pip."""

    @property
    @abstractmethod
    def version(self) -> str:
        """The version of the solver."""

    @abstractmethod
    def answers(
        self, script: Script, deadline: float | None = None, each: float = SECONDS_EACH
    ) -> Iterator[Answer]:
        """The answers, in order. A question takes at most ``each`` seconds; ``unknown`` is the
        answer to it after that, and to all questions once `working_seconds` passes the deadline.

        Ctrl-C raises KeyboardInterrupt, at the latest at the end of a question."""

    def answer(self, script: Script, deadline: float | None = None) -> Answer:
        """The answer to a single question."""
        (found,) = self.answers(script, deadline)
        return found

    def load(self, module: str) -> ModuleType:
        """The module of the solver; NotInstalled where it is missing."""
        try:
            return importlib.import_module(module)
        except ImportError:
            remedy = f"pip install {self.package} (or mexplore[families])"
            raise NotInstalled(f"the solver {self.name} is not installed: {remedy}") from None


def milliseconds(deadline: float | None, each: float) -> int:
    """How long a question may take; 0 where no time is left."""
    left = each if deadline is None else min(each, deadline - working_seconds())
    return max(int(left * 1000), 0)


OUT_OF_TIME = Answer("unknown", reason="the time is up")
