"""Our dataclasses behave as the standard library's do, which are the measure in each test."""
# mypy: disable-error-code="call-arg, call-overload, type-var, no-untyped-call, attr-defined"
# (mypy does not know what a decorator that is a parameter makes)

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Callable
from dataclasses import KW_ONLY, FrozenInstanceError, field
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
import pytest

from mexplore.rules.dataclass import _Unwritten, dataclass

Decorator = Callable[..., Any]
BOTH = pytest.mark.parametrize("decorator", [dataclass, dataclasses.dataclass], ids=["own", "std"])


@dataclass(frozen=True)
class Period:
    """At the top of a module, so that it can be pickled."""

    length: int
    start: int = 0
    store: list[int] = field(default_factory=list, compare=False)

    @cached_property
    def end(self) -> int:
        return self.start + self.length


def _some(decorator: Decorator, **options: Any) -> Any:
    class Law:
        kind: ClassVar[str] = "law"
        first: int
        missing: str = "all"
        seen: list[int] = field(default_factory=list)
        hidden: int = field(default=5, repr=False, compare=False)
        made: int = field(default=7, init=False)
        parts: dict[str, int] = field(default_factory=dict, init=False)
        _: KW_ONLY
        named: int
        last: tuple[int, ...] = (1, 2)

    return decorator(**options)(Law)


OPTIONS = [
    {"frozen": frozen, "eq": eq, "repr": shown}
    for frozen in (False, True)
    for eq in (False, True)
    for shown in (False, True)
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_what_can_be_asked_of_a_class_is_the_same(options: dict[str, bool]) -> None:
    answers = []
    for law in (_some(dataclass, **options), _some(dataclasses.dataclass, **options)):
        first, other = law(3, named=1), law(3, "few", [4], 6, named=1, last=())
        parameters = inspect.signature(law).parameters.values()
        said: list[Any] = [[(p.name, p.kind, p.annotation) for p in parameters]]
        said += [law.__match_args__, [f.name for f in dataclasses.fields(law)]]
        said += [vars(first), vars(other), dataclasses.astuple(other)]
        said += [repr(first), repr(other)] if options["repr"] else []
        said += [first == law(3, named=1), first != law(3, named=2), first == law(3, "x", named=1)]
        said += [first == law(3, "all", [], 9, named=1), first == 3, first.__eq__(3)]
        said += [vars(dataclasses.replace(first, named=9)), law.__hash__ is None]
        said += [first.seen is not law(3, named=1).seen]
        answers.append(said)
    assert answers[0] == answers[1]


@BOTH
def test_frozen(decorator: Decorator) -> None:
    @decorator(frozen=True)
    class Law:
        length: int
        start: int = 0

    class Named(Law):  # no dataclass: it may have more attributes, but not change those of Law
        pass

    law, named = Law(3), Named(3)
    for change in (
        lambda: setattr(law, "length", 4),
        lambda: setattr(law, "unknown", 4),
        lambda: delattr(law, "length"),
        lambda: setattr(named, "length", 4),
        lambda: delattr(named, "start"),
    ):
        with pytest.raises(FrozenInstanceError):
            change()
    named.name = "of its own"
    assert (named.name, named.length) == ("of its own", 3)
    del named.name
    assert hash(law) == hash(Law(3, 0)) == hash((3, 0))
    assert law != named


@BOTH
def test_what_a_class_defines_itself_is_kept(decorator: Decorator) -> None:
    @decorator(frozen=True)
    class Law:
        length: int

        def __init__(self, text: str) -> None:
            object.__setattr__(self, "length", int(text))

        def __repr__(self) -> str:
            return f"<{self.length}>"

        def __hash__(self) -> int:
            return 5

    @decorator
    class Equal:  # noqa: PLW1641
        length: int

        def __eq__(self, other: object) -> bool:
            return True

    assert (repr(Law("7")), hash(Law("7")), Law("7") == Law("07")) == ("<7>", 5, True)
    assert Equal(3) == 4
    assert Equal.__hash__ is None


@BOTH
def test_heirs(decorator: Decorator) -> None:
    @decorator(frozen=True)
    class Law:
        length: int
        start: int = 0

        def __post_init__(self) -> None:
            if self.length < 1:
                raise ValueError("a period is at least 1")

    @decorator(frozen=True)
    class Longer(Law):
        start: int = 5
        end: int = 9

    class OwnInit(Law):
        def __init__(self) -> None:
            super().__init__(2, start=8)

    own = OwnInit()
    assert (own.length, own.start) == (2, 8)
    assert dataclasses.astuple(Longer(1)) == (1, 5, 9)
    assert dataclasses.astuple(Law(1)) == (1, 0)
    assert Longer(1) == Longer(1, 5, 9) != Law(1, 5)
    with pytest.raises(ValueError, match="at least 1"):
        Longer(0)


@BOTH
def test_one_field_with_an_array_is_compared_as_a_tuple_is(decorator: Decorator) -> None:
    @decorator(frozen=True)
    class One:
        it: Any

    @decorator(frozen=True)
    class Nothing:
        pass

    array = np.zeros(3)
    assert One(array) == One(array)
    assert (hash(One(3)), hash(Nothing())) == (hash((3,)), hash(()))
    assert Nothing() == Nothing()


@BOTH
def test_wrong_arguments_name_the_class(decorator: Decorator) -> None:
    @decorator
    class Law:
        length: int

    with pytest.raises(TypeError, match=r"Law\.__init__\(\) missing 1 required .* 'length'"):
        Law()


@BOTH
def test_order_is_left_to_the_standard_library(decorator: Decorator) -> None:
    @decorator(frozen=True, order=True)
    class Law:
        length: int

    assert sorted([Law(3), Law(1)]) == [Law(1), Law(3)]


def test_copies_pickles_and_cached_properties() -> None:
    period = Period(12, start=71)
    assert period.end == 83
    for other in (copy.copy(period), copy.deepcopy(period), pickle.loads(pickle.dumps(period))):
        assert (other, other.end, type(other)) == (period, 83, Period)


def test_the_method_is_written_for_the_first_object_only() -> None:
    @dataclass(frozen=True)
    class Law:
        length: int

    assert isinstance(vars(Law)["__init__"], _Unwritten)
    Law(1)
    written = Law.__init__
    Law(2)
    assert Law.__init__ is written is vars(Law)["__init__"]
