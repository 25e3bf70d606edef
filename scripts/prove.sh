#!/bin/sh
# The slow proofs. Usage: scripts/prove.sh PROGRAM WHEEL [WHAT...]
#   agents       the bundled agent's and the random agent's tables on the twelve tasks
#   oracles      every oracle on 100 seeds of both page sets, with the time it takes
#   determinism  every task on 10 seeds twice, in one browser and in two: the same pictures
# Without WHAT all of them. TASKS and SEEDS are others for the last two.
set -eu
program=$1
wheel=$2
shift 2
test_seeds=1201539860..1201539959
few_seeds=1201539860..1201539869
suites="miniwob"
if [ -s "$wheel" ]; then
	suites="$suites farama:$wheel"
else
	echo "!!! $wheel is missing: NOTHING IS PROVED ABOUT THE PUBLIC PAGES" >&2
fi

# play NAME SUITE TASKS SEEDS AGENT FLAG...: an evaluation into runs/prove/NAME.
play() {
	name=$1 suite=$2 tasks=$3 seeds=$4 agent=$5
	shift 5
	"$program" eval --suite "$suite" --tasks "$tasks" --seeds "$seeds" --agent "$agent" --out "runs/prove/$name" "$@"
}

prove_agents() {
	for suite in $suites; do
		set=${suite%%:*}
		play "$set-random" "$suite" first12 "$test_seeds" random
		play "$set-bundled" "$suite" first12 "$test_seeds" bundled --beside "runs/prove/$set-random/report.json"
	done
}

prove_oracles() {
	for suite in $suites; do
		began=$(date +%s)
		play "${suite%%:*}-oracle" "$suite" "${TASKS:-all}" "${SEEDS:-$test_seeds}" oracle --html 1
		echo "the oracles of ${suite%%:*}: $(($(date +%s) - began)) s"
	done
}

# pictures REPORT: the hash over every observation of an evaluation.
pictures() { sed -n 's/.*"observations_sha256": "\([0-9a-f]*\)".*/\1/p' "$1"; }

prove_determinism() {
	failed=0
	for suite in $suites; do
		set=${suite%%:*}
		for browsers in 1 2; do
			play "$set-browsers-$browsers" "$suite" "${TASKS:-all}" "${SEEDS:-$few_seeds}" oracle --html 1 --parallel "$browsers" >/dev/null
		done
		one=$(pictures "runs/prove/$set-browsers-1/report.json")
		two=$(pictures "runs/prove/$set-browsers-2/report.json")
		if [ -n "$one" ] && [ "$one" = "$two" ]; then
			echo "$set: one browser and two give the same pictures, $one"
		else
			echo "!!! $set: one browser gives $one, two give $two" >&2
			failed=1
		fi
	done
	return $failed
}

[ $# -gt 0 ] || set -- agents oracles determinism
for what in "$@"; do
	case $what in
	agents | oracles | determinism) "prove_$what" ;;
	*)
		echo "prove.sh: there is no proof \"$what\"; there are agents, oracles, determinism" >&2
		exit 2
		;;
	esac
done
