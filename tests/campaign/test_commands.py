"""Every command with random options, half of them sensible, and files, half of them there."""

from __future__ import annotations

import gzip
import io
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from campaign.server import USUAL_CODES, Job, Outcome, batches, run, usual_faults
from campaign.test_inputs import CLAIMS, RULE_TEXTS, SEQUENCES, TOML, damaged, number_text

from mexplore.reports.plots.kinds import __path__ as plots_folder
from mexplore.rules.library import library_with

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
MANY_BUDGETS = 300  # of the rules that one command studies, each with a budget of its own
STOPPED = 130
OF_COQ = (".aux", ".cache")  # hidden files that it leaves beside a proof
LEAST_BUDGET = 30.0  # where a command looks through a family, or has no option of a budget

Maker = Callable[[Random], str]


def one_of(*words: str) -> Maker:
    return lambda pick: pick.choice(words)


BOARDS = ("wythoff", "queen", "rook", "king", "knight", "bishop", "euclid", "chomp-2",
          "cutting-game", "fibonacci-nim", "(x, y) -> [(x - 2, y - 1), (x - 1, y - 2)]",
          "(x, y, z) -> [(x - 1, y, z), (x, y - 1, z - 1)]",
          "(x, y) -> [((a, y), (x - a, y)) for a in range(1, x // 2 + 1)]")  # fmt: skip
FAMILIES = ("octal(1)", "octal(2)", "subtract(max=4)", "subtract(max=5, size<=2)", "all-but(max=3)",
            "divide(max=4, size<=2)", "mixed(s<=1, d<=3)", "intervals(max=2)", "quaternary(2)",
            "repeating(1)", "hexadecimal(1)", "rules.txt", "named.toml",
            "n -> [n - {a}, n // {b}] --a 1..3 --b=2,3", "octal(0)", "octal(30)", "subtract()",
            "sbtract(3)",
            "subtract({a}, {b}) --a 1,2 --b 3..5", "subtract({a})", "missing.txt")  # fmt: skip
INPUTS = ("sequence.txt", "rules.txt", "named.toml", "certificate.json", "atlas.sqlite",
          "stripped.gz", "names.gz", "heaps.txt", "games.txt", "-", "missing.txt", "folder",
          "/dev/null")  # fmt: skip
OUTPUTS = ("out.txt", "out.md", "out.html", "out.tex", "out.json", "out.png", "out.svg", "out.dot",
           "out.pdf", "out.csv", "out.parquet", "sequence.txt", "nowhere/out.txt", "folder",
           "/dev/null", "/dev/full", "out")  # fmt: skip
FOLDERS = ("folder", "made", "nowhere/made", "sequence.txt", ".")
STATEMENTS = ("period <= a + b", "period > 3", "7 in S implies period == 8", "G(3) == 1",
              "saltus == 0 or ratio == 2", "size == 2 and not period == 3", "period ==", "x > 1",
              "status == 'proved'", "len(S) < 3", "a < b implies preperiod == 0")  # fmt: skip


def rule(pick: Random) -> str:
    """A rule, a name, a board, now and then damaged."""
    kind = pick.random()
    if kind < 0.5:
        text = pick.choice(RULE_TEXTS)
    elif kind < 0.7:
        text = pick.choice(sorted(library_with(None)))
    else:
        text = pick.choice(BOARDS)
    return damaged(pick, text, RULE_TEXTS) if pick.random() < 0.05 else text


def number(pick: Random) -> str:
    """Mostly small; now and then huge, or no number."""
    kind = pick.random()
    if kind < 0.5:
        return str(pick.randrange(pick.choice((2, 10, 100, 1000))))
    if kind < 0.8:
        return pick.choice(("10^4", "10^5", "10^6", "10^9", "10^18", "2^64-1", "6*12^40"))
    if kind < 0.95:
        return pick.choice(("10^300", "10^30", "77"))
    if kind < 0.98:
        return pick.choice(("10^300", "10^5000", "10^100000", "-1", "x", "1.5", "", "1e3", "0x1"))
    return number_text(pick)


def square(pick: Random) -> str:
    return ",".join(number(pick) for _ in range(pick.choice((2, 2, 2, 3, 1))))


def size(pick: Random) -> str:
    if pick.random() < 0.1:
        return pick.choice(("0x0", "1x1", "8", "x", "-1x3", "1000x1000", "30000x30000", "3x3x3"))
    return f"{pick.randint(1, 30)}x{pick.randint(1, 30)}"


def small(pick: Random) -> str:
    return str(pick.choice((0, 1, 2, 3, 5, 12, -1, 1000)))


def several(make: Maker, most: int) -> Maker:
    return lambda pick: "\n".join(make(pick) for _ in range(pick.randint(0, most)))


def found_file(*names: str) -> Maker:
    """One of these files, or any other."""
    return lambda pick: pick.choice(names if pick.random() < 0.9 else INPUTS)


def either(*makers: Maker) -> Maker:
    return lambda pick: pick.choice(makers)(pick)


def new_file(*names: str) -> Maker:
    return lambda pick: pick.choice(names if pick.random() < 0.9 else OUTPUTS)


KINDS = tuple(path.stem for path in Path(plots_folder[0]).glob("[a-z]*.py"))
PATTERNS = one_of("periodic", "geometric", "automatic", "ruler", "run-schedule", "x")
BY_NAME: dict[str, Maker] = {
    # options and arguments with a meaning of their own; others go by what stands for their value
    "--budget": one_of("0.2", "0.5", "1", "1", "1s"),
    "--format": one_of("table", "plain", "csv", "json", "bfile", "parquet", "markdown", "x"),
    "--code": one_of("python", "cpp", "java"),
    "--by": one_of("kernel", "definition"),
    "--kind": one_of(*KINDS, "board", "x"),
    "--pattern": PATTERNS,
    "--family": one_of("octal", "subtract", "divide", "x"),
    "--sort": one_of("period", "preperiod", "largest", "rule", "x"),
    "--author": one_of("A. N. Other", "", "\udcff"),
    "--limit": one_of("1", "2", "3", "0", "10^9"),
    "--sample": one_of("1", "2", "3", "0"),
    "--workers": one_of("1", "1", "2", "0", "-1"),
    "--max-terms": one_of("100", "1000", "10^4", "0", "x"),
    "--max-positions": one_of("100", "10^4", "10^6", "0", "x"),
    "--runs-upto": one_of("10^6", "10^60", "10^3000", "0", "x"),
    "--order": one_of("rows", "columns", "2*x + y", "x + y", "x +", "y"),
    "--range": one_of("0..100", "5..3", "0..10^4", "10^9..10^9+5", "x..y", "7", "0..10^30"),
    "--heaps": one_of("1", "2", "3", "10", "10^4", "0"),
    "--values": one_of("0,1,2,0,1,2", "0,1,0,1,2,3,2,0", "0", "", "1 2 3", "x", "0,1,2,3,1,4,3,2"),
    "--out": new_file("out.txt", "out.png", "out.svg", "out.md"),
    "--file": found_file("heaps.txt", "games.txt", "rules.txt"),
    "--sequence": found_file("sequence.txt"),
    "--rules": found_file("named.toml"),
    "--oeis": found_file("stripped.gz"),
    "--names": found_file("names.gz"),
    "--atlas": found_file("atlas.sqlite", "new.sqlite"),
    "--write": new_file(
        "out.md",
        "out.json",
        "out.csv",
        "out.py",
        "out.svg",
        "out.dot",
        "out.log",
        "out.mona",
        "made/Law.v",
        "made/",
    ),
    "--draft": new_file("out.draft"),
    "certificate": found_file("certificate.json"),
    "--upto": either(number, one_of("100", "1000", "10^4")),
    "formula": either(one_of(*CLAIMS), lambda pick: damaged(pick, pick.choice(CLAIMS), CLAIMS)),
    "action": one_of("list", "verify", "clear", "x"),
    "name": either(lambda pick: pick.choice(sorted(library_with(None))), one_of("x", "nim ")),
    "items": several(either(number, number, square, lambda p: f"{rule(p)}:{number(p)}"), 4),
    "numbers": several(either(number, number, square), 4),
    "rules": several(rule, 3),
    "families": several(one_of(*FAMILIES[:13]), 2),
    "family": lambda pick: (
        pick.choice(FAMILIES + FAMILIES[:13]).replace(" --", "\n--").replace("a ", "a\n")
    ),
    "--claim": one_of(*STATEMENTS),
    "--where": one_of(*STATEMENTS),
}
BY_METAVAR: dict[str, Maker] = {
    "RULE": rule, "N": number, "A": small, "B": small, "D": small, "V": small, "K": number,
    "P": small, "S": small, "C": small, "WxH": size, "DIR": one_of(*FOLDERS),
    "FILE.md": new_file("out.md"), "FILE.html": new_file("out.html"),
    "FILE.tex": new_file("out.tex"), "FILE": one_of(*INPUTS, *OUTPUTS),
}  # fmt: skip
LEFT_OUT = ("--cluster", "--help")  # it waits for a machine that is not there; it is no question
ALWAYS = ("--budget", "--out", "--limit")  # wherever there is one, most of the time
OFTEN = {
    "atlas": ("--atlas",),
    "count": ("--upto",),
    "match": ("--oeis",),
    "search": ("--values", "--period", "--pattern"),
    "sweep": ("--atlas",),
}


@cache
def commands() -> dict[str, Any]:
    from campaign.server import _command

    return dict(_command().commands)


def maker(parameter: Any) -> Maker | None:
    """What makes values of an option or an argument; None for a flag."""
    if getattr(parameter, "is_flag", False):
        return None
    names = [*parameter.opts, parameter.name]
    return (
        next((BY_NAME[name] for name in names if name in BY_NAME), None)
        or (BY_METAVAR[parameter.metavar])
    )


def command_line(pick: Random) -> list[str]:
    """A command with some of its options, and its arguments."""
    name = pick.choice(sorted(commands()))
    options: list[str] = []
    arguments: list[str] = []
    share = pick.choice((0.0, 0.05, 0.15))
    for parameter in commands()[name].params:
        made = maker(parameter) if parameter.opts[0] not in LEFT_OUT else None
        if parameter.param_type_name == "argument":
            if made is not None and (parameter.required or pick.random() < 0.8):
                arguments += made(pick).split("\n") if parameter.nargs == -1 else [made(pick)]
            continue
        often = 0.9 if parameter.opts[0] in ALWAYS else share
        often = 0.7 if parameter.opts[0] in OFTEN.get(name, ()) else often
        if pick.random() < often and parameter.opts[0] not in LEFT_OUT:
            options += [parameter.opts[0], *([] if made is None else [made(pick)])]
    if "--budget" not in options and any("--budget" in p.opts for p in commands()[name].params):
        options += ["--budget", "1"]
    if name == "sweep" and "--limit" not in options:
        options += ["--limit", "2"]
    marked = ["--"] if name != "sweep" and any(a.startswith("-") for a in arguments) else []
    return [name, *options, *marked, *(a for a in arguments if a)]


def files(pick: Random) -> dict[str, bytes]:
    """The files in the folder of one command, now and then damaged."""
    named = {
        "sequence.txt": pick.choice(SEQUENCES).encode(),
        "rules.txt": "\n".join(pick.choice(RULE_TEXTS) for _ in range(3)).encode(),
        "named.toml": pick.choice(TOML).encode(),
        "heaps.txt": b"1\n2 3\n10^18 # much\n\n5,6\n",
        "games.txt": b'0.77:5 0.3:8\nwythoff:3,5\n"subtract(1, 2)":10^20\n',
    } | dict(prepared())
    if pick.random() < 0.15:
        chosen = pick.choice(sorted(named))
        content = bytearray(named[chosen])
        for _ in range(pick.choice((1, 3, 50))):
            content[pick.randrange(len(content))] ^= 1 << pick.randrange(8)
        named[chosen] = bytes(content[: pick.randrange(len(content)) + 1])
    return named


@cache
def prepared() -> tuple[tuple[str, bytes], ...]:
    """Files that commands have written, and a copy of OEIS as small as can be."""
    values = json.loads(run(["terms", "0.77", "--upto", "200", "--json"]).out)["values"]
    stripped = "".join(
        f"A{number:06} ,{','.join(map(str, terms))},\n"
        for number, terms in enumerate((values, values[1:], [n % 3 for n in range(90)]), start=1)
    )
    names = "A000001 Kayles.\nA000002 The same.\nA000003 n mod 3.\n"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        kept, atlas = folder / "certificate.json", folder / "atlas.sqlite"
        assert run(["study", "0.77", "--write", str(kept)]).code == 0
        swept = ["sweep", "subtract(max=4)", "--workers", "1", "--atlas", str(atlas)]
        # The server of processes that a sweep starts cannot be used by a forked process.
        subprocess.run([sys.executable, "-m", "mexplore", *swept], cwd=ROOT, check=True,
                       capture_output=True)  # fmt: skip
        written = (kept.name, kept.read_bytes()), (atlas.name, atlas.read_bytes())
    packed = (gzip.compress(stripped.encode()), gzip.compress(names.encode()))
    return (*written, ("stripped.gz", packed[0]), ("names.gz", packed[1]))


def allowed(args: list[str]) -> float:
    """How many seconds a command may take by what it was told."""
    told = args[args.index("--budget") + 1] if "--budget" in args else "20"
    budget = float(told.removesuffix("s"))
    if args[0] in ("atlas", "match", "library", "store"):
        return LEAST_BUDGET
    if args[0] in ("sweep", "search"):
        return MANY_BUDGETS * budget
    return budget


def commanded(pick: Random) -> dict[str, Any]:
    """One command in a folder of its own; what came of it, and what it left behind."""
    args = command_line(pick)
    job = Job(args, files(pick), allowed(args))
    before = Path.cwd()
    sys.stdin, sys.argv = io.StringIO("1\n\n2 3\nx\n"), ["mexplore", *args]
    with tempfile.TemporaryDirectory(dir=before) as name:
        os.chdir(name)
        try:
            for file, content in job.files.items():
                Path(file).write_bytes(content)
            Path("folder").mkdir()
            outcome = run(args)
            problem = wrong(job, outcome, Path())
        finally:
            os.chdir(before)
    said = {"code": outcome.code, "problem": problem, "s": outcome.seconds}
    return said | ({"args": args, "err": outcome.err[-600:]} if problem else {})


def wrong(job: Job, outcome: Outcome, folder: Path) -> str | None:
    """What no command may do, nor leave behind."""
    usual = outcome if outcome.code != STOPPED else Outcome(0, "{}", outcome.err, outcome.seconds)
    drafts = [str(path) for path in folder.rglob(".*") if path.suffix not in OF_COQ]
    if drafts:
        return f"drafts are left: {drafts}"
    lost = [name for name in ("heaps.txt", "games.txt") if not Path(name).exists()]
    if lost:
        return f"{lost} are gone"
    if outcome.code == STOPPED and "Traceback" in outcome.out:
        return "a traceback"
    is_text = {"--json"} & set(job.args) and usual.out.strip()
    checked = job if is_text else Job([a for a in job.args if a != "--json"], {}, job.budget)
    assert STOPPED not in USUAL_CODES
    return usual_faults(checked, usual)


def test_random_commands() -> None:
    prepared()
    batches("commands", 10_000, commanded, patience=100.0)
