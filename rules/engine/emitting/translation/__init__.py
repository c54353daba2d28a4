"""Loops written in Python, over whole numbers and arrays, translated to LLVM text.

What is translated is a small part of Python with the types of its arguments: whole numbers of 8 to
64 bits, truth values, arrays of them in the order of C, and tuples of all these. So a function is
its own plain form.

Machine code gives what plain Python gives, or there is none (`Untranslatable`). Whoever writes a
function must rule out what is not checked while it runs, and is undefined:

* an index that is negative or beyond the array;
* a division by 0, a range whose step is 0, `trailing_zeros` of 0;
* a name that is read where no value was given to it;
* a number that does not fit 64 bits: one of Python below -2^63 or from 2^63 on, also the number
  that a range would count to after its last; for numpy's of 64 bits sums, differences, products and
  shifts are modulo 2^64, as there;
* arithmetic of shorter numbers whose result does not fit their type in numpy: it has 64 bits here,
  and modulo 2^bits is stored in an array;
* constants of a module that change after a function that names them was translated.

    variants.py      the machine code of a function, for arguments of some types
    arguments.py     arguments as numbers in a table
    values.py        what an expression stands for while the text is written
    operations.py    arithmetic and comparisons
    expressions.py   expressions
    statements.py    assignments, loops, branches
    functions.py     functions that call each other, as one text
"""
