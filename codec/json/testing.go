package json

import (
	"go/token"
	"slices"
	"strings"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

// EmitTest implements codec.Tester: the judge is encoding/json, on the same
// values and the same input.
func (f *Format) EmitTest(file *goprint.File, t *typemodel.Type, o codec.Options, made codec.TestSupport) {
	name := FuncName("", t)
	values := made.Prefix + name
	codec.TestValues{Any: true}.Print(file, made, values, t)
	golden := codec.Golden{
		Name: name, Type: file.Type(t), Values: values, File: codec.GoldenFile(t, "json"),
		Marshal:   FuncName("Marshal", t) + "(v)",
		Unmarshal: func(data, v string) string { return FuncName("Unmarshal", t) + "(" + data + ", " + v + ")" },
		Length:    true,
	}
	p := newPlan(file.PkgPath())
	if p.value(t, true, true); len(p.chosen) > 0 || leavesOut(t) { // of which encoding/json is no judge
		golden.Print(file, made)
		return
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
	}`
	}
	differs := "(err == nil) != (wantErr == nil)"
	if f.Strict { // what encoding/json takes is refused
		differs = "err == nil && wantErr != nil"
	}
	plain := "type {{plain}} = {{type}}"
	if o.Methods {
		plain = "type {{plain}} {{type}}"
	}
	expand := strings.NewReplacer("{{given}}", given, "{{differs}}", differs, "{{plainDecl}}", plain, "{{plain}}", made.Prefix+"Plain"+name, "{{trip}}", made.Prefix+name+"Trip",
		"{{name}}", name, "{{type}}", file.Type(t), "{{values}}", values, "{{marshal}}", FuncName("Marshal", t), "{{unmarshal}}", FuncName("Unmarshal", t),
		"{{html}}", map[bool]string{true: "false", false: "true"}[f.RawHTML])
	file.P()
	file.P(made.Expand(file, expand.Replace(expand.Replace(judgedTest))))
	golden.Made = "(*" + made.Prefix + "Plain" + name + ")(v)"
	golden.Print(file, made)
}

// leavesOut reports whether fields of t, or of its parts, are left out that encoding/json
// sees.
func leavesOut(t *typemodel.Type) (left bool) {
	typemodel.Walk(t, func(_ string, t *typemodel.Type) bool {
		left = left || slices.ContainsFunc(t.Fields, func(f typemodel.Field) bool {
			return f.Omit && (token.IsExported(f.Name) || f.Embedded) && !skips(&f)
		})
		return true
	})
	return left
}

const judgedTest = `
// {{plain}} is the type as encoding/json sees it.
{{plainDecl}}

// Test{{name}} writes values and reads them back as encoding/json does.
func Test{{name}}(t *$testing.T) {
	for round := range 100 {
		v := new({{type}})
		{{values}}.make((*{{plain}})(v), round, 3)
		{{trip}}(t, v)
	}{{given}}
}

// {{trip}} writes v and reads it back in both ways.
func {{trip}}(t *$testing.T, v *{{type}}) {
	t.Helper()
	var buf $bytes.Buffer
	judge := $encoding/json.NewEncoder(&buf)
	judge.SetEscapeHTML({{html}})
	var wantErr error
	panics := true // of methods that are called, which may not take values that were made up
	func() {
		defer func() { _ = recover() }()
		wantErr = judge.Encode((*{{plain}})(v))
		panics = false
	}()
	if panics {
		t.Logf("%+v: encoding/json panics", v)
		return
	}
	want := $bytes.TrimSuffix(buf.Bytes(), []byte("\n"))
	got, err := {{marshal}}(v)
	if {{differs}} {
		t.Fatalf("%+v: the error is %v, that of encoding/json %v", v, err, wantErr)
	}
	if err != nil {
		return
	}
	if !$bytes.Equal(got, want) {
		t.Fatalf("%+v is written\n%s\nand by encoding/json\n%s", v, got, want)
	}
	{{trip}}Read(t, want)
}

// {{trip}}Read reads data in both ways.
func {{trip}}Read(t *$testing.T, data []byte) {
	t.Helper()
	v, w := new({{type}}), new({{type}})
	var wantErr error
	panics := true // of encoding/json too, for what is embedded by a pointer and not exported
	func() {
		defer func() { _ = recover() }()
		wantErr = $encoding/json.Unmarshal(data, (*{{plain}})(w))
		panics = false
	}()
	err := {{unmarshal}}(data, v)
	if panics {
		t.Logf("%s: encoding/json panics, and the error is %v", data, err)
		return
	}
	if {{differs}} {
		t.Fatalf("%s: the error is %v, that of encoding/json %v", data, err, wantErr)
	}
	if err == nil {
		if d := {{values}}.same(w, v); d != "" {
			t.Errorf("%s: beside encoding/json%s", data, d)
		}
	}
}

// Fuzz{{name}} reads any bytes as encoding/json does.
func Fuzz{{name}}(f *$testing.F) {
	for round := range 8 {
		v := new({{type}})
		{{values}}.make((*{{plain}})(v), round, 3)
		func() {
			defer func() { _ = recover() }() // as above
			if data, err := {{marshal}}(v); err == nil {
				f.Add(data)
			}
		}()
	}
	f.Fuzz({{trip}}Read)
}
`
