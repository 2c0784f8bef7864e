# make demo    a puzzle from an example: its tree and its proof
# make quick   the fast tests alone, in about a minute
# make test    lint, types, tests: everything that must pass on every change, in about three minutes
# make thorough  longer tests, and all inputs of those that `make test` samples; CI runs it too
# make test-all  every test
# make mutants   mutation testing: how many small faults in the code the tests notice
# make fuzz    random packs, with every claim about them checked (FUZZ_PACKS, FUZZ_SECONDS, FUZZ_SEED, FUZZ_JOBS,
#              FUZZ_EACH seconds per pack, FUZZ_RARELY: one pack in this many gets the most expensive checks)
# make fuzz-inputs  damaged files of every format for every command (FUZZ_INPUTS or FUZZ_SECONDS, FUZZ_SEED, FUZZ_JOBS)
# make grounding  ground rules, atoms and time for every example
# make docs    generate the tables of docs/reference from the code
# make bench   the benchmarks, with tables and JSON in benchmarks/results

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
# CI also installs what only a few tests need; without it they are skipped.
EXTRAS ?= dev

# Compiled modules are kept, whatever the shell says: without them every command and every test file is compiled again.
unexport PYTHONDONTWRITEBYTECODE

FUZZ_PACKS   ?= 1000
FUZZ_SECONDS ?= 1e9
FUZZ_INPUTS  ?= 10000
FUZZ_SEED    ?= 0
FUZZ_JOBS    ?= $(shell nproc 2>/dev/null || echo 1)
FUZZ_FOLDER  ?= fuzz-failures
FUZZ_EACH    ?= 5
FUZZ_RARELY  ?= 1

.PHONY: demo test quick thorough mutants test-all lint types docs fuzz fuzz-inputs grounding bench clean

demo: $(READY)
	$(BIN)/puzzlesynth synth examples/heist --seed 1 --json > $(VENV)/heist.json
	$(BIN)/puzzlesynth show examples/heist $(VENV)/heist.json
	$(BIN)/puzzlesynth verify examples/heist $(VENV)/heist.json

test: lint types
	$(BIN)/python -m pytest -n 2 -m "not slow and not thorough"

quick: $(READY)
	$(BIN)/python -m pytest -n 2 -m "not slow and not thorough and not seconds"

thorough: export PUZZLESYNTH_TESTS := thorough
thorough: $(READY)
	$(BIN)/python -m pytest -n 2 -m "(thorough or sampled) and not slow"

test-all: export PUZZLESYNTH_TESTS := thorough
test-all: lint types
	$(BIN)/python -m pytest -n 2

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/mypy

docs: $(READY)
	$(BIN)/python -m tools.reference

fuzz: $(READY)
	$(BIN)/python -m tests.fuzz.pack_fuzzer --packs $(FUZZ_PACKS) --seconds $(FUZZ_SECONDS) --seed $(FUZZ_SEED) \
	  --jobs $(FUZZ_JOBS) --folder $(FUZZ_FOLDER) --seconds-each $(FUZZ_EACH) --rarely $(FUZZ_RARELY)

fuzz-inputs: $(READY)
	$(BIN)/python -m tests.fuzz.input_fuzzer --cases $(FUZZ_INPUTS) --seconds $(FUZZ_SECONDS) --seed $(FUZZ_SEED) \
	  --jobs $(FUZZ_JOBS) --keep $(FUZZ_FOLDER)/inputs

grounding: $(READY)
	$(BIN)/python -m benchmarks.grounding

mutants: $(READY)
	$(BIN)/python -m tests.mutation_score puzzlesynth/world puzzlesynth/synth puzzlesynth/pack

bench: $(READY)
	$(BIN)/python -m benchmarks

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet -e ".[$(EXTRAS)]"
	$(BIN)/python -m compileall -q puzzlesynth
	touch $(READY)

clean:
	rm -rf $(VENV) dist build benchmarks/results
