// Package older has the types of package standard before their changes.
package older

import "time"

type AddEnd struct {
	A int64
	B string
}

func AddEndValue() AddEnd { return AddEnd{A: 7, B: "abcd"} }

type AddMiddle struct {
	A string
	B string
}

func AddMiddleValue() AddMiddle { return AddMiddle{A: "abcd", B: "efgh"} }

type AddNumbered struct {
	A string `protobuf:"bytes,1,opt" thrift:"a,1" capnp:"1" flatbuffers:"1" colfer:"1" extprot:"1"`
	B string `protobuf:"bytes,2,opt" thrift:"b,2" capnp:"2" flatbuffers:"2" colfer:"2" extprot:"2"`
}

func AddNumberedValue() AddNumbered { return AddNumbered{A: "abcd", B: "efgh"} }

type AddInList struct {
	A []AddInListItem
	B string
}

type AddInListItem struct {
	A int64
}

func AddInListValue() AddInList { return AddInList{A: []AddInListItem{{A: 7}, {A: 8}}, B: "abcd"} }

type ReorderSame struct {
	A string
	B string
	C int64
}

func ReorderSameValue() ReorderSame { return ReorderSame{A: "abcd", B: "efgh", C: 7} }

type ReorderMixed struct {
	A int64
	B string
}

func ReorderMixedValue() ReorderMixed { return ReorderMixed{A: 7, B: "abcd"} }

type RenameGo struct {
	A int64  `json:"a" msgpack:"a" cbor:"a" bson:"a" avro:"a" msg:"a" codec:"a"`
	B string `json:"b" msgpack:"b" cbor:"b" bson:"b" avro:"b" msg:"b" codec:"b"`
}

func RenameGoValue() RenameGo { return RenameGo{A: 7, B: "abcd"} }

type RenameWire struct {
	A int64  `json:"a" msgpack:"a" cbor:"a" bson:"a" avro:"a" msg:"a" codec:"a"`
	B string `json:"b" msgpack:"b" cbor:"b" bson:"b" avro:"b" msg:"b" codec:"b"`
}

func RenameWireValue() RenameWire { return RenameWire{A: 7, B: "abcd"} }

type RenameCase struct {
	UserId int64  `json:"userid" msgpack:"userid" cbor:"userid" bson:"userid" avro:"userid" msg:"userid" codec:"userid"`
	B      string `json:"b" msgpack:"b" cbor:"b" bson:"b" avro:"b" msg:"b" codec:"b"`
}

func RenameCaseValue() RenameCase { return RenameCase{UserId: 7, B: "abcd"} }

type Widen struct {
	A int32
}

func WidenValue() Widen { return Widen{A: -7} }

type NarrowOver struct {
	A int64
}

func NarrowOverValue() NarrowOver { return NarrowOver{A: 1<<40 + 7} }

type Sign struct {
	A int64
}

func SignValue() Sign { return Sign{A: 7} }

type SignOver struct {
	A int64
}

func SignOverValue() SignOver { return SignOver{A: -7} }

type IntFloat struct {
	A int64
}

func IntFloatValue() IntFloat { return IntFloat{A: 7} }

type IntFloatBig struct {
	A int64
}

func IntFloatBigValue() IntFloatBig { return IntFloatBig{A: 1<<53 + 1} }

type Float32 struct {
	A float64
}

func Float32Value() Float32 { return Float32{A: 0.1} }

type Float32Over struct {
	A float64
}

func Float32OverValue() Float32Over { return Float32Over{A: 1e300} }

type StrBytes struct {
	A string
}

func StrBytesValue() StrBytes { return StrBytes{A: "abcd"} }

type StrInt struct {
	A string
}

func StrIntValue() StrInt { return StrInt{A: "12"} }

type BoolInt struct {
	A bool
}

func BoolIntValue() BoolInt { return BoolInt{A: true} }

type ToPtr struct {
	A int64
	B string
}

func ToPtrValue() ToPtr { return ToPtr{A: 7, B: "abcd"} }

type FromNil struct {
	A *int64
	B string
}

func FromNilValue() FromNil { return FromNil{B: "abcd"} }

type ToSlice struct {
	A string
	B string
}

func ToSliceValue() ToSlice { return ToSlice{A: "abcd", B: "efgh"} }

type StructMap struct {
	A StructMapIn
	B string
}

type StructMapIn struct {
	X int64
	Y int64
}

func StructMapValue() StructMap { return StructMap{A: StructMapIn{X: 7, Y: 8}, B: "abcd"} }

type ArrLen struct {
	A [4]int64
	B string
}

func ArrLenValue() ArrLen { return ArrLen{A: [4]int64{1, 2, 3, 4}, B: "abcd"} }

type ArrSlice struct {
	A [4]int64
	B string
}

func ArrSliceValue() ArrSlice { return ArrSlice{A: [4]int64{1, 2, 3, 4}, B: "abcd"} }

type Enum struct {
	A EnumKind
	B string
}

type EnumKind int32

func EnumValue() Enum { return Enum{A: 2, B: "abcd"} }

type Embed struct {
	A int64
	B string
}

type EmbedBase struct {
	A int64
}

func EmbedValue() Embed { return Embed{A: 7, B: "abcd"} }

type TimeInt struct {
	A time.Time
	B string
}

func TimeIntValue() TimeInt {
	return TimeInt{A: time.Date(2026, 11, 23, 10, 20, 30, 0, time.UTC), B: "abcd"}
}

type TimeStr struct {
	A time.Time
	B string
}

func TimeStrValue() TimeStr {
	return TimeStr{A: time.Date(2026, 11, 23, 10, 20, 30, 0, time.UTC), B: "abcd"}
}

type MapVal struct {
	A map[string]int32
	B string
}

func MapValValue() MapVal { return MapVal{A: map[string]int32{"k": 7}, B: "abcd"} }

type MapKey struct {
	A map[string]int64
	B string
}

func MapKeyValue() MapKey { return MapKey{A: map[string]int64{"7": 8}, B: "abcd"} }

type DurInt struct {
	A time.Duration
}

func DurIntValue() DurInt { return DurInt{A: time.Minute} }

type Retype struct {
	A int64  `json:"a" msgpack:"a" cbor:"a" bson:"a" avro:"a" msg:"a" codec:"a"`
	B string `json:"b" msgpack:"b" cbor:"b" bson:"b" avro:"b" msg:"b" codec:"b"`
}

func RetypeValue() Retype { return Retype{A: 7, B: "abcd"} }

type ReorderNumbered struct {
	A string `protobuf:"bytes,1,opt" thrift:"a,1" capnp:"1" flatbuffers:"1" colfer:"1" extprot:"1"`
	B string `protobuf:"bytes,2,opt" thrift:"b,2" capnp:"2" flatbuffers:"2" colfer:"2" extprot:"2"`
	C int64  `protobuf:"varint,3,opt" thrift:"c,3" capnp:"3" flatbuffers:"3" colfer:"3" extprot:"3"`
}

func ReorderNumberedValue() ReorderNumbered { return ReorderNumbered{A: "abcd", B: "efgh", C: 7} }

type MapList struct {
	A map[string]string
	B string
}

func MapListValue() MapList { return MapList{A: map[string]string{"k": "v", "l": "w"}, B: "abcd"} }

type ListMap struct {
	A []string
	B string
}

func ListMapValue() ListMap { return ListMap{A: []string{"v", "w"}, B: "abcd"} }

type WidenAdd struct {
	A int32
	B string
}

func WidenAddValue() WidenAdd { return WidenAdd{A: -7, B: "abcd"} }

type WidenList struct {
	A int32
	B string
}

func WidenListValue() WidenList { return WidenList{A: -7, B: "abcd"} }

type EnumRenumbered struct {
	A Level
	B string
}

type Level int32

const (
	Low Level = iota
	High
)

func EnumRenumberedValue() EnumRenumbered { return EnumRenumbered{A: High, B: "abcd"} }

type Unit struct {
	A int64 // in whole units
	B string
}

func UnitValue() Unit { return Unit{A: 7, B: "abcd"} }
