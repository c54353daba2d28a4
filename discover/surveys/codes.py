"""Families of take-and-break codes with digits 0 to base - 1: ``octal(3)``, ``quaternary(4)``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from mexplore.discover.surveys.arguments import Parameter, read_arguments
from mexplore.discover.surveys.family import Family, Holes, Member

DIGITS = "0123456789ABCDEF"
MOST_DIGITS = 40


@dataclass(frozen=True)
class Codes(Family):
    """The codes d0.d1...dk with every d_i below ``base``; d0 is ``lead``, or each of the ``leads``
    that the kind has, if it is None. Every code is there once: trailing zeros mean nothing."""

    name: ClassVar[str]
    base: ClassVar[int]
    leads: ClassVar[tuple[int, ...]]

    length: int
    lead: int | None = None

    @classmethod
    def parse(cls, text: str, holes: Holes) -> Self | None:
        del holes
        known = (
            Parameter("digits", 1, MOST_DIGITS),
            Parameter("lead", 0, cls.base - 1, optional=True),
        )
        given = read_arguments(text, cls.name, known)
        if given is None:
            return None
        lead = given.get("lead")
        cls._refuse_lead(text, lead)
        return cls(given["digits"], lead)

    @classmethod
    def _refuse_lead(cls, text: str, lead: int | None) -> None:
        if lead is not None and lead % 4:
            from mexplore.rules.errors import RuleSyntaxError

            problem = f"with d0 = {lead} a game need not end"
            raise RuleSyntaxError(text, text.index("lead"), problem, "it is a multiple of 4")

    def __str__(self) -> str:
        lead = "" if self.lead is None else f", lead={self.lead}"
        return f"{self.name}({self.length}{lead})"

    @property
    def title(self) -> str:
        return self.name

    @property
    def chosen_leads(self) -> tuple[int, ...]:
        """The digits d0 that occur."""
        return self.leads if self.lead is None else (self.lead,)

    @property
    def size(self) -> int:
        return len(self.chosen_leads) * int(self.base**self.length)

    def at(self, place: int) -> Member:
        which, number = divmod(place, self.base**self.length)
        digits = [number // self.base**i % self.base for i in reversed(range(self.length))]
        lead = self.chosen_leads[which]
        text = f"{DIGITS[lead]}.{''.join(DIGITS[d] for d in digits)}"
        return Member(text, {f"d{i}": d for i, d in enumerate([lead, *digits])})
