#!/bin/sh
# Runs the pinned golangci-lint, built once into the cache of the project.
set -eu
version=v2.15.0
tool=.cache/golangci-lint-$version
if [ ! -x "$tool" ]; then
	mkdir -p .cache
	GOBIN="$PWD/.cache" go install "github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$version"
	mv .cache/golangci-lint "$tool"
fi
exec "$tool" run ./...
