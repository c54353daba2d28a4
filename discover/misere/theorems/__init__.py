"""The theorems about misère play, one file each.

A theorem about classes of heaps says below which number the heaps have to be looked at, and the law
itself what is to be checked of them: for quotients the conditions of Theorem 1, which stands in
`discover.misere.patterns.quotient`, for types those of Theorem 6, in
`discover.misere.patterns.types`. To add a theorem, add a file with a class that subclasses
`discover.misere.theorems.theorem.MisereTheorem`.
"""
