"""Runs of equal values that return in the order of a queue: first in, first out."""
