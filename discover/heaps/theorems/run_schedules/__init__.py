"""Run schedules: the theorem, and the check of its hypotheses on the runs of a rule."""
