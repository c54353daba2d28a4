"""``python -m mexplore``: the command ``mexplore``."""

from mexplore.reports.__main__ import main

if __name__ == "__main__":
    main()
