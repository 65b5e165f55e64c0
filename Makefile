# make run     the site on http://127.0.0.1:8000, with something to look at
# make test    everything; make test-engine, test-pages, test-postgres, test-browser: one part
# make lint    style, types, missing migrations
# make messages   bring the catalogues under locale/ up to date with what the site says
# make bench   measurements, see bench/

PYTHON ?= python3
BIN := .venv/bin
PYTEST := $(BIN)/python -m pytest -q

# Tests without a database.
ENGINE := tests/manille tests/pairing tests/standings

# What is run from here is never the public site.
export DEBUG = 1

.PHONY: setup run messages test test-engine test-pages test-postgres test-browser lint bench
.DEFAULT_GOAL := run

setup: .venv/runtime
	@if ls locale/*/LC_MESSAGES/*.po >/dev/null 2>&1; then $(BIN)/pybabel -q compile -d locale -D django; fi

.venv/runtime: requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed.")'
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || { echo "Python cannot make a virtual environment: install python3-venv." >&2; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	@touch $@

.venv/tests: .venv/runtime tests/requirements.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r tests/requirements.txt
	@touch $@

run: setup
	$(BIN)/python manage.py migrate --verbosity 0
	@if [ -f games/management/commands/demo.py ]; then $(BIN)/python manage.py demo --if-empty; fi
	$(BIN)/python manage.py runserver 127.0.0.1:8000

# The parts run two at a time; the output of each is shown when it ends, with pytest's closing line.
test: setup .venv/tests
	@sh tests/system-packages.sh
	@$(MAKE) --no-print-directory --keep-going --jobs 2 --output-sync=target \
		test-browser test-postgres test-pages test-engine

messages: setup
	$(BIN)/python manage.py messages
	@$(MAKE) --no-print-directory setup

test-engine: setup .venv/tests
	$(PYTEST) $(ENGINE)

test-pages: setup .venv/tests
	$(PYTEST) tests $(ENGINE:%=--ignore=%) --ignore=tests/browser

test-postgres: setup .venv/tests
	DATABASE_URL=postgres:///manillescore pg_virtualenv -t -o fsync=off \
		$(PYTEST) tests $(ENGINE:%=--ignore=%) --ignore=tests/browser

test-browser: setup .venv/tests
	$(PYTEST) tests/browser

lint: setup .venv/tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python manage.py makemigrations --check --dry-run

bench: .venv-bench/installed
	@for script in $(wildcard bench/*.py); do \
		echo "== $$script"; PYTHONPATH=. .venv-bench/bin/python "$$script" || exit 1; \
	done

.venv-bench/installed: requirements.txt bench/requirements.txt
	$(PYTHON) -m venv .venv-bench
	.venv-bench/bin/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt -r bench/requirements.txt
	@touch $@
