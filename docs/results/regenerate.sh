#!/bin/sh
# Measures all rows of all workloads and makes the page and the picture in this
# folder of it: an hour or more on a quiet machine.
#
#   sh docs/results/regenerate.sh                 measure, and keep the results as results.json here
#   sh docs/results/regenerate.sh results.json    of results that there are, such as merged shards
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
results=${1:-$here/results.json}
assay() { go run ./cmd/assay "$@"; }
if [ $# = 0 ]; then
	assay run --all --cpu --time="${ASSAY_TIME:-60m}" --out="$results" >/dev/null
fi
assay report "$results" --html="$here/index.html" --plot="$here/data-marshal.svg" --subject=data --op=marshal
