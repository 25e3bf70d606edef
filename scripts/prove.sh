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
play() {
	"$program" eval --suite "$1" --tasks first12 --seeds "$test_seeds" --agent "$2" --out "runs/prove/${1%%:*}-$2" $3
}
for suite in $suites; do
	play "$suite" oracle ""
	play "$suite" random ""
	play "$suite" bundled "--beside runs/prove/${suite%%:*}-random/report.json"
done
