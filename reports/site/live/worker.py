"""A process that answers one page: requests come as lines of JSON, events leave as such lines."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Mapping
from types import FrameType
from typing import Any


def main() -> None:
    """Answer requests until there are no more."""
    # What a study prints must not be taken for events.
    stream = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    sys.set_int_max_str_digits(0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from mexplore.reports.site.live.answering import answer, warm_up

    def say(event: str, facts: Mapping[str, Any]) -> None:
        stream.write(json.dumps({"event": event, **facts}) + "\n")
        stream.flush()

    warm_up()
    for line in sys.stdin:
        signal.signal(signal.SIGINT, _interrupt)
        try:
            answer(json.loads(line), say)
        except KeyboardInterrupt:
            say("failed", {"message": "stopped before there was anything to show"})
        finally:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        say("end", {})


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Stop, once: the answer is written afterwards."""
    del number, frame
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise KeyboardInterrupt


if __name__ == "__main__":
    main()
