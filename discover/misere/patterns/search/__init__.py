"""The search for misère quotients, heap by heap. Nothing here is trusted: what it finds is a claim,
which `discover.misere.theorems` proves or refuses.

A heap is *fitted* into the classes that are known; where it does not fit, it becomes a generator of
an *extended* monoid; where classes have to be split for that, old generators are set *free*.
"""
