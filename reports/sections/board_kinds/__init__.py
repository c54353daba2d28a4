"""The sections of reports about kinds of laws of boards, one file a kind.

To add one, add a file with a subclass of `reports.sections.board_section.BoardSection` whose
``about`` is the law. A kind of law without a file here is reported by its statement and status.
"""
