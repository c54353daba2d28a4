"""How kinds of laws are told and drawn, one file a kind.

To add one, add a file with a subclass of `reports.sections.section.Section` whose ``about`` is the
pattern; it overrides what it has to say. Nothing else is edited: sections are found by looking into
this folder. A kind of law without a file here is told by its statement, status and closed form.
"""
