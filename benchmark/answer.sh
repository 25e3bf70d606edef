#!/bin/sh
# An answer of the base size beside PyTorch on the same machine, run alternately so that both see the same neighbours.
# Usage: benchmark/answer.sh PROGRAM PYTHON GOLDEN   (a Python with torch and transformers; the folder of reference data,
# whose scripts the Python side needs)
set -eu
program=$1
python=$2
golden=$3
for round in 1 2 3; do
	cat /proc/loadavg
	"$program" bench model --size base --json
	"$program" bench model --size base --weights bfloat16 --json
	"$python" "$golden/scripts/time_hf_base.py" "$golden/patches/images/ui_h210_w160.png" --generate
done
