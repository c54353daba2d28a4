"""The compiler ``coqc``: the library compiled once for this user, and laws checked by it."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from mexplore.discover.coq.export import LIBRARY, CoqProof, requires, write_files
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Progress, Watcher, no_progress
from mexplore.rules.engine.kept_code import usual_code
from mexplore.rules.engine.programs import run
from mexplore.rules.engine.trusted import why_distrusted
from mexplore.rules.errors import InputError
from mexplore.rules.text.files import whole_file

CLOSED = "Closed under the global context"
LONGEST = 180.0  # seconds that a file of the library may take, and a law at least
STAGE = "files checked by Coq"
PATIENCE = 30  # a law may take this many times its estimate


@dataclass(frozen=True)
class CoqVerdict:
    """Whether Coq accepted the law, and its message if it did not."""

    accepted: bool
    said: str


def find_coqc() -> str:
    """The path of ``coqc``; InputError, with the remedy, if it is not installed."""
    found = shutil.which("coqc")
    if found is None:
        raise InputError(
            "coqc is not installed, so Coq checked nothing; install Debian's package coq, or "
            "write the files with `study RULE --write DIR/Law.v` and run `make` where Coq is"
        )
    return found


def version(coqc: str) -> str:
    """Coq's version, such as 8.16.1."""
    done = subprocess.run(
        [coqc, "--print-version"], capture_output=True, text=True, timeout=LONGEST, check=False
    )
    return done.stdout.split(" ", 1)[0].strip() or "of unknown version"


def check(
    proof: CoqProof,
    folder: Path | None = None,
    library: Path | None = None,
    watcher: Watcher = no_progress,
) -> CoqVerdict:
    """Whether Coq accepts the proof. The files go into a folder, or one that is removed again; the
    compiled library is put there too, or taken from another folder."""
    coqc = find_coqc()
    with _folder(folder) as place:
        write_files(proof, place)
        if library is None:
            build(coqc, place, proof.modules, watcher)
        watcher(Progress(STAGE, len(proof.modules), len(proof.modules) + 1))
        limit = max(LONGEST, PATIENCE * proof.seconds)
        failed, said = compiled(coqc, place / "Law.v", library or place, limit)
    if failed:
        return CoqVerdict(False, _error(said))
    if not are_closed(proof.files["Law.v"], said):
        return CoqVerdict(False, "the theorems are not closed under the global context")
    return CoqVerdict(True, CLOSED)


def are_closed(text: str, said: str) -> bool:
    """Whether all theorems of the text of ``Law.v``, two at least, rest on no axiom, by what Coq
    said.

    >>> text = "Print Assumptions law.  Print Assumptions not_vacuous."
    >>> are_closed(text, f"{CLOSED} {CLOSED}"), are_closed(text, CLOSED)
    (True, False)
    """
    theorems = max(2, text.count("Print Assumptions"))
    return said.count(CLOSED) == theorems and "Axioms:" not in said


@contextmanager
def _folder(folder: Path | None) -> Iterator[Path]:
    if folder is not None:
        if why := why_distrusted(folder):
            raise InputError(f"{folder}: what is compiled there is not believed, since {why}")
        yield folder
        return
    with TemporaryDirectory(prefix="mexplore-coq-") as place:
        yield Path(place)


def build(coqc: str, folder: Path, modules: Sequence[str], watcher: Watcher = no_progress) -> None:
    """The compiled form of these files of the library, which are in the folder, beside them.

    What was compiled before is kept with this user's machine code, each file under a digest of the
    compiler, of its source and of the compiled files that it requires; so it is not compiled again
    until one of these changes, and never fits other files than it was compiled with.
    """
    kept, maker, digests = usual_code(), _maker(coqc), dict[str, str]()
    for done, name in enumerate(modules):
        watcher(Progress(STAGE, done, len(modules) + 1))
        source, target = folder / f"{name}.v", folder / f"{name}.vo"
        needed = [digests[each] for each in requires(name)]
        made_of = sha256(repr((maker, source.read_bytes(), needed)).encode()).hexdigest()
        data = kept.code(f"coq {name} {made_of}") if kept else None
        if data is None:
            data = _compile(coqc, source, target)
            if kept:
                kept.keep(f"coq {name} {made_of}", data)
        else:
            with whole_file(target) as file:
                file.write(data)
        digests[name] = sha256(data).hexdigest()


def _maker(coqc: str) -> tuple[str, ...]:
    """What tells this compiler from others, whose compiled files it would not read."""
    found = Path(coqc).resolve()
    return (version(coqc), str(found), *map(str, (found.stat().st_size, found.stat().st_mtime_ns)))


def _compile(coqc: str, source: Path, target: Path) -> bytes:
    """The compiled form of a file of the library."""
    failed, said = compiled(coqc, source, source.parent, LONGEST)
    if failed:
        problem = f"this Coq ({version(coqc)}) cannot compile {source.name} of the library"
        raise InputError(f"{problem}: {_error(said)}")
    return target.read_bytes()


def compiled(coqc: str, source: Path, library: Path, limit: float) -> tuple[bool, str]:
    """Compile one file: whether that failed, and what was said. Ctrl-C, the end of the time, and
    that of this process, end the compiler too."""
    command = [coqc, "-q", "-R", str(library.resolve()), LIBRARY]  # it runs in another folder
    try:
        code, said = run([*command, source.name], limit, source.parent)
    except subprocess.TimeoutExpired:
        raise InputError(
            f"Coq was given up after {limit:.0f} seconds with {source.name}; nothing is decided"
        ) from None
    return code != 0, said


def _error(said: str) -> str:
    """The error message of Coq, on one line.

    >>> _error('File "./Law.v", line 13, characters 2-36:\\nError:\\nThe term "eq_refl" has type '
    ... '"true = true" while it is expected to have type\\n "check 1 = true".\\n')
    'the check of the law computes false'
    """
    if "eq_refl" in said and "expected to have type" in said:
        return "the check of the law computes false"
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    start = next((i for i, line in enumerate(lines) if re.match(r"Error\b", line)), 0)
    return " ".join(lines[start : start + 3])[:300] or "it ended without a word"
