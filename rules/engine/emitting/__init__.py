"""Machine code that is written out as LLVM text: what all emitted loops share.

Such a loop is compiled in a fraction of a second, since no types have to be found, and knows the
width of its words and the moves of its game as constants.

    words.py      vectors of words: loaded, stored, bits exchanged
    loops.py      counted loops, and masks of lanes
    assembled.py  machine code of a text, kept on disk
"""
