"""Print the lowest stated version of every dependency as a constraint for pip, one a line.

python .ci/lowest.py > lowest.txt && pip install -e '.[test]' -c lowest.txt
"""

import re
import tomllib
from pathlib import Path

project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())["project"]
stated = [*project["dependencies"], *sum(project["optional-dependencies"].values(), [])]
for requirement in dict.fromkeys(stated):
    name, version = re.fullmatch(r"([\w.-]+)>=([\d.]+)(?:,<[\d.]+)?", requirement).groups()
    print(f"{name}=={version}")
