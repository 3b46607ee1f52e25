// Package newer has types after a migration.
package newer

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"reflect"
	"strconv"

	"github.com/assay-go/assay/internal/check/testdata/migrations/moved"
)

type AddField struct {
	A int64  `protobuf:"varint,1,opt"`
	B string `protobuf:"bytes,2,opt"`
	C string `protobuf:"bytes,3,opt"`
}

func AddFieldValue() AddField { return AddField{7, "abcd", "efgh"} }

type AddMiddle struct {
	A string
	C string
	B string
}

func AddMiddleValue() AddMiddle { return AddMiddle{"abcd", "ijkl", "efgh"} }

type Remove struct {
	A int64 `protobuf:"varint,1,opt"`
}

func RemoveValue() Remove { return Remove{7} }

type RenameBare struct {
	ID  int64
	Sum int64
}

func RenameBareValue() RenameBare { return RenameBare{1, 700} }

type RenameTagged struct {
	ID  int64 `json:"id" protobuf:"varint,1,opt"`
	Sum int64 `json:"total" protobuf:"varint,2,opt"`
}

func RenameTaggedValue() RenameTagged { return RenameTagged{1, 700} }

type SwapTags struct {
	A int64 `json:"b"`
	B int64 `json:"a"`
}

func SwapTagsValue() SwapTags { return SwapTags{7, 8} }

type Merge struct {
	ID   int64
	Name string
}

func MergeValue() Merge { return Merge{1, "Ada Lovelace"} }

type IntoStruct struct {
	ID   int64
	Addr Address
}

type Address struct {
	Street string
	City   string
}

func IntoStructValue() IntoStruct { return IntoStruct{1, Address{"Main", "Oslo"}} }

type IntoEmbedded struct {
	Base
	B string
}

type Base struct{ A int64 }

func IntoEmbeddedValue() IntoEmbedded { return IntoEmbedded{Base{7}, "abcd"} }

type EmbedNamed struct {
	Audit Audit
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
	Blue Kind = iota + 1
	Red
)

func EnumRenumberedValue() EnumRenumbered { return EnumRenumbered{Red} }

type TextEnum struct{ Status Status }

type Status int

var statuses = []string{"", "paid", "open"}

func (s Status) MarshalText() ([]byte, error) { return []byte(statuses[s]), nil }

func (s *Status) UnmarshalText(b []byte) error {
	for i, name := range statuses {
		if name == string(b) {
			*s = Status(i)
			return nil
		}
	}
	return errors.New("no such status")
}

func TextEnumValue() TextEnum { return TextEnum{1} }

type TimeUnix struct{ At int64 }

func TimeUnixValue() TimeUnix { return TimeUnix{1700000000} }

type ListMap struct{ Tags map[string]string }

func ListMapValue() ListMap { return ListMap{map[string]string{"a": "b"}} }

type Generic struct{ Price Amount[int64] }

type Amount[T any] struct{ Units T }

func GenericValue() Generic { return Generic{Amount[int64]{7}} }

type FromPointer struct {
	A int64
	B string
}

func FromPointerValue() FromPointer { return FromPointer{7, "abcd"} }

type Omitempty struct {
	A int64 `json:"a,omitempty"`
}

func OmitemptyValue() Omitempty { return Omitempty{7} }

type AsString struct {
	A int64 `json:"a,string"`
}

func AsStringValue() AsString { return AsString{7} }

type Moved = moved.Moved

func MovedValue() Moved { return Moved{A: 7} }

type UintString struct{ ID string }

func UintStringValue() UintString { return UintString{"7"} }

type UintStringTagged struct{ ID string }

func UintStringTaggedValue() UintStringTagged { return UintStringTagged{"7"} }

type FloatDecimal struct{ Price Decimal }

// Decimal is a number of hundredths.
type Decimal struct{ Hundredths int64 }

func (d Decimal) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, float64(d.Hundredths)/100, 'f', -1, 64), nil
}

func (d *Decimal) UnmarshalJSON(b []byte) error {
	f, err := strconv.ParseFloat(string(b), 64)
	if f < 0 {
		f -= 0.005
	} else {
		f += 0.005
	}
	d.Hundredths = int64(f * 100)
	return err
}

func FloatDecimalValue() FloatDecimal { return FloatDecimal{Decimal{-98728}} }

type RawStruct struct{ Body Body }

type Body struct {
	X int64 `json:"x"`
}

func RawStructValue() RawStruct { return RawStruct{Body{7}} }

type Default struct {
	A        int64
	Currency string
}

func (d *Default) UnmarshalJSON(b []byte) error {
	type plain Default
	p := plain{Currency: "EUR"}
	err := json.Unmarshal(b, &p)
	*d = Default(p)
	return err
}

func (d Default) MarshalJSON() ([]byte, error) {
	type plain Default
	return json.Marshal(plain(d))
}

func DefaultValue() Default { return Default{7, "NOK"} }

type ReadsOld struct {
	ID  int64
	Sum int64
}

func (r *ReadsOld) UnmarshalJSON(b []byte) error {
	var both struct{ ID, Sum, Total int64 }
	err := json.Unmarshal(b, &both)
	r.ID, r.Sum = both.ID, both.Sum+both.Total
	return err
}

func (r ReadsOld) MarshalJSON() ([]byte, error) {
	type plain ReadsOld
	return json.Marshal(plain(r))
}

func ReadsOldValue() ReadsOld { return ReadsOld{1, 700} }

type UnitRenamed struct{ Price struct{ Cents int64 } }

func UnitRenamedValue() (v UnitRenamed) { v.Price.Cents = 700; return v }

type UnitUnseen struct{ Price int64 } // in cents

func UnitUnseenValue() UnitUnseen { return UnitUnseen{700} }

type Narrow struct{ A int32 }

func NarrowValue() Narrow { return Narrow{7} }

type Reorder struct {
	B string
	A string
}

func ReorderValue() Reorder { return Reorder{"efgh", "abcd"} }

type Alias struct {
	Total int64 `json:"total" cbor:"total" bson:"total"`
}

func AliasValue() Alias { return Alias{700} }

type ID [4]byte

func (id ID) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, id[:]), nil }

func (id *ID) UnmarshalText(text []byte) error {
	if len(text) != 2*len(id) {
		return errors.New("an ID has eight digits")
	}
	_, err := hex.Decode(id[:], text)
	return err
}

type TextArray struct{ ID ID }

func TextArrayValue() TextArray { return TextArray{ID{10, 11, 12, 13}} }

type Payment interface{ pays() }

type Card struct{ Number string }

func (Card) pays() {}

type Bank struct{ IBAN string }

func (Bank) pays() {}

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
	case "Bank":
		var bank Bank
		err := json.Unmarshal(in.Pay, &bank)
		v.Pay = bank
		return err
	}
	return errors.New("an unknown kind of payment")
}

func InterfaceGainsValue() InterfaceGains { return InterfaceGains{Bank{"DE89"}} }

type KeyKind struct{ M map[string]string }

func KeyKindValue() KeyKind { return KeyKind{map[string]string{"7": "x"}} }

type Zigzag struct {
	A int64 `protobuf:"zigzag64,1,opt"`
}

func ZigzagValue() Zigzag { return Zigzag{7} }

type Hidden struct {
	A int64 `json:"-"`
	B string
}

func HiddenValue() Hidden { return Hidden{7, "abcd"} }

type RemoveSet struct{ A int64 }

func RemoveSetValue() RemoveSet { return RemoveSet{7} }

type RenameSet struct {
	A       int64
	Visited map[string]struct{}
}

func RenameSetValue() RenameSet { return RenameSet{7, map[string]struct{}{"k": {}}} }

type SetList struct{ Tags []string }

func SetListValue() SetList { return SetList{[]string{"k", "l\n", "7"}} }

type Numbered struct{ ID int64 }

type Counted struct{ ID int64 }

// Ambiguous has two fields of one name, of which JSON writes and reads neither.
type Ambiguous struct {
	Numbered
	Counted
}

func AmbiguousValue() Ambiguous { return Ambiguous{Numbered{7}, Counted{8}} }
