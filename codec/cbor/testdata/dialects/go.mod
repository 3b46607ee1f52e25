module github.com/assay-go/assay/codec/cbor/testdata/dialects

go 1.26.0

require (
	github.com/assay-go/assay v0.0.0
	github.com/fxamacker/cbor/v2 v2.9.6
	github.com/google/go-cmp v0.7.0
	github.com/ugorji/go/codec v1.3.2
)

require github.com/x448/float16 v0.8.4 // indirect

replace github.com/assay-go/assay => ../../../..
