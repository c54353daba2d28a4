"""How a stream goes on where its words are too narrow, or where its mask must grow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mexplore.discover.windows.streaming.frame import WIDEST, Refused
from mexplore.discover.windows.streaming.machine import Machine
from mexplore.discover.windows.streaming.stream import HISTORY, Stream

if TYPE_CHECKING:
    from mexplore.discover.windows.streaming.frame import Frame


def gone_on(stream: Stream, ended: Refused) -> Stream | None:
    """The stream that goes on where one ended so; None where there is none.

    Words become twice as wide where an index does not fit them. The mask grows by a power of 2
    where that value is the one that no witness excludes, and `Frame.grown` allows it: then all
    that was verified is verified for the larger mask, too (`discover.windows.theorem`).
    """
    machine = _wider(stream) if stream.ended_for_width else _grown(stream.machine, ended.value)
    return begun_again(stream, machine) if machine is not None else None


def begun_again(stream: Stream, machine: Machine) -> Stream:
    """A stream of the same game from where one ended, after all that that one looks back to."""
    n = stream.verified
    following = Stream(machine, n, stream.indices(n - HISTORY, n))
    following.excuse_as(stream)
    if machine.width == stream.machine.width:  # else states have other hashes
        following.remember(*stream.seen())
    return following


def _wider(stream: Stream) -> Machine | None:
    machine = stream.machine
    return Machine(machine.frame, 2 * machine.width) if machine.width < WIDEST else None


def _grown(machine: Machine, value: int | None) -> Machine | None:
    frame: Frame | None = machine.frame.grown(value) if value is not None else None
    return Machine(frame, machine.width) if frame is not None else None
