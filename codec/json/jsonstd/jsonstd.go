// Package jsonstd is where generated JSON code hands values to encoding/json:
// those of types that it does not know natively, and those that it has refused,
// so that errors and partial results are encoding/json's own.
//
// Like package jsonrt, it is imported, or a copy of it.
//
// Unstable: names may change in a minor version.
package jsonstd

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/assay-go/assay/codec/json/jsonrt"
)

func init() {
	if text, err := json.Marshal("\xff"); err == nil {
		jsonrt.Replacement = string(bytes.Trim(text, `"`))
	}
	p := struct{ P probe }{probe{1}}
	if err := json.Unmarshal([]byte(`{"P":null}`), &p); err == nil {
		jsonrt.NullEmpties = p.P == nil
	}
	keys := map[int]int{}
	jsonrt.LooseKeys = json.Unmarshal([]byte(`{"+01":1}`), &keys) == nil
	jsonrt.NullKeys = json.Unmarshal([]byte(`{"null":1}`), &keys) == nil
}

// probe is a list that a method reads.
type probe []byte

// UnmarshalText is not called for a null.
func (p *probe) UnmarshalText([]byte) error { return nil }

// Marshal writes x by json.Marshal, and makes sure of rest bytes of room
// afterwards.
func Marshal(e *jsonrt.Encoder, b []byte, n int, x any, rest int) ([]byte, int) {
	if e.Fail { // so that it calls no methods
		return jsonrt.Raw(b, n, nil, rest)
	}
	text, err := json.Marshal(x)
	if err != nil {
		e.Refuse(err)
		return jsonrt.Raw(b, n, nil, rest)
	}
	return jsonrt.Raw(b, n, text, rest)
}

// MarshalRaw is Marshal after SetEscapeHTML(false).
func MarshalRaw(e *jsonrt.Encoder, b []byte, n int, x any, rest int) ([]byte, int) {
	if e.Fail {
		return jsonrt.Raw(b, n, nil, rest)
	}
	text, err := Encode(x)
	if err != nil {
		e.Refuse(err)
		return jsonrt.Raw(b, n, nil, rest)
	}
	return jsonrt.Raw(b, n, text, rest)
}

// Encode is json.Marshal after SetEscapeHTML(false).
func Encode(x any) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(x); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(text.Bytes(), []byte("\n")), nil
}

// Unmarshal reads the value at i by json.Unmarshal into what the pointer v
// leads to.
func Unmarshal(d *jsonrt.Decoder, b []byte, i int, v any) int {
	text, j := d.Literal(b, i)
	if j < 0 || !d.Checked(b) {
		return -1
	}
	if err := decode(text, v); err != nil {
		return d.RefuseFor(i, err)
	}
	return j
}

// UnmarshalString is Unmarshal for a field that has the option "string".
func UnmarshalString[T any](d *jsonrt.Decoder, b []byte, i int, v *T) int {
	text, j := d.Literal(b, i)
	if j < 0 || !d.Checked(b) {
		return -1
	}
	object := struct {
		//lint:ignore SA5008 T may be of any kind, and encoding/json decides
		V T `json:",string"`
	}{*v}
	if err := decode(slices.Concat([]byte(`{"V":`), text, []byte("}")), &object); err != nil {
		return d.RefuseFor(i, err)
	}
	*v = object.V
	return j
}

// decode is json.Unmarshal, but that what this cannot set is an error: what is embedded by a pointer,
// not exported, and has a name of its own. Panics of methods are their authors'.
func decode(text []byte, v any) (err error) {
	defer func() {
		p := recover()
		if what, ok := p.(string); ok && strings.HasPrefix(what, "reflect: ") {
			err = errors.New("encoding/json panics: " + what)
		} else if p != nil {
			panic(p)
		}
	}()
	return json.Unmarshal(text, v)
}

// UnmarshalAny is Unmarshal for an interface that holds something.
func UnmarshalAny(d *jsonrt.Decoder, b []byte, i int, v *any) int { return Unmarshal(d, b, i, v) }

// Indented returns text as json.MarshalIndent has it.
func Indented(text []byte, prefix, indent string) ([]byte, error) {
	var out bytes.Buffer
	err := json.Indent(&out, text, prefix, indent)
	return out.Bytes(), err
}
