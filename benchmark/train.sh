#!/bin/sh
# Training speed beside PyTorch on the same machine, in three widths, run alternately so that both see the same neighbours.
# Usage: benchmark/train.sh PROGRAM PYTHON   (a Python with torch and transformers)
set -eu
program=$1
python=$2
here=$(dirname "$0")
for round in 1 2 3; do
	for shape in "128 2 352" "192 3 512" "256 4 688"; do
		set -- $shape
		"$program" bench train --size small:width=$1 --json
		"$python" "$here/time_torch_train.py" --d $1 --heads $2 --dff $3 --enc 4 --dec 2 --patches 130 --length 16 --vocab 640 --batch 32
	done
done
