module example.com/judged

go 1.26.0

require (
	github.com/fxamacker/cbor/v2 v2.9.6
	google.golang.org/protobuf v1.36.12
)

require github.com/x448/float16 v0.8.4 // indirect

require (
	github.com/vmihailenco/msgpack/v5 v5.4.1
	github.com/vmihailenco/tagparser/v2 v2.0.0 // indirect
)
