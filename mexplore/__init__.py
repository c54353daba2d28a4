"""mexplore: from the rule of an impartial heap game to the law of its Grundy values.

What programs call stands in `mexplore.api`, which is loaded when one of its names is first used, so
that the command line does not load it.

>>> import mexplore
>>> mexplore.analyse("0.77")
<0.77: G(n + 12) = G(n) for all n >= 71; proved by Guy-Smith>
"""

from __future__ import annotations

TYPE_CHECKING = False  # for type checkers; typing is not imported before Ctrl-C is heard
if TYPE_CHECKING:
    from mexplore.api import *  # noqa: F403
    from mexplore.api import __all__ as __all__

    __version__: str

_PARTS = (
    "api", "asking", "games", "studies", "studying", "surveys", "rules", "discover", "reports"
)  # fmt: skip


def __getattr__(name: str) -> object:
    """A name of `mexplore.api`."""
    if name == "__version__":
        from importlib.metadata import version

        return version("mexplore")
    if name in _PARTS or (name.startswith("__") and name != "__all__"):
        raise AttributeError(f"module 'mexplore' has no attribute {name!r}")
    from mexplore import api

    return getattr(api, name)


def __dir__() -> list[str]:
    from mexplore import api

    return [*api.__all__]
