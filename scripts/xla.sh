#!/bin/sh
# Builds pix2act with the XLA executor and runs the tests of both executors on the plugin for the processor.
# Usage: scripts/xla.sh GO BINARY PLUGIN
set -eu
go=$1 binary=$2 plugin=$3
export CGO_ENABLED=1
if ! command -v "$($go env CC)" >/dev/null 2>&1; then
	echo "the XLA executor is built with a C compiler, and there is none: install gcc (apt-get install gcc libc6-dev)" >&2
	exit 1
fi
scripts/xla-plugin.sh "$plugin"
$go build -tags xla -o "$binary" ./cmd/pix2act
$go vet -tags xla ./tensor/... ./cmd/pix2act
if [ -s "$plugin" ]; then
	PIX2ACT_XLA_TEST_PLUGIN=$(cd "$(dirname "$plugin")" && pwd)/$(basename "$plugin")
	export PIX2ACT_XLA_TEST_PLUGIN
fi
$go test -tags xla -timeout 20m ./tensor/...
$go test -tags xla -timeout 20m -run 'Golden|Replicas|Backend' ./pix2struct ./train ./cmd/pix2act
