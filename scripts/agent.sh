#!/bin/sh
# Makes the demonstrations and trains the bundled checkpoint again, from nothing but this repository and the public wheel.
# Usage: scripts/agent.sh PROGRAM WHEEL
# DATA and RUN name the folders. docs/agent.md says how long it takes and what it gave.
set -eu
program=$1
wheel=$2
data=${DATA:-data}
run=${RUN:-runs/bundled}
if [ ! -s "$wheel" ]; then
	echo "the bundled agent is trained on the public pages too: $wheel is missing (make wheel)" >&2
	exit 1
fi

# demos NAME SUITE TASKS SEEDS; a finished data set is kept, an unfinished one is continued.
demos() {
	[ -f "$data/$1/manifest.json" ] || "$program" demos --suite "$2" --tasks "$3" --seeds "$4" --out "$data/$1"
}
hard=click-test-2,click-button-sequence,click-button,click-color,enter-text
demos miniwob-a miniwob first12 1000000..1000999
demos miniwob-b miniwob first12 1001000..1002999
demos miniwob-hard miniwob "$hard" 1003000..1004999
demos farama-a "farama:$wheel" first12 1000000..1002499
demos farama-hard "farama:$wheel" "$hard" 1003000..1004999

resume=""
[ ! -d "$run" ] || resume="--resume"
"$program" train policy --size small --uneven --steps 12000 --out "$run" $resume \
	--data "$data/miniwob-a,$data/miniwob-b,$data/miniwob-hard,$data/farama-a,$data/farama-hard"
mkdir -p agent/bundled/checkpoint
cp "$run"/best/card.json "$run"/best/model.safetensors "$run"/best/spiece.model agent/bundled/checkpoint/
"$program" eval --tasks first12 --seeds 900000000..900000099 --agent "$run/best"
