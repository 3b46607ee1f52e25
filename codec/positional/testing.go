package positional

import (
	"strings"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

// EmitTest implements codec.Tester.
func (f *Format) EmitTest(file *goprint.File, t *typemodel.Type, o codec.Options, made codec.TestSupport) {
	name := codec.FuncName("", t, f.ID)
	values := made.Prefix + name
	coarse := f.Time != TimeWord
	methods := ""
	var fields []*typemodel.Type
	p := newPlan(f, file.PkgPath(), t)
	for _, n := range p.reachable(p.root) {
		switch {
		case n.op == opCarried || n.op == opMarshaler:
			methods = " || round == 0"
		case n.typ.Own() != 0 && !n.typ.Name.IsZero() && n.typ.Kind != typemodel.Time:
			fields = append(fields, n.typ)
		}
	}
	codec.TestValues{
		Fields: fields,
		Merges: f.Nil == NilMerged || f.Nil == NilEmpty, Coarse: coarse, NoNil: f.Pointers == PointerValue,
		Narrow: f.Numbers[typemodel.Int].Bytes == 4 || f.Numbers[typemodel.Uint].Bytes == 4, Holds: f.Impls, Tag: f.Tag,
	}.Print(file, made, values, t)
	calls := []string{"{{append}}", codec.FuncName("Append", t, f.ID) + "(b, v)", "{{marshal}}", codec.FuncName("Marshal", t, f.ID) + "(v)", "{{size}}", codec.FuncName("Size", t, f.ID) + "(v)"}
	unmarshal := func(data, v string) string { return codec.FuncName("Unmarshal", t, f.ID) + "(" + data + ", " + v + ")" }
	if o.Methods {
		calls = []string{"{{append}}", "v.AppendBinary(b)", "{{marshal}}", "v.MarshalBinary()", "{{size}}", "v.SizeBinary()"}
		unmarshal = func(data, v string) string { return v + ".UnmarshalBinary(" + data + ")" }
	}
	constructed := ""
	if o.Constructor {
		constructed = `
	made, err := ` + codec.FuncName("New", t, f.ID) + `(data)
	if err != nil {
		t.Fatalf("%+v: by the constructor: %v", v, err)
	}
	if d := {{values}}.same(v, made); d != "" {
		t.Errorf("by the constructor%s", d)
	}`
	}
	given := ""
	if made.Data != "" {
		given = `
	for i, line := range @Given(t, "` + made.Data + `") {
		v := new({{type}})
		if err := $encoding/json.Unmarshal([]byte(line), v); err != nil {
			t.Fatalf("value %d of ` + made.Data + `: %v", i, err)
		}
		{{trip}}(t, v)
		made++
	}`
	}
	expand := strings.NewReplacer(append(calls,
		"{{given}}", given, "{{constructed}}", constructed, "{{methods}}", methods, "{{trip}}", codec.LowerFirst(name)+"Trip", "{{name}}", name, "{{type}}", file.Type(t), "{{values}}", values,
		"{{unmarshal}}", unmarshal("data", "w"), "{{unmarshalAgain}}", unmarshal("again", "w"), "{{unmarshalFirst}}", unmarshal("data", "v"),
	)...)
	file.P()
	file.P(made.Expand(file, expand.Replace(expand.Replace(roundTripTest))))
	marshal := codec.FuncName("Marshal", t, f.ID) + "(v)"
	if o.Methods {
		marshal = "v.MarshalBinary()"
	}
	codec.Golden{
		Name: name, Type: file.Type(t), Values: values, File: codec.GoldenFile(t, f.ID), Marshal: marshal, Unmarshal: unmarshal,
		Length: f.Original != "", // of an evolvable struct fields may be written that came later
	}.Print(file, made)
}

// roundTripTest are tests of one type, in the notation of [codec.TestSupport.Expand].
const roundTripTest = `
// Test{{name}}RoundTrip marshals values and reads them back.
func Test{{name}}RoundTrip(t *$testing.T) {
	made := 0
	for round := range 100 {
		v := new({{type}})
		filled := {{values}}.make(v, round, 3)
		data, err := {{marshal}}
		if err != nil && (round == 0 || !filled) { // by the methods of its types
			t.Logf("%+v: %v", v, err)
			continue
		}
		if !filled{{methods}} { // what the methods of its types make of zeros
			if err := {{unmarshalFirst}}; err != nil {
				t.Fatalf("%+v: %v", v, err)
			}
		}
		{{trip}}(t, v)
		made++
	}{{given}}
	if made == 0 {
		t.Error("no value could be made, as the methods of its types take none of the texts that were tried: give some with --data")
	}
}

// {{trip}} marshals v in all the ways there are, and reads it back.
func {{trip}}(t *$testing.T, v *{{type}}) {
	t.Helper()
	data, err := {{marshal}}
	if err != nil {
		t.Fatalf("%+v: %v", v, err)
	}
	if n := {{size}}; n != len(data) {
		t.Errorf("%+v: the size is %d, the encoding has %d bytes", v, n, len(data))
	}
	b := []byte("front")
	if b, err = {{append}}; err != nil || len(b) != len("front")+len(data) || string(b[:len("front")]) != "front" {
		t.Errorf("%+v: appended as %q, %v", v, b, err)
	}
	w := new({{type}})
	if err := {{unmarshal}}; err != nil {
		t.Fatalf("%+v: %v", v, err)
	}
	if d := {{values}}.same(v, w); d != "" {
		t.Errorf("read back%s", d)
	}
	if err := {{unmarshal}}; err != nil {
		t.Fatalf("%+v: into a used value: %v", v, err)
	}
	if d := {{values}}.same(v, w); d != "" {
		t.Errorf("into a used value%s", d)
	}{{constructed}}
	if data = append(data, 0); {{unmarshal}} == nil {
		t.Errorf("%+v: a byte too many is not seen", v)
	}
}

// Fuzz{{name}} reads any bytes: they are refused, or mean a value that is written
// and read back as itself. Run it with -fuzzminimizetime=10x: what is covered
// differs from run to run of one input, as maps have no order, so that the minute
// which go test takes to shorten each input that it finds is lost.
func Fuzz{{name}}(f *$testing.F) {
	for round := range 8 {
		v := new({{type}})
		{{values}}.make(v, round, 3)
		if data, err := {{marshal}}; err == nil {
			f.Add(data)
		}
	}
	f.Fuzz(func(t *$testing.T, data []byte) {
		v, w := new({{type}}), new({{type}})
		if {{unmarshalFirst}} != nil {
			return
		}
		again, err := {{marshal}}
		if err != nil {
			t.Fatalf("%+v was read and cannot be written: %v", v, err)
		}
		if err := {{unmarshalAgain}}; err != nil {
			t.Fatalf("%+v was written and cannot be read: %v", v, err)
		}
		if d := {{values}}.same(v, w); d != "" {
			t.Errorf("read back%s", d)
		}
	})
}
`
