"""Run schedules: a word of run values, and starts of runs by iterated maps."""
