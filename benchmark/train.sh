#!/bin/sh
# Training speed beside PyTorch on the same machine, in three widths, run alternately so that both see the same neighbours.
# With DATA, a data set, also the speed of a training on it, which leaves blank patches out and packs the rest.
# Usage: benchmark/train.sh PROGRAM PYTHON [DATA]   (a Python with torch and transformers)
set -eu
program=$1
python=$2
data=${3:-}
here=$(dirname "$0")
run=$(mktemp -d)
trap 'rm -rf "$run"' EXIT
for round in 1 2 3; do
	for shape in "128 2 352" "192 3 512" "256 4 688"; do
		set -- $shape
		"$program" bench train --size "small:width=$1" --json
		"$python" "$here/time_torch_train.py" --d "$1" --heads "$2" --dff "$3" --enc 4 --dec 2 --patches 130 --length 16 --vocab 640 --batch 32
		[ -n "$data" ] || continue
		"$program" train policy --data "$data" --size "small:width=$1" --steps 30 --log-every 10 --out "$run/$round-$1" >/dev/null 2>&1
		grep '"kind":"step"' "$run/$round-$1/log.jsonl" | tail -n 1
	done
done
