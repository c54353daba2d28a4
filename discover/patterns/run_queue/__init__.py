"""Runs of equal values that come again, first in, first out."""
