"""Moves that choose divisors, primes, or numbers prime to n, as Coq reads them."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

from mexplore.discover.coq.law import CoqLaw, Translation, truth
from mexplore.discover.heaps.theorems.coprime_moves import CoprimeMoves
from mexplore.discover.heaps.theorems.prime_exponents import PrimeExponents
from mexplore.discover.heaps.theorems.removed_divisors import RemovedDivisors
from mexplore.discover.study.theorem import AnyTheorem, Inapplicable
from mexplore.rules.moves.number_moves import Among, Move, NumberMoves, moves_of

if TYPE_CHECKING:
    from mexplore.discover.heaps.patterns.named.pattern import Named
    from mexplore.rules.rule import Rule

_KINDS = {
    Among.DIVISORS: "Divisors",
    Among.PRIME_DIVISORS: "PrimeDivisors",
    Among.PRIME_POWERS: "PrimePowers",
    Among.COPRIME: "Coprime",
}
_OF_PRIMES = "forall l, (forall p, In p l -> is_prime p = true) ->\n    G (product l) = "
_OF_POWERS = (
    "forall l, NoDup (map fst l) -> (forall p, In p (map fst l) -> is_prime p = true) ->\n"
    "    G (powers l) = xor_list (map snd l)"
)


def moves_in(rule: Any) -> NumberMoves | None:
    """The moves of the rule, if they choose numbers of one kind and leave one heap."""
    moves = moves_of(rule)
    return None if moves is None or moves.move == Move.SPLIT else moves


def game_of_moves(moves: NumberMoves) -> tuple[str, str]:
    """The game as a term, and the tactics by which it has nim-values.

    >>> game_of_moves(NumberMoves(Among.DIVISORS, Move.LEAVE, one=True, whole=False))
    ('leave_numbers Divisors true', 'apply leaves_exists, left_falls.')
    """
    kind, one, whole = _KINDS[moves.among], truth(moves.one), truth(moves.whole)
    match moves.move:
        case Move.REMOVE:
            return f"remove_numbers {kind} {one} {whole}", "apply leaves_exists, removed_falls."
        case Move.LEAVE:
            return f"leave_numbers {kind} {one}", "apply leaves_exists, left_falls."
        case Move.DIVIDE:
            return f"divide_by_numbers {kind} {whole}", "apply leaves_exists, divided_falls."
        case Move.SPLIT:
            raise ValueError("the library has no game of equal heaps")


def law_of_moves(moves: NumberMoves, module: str, said: str, proof: str) -> CoqLaw:
    """A law of these moves that a theorem without computations says."""
    game, exists = game_of_moves(moves)
    return CoqLaw(module_names(module), game, said, proof, exists, computed=False)


def module_names(module: str) -> tuple[str, ...]:
    """The file of the theorem, and those with the terms of its statement."""
    return tuple(dict.fromkeys(("Sets", "NumberMoves", "PrimeFactors", module)))


def divisors_law(moves: NumberMoves) -> CoqLaw:
    """To a divisor: the number of prime factors, less one where the divisor 1 is left out."""
    less, but_one = ("", "") if moves.one else (" - 1", "_but_one")
    said = f"{_OF_PRIMES}N.of_nat (length l){less}"
    return law_of_moves(moves, "PrimeFactors", said, f"divisors{but_one}_law")


class OfMoves(Translation["tuple[Rule, Named]", "Named"]):
    """A law that the moves determine: what the theorem says of the rule, and nothing else."""

    def needed_of(self, game: Any, shape: Any) -> tuple[Rule, Named]:
        return game, shape

    def law(self, shape: tuple[Rule, Named], claim: Named) -> CoqLaw | Inapplicable:
        rule, formula = shape
        if claim != formula:
            return Inapplicable(f"the claim is another formula than {formula.formula}")
        return self.of(rule)

    @abstractmethod
    def of(self, rule: Rule) -> CoqLaw | Inapplicable:
        """The law of the rule."""


class OfNumbers(OfMoves):
    """A law of moves that choose numbers."""

    def of(self, rule: Rule) -> CoqLaw | Inapplicable:
        moves = moves_in(rule)
        assert moves is not None
        return self.told(moves)

    @abstractmethod
    def told(self, moves: NumberMoves) -> CoqLaw:
        """The law of these moves."""


class ExponentOfTwo(OfNumbers):
    """Remove a divisor."""

    of_theorem: ClassVar[type[AnyTheorem]] = RemovedDivisors

    def told(self, moves: NumberMoves) -> CoqLaw:
        said = f"forall k m, G (2 ^ k * (2 * m + 1)) = k{' + 1' if moves.whole else ''}"
        proof = f"removed_divisors_law {truth(moves.whole)}"
        return law_of_moves(moves, "RemovedDivisors", said, proof)


class LeastPrimeFactor(OfNumbers):
    """Remove a number prime to n."""

    of_theorem: ClassVar[type[AnyTheorem]] = CoprimeMoves

    def told(self, moves: NumberMoves) -> CoqLaw:
        place = "(n mod 2) * place p" if moves.whole else "place p"
        said = f"forall n p, 2 <= n -> least_factor p n -> G n = {place}"
        return law_of_moves(moves, "CoprimeMoves", said, f"coprime_moves_law {truth(moves.whole)}")


class Exponents(OfNumbers):
    """Divide by primes, or by their powers."""

    of_theorem: ClassVar[type[AnyTheorem]] = PrimeExponents

    def told(self, moves: NumberMoves) -> CoqLaw:
        if moves.among == Among.PRIME_POWERS:
            return law_of_moves(moves, "PrimeExponents", _OF_POWERS, "prime_powers_law")
        length = "length l" if moves.whole else "length l - 1"
        said = f"{_OF_PRIMES}N.of_nat ({length}) mod 2"
        proof = f"prime_divisors_law {truth(moves.whole)}"
        return law_of_moves(moves, "PrimeFactors", said, proof)
