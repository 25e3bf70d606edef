#!/bin/sh
# Fetches a PJRT plugin for the processor, which runs the tests of package tensor/xla, pinned by version and hash.
# Usage: scripts/xla-plugin.sh FILE
set -eu
plugin=$1
[ ! -s "$plugin" ] || exit 0
mkdir -p "$(dirname "$plugin")"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
echo "lammps-jax-pjrt-cpu==0.11.2 --hash=sha256:1319390d948b39f69f7dade496b7c385149d9ca6097a6b62114da113216d9ad1" >"$tmp/requirements"
for python in python3 python; do
	command -v "$python" >/dev/null 2>&1 || continue
	"$python" -m pip download --quiet --disable-pip-version-check --no-deps --require-hashes --dest "$tmp" -r "$tmp/requirements" >"$tmp/log" 2>&1 || continue
	"$python" -m zipfile -e "$tmp"/*.whl "$tmp/wheel"
	mv "$tmp/wheel/lammps_jax_pjrt_cpu/pjrt_c_api_cpu_plugin.so" "$plugin.new"
	mv "$plugin.new" "$plugin"
	exit 0
done
[ ! -s "$tmp/log" ] || tail -n 3 "$tmp/log" >&2
echo "!!! the plugin lammps-jax-pjrt-cpu 0.11.2 could not be fetched (python3 with pip and the package index are needed; it exists for Linux on amd64): TESTS ON XLA ARE SKIPPED" >&2
