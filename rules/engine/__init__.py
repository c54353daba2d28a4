"""How Grundy values are computed, kept and searched: what the kernels of all families share.

A kernel has three tiers: a class that validates and prepares tables (`Kernel`), the loop over
blocks that reports progress and can be interrupted (`rules.engine.grundy`), and a compiled
inner loop that only computes. Above each optimised loop stands the naive formula it equals.
To add one, subclass `Kernel` in the family's folder and give it from ``Rule.kernel``; where values
come in long runs, give ``Rule.run_starts`` too. Compiled functions take
`rules.engine.compiled.compiled`, so that they are cached on disk.
"""
