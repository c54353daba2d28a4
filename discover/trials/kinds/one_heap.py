"""Rules that leave one heap: subtraction sets, divisions, unions, intervals, expressions."""

from __future__ import annotations

from random import Random

from mexplore.discover.trials.trial import Tally, Trial

SEED = 2026


def _numbers(pick: Random, most: int, largest: int) -> str:
    count = pick.randint(1, most)
    return ", ".join(map(str, sorted(pick.sample(range(1, largest), count))))


def _finite(tally: Tally) -> None:
    pick = Random(SEED)
    sets = [f"subtract({_numbers(pick, 9, 60)})" for _ in range(12)]
    sets.append(f"subtract({', '.join(map(str, sorted(pick.sample(range(1, 200), 63))))})")
    tally.hold_rules(sets, "FiniteKernel", 700)


def _sparse(tally: Tally) -> None:
    pick = Random(SEED)
    names = ["squares", "powers(2)", "triangular", "fibonacci", "cubes"]
    sets = [f"subtract({_numbers(pick, 3, 40)}, {name})" for name in names]
    sets.append(f"subtract({', '.join(map(str, sorted(pick.sample(range(1, 300), 90))))})")
    tally.hold_rules(sets, "SparseKernel", 1500)


def _dense(tally: Tally) -> None:
    pick = Random(SEED)
    sets = ["subtract(primes)", "subtract(odd)", f"subtract({_numbers(pick, 3, 40)}, primes)"]
    tally.hold_rules(sets, "DenseKernel", 1500)


def _all_but(tally: Tally) -> None:
    pick = Random(SEED)
    sets = [f"subtract(all but {_numbers(pick, 6, 30)})" for _ in range(5)]
    tally.hold_rules(sets, "AllButKernel", 500)


def _unions(tally: Tally) -> None:
    pick = Random(SEED)
    rules = []
    for _ in range(12):
        divisors = ", ".join(map(str, sorted(pick.sample(range(2, 12), pick.randint(1, 4)))))
        rounded = pick.choice(["", ", ceil"])
        rules.append(f"subtract({_numbers(pick, 4, 20)}) or divide({divisors}{rounded})")
    tally.hold_rules(rules, "MixedKernel", 1200)


def _intervals(tally: Tally) -> None:
    pick = Random(SEED)
    ends = [("n//3", "n//2"), (f"n//{pick.randint(4, 9)}", "isqrt(n) + n//5 - 4")]
    ends.append(("0", "n//2 - 4 + n % 4"))  # the upper end steps back
    rules = [f"leave({low} .. {high})" for low, high in ends]
    tally.hold_rules([*rules, "remove(1 .. isqrt(n))"], "IntervalKernel", 1000)


# Together they call every function that compiled expressions know.
EXPRESSIONS = (
    "n -> [n - 1, n // 2 - 1, isqrt(n) - 2, n - gcd(n, 12)] + ([n - 3] if is_prime(n) else [])",
    "n -> [n - k for k in range(1, n + 1) if is_square(k) or v2(k) == 3] + [bit_length(n) - 4]",
    "n -> [ceil_div(n, 3) - 2, abs(n - 40) % max(n, 1), n - 2**(n % 5), n - 1 - (n ^ 1) % 3]",
    "n -> [(a, n - 2 - a) for a in range(1, n // 2)] + [(n // 2 - 1, n // 3), n - 1]",
    "n -> [(n // 3 - 1, n // 4, n // 5), n - 2]",
    "n -> [(a, n - a) for a in range(1, n, 7) if gcd(a, n) == 1]",
    "n -> [n - d for d in divisors(n + 1) if d <= n] + [n // 3**vp(n + 1, 3) - 1]",
)


def _expressions(tally: Tally) -> None:
    tally.hold_rules(EXPRESSIONS, "ExpressionKernel", 700, first=650)


def _factors(tally: Tally) -> None:
    texts = (
        "n - d for d in divisors(n)",
        "d for d in divisors(n) if d < n",
        "n // p for p in divisors(n) if is_prime(p)",
        "n // p**j for p in divisors(n) if is_prime(p) for j in range(1, vp(n, p) + 1)",
    )
    tally.hold_rules([f"n -> [{text}]" for text in texts], "DivisorKernel", 700)
    coprime = [f"n -> [n - k for k in range(1, {end}) if gcd(k, n) == 1]" for end in ("n", "n + 1")]
    tally.hold_rules(coprime, "CoprimeKernel", 700)
    others = [f"n -> [{item} for k in range(1, n) if n % k]" for item in ("n - k", "k")]
    tally.hold_rules(others, "OtherNumbersKernel", 700)


SECONDS = 9
TRIALS = (
    Trial("finite subtraction sets", _finite),
    Trial("sparse subtraction sets", _sparse),
    Trial("dense subtraction sets", _dense),
    Trial("all numbers but a few", _all_but),
    Trial("unions", _unions),
    Trial("intervals", _intervals),
    Trial("expressions", _expressions),
    Trial("divisors and coprime numbers", _factors),
)
