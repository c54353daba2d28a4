"""Single machine instructions on 64-bit words, for compiled loops."""

from __future__ import annotations

from typing import Any

import numba

if getattr(numba.config, "DISABLE_JIT", False):

    def trailing_zeros(word: Any) -> int:
        """How many zero bits stand below the lowest set bit of a nonzero 64-bit word."""
        number = int(word)
        return (number & -number).bit_length() - 1

else:
    from llvmlite import ir
    from numba.extending import intrinsic

    @intrinsic
    def trailing_zeros(typing_context: Any, word: Any) -> Any:
        """How many zero bits stand below the lowest set bit of a nonzero 64-bit word."""
        del typing_context, word

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            del context, signature
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

        return numba.uint64(numba.uint64), generate
