"""Everything that the program reads back, or takes from users: sound files, and who reads them.

`test_damaged_files.py` damages the files of `READERS`; whoever adds a reader adds it there.
"""

from __future__ import annotations

import gzip
import json
import lzma
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cache, partial
from hashlib import blake2b
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest

from mexplore.discover.families.library import FOLDER
from mexplore.discover.heaps.evidence.sequence_file import read_sequence
from mexplore.discover.kinds import kind_of
from mexplore.discover.study.certificate import (
    LARGEST_TEXT,
    read_certificate,
    write_certificate,
)
from mexplore.discover.study.checking import well_formed
from mexplore.discover.study.kind import Invalid
from mexplore.discover.surveys.families.file import RuleFile
from mexplore.discover.surveys.oeis.lines import names_of, scan
from mexplore.discover.surveys.reading import families_named
from mexplore.discover.windows.checkpoint import Checkpoint, read, written
from mexplore.discover.windows.passed_values import FIRST_SPACING
from mexplore.discover.windows.streaming import frame as framing
from mexplore.discover.windows.streaming.frame import START, Frame, framed
from mexplore.discover.windows.streaming.plan import WIDTHS
from mexplore.discover.windows.streaming.stream import HISTORY
from mexplore.reports.commands.store import _added
from mexplore.reports.site.pages import MANIFEST, Manifest
from mexplore.rules.engine.database import FILE, Database
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.engine.store import Store
from mexplore.rules.engine.trusted import read_own
from mexplore.rules.families.take_and_break.rule import TakeAndBreak
from mexplore.rules.families.take_and_break.sparse.game import splitting_game
from mexplore.rules.library import read_rules
from mexplore.rules.notation import parse_rule
from mexplore.rules.text.files import read_text
from mexplore.rules.text.given import read_lines
from mexplore.rules.text.numbers import numeral, parse_square


@dataclass(frozen=True)
class Reader:
    """Who reads files of one kind, and a sound file."""

    name: str
    read: Callable[[Path], Any]
    """A `MexploreError` is one line, and an end with 2; None is a file that is ignored."""
    whole: Callable[[], bytes]
    file: str = "file.txt"
    exact: bool = False
    """Whether a damaged file gives what the sound one does, or nothing: it has a checksum."""
    again: Callable[[bytes], bytes] | None = None
    """Makes the checksum anew, for damage of a writer who knows how. Then any value may come out:
    it is the study that shows it again, or the folder that is believed."""


RULES = b"""# games
[rules.first]
rule = "0.77"
title = "Kayles"
notes = "of Dudeney, 1908"
[rules.second-game]
rule = "subtract(1, 3, 4)"
source = 'Winning Ways'
"""
FAMILIES = b'families = ["octal(2)", "subtract(max=7)"]  # two\n'
GAMES = b"# games\n0.77\nsubtract(1, 3, 4)\nkayles\n"
SQUARES = b"# squares\n3,4\n10^9, 12\n"
B_FILE = b"# A002186\n" + b"".join(b"%d %d\n" % (n, n % 7) for n in range(60))
BARE = b"[0, 1, 2, 3, 1, 4,\n3, 2, 1, 4, 2, 6]\n"
STRIPPED = b"# OEIS\nA002186 ,0,1,2,3,1,4,3,2,1,4,2,6,4,1,2,7,1,\nA000045 ,0,1,1,2,3,5,8,13,21,\n"
NAMES = b"# OEIS\nA000045 Fibonacci numbers\nA002186 Sprague-Grundy values for Kayles\n"
HEAPS = b"# heaps\n12\n10^18\n7\n"
SITE = {"mexplore site": 1, "version": "1", "files": {"games/a.html": "0f"}, "said": {"a": "b"}}


def _law(claim: object, rule: str, statement: str, theorem: str, bound: int) -> dict[str, Any]:
    return {
        "mexplore certificate": 1, "rule": rule, "claim": claim, "statement": statement,
        "theorem": theorem, "bound": bound,
    }  # fmt: skip


PERIODIC = _law(
    {"pattern": "periodic", "preperiod": 0, "period": 3, "saltus": 0},
    "subtract(1, 2)", "G(n + 3) = G(n) for all n >= 0", "finite window", 5,
)  # fmt: skip
MISERE = {"play": "misere"} | _law(
    {"pattern": "tame-types", "preperiod": 6, "period": 4,
     "types": ["f1", "f0", "F2", "F2", "f1", "F0", "F3", "F2", "F1"]},
    "0.52", "the type of heap n + 4 is that of heap n for all n >= 6, and sums are played as Nim",
    "misère windows", 21,
) | {"mexplore certificate": 2}  # fmt: skip
_PART = {"rule": "subtract(1, 2)", "certificate": PERIODIC}
OF_A_BOARD = _law(
    {"pattern": "xor-of-heaps", "x": _PART, "y": _PART},
    "(x, y) -> [(a, y) for a in range(max(0, x - 2), x)] "
    "+ [(x, b) for b in range(max(0, y - 2), y)]",
    "G(x, y) = Mod(x, 3) xor Mod(y, 3) for all x, y >= 0", "sum of two heaps", 24,
)  # fmt: skip
CERTIFICATES = {
    "of heaps": write_certificate(PERIODIC).encode(),
    "of misère play": write_certificate(MISERE).encode(),
    "of a board": write_certificate(OF_A_BOARD).encode(),
    "of a family": (FOLDER / "fives-and-seven.json").read_bytes(),
}


def _certificate(path: Path) -> object:
    return _stated(read_certificate(read_text(path, LARGEST_TEXT)))


def _stated(certificate: dict[str, Any]) -> object:
    """All that it says, before anything is computed."""
    try:
        return well_formed(certificate, kind_of)
    except Invalid:
        return None


def _kept(path: Path) -> object:
    """As the command does, in a store of its own."""
    with TemporaryDirectory() as folder, redirect_stdout(StringIO()):
        _added(str(path), store := Store(Path(folder)))
        return store.stream(GAME)


GAME = "0.16"


@cache
def frame() -> Frame:
    """What a checkpoint of the game is of."""
    rule = parse_rule(GAME)
    assert isinstance(rule, TakeAndBreak)
    game = splitting_game(rule)
    assert game is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(framing, "FEWEST_VALUES", 1 << 17)
        found = framed(game, grundy_values(rule, 1 << 17))
    assert isinstance(found, Frame)
    return found


@cache
def checkpoint() -> bytes:
    """A file that may be read, of a stream at its beginning."""
    space, nothing = frame().space, np.zeros(HISTORY, dtype=np.uint8)
    first = Checkpoint(
        START, nothing, nothing, min(WIDTHS), space.mask, FIRST_SPACING,
        np.array([START]), np.zeros((1, frame().state), dtype=np.uint8),
        0, np.array([7], dtype=np.uint64), np.array([START]), None, 1.5,
    )  # fmt: skip
    return written(GAME, frame(), first)


def _resumed(path: Path) -> object:
    """What a stream goes on with: all that is in the file."""
    try:
        found = read(read_own(path), GAME, frame())
    except (OSError, ValueError):
        return None
    return [
        each.tolist() if isinstance(each, np.ndarray) else each for each in vars(found).values()
    ]


def _packed_again(body: bytes) -> bytes:
    return body[:-16] + blake2b(body[:-16], digest_size=16).digest()


def _scanned(path: Path) -> object:
    return scan(path, [b"0,1,2,3,1,4,3,2"]).entries


def _names(path: Path) -> object:
    return names_of(path, {"A002186"})[0]


def _pages(path: Path) -> object:
    return vars(Manifest.read(path.parent))


def _pieces(path: Path) -> object:
    """All rows of a store, where none is damaged or missing."""
    for beside in ("-wal", "-shm"):
        path.with_name(path.name + beside).unlink(missing_ok=True)
    kept = Database(path.parent)
    try:
        found = [kept.piece("stream", name) for name in kept.names("stream")]
    except (OSError, ValueError):
        return None
    return found if len(found) == _ROWS else None


_ROWS = 30


@cache
def _database() -> bytes:
    with TemporaryDirectory() as name:
        kept = Database(Path(name))
        with kept.writing():
            for number in range(_ROWS):
                kept.put("stream", f"0.{number:o}", bytes(range(number, 200)) * number)
        kept.close()
        return kept.path.read_bytes()


READERS = [
    Reader("rules", read_rules, lambda: RULES, "rules.toml"),
    Reader("families", families_named, lambda: FAMILIES, "families.toml"),
    Reader(
        "games in TOML", lambda path: RuleFile.parse(str(path), {}), lambda: RULES, "games.toml"
    ),
    Reader("games", lambda path: RuleFile.parse(str(path), {}), lambda: GAMES, "games.txt"),
    *(
        Reader(f"certificate {about}", _certificate, partial(bytes, text), "law.json")
        for about, text in CERTIFICATES.items()
    ),
    Reader("b-file", read_sequence, lambda: B_FILE),
    Reader("sequence", read_sequence, lambda: BARE),
    Reader("terms of OEIS", _scanned, lambda: STRIPPED, "stripped"),
    Reader("terms of OEIS, compressed", _scanned, lambda: gzip.compress(STRIPPED), "stripped.gz"),
    Reader("names of OEIS", _names, lambda: gzip.compress(NAMES), "names.gz"),
    Reader("heaps", lambda path: read_lines(path, numeral).items, lambda: HEAPS),
    Reader("squares", lambda path: read_lines(path, parse_square).items, lambda: SQUARES),
    Reader("pages of a site", _pages, lambda: json.dumps(SITE).encode(), MANIFEST),
    Reader("taken over", _kept, checkpoint, "a.stream", exact=True),
    Reader(
        "taken over, compressed", _kept, lambda: lzma.compress(checkpoint()), "a.xz", exact=True
    ),
    Reader("checkpoint", _resumed, checkpoint, "a.stream", exact=True, again=_packed_again),
    Reader("store", _pieces, _database, FILE, exact=True),
]
"""All of them. Those of the atlas have tests of their own."""
