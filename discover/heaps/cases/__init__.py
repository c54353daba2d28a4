"""Case analyses, one file for each kind of law and rule; the files of this folder are found.

To add one, add a file with a subclass of `discover.heaps.cases.analysis.CaseAnalysis` that names
the closed forms and the rules that it is about and makes the rows; nothing else is edited.
"""
