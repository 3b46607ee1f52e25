// Package suites has the types that messages of public suites are read as.
package suites

// Any is what JSON, CBOR and MessagePack are read as: a case is the value of its field.
type Any struct {
	V any
}

// Document is what BSON is read as.
type Document map[string]any

// Message has the fields of TestAllTypesProto3, of Protocol Buffers' conformance suite,
// that its binary cases are of, but for those of its oneof.
type Message struct {
	OptionalInt32          int32              `protobuf:"varint,1,opt,name=optional_int32,proto3"`
	OptionalInt64          int64              `protobuf:"varint,2,opt,name=optional_int64,proto3"`
	OptionalUint32         uint32             `protobuf:"varint,3,opt,name=optional_uint32,proto3"`
	OptionalUint64         uint64             `protobuf:"varint,4,opt,name=optional_uint64,proto3"`
	OptionalSint32         int32              `protobuf:"zigzag32,5,opt,name=optional_sint32,proto3"`
	OptionalSint64         int64              `protobuf:"zigzag64,6,opt,name=optional_sint64,proto3"`
	OptionalFixed32        uint32             `protobuf:"fixed32,7,opt,name=optional_fixed32,proto3"`
	OptionalFixed64        uint64             `protobuf:"fixed64,8,opt,name=optional_fixed64,proto3"`
	OptionalSfixed32       int32              `protobuf:"fixed32,9,opt,name=optional_sfixed32,proto3"`
	OptionalSfixed64       int64              `protobuf:"fixed64,10,opt,name=optional_sfixed64,proto3"`
	OptionalFloat          float32            `protobuf:"fixed32,11,opt,name=optional_float,proto3"`
	OptionalDouble         float64            `protobuf:"fixed64,12,opt,name=optional_double,proto3"`
	OptionalBool           bool               `protobuf:"varint,13,opt,name=optional_bool,proto3"`
	OptionalString         string             `protobuf:"bytes,14,opt,name=optional_string,proto3"`
	OptionalBytes          []byte             `protobuf:"bytes,15,opt,name=optional_bytes,proto3"`
	OptionalNestedMessage  *Nested            `protobuf:"bytes,18,opt,name=optional_nested_message,proto3"`
	OptionalNestedEnum     Enum               `protobuf:"varint,21,opt,name=optional_nested_enum,proto3"`
	RepeatedInt32          []int32            `protobuf:"varint,31,rep,packed,name=repeated_int32,proto3"`
	RepeatedInt64          []int64            `protobuf:"varint,32,rep,packed,name=repeated_int64,proto3"`
	RepeatedUint32         []uint32           `protobuf:"varint,33,rep,packed,name=repeated_uint32,proto3"`
	RepeatedUint64         []uint64           `protobuf:"varint,34,rep,packed,name=repeated_uint64,proto3"`
	RepeatedSint32         []int32            `protobuf:"zigzag32,35,rep,packed,name=repeated_sint32,proto3"`
	RepeatedSint64         []int64            `protobuf:"zigzag64,36,rep,packed,name=repeated_sint64,proto3"`
	RepeatedFixed32        []uint32           `protobuf:"fixed32,37,rep,packed,name=repeated_fixed32,proto3"`
	RepeatedFixed64        []uint64           `protobuf:"fixed64,38,rep,packed,name=repeated_fixed64,proto3"`
	RepeatedSfixed32       []int32            `protobuf:"fixed32,39,rep,packed,name=repeated_sfixed32,proto3"`
	RepeatedSfixed64       []int64            `protobuf:"fixed64,40,rep,packed,name=repeated_sfixed64,proto3"`
	RepeatedFloat          []float32          `protobuf:"fixed32,41,rep,packed,name=repeated_float,proto3"`
	RepeatedDouble         []float64          `protobuf:"fixed64,42,rep,packed,name=repeated_double,proto3"`
	RepeatedBool           []bool             `protobuf:"varint,43,rep,packed,name=repeated_bool,proto3"`
	RepeatedString         []string           `protobuf:"bytes,44,rep,name=repeated_string,proto3"`
	RepeatedBytes          [][]byte           `protobuf:"bytes,45,rep,name=repeated_bytes,proto3"`
	RepeatedNestedMessage  []*Nested          `protobuf:"bytes,48,rep,name=repeated_nested_message,proto3"`
	RepeatedNestedEnum     []Enum             `protobuf:"varint,51,rep,packed,name=repeated_nested_enum,proto3"`
	MapInt32Int32          map[int32]int32    `protobuf:"bytes,56,rep,name=map_int32_int32,proto3" protobuf_key:"varint,1,opt,name=key,proto3" protobuf_val:"varint,2,opt,name=value,proto3"`
	MapInt64Int64          map[int64]int64    `protobuf:"bytes,57,rep,name=map_int64_int64,proto3" protobuf_key:"varint,1,opt,name=key,proto3" protobuf_val:"varint,2,opt,name=value,proto3"`
	MapUint32Uint32        map[uint32]uint32  `protobuf:"bytes,58,rep,name=map_uint32_uint32,proto3" protobuf_key:"varint,1,opt,name=key,proto3" protobuf_val:"varint,2,opt,name=value,proto3"`
	MapUint64Uint64        map[uint64]uint64  `protobuf:"bytes,59,rep,name=map_uint64_uint64,proto3" protobuf_key:"varint,1,opt,name=key,proto3" protobuf_val:"varint,2,opt,name=value,proto3"`
	MapSint32Sint32        map[int32]int32    `protobuf:"bytes,60,rep,name=map_sint32_sint32,proto3" protobuf_key:"zigzag32,1,opt,name=key,proto3" protobuf_val:"zigzag32,2,opt,name=value,proto3"`
	MapSint64Sint64        map[int64]int64    `protobuf:"bytes,61,rep,name=map_sint64_sint64,proto3" protobuf_key:"zigzag64,1,opt,name=key,proto3" protobuf_val:"zigzag64,2,opt,name=value,proto3"`
	MapFixed32Fixed32      map[uint32]uint32  `protobuf:"bytes,62,rep,name=map_fixed32_fixed32,proto3" protobuf_key:"fixed32,1,opt,name=key,proto3" protobuf_val:"fixed32,2,opt,name=value,proto3"`
	MapFixed64Fixed64      map[uint64]uint64  `protobuf:"bytes,63,rep,name=map_fixed64_fixed64,proto3" protobuf_key:"fixed64,1,opt,name=key,proto3" protobuf_val:"fixed64,2,opt,name=value,proto3"`
	MapSfixed32Sfixed32    map[int32]int32    `protobuf:"bytes,64,rep,name=map_sfixed32_sfixed32,proto3" protobuf_key:"fixed32,1,opt,name=key,proto3" protobuf_val:"fixed32,2,opt,name=value,proto3"`
	MapSfixed64Sfixed64    map[int64]int64    `protobuf:"bytes,65,rep,name=map_sfixed64_sfixed64,proto3" protobuf_key:"fixed64,1,opt,name=key,proto3" protobuf_val:"fixed64,2,opt,name=value,proto3"`
	MapInt32Float          map[int32]float32  `protobuf:"bytes,66,rep,name=map_int32_float,proto3" protobuf_key:"varint,1,opt,name=key,proto3" protobuf_val:"fixed32,2,opt,name=value,proto3"`
	MapInt32Double         map[int32]float64  `protobuf:"bytes,67,rep,name=map_int32_double,proto3" protobuf_key:"varint,1,opt,name=key,proto3" protobuf_val:"fixed64,2,opt,name=value,proto3"`
	MapBoolBool            map[bool]bool      `protobuf:"bytes,68,rep,name=map_bool_bool,proto3" protobuf_key:"varint,1,opt,name=key,proto3" protobuf_val:"varint,2,opt,name=value,proto3"`
	MapStringString        map[string]string  `protobuf:"bytes,69,rep,name=map_string_string,proto3" protobuf_key:"bytes,1,opt,name=key,proto3" protobuf_val:"bytes,2,opt,name=value,proto3"`
	MapStringBytes         map[string][]byte  `protobuf:"bytes,70,rep,name=map_string_bytes,proto3" protobuf_key:"bytes,1,opt,name=key,proto3" protobuf_val:"bytes,2,opt,name=value,proto3"`
	MapStringNestedMessage map[string]*Nested `protobuf:"bytes,71,rep,name=map_string_nested_message,proto3" protobuf_key:"bytes,1,opt,name=key,proto3" protobuf_val:"bytes,2,opt,name=value,proto3"`
	MapStringNestedEnum    map[string]Enum    `protobuf:"bytes,73,rep,name=map_string_nested_enum,proto3" protobuf_key:"bytes,1,opt,name=key,proto3" protobuf_val:"varint,2,opt,name=value,proto3"`
	UnpackedInt32          []int32            `protobuf:"varint,89,rep,name=unpacked_int32,proto3"`
	UnpackedInt64          []int64            `protobuf:"varint,90,rep,name=unpacked_int64,proto3"`
	UnpackedUint32         []uint32           `protobuf:"varint,91,rep,name=unpacked_uint32,proto3"`
	UnpackedUint64         []uint64           `protobuf:"varint,92,rep,name=unpacked_uint64,proto3"`
	UnpackedSint32         []int32            `protobuf:"zigzag32,93,rep,name=unpacked_sint32,proto3"`
	UnpackedSint64         []int64            `protobuf:"zigzag64,94,rep,name=unpacked_sint64,proto3"`
	UnpackedFixed32        []uint32           `protobuf:"fixed32,95,rep,name=unpacked_fixed32,proto3"`
	UnpackedFixed64        []uint64           `protobuf:"fixed64,96,rep,name=unpacked_fixed64,proto3"`
	UnpackedSfixed32       []int32            `protobuf:"fixed32,97,rep,name=unpacked_sfixed32,proto3"`
	UnpackedSfixed64       []int64            `protobuf:"fixed64,98,rep,name=unpacked_sfixed64,proto3"`
	UnpackedFloat          []float32          `protobuf:"fixed32,99,rep,name=unpacked_float,proto3"`
	UnpackedDouble         []float64          `protobuf:"fixed64,100,rep,name=unpacked_double,proto3"`
	UnpackedBool           []bool             `protobuf:"varint,101,rep,name=unpacked_bool,proto3"`
	UnpackedNestedEnum     []Enum             `protobuf:"varint,102,rep,name=unpacked_nested_enum,proto3"`
	OptionalBoolWrapper    *Bool              `protobuf:"bytes,201,opt,name=optional_bool_wrapper,proto3"`
}

// Nested is TestAllTypesProto3.NestedMessage, Enum its NestedEnum.
type (
	Nested struct {
		A           int32    `protobuf:"varint,1,opt,name=a,proto3"`
		Corecursive *Message `protobuf:"bytes,2,opt,name=corecursive,proto3"`
	}
	Enum int32
)

// Bool is google.protobuf.BoolValue.
type Bool struct {
	Value bool `protobuf:"varint,1,opt,name=value,proto3"`
}

func AnyValues() []Any { return []Any{{"text"}} }

func DocumentValues() []Document { return []Document{{"a": "text"}} }

func MessageValues() []Message {
	return []Message{{OptionalInt32: 7, OptionalNestedMessage: &Nested{A: 7}}}
}
