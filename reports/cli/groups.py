"""Groups of options: a dataclass whose fields are options is one parameter of a command.

typer reads a command line off a signature, an option a parameter. A command that takes

    def command(rule: RuleText, views: BoardOptions, output: Output) -> None

would have to repeat the options of a board and of the output in its own signature, as every other
command would. `ungrouped` gives typer the long signature, and the command its few dataclasses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Any, get_args, get_type_hints

from typer.models import ArgumentInfo


def ungrouped(command: Callable[..., None]) -> Callable[..., None]:
    """The command as typer is to read it: each group is replaced by its options, which stand after
    the command's own ones.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Output:
    ...     quiet: bool = False
    >>> def command(output: Output, upto: int = 9) -> None:
    ...     print(upto, output)
    >>> list(signature(ungrouped(command)).parameters)
    ['upto', 'quiet']
    >>> ungrouped(command)(upto=5, quiet=True)
    5 Output(quiet=True)
    """
    hints = get_type_hints(command, include_extras=True)
    own = signature(command).parameters
    groups = {name: hints[name] for name in own if is_dataclass(hints[name])}

    @wraps(command)
    def run(**given: Any) -> None:
        for name, group in groups.items():
            given[name] = group(**{option.name: given.pop(option.name) for option in fields(group)})
        command(**given)

    alone = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=own[name].default, annotation=hints[name])
        for name in own
        if name not in groups
    ]
    alone.sort(key=lambda parameter: not _is_argument(parameter))
    listed = [*alone, *(option for group in groups.values() for option in _options(group))]
    run.__signature__ = Signature(listed)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in listed}
    return run


def _is_argument(parameter: Parameter) -> bool:
    return any(isinstance(part, ArgumentInfo) for part in get_args(parameter.annotation))


def _options(group: type) -> Iterator[Parameter]:
    hints = get_type_hints(group, include_extras=True)
    for option in fields(group):
        kind = Parameter.KEYWORD_ONLY
        yield Parameter(option.name, kind, default=_default(option), annotation=hints[option.name])


def _default(option: Field[Any]) -> Any:
    return Parameter.empty if option.default is MISSING else option.default
