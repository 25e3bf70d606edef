#!/bin/sh
# Installs what the browser environments need: the headless shell and the fonts the pages are drawn with.
# Does nothing when all is there; asks for root only when something is missing.
set -eu
missing=""
have() { [ -x "/usr/lib/chromium/$1" ] || command -v "$1" >/dev/null 2>&1; }
have chromium-headless-shell || missing="$missing chromium-headless-shell"
have chromium || missing="$missing chromium"
[ -n "$(find /usr/share/fonts -name 'LiberationSans-Regular.ttf' 2>/dev/null | head -n 1)" ] || missing="$missing fonts-liberation"
[ -n "$missing" ] || exit 0
if ! command -v apt-get >/dev/null 2>&1; then
	echo "pix2act needs:$missing. Install them with this system's package manager, then run make again." >&2
	exit 1
fi
as_root=""
if [ "$(id -u)" != 0 ]; then
	if command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
		as_root="sudo"
	else
		echo "pix2act needs system packages, which takes root once: sudo apt-get install$missing" >&2
		exit 1
	fi
fi
echo "installing$missing"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { $as_root apt-get update && DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y --no-install-recommends $missing; } >"$log" 2>&1; then
	tail -n 20 "$log" >&2
	echo "could not install$missing: see the lines above" >&2
	exit 1
fi
