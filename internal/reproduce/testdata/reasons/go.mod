module reasons

go 1.25

require (
	github.com/ugorji/go/codec v1.3.2
	gopkg.in/vmihailenco/msgpack.v2 v2.9.2
)
