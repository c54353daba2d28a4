"""Octal games and their like at the machine's limit: the sparse-space engine.

A sparse space (Berlekamp, Conway and Guy 1982, chapter 4; Gangolli and Plambeck 1989) is a mask M
that splits the nim-values v into *rare* ones, v & M of even parity, and *common* ones, odd parity:

    rare xor rare = rare,   rare xor common = common,   common xor common = rare.

If only few heaps have rare values, the common values excluded at n come from few pairs: those with
a rare heap in them, and the heaps left whole. So G(n) is found in two steps. The *candidate* is the
least common value that is not excluded, by pairs with a rare heap. Then every rare value below the
candidate must be shown excluded, by any pair whatever; the least that is not, is G(n), and n is one
more rare position. Nothing is assumed: a bad mask makes the engine slow, never wrong.

    mask.py       finds M: one Walsh-Hadamard transform of the histogram of values
    game.py       the games it plays: which j may be taken, leaving how many heaps
    exact.py      one value, by scalar code, from the rare positions and a search for witnesses
    witnesses.py  which pairs to try first
    shape.py      what the inner loop's code is made for, what it is given and begins with
    emitted.py    that code, written out, with row_code.py, planes_code.py and check_code.py
    engine.py     the inner loop: 32 heaps at once
    space.py      the space of one game, and what puts these together
    kernel.py     the kernel that hands over from the plain one
"""
