"""Loops written in Python, over whole numbers and arrays, translated to LLVM text.

What is translated is a small part of Python with the types of its arguments: whole numbers of 8 to
64 bits, truth values, arrays of them in the order of C, and tuples of all these. So a function is
its own plain form, and compiling takes a tenth of the time that numba takes, which understands all
of Python and has to be imported first.

    emitted.py       the decorator, and the machine code of a function for arguments of some types
    arguments.py     arguments as numbers in a table
    values.py        what an expression stands for while the text is written
    operations.py    arithmetic and comparisons
    expressions.py   expressions
    statements.py    assignments, loops, branches
    functions.py     functions that call each other, as one text
"""
