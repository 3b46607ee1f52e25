// Copyright 2011 The Go Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in testdata/encoding_json/LICENSE.

// Types of encode_test.go of encoding/json, by other names.

package subjects

import (
	"encoding"
	"encoding/json"
	"fmt"
	"time"
)

type GoOptionalsEmpty struct {
	Sr string `json:"sr"`
	So string `json:"so,omitempty"`
	Sw string `json:"-"`

	Ir int `json:"omitempty"` // actually named omitempty, not an option
	Io int `json:"io,omitempty"`

	//lint:ignore SA5008 an option that nobody knows
	Slr []string `json:"slr,random"`
	Slo []string `json:"slo,omitempty"`

	Mr map[string]any `json:"mr"`
	Mo map[string]any `json:",omitempty"`

	Fr float64 `json:"fr"`
	Fo float64 `json:"fo,omitempty"`

	Br bool `json:"br"`
	Bo bool `json:"bo,omitempty"`

	Ur uint `json:"ur"`
	Uo uint `json:"uo,omitempty"`

	Str struct{} `json:"str"`
	Sto struct{} `json:"sto,omitempty"`
}

type GoNonZero struct{}

func (GoNonZero) IsZero() bool { return false }

type GoNoPanic struct {
	Int int `json:"int,omitzero"`
}

func (v *GoNoPanic) IsZero() bool { return v.Int != 0 }

type goIsZeroer interface{ IsZero() bool }

type GoOptionalsZero struct {
	Sr string `json:"sr"`
	So string `json:"so,omitzero"`
	Sw string `json:"-"`

	Ir int `json:"omitzero"` // actually named omitzero, not an option
	Io int `json:"io,omitzero"`

	//lint:ignore SA5008 an option that nobody knows
	Slr       []string `json:"slr,random"`
	Slo       []string `json:"slo,omitzero"`
	SloNonNil []string `json:"slononnil,omitzero"`

	Mr  map[string]any `json:"mr"`
	Mo  map[string]any `json:",omitzero"`
	Moo map[string]any `json:"moo,omitzero"`

	Fr   float64    `json:"fr"`
	Fo   float64    `json:"fo,omitzero"`
	Foo  float64    `json:"foo,omitzero"`
	Foo2 [2]float64 `json:"foo2,omitzero"`

	Br bool `json:"br"`
	Bo bool `json:"bo,omitzero"`

	Ur uint `json:"ur"`
	Uo uint `json:"uo,omitzero"`

	Str struct{} `json:"str"`
	Sto struct{} `json:"sto,omitzero"`

	Time      time.Time `json:"time,omitzero"`
	TimeLocal time.Time `json:"timelocal,omitzero"`
	Nzs       GoNonZero `json:"nzs,omitzero"`

	NilIsZeroer    goIsZeroer `json:"niliszeroer,omitzero"`
	NonNilIsZeroer goIsZeroer `json:"nonniliszeroer,omitzero"`
	NoPanicStruct0 goIsZeroer `json:"nps0,omitzero"` // a nil pointer
	NoPanicStruct1 goIsZeroer `json:"nps1,omitzero"` // a pointer
	NoPanicStruct2 *GoNoPanic `json:"nps2,omitzero"`
	NoPanicStruct3 *GoNoPanic `json:"nps3,omitzero"`
	NoPanicStruct4 GoNoPanic  `json:"nps4,omitzero"`
}

type GoOptionalsZeroMap map[string]GoOptionalsZero

type GoOptionalsEmptyZero struct {
	Sr string `json:"sr"`
	So string `json:"so,omitempty,omitzero"`
	Sw string `json:"-"`

	Io int `json:"io,omitempty,omitzero"`

	//lint:ignore SA5008 an option that nobody knows
	Slr       []string `json:"slr,random"`
	Slo       []string `json:"slo,omitempty,omitzero"`
	SloNonNil []string `json:"slononnil,omitempty,omitzero"`

	Mr map[string]any `json:"mr"`
	Mo map[string]any `json:",omitempty,omitzero"`

	Fr float64 `json:"fr"`
	Fo float64 `json:"fo,omitempty,omitzero"`

	Br bool `json:"br"`
	Bo bool `json:"bo,omitempty,omitzero"`

	Ur uint `json:"ur"`
	Uo uint `json:"uo,omitempty,omitzero"`

	Str struct{} `json:"str"`
	Sto struct{} `json:"sto,omitempty,omitzero"`

	Time time.Time `json:"time,omitempty,omitzero"`
	Nzs  GoNonZero `json:"nzs,omitempty,omitzero"`
}

type GoStringTag struct {
	BoolStr    bool        `json:",string"`
	IntStr     int64       `json:",string"`
	UintptrStr uintptr     `json:",string"`
	StrStr     string      `json:",string"`
	NumberStr  json.Number `json:",string"`
}

type (
	GoBytes         []byte
	GoPointerString struct {
		N *int64 `json:"n,string"`
	}
)

type GoSamePointer struct {
	Ptr1, Ptr2 *GoSamePointer
}

type GoPointerCycle struct {
	Ptr *GoPointerCycle
}

type GoPointerCycleIndirect struct {
	Ptrs []any
}

type GoRecursiveSlice []GoRecursiveSlice

// GoMaps has maps and slices that are left to encoding/json. P is for keys that
// are pointers, which random values would make equal as text.
type (
	goByte        byte
	goTextFloat   float64
	goKeyFloat    float64 // in full, so that different keys have different texts
	GoTextPair    struct{ A, B string }
	GoTextPairMap map[GoTextPair]int
	GoMaps        struct {
		F map[goKeyFloat]string `json:",omitempty"`
		P any                   `json:",omitempty"`
		B []goByte              `json:",omitempty"`
	}
)

func (f goTextFloat) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, `TF:%0.2f`, float64(f)), nil
}

func (f goKeyFloat) MarshalText() ([]byte, error) { return fmt.Appendf(nil, `TF:%v`, float64(f)), nil }

func (p GoTextPair) MarshalText() ([]byte, error) { return []byte(p.A + ":" + p.B), nil }

func (p *GoTextPair) UnmarshalText(b []byte) error {
	for i, c := range b {
		if c == ':' {
			p.A, p.B = string(b[:i]), string(b[i+1:])
			return nil
		}
	}
	return fmt.Errorf("missing separator")
}

// GoRef has methods by pointer, GoVal by value.
type (
	GoRef     int
	GoVal     int
	GoRefText int
	GoValText int
)

func (*GoRef) MarshalJSON() ([]byte, error)     { return []byte(`"ref"`), nil }
func (r *GoRef) UnmarshalJSON([]byte) error     { *r = 12; return nil }
func (GoVal) MarshalJSON() ([]byte, error)      { return []byte(`"val"`), nil }
func (*GoRefText) MarshalText() ([]byte, error) { return []byte(`"ref"`), nil }
func (r *GoRefText) UnmarshalText([]byte) error { *r = 13; return nil }
func (GoValText) MarshalText() ([]byte, error)  { return []byte(`"val"`), nil }

type GoRefVal struct {
	R0 GoRef
	R1 *GoRef
	R2 GoRefText
	R3 *GoRefText
	V0 GoVal
	V1 *GoVal
	V2 GoValText
	V3 *GoValText
}

// GoC returns JSON that is not escaped, GoCText such text.
type (
	GoC     int
	GoCText int
)

func (GoC) MarshalJSON() ([]byte, error)     { return []byte(`"<&>"`), nil }
func (GoCText) MarshalText() ([]byte, error) { return []byte(`"<&>"`), nil }

// GoAmbiguous and so on are the cases of anonymous fields.
type (
	goAnonymous1 struct{ x, X int }
	GoAnonymous2 struct{ x, X int }
	GoAnonymousY struct{ y, Y int }
	goMyInt      int
	GoMyInt      int
	GoAmbiguous  struct {
		goAnonymous1
		GoAnonymous2
	}
	GoDominant struct {
		goAnonymous1
		GoAnonymous2
		x, X int
	}
	GoHiddenInt        struct{ goMyInt }
	GoShownInt         struct{ GoMyInt }
	GoHiddenIntPointer struct{ *goMyInt }
	GoShownIntPointer  struct{ *GoMyInt }
	GoEmbedded         struct {
		goAnonymous1
		GoAnonymousY
	}
	GoEmbeddedPointers struct {
		*goAnonymous1
		*GoAnonymousY
	}
	GoMyInt2  int
	goNested2 struct {
		GoMyInt2
		goMyInt
	}
	goNested1 struct {
		GoMyInt
		goMyInt
		goNested2
	}
	GoNested struct {
		goNested1
		goMyInt
	}
)

// GoBugA and so on hide each other's fields.
type (
	GoBugA struct{ S string }
	GoBugB struct {
		GoBugA
		S string
	}
	GoBugC struct{ S string }
	GoBugX struct {
		A int
		GoBugA
		GoBugB
	}
	GoBugD struct {
		XXX string `json:"S"`
	}
	GoBugY struct {
		GoBugA
		GoBugD
	}
	GoBugZ struct {
		GoBugA
		GoBugC
		GoBugY
	}
)

// GoNilJSON and GoNilText have methods that nil pointers take.
type (
	goNilJSON     string
	goNilText     string
	GoNilMarshals struct {
		J json.Marshaler
		T encoding.TextMarshaler
		A any
	}
)

func (v *goNilJSON) MarshalJSON() ([]byte, error) {
	if v == nil {
		return json.Marshal("0zenil0")
	}
	return json.Marshal("zenil:" + string(*v))
}

func (v *goNilText) MarshalText() ([]byte, error) {
	if v == nil {
		return []byte("0zenil0"), nil
	}
	return []byte("zenil:" + string(*v)), nil
}

type GoHasNumber struct{ N json.Number }

// GoJSONByte and so on are numbers with methods.
type (
	goJSONByte  byte
	goTextByte  byte
	goJSONInt   int
	goTextInt   int
	GoByteKinds struct {
		B   byte
		JB  goJSONByte
		TB  goTextByte
		JI  goJSONInt
		TI  goTextInt
		Bs  []byte
		JBs []goJSONByte
		JJ  [][]goJSONByte
		TBs []goTextByte
		JIs []goJSONInt
		TIs []goTextInt
		Is  []int
		TFs []goTextFloat
	}
)

func (b goJSONByte) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, `{"JB":%d}`, byte(b)), nil }
func (b goTextByte) MarshalText() ([]byte, error) { return fmt.Appendf(nil, `TB:%d`, byte(b)), nil }
func (i goJSONInt) MarshalJSON() ([]byte, error)  { return fmt.Appendf(nil, `{"JI":%d}`, int(i)), nil }
func (i goTextInt) MarshalText() ([]byte, error)  { return fmt.Appendf(nil, `TI:%d`, int(i)), nil }

type GoFloats struct {
	F32 float32
	F64 float64
}

// GoRawValue has raw values in all places.
type (
	GoRaw     struct{ M json.RawMessage }
	GoRawP    struct{ M *json.RawMessage }
	GoRawOmit struct {
		M json.RawMessage `json:",omitempty"`
	}
	GoRawPOmit struct {
		M *json.RawMessage `json:",omitempty"`
	}
	GoRawAny []any
	GoRawMap map[string]any
)

type GoUncommon struct {
	A0, À, Aβ int
}

// GoMarshaled returns itself as JSON, valid or not.
type GoMarshaled string

func (v GoMarshaled) MarshalJSON() ([]byte, error) { return []byte(v), nil }
