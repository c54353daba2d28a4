"""A proof about a family is checked again: by solvers, and by the first members."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mexplore.discover.families.solvers.named import solver_named
from mexplore.discover.families.solvers.solver import NotInstalled
from mexplore.discover.families.theorems.theorem import Proved, Unproved
from mexplore.discover.study.kind import Invalid, agreed
from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from mexplore.discover.families.theorems.by_cases import TheoremByCases


def shown_again(
    theorem: TheoremByCases[Any, Any],
    game: Any,
    claim: Any,
    given: object,
    *,
    twice: bool,
) -> tuple[Proved, str]:
    """z3 is asked for every condition again, and where ``twice`` cvc5 as well. The proof, whose
    number of conditions must be the one that is ``given``, and in words what was done; else
    Invalid, or InputError where a solver does not finish."""
    names = ("z3", "cvc5") if twice else ("z3",)
    try:
        solvers = [solver_named(name) for name in names]
        said = " and ".join(f"{solver.name} {solver.version}" for solver in solvers)
        proved = theorem.prove(game, claim, solvers)
    except NotInstalled as error:
        raise Invalid(f"it cannot be checked: {error}") from None
    if isinstance(proved, Unproved) and not proved.decided:
        raise InputError(f"this is not decided, so neither valid nor invalid: {proved.reason}")
    if not isinstance(proved, Proved):
        raise Invalid(f"the theorem {theorem.name!r} does not prove it: {proved.reason}")
    agreed(given, proved.conditions, theorem.name)
    return proved, f"{proved.conditions} conditions shown by {said}"


def compared(known: Any, claim: Any, stop: int) -> str:
    """The claim is held against members whose terms at n < stop are known: how many, in words;
    Invalid where it fails."""
    failure = claim.first_failure(known)
    if failure is not None:
        member = ", ".join(f"{name} = {value}" for name, value in failure[0])
        raise Invalid(f"the claim is false: it fails for {member} at n = {failure[1]}")
    return f"{len(known.terms)} members compared for n < {stop}"
