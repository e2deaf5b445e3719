# The tiers of checks and what people type. `make help` lists the targets.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
JOBS ?= 2
export PYTHONDONTWRITEBYTECODE ?= 1

.PHONY: help setup lock build demo test lint static ci test-all sim fuzz attack evidence gallery golden-update bench clean

help:  ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 16

setup: build  ## set everything up in .venv

$(READY): pyproject.toml setup.py .ci/locks/development.txt
	@command -v $(PYTHON) >/dev/null || { echo "$(PYTHON): not found; install python3, python3-venv, python3-dev, gcc and make" >&2; exit 2; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { echo "python3 -m venv: failed; install python3-venv" >&2; exit 2; }
	@echo "Installing the pinned packages into $(VENV) (a minute or two the first time) ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes --requirement .ci/locks/development.txt
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

LOCK := $(BIN)/uv pip compile --quiet --no-config --no-header --no-annotate --no-emit-package colorama --universal --python-version 3.11 \
	--only-binary :all: --emit-build-options --generate-hashes pyproject.toml

lock: $(READY)  ## write the locks of all packages anew from pyproject.toml: versions, and the hash of every file
	@$(LOCK) --output-file .ci/locks/runtime.txt
	@$(LOCK) --extra dev --constraint .ci/locks/runtime.txt --output-file .ci/locks/development.txt
	@$(LOCK) --extra bench --constraint .ci/locks/development.txt --output-file .ci/locks/bench.txt

build: $(READY)  ## compile what is compiled, if its source changed
	@$(BIN)/python setup.py --quiet build_ext --inplace

demo: build  ## a whole table with virtual devices and bots
	@$(BIN)/jakaja demo

test: build  ## unit, property, rules, corpus sample, power rig, pictures: at most 5 minutes, no root
	@$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m "not ci and not hours"

lint: static  ## ruff, mypy, import contracts, house rules: at most 1 minute
	@$(BIN)/python -m pytest -n 0 -m "not ci and not hours" tests/tidy

static: build  ## the part of lint that make test does not run: ruff, mypy, import contracts
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet . || { echo "ruff format: some files are not formatted; run .venv/bin/ruff format ." >&2; exit 1; }
	@$(BIN)/mypy
	@$(BIN)/lint-imports

ci: export JAKAJA_NO_SKIPS = 1
ci: test static  ## everything .ci/run calls after installing its packages; a skipped gate fails: at most 45 minutes
	@$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m "ci and not hours"

test-all: ci  ## full enumerations and 100,000 crash images: takes hours
	@echo "make test-all: full enumerations and long power runs; this takes hours."
	@$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m hours

SEED ?= 1
STEPS ?= 20000

sim: build  ## one seed of the simulated table: make sim SEED=n STEPS=m
	@$(BIN)/python -m tests.sim $(SEED) --steps $(STEPS)

SECONDS ?= 60

fuzz: build  ## bytes that nobody meant for every parser: make fuzz SECONDS=n of each of four sources
	@$(BIN)/python -m tests.fuzz --seconds $(SECONDS)

attack: build  ## every attack on the table, and each again with its defence taken away
	@$(BIN)/python -m tests.attacks

SCALE ?= quick

evidence: build  ## what was tried, lost and skipped, on one page: make evidence SCALE=quick, ci or full
	@$(BIN)/python -m tests.evidence --scale $(SCALE)

gallery: build  ## every screen in every state: pictures in out/gallery, contact sheets in docs/gallery
	@rm -rf out/gallery
	@$(BIN)/python -m pytest -n 0 -q -m "not ci and not hours" tests/ui --gallery out/gallery
	@$(BIN)/python -m tests.ui.contact_sheets out/gallery docs/gallery

golden-update: build  ## record the golden pictures anew; look at them before you commit
	@$(BIN)/python -m pytest -n 0 tests/ui --golden-update

bench: build  ## measured ratios, side by side in one run
	@$(BIN)/python -m tests.perf

clean:  ## remove what was built, not the environment
	rm -rf build out *.egg-info
	find controller evaluator_ext -name '*.so' -delete
