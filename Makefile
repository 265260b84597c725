# Each target makes .venv and installs what it needs by itself; all it takes is Python 3.11 or newer.
#
#   make play        start the server and open the browser        ARGS="--no-browser --port 8000"
#   make test        everything: lint, types, imports, rule coverage, tests     ARGS="-k mutiny" WORKERS=0
#   make check       the quick part of it: lint, types, imports
#   make bench       figures for speed, beside OpenSpiel's, Pgx's and PettingZoo's   ARGS="--share 0.01 --game mutiny"
#   make load        load on a live server, beside boardgame.io's where npm is there   ARGS="--tables 50"
#   make crash       kill a live server at random moments, 200 times; nothing acknowledged may be lost   ARGS="--kills 20"
#   make upgrade     stop a server of an earlier version under load, go on with this one   ARGS="v0.1.0 --bots 2"
#   make soak        fifty tables for ten minutes: nothing may fail, and memory has to level   ARGS="--seconds 60"
#   make million     a million random games, every card counted   ARGS="20000 --game mutiny"
#   make messages    collect the sentences for translators, compile the catalogues
#   make screenshots take the pictures of the README again (needs Chromium)   ARGS="home"
#   make pictures    every page in every state, looked at by axe-core and side by side in build/pictures   ARGS="replay"
#   make docs        the pages of docs/ and the reference as a site, in build/site
#   make dist        wheels and source archives in dist/: of the whole, and of the light part
#   make clean       remove .venv and everything generated

PYTHON ?= python3
ARGS ?=
# How many processes share the tests, each taking whole files. One more than there are cores: browsers are waited for.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)

VENV := .venv
BIN := $(VENV)/bin
# What is never imported need not be compiled to bytecode.
PIP := $(BIN)/python -m pip install -qq --no-compile --disable-pip-version-check --no-input
CODE := $(wildcard src tests benchmarks scripts)
COMPILED := compiled-meuterer compiled-cartagena compiled-mutiny

# The tests start some hundred Pythons: what one has compiled to bytecode, the others load.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test programs check $(COMPILED) bench load crash upgrade soak million messages screenshots pictures docs dist clean
.DELETE_ON_ERROR:

play: $(VENV)/.play
	@$(BIN)/quarterdeck $(ARGS)

# What tests need beside Python is installed, too, or it is said what is not run, at the beginning and at the end.
test: $(VENV)/.created
	@$(MAKE) --no-print-directory --jobs=4 programs $(COMPILED) check $(VENV)/.collected
	@$(BIN)/python -m scripts.rule_coverage
	@code=0; \
	  $(BIN)/python -m pytest --numprocesses=$(WORKERS) --dist=loadfile --no-loadscope-reorder $(ARGS) || code=$$?; \
	  $(BIN)/python -m scripts.system_packages --again || code=1; exit $$code

# Beside the rest, as package managers mostly wait.
programs: $(VENV)/.created
	@$(BIN)/python -m scripts.system_packages

check: $(VENV)/.dev
	@$(BIN)/ruff check --quiet $(CODE) $(wildcard examples)
	@$(BIN)/ruff format --check --quiet $(CODE) $(wildcard examples)
	@$(BIN)/mypy $(CODE)
	@$(BIN)/lint-imports --no-logo

# Once, while the rest is installed and checked: else each worker would compile the rules for itself.
$(COMPILED): compiled-%: $(VENV)/.play
	@$(BIN)/python -m scripts.compile_rules $*

bench: $(VENV)/.bench
	@$(BIN)/python -m benchmarks $(ARGS)

load: $(VENV)/.play
	@$(BIN)/python -m benchmarks.load $(ARGS)

crash: $(VENV)/.play
	@$(BIN)/python -m benchmarks.crash $(ARGS)

upgrade: $(VENV)/.play
	@$(BIN)/python -m benchmarks.upgrade $(ARGS)

soak: $(VENV)/.play
	@$(BIN)/python -m benchmarks.soak $(ARGS)

million: $(VENV)/.play
	@$(BIN)/python -m benchmarks.million $(ARGS)

messages: $(VENV)/.dev
	@$(BIN)/python -m scripts.messages $(ARGS)

screenshots: $(VENV)/.dev
	@$(BIN)/python -m scripts.screenshots $(ARGS)

pictures: $(VENV)/.dev
	@$(BIN)/python -m scripts.pictures $(ARGS)

docs: $(VENV)/.dev
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet $(ARGS)
	@echo "The site is in build/site. To search it, too: $(PYTHON) -m http.server --directory build/site"

dist: $(VENV)/.dev
	@$(BIN)/python -m scripts.build_core
	@$(BIN)/python -m build --no-isolation --outdir dist $(ARGS) .

clean:
	rm -rf $(VENV) build dist src/*.egg-info .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Quarterdeck needs Python 3.11 or newer, and '$(PYTHON)' is not: name one, for example make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "'$(PYTHON)' comes without venv, which Quarterdeck installs into: on Debian and Ubuntu, install python3-venv." >&2; exit 1; }
	@rm -rf $(VENV)
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.play: $(VENV)/.created requirements.txt pyproject.toml
	@echo "Installing what Quarterdeck runs on into $(VENV) ..."
	@$(PIP) --requirement requirements.txt
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.play requirements-dev.txt requirements-cuda.txt requirements-docs.txt requirements-learners.txt requirements-plots.txt requirements-research.txt requirements-server.txt requirements-train.txt scripts/openspiel_tests.py
	@echo "Installing what the checks need ..."
	@$(PIP) --requirement requirements-dev.txt
	@$(BIN)/python -m scripts.openspiel_tests
	@touch $@

# Once, before the first run: else each worker would make bytecode of all tests and libraries for itself. What
# can't be collected, the run itself tells.
$(VENV)/.collected: $(VENV)/.dev
	@$(BIN)/python -m pytest --collect-only --quiet --quiet >/dev/null && touch $@ || true

$(VENV)/.bench: $(VENV)/.play requirements-bench.txt
	@echo "Installing OpenSpiel, Pgx and PettingZoo to compare with ..."
	@$(PIP) --requirement requirements-bench.txt
	@touch $@
