"""What a question is about: a heap rule, a board, a sequence of a board, or numbers without a rule.

The text that a person types is read once (``reading``), into a `Subject` (``subject``). It has a
name, a head for JSON, and terms; each kind says for itself what study, terms, check, predict and
explain do with it, or why they can do nothing. A kind is a file, which is loaded where it is used.
"""
