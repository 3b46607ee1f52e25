#!/bin/sh
# What the loops take in programs of several layouts, on standard output: times.sh [LAYOUTS] [ROUNDS] [VALUES]
# VALUES is how many times as many values they go through as assay run.
# With ALIGN=64 functions begin at cache lines, as in assay run --align.
set -e
cd "$(dirname "$0")"
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
for seed in $(seq 1 "${1:-9}"); do
	go test -c -o "$dir/$seed" -ldflags="-s -w -randlayout=$seed ${ALIGN:+-funcalign=$ALIGN}" .
done
for seed in $(seq 1 "${1:-9}"); do
	"$dir/$seed" -test.run='^TestTimes$' -rounds="${2:-30}" -values="${3:-1}" | grep '^ns'
done
