"""Laws of misère play: who loses which sums of heaps.

In misère play a *class* takes the place of a nim-value: heaps of one class may be exchanged in
every sum, and the class of a sum is the product of the classes of its heaps. To add a kind of law,
add a file with a frozen dataclass that subclasses `discover.misere.patterns.pattern.MisereLaw`.
The folder ``search`` looks for such laws; nothing that it finds is trusted.
"""
