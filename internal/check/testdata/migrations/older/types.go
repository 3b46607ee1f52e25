// Package older has types before a migration.
package older

import (
	"encoding/json"
	"errors"
	"reflect"
	"time"
)

type AddField struct {
	A int64  `protobuf:"varint,1,opt"`
	B string `protobuf:"bytes,2,opt"`
}

func AddFieldValue() AddField { return AddField{7, "abcd"} }

type AddMiddle struct {
	A string
	B string
}

func AddMiddleValue() AddMiddle { return AddMiddle{"abcd", "efgh"} }

type Remove struct {
	A    int64  `protobuf:"varint,1,opt"`
	Gone string `protobuf:"bytes,2,opt"`
}

func RemoveValue() Remove { return Remove{7, "abcd"} }

type RenameBare struct {
	ID    int64
	Total int64
}

func RenameBareValue() RenameBare { return RenameBare{1, 700} }

type RenameTagged struct {
	ID    int64 `json:"id" protobuf:"varint,1,opt"`
	Total int64 `json:"total" protobuf:"varint,2,opt"`
}

func RenameTaggedValue() RenameTagged { return RenameTagged{1, 700} }

type SwapTags struct {
	A int64 `json:"a"`
	B int64 `json:"b"`
}

func SwapTagsValue() SwapTags { return SwapTags{7, 8} }

type Merge struct {
	ID    int64
	First string
	Last  string
}

func MergeValue() Merge { return Merge{1, "Ada", "Lovelace"} }

type IntoStruct struct {
	ID     int64
	Street string
	City   string
}

func IntoStructValue() IntoStruct { return IntoStruct{1, "Main", "Oslo"} }

type IntoEmbedded struct {
	A int64
	B string
}

func IntoEmbeddedValue() IntoEmbedded { return IntoEmbedded{7, "abcd"} }

type EmbedNamed struct {
	Audit
	Total int64
}

type Audit struct {
	By string
	At int64
}

func EmbedNamedValue() EmbedNamed { return EmbedNamed{Audit{"ann", 7}, 9} }

type EnumRenumbered struct{ K Kind }

type Kind int32

const (
	Red Kind = iota + 1
	Blue
)

func EnumRenumberedValue() EnumRenumbered { return EnumRenumbered{Red} }

type TextEnum struct{ Status string }

func TextEnumValue() TextEnum { return TextEnum{"paid"} }

type TimeUnix struct{ At time.Time }

func TimeUnixValue() TimeUnix { return TimeUnix{time.Date(2026, 11, 23, 10, 20, 30, 0, time.UTC)} }

type ListMap struct{ Tags []string }

func ListMapValue() ListMap { return ListMap{[]string{"a", "b"}} }

type Generic struct{ Price Money }

type Money struct{ Units int64 }

func GenericValue() Generic { return Generic{Money{7}} }

type FromPointer struct {
	A *int64
	B string
}

func FromPointerValue() FromPointer { return FromPointer{new(int64(7)), "abcd"} }

type Omitempty struct {
	A int64 `json:"a"`
}

func OmitemptyValue() Omitempty { return Omitempty{7} }

type AsString struct {
	A int64 `json:"a"`
}

func AsStringValue() AsString { return AsString{7} }

type Moved struct{ A int64 }

func MovedValue() Moved { return Moved{7} }

type UintString struct{ ID uint64 }

func UintStringValue() UintString { return UintString{7} }

type UintStringTagged struct {
	ID uint64 `json:",string"`
}

func UintStringTaggedValue() UintStringTagged { return UintStringTagged{7} }

type FloatDecimal struct{ Price float64 }

func FloatDecimalValue() FloatDecimal { return FloatDecimal{-987.28} }

type RawStruct struct{ Body json.RawMessage }

func RawStructValue() RawStruct { return RawStruct{json.RawMessage(`{"x":7}`)} }

type Default struct{ A int64 }

func DefaultValue() Default { return Default{7} }

type ReadsOld struct {
	ID    int64
	Total int64
}

func ReadsOldValue() ReadsOld { return ReadsOld{1, 700} }

type UnitRenamed struct{ Price struct{ Units int64 } }

func UnitRenamedValue() (v UnitRenamed) { v.Price.Units = 7; return v }

type UnitUnseen struct{ Price int64 } // in euros

func UnitUnseenValue() UnitUnseen { return UnitUnseen{7} }

type Narrow struct{ A int64 }

func NarrowValue() Narrow { return Narrow{1 << 40} }

type Reorder struct {
	A string
	B string
}

func ReorderValue() Reorder { return Reorder{"abcd", "efgh"} }

type Alias struct{ Total int64 }

func AliasValue() Alias { return Alias{700} }

type TextArray struct{ ID string }

func TextArrayValue() TextArray { return TextArray{"0a0b0c0d"} }

type Payment interface{ pays() }

type Card struct{ Number string }

func (Card) pays() {}

type InterfaceGains struct{ Pay Payment }

func (v InterfaceGains) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Kind string
		Pay  Payment
	}{reflect.TypeOf(v.Pay).Name(), v.Pay})
}

func (v *InterfaceGains) UnmarshalJSON(data []byte) error {
	var in struct {
		Kind string
		Pay  json.RawMessage
	}
	if err := json.Unmarshal(data, &in); err != nil {
		return err
	}
	switch in.Kind {
	case "Card":
		var card Card
		err := json.Unmarshal(in.Pay, &card)
		v.Pay = card
		return err
	}
	return errors.New("an unknown kind of payment")
}

func InterfaceGainsValue() InterfaceGains { return InterfaceGains{Card{"4111"}} }

type KeyKind struct{ M map[int32]string }

func KeyKindValue() KeyKind { return KeyKind{map[int32]string{7: "x"}} }

type Zigzag struct {
	A int64 `protobuf:"varint,1,opt"`
}

func ZigzagValue() Zigzag { return Zigzag{7} }

type Hidden struct {
	A int64 `json:"a"`
	B string
}

func HiddenValue() Hidden { return Hidden{7, "abcd"} }

type RemoveSet struct {
	A    int64
	Seen map[string]struct{}
}

func RemoveSetValue() RemoveSet { return RemoveSet{7, map[string]struct{}{"k": {}}} }

type RenameSet struct {
	A    int64
	Seen map[string]struct{}
}

func RenameSetValue() RenameSet { return RenameSet{7, map[string]struct{}{"k": {}}} }

type SetList struct{ Tags map[string]struct{} }

func SetListValue() SetList { return SetList{map[string]struct{}{"k": {}, "l\n": {}, "7": {}}} }

type Numbered struct{ ID int64 }

type Ambiguous struct{ Numbered }

func AmbiguousValue() Ambiguous { return Ambiguous{Numbered{7}} }
