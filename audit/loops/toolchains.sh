#!/bin/sh
# What the loops take in programs that two toolchains build, of several layouts, in turns:
# toolchains.sh OLD NEW [LAYOUTS] [ROUNDS], such as toolchains.sh go1.26.8 go1.27.4. BUILT=DIR
# names a folder in which the programs are, or are left by a first call.
set -e
cd "$(dirname "$0")"
dir=${BUILT:-$(mktemp -d)}
[ -n "$BUILT" ] || trap 'rm -rf "$dir"' EXIT
for seed in $(seq 1 "${3:-5}"); do
	for toolchain in "$1" "$2"; do
		[ -f "$dir/$toolchain-$seed" ] || GOTOOLCHAIN=$toolchain go test -c -o "$dir/$toolchain-$seed" -ldflags="-s -w -randlayout=$seed" .
	done
done
for seed in $(seq 1 "${3:-5}"); do
	for toolchain in "$1" "$2"; do
		"$dir/$toolchain-$seed" -test.run='^TestTimes$' -rounds="${4:-30}" | sed -n "s/^ns/$toolchain/p"
	done
done
