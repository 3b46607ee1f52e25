module example.com/conformance

go 1.26.0

require (
	github.com/assay-go/assay v0.0.0
	github.com/bufbuild/protocompile v0.14.1
	google.golang.org/protobuf v1.36.12
)

require golang.org/x/sync v0.24.0 // indirect

replace github.com/assay-go/assay => ../../../..
