"""Surveys of families of rules, and comparisons of sequences with one another and with OEIS.

A family (`discover.surveys.families`) lists its members, `discover.surveys.sweep` distributes their
studies to workers, and `discover.surveys.atlas` keeps one row for each rule in a file. Claims about
every member are tested by `discover.surveys.claims`; nothing is ever proved of a family as such.
"""

ADDS = {
    "mexplore.discover.known_games": ("mexplore.discover.surveys.known_games",),
    "mexplore.discover.trials.kinds": ("mexplore.discover.surveys.trial",),
}
"""What this package adds to others (`rules.members`)."""
