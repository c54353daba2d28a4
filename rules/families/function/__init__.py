"""Rules that are Python functions of the user's: ``games.py:options``.

``rule`` loads the file, which runs with all rights, so only where a caller allows it; ``kernel``
values positions of any kind by the search of `rules.engine.search`.
"""

LOOKS_LIKE = r".*\.py"
