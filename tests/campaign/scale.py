"""How much of the campaign is run, from which seed, and where what fails is written down.

MEXPLORE_CAMPAIGN=1          all of it (the default is a five-hundredth: about a minute)
MEXPLORE_CAMPAIGN_SEED=1     another seed, other inputs
MEXPLORE_CAMPAIGN_FIRST=500  begin at input number 500: a run that was stopped goes on there
MEXPLORE_CAMPAIGN_SECONDS=60 end each part after so long, and say how far it came
MEXPLORE_CAMPAIGN_COLD=1     so large a part of the processes that get a signal is started afresh
MEXPLORE_CAMPAIGN_LOG=FILE   one line of JSON a failure, with the input; and one a part
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

SEED = os.environ.get("MEXPLORE_CAMPAIGN_SEED", "16")
_FRACTION = float(os.environ.get("MEXPLORE_CAMPAIGN", "0.002"))
_FIRST = int(os.environ.get("MEXPLORE_CAMPAIGN_FIRST", "0"))
_SECONDS = float(os.environ.get("MEXPLORE_CAMPAIGN_SECONDS", "inf"))
COLD = float(os.environ.get("MEXPLORE_CAMPAIGN_COLD", "0.05"))
_LOG = os.environ.get("MEXPLORE_CAMPAIGN_LOG")
FEWEST = 10


def numbers(full: int) -> Iterator[int]:
    """The numbers of the inputs that are to be run, of a part that has ``full`` of them."""
    deadline = time.monotonic() + _SECONDS
    for number in range(_FIRST, max(_FIRST + FEWEST, int(full * _FRACTION))):
        if time.monotonic() > deadline:
            return
        yield number


def chance(part: str, number: int) -> Random:
    """The chance by which input ``number`` of a part is made: any one can be made again alone."""
    return Random(f"{part} {SEED} {number}")


def write_down(line: dict[str, object]) -> None:
    """Keep a line in the log."""
    if _LOG:
        with Path(_LOG).open("a", encoding="utf-8") as log:
            log.write(json.dumps(line, default=repr) + "\n")


def finish(part: str, run: int, failures: list[str], **more: object) -> None:
    """Say how many were run, and fail if any went wrong."""
    counts = {"part": part, "seed": SEED, "first": _FIRST, "run": run, "failed": len(failures)}
    write_down(counts | more)
    sys.stdout.write(json.dumps(counts | more, default=repr) + "\n")
    assert run
    assert not failures, failures[:5]
