"""Expressions in the position's names, a safe subset of Python's: read, evaluated, compiled.

A text is parsed with `ast` and only what `rules.language.reading` knows passes, as a tree of
the frozen nodes of `rules.language.tree`. The interpreter in `evaluating` is the definition;
`compiling` writes numba source from the tree, never from the text.
"""
