"""Run schedules: runs of equal values that come in turn, each started by an earlier one."""
