"""Case analyses, one file a kind of law and of rule, found by looking into the folder.

To add one, add a file with a subclass of `discover.cases.analysis.CaseAnalysis` that names the
closed forms and the rules that it is about and makes the rows; nothing else is edited.
"""
