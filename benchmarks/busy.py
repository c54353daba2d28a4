"""Values computed beside fourteen busy processes: seconds of the processor, against those alone.

    python -m benchmarks.busy [PROCESSES]

To reach: at most twice the seconds, each command with its machine code on the disk.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

COMMANDS = [
    ("terms", "0.07", "--upto", "100000"),
    ("terms", "0.137", "--upto", "1000000"),
    ("terms", "subtract(1, 3, 4)", "--upto", "1000000"),
    ("study", "0.77"),
]
PROCESSES = 14
AIM = 2.0


def seconds(command: tuple[str, ...]) -> float:
    """Of the processor, for one run of a command without the store of values."""
    before = os.times()
    subprocess.run(
        [sys.executable, "-m", "mexplore", *command, "--no-store"],
        stdout=subprocess.DEVNULL,
        check=True,
    )
    after = os.times()
    return (
        after.children_user + after.children_system - before.children_user - before.children_system
    )


def _work() -> None:
    while True:
        sum(range(10**6))


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """Within, this many processes are at work."""
    workers = [multiprocessing.Process(target=_work, daemon=True) for _ in range(processes)]
    for worker in workers:
        worker.start()
    try:
        yield
    finally:
        for worker in workers:
            worker.kill()
            worker.join()


def main() -> None:
    processes = int(sys.argv[1]) if len(sys.argv) > 1 else PROCESSES
    for command in COMMANDS:
        seconds(command)  # compiles what has to be
    alone = [min(seconds(command) for _ in range(3)) for command in COMMANDS]
    with busy(processes):
        beside = [seconds(command) for command in COMMANDS]
    for command, before, after in zip(COMMANDS, alone, beside, strict=True):
        print(
            f"{' '.join(command)}: {before:.2f} s alone, {after:.2f} s beside {processes} "
            f"processes, ratio {after / before:.2f}, aim {AIM}"
        )


if __name__ == "__main__":
    main()
