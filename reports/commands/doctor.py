"""``mexplore doctor``: whether compiled kernels compute right values on this machine."""

from __future__ import annotations

import sys
from contextlib import closing

from mexplore.reports.cli.answers import Answer, write
from mexplore.reports.cli.options import Output


def command(output: Output) -> None:
    """Try every compiled kernel on this machine.

    Versions, processor and folders are printed. Then every kernel is compiled anew, in a folder of
    its own that is removed again, and its values are compared with the definition on random rules.
    This takes a few minutes; progress shows how many kernels are done, and how long the rest will
    take. Exit code 0: all are right; 1: one is wrong, and what to do.

    mexplore doctor

    mexplore doctor --json
    """
    from mexplore.discover.trials.running import outcomes, trials
    from mexplore.reports.documents.doctor import Examined
    from mexplore.rules.engine.grundy import Progress
    from mexplore.rules.engine.surroundings import folders, processor, versions

    total, tried = len(trials()), []
    if not output.silent:
        told = f"{total} kernels are compiled anew and tried, which takes a few minutes"
        print(f"mexplore: {told}", file=sys.stderr)
    with output.progress() as watcher, closing(outcomes()) as coming:
        watcher(Progress("kernels", 0, total))
        for outcome in coming:
            tried.append(outcome)
            watcher(Progress("kernels", len(tried), total))
    examined = Examined(versions(), processor(), tuple(folders()), tuple(tried))
    write(output, Answer(examined.as_json, examined.document, no=not examined.right))
