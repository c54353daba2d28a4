"""Numbers beyond machine words: laws and values at one huge n, and at many n at once.

``long_digits`` has the digits of a number of any size and machines that read them, ``windows`` the
machines of the heaps near a*n/c, ``word_arrays`` many numbers that may leave 64 bits, ``powers``
compares powers of two bases.
"""
