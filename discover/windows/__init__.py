"""Periods of octal games proved on a stream of values, none of which is stored."""
