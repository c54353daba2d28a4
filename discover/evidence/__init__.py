"""What has been computed of a sequence, and where more of it comes from.

`evidence.Evidence` is values, and runs where they are known; a `sources.Source` extends it, within
a deadline, and keeps what it had when it is interrupted: terms of a rule, runs of a rule, terms of
a board, a file of numbers. To add a source, subclass `sources.Source`.
"""
