"""Whole numbers as people write them, also of very many digits: 1000000, 10^18, 6*12^40.

Long numbers in decimal, read and written in less than quadratic time.

``int(text)`` and ``str(number)`` of Python 3.11 take time quadratic in the number of digits: a
million digits take seconds. Here the digits are halved: reading joins the halves by products,
which Python takes in time d^1.58; writing lets the module decimal, whose products are quick, build
the number from halves of its bits. Short numbers are left to Python.
"""

from __future__ import annotations

import re

from mexplore.rules.errors import InputError

SHORT_DIGITS = 4000
SHORT_BITS = 12_000


def from_decimal(digits: str) -> int:
    """The number of a non-empty string of decimal digits.

    >>> from_decimal("0" + "9" * 5000) == 10**5000 - 1
    True
    """
    powers: dict[int, int] = {}

    def read(low: int, high: int) -> int:
        if high - low <= SHORT_DIGITS:
            return int(digits[low:high])
        width = (high - low) // 2
        if width not in powers:
            powers[width] = 10**width
        return read(low, high - width) * powers[width] + read(high - width, high)

    return read(0, len(digits))


BRIEF_BITS = 100


def in_brief(number: int, most: int = BRIEF_BITS) -> str:
    """The number as messages show it: its digits, or how long it is.

    >>> in_brief(-7), in_brief(1 << 5000)
    ('-7', 'a number of 5001 bits')
    """
    bits = number.bit_length()
    return str(number) if bits < most else f"a number of {bits} bits"


def to_decimal(number: int) -> str:
    """The decimal digits of the number, as ``str`` writes them.

    >>> to_decimal(-(10**5000)) == "-1" + "0" * 5000
    True
    """
    if number.bit_length() <= SHORT_BITS:
        return str(number)
    if number < 0:
        return "-" + to_decimal(-number)
    import decimal

    powers: dict[int, decimal.Decimal] = {}
    with decimal.localcontext() as context:
        context.prec, context.Emax, context.Emin = (
            decimal.MAX_PREC,
            decimal.MAX_EMAX,
            decimal.MIN_EMIN,
        )
        context.traps[decimal.Inexact] = True
        two = decimal.Decimal(2)

        def build(part: int, bits: int) -> decimal.Decimal:
            if bits <= SHORT_BITS:
                return decimal.Decimal(part)
            width = bits // 2
            if width not in powers:
                powers[width] = two**width
            high = part >> width
            return build(part - (high << width), width) + build(high, bits - width) * powers[width]

        return format(build(number, number.bit_length()), "f")


LARGEST_BITS = 6_000_000  # about 1.8 million decimal digits: read and written in a second
DEEPEST = 200  # brackets, powers upon powers and signs within one another
WITHOUT_COMMAS = "a number has no commas; write"
_TOKEN = re.compile(
    r"\s*(?:([0-9]+)[eE]\+?([0-9]+)|([0-9]+(?:_[0-9]+)*(?![0-9_]))|(\*\*|[-+*^()]))"
)


_TO_TWENTY = """zero one two three four five six seven eight nine ten eleven twelve thirteen
fourteen fifteen sixteen seventeen eighteen nineteen twenty"""
NUMBER_WORDS = tuple(re.findall(r"\w+", _TO_TWENTY))


def parse_number(text: str, what: str = "number") -> int:
    """The exact value of a sum of products of powers of whole numbers, at least 0.

    >>> parse_number("10^18"), parse_number("6*12^2 - 1"), parse_number("1e9")
    (1000000000000000000, 863, 1000000000)

    Small numbers may be words: ``seven``. Raises InputError for anything else, and for numbers of
    more than LARGEST_BITS bits.
    """
    if _is_digits(text, SHORT_DIGITS):
        return int(text)
    if text.strip().lower() in NUMBER_WORDS:
        return NUMBER_WORDS.index(text.strip().lower())
    value = _NumberReader(text, what).read()
    if value < 0:
        span = re.fullmatch(r"\s*([0-9]+)\s*-\s*([0-9]+)\s*", text)
        remedy = f"; a range is written {span[1]}..{span[2]}" if span and len(text) < 40 else ""
        raise InputError(f"{what} {_clip(text)!r} is negative; it must be 0 or more{remedy}")
    return value


def numeral(text: str, what: str = "number") -> str:
    """The decimal digits of the number that `parse_number` reads. Plain digits are returned without
    being read: to read and write a long number takes longer than most questions about it.

    >>> numeral("007"), numeral("2^10")
    ('7', '1024')
    """
    if _is_digits(text, LARGEST_BITS // 3):
        return text.lstrip("0") or "0"
    return to_decimal(parse_number(text, what))


def _is_digits(text: str, most: int) -> bool:
    return len(text) <= most and text.isascii() and text.isdigit()


def parse_range(text: str, what: str = "range") -> tuple[int, int]:
    """The ends of ``A..B``, both included, A <= B.

    >>> parse_range("0..10^3")
    (0, 1000)
    """
    low, dots, high = text.partition("..")
    if not dots:
        raise InputError(f"{what} {_clip(text)!r} is no range; write it as 0..999")
    first, last = parse_number(low, what), parse_number(high, what)
    if first > last:
        raise InputError(f"{what} {_clip(text)!r} is empty: {first} > {last}")
    return first, last


def _clip(text: str) -> str:
    return text if len(text) <= 40 else text[:40] + "..."


class _NumberReader:
    """Recursive descent over: sum = product (('+'|'-') product)*, product = power ('*' power)*,
    power = atom (('^'|'**') power)?, atom = digits | digits 'e' digits | '(' sum ')'."""

    def __init__(self, text: str, what: str) -> None:
        self.text, self.what = text, what
        self.tokens: list[str | int] = []
        self.at = 0
        self.depth = 0
        position = 0
        while position < len(text.rstrip()):
            match = _TOKEN.match(text, position)
            if match is None:
                raise self._bad(f"unexpected {text[position:].lstrip()[:1]!r}")
            mantissa, exponent, digits, sign = match.groups()
            if mantissa:
                power = self._power(10, self._digits(exponent))
                self.tokens.append(self._times(self._digits(mantissa), power))
            elif digits:
                self.tokens.append(self._digits(digits))
            else:
                self.tokens.append(sign)
            position = match.end()

    def _bad(self, problem: str) -> InputError:
        plain = without_commas(self.text)
        if plain is not None:
            return InputError(f"{self.what} {_clip(self.text)!r}: {WITHOUT_COMMAS} {plain}")
        return InputError(
            f"{self.what} {_clip(self.text)!r}: {problem}; write a number such as 1000, 10^18, "
            "6*12^40 or 2^64-1"
        )

    def _digits(self, digits: str) -> int:
        if len(digits) > LARGEST_BITS // 3:
            raise self._bad("the number is too large to hold")
        return from_decimal(digits.replace("_", ""))

    def _power(self, base: int, exponent: int) -> int:
        if exponent < 0:
            raise self._bad("the exponent is negative")
        if base > 1 and base.bit_length() * exponent > LARGEST_BITS:
            raise self._bad(f"the number has more than {LARGEST_BITS} bits")
        return int(base**exponent)

    def _times(self, left: int, right: int) -> int:
        if left.bit_length() + right.bit_length() > LARGEST_BITS:
            raise self._bad(f"the number has more than {LARGEST_BITS} bits")
        return left * right

    def read(self) -> int:
        value = self._sum()
        if self.at < len(self.tokens):
            raise self._bad(f"unexpected {self.tokens[self.at]!r}")
        return value

    def _take(self, *signs: str) -> str | None:
        token = self.tokens[self.at] if self.at < len(self.tokens) else None
        if isinstance(token, str) and token in signs:
            self.at += 1
            return token
        return None

    def _sum(self) -> int:
        value = self._product()
        while sign := self._take("+", "-"):
            right = self._product()
            value = value + right if sign == "+" else value - right
        return value

    def _product(self) -> int:
        value = self._raised()
        while self._take("*"):
            value = self._times(value, self._raised())
        return value

    def _raised(self) -> int:
        self.depth += 1
        if self.depth > DEEPEST:
            raise self._bad("brackets, powers or signs are nested too deeply")
        value = self._atom()
        if self._take("^", "**"):
            if value < 0:
                raise self._bad("a power of a negative number")
            value = self._power(value, self._raised())
        self.depth -= 1
        return value

    def _atom(self) -> int:
        if self._take("-"):
            return -self._raised()
        if self._take("("):
            value = self._sum()
            if not self._take(")"):
                raise self._bad("a closing bracket is missing")
            return value
        token = self.tokens[self.at] if self.at < len(self.tokens) else None
        if not isinstance(token, int):
            raise self._bad("a number is missing" if token is None else f"unexpected {token!r}")
        self.at += 1
        return token


def without_commas(text: str) -> str | None:
    """The digits of a number that is written with a comma after each third of them.

    >>> without_commas("1,000,000"), without_commas("3,5")
    ('1000000', None)
    """
    grouped = re.fullmatch(r"\s*[0-9]{1,3}(,[0-9]{3})+\s*", text)
    return text.strip().replace(",", "") if grouped else None


def integer_root(number: int, degree: int) -> int:
    """The greatest k with k**degree <= number, exactly, for number >= 0 and degree >= 1.

    >>> integer_root(26, 3), integer_root(27, 3)
    (2, 3)
    """
    low, high = 0, 1 << (number.bit_length() // degree + 1)
    while low + 1 < high:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**degree <= number else (low, middle)
    return low


_WITNESSES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
PRIMES_BELOW = (
    3_317_044_064_679_887_385_961_981  # the least odd composite number that all of them pass
)


def is_prime(number: int) -> bool:
    """Whether the number is prime: the test of Miller and Rabin, exact below PRIMES_BELOW with
    the first 13 primes as witnesses (Sorenson and Webster 2015); InputError from there on.

    >>> [k for k in range(20) if is_prime(k)]
    [2, 3, 5, 7, 11, 13, 17, 19]
    """
    if number >= PRIMES_BELOW:
        raise InputError(f"primality is decided below {PRIMES_BELOW} only")
    if number < 2:
        return False
    for q in _WITNESSES:
        if number % q == 0:
            return number == q
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    return all(_passes(number, witness, odd, twos) for witness in _WITNESSES)


def _passes(number: int, witness: int, odd: int, twos: int) -> bool:
    power = pow(witness, odd, number)
    if power in (1, number - 1):
        return True
    for _ in range(twos - 1):
        power = power * power % number
        if power == number - 1:
            return True
    return False


# Squares as people write them: ``3,5``.


def parse_square(text: str) -> tuple[int, ...]:
    """The coordinates in a text such as ``3,5`` or ``(3, 5)``.

    >>> parse_square("3,5"), parse_square("(10^18, 7)")
    ((3, 5), (1000000000000000000, 7))
    """
    plain = text.strip()
    if plain[:1] + plain[-1:] in ("()", "[]"):
        plain = plain[1:-1]
    if "," not in plain:
        raise InputError(f"{text[:40]!r} is no square; write its coordinates as 3,5")
    number = without_commas(plain)
    if number is not None and ",0" in plain:
        raise InputError(f"{text[:40]!r}: {WITHOUT_COMMAS} {number}")
    return tuple(parse_number(part, "coordinate") for part in plain.rstrip(", ").split(","))
