"""The command ``mexplore``: its commands are the modules of a package, its errors one line each.

0: done. 1: the answer is no. 2: bad input. 130: stopped by Ctrl-C."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from errno import ENOSPC
from functools import cache, wraps
from inspect import Parameter, Signature, cleandoc, signature
from types import ModuleType
from typing import Annotated, Any, NoReturn, get_args, get_type_hints

import typer
from typer.core import TyperGroup
from typer.models import ArgumentInfo

from mexplore.reports.cli.interrupts import was_stopped
from mexplore.rules.errors import InputError, MexploreError, OutOfTime, was_interrupted

EXAMPLE = "mexplore "  # a paragraph that begins so is one
ALIASES = {"analyse": "study", "analyze": "study", "values": "terms"}
"""Commands by the names that Python has for them."""
OPTIONS = {"help": "--help", "version": "--version", "-V": "--version"}
"""Options of the program, as other programs have them: `help study` is `study --help`."""


def help_of(docstring: str | None) -> str:
    """The docstring as typer prints it: a paragraph a line.

    >>> print(help_of('''Draw pictures. They
    ... need mexplore[parquet].
    ...
    ... mexplore plot 0.77'''))
    Draw pictures. They need mexplore[parquet].
    <BLANKLINE>
    mexplore plot 0.77
    """
    return "\n\n".join(paragraphs_of(docstring))


def summary_of(docstring: str | None) -> str:
    """The first paragraph, which the list of commands shows whole."""
    return next(paragraphs_of(docstring), "")


def paragraphs_of(docstring: str | None) -> Iterator[str]:
    """The paragraphs of a command's help, each in one line."""
    for part in cleandoc(docstring or "").split("\n\n"):
        yield " ".join(part.split())


def examples_of(docstring: str | None) -> list[str]:
    """The examples in the help of a command, in the order in which they can be run."""
    return [text for text in paragraphs_of(docstring) if text.startswith(EXAMPLE)]


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


def report_trouble() -> None:
    """Say in one line on stderr where machine code cannot be kept for the next run, or is wrong,
    and where the cache is not used at all."""
    from mexplore.rules.engine.compiling import NOT_KEPT, REFUSED
    from mexplore.rules.engine.trusted import DISTRUSTED

    NOT_KEPT.set(_not_kept)
    REFUSED.set(_refused)
    DISTRUSTED.set(_distrusted)


@cache
def _refused(why: str) -> None:
    print(
        f"mexplore: {why}; values are computed again in a slower way (see `mexplore doctor`)",
        file=sys.stderr,
    )


def _not_kept(why: str) -> None:
    print(f"mexplore: compiled kernels cannot be kept for the next run ({why})", file=sys.stderr)


def _distrusted(why: str) -> None:
    from mexplore.reports.writers.output import REMARKS

    if REMARKS.get() and not _SAID:
        _SAID.append(why)
        print(f"mexplore: the cache is not used: {why}", file=sys.stderr)


_SAID: list[str] = []
"""One remark is enough, though there are several folders in the cache."""


BAD_INPUT = 2
INTERNAL_ERROR = 70
INTERRUPTED = 130


class OneLineErrors(TyperGroup):
    """A group of commands whose errors, of usage too, are one line on stderr."""

    def main(self, *args: Any, standalone_mode: bool = True, **more: Any) -> Any:
        code = self._code(*args, **more | {"standalone_mode": False})
        if standalone_mode:
            _flush()
            sys.exit(code)
        return code

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Without arguments the help is printed."""
        if not args and not ctx.resilient_parsing:
            print(self.get_help(ctx))
            raise InputError("name a command; see --help")
        if args and args[0] in OPTIONS:
            args = [*args[1:2], OPTIONS[args[0]]]
        return super().parse_args(ctx, args)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return super().get_command(ctx, ALIASES.get(cmd_name, cmd_name))

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise typer.Exit(_stopped()) from None
        except BrokenPipeError:  # typer would exit with 1, which means 'the answer is no'
            _silence()
            raise typer.Exit from None

    def _code(self, *args: Any, **more: Any) -> int:
        try:
            result = super().main(*args, **more)
        except KeyboardInterrupt:
            return _stopped()
        except BrokenPipeError:
            _silence()
            return 0
        except SystemExit as end:
            if not isinstance(end.__context__, BrokenPipeError):
                raise
            _silence()  # rich noticed the broken pipe, and would exit with 1
            return 0
        except Exception as error:
            stopped = was_interrupted(error) and not isinstance(error, OutOfTime)
            return _stopped() if stopped or was_stopped() else _explained(error)
        code = result if isinstance(result, int) else 0
        # Whoever swallowed it, and whatever was made of it.
        return _stopped() if was_stopped() and code != INTERRUPTED else code


def _explained(error: Exception) -> int:
    """The exit code of an error, after one line about it."""
    if isinstance(error, MexploreError):
        return complain(error)
    if isinstance(error, typer.Abort):
        return _stopped()
    if isinstance(error, MemoryError):
        return _bad("this needs more memory than there is; ask for fewer terms")
    if isinstance(error, OSError):
        full = "cannot write the output" if error.errno == ENOSPC else "the system"
        return _bad(f"{error.filename or full}: {error.strerror or error}")
    if hasattr(error, "format_message"):  # typer's own errors of usage have it
        from mexplore.reports.cli.usage import usage_error

        return _bad(usage_error(error.format_message(), getattr(error, "ctx", None)))
    return _internal(error)


def complain(error: MexploreError) -> int:
    """Print the error: one line, and on a terminal the text with a caret as well."""
    if sys.stderr.isatty() and error.picture():
        print(error.picture(), file=sys.stderr)
    return _bad(str(error))


def _bad(message: str) -> int:
    print(f"mexplore: {' '.join(message.splitlines())}", file=sys.stderr)
    return BAD_INPUT


def _stopped() -> int:
    print("mexplore: stopped", file=sys.stderr)
    return INTERRUPTED


def _internal(error: Exception) -> int:
    if os.environ.get("MEXPLORE_TRACEBACK"):
        raise error
    remedy = "please report it; MEXPLORE_TRACEBACK=1 shows where"
    _bad(f"internal error: {type(error).__name__}: {error}; {remedy}")
    return INTERNAL_ERROR


def _silence() -> None:
    """After a broken pipe nothing more can be written, not even by the interpreter's exit."""
    sys.stdout = open(os.devnull, "w")  # noqa: SIM115, PTH123


def _flush() -> None:
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _silence()
    except OSError as error:
        _silence()
        _bad(f"cannot write the output: {error.strerror}")
        sys.exit(BAD_INPUT)


@cache
def build(commands: ModuleType, wanted: str = "", *, listed: bool = False) -> typer.Typer:
    """The program with all commands of the package, or with the wanted one alone, where there is
    one of this name: to import the others takes time. If they are only to be ``listed``, the
    signatures of commands, which take as much time to read, are left out."""
    from mexplore.rules.members import modules_of

    built = typer.Typer(
        cls=OneLineErrors,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    built.callback(help=help_of(_common.__doc__))(_common)
    for module in modules_of(commands, wanted.replace("-", "_")):
        name = module.__name__.rpartition(".")[2].rstrip("_")
        command = _in_a_list if listed else ungrouped(module.command)
        settings = dict(getattr(module, "settings", {}))
        text, summary = help_of(module.command.__doc__), summary_of(module.command.__doc__)
        added = built.command(name, help=text, short_help=summary, context_settings=settings)
        added(command)
    return built


def _in_a_list() -> None:
    """What stands for a command in a list of commands."""


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import PackageNotFoundError, version

        try:
            print(f"mexplore {version('mexplore')}")
        except PackageNotFoundError:
            print("mexplore (not installed)")
        raise typer.Exit


def _common(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Find the structure of Grundy sequences, prove it, and extrapolate to heaps of any size.

    "mexplore study 0.77" is the main job; rules are written like 0.77, 4!.0,
    "subtract(1, 3, 4)", "divide(2..6)", or by name (mexplore library). As in Python, study may be
    called analyse, and terms values.
    """
    del version


def _in_one_line(message: Warning | str, *where: object, **more: object) -> None:
    """What the library warns of, without the place in its code."""
    del where, more
    print(f"mexplore: {message}", file=sys.stderr)


def main(commands: ModuleType) -> NoReturn:
    """Run the command line that this process was started with."""

    # Heaps of 10^5000 tokens are printed in full.
    sys.set_int_max_str_digits(0)
    warnings.showwarning = _in_one_line
    report_trouble()
    wanted = "".join(sys.argv[1:2])
    listed = sys.argv[1:] in (["--help"], ["-h"])
    build(commands, ALIASES.get(wanted, wanted), listed=listed)(prog_name="mexplore")
    raise AssertionError("the program exits")
