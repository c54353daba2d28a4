"""Hold every command of the goldens against what is kept, and show what differs.

    python tests/goldens                      compare all: exit code 1 where something differs
    python tests/goldens -n 4 study solve     only these kinds, by four processes
    python tests/goldens --only "0.77"        only command lines with this text
    python tests/goldens --record --why "A line for the changelog"
    python tests/goldens --record --missing --minutes 9 -n 1 --why "..."
                                              games of which nothing is kept; again where it ended

    python tests/goldens --certificates games.sqlite --why "..."
                                              keep the certificates in these answers and an atlas

Nothing is recorded unless it is asked for, with a reason: it goes into CHANGES.md beside this file,
with the kinds that have changed and how many answers of each. Only what differs is written anew.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent.parent)]

from filelock import FileLock  # noqa: E402
from goldens.archive import Golden, goldens_of, keep, kinds  # noqa: E402
from goldens.certificates import add_certificates  # noqa: E402
from goldens.commands import Command, every_command  # noqa: E402
from goldens.comparing import asked, difference, everywhere, recorded  # noqa: E402

CHANGES = HERE / "CHANGES.md"


def main() -> int:
    """The command line."""
    asker = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    asker.add_argument("kinds", nargs="*", help="such as study, solve-misere (default: all)")
    asker.add_argument("-n", "--processes", type=int, default=2)
    asker.add_argument("--only", default="", metavar="TEXT", help="command lines with this text")
    asker.add_argument("--part", default="1/1", metavar="I/N", help="the I-th of N parts")
    asker.add_argument("--record", action="store_true", help="keep what commands say now")
    asker.add_argument("--why", metavar="LINE", help="for --record: the line in CHANGES.md")
    asker.add_argument("--missing", action="store_true", help="record games not kept yet")
    asker.add_argument("--changed", action="store_true", help="record only what differs")
    asker.add_argument("--minutes", type=float, help="record no longer than this, and keep that")
    asker.add_argument("--certificates", metavar="ATLAS", help="keep those in an atlas, too")
    options = asker.parse_args()
    if (options.record or bool(options.certificates)) != bool(options.why):
        asker.error("--record and --why go together: a golden changes only with a reason")
    if options.certificates:
        more = add_certificates(Path(options.certificates))
        _say_why(options.why, f"{more} more certificates")
        return 0
    part, parts = map(int, options.part.split("/"))
    asked_for = _Asked(options.kinds, options.only, part - 1, parts)
    if options.record:
        if options.changed:
            return _accept(asked_for, options.processes, options.why)
        games = asked_for.of(list(every_command()))
        if options.missing:
            games = _missing(games)
        return _record(games, options.processes, options.why, options.minutes)
    return _compare(asked_for, options.processes)


class _Asked(NamedTuple):
    """The commands that are asked for."""

    kinds: Sequence[str]
    only: str
    part: int
    parts: int

    def of(self, games: Sequence[Sequence[Command]]) -> list[list[Command]]:
        """Those among the commands of these games."""
        here = games[self.part :: self.parts]
        found = [[command for command in game if self.wants(command)] for game in here]
        return [game for game in found if game]

    def wants(self, command: Command) -> bool:
        """Whether it is one of them."""
        return command.kind in (self.kinds or [command.kind]) and self.only in command.key


def _games(commands: Iterable[Command]) -> list[list[Command]]:
    """Those of one game together, the game being what the commands name first."""
    games: dict[str, list[Command]] = {}
    for command in commands:
        games.setdefault(command.arguments[1], []).append(command)
    return list(games.values())


def _compare(asked_for: _Asked, processes: int) -> int:
    by_command = {golden.command: golden for kind in kinds() for golden in goldens_of(kind)}
    games = asked_for.of(_games(by_command))
    count = sum(map(len, games))
    began, work, different = time.time(), 0.0, Counter[str]()
    for outcome in everywhere(asked, games, processes):
        work += outcome.seconds
        for command, said in outcome.said:
            shown = difference(by_command[command], said)
            if shown:
                different[command.kind] += 1
                print(shown, end="\n\n", flush=True)
    took = f"{time.time() - began:.0f} s, {work:.0f} s of the processor"
    listed = ", ".join(f"{count} of {kind}" for kind, count in sorted(different.items()))
    print(f"{count} commands, {different.total()} differ{': ' * bool(listed)}{listed} ({took})")
    return int(bool(different))


def _accept(asked_for: _Asked, processes: int, why: str) -> int:
    """Keep what is said now by the commands whose kept answer is another one. That an answer does
    not depend on the budget was seen when it was first recorded."""
    by_command = {golden.command: golden for kind in kinds() for golden in goldens_of(kind)}
    found: dict[str, dict[Command, Golden]] = {}
    for outcome in everywhere(asked, asked_for.of(_games(by_command)), processes):
        for command, said in outcome.said:
            if difference(by_command[command], said):
                found.setdefault(command.kind, {})[command] = Golden(command, said)
    changed = {kind: _keep(kind, new, set(by_command)) for kind, new in sorted(found.items())}
    listed = ", ".join(f"{count} of {kind}" for kind, count in changed.items())
    if listed:
        _say_why(why, listed)
    print(f"recorded: {listed or 'nothing has changed'}")
    return 0


def _missing(games: Iterable[Sequence[Command]]) -> list[list[Command]]:
    """Of each game the commands of those kinds of which no answer is kept about it."""
    kept = {(kind, g.command.arguments[1]) for kind in kinds() for g in goldens_of(kind)}
    found = [[c for c in game if (c.kind, c.arguments[1]) not in kept] for game in games]
    return [game for game in found if game]


def _record(
    games: Sequence[Sequence[Command]], processes: int, why: str, minutes: float | None
) -> int:
    """Record the games, as many as there is time for, drawn from all of them."""
    drawn = sorted(games, key=lambda game: sha256(game[0].key.encode()).digest())
    found: dict[str, dict[Command, Golden]] = {}
    asked_now, began, done = set[Command](), time.time(), 0
    for done, outcome in enumerate(everywhere(recorded, drawn, processes), 1):
        for command, said in outcome.said:
            found.setdefault(command.kind, {})[command] = Golden(command, said)
        for command, reason in outcome.left_out:
            found.setdefault(command.kind, {})
            print(f"left out, since it {reason}: {command.key}", file=sys.stderr)
        asked_now |= {command for command, _ in (*outcome.said, *outcome.left_out)}
        if done % 20 == 0:
            print(f"{done} of {len(games)} games, {time.time() - began:.0f} s", file=sys.stderr)
        if minutes is not None and time.time() - began > 60 * minutes:
            break
    with FileLock(CHANGES.with_suffix(".lock")):  # parts may be recorded side by side
        still = {command for game in every_command() for command in game} - asked_now
        changed = {kind: _keep(kind, fresh, still) for kind, fresh in sorted(found.items())}
    listed = ", ".join(f"{count} of {kind}" for kind, count in changed.items() if count)
    if listed:
        _say_why(why, listed)
    print(f"recorded {done} of {len(games)} games: {listed or 'nothing has changed'}")
    return 0


def _say_why(why: str, listed: str) -> None:
    day = datetime.now(UTC).date().isoformat()
    with CHANGES.open("a", encoding="utf-8") as file:
        file.write(f"- {day}: {why} ({listed})\n")


def _keep(kind: str, fresh: dict[Command, Golden], still: set[Command]) -> int:
    """Keep what is said now, and what was kept of commands that are still asked and were not asked
    now; how many answers that changes."""
    kept = {golden.command: golden for golden in goldens_of(kind)} if kind in kinds() else {}
    after = {command: golden for command, golden in kept.items() if command in still} | fresh
    changed = sum(kept.get(command) != golden for command, golden in after.items())
    changed += sum(command not in after for command in kept)
    if changed:
        keep(kind, after.values())
    return changed


if __name__ == "__main__":
    sys.exit(main())
