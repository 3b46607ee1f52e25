module peers.test

go 1.26.0

require (
	github.com/200sc/bebop v0.6.2
	github.com/VictoriaMetrics/easyproto v1.1.3
	github.com/assay-go/assay v0.0.0
	github.com/deneonet/benc v1.1.8
	github.com/fxamacker/cbor/v2 v2.9.6
	github.com/google/flatbuffers v25.12.19+incompatible
	github.com/mus-format/ext-protobuf-go v0.0.0-20250409163718-30c4cefc3ff8
	github.com/mus-format/mus-go v0.10.2
	github.com/niubaoshu/gotiny v0.0.3
	github.com/planetscale/vtprotobuf v0.6.1-0.20250313105119-ba97887b0a25
	github.com/tinylib/msgp v1.6.5
	google.golang.org/protobuf v1.36.12
)

require (
	github.com/mus-format/common-go v0.0.0-20260324174526-3d8f1741b5a2 // indirect
	github.com/philhofer/fwd v1.2.0 // indirect
	github.com/skycoin/skycoin v0.27.1

	github.com/x448/float16 v0.8.4 // indirect
	golang.org/x/exp v0.0.0-20231110203233-9a3e6036ecaa // indirect
)

replace github.com/assay-go/assay => ../../../..
