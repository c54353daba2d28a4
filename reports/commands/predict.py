"""``mexplore predict``: G(n) of huge heaps, exactly."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from reports.options import AsJson, Quiet, RulesFile, RuleText, read_rule
from rules.errors import InputError

if TYPE_CHECKING:
    from discover.analyse import Study
    from rules.rule import Rule


def command(
    rule: RuleText,
    numbers: Annotated[
        list[str] | None, typer.Argument(metavar="N...", help="Heaps: 10^18, 6*12^400.")
    ] = None,
    file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Read more heaps, one a line.")
    ] = None,
    unproved: Annotated[
        bool, typer.Option("--unproved", help="Also use a law that only holds so far.")
    ] = False,
    rules_file: RulesFile = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Print G(n) for heaps of any size, from a proved closed form.

    Exit code 1 means that no law is proved from which to extrapolate.

    [dim]mexplore predict "divide(2..6)" 10^18 6*12^400 12^1000-1[/dim]

    [dim]mexplore predict 0.77 10^18 --json[/dim]
    """
    heaps = _heaps(numbers or [], file)
    chosen = read_rule(rule, rules_file)
    result = _study(chosen, quiet=quiet or as_json)
    usable = [f for f in result.findings if f.form and (f.proof or unproved)]
    if not usable:
        _refuse(chosen, result, as_json=as_json)
    best = usable[0]
    assert best.form is not None
    answers = [(text, n, best.form.at(n)) for text, n in heaps]
    if as_json:
        from reports.output import print_json

        values = [{"n": str(n), "value": value} for _, n, value in answers]
        print_json({"rule": str(chosen), "status": best.status, "values": values})
        return
    for text, _, value in answers:
        print(f"G({text}) = {value}")
    if not quiet:
        from reports.study_document import status_line

        print(f"{best.claim.statement()}: {status_line(best)}")
    if best.proof is None:
        print("mexplore: this law is not proved; its values may be wrong", file=sys.stderr)


def _heaps(numbers: list[str], file: Path | None) -> list[tuple[str, int]]:
    from rules.numbers import parse_number

    heaps = [(text, parse_number(text, "heap")) for text in numbers]
    if file is not None:
        try:
            lines = file.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or "it is no text"
            raise InputError(f"cannot read {file}: {reason}") from None
        for number, line in enumerate(lines, 1):
            if line.strip():
                heaps.append((line.strip(), parse_number(line, f"{file}, line {number}: heap")))
    if not heaps:
        raise InputError("name at least one heap, or --file FILE")
    return heaps


def _study(rule: Rule, *, quiet: bool) -> Study:
    from discover.analyse import study
    from reports.machine_code import say_if_compiling
    from reports.progress import progress_bar

    if rule.kernel() is not None and rule.run_starts() is None:
        say_if_compiling(quiet=quiet)
    with progress_bar(quiet=quiet) as watcher:
        return study(rule, watcher=watcher)


def _refuse(rule: Rule, result: Study, *, as_json: bool) -> None:
    if as_json:
        from reports.output import print_json

        print_json({"rule": str(rule), "status": result.status, "values": []})
    else:
        so_far = "; --unproved uses what holds so far" if result.best else ""
        print(f"mexplore: no closed form of {rule} is proved{so_far}", file=sys.stderr)
    raise typer.Exit(1)
