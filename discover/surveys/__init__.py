"""Families of rules: surveyed, kept, related to one another and to published sequences.

A family (`discover.surveys.families`) lists its members, `discover.surveys.sweep` has each of them
studied by workers, and `discover.surveys.atlas` keeps a row a rule in one file. Claims about every
member are tested by `discover.surveys.claims`; nothing is ever proved of a family as such.
"""
