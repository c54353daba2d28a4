"""The sections of reports about kinds of laws, one file a kind.

To add one, add a file with a subclass of `reports.sections.section.Section` whose ``about`` is the
pattern; it overrides what it has to say. Nothing else is edited: sections are found by looking into
this folder. A kind of law without a file here is reported by statement, status and closed form.
"""
