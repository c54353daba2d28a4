"""Views: what rules of some families show besides their options, defined where it is needed.

The base class of rules knows nothing of views. A view is a function of rules, which says what is
known of a rule whose family shows nothing; a family shows more by a method of the view's name.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

Shown = TypeVar("Shown", bound=Callable[..., Any])


def view(name: str) -> Callable[[Shown], Shown]:
    """The function as a view: of a rule that has a method of this name, what that returns.

    >>> @view("fewest_tokens")
    ... def fewest_tokens(rule):
    ...     return 1
    >>> class Pairs:
    ...     def fewest_tokens(self):
    ...         return 2
    >>> fewest_tokens(Pairs()), fewest_tokens(object())
    (2, 1)
    """

    def decorate(otherwise: Shown) -> Shown:
        @wraps(otherwise)
        def seen(rule: object, *details: Any) -> Any:
            shown = getattr(rule, name, None)
            return otherwise(rule, *details) if shown is None else shown(*details)

        return cast(Shown, seen)

    return decorate
