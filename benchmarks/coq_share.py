"""How much of what is proved Coq accepts: random rules of the census, a line a family.

    python -m benchmarks.coq_share [--most N] [--proved FILE] [--out FILE] [--list] [FAMILY ...]
    python -m benchmarks.coq_share --library [--list] [KIND ...]

Every rule is studied with a small budget, as in the census. The laws that are proved are written
for Coq, which has a minute for each (of its processor, so that a busy machine matters little).
*Accepted*: the share of these that it accepts, beyond the library, which is compiled once. With
``--proved`` the certificates are kept in a file, and read from it the next time, so that only the
export is tried again. After the families of the census come random kinds of heaps, and, as their
surveys draw them, games on words, boards of finitely many steps, and games of which automata tell
who wins. With ``--library`` the games of the library are studied in place of random rules, a line a
kind of game: heaps, boards, and the systems of games on words and graphs.
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from benchmarks import boards_census, who_wins, words_census
from benchmarks.census_families import FAMILIES, Family, rules_of
from mexplore.discover.coq.compiler import are_closed, build, compiled, find_coqc
from mexplore.discover.coq.export import CoqProof, coq_proof, library, library_file, write_files
from mexplore.discover.heaps.study import study
from mexplore.discover.kinds import kind_of
from mexplore.discover.study.certificate import certificate_of, played
from mexplore.discover.study.limits import Limits
from mexplore.discover.verifying import contents_of
from mexplore.rules.errors import InputError, MexploreError
from mexplore.rules.library import shipped

SEED = 2026
BUDGET = 2.0  # seconds a rule
MAX_TERMS = 100_000
MINUTE = 60.0
PATIENCE = 300.0  # seconds of the clock, on a busy machine
KINDS = ("heaps", "boards", "systems")
CENSUS = 10  # the families of the census; those after them are told by bases


class Tried(NamedTuple):
    """What became of one law."""

    rule: str
    theorem: str
    accepted: bool
    why: str
    seconds: float
    size: int


def proved(family: Family, most: int) -> list[dict[str, Any]]:
    """The certificates of the laws that are proved of the family's first rules; an empty one for
    every other rule."""
    found = []
    for rule in islice(rules_of(family, SEED), most):
        result = study(rule, Limits(BUDGET, max_terms=MAX_TERMS))
        best = next((f for f in result.findings if f.proof), None)
        certificate = certificate_of(rule, best) if best else None
        found.append(dict(certificate or {}))
    return found


def in_library(kind: str) -> Iterator[str]:
    """The library's games of this kind."""
    yield from (
        text
        for text in sorted({entry.rule for entry in shipped().values()})
        if kind_of(text).name == kind
    )


def _who_wins() -> Iterator[str]:
    rules = [rule for _, _, rule in who_wins.families()]
    yield from Random(SEED).sample(rules, len(rules))


def _kinds() -> Iterator[str]:
    """Two kinds of heaps, with moves to one heap or two that take a few tokens."""
    draw = Random(SEED)
    while True:
        options = []
        for _ in "AB":
            moves = set()
            for _ in range(draw.randint(1, 3)):
                taken, left, other = draw.randint(1, 4), draw.choice("AB"), draw.choice("AB")
                one, two = f"{left}(n - {taken})", f"{left}(i) + {other}(n - {taken} - i)"
                moves.add(draw.choice([one, one, two]))
            options.append(" | ".join(sorted(moves)))
        yield f"kinds A(n) -> {options[0]}; B(n) -> {options[1]}; start A(n)"


def surveyed() -> Iterator[tuple[str, Callable[[], Iterator[str]]]]:
    """Games of other kinds than heaps, as surveys of them draw these."""
    yield "kinds of heaps", _kinds
    yield "games on words", lambda: map(str, words_census.games(Random(SEED)))
    yield "boards", lambda: map(str, boards_census.boards(Random(SEED), monotone=True))
    yield "who wins, by automata", _who_wins


def proved_of(texts: Callable[[], Iterator[str]], most: int | None) -> list[dict[str, Any]]:
    """The same of games of any kind."""
    found: list[dict[str, Any]] = []
    for text in islice(texts(), most):
        try:
            game = kind_of(text).parse(text)
            result = kind_of(text).study(game, Limits(BUDGET, max_terms=MAX_TERMS))
        except MexploreError:  # too large for the budget, or without a system of kinds
            found.append({})
            continue
        best = next((f for f in result.findings if f.proof), None)
        found.append(dict((certificate_of(game, best) if best else None) or {}))
    return found


def tried(certificate: dict[str, Any], folder: Path, place: Path) -> Tried:
    """Whether Coq accepts the law within a minute."""
    rule, claim, theorem = contents_of(certificate, kind_of(played(certificate)).name)
    try:
        proof = coq_proof(rule, claim, theorem)
    except Exception as error:  # a fault of the exporter counts, and is told
        return Tried(str(rule), theorem, False, f"{type(error).__name__}: {error}", 0, 0)
    if not isinstance(proof, CoqProof):
        return Tried(str(rule), theorem, False, proof.reason, 0, 0)
    size = len(proof.files["Law.v"])
    write_files(proof, place)
    before = _of_children()
    try:
        failed, said = compiled(find_coqc(), place / "Law.v", folder, PATIENCE)
    except InputError as error:
        return Tried(str(rule), theorem, False, str(error), PATIENCE, size)
    seconds = _of_children() - before
    closed = not failed and are_closed(proof.files["Law.v"], said)
    why = "" if closed else (said.strip() or "Coq ended").splitlines()[-1][:100]
    return Tried(str(rule), theorem, closed and seconds <= MINUTE, why, seconds, size)


def _of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def line(name: str, rules: int, laws: list[Tried]) -> str:
    accepted = [law for law in laws if law.accepted]
    share = f"{len(accepted) / len(laws):.0%}" if laws else ""
    slowest = max((law.seconds for law in accepted), default=0)
    return f"| {name} | {rules} | {len(laws)} | {len(accepted)} | {share} | {slowest:.1f} |"


def _groups(
    options: argparse.Namespace,
) -> Iterator[tuple[str, Callable[[], list[dict[str, Any]]]]]:
    """The names of what is told in a line each, and what studies it."""
    if options.library:
        for kind in KINDS:
            yield kind, partial(proved_of, partial(in_library, kind), None)
        return
    for family in FAMILIES[:CENSUS]:
        yield family.name, partial(proved, family, options.most)
    for name, texts in surveyed():
        yield name, partial(proved_of, texts, options.most)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--most", type=int, default=50, help="this many rules of each family")
    asked.add_argument("--proved", type=Path, help="certificates of earlier studies")
    asked.add_argument("--out", type=Path)
    asked.add_argument("--list", action="store_true")
    asked.add_argument("--library", action="store_true", help="games of the library")
    asked.add_argument("family", nargs="*")
    options = asked.parse_args()
    kept = (
        json.loads(options.proved.read_text()) if options.proved and options.proved.exists() else {}
    )
    lines = [
        "| family | rules | proved | accepted | share | slowest s |",
        "|---|---|---|---|---|---|",
    ]
    print("\n".join(lines), flush=True)
    every: list[Tried] = []
    rules = 0
    with TemporaryDirectory(prefix="mexplore-coq-") as scratch:
        folder, place = Path(scratch, "library"), Path(scratch, "law")
        folder.mkdir()
        for module in library():
            (folder / f"{module}.v").write_text(library_file(module), encoding="utf-8")
        build(find_coqc(), folder, library())
        for name, find in _groups(options):
            if options.family and not any(part in name for part in options.family):
                continue
            if name not in kept:
                kept[name] = find()
                if options.proved:
                    options.proved.write_text(json.dumps(kept))
            certificates = kept[name][: options.most]
            laws = []
            for certificate in filter(None, certificates):
                shutil.rmtree(place, ignore_errors=True)
                laws.append(law := tried(certificate, folder, place))
                if options.list or not law.accepted:
                    print(f"  {law.seconds:6.2f} {law.size:7} {law.theorem}: {law.rule}: {law.why}")
            rules += len(certificates)
            every += laws
            lines.append(line(name, len(certificates), laws))
            print(lines[-1], flush=True)
    lines.append(line("all", rules, every))
    print(lines[-1])
    for (theorem, why), count in Counter(
        (law.theorem, law.why) for law in every if not law.accepted
    ).most_common():
        print(f"{count:4} {theorem}: {why}")
    if options.out:
        options.out.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
