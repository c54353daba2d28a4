"""The commands, one file each.

To add a command, add a file with a function ``command`` whose signature is the command line
(`reports.cli.options` has the options that commands share) and whose docstring is the help: a first
line, a paragraph, and two examples that can be pasted. The file's name is the command's. Nothing
else is edited. Keep numpy, numba, sympy, pandas and rich out of the module's top: every command
is imported for ``mexplore --help``.
"""
