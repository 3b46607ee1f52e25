#!/bin/sh
# Tries every serializer on the standard changes, values and malformed input, and writes
# check.json, of which the site makes its page with what they make of public suites, and what assay list says of it. With the files of earlier matrices,
# joined by commas, it tries nothing, and takes the later cells of each codec at one version, and the worse of malformed input. The arguments behind it are those of assay check, such as --serializers.
set -eu
cd "$(dirname "$0")/../.."
assay=$(mktemp)
trap 'rm -f "$assay"' EXIT
go build -o "$assay" ./cmd/assay
from=${1:-}
if [ -z "$from" ] || [ "${from#--}" != "$from" ]; then
	from=docs/results/check.json
	"$assay" check --matrix --cache-mb=12000 --format=json --out="$from" "$@"
	"$assay" check --force --conformance=json,cbor,msgpack,protobuf --format=json --out=docs/results/conformance.json
fi
"$assay" check --force --matrix --read="$from" --format=json --out=docs/results/check.json
"$assay" check --force --matrix --read="$from" --format=labels --out=internal/rows/labels.json
