"""The errors of the project: each one line, with the place and the remedy."""

from __future__ import annotations

from collections.abc import Iterator

_WINDOW = 30  # characters of the text shown on each side of the place


class MexploreError(Exception):
    """The base of every error that a user can cause; ``str()`` of one is a single line."""

    def picture(self) -> str:
        """More lines for a terminal (a caret under the place); empty where there are none."""
        return ""


class RuleSyntaxError(MexploreError):
    """A rule's text that cannot be read, or that describes no game.

    ``position`` is the index in ``text`` of the first character at fault (``len(text)`` when
    something is missing at the end).

    >>> error = RuleSyntaxError("0.7W", 3, "'W' is no digit", "digits are 0-9 and A-V")
    >>> print(error)
    0.7^W (column 4): 'W' is no digit; digits are 0-9 and A-V
    >>> print(error.picture())
    0.7W
       ^
    """

    def __init__(self, text: str, position: int, problem: str, remedy: str = "") -> None:
        self.text = text
        self.position = min(max(position, 0), len(text))
        self.problem = problem
        self.remedy = remedy
        super().__init__(text, position, problem, remedy)

    def _window(self) -> tuple[str, str]:
        """The text just before the place and from it on, clipped and on one line."""
        before = self.text[max(0, self.position - _WINDOW) : self.position]
        after = self.text[self.position : self.position + _WINDOW]
        if self.position > _WINDOW:
            before = "..." + before
        if self.position + _WINDOW < len(self.text):
            after += "..."
        return _printable(before), _printable(after)

    def __str__(self) -> str:
        before, after = self._window()
        remedy = f"; {self.remedy}" if self.remedy else ""
        return f"{before}^{after} (column {self.position + 1}): {self.problem}{remedy}"

    def picture(self) -> str:
        before, after = self._window()
        return f"{before}{after}\n{' ' * len(before)}^"


class InputError(MexploreError):
    """Anything else that a user can get wrong: a number, a path, a file, an option.

    >>> from mexplore.rules.text.numbers import parse_number
    >>> try:
    ...     parse_number("x", "heap")
    ... except InputError as error:
    ...     print(type(error).__module__)
    mexplore
    """


class TooManyMoves(Exception):
    """The moves from a heap can neither be listed nor put into sets; the text says why."""


class TooLarge(InputError):
    """A request refused before it starts, because no machine could finish it."""


class TooFar(TooLarge):
    """Runs of equal values are known for n < ``below`` only."""

    def __init__(self, below: int) -> None:
        self.below = below
        super().__init__(
            f"runs of equal values are followed for n < 2^{below.bit_length() - 1} only with ends "
            "such as these"
        )


class OutOfTime(InputError):
    """A question that was not answered within its budget."""


class TimeIsUp(KeyboardInterrupt):
    """A budget has ended while no code was checking the clock. It is raised as Ctrl-C is, wherever
    the work happens to be, and ends it in the same way: what is known by then is reported."""


def was_out_of_time(error: BaseException | None) -> bool:
    """Whether an exception is a TimeIsUp, or was raised because of one.

    >>> was_out_of_time(TimeIsUp()), was_out_of_time(KeyboardInterrupt())
    (True, False)
    """
    return any(isinstance(cause, TimeIsUp) for cause in _causes(error))


def was_interrupted(error: BaseException | None) -> bool:
    """Whether an exception is a KeyboardInterrupt, or was raised because of one: a compiler that
    is interrupted at work may wrap it.

    >>> try:
    ...     raise RuntimeError("compiling failed") from KeyboardInterrupt()
    ... except RuntimeError as error:
    ...     was_interrupted(error)
    True
    """
    return any(isinstance(cause, KeyboardInterrupt) for cause in _causes(error))


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """The exception, the one because of which it was raised, and so on."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        yield error
        seen.add(id(error))
        error = error.__cause__ or error.__context__


def _printable(text: str) -> str:
    """The text with one printable character a character, so that a caret stays in place."""
    return "".join(c if c.isprintable() else "·" for c in text)


for _public in (MexploreError, RuleSyntaxError, InputError):
    _public.__module__ = "mexplore"  # where users find them, and tracebacks name them
