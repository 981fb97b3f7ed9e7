# Needs GNU make and a Python of 3.11 or newer, which .ci/find-python looks for; the rest comes
# into .venv. Another Python: make test PYTHON=/path/to/python3

bin := .venv/bin
pip := $(bin)/python -m pip --disable-pip-version-check --quiet --quiet
identity := -c 'import sys; print(sys.version.split()[0], sys.prefix)'

# An environment whose Python has gone or changed, or that was moved here from another folder, is
# made anew; so is one whose version is not that of a PYTHON asked for.
ifneq ($(wildcard .venv/.python),)
  found := $(shell $(bin)/python $(identity) 2>/dev/null)
  ifneq ($(found),$(shell cat .venv/.python))
    $(shell rm -f .venv/.python)
  else ifneq ($(PYTHON),)
    ifneq ($(shell "$(PYTHON)" -c 'import sys; print(sys.version.split()[0])' 2>/dev/null),$(firstword $(found)))
      $(shell rm -f .venv/.python)
    endif
  endif
endif

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

# How much the proofs try; without them the suite runs the same proofs, but fewer.
HISTORIES ?= 300
KILLS ?= 60
CRASHES ?= 20
RACES ?= 10
FACTS ?= 1000
PASTS ?= 50
STORES ?= 1000
FUZZED ?= 10000
SESSIONS ?= 200
CLIENTS ?= 4
WRITES ?= 250
# The sizes of the bench on search.
ITEMS ?= 10000,100000,1000000

.PHONY: help demo test proof-forgetting proof-replay proof-any-day proof-search proof-presets proof-secrets proof-imports proof-poisoning proof-agents check lint types format requirements bench-forgetting bench-replay bench-locomo bench-search bench-beam bench-longmemeval bench-agents bench-presets year clean

help: ## list these targets
	@sed -n 's/^\([a-z-]*\):.*## /\1|/p' $(MAKEFILE_LIST) | awk -F'|' '{ printf "make %-18s %s\n", $$1, $$2 }'

demo: .venv/.runtime ## show what it does, on a small life that is made up
	@$(bin)/lethelog demo

test: .venv/.dev ## run the tests
	@$(bin)/python -m pytest -n auto --maxprocesses 4 --dist worksteal

proof-forgetting: .venv/.dev ## prove that what is forgotten is gone: HISTORIES=10000 KILLS=1000
	@HISTORIES=$(HISTORIES) KILLS=$(KILLS) CRASHES=$(CRASHES) RACES=$(RACES) \
		$(bin)/python -m pytest -q -n auto --maxprocesses 4 --ignore-glob '*/test_replay_*' --ignore-glob '*/test_agents_*' tests/proofs

proof-any-day: .venv/.dev ## prove that every day is told as it was: FACTS=1000 PASTS=1000
	@FACTS=$(FACTS) PASTS=$(PASTS) \
		$(bin)/python -m pytest -q -n auto --maxprocesses 4 --dist worksteal tests/proofs/test_any_day.py

proof-search: .venv/.dev ## prove that both ways to search give what brute force gives: STORES=1000
	@STORES=$(STORES) \
		$(bin)/python -m pytest -q -n auto --maxprocesses 4 tests/projections/test_search_oracle.py tests/projections/test_hot.py

proof-presets: .venv/.dev ## prove that the presets give what was published: LOCOMO=locomo10.json
	@$(if $(LOCOMO),LOCOMO="$(LOCOMO)") $(bin)/python benchmarks/presets.py
	@$(if $(LOCOMO),LOCOMO="$(LOCOMO)") HISTORIES=$(HISTORIES) \
		$(bin)/python -m pytest -q -n auto --maxprocesses 4 tests/proofs/test_presets.py tests/proofs/test_presets_unlearn.py tests/domain/test_presets.py

proof-secrets: .venv/.dev ## prove that what is pasted by mistake is not kept, and print the figures
	@$(bin)/python -m pytest -q tests/proofs/test_no_secret_is_kept.py tests/proofs/test_published_secrets.py \
		tests/domain/test_secrets.py tests/replay/test_texts_sent.py

proof-imports: .venv/.dev ## prove that whatever is imported is learned whole or not at all: FUZZED=10000
	@FUZZED=$(FUZZED) $(bin)/python -m pytest -q -n auto --maxprocesses 4 \
		tests/proofs/test_fuzzed_imports.py tests/sources/test_limits.py tests/keeping/test_limits.py

proof-agents: .venv/.dev ## prove that what several agents are told is kept: CLIENTS=4 WRITES=250 KILLS=60
	@CLIENTS=$(CLIENTS) WRITES=$(WRITES) KILLED_AGENTS=$(KILLS) \
		$(bin)/python -m pytest -q tests/proofs/test_agents_at_once.py tests/proofs/test_agents_killed.py

proof-poisoning: .venv/.dev ## prove that what a tool says becomes no memory: SESSIONS=200
	@SESSIONS=$(SESSIONS) $(bin)/python -m pytest -q -n auto --maxprocesses 4 tests/proofs/test_poisoning.py

# The Pythons of PYTHONS are set up with what the program needs, and replay the same journals.
proof-replay: .venv/.dev ## prove that every replay is equal: HISTORIES=1000 PYTHONS="python3.13"
	@sh .ci/other-python $(PYTHONS)
	@REPLAYS=$(HISTORIES) KILLS=$(KILLS) RACES=$(RACES) \
		$(bin)/python -m pytest -q -n auto --maxprocesses 4 tests/proofs/test_replay_*.py tests/test_golden.py

check: lint types test ## all that must be green before a commit

lint: .venv/.dev ## look at format and style
	@status=0; $(bin)/ruff check . || status=1; $(bin)/ruff format --check . || status=1; exit $$status

types: .venv/.dev ## check the types, with mypy and pyright
	@mkdir -p .cache/as_package && ln -sfn ../.. .cache/as_package/lethelog
	@$(bin)/mypy
	@PYRIGHT_PYTHON_IGNORE_WARNINGS=1 $(bin)/pyright --pythonpath $(bin)/python

format: .venv/.dev ## put format and imports in order
	@$(bin)/ruff check --select I --fix .
	@$(bin)/ruff format .

bench-forgetting: .venv/.runtime ## measure how fast it forgets: make bench-forgetting EVENTS=100000
	@$(bin)/python benchmarks/forgetting.py $(EVENTS)

bench-replay: .venv/.runtime ## measure how fast it replays: make bench-replay EVENTS=1000000 STORE=folder
	@$(bin)/python benchmarks/replay.py $(EVENTS) $(if $(STORE),--store "$(STORE)")

embedder = $(if $(EMBEDDER),--embedder "$(EMBEDDER)")

bench-locomo: .venv/.runtime ## measure recall on LoCoMo: make bench-locomo LOCOMO=locomo10.json EMBEDDER=local
	@test -n "$(LOCOMO)" || { echo "bench-locomo needs the data set: make bench-locomo LOCOMO=path/to/locomo10.json" >&2; exit 2; }
	@$(bin)/python benchmarks/locomo.py "$(LOCOMO)" $(embedder)

bench-beam: .venv/.runtime ## measure recall on BEAM: make bench-beam BEAM=folder EMBEDDER=local
	@test -n "$(BEAM)" || { echo "bench-beam needs the data set: make bench-beam BEAM=path/to/BEAM, a checkout of mohammadtavakoli78/BEAM" >&2; exit 2; }
	@$(bin)/python benchmarks/beam.py "$(BEAM)" $(embedder)

bench-longmemeval: .venv/.runtime ## measure recall on LongMemEval: make bench-longmemeval LONGMEMEVAL=longmemeval_s.json
	@test -n "$(LONGMEMEVAL)" || { echo "bench-longmemeval needs the data set: make bench-longmemeval LONGMEMEVAL=path/to/longmemeval_s.json" >&2; exit 2; }
	@$(bin)/python benchmarks/longmemeval.py "$(LONGMEMEVAL)" $(embedder)

# The searches of others have an environment of their own, so that ours runs in what it is shipped with.
peers := .cache/peers/bin/python

bench-search: .venv/.runtime .cache/peers/.installed ## measure search beside others: make bench-search ITEMS=10000,100000 STORE=folder
	@$(bin)/python benchmarks/search.py --items "$(ITEMS)" --peers $(peers) $(if $(STORE),--store "$(STORE)")

bench-agents: .venv/.dev ## measure several processes at once: make bench-agents WRITES=200 PAUSE_MS=200
	@$(bin)/python benchmarks/agents.py --writes $(WRITES) $(if $(PAUSE_MS),--pause-ms $(PAUSE_MS))

year: .venv/.runtime ## live through a made-up year under each preset, into docs/presets.md
	@$(bin)/python benchmarks/year.py

pin_as := --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header
pin := uv pip compile pyproject.toml $(pin_as)

requirements: ## pin the newest dependencies anew; needs uv
	@command -v uv >/dev/null || { echo "make requirements needs uv: install it first, for instance with pipx install uv" >&2; exit 2; }
	@$(pin) --group build --output-file requirements/runtime.txt
	@$(pin) --group build --group dev --constraint requirements/runtime.txt --output-file requirements/dev.txt
	@uv pip compile $(pin_as) --group bench --group build --constraint requirements/runtime.txt --output-file requirements/bench.txt

clean: ## remove all that make has made
	@rm -rf .venv .cache .hypothesis .pytest_cache build dist *.egg-info
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Each stamp stands for a finished step: the environment, what the program needs, what its makers need.
.venv/.python:
	@python=$$(PYTHON="$(PYTHON)" sh .ci/find-python) && \
	echo "setting up .venv with $$("$$python" -V) ..." && \
	rm -rf .venv && "$$python" -m venv .venv
	@$(bin)/python $(identity) > $@

.venv/.runtime: .venv/.python requirements/runtime.txt pyproject.toml
	@$(pip) install --require-hashes -r requirements/runtime.txt
	@$(pip) install --no-deps --no-build-isolation -e .
	@touch $@

.venv/.dev: .venv/.runtime requirements/dev.txt
	@echo "installing the tools that check it ..."
	@$(pip) install --require-hashes -r requirements/dev.txt
	@touch $@

.cache/peers/.installed: .venv/.runtime requirements/bench.txt
	@echo "installing the searches of others ..."
	@rm -rf .cache/peers && $(bin)/python -m venv .cache/peers
	@$(peers) -m pip --disable-pip-version-check --quiet --quiet install --require-hashes -r requirements/bench.txt
	@$(peers) -m pip --disable-pip-version-check --quiet --quiet install --no-deps --no-build-isolation -e .
	@touch $@
