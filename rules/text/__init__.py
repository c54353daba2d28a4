"""Text from people: numbers, and files that are not trusted to be short or whole.

``numbers`` reads a whole number, also ``10^18`` and ``1e6``, with a place for every mistake;
``files`` reads a file up to a size, ``lines`` one with an item a line; ``parts`` cuts a text at
``or``. Nothing here knows of rules.
"""
