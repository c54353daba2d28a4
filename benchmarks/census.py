"""How far proofs reach: random rules of some families, a line a family.

    python -m benchmarks.census [--seed S] [--budget SECONDS] [--workers N] [--most N] [FAMILY ...]

Every rule is studied with a small budget. *Found*: a law that predicts every term holds so far.
*Proved*: such a law is proved. *No period*: only that there is no period is proved. ``--list``
prints a line a rule as well, ``--out FILE`` writes the table as Markdown.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from itertools import islice
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks.census_families import FAMILIES, Family, rules_of
from mexplore.discover.heaps.study import study
from mexplore.discover.study.limits import Limits
from mexplore.rules.notation import parse_rule

SEED = 2026
BUDGET = 2.0  # seconds a rule
MAX_TERMS = 100_000


class Outcome(NamedTuple):
    """What came of one rule."""

    rule: str
    found: bool
    proved: bool
    no_period: bool
    seconds: float
    best: str


def outcome(question: tuple[str, float]) -> Outcome:
    text, budget = question
    began = time.perf_counter()
    result = study(parse_rule(text), Limits(budget, max_terms=MAX_TERMS))
    seconds = time.perf_counter() - began
    laws = [finding for finding in result.findings if finding.form is not None]
    best = next(iter(laws or result.findings), None)
    return Outcome(
        text,
        bool(laws),
        any(finding.proof for finding in laws),
        not laws and result.status == "proved",
        seconds,
        f"{best.status}: {best.claim.statement()}"[:120] if best else "nothing",
    )


def line(family: Family, outcomes: list[Outcome]) -> str:
    count = len(outcomes)
    found = sum(o.found for o in outcomes)
    proved = sum(o.proved for o in outcomes)
    none = sum(o.no_period for o in outcomes)
    times = [o.seconds for o in outcomes]
    aim = "" if family.aim is None else f"{family.aim:.0%}"
    return (
        f"| {family.name} | {count} | {found / count:.0%} | {proved / count:.0%} | "
        f"{none / count:.0%} | {aim} | {median(times):.2f} | {max(times):.1f} |"
    )


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seed", type=int, default=SEED)
    asked.add_argument("--budget", type=float, default=BUDGET)
    asked.add_argument("--workers", type=int, default=1)
    asked.add_argument("--most", type=int, help="study at most this many rules of each family")
    asked.add_argument("--list", action="store_true")
    asked.add_argument("--out", type=Path)
    asked.add_argument("family", nargs="*")
    options = asked.parse_args()
    lines = [
        f"Seed {options.seed}, {options.budget:g} s a rule, at most {MAX_TERMS} terms.",
        "",
        "| family | rules | found | proved | no period | aim | median s | slowest s |",
        "|---|---|---|---|---|---|---|---|",
    ]
    print("\n".join(lines), flush=True)
    with multiprocessing.Pool(options.workers, maxtasksperchild=60) as pool:
        for family in FAMILIES:
            if options.family and not any(name in family.name for name in options.family):
                continue
            rules = islice(rules_of(family, options.seed), options.most)
            questions = [(str(rule), options.budget) for rule in rules]
            outcomes = []
            for result in pool.imap(outcome, questions):
                outcomes.append(result)
                if options.list:
                    flags = ("found " if result.found else "") + ("PROVED" if result.proved else "")
                    print(f"{result.seconds:6.2f} {flags:12} {result.rule} :: {result.best}")
                    sys.stdout.flush()
            lines.append(line(family, outcomes))
            print(lines[-1], flush=True)
    if options.out:
        options.out.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
