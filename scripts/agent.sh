#!/bin/sh
# Makes the demonstrations and trains the bundled checkpoint again, from nothing but this repository and the public wheel.
# Usage: scripts/agent.sh PROGRAM WHEEL
# DATA and RUN name the folders. docs/agent.md says how long it takes and what it gave. Stopped at any point, it goes on.
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
eleven=click-test,click-test-2,click-button,click-button-sequence,click-dialog,click-color,identify-shape,focus-text,enter-text,drag-box,use-slider
demos miniwob-a miniwob first12 1000000..1000999
demos miniwob-b miniwob first12 1001000..1002999
demos farama-a "farama:$wheel" "$eleven" 1000000..1002499
demos farama-scroll "farama:$wheel" scroll-text-2 1000000..1000999

# First every task equally often, then, with more data, every decision equally often.
resume=""
[ ! -d "$run" ] || resume="--resume"
if [ ! -e "$run/.second" ]; then
	"$program" train policy --size small --steps 9000 --until 4698 --eval-every 1000 --out "$run" $resume \
		--data "$data/miniwob-a=12,$data/farama-a=11,$data/farama-scroll=1"
	touch "$run/.second"
fi
"$program" train policy --size small --uneven --steps 11000 --eval-every 1000 --out "$run" --resume \
	--data "$data/miniwob-a,$data/miniwob-b,$data/farama-a,$data/farama-scroll"
cp "$run"/best/card.json "$run"/best/model.safetensors "$run"/best/spiece.model agent/bundled/checkpoint/
"$program" eval --tasks first12 --seeds 900000000..900000099 --agent "$run/best"
