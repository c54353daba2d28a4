"""Files of rules: TOML with named rules, or a rule a line."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, Self

from mexplore.discover.surveys.family import Family, Holes, Member
from mexplore.discover.surveys.games import read_game
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import InputError, RuleSyntaxError
from mexplore.rules.library import read_rules
from mexplore.rules.text.given import bare_lines

LARGEST_FILE = 1 << 26  # bytes


@dataclass(frozen=True)
class RuleFile(Family):
    """``games.toml`` (see `rules.library`), or ``games.txt`` with a rule a line, in notation or by
    name; empty lines and what follows a ``#`` are left out. A rule that is named twice counts
    once."""

    examples: ClassVar[tuple[str, ...]] = ()  # that would need a file
    meaning: ClassVar[str] = "games.toml, games.txt: a file of rules, named or one a line"

    path: str
    rules: tuple[tuple[str, str | int], ...]

    @classmethod
    def parse(cls, text: str, holes: Holes) -> Self | None:
        del holes
        path = Path(text)
        if path.suffix == ".toml":
            named = ((entry.rule, name) for name, entry in read_rules(path).items())
            return cls(text, _once(path, list(named)))
        if path.suffix == ".txt":
            lines = [(line, number) for number, line in bare_lines(path, LARGEST_FILE)]
            return cls(text, _once(path, lines))
        return None

    def __str__(self) -> str:
        return self.path

    @property
    def title(self) -> str:
        return Path(self.path).name

    @property
    def size(self) -> int:
        return len(self.rules)

    def at(self, place: int) -> Member:
        rule, name = self.rules[place]
        return Member(rule, {"name": name} if isinstance(name, str) else {"line": name})


def _once(path: Path, listed: list[tuple[str, str]] | list[tuple[str, int]]) -> tuple[
    tuple[str, str | int], ...
]:  # fmt: skip
    """Every rule once, in canonical notation, under its first name."""
    found: dict[str, str | int] = {}
    for rule, name in listed:
        try:
            found.setdefault(str(read_game(rule)), name)
        except (RuleSyntaxError, InputError) as error:
            where = f"line {name}" if isinstance(name, int) else f"[rules.{name}]"
            raise InputError(f"{path}, {where}: {error}") from None
    if not found:
        raise InputError(f"{path} holds no rules; write one a line")
    return tuple(found.items())
