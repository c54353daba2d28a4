"""Subtraction sets: the rule, and kernels for finite and infinite sets."""
