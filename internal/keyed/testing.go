package keyed

import (
	"go/token"
	"regexp"
	"strings"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// Judge is a library that writes and reads what the code does, for its tests.
type Judge struct {
	Module string // without which there is no judge
	Marshal,
	Unmarshal string // func(v *T) ([]byte, error) and func(data []byte, v *T) error, their bodies; a name of a package is @path.Name
}

// EmitTest prints the tests of one type in the format: round trips, a fuzz target, and a
// comparison with committed bytes; and with what the judge writes and reads, if there is one.
// The values of some types are not told by Go's comparison, or the library has another form for
// them: those are not judged.
func (w *Wire) EmitTest(file *goprint.File, s *shape.Shape, o codec.Options, made codec.TestSupport, judge Judge) {
	t := s.Roots[0].Type
	name := codec.FuncName("", t, w.ID)
	variable := made.Prefix + name
	codec.TestValues{Merges: w.Nil == NilEmpty, Flat: w.Nil == NilNull, Any: true}.Print(file, made, variable, t)
	marshal := codec.FuncName("Marshal", t, w.ID) + "(v)"
	unmarshal := func(data, v string) string { return codec.FuncName("Unmarshal", t, w.ID) + "(" + data + ", " + v + ")" }
	size, appendTo := codec.FuncName("Size", t, w.ID)+"(v)", codec.FuncName("Append", t, w.ID)+"(b, v)"
	if o.Methods {
		marshal, size, appendTo = "v.MarshalBinary()", "v.SizeBinary()", "v.AppendBinary(b)"
		unmarshal = func(data, v string) string { return v + ".UnmarshalBinary(" + data + ")" }
	}
	whole := wholly(s) && !(s.Has(shape.Time) && w.Scalars[shape.Time].Loses)
	judged := judge.Module != "" && made.Requires != nil && made.Requires(judge.Module) && !o.Methods && w.alike(s)
	part := func(on bool, source string) string {
		if on {
			return source
		}
		return ""
	}
	given := part(made.Data != "", `
	for i, line := range @Given(t, "`+made.Data+`") {
		v := new({{type}})
		if err := $encoding/json.Unmarshal([]byte(line), v); err != nil {
			t.Fatalf("value %d of `+made.Data+`: %v", i, err)
		}
		{{trip}}(t, v)
		made++
	}`)
	body := func(source string) string {
		return judgeName.ReplaceAllStringFunc(source, func(ref string) string {
			dot := strings.LastIndexByte(ref, '.')
			return file.Ident(ref[1:dot], ref[dot+1:])
		})
	}
	differs := "string(want) != string(data)"
	if made.Data != "" && s.Has(shape.Map) { // whose entries have no order
		differs = "len(want) != len(data)"
	}
	expand := strings.NewReplacer("{{given}}", given, "{{differs}}", differs,
		"{{longer}}", part(!s.Has(shape.Carried, shape.Own, shape.Any), " || len(again) != len(data)"), // methods may write what they read otherwise, and an interface that holds a nil list comes back nil
		"{{compare}}", part(whole, compareWritten), "{{judge}}", part(judged, judgeWritten), "{{fuzzed}}", part(judged && !s.Has(shape.Float32, shape.Float64, shape.Time, shape.Any), judgeRead),
		"{{trip}}", codec.LowerFirst(name)+"Trip", "{{name}}", name, "{{type}}", file.Type(t), "{{values}}", variable, "{{module}}", judge.Module,
		"{{marshal}}", marshal, "{{size}}", size, "{{append}}", appendTo,
		"{{unmarshal}}", unmarshal("data", "w"), "{{unmarshalV}}", unmarshal("data", "v"), "{{unmarshalAgain}}", unmarshal("again", "x"))
	file.P()
	file.P(made.Expand(file, expand.Replace(expand.Replace(tripTest))))
	if judged {
		file.P()
		file.P(made.Expand(file, expand.Replace(judgeFuncs[0]+body(judge.Marshal)+judgeFuncs[1]+body(judge.Unmarshal)+"\n}")))
	}
	codec.Golden{
		Name: name, Type: file.Type(t), Values: variable, File: codec.GoldenFile(t, w.ID),
		Marshal: marshal, Unmarshal: unmarshal, Length: true,
	}.Print(file, made)
}

// judgeName is the name of a package in the bodies of a judge's funcs.
var judgeName = regexp.MustCompile(`@[\w./-]+\.[A-Z]\w*`)

// wholly reports whether all that values of s hold comes back as it was.
func wholly(s *shape.Shape) bool {
	if s.Has(shape.Carried, shape.Own, shape.Any, shape.Interface) {
		return false
	}
	for _, n := range s.Nodes {
		if n.Form == shape.Struct && len(hiddenFields(n)) > 0 {
			return false
		}
		members := map[*typemodel.Field]bool{}
		for _, m := range n.Members {
			for _, f := range m.Path {
				members[f] = true
			}
		}
		for i := range n.Type.Fields {
			if f := &n.Type.Fields[i]; n.Form == shape.Struct && f.Exported() && !f.Omit && !members[f] {
				return false
			}
		}
	}
	return true
}

// alike reports whether a library sees in values of s what the code sees: it calls methods
// that are promoted, too, and writes what interfaces hold without the names of types.
func (w *Wire) alike(s *shape.Shape) bool {
	if s.Has(shape.Carried) || w.Fields == nil && s.Has(shape.Interface) {
		return false
	}
	for _, n := range s.Nodes {
		if w.Fields == nil && n.Form == shape.Struct && n.Type.Methods&(typemodel.BinaryMarshaler|typemodel.TextMarshaler) != 0 {
			return false
		}
		for i := range n.Type.Fields {
			if f := &n.Type.Fields[i]; w.Fields == nil && (f.Omit && token.IsExported(f.Name) || f.Reached) {
				return false
			}
		}
	}
	return true
}

// tripTest is in the notation of [codec.TestSupport.Expand].
const tripTest = `
// Test{{name}} writes values and reads them back.
func Test{{name}}(t *$testing.T) {
	made := 0
	for round := range 100 {
		v := new({{type}})
		{{values}}.make(v, round, 1) // entries of maps have no order
		if {{trip}}(t, v) {
			made++
		}
	}{{given}}
	if made == 0 {
		t.Error("no value could be made, as the methods of its types take none of the texts that were tried: give some with --data")
	}
}

// {{trip}} writes v and reads it back, and reports whether it can be written.
func {{trip}}(t *$testing.T, v *{{type}}) bool {
	t.Helper()
	data, err := func() (b []byte, err error) {
		defer func() { // of methods that are called, which may not take values that were made up
			if p := recover(); p != nil {
				err = $fmt.Errorf("panic: %v", p)
			}
		}()
		return {{marshal}}
	}()
	if err != nil {
		t.Logf("%v", err)
		return false
	}
	if n := {{size}}; n != len(data) {
		t.Errorf("%+v: the size is %d, the encoding has %d bytes", v, n, len(data))
	}
	b := []byte("front")
	if b, err = {{append}}; err != nil || len(b) != len("front")+len(data) || string(b[:len("front")]) != "front" {
		t.Errorf("%+v: appended as %q, %v", v, b, err)
	}
	w := new({{type}})
	for _, into := range []string{"a fresh value", "a used value"} {
		if err := {{unmarshal}}; err != nil {
			t.Fatalf("%+v: into %s: %v", v, into, err)
		}{{compare}}
	}{{judge}}
	x := new({{type}})
	{
		v := w
		again, err := {{marshal}}
		if err != nil{{longer}} {
			t.Fatalf("%+v: written again as %x, %v, and was %x", v, again, err, data)
		}
		if err := {{unmarshalAgain}}; err != nil {
			t.Fatalf("%+v: written again: %v", v, err)
		}
	}
	if d := {{values}}.same(w, x); d != "" {
		t.Errorf("read again%s", d)
	}
	return true
}

// Fuzz{{name}} reads any bytes: they are refused, or mean a value that is written and read
// back as itself.
func Fuzz{{name}}(f *$testing.F) {
	for round := range 8 {
		v := new({{type}})
		{{values}}.make(v, round, 1)
		func() {
			defer func() { _ = recover() }() // as above
			if data, err := {{marshal}}; err == nil {
				f.Add(data)
			}
		}()
	}
	f.Fuzz(func(t *$testing.T, data []byte) {
		v, x := new({{type}}), new({{type}})
		if {{unmarshalV}} != nil {
			return
		}{{fuzzed}}
		again, err := {{marshal}}
		if err != nil { // such as a time that a conversion does not write
			return
		}
		if err := {{unmarshalAgain}}; err != nil {
			t.Fatalf("%+v was written and cannot be read: %v", v, err)
		}
		if d := {{values}}.same(v, x); d != "" {
			t.Errorf("read back%s", d)
		}
	})
}
`

const compareWritten = `
		if d := {{values}}.same(v, w); d != "" {
			t.Errorf("read into %s%s", into, d)
		}`

const judgeWritten = `
	if want, err := {{trip}}Judge(v); err != nil {
		t.Logf("{{module}}: %v", err)
	} else if {{differs}} {
		t.Fatalf("%+v is written as\n%x\nand by {{module}} as\n%x", v, data, want)
	} else {
		judged := new({{type}})
		if err := {{trip}}JudgeRead(data, judged); err != nil {
			t.Fatalf("{{module}} does not read %x: %v", data, err)
		}
		if d := {{values}}.same(judged, w); d != "" {
			t.Errorf("beside {{module}}%s", d)
		}
	}`

const judgeRead = `
		judged := new({{type}})
		if {{trip}}JudgeRead(data, judged) == nil {
			if d := {{values}}.same(judged, v); d != "" {
				t.Fatalf("%x: beside {{module}}%s", data, d)
			}
		}`

// judgeFuncs begin the two funcs of a judge.
var judgeFuncs = [2]string{`
// {{trip}}Judge writes v as {{module}} does.
func {{trip}}Judge(v *{{type}}) (data []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = $fmt.Errorf("panic: %v", p)
		}
	}()
	`, `
}

// {{trip}}JudgeRead reads data into v as {{module}} does.
func {{trip}}JudgeRead(data []byte, v *{{type}}) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = $fmt.Errorf("panic: %v", p)
		}
	}()
	`}
