"""Dataclasses whose methods are written when they are first needed.

The decorator of the standard library compiles up to six methods of a class where it is defined:
0.4 ms each time, and a study of one rule imports two hundred such classes, of most of which it
makes no object. Here the methods that look alike for all classes are functions written once, and
`__init__`, the only one that is compiled, is made for the first object. `fields`, `replace`,
`asdict` and pickles work as usual.

>>> @dataclass(frozen=True)
... class Period:
...     length: int
...     start: int = 0
>>> Period(12, start=71), Period(5) == Period(5, 0), Period(5) == 5
(Period(length=12, start=71), True, False)
>>> Period(12).length = 3
Traceback (most recent call last):
dataclasses.FrozenInstanceError: cannot assign to field 'length'
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING
from operator import attrgetter
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass"]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(of=None, /, *, frozen=False, eq=True, repr=True, **more):
        """The decorator; what it does not know is left to the standard library's."""

        def made(cls):
            if more:
                return dataclasses.dataclass(frozen=frozen, eq=eq, repr=repr, **more)(cls)
            cls.__doc__ = cls.__doc__ or cls.__qualname__  # else theirs looks for the parameters
            dataclasses.dataclass(init=False, repr=False, eq=False)(cls)
            _add_methods(cls, frozen, eq, repr)
            return cls

        return made if of is None else made(of)


def _add_methods(cls: type, frozen: bool, eq: bool, shown: bool) -> None:
    """Those that the class does not define itself."""
    own = vars(cls)
    hashed = own.get("__hash__") is not None  # Python writes None beside an own __eq__
    methods: dict[str, Any] = {"__init__": _Unwritten(cls, frozen)}
    if shown:
        methods["__repr__"] = _shown
    if frozen:
        methods |= {"__setattr__": _refuse_to_set, "__delattr__": _refuse_to_delete}
    if eq:
        methods["__eq__"], by_value = _compared(cls)
        if not hashed:
            cls.__hash__ = by_value if frozen else None  # type: ignore[assignment]
    for name, method in methods.items():
        if name not in own:
            setattr(cls, name, method)


def _shown(self: Any) -> str:
    parts = (f"{f.name}={getattr(self, f.name)!r}" for f in dataclasses.fields(self) if f.repr)
    return f"{type(self).__qualname__}({', '.join(parts)})"


def _compared(cls: type) -> tuple[Callable[[Any, object], bool], Callable[[Any], int]]:
    """Equality of objects of one class, and the hash to go with it."""
    values = _values([f.name for f in dataclasses.fields(cls) if f.compare])

    def equal(self: Any, other: object) -> bool:
        return values(self) == values(other) if other.__class__ is type(self) else NotImplemented

    def by_value(self: Any) -> int:
        return hash(values(self))

    return equal, by_value


def _values(names: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    """What gives the values of these fields, as a tuple."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda self: tuple(getattr(self, name) for name in names)


def _is_fixed(self: Any, name: str) -> bool:
    """A class derived from a dataclass that is none itself may have attributes of its own."""
    return "__dataclass_fields__" in vars(type(self)) or name in self.__dataclass_fields__


def _refuse_to_set(self: Any, name: str, value: object) -> None:
    if _is_fixed(self, name):
        raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")
    object.__setattr__(self, name, value)


def _refuse_to_delete(self: Any, name: str) -> None:
    if _is_fixed(self, name):
        raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")
    object.__delattr__(self, name)


class _Unwritten:
    """Stands where `__init__` will be, until somebody looks there."""

    def __init__(self, cls: type, frozen: bool) -> None:
        self.cls, self.frozen = cls, frozen

    def __get__(self, thing: object, owner: type | None = None) -> Any:
        written = _written(self.cls, self.frozen)
        setattr(self.cls, "__init__", written)  # noqa: B010  # for mypy a class has it already
        return written.__get__(thing, owner)


def _written(cls: type, frozen: bool) -> Any:
    """The `__init__` of a class, compiled."""
    known: dict[str, Any] = {"__set": object.__setattr__, "__missing": MISSING}
    given, by_name, lines = ["self"], list[str](), list[str]()
    for f in dataclasses.fields(cls):
        value, heading, default = f.name, f.name, f"__{f.name}"
        if f.default_factory is not MISSING:
            known[default] = f.default_factory
            heading += "=__missing"
            value = f"{f.name} if {f.name} is not __missing else {default}()"
            value = value if f.init else f"{default}()"
        elif f.default is not MISSING:
            known[default] = f.default
            heading += f"={default}"
        if f.init:
            (by_name if f.kw_only else given).append(heading)
        if f.init or f.default_factory is not MISSING:  # a mere default is the class's own
            place = f"__set(self, {f.name!r}, {value})"
            lines.append(place if frozen else f"self.{f.name} = {value}")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    heads = [*given, "*", *by_name] if by_name else given
    body = "\n    ".join(lines or ["pass"])
    exec(f"def __init__({', '.join(heads)}):\n    {body}", known)
    made = known["__init__"]
    made.__annotations__ = {f.name: f.type for f in dataclasses.fields(cls) if f.init}
    made.__module__, made.__qualname__ = cls.__module__, f"{cls.__qualname__}.__init__"
    return made
