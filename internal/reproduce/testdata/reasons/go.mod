module reasons

go 1.25

require (
	github.com/google/flatbuffers v25.12.19+incompatible
	github.com/ugorji/go/codec v1.3.2
	gopkg.in/vmihailenco/msgpack.v2 v2.9.2
)
