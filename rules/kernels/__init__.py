"""Fast evaluators of Grundy values, one file a kernel.

A kernel has three tiers: a class that validates and prepares tables (`Kernel`), the loop over
blocks that reports progress and can be interrupted (`rules.grundy`), and a compiled inner loop
that only computes. Above each optimised loop stands the naive formula it equals. Compiled
functions take `rules.kernels.compiled.njit`, so that they are cached on disk.
"""
