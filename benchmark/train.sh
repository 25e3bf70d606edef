#!/bin/sh
# Training speed beside PyTorch on the same machine, run alternately so that both see the same neighbours.
# Usage: benchmark/train.sh PROGRAM PYTHON   (a Python with torch and transformers)
set -eu
program=$1
python=$2
here=$(dirname "$0")
for round in 1 2 3; do
	"$program" bench train --size small --json
	"$python" "$here/time_torch_train.py" --d 192 --heads 3 --dff 512 --enc 4 --dec 2 --patches 130 --length 16 --vocab 640 --batch 32
done
