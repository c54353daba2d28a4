"""``mexplore verify``: check a certificate again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from mexplore.reports.cli.answers import Answer, write
from mexplore.reports.cli.options import Budget, Laws, Output, read_seconds, use_laws_in
from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from mexplore.discover.coq.export import CoqProof
    from mexplore.discover.study.certificate import Verdict
    from mexplore.discover.study.pattern import AnyClaim
    from mexplore.rules.engine.grundy import Watcher


def command(
    certificate: Annotated[Path, typer.Argument(metavar="CERTIFICATE", help="The file.")],
    output: Output,
    by: Annotated[
        Literal["numpy", "definition", "kernel"],
        typer.Option(
            metavar="HOW",
            help="Values confirmed by plain numpy (usual); by definition alone; or by kernel: "
            "those of the engine that study uses.",
        ),
    ] = "numpy",
    fast: Annotated[bool, typer.Option("--fast", help="The same as --by kernel.")] = False,
    coq: Annotated[
        bool, typer.Option("--coq", help="Have the proof assistant Coq check it instead.")
    ] = False,
    folder: Annotated[
        Path | None,
        typer.Argument(metavar="DIR", help="With --coq: keep the files of the proof there."),
    ] = None,
    referee: Annotated[
        Literal["cvc5", "mona"] | None,
        typer.Option(
            metavar="SOLVER",
            help="Laws of families: cvc5 decides all conditions too. P-positions told by automata "
            "in base 2: mona decides the sentence too.",
        ),
    ] = None,
    smt2: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Laws of families: write the conditions there, SMT-LIB."),
    ] = None,
    laws: Laws = None,
    budget: Budget = None,
) -> None:
    """Check a certificate again, trusting none of the detectors.

    The bound of the theorem and the values below it are computed again; each value is
    confirmed from the rule by code that study does not run, and the claim is held against each. The
    answer says by what they were checked. A report in Markdown may hold the certificate. Exit code
    0: valid; 1: not valid; 2: not a certificate.

    mexplore study 0.77 --write kayles.json

    mexplore verify kayles.json

    mexplore verify kayles.json --by definition --json

    mexplore verify kayles.json --fast

    mexplore verify kayles.json --coq

    mexplore study "subtract(k)" --for "k >= 1" --write family.json

    mexplore verify family.json --referee cvc5 --smt2 conditions/

    mexplore study "nim(3 heaps; at most 2)" --write board.json

    mexplore verify board.json --referee mona
    """
    from mexplore.discover.study.certificate import LARGEST_TEXT, read_certificate
    from mexplore.reports.documents.proof import certificate_in
    from mexplore.rules.text.files import read_text

    use_laws_in(laws)
    if coq and (by == "definition" or fast):
        raise InputError("--by and --fast go without --coq: Coq computes all values itself")
    if fast and by == "definition":
        raise InputError("--fast and --by definition are two ways; give one of them")
    if folder and not coq:
        raise InputError(f"a second argument ({folder}) is a folder for --coq; give --coq with it")
    seconds = None if budget is None else read_seconds(budget)
    read = read_certificate(certificate_in(read_text(certificate, LARGEST_TEXT)))
    sentence = _for_mona(read, coq=coq, smt2=smt2) if referee == "mona" else ""
    if referee == "cvc5" or smt2:
        _refuse_others(read, coq=coq)
        by = "definition" if referee == "cvc5" else by
    if smt2:
        _write_conditions(read, smt2)
    with output.progress(seconds, ends_itself=False) as watcher:
        if coq:
            verdict = _by_coq(read, folder, watcher)
        else:
            verdict = _verdict(read, by="kernel" if fast else by, watcher=watcher)
            if sentence and verdict.valid:
                verdict = _by_mona(sentence, verdict)
    status = "proved" if verdict.valid else "nothing found"
    facts = {"valid": verdict.valid, "reason": verdict.reason, "status": status}
    said = [f"{'valid' if verdict.valid else 'not valid'}: {verdict.reason}"]
    facts["warrant"] = verdict.reason
    if verdict.remark:
        facts["remark"] = verdict.remark
        said.append(f"remark: {verdict.remark}")
    write(output, Answer(facts, said, no=not verdict.valid))


def _verdict(certificate: dict[str, Any], by: str, watcher: Watcher) -> Verdict:
    from mexplore.discover.verifying import verify

    return verify(
        certificate, by_definition=by == "definition", fast=by == "kernel", watcher=watcher
    )


def _for_mona(certificate: dict[str, Any], *, coq: bool, smt2: Path | None) -> str:
    """The sentence of a certificate; InputError if there is none."""
    from mexplore.discover.boards.sentence import sentence_of_claim
    from mexplore.discover.kinds import kind_of
    from mexplore.discover.study.certificate import played
    from mexplore.discover.verifying import contents_of
    from mexplore.rules.moves.relations import Unlisted

    if coq or smt2:
        raise InputError("--referee mona goes without --coq and --smt2; give one of them")
    rule, claim, _ = contents_of(certificate, kind_of(played(certificate)).name)
    found = sentence_of_claim(rule, claim)
    text = found if isinstance(found, Unlisted) else found.mona()
    if not isinstance(text, str):
        raise InputError(f"MONA was not run: {text.reason}")
    return text


def _by_mona(sentence: str, known: Verdict) -> Verdict:
    """What MONA says of a certificate that is valid otherwise."""
    from mexplore.discover.automata.exports.mona import decided
    from mexplore.discover.study.certificate import Verdict

    verdict = decided(sentence)
    if verdict is None:
        raise InputError("MONA gave no answer; without --referee the certificate is valid")
    said = "MONA finds the sentence valid" if verdict else "MONA finds a counter-example"
    return Verdict(verdict, f"{known.reason}; {said}", known.remark)


def _refuse_others(certificate: dict[str, Any], *, coq: bool) -> None:
    """The certificate is about a family of rules, or there are no conditions."""
    from mexplore.discover.kinds import kind_of

    name = kind_of(str(certificate.get("rule"))).name
    if coq or not name.startswith("families"):
        raise InputError("--referee and --smt2 are for certificates of families of rules")


def _write_conditions(certificate: dict[str, Any], folder: Path) -> None:
    """A file for each law, and those about members, cells and cover; each begins with the answer
    that all of its questions have to have."""
    from mexplore.discover.families.theorems.by_cases import TheoremByCases
    from mexplore.discover.kinds import kind_of
    from mexplore.discover.verifying import contents_of
    from mexplore.reports.writers.output import check_folder, write_text

    kind = kind_of(str(certificate.get("rule")))
    rule, claim, named = contents_of(certificate, kind.name)
    theorem = kind.theorem_named(named)
    assert isinstance(theorem, TheoremByCases)
    check_folder(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name, script, answer in theorem.scripts(rule, claim):
        head = f"; {rule}\n; every answer has to be: {answer}\n"
        write_text(folder / f"{name}.smt2", head + script.text())


def _by_coq(certificate: dict[str, Any], folder: Path | None, watcher: Watcher) -> Verdict:
    """Have Coq check the claim of the certificate; InputError where it cannot."""
    from mexplore.discover.coq.compiler import check, find_coqc, version
    from mexplore.discover.coq.export import CoqProof, coq_proof
    from mexplore.discover.coq.families.members import family_proof
    from mexplore.discover.kinds import kind_of
    from mexplore.discover.study.certificate import Verdict, played
    from mexplore.discover.verifying import contents_of, remark_on
    from mexplore.reports.writers.output import check_folder

    check_folder(folder)
    kind = kind_of(played(certificate)).name
    rule, claim, theorem = contents_of(certificate, kind)
    if kind.startswith("families"):
        find_coqc()
        proof = family_proof(rule, claim, theorem)
    else:
        proof = coq_proof(rule, claim, theorem)
    if not isinstance(proof, CoqProof):
        if (
            kind.startswith("families") or kind == "boards"
        ):  # nothing is written of a law that is seen to be false
            plain = _verdict(certificate, by="numpy", watcher=watcher)
            if not plain.valid:
                return Verdict(False, f"{plain.reason} (Coq was not run: {proof.reason})")
        raise InputError(f"Coq was not run: {proof.reason}")
    coqc = find_coqc()
    found = check(proof, folder, watcher=watcher)
    said = f"{rule}: {claim.statement()}"
    if not found.accepted:
        return Verdict(False, f"{said}: refused by Coq {version(coqc)}: {found.said}")
    done = f"{said}: accepted by Coq {version(coqc)}, without an axiom{_least(claim, proof)}"
    return Verdict(True, done, remark_on(certificate))


def _least(claim: AnyClaim, proof: CoqProof) -> str:
    """What Coq has seen of the claim that periods are least, in brackets; empty without one."""
    from mexplore.discover.families.patterns.by_cases import LawsByCases
    from mexplore.discover.heaps.patterns.periodic import Periodic

    if isinstance(claim, Periodic):
        only = " (and that period and preperiod are least)"
        return only if proof.is_least else " (but not that period and preperiod are least)"
    laws = claim.laws if isinstance(claim, LawsByCases) else ()
    return " (but not that periods are least)" if any(each.law.is_least for each in laws) else ""
