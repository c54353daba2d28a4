"""Kinds of pictures, one file a kind.

To add one, add a file with a subclass of `reports.plots.picture.Picture`: its name, its place
among the others, what it draws and what it is. Nothing else is edited: kinds are found by looking
into this folder. What only one kind of law can draw stands in its section
(``reports/sections/kinds``).
"""
