"""The files of a proof for Coq: made, and written into a folder."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mexplore.discover.coq.law import LEAST, MOST_VALUES, CoqLaw, Translation, law_file
from mexplore.discover.coq.least import theorem_of_least
from mexplore.discover.heaps.known import theorems
from mexplore.discover.kinds import kind_of
from mexplore.discover.study.pattern import AnyClaim
from mexplore.discover.study.theorem import AnyTheoremOf, Inapplicable, Theorem
from mexplore.rules.dataclass import dataclass
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
    is_least: bool = False
    """Whether a theorem says that period and preperiod are least."""


def coq_proof(game: Any, claim: AnyClaim, theorem: str) -> CoqProof | Inapplicable:
    """The proof for Coq of a claim about a rule or another game that a theorem proves;
    Inapplicable if there is none.

    >>> from mexplore.discover.heaps.patterns.periodic import Periodic
    >>> from mexplore.rules.notation import parse_rule
    >>> proof = coq_proof(parse_rule("subtract(1, 3, 4)"), Periodic(0, 7), "finite window")
    >>> proof.modules
    ('Grundy', 'Evaluate', 'Subtraction', 'Least')
    >>> sorted(proof.files)
    ['Evaluate.v', 'Grundy.v', 'Law.v', 'Least.v', 'Makefile', 'Subtraction.v']
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
    least = theorem_of_least(game, claim, law)
    modules = needed(("Grundy", *law.modules, *(LEAST if least else ())))
    written = {f"{name}.v": library_file(name) for name in modules}
    written["Law.v"] = law_file(law, str(game), claim.statement(), by, least)
    written["Makefile"] = makefile(modules)
    return CoqProof(written, modules, law.seconds, bool(least))


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
