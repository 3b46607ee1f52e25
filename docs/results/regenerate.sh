#!/bin/sh
# Measures the contenders of all workloads and makes page.json in this folder, what the
# page of results shows, of which the site makes that page: some fourteen minutes on a quiet machine of two cores that has
# built them before, and four minutes more on one that has not.
#
#   sh docs/results/regenerate.sh                 measure, and keep the results as results.json here
#   sh docs/results/regenerate.sh results.json    of results that there are, such as merged shards
#
# ASSAY_FLAGS is what is measured, by default two minutes of rounds and processor
# time, and compressors, goroutines and single operations besides. --also=sweep and
# --also=cold take minutes more, and --all --time=60m measures every variant there is.
set -eu
cd "$(dirname "$0")"
here=docs/results
results=$here/results.json
[ $# = 0 ] || results=$(cd "$OLDPWD" && realpath "$1")
cd ../..
assay() { go run ./cmd/assay "$@"; }
if [ $# = 0 ]; then
	# shellcheck disable=SC2086 # the flags are words
	assay run all ${ASSAY_FLAGS:---time=2m --also=cpu,compression,parallel,latency} --out="$results" >/dev/null
fi
page=$(mktemp)
trap 'rm -f "$page"' EXIT
assay report "$results" --force --html="$page"
sed -n '/<script type="application\/json" id="data">/p' "$page" | sed 's/.*id="data">//; s/<\/script>.*//' >"$here/page.json"
