"""The code of one game: 32 heaps or so at once, the words of the last heaps in registers.

The words of the last heaps in registers, while a chunk is emitted.

Blocks of a chunk are numbered 0, 1, ...; those of the chunk before -1, -2, ... Of each block there
are two vectors of eight words: its own (those beyond it are no words of heaps), and the eight words
before its first heap. What is asked for of the chunk before is what that one has to leave in
memory: so it is loaded, and stored, only where it is asked for.

Three functions for compiled loops, emitted as LLVM code with the constants of a `Plan`:

* ``chunk``: the words of the next heaps under the assumption that none is rare;
* ``check``: which rare values below them the witnesses leave open;
* ``marked``: whether some state among them is distinguished.

Addresses are those of words H[n]; words before them must be there.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from mexplore.discover.windows.streaming.plan import EIGHT, FACTORS, LANES, Groups, Plan, factor
from mexplore.rules.engine.emitting.assembled import SIGNATURE
from mexplore.rules.engine.emitting.loops import I64, base, everywhere, flags
from mexplore.rules.engine.emitting.words import (
    exchanged,
    load,
    shuffled,
    splat,
    store,
    union,
    united,
)


def lanes_from(builder: Any, low: Any, high: Any, first: int) -> Any:
    """Eight lanes of two vectors, one after the other, from lane ``first`` on."""
    return shuffled(builder, low, high, list(range(first, first + EIGHT)))


class Past:
    """The last blocks, as far as they are emitted; ``add`` each as soon as its value is known."""

    def __init__(self, builder: Any, plan: Plan, carried: Any, kind: Any) -> None:
        self.builder = builder
        self.plan = plan
        self.carried = carried
        self.kind = kind
        self.own: dict[int, Any] = {}
        self.ahead: dict[int, Any] = {}
        self.blocks = 0

    def add(self, value: Any) -> None:
        """The words of the next block."""
        self.own[self.blocks] = value
        self.blocks += 1

    def block(self, k: int) -> Any:
        """The words of block k, and what else its vector holds."""
        if k not in self.own:
            self.own[k] = self._loaded(self.plan.kept + k)
        return self.own[k]

    def before(self, k: int) -> Any:
        """The eight words before block k."""
        if k not in self.ahead:
            if k < 0:
                self.ahead[k] = self._loaded(2 * self.plan.kept + k)
            else:
                last = self.before(k - 1), self.block(k - 1)
                self.ahead[k] = lanes_from(self.builder, *last, self.plan.block)
        return self.ahead[k]

    def pairs(self) -> Any:
        """What the chunk before has left as ``pairs``."""
        return self._loaded(2 * self.plan.kept)

    def back(self, k: int, distance: int) -> Any:
        """The words so far before those of block k: of its heaps only."""
        blocks, lane = divmod(distance - self.plan.block, self.plan.block)
        last = k - 1 - blocks
        return lanes_from(self.builder, self.before(last), self.block(last), EIGHT - lane)

    def back_several(self, k: int, distance: int) -> Any:
        """The same of all the heaps for which `Plan.together` blocks stand; the distance is one of
        `Plan.near_several`, so that they end before the block before k.

        They lie among the eight words before a block and the eight words before another one, as
        many blocks earlier as stand together.
        """
        plan = self.plan
        first = k * plan.block - distance
        heaps = plan.together * plan.block
        high = -(-(first + heaps) // plan.block)
        low = high - plan.together
        places = []
        for n in range(first, first + EIGHT):
            late = n - (high * plan.block - EIGHT)
            early = n - (low * plan.block - EIGHT)
            places.append(EIGHT + min(late, EIGHT - 1) if late >= 0 else early)
        return shuffled(self.builder, self.before(low), self.before(high), places)

    def leave(self, pairs: Any) -> None:
        """Store what the next chunk will ask for."""
        kept, blocks = self.plan.kept, self.plan.blocks
        left = [(kept + k, self.block(k + blocks)) for k in sorted(self.own) if k < 0]
        left += [(2 * kept + k, self.before(k + blocks)) for k in sorted(self.ahead) if k < 0]
        for slot, vector in [*left, (2 * kept, pairs)]:
            store(self.builder, vector, self.carried, self._place(slot), 64)

    def _loaded(self, slot: int) -> Any:
        return load(self.builder, self.carried, self.kind, self._place(slot), 64)

    def _place(self, slot: int) -> int:
        return 64 * (self.plan.vectors + slot)


NAMES = ("stream_chunk", "stream_check", "stream_marked")


class Emitter:
    """Emits the code of a plan."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.bytes = plan.width // 8
        word = ir.IntType(plan.width)
        self.word = word
        self.wide = ir.VectorType(word, plan.lanes)
        self.eight = ir.VectorType(word, EIGHT)

    def text(self) -> str:
        """The three functions of NAMES, of three 64-bit numbers each.

        chunk   (address of H[n], address of what is carried over, 0) -> 0
        check   (address of H[n], address of the proofs at n, address of LANES words) -> open
        marked  (address of H[n], limit, 0) -> 1 if the mark of one of LANES states is below it

        The words that ``check`` is given get the indices of rare values below G(n) that no witness
        excludes, for LANES heaps from an even n on; ``open`` has a bit for each heap that has any,
        and bit LANES if some word of H is empty. The mark of the state at n is the sum of
        FACTORS[i] * H[n - 1 - i], a word.
        """
        module = ir.Module()
        for name, emit in zip(NAMES, (self._chunk, self._check, self._marked), strict=True):
            function = ir.Function(module, SIGNATURE, name)
            builder = ir.IRBuilder(function.append_basic_block())
            found = emit(builder, *function.args)
            builder.ret(ir.Constant(I64, 0) if found is None else found)
        return str(module)

    # -- the next values -------------------------------------------------------------------------

    def _chunk(self, builder: Any, words: Any, carried: Any, _: Any) -> None:
        plan, size, first = self.plan, self.bytes, self.plan.first_split
        words, carried = base(builder, words), base(builder, carried)
        far = [load(builder, carried, self.wide, 64 * u, 64) for u in range(plan.vectors)]
        sums = [
            builder.or_(x, self._groups(builder, words, plan.middle, u * plan.lanes - first))
            for u, x in enumerate(far)
        ]
        for u in range(plan.vectors):
            ahead = plan.chunk + u * plan.lanes - first
            store(builder, self._groups(builder, words, plan.far, ahead), carried, 64 * u, 64)
        sums.append(splat(self.wide, 0))
        past = Past(builder, plan, carried, self.eight)
        pairs = past.pairs()
        for k in range(plan.blocks):
            if k % plan.together == 0:
                u, lane = divmod(k * plan.block, plan.lanes)
                several = lanes_from(builder, sums[u], sums[u + 1], lane)
                far_first = sorted(plan.near_several, reverse=True)
                found = [(past.back_several(k, d), g) for d, g in far_first]
                several = self._with(builder, several, found)
            x = lanes_from(builder, several, several, k % plan.together * plan.block)
            # The last block's values, for which it has to wait, come at the end.
            far_first = sorted(plan.near_one, reverse=True)
            x = self._with(builder, x, [(past.back(k, d), g) for d, g in far_first])
            excluded = [x]
            for j in plan.splits[1:]:
                excluded.append(lanes_from(builder, pairs, x, EIGHT - (j - first)))
            excluded += [past.back(k, j) for j in plan.takes]
            gone = union(builder, excluded, self.eight)
            # The lowest 0, as a word with one bit.
            value = builder.and_(builder.not_(gone), builder.add(gone, splat(self.eight, 1)))
            past.add(value)
            store(builder, value, words, k * plan.block * size)
            pairs = lanes_from(builder, pairs, x, plan.block)
        past.leave(pairs)

    def _with(self, builder: Any, x: Any, found: list[tuple[Any, int]]) -> Any:
        """x and what rare positions of index g make of words."""
        rows = [(x, 0), *found]
        return united(builder, [(g, (it,)) for it, g in rows], lambda it: it, self.eight)

    def _groups(self, builder: Any, words: Any, groups: Groups, shift: int) -> Any:
        """The OR over (g, r) of the words at ``shift`` - r, exchanged by g."""

        def row(r: int) -> Any:
            return load(builder, words, self.wide, (shift - r) * self.bytes, self.bytes)

        return united(builder, groups, row, self.wide)

    # -- rare values below them ------------------------------------------------------------------

    def _check(self, builder: Any, words: Any, proofs: Any, missing: Any) -> Any:
        plan, size, first = self.plan, self.bytes, self.plan.first_split
        words, proofs, missing = (base(builder, it) for it in (words, proofs, missing))
        zero, one = splat(self.wide, 0), splat(self.wide, 1)
        by_parity = [ir.Constant(self.word, mask) for mask in plan.above]
        above = ir.Constant(self.wide, [by_parity[i & 1] for i in range(plan.lanes)])
        several = len(plan.splits) > 1
        open_, empty = ir.Constant(I64, 0), []
        for u in range(plan.vectors):
            at = u * plan.lanes
            proved = self._groups(builder, words, plan.witnesses, at - first)
            if several:
                store(builder, proved, proofs, (at - first) * size, size)
            for j in plan.splits[1:]:
                more = load(builder, proofs, self.wide, (at - j) * size, size)
                proved = builder.or_(proved, more)
            for j in plan.rare_takes:
                proved = builder.or_(proved, load(builder, words, self.wide, (at - j) * size, size))
            word = load(builder, words, self.wide, at * size, size)
            group = self._of_one_high_part(builder, word)
            lowest = builder.and_(group, builder.sub(zero, group)) if plan.low else word
            below = builder.or_(builder.sub(lowest, one), builder.and_(group, above))
            left = builder.and_(below, builder.not_(proved))
            store(builder, left, missing, 64 * u, size)
            some = flags(builder, builder.icmp_unsigned("!=", left, zero))
            open_ = builder.or_(open_, builder.shl(some, ir.Constant(I64, at)))
            empty.append(builder.icmp_unsigned("==", word, zero))
        nothing = empty[0]
        for more in empty[1:]:
            nothing = builder.or_(nothing, more)
        is_empty = _any(builder, nothing, plan.lanes)
        return builder.or_(open_, builder.shl(is_empty, ir.Constant(I64, LANES)))

    def _of_one_high_part(self, builder: Any, word: Any) -> Any:
        """The bits of all indices that agree with that of the word above the mask's lowest bit."""
        for k in range(self.plan.low):
            word = builder.or_(word, exchanged(builder, word, 1 << k))
        return word

    # -- distinguished states --------------------------------------------------------------------

    def _marked(self, builder: Any, words: Any, limit: Any, _: Any) -> Any:
        plan, size, words = self.plan, self.bytes, base(builder, words)
        low = builder.trunc(limit, self.word) if plan.width < 64 else limit
        bound = everywhere(builder, low, plan.lanes)
        found = None
        for u in range(plan.vectors):
            terms = [
                builder.mul(
                    load(builder, words, self.wide, (u * plan.lanes - 1 - i) * size, size),
                    splat(self.wide, factor(self.plan.width, i)),
                )
                for i in range(len(FACTORS))
            ]
            total = terms[0]
            for term in terms[1:]:
                total = builder.add(total, term)
            below = builder.icmp_unsigned("<", total, bound)
            found = below if found is None else builder.or_(found, below)
        return _any(builder, found, plan.lanes)


def _any(builder: Any, vector: Any, bits: int) -> Any:
    """1 if some bit of a vector is set, else 0."""
    whole = ir.IntType(bits)
    flat = builder.bitcast(vector, whole)
    return builder.zext(builder.icmp_unsigned("!=", flat, ir.Constant(whole, 0)), I64)
