#!/bin/sh
# Measures what the five documents measured, and makes documents.json and
# documents.html in this folder and the end of ../documents.md of it: some three
# minutes on a machine of two cores that has built the workers before.
set -eu
cd "$(dirname "$0")/../.."
go run ./cmd/assay reproduce all --force --then --json --html=docs/results/documents.html ${ASSAY_FLAGS:---time=30s} >docs/results/documents.json.new
mv docs/results/documents.json.new docs/results/documents.json
go test ./cmd/assay -run TestDocuments -update
