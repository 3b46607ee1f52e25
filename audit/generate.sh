#!/bin/sh
# Generates the code of this checkout: for the types of json/documents, in packages of
# their own, as by default, with --in-place, with strings that alias the input, and with
# --batch-strings; and for the types of binary, with the code of the other serializers,
# which loops calls.
set -e
cd "$(dirname "$0")"
(cd binary && go run ./emit)
(cd loops && go run ./emit)
cd json
roots=$(sed -n 's/.*documents\.Text\[documents\.\([A-Za-z]*\)\].*/.\/documents.\1/p' subjects_test.go)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
go build -C ../.. -o "$dir/assay" ./cmd/assay
for package in plain inplace aliasing batched; do
	case $package in
	plain) options= ;;
	inplace) options=--in-place ;;
	aliasing) options="--in-place --unsafe" ;;
	batched) options="--in-place --batch-strings" ;;
	esac
	mkdir -p $package
	"$dir/assay" gen --format=json $options --out=$package/code.go $roots
done
