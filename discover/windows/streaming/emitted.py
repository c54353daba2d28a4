"""The code of one game: 32 heaps or so at once, nothing left to be looked up.

Three functions for compiled loops, emitted as LLVM code with the constants of a `Plan`:

* ``chunk``: the words of the next heaps under the assumption that none is rare;
* ``check``: which rare values below them the witnesses leave open;
* ``marked``: whether some state among them is distinguished.

Addresses are those of words H[n]; words before them must be there.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from mexplore.discover.windows.streaming.marks import FACTORS, factor
from mexplore.discover.windows.streaming.past import Past, lanes_from
from mexplore.discover.windows.streaming.plan import EIGHT, LANES, Groups, Plan
from mexplore.rules.engine.emitting.assembled import SIGNATURE
from mexplore.rules.engine.emitting.loops import I64, base, everywhere, flags
from mexplore.rules.engine.emitting.words import (
    exchanged,
    load,
    splat,
    store,
    union,
    united,
)

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
