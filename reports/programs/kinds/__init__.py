"""Programs that evaluate a law, in Python and in C++, one file a kind of closed form.

To add one, add a file with a subclass of `reports.programs.program.ProgramKind` whose ``of_form``
is the closed form; it names the tables and writes the function's body in each language. Nothing
else is edited: kinds are found by looking into this folder.
"""
