#!/bin/sh
# The slow proofs: every oracle on 100 seeds of both page sets, the bundled agent's and the random agent's tables.
# Usage: scripts/prove.sh PROGRAM WHEEL
set -eu
program=$1
wheel=$2
test_seeds=1201539860..1201539959
suites="miniwob"
if [ -s "$wheel" ]; then
	suites="$suites farama:$wheel"
else
	echo "!!! $wheel is missing: NOTHING IS PROVED ABOUT THE PUBLIC PAGES" >&2
fi
for suite in $suites; do
	for agent in oracle bundled random; do
		"$program" eval --suite "$suite" --tasks first12 --seeds "$test_seeds" --agent "$agent" --out "runs/prove/${suite%%:*}-$agent"
	done
done
