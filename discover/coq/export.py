"""The files of a proof for Coq: made, written into a folder, and checked by ``coqc``."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from mexplore.discover.coq.law import MOST_VALUES, CoqLaw, Translation, law_file
from mexplore.discover.heaps.known import theorems
from mexplore.discover.kinds import kind_of
from mexplore.discover.study.pattern import AnyClaim
from mexplore.discover.study.theorem import AnyTheoremOf, Inapplicable, Theorem
from mexplore.rules.engine.grundy import Progress, Watcher, no_progress
from mexplore.rules.engine.trusted import why_distrusted
from mexplore.rules.errors import InputError
from mexplore.rules.members import members
from mexplore.rules.text.files import whole_file

if TYPE_CHECKING:
    from mexplore.discover.study.finding import FindingOf
    from mexplore.discover.study.pattern import AnyClaim


@cache
def _translations() -> dict[type[AnyTheoremOf], Translation[Any, Any]]:
    """The translations by their theorems."""
    import mexplore.discover.coq.laws

    found = members(mexplore.discover.coq.laws, Translation)
    return {translation.of_theorem: translation() for translation in found}


def translated(
    theorem: AnyTheoremOf, game: Any, shape: object, claim: AnyClaim
) -> CoqLaw | Inapplicable:
    """The law that the theorem, which reads the shape off the game, proves, in terms of the
    library; Inapplicable if there is none.

    >>> from mexplore.discover.heaps.patterns.periodic import Periodic
    >>> from mexplore.discover.heaps.theorems.finite_window import FiniteWindow
    >>> from mexplore.rules.notation import parse_rule
    >>> rule = parse_rule("subtract(1, 2)")
    >>> translated(FiniteWindow(), rule, rule, Periodic(0, 3)).law
    'forall n, 0 <= n -> G (n + 3) = G n'
    """
    translation = _translations().get(type(theorem))
    if translation is None:
        return Inapplicable(f"the theorem {theorem.name!r} is not in the library of Coq proofs")
    return translation.law(translation.needed_of(game, shape), claim)


LIBRARY = "Mexplore"
"""The logical name of the library: ``From Mexplore Require Import Grundy``."""

_REQUIRED = re.compile(rf"From {LIBRARY} Require Import ([\w ]+)\.")


@dataclass(frozen=True)
class CoqProof:
    """The files of a proof, by name, and about how many seconds Coq takes for the law."""

    files: dict[str, str]
    modules: tuple[str, ...]
    """The files of the library, in the order in which they are compiled."""

    seconds: float


def coq_proof(game: Any, claim: AnyClaim, theorem: str) -> CoqProof | Inapplicable:
    """The proof for Coq of a claim about a rule or another game that a theorem proves;
    Inapplicable if there is none.

    >>> from mexplore.discover.heaps.patterns.periodic import Periodic
    >>> from mexplore.rules.notation import parse_rule
    >>> proof = coq_proof(parse_rule("subtract(1, 3, 4)"), Periodic(0, 7), "finite window")
    >>> proof.modules, sorted(proof.files)
    (('Grundy', 'Evaluate', 'Subtraction'), ['Evaluate.v', 'Grundy.v', 'Law.v', 'Makefile', \
'Subtraction.v'])
    """
    named = kind_of(str(game)).theorem_named(theorem)
    if named is None:
        return Inapplicable(f"there is no theorem {theorem!r}")
    law, by = _law(game, claim, named)
    if isinstance(law, Inapplicable):
        return law
    if law.values > MOST_VALUES:
        return Inapplicable(
            f"Coq would have to compute {law.values} values, and take about {hours(law.seconds)}; "
            f"no more than {MOST_VALUES} are exported"
        )
    modules = needed(("Grundy", *law.modules))
    written = {f"{name}.v": library_file(name) for name in modules}
    written["Law.v"] = law_file(law, str(game), claim.statement(), by)
    written["Makefile"] = makefile(modules)
    return CoqProof(written, modules, law.seconds)


def proof_of(game: Any, finding: FindingOf[Any] | None) -> CoqProof | Inapplicable:
    """The proof of a finding about a rule or another game, or why there is none."""
    if game is None:
        return Inapplicable("a bare sequence has no moves")
    if finding is None or finding.proof is None:
        return Inapplicable("nothing is proved")
    return coq_proof(game, finding.claim, finding.proof.theorem)


def _law(
    game: Any, claim: Any, named: AnyTheoremOf
) -> tuple[CoqLaw, str] | tuple[Inapplicable, str]:
    """The law by the named theorem, or, of heaps, by another theorem that proves it too."""
    law = _by(named, game, claim)
    if isinstance(law, CoqLaw):
        return law, named.name
    for other in theorems() if isinstance(named, Theorem) else ():
        if other.name != named.name and other.is_about(claim) and not other.heavy:
            instead = _by(other, game, claim)
            if isinstance(instead, CoqLaw) and isinstance(other.bound(game, claim), int):
                return instead, other.name
    return law, named.name


def _by(theorem: AnyTheoremOf, game: Any, claim: Any) -> CoqLaw | Inapplicable:
    if not theorem.is_about(claim):
        return Inapplicable(f"the theorem {theorem.name!r} says nothing of {claim.name} laws")
    shape = theorem.hypotheses(game)
    return shape if isinstance(shape, Inapplicable) else translated(theorem, game, shape, claim)


def hours(seconds: float) -> str:
    """A long time, in words.

    >>> hours(20000), hours(90), hours(5e6)
    ('6 hours', '2 minutes', '58 days')
    """
    units = (("minute", 60, 90), ("hour", 3600, 48), ("day", 86400, 10**9))
    unit, length, _ = next(u for u in units if seconds < u[1] * u[2])
    count = round(seconds / length) or 1
    return f"{count} {unit}{'s' if count > 1 else ''}"


@cache
def library_file(name: str) -> str:
    """The source of one file of the library."""
    return (files("mexplore.discover.coq") / f"{name}.v").read_text(encoding="utf-8")


def library() -> tuple[str, ...]:
    """The names of all files of the library, in the order of compilation."""
    names = sorted(
        entry.name.removesuffix(".v")
        for entry in files("mexplore.discover.coq").iterdir()
        if entry.name.endswith(".v")
    )
    return needed(tuple(names))


def needed(modules: tuple[str, ...]) -> tuple[str, ...]:
    """These files of the library and all files that they require, in the order of compilation.

    >>> needed(("TwoHeaps",))
    ('Grundy', 'Evaluate', 'TakeAndBreak', 'TwoHeaps')
    """
    found: dict[str, None] = {}
    for name in modules:
        if name not in found:
            found |= dict.fromkeys(needed(requires(name)))
            found[name] = None
    return tuple(found)


def requires(name: str) -> tuple[str, ...]:
    """The files that one file requires directly."""
    found = _REQUIRED.search(library_file(name))
    return tuple(found[1].split()) if found else ()


def makefile(modules: tuple[str, ...]) -> str:
    """``make`` compiles the library once and checks the law; ``make clean`` removes all of it."""
    lines = [
        f"# Checks Law.v with Coq 8.16 or newer; library {LIBRARY}.",
        f"all: {' '.join(f'{name}.vo' for name in modules)} Law.vo",
        "%.vo: %.v",
        f"\tcoqc -q -R . {LIBRARY} $<",
    ]
    for name in modules:
        if before := requires(name):
            lines.append(f"{name}.vo: {' '.join(f'{each}.vo' for each in before)}")
    lines += [f"Law.vo: {' '.join(f'{name}.vo' for name in modules)}"]
    lines += ["clean:", "\trm -f *.vo *.vok *.vos *.glob .*.aux .lia.cache .nia.cache"]
    lines += [".PHONY: all clean"]
    return "\n".join(lines) + "\n"


def write_files(proof: CoqProof, folder: Path) -> None:
    """Write the files of a proof into a folder; those that are the same already stay as they are,
    so that what was compiled from them stays good."""
    try:
        folder.mkdir(exist_ok=True)
        for name, text in proof.files.items():
            path = folder / name
            if not path.is_file() or path.read_bytes() != text.encode():
                with whole_file(path) as file:
                    file.write(text.encode())
    except OSError as error:
        raise InputError(f"cannot write {error.filename or folder}: {error.strerror}") from None


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
    library is compiled there, what is newer than its source excepted, or taken from another folder.
    """
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
    if said.count(CLOSED) != 2 or "Axioms:" in said:
        return CoqVerdict(False, "the theorems are not closed under the global context")
    return CoqVerdict(True, CLOSED)


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
    """Compile these files of the library in order, where the compiled form is older."""
    newest = 0.0
    for done, name in enumerate(modules):
        watcher(Progress(STAGE, done, len(modules) + 1))
        source, compiled_to = folder / f"{name}.v", folder / f"{name}.vo"
        newest = max(newest, source.stat().st_mtime)
        if not compiled_to.is_file() or compiled_to.stat().st_mtime < newest:
            failed, said = compiled(coqc, source, folder, LONGEST)
            if failed:
                problem = f"this Coq ({version(coqc)}) cannot compile {name}.v of the library"
                raise InputError(f"{problem}: {_error(said)}")
        newest = max(newest, compiled_to.stat().st_mtime)


def compiled(coqc: str, source: Path, library: Path, limit: float) -> tuple[bool, str]:
    """Compile one file: whether that failed, and what was said. Ctrl-C, and the end of the time,
    end the compiler too."""
    command = [coqc, "-q", "-R", str(library.resolve()), LIBRARY]  # it runs in another folder
    process = subprocess.Popen(
        [*command, source.name],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
        text=True, errors="replace", cwd=source.parent, start_new_session=True,
    )  # fmt: skip
    try:
        said, _ = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        raise InputError(
            f"Coq was given up after {limit:.0f} seconds with {source.name}; nothing is decided"
        ) from None
    finally:
        _end(process)
    return process.returncode != 0, said


def _end(process: subprocess.Popen[str]) -> None:
    """End the compiler and the processes that it started, if they still run."""
    if process.poll() is None:
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.communicate()


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
