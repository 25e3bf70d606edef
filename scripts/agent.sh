#!/bin/sh
# Makes the demonstrations and trains the bundled checkpoint again, from nothing but this repository and the public wheel.
# Usage: scripts/agent.sh PROGRAM WHEEL
# DATA and RUN name the folders; SEEDS, STEPS and RATE can be set for shorter or longer runs.
set -eu
program=$1
wheel=$2
data=${DATA:-data/first12}
run=${RUN:-runs/bundled}
seeds=${SEEDS:-1000000..1002499}
steps=${STEPS:-10000}
if [ ! -s "$wheel" ]; then
	echo "the bundled agent is trained on the public pages too: $wheel is missing (make wheel)" >&2
	exit 1
fi
for suite in miniwob "farama:$wheel"; do
	out=$data/${suite%%:*}
	[ -f "$out/manifest.json" ] || "$program" demos --suite "$suite" --tasks first12 --seeds "$seeds" --out "$out"
done
resume=""
[ ! -d "$run" ] || resume="--resume"
"$program" train policy --data "$data/miniwob,$data/farama" --size small --steps "$steps" --out "$run" $resume
echo "to bundle it: copy the files of $run/best into agent/bundled/checkpoint"
