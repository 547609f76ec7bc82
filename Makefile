# make demo: a virtual environment with uidiff in it, and the replay of a recording. Needs nothing but Python >= 3.11.
# make test: what CI does: the developers' tools into the same environment, lint and all tests.
# make coverage: the tests again, and which lines they run; it takes a third longer.
# Another Python: make PYTHON=python3.13 demo

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
EXTRAS := arrow,connect,linux,mcp,spark,testing,web,yaml
# More than CI has cores: many tests wait, for programs, browsers and Java.
WORKERS ?= 5

# Packages of Windows and macOS, without what they need there: the tests run them over a fake of their system.
FOREIGN := uiautomation==2.0.29 atomacos==3.3.0

# Packages whose wheels are read, not installed, so that each name we use is known to be there: one version each, and
# those of PyObjC, which is for macOS alone.
READ := uiautomation==2.0.20 uiautomation==2.0.27 comtypes==1.4.17
PYOBJC := 10.3 11.1 13.0
FOR_MACOS := --platform macosx_11_0_universal2 --python-version 3.11 --only-binary=:all:

# Stamps: what is installed is installed again only when pyproject.toml has changed. The sources are used in place.
MADE := $(VENV)/.made
INSTALLED := $(VENV)/.installed
TOOLS := $(VENV)/.tools
# A second environment, for the tests of adapters: their packages want other versions of what uidiff is tested with.
ADAPTERS := .venv-integrations

export PIP_DISABLE_PIP_VERSION_CHECK := 1

# The commands that tests start would compile uidiff again and again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test coverage tests adapters system lint docs bench clean
.DELETE_ON_ERROR:

demo: $(INSTALLED)
	$(BIN)/uidiff replay --demo

# The linters, and the tests of adapters, run beside the tests, which leave a part of two cores idle.
test: system $(TOOLS)
	$(MAKE) --jobs=2 lint tests adapters

coverage: system $(TOOLS)
	rm -f .coverage .coverage.*
	$(MAKE) --jobs=2 MEASURED='coverage run -m ' tests adapters
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

# The tests are collected once first: pytest then keeps them compiled, and not every worker compiles all of them.
tests: $(TOOLS)
	$(BIN)/pytest --collect-only --quiet >/dev/null || true  # the run itself says what is wrong
	$(BIN)/$(MEASURED)pytest --numprocesses $(WORKERS) --dist worksteal

adapters: $(ADAPTERS)/.made
	$(ADAPTERS)/bin/$(MEASURED)pytest -p no:cacheprovider tests/integrations

# What the tests need of the system: a browser, a display, programs to read.
system:
	@tests/system.sh

lint: $(TOOLS)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# The documentation as a site, in build/docs.
docs: $(TOOLS)
	$(BIN)/sphinx-build -W --keep-going --quiet -b html docs build/docs

bench: $(TOOLS)
	$(BIN)/python -m benchmarks

clean:
	rm -rf $(VENV) $(ADAPTERS) build dist htmlcov .coverage .coverage.* .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests benchmarks -type d -name __pycache__ -prune -exec rm -rf {} +

$(MADE):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { echo 'uidiff needs Python 3.11 or later, and "$(PYTHON)" is not: make PYTHON=python3.12 $(MAKECMDGOALS)' >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo 'the module venv of "$(PYTHON)" is missing: install it (Debian, Ubuntu: the package python3-venv)' >&2; exit 1; }
	$(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(INSTALLED): $(MADE) pyproject.toml
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

# An older pip knows no dependency groups.
$(TOOLS): $(MADE) pyproject.toml Makefile
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --editable '.[$(EXTRAS)]' --group dev
	$(BIN)/python -m pip install --quiet --no-deps $(FOREIGN)
	for package in $(READ); do $(BIN)/python -m pip download --quiet --no-deps --dest $(VENV)/wheels $$package || exit 1; done
	for version in $(PYOBJC); do $(BIN)/python -m pip download --quiet --no-deps $(FOR_MACOS) --dest $(VENV)/pyobjc pyobjc-framework-ApplicationServices==$$version pyobjc-framework-Cocoa==$$version pyobjc-framework-Quartz==$$version || exit 1; done
	@touch $@ $(INSTALLED)

# What is imported is compiled then: most of these packages is not.
$(ADAPTERS)/.made: $(MADE) pyproject.toml tests/integrations/requirements.txt tests/integrations/browser-use.txt
	$(PYTHON) -m venv $(ADAPTERS)
	$(ADAPTERS)/bin/python -m pip install --quiet --no-compile --editable . --requirement tests/integrations/requirements.txt
	$(ADAPTERS)/bin/python -m pip install --quiet --no-compile --no-deps --requirement tests/integrations/browser-use.txt
	@touch $@
