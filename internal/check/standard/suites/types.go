// Package suites has the types that messages of public suites are read as.
package suites

// Any is what JSON, CBOR and MessagePack are read as: a case is the value of its field.
type Any struct {
	V any
}

// Document is what BSON is read as.
type Document map[string]any

// Message has fields of TestAllTypesProto3, of Protocol Buffers' conformance suite.
type Message struct {
	OptionalInt32  int32     `protobuf:"varint,1,opt,name=optional_int32,proto3"`
	OptionalInt64  int64     `protobuf:"varint,2,opt,name=optional_int64,proto3"`
	OptionalUint32 uint32    `protobuf:"varint,3,opt,name=optional_uint32,proto3"`
	OptionalUint64 uint64    `protobuf:"varint,4,opt,name=optional_uint64,proto3"`
	OptionalFloat  float32   `protobuf:"fixed32,11,opt,name=optional_float,proto3"`
	OptionalDouble float64   `protobuf:"fixed64,12,opt,name=optional_double,proto3"`
	OptionalBool   bool      `protobuf:"varint,13,opt,name=optional_bool,proto3"`
	OptionalString string    `protobuf:"bytes,14,opt,name=optional_string,proto3"`
	OptionalBytes  []byte    `protobuf:"bytes,15,opt,name=optional_bytes,proto3"`
	Nested         *Nested   `protobuf:"bytes,18,opt,name=optional_nested_message,proto3"`
	Repeated       []int32   `protobuf:"varint,31,rep,packed,name=repeated_int32,proto3"`
	Doubles        []float64 `protobuf:"fixed64,42,rep,packed,name=repeated_double,proto3"`
	Strings        []string  `protobuf:"bytes,44,rep,name=repeated_string,proto3"`
}

// Nested is TestAllTypesProto3.NestedMessage.
type Nested struct {
	A int32 `protobuf:"varint,1,opt,name=a,proto3"`
}

func AnyValues() []Any { return []Any{{"text"}} }

func DocumentValues() []Document { return []Document{{"a": "text"}} }

func MessageValues() []Message { return []Message{{OptionalInt32: 7, Nested: &Nested{A: 7}}} }
