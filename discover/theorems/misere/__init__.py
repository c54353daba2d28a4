"""The theorems about misère play, one file each.

A theorem about classes of heaps says below which number the heaps have to be looked at, and the law
itself what is to be checked of them: for quotients the conditions of Theorem 1, which stands in
`discover.patterns.misere.quotient`, for types those of Theorem 6, in
`discover.patterns.misere.types`. To add a theorem, add a file with a class that subclasses
`discover.theorems.misere.theorem.MisereTheorem`.
"""
