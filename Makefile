# What one does here. `make setup` once, then any of the others.

PYTHON ?= python3
RUN = .venv/bin/python -m

.PHONY: setup check test kernel slow fresh docs site

setup:  ## an environment of its own, with everything for development
	$(PYTHON) -m venv .venv
	.venv/bin/pip install -e '.[test]'

check:  ## lint, format, types: seconds
	$(RUN) ruff check .
	$(RUN) ruff format --check .
	$(RUN) mypy

test:  ## the default tests: minutes
	$(RUN) pytest -n auto

kernel:  ## the tests that ask Coq's kernel: minutes
	$(RUN) pytest -n auto -m kernel tests/discover/coq

slow:  ## the tests that search further: hours
	$(RUN) pytest -n auto -m slow

docs:  ## the pages of the manual that are made from docstrings and commands: seconds
	$(RUN) docs.generate

site: docs  ## the manual as a site, in build/site
	.venv/bin/pip install -q -e '.[docs]'
	.venv/bin/mkdocs build --strict
	.venv/bin/mexplore sweep "octal(2)" "subtract(max=7)" "divide(max=5)" --quiet \
		--atlas build/sample.sqlite --site build/site/games

fresh:  ## all of it as on a machine that has never seen the project: what CI runs
	bash .ci/run
