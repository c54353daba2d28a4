"""``python -m reports``: the command ``mexplore``."""

from reports.cli import main

if __name__ == "__main__":
    main()
