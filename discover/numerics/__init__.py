"""Numbers of any size: long digits, many at once, one huge value."""
