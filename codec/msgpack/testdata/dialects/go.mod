module github.com/assay-go/assay/codec/msgpack/testdata/dialects

go 1.26.0

require (
	github.com/assay-go/assay v0.0.0
	github.com/google/go-cmp v0.7.0
	github.com/shamaton/msgpack/v3 v3.2.3
	github.com/tinylib/msgp v1.6.5
	github.com/ugorji/go/codec v1.3.2
	github.com/vmihailenco/msgpack/v5 v5.4.1
)

require (
	github.com/philhofer/fwd v1.2.0 // indirect
	github.com/vmihailenco/tagparser/v2 v2.0.0 // indirect
)

replace github.com/assay-go/assay => ../../../..
