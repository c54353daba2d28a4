"""The families that can be swept, one file each: how one is written, its size, its members.

To add a family, add a file with a frozen dataclass that subclasses
`discover.surveys.family.Family`; nothing else is edited. The tests pick every family up: its
examples can be read, its members are as many as it says, all different, and its texts make the
round trip.
"""
