"""The terms of the field, explained with the numbers of the game that was studied."""

from __future__ import annotations

from functools import reduce
from itertools import combinations_with_replacement, islice, product
from operator import xor
from typing import TYPE_CHECKING

from mexplore.discover.questions.explain import options_of
from mexplore.reports.documents.explain import joined
from mexplore.reports.writers.document import Heading, Items, Paragraph, Table, short
from mexplore.rules.dataclass import dataclass
from mexplore.rules.misere.game import Outcomes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mexplore.discover.boards.study import BoardStudy
    from mexplore.discover.heaps.study import Study
    from mexplore.discover.misere.study import MisereStudy
    from mexplore.discover.study.evidence import Evidence
    from mexplore.reports.writers.document import Block
    from mexplore.rules.rule import Heaps, Rule


LARGEST_SHOWN = 30  # heap whose options are shown
FEWEST, MOST = 2, 8  # options of it
SHOWN = 5  # positions of value 0
LOOKED_AT = 1000  # positions among which they are

TURNS = (
    "Two players move in turns, and both may make the same moves (the game is impartial). The "
    "player who cannot move loses."
)
HEAPS = f"A position is some heaps of tokens; a move changes one heap as the rule allows. {TURNS}"
BOARD = f"A position is some tokens on squares; a move takes one token as the rule allows. {TURNS}"


@dataclass(frozen=True)
class Example:
    """A position, its options with their values, and its value."""

    name: str
    written: str
    options: Sequence[tuple[str, int]]
    value: int


def for_newcomers(study: Study) -> list[Block]:
    """Heap game, option, mex, nim-value, and what 'proved' means; for a bare sequence only the
    last."""
    blocks: list[Block] = [Heading("What the words mean")]
    if study.rule is not None and not study.rule.runs_python:
        zeros = [str(n) for n in _known(study.evidence) if study.evidence.at(n) == 0]
        example = _example(study.rule, study.evidence)
        blocks += _game(HEAPS, example, "single heaps", zeros)
    finding = study.best or next(iter(study.findings), None)
    if finding is None or finding.proof is None:
        known = f"n < {short(study.evidence.stop)}"
        return [*blocks, _not_proved(known, found=finding is not None)]
    bound, theorem = finding.proof.bound, finding.proof.theorem
    return [*blocks, _proved(theorem, f"all n < {bound}", "every n, however large")]


def about_board(study: BoardStudy) -> list[Block]:
    """The same of a board."""
    table = study.table
    misere = bool(study.play)
    squares = sorted(product(*(range(min(side, 9)) for side in table.shape)), key=sum)
    zeros = [str(square) for square in squares if table[square] == 0]
    example = None
    for square in () if misere else squares:
        options = list(islice(study.board.options_within(study.size, square), MOST + 1))
        if FEWEST <= len(options) <= MOST and all(
            all(map(int.__lt__, part, table.shape)) for option in options for part in option
        ):
            listed = [
                (joined(option), reduce(xor, (int(table[part]) for part in option), 0))
                for option in options
            ]
            name = f"a token on {square}"
            example = Example(name, f"G{square}", listed, int(table[square]))
            break
    game = [*_misere_board(zeros)] if misere else [*_game(BOARD, example, "squares", zeros)]
    blocks = [Heading("What the words mean"), *game]
    sides = zip(study.board.coordinate_names, table.shape, strict=True)
    proved = study.proved
    known = f"squares with {' and '.join(f'{name} < {side}' for name, side in sides)}"
    proof = proved.proof if proved else None
    if proof is None or proved is not study.findings[0]:
        return [*blocks, _not_proved(known, found=bool(study.findings))]
    if study.theorem is not None and not study.theorem.by_values:
        return [*blocks, _decided(proof.theorem, proof.bound)]
    return [*blocks, _proved(proof.theorem, f"coordinates < {proof.bound}", "every square")]


def _misere_board(zeros: Sequence[str]) -> Iterator[Block]:
    yield Paragraph(
        "Game. One token is on a square; two players move it in turns, as the rule allows. The "
        "player who makes the last move loses: who cannot move has won."
    )
    yield Paragraph(
        "Who wins. A square is lost (a P-position) if it has a move, and every move leads to a "
        f"square that is won. Here the squares that are lost are: {_first_of(zeros)}"
    )


def _first_of(zeros: Sequence[str]) -> str:
    return ", ".join(zeros[:SHOWN]) + (", ..." if len(zeros) > SHOWN else ".")


def _known(evidence: Evidence) -> range:
    return range(min(evidence.stop, LOOKED_AT))


def _game(game: str, example: Example | None, what: str, zeros: Sequence[str]) -> Iterator[Block]:
    yield Paragraph(f"Game. {game}")
    if example is not None:
        values = ", ".join(map(str, sorted({value for _, value in example.options})))
        count = len(example.options)
        yield Paragraph(
            f"Option. What a move may leave is an option: {example.name} has {count} here."
        )
        yield Table(("a move leaves", "nim-value"), [[o, str(v)] for o, v in example.options])
        yield Paragraph(
            "Mex, nim-value. The nim-value G of a position is the mex of the values of its "
            "options: the least of 0, 1, 2, ... that is not among them. Heaps or tokens side by "
            "side have the xor of their values (added in binary without carrying). So "
            f"{example.written} = mex{{{values}}} = {example.value}."
        )
    if zeros:
        yield Paragraph(
            "Who wins. A position of value 0 is a P-position: the player who has to move loses, as "
            "every move leaves another value; from any other value there is a move to 0. Here the "
            f"{what} of value 0 are: {_first_of(zeros)}"
        )


def _example(rule: Rule, evidence: Evidence) -> Example | None:
    """A small heap that has several options, but few."""
    best = None
    for n in range(1, min(LARGEST_SHOWN, evidence.stop)):
        listed = options_of(rule, n)
        if listed.complete and FEWEST <= len(listed.options) <= MOST:
            values = [reduce(xor, map(evidence.at, heaps), 0) for heaps in listed.options]
            named = [joined(heaps) for heaps in listed.options]
            options = list(zip(named, values, strict=True))
            best = Example(f"a heap of {n}", f"G({n})", options, evidence.at(n))
            if n >= SHOWN:
                break
    return best


def _proved(theorem: str, checked: str, everywhere: str) -> Paragraph:
    return Paragraph(
        f"Proved. What is stated holds for {everywhere}. The theorem ({theorem}) says of this "
        f"rule: if it holds for {checked}, it holds for all. Those values were computed, and it "
        "does. A certificate lets anyone check both again."
    )


def _decided(theorem: str, bound: int) -> Paragraph:
    return Paragraph(
        f"Proved. What is stated holds for every square. The theorem ({theorem}) says what has to "
        "be true of all squares at once for that, and how it is decided by finitely many steps, "
        f"which were taken; the values with coordinates < {bound} were computed as well and agree. "
        "A certificate lets anyone check both again."
    )


def _not_proved(known: str, *, found: bool) -> Paragraph:
    if not found:
        return Paragraph(
            f"Nothing found. The values for {known} are right, each by the definition; no law that "
            "was tried fits all of them."
        )
    return Paragraph(
        f"Holds so far. All values that are known, {known}, agree with the law; a larger position "
        "may still break it, as no theorem that is known here covers it."
    )


EXPLAINED = 9  # tokens of the largest heap in the examples
FEW = 6  # moves that are told one by one


def about_misere(study: MisereStudy) -> list[Block]:
    """What misère play is, why nim-values do not decide it, and what a class is."""
    blocks: list[Block] = [
        Heading("In plain words"),
        Paragraph(
            "Misère play. Who cannot move wins: who makes the last move loses. A sum of heaps is "
            "lost (a P-position) if it has a move, and every move leads to a sum that is won."
        ),
        *_examples(study),
        Paragraph(
            "Class. Heaps of one class may be exchanged in every sum without a change of who wins. "
            "The class of a sum is the product of the classes of its heaps."
        ),
    ]
    return blocks


def _examples(study: MisereStudy) -> list[Block]:
    """Two heaps of equal value that are lost together, and two that are not, with the moves."""
    from mexplore.rules.engine.grundy import grundy_values

    values = grundy_values(study.misere.rule, EXPLAINED + 1).tolist()
    outcomes = Outcomes(study.misere.rule)
    pairs: list[Heaps] = [
        (a, b)
        for a, b in combinations_with_replacement(range(1, EXPLAINED + 1), 2)
        if values[a] == values[b] and outcomes.options(a)
    ]
    lost = [pair for pair in pairs if outcomes.lost(pair)]
    won = [pair for pair in pairs if not outcomes.lost(pair)]
    if not lost or not won:
        return []
    unlike = [pair for pair in lost if pair[0] != pair[1]] or lost
    far = max(unlike, key=lambda pair: values[pair[0]])
    near = min(lost, key=lambda pair: (pair[0] != pair[1], sum(pair)))
    both = "; ".join(
        f"{_sum(pair)}, both of value {values[pair[0]]}" for pair in dict.fromkeys((far, near))
    )
    return [
        Paragraph(
            "Why nim-values are not enough. In normal play two heaps are lost together exactly if "
            "their nim-values are equal, as the nim-sum is 0. "
            f"Lost under both conventions: {both}. But {_sum(won[0])}, "
            f"both of value {values[won[0][0]]}, with the same nim-sum 0, is won in misère play. "
            "The moves:"
        ),
        Items([_why_lost(near, outcomes), _why_won(won[0], outcomes)]),
    ]


def _sum(heaps: Heaps) -> str:
    return " + ".join(map(str, sorted(heaps))) or "no heap"


def _moves(heaps: Heaps, outcomes: Outcomes) -> list[Heaps]:
    """Where the moves from a sum lead, each once."""
    found = {
        tuple(sorted(heaps[:i] + heaps[i + 1 :] + option))
        for i, heap in enumerate(heaps)
        for option in outcomes.options(heap)
    }
    return sorted(found, key=lambda to: (-sum(to), to))


def _why_lost(heaps: Heaps, outcomes: Outcomes) -> str:
    """Each move with the answer to it."""
    moves = _moves(heaps, outcomes)
    replies = []
    for to in moves[:FEW]:
        answer = next((a for a in _moves(to, outcomes) if outcomes.lost(a)), None)
        if answer is None:
            replies.append(f"after {_sum(to)} there is no move, which wins")
        else:
            replies.append(f"{_sum(to)} is answered by {_sum(answer)}, which is lost")
    more = ", and so on" if len(moves) > FEW else ""
    return f"{_sum(heaps)} is lost: {'; '.join(replies)}{more}."


def _why_won(heaps: Heaps, outcomes: Outcomes) -> str:
    """One winning move, or that there is none to be made."""
    to = next((move for move in _moves(heaps, outcomes) if outcomes.lost(move)), None)
    if to is None:
        return f"{_sum(heaps)} is won: there is no move, and who cannot move wins."
    return f"{_sum(heaps)} is won: the move to {_sum(to)} leaves a sum that is lost" + (
        ", as the other player has to make the last move." if _last(to, outcomes) else "."
    )


def _last(heaps: Heaps, outcomes: Outcomes) -> bool:
    """Whether every move from this sum is the last one."""
    return not any(_moves(to, outcomes) for to in _moves(heaps, outcomes))
