"""Text from people: numbers, and files that are not trusted to be short or whole.

``numbers`` reads a whole number, also ``10^18`` and ``1e6``, with a place for every mistake;
``files`` reads a file up to a size, ``given`` numbers of programs, and files with an item a line;
``sentences`` reads statements back, cuts a text at ``or`` and knows the nearest name.
Nothing here knows of rules.
"""
