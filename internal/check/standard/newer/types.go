// Package newer has the types of package standard after their changes.
package newer

type AddEnd struct {
	A int64
	B string
	C string
}

func AddEndValue() AddEnd { return AddEnd{A: 7, B: "abcd", C: "efgh"} }

type AddMiddle struct {
	A string
	C string
	B string
}

func AddMiddleValue() AddMiddle { return AddMiddle{A: "abcd", B: "efgh", C: "ijkl"} }

type AddNumbered struct {
	A string `protobuf:"bytes,1,opt" thrift:"a,1" capnp:"1" flatbuffers:"1" colfer:"1" extprot:"1"`
	C string `protobuf:"bytes,3,opt" thrift:"c,3" capnp:"3" flatbuffers:"3" colfer:"3" extprot:"3"`
	B string `protobuf:"bytes,2,opt" thrift:"b,2" capnp:"2" flatbuffers:"2" colfer:"2" extprot:"2"`
}

func AddNumberedValue() AddNumbered { return AddNumbered{A: "abcd", B: "efgh", C: "ijkl"} }

type AddInList struct {
	A []AddInListItem
	B string
}

type AddInListItem struct {
	A int64
	B int64
}

func AddInListValue() AddInList { return AddInList{A: []AddInListItem{{7, 70}, {8, 80}}, B: "abcd"} }

type ReorderSame struct {
	B string
	A string
	C int64
}

func ReorderSameValue() ReorderSame { return ReorderSame{A: "abcd", B: "efgh", C: 7} }

type ReorderMixed struct {
	B string
	A int64
}

func ReorderMixedValue() ReorderMixed { return ReorderMixed{A: 7, B: "abcd"} }

type RenameGo struct {
	A     int64  `json:"a" msgpack:"a" cbor:"a" bson:"a" avro:"a" msg:"a" codec:"a"`
	Title string `json:"b" msgpack:"b" cbor:"b" bson:"b" avro:"b" msg:"b" codec:"b"`
}

func RenameGoValue() RenameGo { return RenameGo{A: 7, Title: "abcd"} }

type RenameWire struct {
	A int64  `json:"a" msgpack:"a" cbor:"a" bson:"a" avro:"a" msg:"a" codec:"a"`
	B string `json:"t" msgpack:"t" cbor:"t" bson:"t" avro:"t" msg:"t" codec:"t"`
}

func RenameWireValue() RenameWire { return RenameWire{A: 7, B: "abcd"} }

type RenameCase struct {
	UserId int64  `json:"userID" msgpack:"userID" cbor:"userID" bson:"userID" avro:"userID" msg:"userID" codec:"userID"`
	B      string `json:"b" msgpack:"b" cbor:"b" bson:"b" avro:"b" msg:"b" codec:"b"`
}

func RenameCaseValue() RenameCase { return RenameCase{UserId: 7, B: "abcd"} }

type Widen struct {
	A int64
}

func WidenValue() Widen { return Widen{A: -7} }

type NarrowOver struct {
	A int32
}

func NarrowOverValue() NarrowOver { return NarrowOver{A: 7} }

type Sign struct {
	A uint64
}

func SignValue() Sign { return Sign{A: 7} }

type SignOver struct {
	A uint64
}

func SignOverValue() SignOver { return SignOver{A: 1<<63 + 7} }

type IntFloat struct {
	A float64
}

func IntFloatValue() IntFloat { return IntFloat{A: 7} }

type IntFloatBig struct {
	A float64
}

func IntFloatBigValue() IntFloatBig { return IntFloatBig{A: 1.5} }

type Float32 struct {
	A float32
}

func Float32Value() Float32 { return Float32{A: 0.1} }

type Float32Over struct {
	A float32
}

func Float32OverValue() Float32Over { return Float32Over{A: 1} }

type StrBytes struct {
	A []byte
}

func StrBytesValue() StrBytes { return StrBytes{A: []byte("abcd")} }

type StrInt struct {
	A int64
}

func StrIntValue() StrInt { return StrInt{A: 12} }

type BoolInt struct {
	A int64
}

func BoolIntValue() BoolInt { return BoolInt{A: 1} }

type ToPtr struct {
	A *int64
	B string
}

func ToPtrValue() ToPtr { return ToPtr{A: new(int64(7)), B: "abcd"} }

type FromNil struct {
	A int64
	B string
}

func FromNilValue() FromNil { return FromNil{A: 7, B: "abcd"} }

type ToSlice struct {
	A []string
	B string
}

func ToSliceValue() ToSlice { return ToSlice{A: []string{"abcd"}, B: "efgh"} }

type StructMap struct {
	A map[string]int64
	B string
}

type StructMapIn struct {
	X int64
	Y int64
}

func StructMapValue() StructMap { return StructMap{A: map[string]int64{"X": 7, "Y": 8}, B: "abcd"} }

type ArrLen struct {
	A [3]int64
	B string
}

func ArrLenValue() ArrLen { return ArrLen{A: [3]int64{1, 2, 3}, B: "abcd"} }

type ArrSlice struct {
	A []int64
	B string
}

func ArrSliceValue() ArrSlice { return ArrSlice{A: []int64{1, 2, 3, 4}, B: "abcd"} }

type Enum struct {
	A EnumKind
	B string
}

type EnumKind string

func EnumValue() Enum { return Enum{A: "blue", B: "abcd"} }

type Embed struct {
	EmbedBase
	B string
}

type EmbedBase struct {
	A int64
}

func EmbedValue() Embed { return Embed{EmbedBase: EmbedBase{A: 7}, B: "abcd"} }

type TimeInt struct {
	A int64
	B string
}

func TimeIntValue() TimeInt { return TimeInt{A: 1700000000, B: "abcd"} }

type TimeStr struct {
	A string
	B string
}

func TimeStrValue() TimeStr { return TimeStr{A: "2026-11-23T10:20:30Z", B: "abcd"} }

type MapVal struct {
	A map[string]int64
	B string
}

func MapValValue() MapVal { return MapVal{A: map[string]int64{"k": 7}, B: "abcd"} }

type MapKey struct {
	A map[int64]int64
	B string
}

func MapKeyValue() MapKey { return MapKey{A: map[int64]int64{7: 8}, B: "abcd"} }

type DurInt struct {
	A string
}

func DurIntValue() DurInt { return DurInt{A: "1m0s"} }

type Retype struct {
	A string `json:"b" msgpack:"b" cbor:"b" bson:"b" avro:"b" msg:"b" codec:"b"`
	B int64  `json:"a" msgpack:"a" cbor:"a" bson:"a" avro:"a" msg:"a" codec:"a"`
}

func RetypeValue() Retype { return Retype{A: "abcd", B: 7} }

type ReorderNumbered struct {
	C int64  `protobuf:"varint,3,opt" thrift:"c,3" capnp:"3" flatbuffers:"3" colfer:"3" extprot:"3"`
	B string `protobuf:"bytes,2,opt" thrift:"b,2" capnp:"2" flatbuffers:"2" colfer:"2" extprot:"2"`
	A string `protobuf:"bytes,1,opt" thrift:"a,1" capnp:"1" flatbuffers:"1" colfer:"1" extprot:"1"`
}

func ReorderNumberedValue() ReorderNumbered { return ReorderNumbered{A: "abcd", B: "efgh", C: 7} }

type MapList struct {
	A []MapListEntry
	B string
}

type MapListEntry struct {
	Key   string
	Value string
}

func MapListValue() MapList {
	return MapList{A: []MapListEntry{{"k", "v"}, {"l", "w"}}, B: "abcd"}
}

type ListMap struct {
	A map[string]string
	B string
}

func ListMapValue() ListMap { return ListMap{A: map[string]string{"k": "v", "l": "w"}, B: "abcd"} }

type WidenAdd struct {
	A int64
	B string
	C string
}

func WidenAddValue() WidenAdd { return WidenAdd{A: -7, B: "abcd", C: "efgh"} }

type WidenList struct {
	A []int64
	B string
}

func WidenListValue() WidenList { return WidenList{A: []int64{-7}, B: "abcd"} }

type EnumRenumbered struct {
	A Level
	B string
}

type Level int32

const (
	Unknown Level = iota
	Low
	High
)

func EnumRenumberedValue() EnumRenumbered { return EnumRenumbered{A: High, B: "abcd"} }

type Unit struct {
	A int64 // in hundredths
	B string
}

func UnitValue() Unit { return Unit{A: 700, B: "abcd"} }
