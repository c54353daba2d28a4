"""The command ``mexplore``, or ``python -m reports``; Ctrl-C is heard from the first import."""

from __future__ import annotations

import sys
from typing import NoReturn


def main() -> NoReturn:
    """The entry point of the command ``mexplore``."""
    try:
        from reports.cli.interrupts import hear_interrupts, ignore_interrupts

        hear_interrupts()
        from reports.cli.app import main as run

        try:
            run()
        finally:
            ignore_interrupts()
    except KeyboardInterrupt:
        print("mexplore: stopped", file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    main()
