#!/bin/sh
# Fills folders with what the loops of json and binary print, one for each of several windows of
# time, for command tables: windows.sh FOLDER [WINDOWS] [PAUSE]
# Each window has a program of another layout, since where functions lie moves a cell by up to a
# tenth. It takes some 6 minutes, in which nothing else should run; PAUSE is what lies between two.
# ONLY is a regular expression for the subjects of binary; DRAW=SEED draws twenty documents, as it does types for generate.sh.
set -e
folder=$(realpath -m "$1")
cd "$(dirname "$0")"
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
for seed in $(seq 1 "${2:-3}"); do
	for package in json binary; do
		go test -c -o "$dir/$package-$seed" -ldflags="-randlayout=$seed" ./$package
	done
done
for seed in $(seq 1 "${2:-3}"); do
	to=$folder/$seed
	mkdir -p "$to"
	[ "$seed" = 1 ] || sleep "${3:-0}"
	(cd binary && for i in 1 2 3 4; do
		"$dir/binary-$seed" -test.run=- -test.bench=All -test.benchtime=14ms -only="$ONLY"
	done > "$to/binary-loops.txt"
	"$dir/binary-$seed" -test.run=Ratios -ratios=9 -lines -only="$ONLY" > "$to/binary-turns.txt")
	(cd json
	"$dir/json-$seed" -test.run=- -test.bench=All -test.benchtime=8ms -draw="${DRAW:-0}" > "$to/json-loops.txt"
	"$dir/json-$seed" -test.run=Ratios -ratios=9 -lines -draw="${DRAW:-0}" > "$to/json-turns.txt")
done
