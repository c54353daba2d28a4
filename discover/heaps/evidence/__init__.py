"""The known terms of a sequence, and the sources of further terms.

An `evidence.Evidence` holds values, or runs of equal values. A `sources.Source` (terms of a rule,
runs of a rule, terms of a board, a file of numbers) extends it until a deadline, and keeps the
evidence that it had when it is interrupted. To add a source, subclass `sources.Source`.
"""
