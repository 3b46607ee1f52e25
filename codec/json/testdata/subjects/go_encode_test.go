//go:build long

// Copyright 2011 The Go Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in testdata/encoding_json/LICENSE.

// The cases of encode_test.go of encoding/json, with what it wants, for generated
// code. What needs a type that no code is generated for (a bool, a func) is left
// out.

package subjects

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestEncodingOfEncodingJSON(t *testing.T) {
	five, forty := GoMyInt(5), int64(42)
	hidden := goMyInt(5)
	same := &GoSamePointer{}
	samePointer := &GoSamePointer{same, same}
	cycle := &GoPointerCycle{}
	cycle.Ptr = cycle
	indirect := &GoPointerCycleIndirect{}
	indirect.Ptrs = []any{indirect}
	recursive := GoRecursiveSlice{nil}
	recursive[0] = recursive
	mapCycle := map[string]any{}
	mapCycle["x"] = mapCycle
	sliceCycle := []any{nil}
	sliceCycle[0] = sliceCycle
	noCycle := []any{nil, nil}
	noCycle[1] = noCycle[:1]
	for range 1000 {
		noCycle = []any{noCycle}
	}
	rawNil, rawEmpty, rawText := json.RawMessage(nil), json.RawMessage{}, json.RawMessage(`"foo"`)
	nan := math.NaN()
	empty := GoOptionalsEmpty{Sw: "something", Mr: map[string]any{}, Mo: map[string]any{}}
	zero := GoOptionalsZero{
		Sw: "something", SloNonNil: []string{}, Mr: map[string]any{}, Mo: map[string]any{}, TimeLocal: time.Time{}.Local(),
		NonNilIsZeroer: time.Time{}, NoPanicStruct0: (*GoNoPanic)(nil), NoPanicStruct1: &GoNoPanic{}, NoPanicStruct3: &GoNoPanic{},
	}
	emptyZero := GoOptionalsEmptyZero{Sw: "something", SloNonNil: []string{}, Mr: map[string]any{}, Mo: map[string]any{}}
	const fails = "" // what is wanted of values without an encoding
	for _, test := range []struct {
		v    any
		want string
	}{
		{&empty, `{"sr":"","omitempty":0,"slr":null,"mr":{},"fr":0,"br":false,"ur":0,"str":{},"sto":{}}`},
		{&zero, `{"sr":"","omitzero":0,"slr":null,"slononnil":[],"mr":{},"Mo":{},"fr":0,"br":false,"ur":0,"str":{},"nzs":{},"nps1":{},"nps3":{},"nps4":{}}`},
		{&GoOptionalsZeroMap{"foo": {}}, `{"foo":{"sr":"","omitzero":0,"slr":null,"mr":null,"fr":0,"br":false,"ur":0,"str":{},"nzs":{},"nps4":{}}}`},
		{&emptyZero, `{"sr":"","slr":null,"mr":{},"fr":0,"br":false,"ur":0,"str":{},"nzs":{}}`},
		{&GoStringTag{true, 42, 44, "xzbit", "46"}, `{"BoolStr":"true","IntStr":"42","UintptrStr":"44","StrStr":"\"xzbit\"","NumberStr":"46"}`},
		{&GoStringTag{StrStr: "\b\f\n\r\t\"\\", NumberStr: "0"}, `{"BoolStr":"false","IntStr":"0","UintptrStr":"0","StrStr":"\"\\b\\f\\n\\r\\t\\\"\\\\\"","NumberStr":"0"}`},
		{ptr(GoBytes("abc")), `"YWJj"`},
		{samePointer, `{"Ptr1":{"Ptr1":null,"Ptr2":null},"Ptr2":{"Ptr1":null,"Ptr2":null}}`},
		{ptr(GoRawAny(noCycle)), strings.Repeat("[", 1001) + "null,[null]" + strings.Repeat("]", 1001)},
		{&GoFloats{F64: math.NaN()}, fails},
		{&GoFloats{F64: math.Inf(-1)}, fails},
		{&GoFloats{F32: float32(math.Inf(1))}, fails},
		{&GoFloats{}, `{"F32":0,"F64":0}`},
		{&GoFloats{float32(math.Copysign(0, -1)), math.Copysign(0, -1)}, `{"F32":-0,"F64":-0}`},
		{cycle, fails},
		{indirect, fails},
		{ptr(GoRawMap(mapCycle)), fails},
		{ptr(GoRawAny(sliceCycle)), fails},
		{&recursive, fails},
		{&GoMaps{F: map[goKeyFloat]string{goKeyFloat(nan): "1", goKeyFloat(math.NaN()): "1"}}, `{"F":{"TF:NaN":"1","TF:NaN":"1"}}`},
		{&GoMaps{B: []goByte("abc")}, `{"B":"YWJj"}`},
		{&GoRefVal{12, new(GoRef), 14, new(GoRefText), 13, new(GoVal), 15, new(GoValText)}, `{"R0":"ref","R1":"ref","R2":"\"ref\"","R3":"\"ref\"","V0":"val","V1":"val","V2":"\"val\"","V3":"\"val\""}`},
		{new(GoC), `"\u003c\u0026\u003e"`},
		{new(GoCText), `"\"\u003c\u0026\u003e\""`},
		{&GoAmbiguous{goAnonymous1{1, 2}, GoAnonymous2{3, 4}}, `{}`},
		{&GoDominant{goAnonymous1{1, 2}, GoAnonymous2{3, 4}, 5, 6}, `{"X":6}`},
		{&GoHiddenInt{5}, `{}`},
		{&GoShownInt{5}, `{"GoMyInt":5}`},
		{&GoHiddenIntPointer{&hidden}, `{}`},
		{&GoShownIntPointer{&five}, `{"GoMyInt":5}`},
		{&GoEmbedded{goAnonymous1{1, 2}, GoAnonymousY{3, 4}}, `{"X":2,"Y":4}`},
		{&GoEmbeddedPointers{&goAnonymous1{1, 2}, &GoAnonymousY{3, 4}}, `{"X":2,"Y":4}`},
		{&GoEmbeddedPointers{}, `{}`},
		{&GoNested{goNested1{1, 2, goNested2{3, 4}}, 6}, `{"GoMyInt":1,"GoMyInt2":3}`},
		{&GoNilMarshals{}, `{"J":null,"T":null,"A":null}`},
		{&GoNilMarshals{(*goNilJSON)(nil), (*goNilText)(nil), (*goNilJSON)(nil)}, `{"J":"0zenil0","T":"0zenil0","A":null}`},
		{&GoNilMarshals{nil, nil, (*goNilText)(nil)}, `{"J":null,"T":null,"A":null}`},
		{&GoBugB{GoBugA{"A"}, "B"}, `{"S":"B"}`},
		{&GoBugX{A: 23}, `{"A":23}`},
		{&GoBugY{GoBugA{"BugA"}, GoBugD{"BugD"}}, `{"S":"BugD"}`},
		{&GoBugZ{GoBugA{"BugA"}, GoBugC{"BugC"}, GoBugY{GoBugA{"nested BugA"}, GoBugD{"nested BugD"}}}, `{}`},
		{&GoHasNumber{"invalid"}, fails},
		{&GoPointerString{&forty}, `{"n":"42"}`},
		{
			&GoByteKinds{7, 7, 4, 5, 1, []byte{0, 1}, []goJSONByte{0, 1}, [][]goJSONByte{{0, 1}, {3}}, []goTextByte{2, 3}, []goJSONInt{5, 4}, []goTextInt{9, 3}, []int{9, 3}, []goTextFloat{12, 3}},
			`{"B":7,"JB":{"JB":7},"TB":"TB:4","JI":{"JI":5},"TI":"TI:1","Bs":"AAE=","JBs":[{"JB":0},{"JB":1}],"JJ":[[{"JB":0},{"JB":1}],[{"JB":3}]],` +
				`"TBs":["TB:2","TB:3"],"JIs":[{"JI":5},{"JI":4}],"TIs":["TI:9","TI:3"],"Is":[9,3],"TFs":["TF:12.00","TF:3.00"]}`,
		},
		{&GoTextPairMap{{"x", "y"}: 1, {"y", "x"}: 2, {"a", "z"}: 3, {"z", "a"}: 4}, `{"a:z":3,"x:y":1,"y:x":2,"z:a":4}`},
		{&GoMaps{P: map[*GoTextPair]int{(*GoTextPair)(nil): 1, &GoTextPair{"A", "B"}: 2}}, `{"P":{"":1,"A:B":2}}`},

		{&GoRaw{rawNil}, `{"M":null}`},
		{&GoRawP{&rawNil}, `{"M":null}`},
		{&GoRawAny{rawNil, &rawNil}, `[null,null]`},
		{&GoRawMap{"M": rawNil}, `{"M":null}`},
		{&GoRawMap{"M": &rawNil}, `{"M":null}`},
		{&GoRawOmit{rawNil}, `{}`},
		{&GoRawPOmit{&rawNil}, `{"M":null}`},
		{&GoRaw{rawEmpty}, fails},
		{&GoRawP{&rawEmpty}, fails},
		{&GoRawAny{rawEmpty}, fails},
		{&GoRawAny{&rawEmpty}, fails},
		{&GoRawMap{"nil": rawEmpty}, fails},
		{&GoRawMap{"nil": &rawEmpty}, fails},
		{&GoRawOmit{rawEmpty}, `{}`},
		{&GoRawPOmit{&rawEmpty}, fails},
		{&GoRaw{rawText}, `{"M":"foo"}`},
		{&GoRawP{&rawText}, `{"M":"foo"}`},
		{&GoRawAny{rawText, &rawText}, `["foo","foo"]`},
		{&GoRawMap{"M": rawText}, `{"M":"foo"}`},
		{&GoRawMap{"M": &rawText}, `{"M":"foo"}`},
		{&GoRawOmit{rawText}, `{"M":"foo"}`},
		{&GoRawPOmit{&rawText}, `{"M":"foo"}`},

		{&GoUncommon{}, `{"A0":0,"À":0,"Aβ":0}`},
		{ptr(GoMarshaled("[]<")), fails},
		{ptr(GoMarshaled("[]>")), fails},
		{ptr(GoMarshaled("[]&")), fails},
		{ptr(GoMarshaled("[]\u2028")), fails},
		{ptr(GoMarshaled("[]\u2029")), fails},
		{ptr(GoMarshaled("{}<")), fails},
		{ptr(GoMarshaled("{}>")), fails},
		{ptr(GoMarshaled("{}&")), fails},
		{ptr(GoMarshaled("{}\u2028")), fails},
		{ptr(GoMarshaled("{}\u2029")), fails},
	} {
		name := reflect.TypeOf(test.v).Elem().Name()
		doc, err := lookup(t, name).Marshal(test.v)
		if string(doc) != test.want || (err != nil) != (test.want == fails) {
			t.Errorf("%s: %+v is written as %s, not as %s; the error is %v", name, reflect.TypeOf(test.v), doc, test.want, err)
		}
		if _, want := json.Marshal(test.v); fmt.Sprint(err) != fmt.Sprint(want) {
			t.Errorf("%s: the error is %v, not %v", name, err, want)
		}
	}
}

func TestControlsOfEncodingJSON(t *testing.T) {
	short := map[rune]string{'\b': `\b`, '\t': `\t`, '\n': `\n`, '\f': `\f`, '\r': `\r`}
	for c := range rune(0x20) {
		want := short[c]
		if want == "" {
			want = fmt.Sprintf(`\u%04x`, c)
		}
		doc, err := MarshalGoBugAJSON(&GoBugA{string(c)})
		if string(doc) != `{"S":"`+want+`"}` || err != nil {
			t.Errorf("%q is written as %s, %v", c, doc, err)
		}
	}
}

// TestErrorsAndReuse writes after an error with the same state.
func TestErrorsAndReuse(t *testing.T) {
	v := &GoPointerCycle{}
	v.Ptr = v
	var unsupported *json.UnsupportedValueError
	if _, err := MarshalGoPointerCycleJSON(v); !errors.As(err, &unsupported) {
		t.Errorf("the error of a cycle is %v", err)
	}
	if doc, err := MarshalGoBugAJSON(&GoBugA{"a"}); string(doc) != `{"S":"a"}` || err != nil {
		t.Errorf("afterwards, a value is written as %s, %v", doc, err)
	}
}

func ptr[T any](v T) *T { return &v }
