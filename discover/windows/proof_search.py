"""The stream of a study: it computes on where no law was found among the values that are stored."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from mexplore.discover.heaps.judging.state import ProofSearch
from mexplore.discover.study.finding import Finding, Proof, Refusal
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from mexplore.discover.heaps.judging.state import StudyState
    from mexplore.discover.windows.checking import StreamLaw
    from mexplore.discover.windows.search import StreamSearch
    from mexplore.discover.windows.streaming.frame import Frame
    from mexplore.rules.rule import Rule

STREAM_FROM = 1 << 20
"""A law that shows in fewer values is found before the code of the stream would be compiled."""
WORTH_WAITING = 4
"""A proof that needs at most this many times the values known is left to the engine that stores
them ..."""
PATIENCE = 1 << 24
"""... as long as fewer values than these are known: later, what seemed near has
failed."""
WORTH_STREAMING = 10**8
"""The engine that stores values computes fewer values than these as fast."""


@dataclass
class StreamProof(ProofSearch):
    """What a stream proves of a game, or why it proves nothing. It runs once."""

    _has_run: bool = field(default=False, init=False)

    def proves(self, state: StudyState, known: int) -> bool:
        expected = min(state.wanted, default=None)
        near = expected is not None and expected <= WORTH_WAITING * known
        soon = near and known < PATIENCE
        few = self.most is not None and self.most < WORTH_STREAMING
        if self._has_run or self.rule is None or known < STREAM_FROM or soon or few:
            return False
        self._has_run = True
        return self._pursue(state, self.rule)

    def _pursue(self, state: StudyState, rule: Rule) -> bool:
        from mexplore.discover.windows.streaming.frame import FEWEST_VALUES, Refused, framed
        from mexplore.discover.windows.theorem import Window

        theorem = Window()
        shape = theorem.hypotheses(rule)
        if isinstance(shape, Inapplicable):
            return False
        frame = framed(shape, self.source.evidence.values[:FEWEST_VALUES].copy())
        if isinstance(frame, Refused):
            self._refuse(state, frame.reason)
            return False
        return self._stream(state, rule, frame, theorem.name)

    def _stream(self, state: StudyState, rule: Rule, frame: Frame, theorem: str) -> bool:
        from mexplore.discover.windows.checkpoint import Keeper
        from mexplore.discover.windows.passed_values import DeadlinePassed, Rate, pulse_until
        from mexplore.discover.windows.search import StreamSearch
        from mexplore.discover.windows.streaming.frame import Refused

        keeper = Keeper(self.source.store, str(rule), frame)
        in_time = pulse_until(self.deadline)

        def pulse() -> None:
            in_time()
            if self.most is not None and search.passed > self.most:
                raise DeadlinePassed

        try:
            search = StreamSearch(frame, keeper, in_time)
        except DeadlinePassed:
            self.late = True
            self._refuse(state, "the time ended while the values streamed before were looked at")
            return False
        search.pulse = pulse
        if search.resumed_at > STREAM_FROM:
            state.log.append(f"the stream goes on at n = {search.resumed_at}, verified before")
        rate = Rate(self.watcher, search.passed)
        try:
            ended = search.pursue(lambda bound: rate.report(search.passed, bound))
        except DeadlinePassed:
            self.late = True
            self._refuse(state, _unfinished(search))
            return False
        state.log.extend(f"{theorem}: {note}" for note in search.notes)
        if isinstance(ended, Refused):
            keeper.remove()
            self._refuse(state, ended.reason)
            return False
        state.findings.append(_finding(search, ended, theorem))
        state.log.append(
            f"{theorem}: {search.passed} values streamed, mask {search.frame.space.mask}, "
            f"{len(frame.rare)} rare positions, the last {frame.last_rare}; "
            f"{search.seconds:.1f} s"
        )
        return True

    def _refuse(self, state: StudyState, reason: str) -> None:
        self.refusal = Refusal("window", reason)
        state.log.append(f"window: {reason}")


def _unfinished(search: StreamSearch) -> str:
    if search.found is not None:
        return f"two equal states are known, and the time ended at n = {search.passed}"
    return f"all values at n < {search.passed} were streamed, and no state has come again so far"


def _finding(search: StreamSearch, law: StreamLaw, theorem: str) -> Finding:
    from mexplore.discover.heaps.patterns.periodic import Periodic
    from mexplore.discover.windows.passed_values import PassedValues, StreamForm, pulse_until

    claim = Periodic(law.preperiod, law.period)
    form = StreamForm(claim, PassedValues(search.machine, search.saved, pulse_until(None)))
    return Finding(claim, law.bound, Proof(theorem, law.bound), form)
