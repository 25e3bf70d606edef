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

# part NUMBER FLAG…: one part of the training; a part that is done is marked beside the run.
part() {
	mark=$run.part$1
	shift
	[ ! -e "$mark" ] || return 0
	resume=""
	[ ! -d "$run" ] || resume="--resume"
	"$program" train policy --size small --eval-every 1000 --out "$run" $resume "$@"
	touch "$mark"
}
# First every task equally often; then, with more data, every decision equally often; then scroll-text-2 a little more.
part 1 --steps 9000 --until 4698 --data "$data/miniwob-a=12,$data/farama-a=11,$data/farama-scroll=1"
part 2 --steps 11000 --uneven --data "$data/miniwob-a,$data/miniwob-b,$data/farama-a,$data/farama-scroll"
part 3 --steps 14500 --uneven --data "$data/miniwob-a=20,$data/miniwob-b=41,$data/farama-a=44,$data/farama-scroll=9"
cp "$run"/latest/card.json "$run"/latest/model.safetensors "$run"/latest/spiece.model agent/bundled/checkpoint/
"$program" eval --tasks first12 --seeds 900000000..900000099 --agent "$run/latest"
