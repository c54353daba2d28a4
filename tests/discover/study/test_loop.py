"""The loop of every study: why it ends, and what it keeps when it is stopped."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mexplore.discover.heaps.patterns.not_periodic import NotPeriodic
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.study.finding import Finding
from mexplore.discover.study.limits import Ending, Limits
from mexplore.discover.study.study import Search, run
from mexplore.rules.engine.grundy import no_progress
from mexplore.rules.errors import TimeIsUp, TooLarge


class Claim(Periodic):
    """A claim about the numbers 0, 1, ..., stop - 1, which fails at its preperiod."""

    def first_failure(self, evidence: object) -> int | None:
        assert isinstance(evidence, int)
        return self.preperiod if evidence > self.preperiod else None


class Doubling(Search[int, Finding]):
    """What is known is how many values are: 1, 2, 4, ...; the third step may raise an error."""

    def __init__(self, *, raises: BaseException | None = None, within: str = "compute") -> None:
        super().__init__(Limits(), no_progress)
        self.stop: int | None = None
        self.raises, self.within = raises, within

    def _step(self, name: str, stop: int) -> None:
        if self.raises is not None and name == self.within and stop == 4:
            raise self.raises

    def compute(self) -> int | None:
        following = 2 * self.stop if self.stop else 1
        self._step("compute", following)
        self.stop = following
        return None if following > 64 else following

    def consider(self, known: int) -> None:
        self._step("consider", known)
        claims = (Claim(n, 1) for n in (2, 3, 100))
        self.findings = [Finding(c, known) for c in claims if c.first_failure(known) is None]

    def explained(self, known: int) -> bool:
        self._step("explained", known)
        return known == 32 and self.raises is None

    def ending(self, known: int) -> Ending | None:
        self._step("ending", known)
        return None

    def computed(self) -> int | None:
        return self.stop

    def unconsidered(self) -> int:
        return 0

    @property
    def kept(self) -> list[int]:
        """The preperiods of the findings."""
        return [finding.claim.parameters()["preperiod"] for finding in self.findings]


def caused_by(error: BaseException) -> BaseException:
    """A compiler's error because of this one."""
    wrapped = RuntimeError("compiling failed")
    wrapped.__cause__ = error
    return wrapped


def test_it_ends_where_a_law_is_proved() -> None:
    study = Doubling()
    assert run(study) == (32, "proved") and study.kept == [100]


def test_it_ends_where_values_are_too_many() -> None:
    study = Doubling()
    study.explained = lambda known: False  # type: ignore[method-assign]
    assert run(study) == (64, "terms")


@pytest.mark.parametrize("within", ["compute", "consider", "explained", "ending"])
@pytest.mark.parametrize("wrapped", [lambda error: error, caused_by], ids=["bare", "wrapped"])
def test_ctrl_c_keeps_what_holds_for_all_computed_values(
    within: str, wrapped: Callable[[BaseException], BaseException]
) -> None:
    study = Doubling(raises=wrapped(KeyboardInterrupt()), within=within)
    stop = 2 if within == "compute" else 4
    assert run(study) == (stop, "interrupted")
    assert study.kept == ([2, 3, 100] if stop == 2 else [100])


@pytest.mark.parametrize("within", ["compute", "consider", "explained", "ending"])
def test_the_end_of_the_budget_keeps_what_was_considered(within: str) -> None:
    """Not the values that were computed, but not considered: nobody looked at them."""
    study = Doubling(raises=TimeIsUp(), within=within)
    considered = within in ("explained", "ending")
    assert run(study) == (4 if considered else 2, "time")
    assert study.kept == ([100] if considered else [2, 3, 100])


@pytest.mark.parametrize("within", ["compute", "consider"])
def test_values_that_are_too_many_end_it_with_what_was_considered(within: str) -> None:
    study = Doubling(raises=TooLarge("more positions than are valued"), within=within)
    assert run(study) == (2, "terms") and study.kept == [2, 3, 100]


def test_first_values_that_are_too_many_are_an_error() -> None:
    study = Doubling(raises=TooLarge("more positions than are valued"))
    study.stop = 2  # the first step asks for 4
    with pytest.raises(TooLarge):
        run(study)


def test_errors_are_not_kept_back() -> None:
    with pytest.raises(ZeroDivisionError):
        run(Doubling(raises=ZeroDivisionError()))


def test_without_any_values_time_and_ctrl_c_differ() -> None:
    late = Doubling(raises=TimeIsUp())
    late.stop = 2
    late.findings = [Finding(NotPeriodic(), 2)]
    assert run(late) == (0, "time") and not late.findings
    stopped = Doubling()
    stopped.compute = raising(KeyboardInterrupt())  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        run(stopped)


def raising(error: BaseException) -> Callable[[], int]:
    def compute() -> int:
        raise error

    return compute
