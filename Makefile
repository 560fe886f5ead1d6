# The chores of the house. `make` alone lists them.

.DEFAULT_GOAL := help
.PHONY: help setup demo build test check format openapi simulate bench

help:
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' Makefile

setup: ## install what building and testing need (Debian packages, a Python environment)
	scripts/setup

demo: ## build, then serve a household with data at http://127.0.0.1:8080
	scripts/setup demo
	scripts/release purser
	.build/release/purser demo

build: ## build the program for release: .build/release/purser
	scripts/setup demo
	scripts/release purser

test: ## run every test, on SQLite and on throwaway PostgreSQLs (scripts/test --filter NAME for some)
	scripts/test

check: ## what must pass before a change lands: format, floors, contract, the release, its cost, tests
	scripts/check

format: ## write every source file in the house's format
	swift format -i -r --parallel --configuration .swift-format Package.swift Sources Tests Benchmarks Examples

openapi: ## write contracts/openapi.yaml from the endpoints
	scripts/release purser
	.build/stripped/purser openapi --write

simulate: ## the long runs against the invariants, every seed kept (ARGS="--seed 7 --steps 1000000" for one)
	scripts/simulate $(ARGS)

bench: ## measure against limits and peers, side by side
	scripts/setup bench
	Benchmarks/run
