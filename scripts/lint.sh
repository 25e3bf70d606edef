#!/bin/sh
# Runs the pinned golangci-lint, built once into the cache of the project. Code behind the build tag xla needs a C compiler.
set -eu
version=v2.15.0
tool=.cache/golangci-lint-$version
if [ ! -x "$tool" ]; then
	mkdir -p .cache
	GOBIN="$PWD/.cache" go install "github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$version"
	mv .cache/golangci-lint "$tool"
fi
"$tool" run ./...
if command -v "$(go env CC)" >/dev/null 2>&1; then
	CGO_ENABLED=1 "$tool" run --build-tags xla ./tensor/... ./cmd/...
else
	echo "no C compiler: the code behind the build tag xla was not looked at" >&2
fi
