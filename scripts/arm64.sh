#!/bin/sh
# Runs the tests of the engine for arm64 under emulation, so that the NEON kernels are tested everywhere.
set -eu
cd "$(dirname "$0")/.."
if [ "$(go env GOARCH)" = arm64 ]; then
	exec go test -short ./tensor ./pix2struct
fi
for emulator in qemu-aarch64-static qemu-aarch64; do
	if command -v "$emulator" >/dev/null; then
		exec env GOARCH=arm64 go test -short -timeout 30m -exec "$emulator" ./tensor ./pix2struct
	fi
done
echo "arm64.sh: no qemu-aarch64 here; install it, for instance with: apt-get install qemu-user-static" >&2
exit 1
