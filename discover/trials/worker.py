"""A process that runs trials: names come in on stdin, a line each; a line of JSON goes out."""

from __future__ import annotations

import json
import signal
import sys
import warnings
from time import perf_counter
from typing import Any

from mexplore.discover.trials.functions import translated_functions
from mexplore.discover.trials.listed import trials
from mexplore.discover.trials.trial import Differs, Tally, Trial
from mexplore.rules.engine.compiling import plainly


def main() -> None:
    """Run the trials named on stdin until the input ends. The process that started this one handles
    Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    known = trials()
    with plainly(False):  # otherwise plain Python would do small work
        for line in sys.stdin:
            sys.stdout.write(json.dumps(tried(known[line.rstrip("\n")])) + "\n")
            sys.stdout.flush()


def tried(trial: Trial) -> dict[str, Any]:
    """What came of a trial; anything that goes wrong in it is its failure: a warning too, by which
    machine code is refused (`rules.engine.compiling.REFUSED`)."""
    tally, began, wrong = Tally(), perf_counter(), ""
    before = set(translated_functions())
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            trial.run(tally)
    except Differs as differs:
        wrong = str(differs)
    except Exception as error:
        wrong = f"{type(error).__name__}: {error}"
    return {
        "name": trial.name,
        "cases": len(tally.cases),
        "values": tally.values,
        "seconds": round(perf_counter() - began, 2),
        "functions": sorted(set(translated_functions()) - before),
        "wrong": wrong,
    }


if __name__ == "__main__":
    main()
