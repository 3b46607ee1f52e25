#!/bin/sh
# Measures what the five documents measured, and writes documents.json beside this file:
# some three minutes on a machine of two cores that has built the workers before. The site
# makes its pages of it.
set -eu
cd "$(dirname "$0")/../.."
go run ./cmd/assay reproduce all --then --json ${ASSAY_FLAGS:---time=30s} >docs/results/documents.json.new
mv docs/results/documents.json.new docs/results/documents.json
go test ./cmd/assay -run TestDocuments
