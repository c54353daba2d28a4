# The five things one does. `make setup` once, then any of the others.

PYTHON ?= python3
RUN = .venv/bin/python -m

.PHONY: setup check test slow fresh

setup:  ## an environment of its own, with everything for development
	$(PYTHON) -m venv .venv
	.venv/bin/pip install -e '.[test]'

check:  ## lint, format, types: seconds
	$(RUN) ruff check .
	$(RUN) ruff format --check .
	$(RUN) mypy

test:  ## the default tests: minutes
	$(RUN) pytest -n auto

slow:  ## the tests that search further: hours
	$(RUN) pytest -n auto -m slow

fresh:  ## all of it as on a machine that has never seen the project: what CI runs
	bash .ci/run
