package reproduce

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/typemodel"
)

// passedRows are the rows of go-serialization-benchmarks as its loop calls them: behind an
// interface whose methods take a value and return one, and compared by the value's EqualTo.
// Messages of Protocol Buffers are passed by pointers there.
func passedRows() []*driver.Driver {
	list := []*driver.Driver{
		passed(*drivers.Find("mus"), ofData, "", false), passed(*drivers.Find("benc"), ofData, "", false),
		passed(dated(), ofData, ofStruct, true), passed(*drivers.Find("protobuf_mus"), ofData, ofMessage, false),
		passed(*drivers.Find("protobuf"), ofData, ofMessage, false), passed(*drivers.Find("vtprotobuf"), ofData, ofMessage, false),
	}
	for _, d := range list {
		d.Name += "-document"
	}
	return list
}

// What compares the document's struct, and those of libraries that have structs of their own, in
// which fields are numbered.
const (
	ofData    = "want.Str == got.Str && want.Bool == got.Bool && want.Int32 == got.Int32 && want.Float64 == got.Float64 && want.Time.Equal(got.Time)"
	ofStruct  = ofFields + "time.Unix(0, want.F5.UnixNano()/100*100).UTC().Equal(got.F5)"
	ofMessage = ofFields + "want.F5.F2 == got.F5.F2 && want.F5.F1 == got.F5.F1"
	ofFields  = "want.F1 == got.F1 && want.F2 == got.F2 && want.F3 == got.F3 && want.F4 == got.F4 && "
)

// dated is bebop with its date for the time, as the document has it, where ours is an integer for the sake
// of nanoseconds.
func dated() driver.Driver {
	d := *drivers.Find("bebop200sc")
	d.Emit = func(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
		ours := driver.NewAdapter(a.PkgPath())
		if err := drivers.Find("bebop200sc").Emit(ours, t, v); err != nil {
			return err
		}
		a.Tools = ours.Tools
		for name, schema := range a.Tools[0].Files {
			a.Tools[0].Files[name] = bytes.ReplaceAll(schema, []byte("int64"), []byte("date"))
		}
		a.Use("gen " + a.PkgPath() + "/gen")
		a.P("type T = ", t)
		a.P(`
type Wire = gen.S0

func ToWire(from *T, to *Wire) error {
	*to = Wire{from.Str, from.Bool, from.Int32, from.Float64, from.Time}
	return nil
}

func FromWire(from *Wire, to *T) error {
	*to = T{from.F1, from.F2, from.F3, from.F4, from.F5}
	return nil
}
`)
		a.EmitNewWire(driver.Funcs{
			ByValue:        true,
			Marshal:        `return v.MarshalBebop(), nil`,
			Fill:           `return buf[:v.MarshalBebopTo(buf)], nil`,
			Unmarshal:      `return v.UnmarshalBebop(data)`,
			UnmarshalReuse: `return v.UnmarshalBebop(data)`,
			Size:           `return v.Size()`,
		})
		return nil
	}
	return d
}

// passed is d in the document's loop. T, which is compared by equal, is passed by value. A library's
// own struct is compared by ofWire, and passed by a pointer unless byValue says otherwise; the document
// has no row with a conversion in its loop.
func passed(d driver.Driver, equal, ofWire string, byValue bool) *driver.Driver {
	inner := d
	d.Doc += " In the loop of go-serialization-benchmarks."
	d.Check = ofType("data", "Data")
	d.Emit = func(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
		codec := driver.NewAdapter(a.PkgPath() + "/codec")
		if err := inner.Emit(codec, t, v); err != nil {
			return err
		}
		name, subject, same := "New", "T", equal
		if v.Transform {
			name, subject, same = "NewWire", "Wire", ofWire
		}
		direct, err := exportCalls(codec, name)
		if err != nil {
			return err
		}
		if err := a.Nest("codec", codec); err != nil {
			return err
		}
		a.Use("time", "unsafe", driver.AdapterPath, "codec "+codec.PkgPath())
		a.OwnUnsafe = append(a.OwnUnsafe, "asPassed"+subject)
		a.P("type T = ", t)
		if v.Transform {
			a.P("type Wire = codec.Wire")
			a.P("var ToWire, FromWire = codec.ToWire, codec.FromWire")
			a.P("func New() ", driver.Codec(), "[T] { return codec.New() }")
		}
		marshal, room, into := "CallMarshal(", "state.Buf[:0]", "CallAppend"
		if !slices.Contains(direct, "Marshal") {
			marshal = "CallAppend(nil, "
		}
		if slices.Contains(direct, "Fill") {
			room, into = "state.Buf[:cap(state.Buf)]", "CallFill"
		}
		text, passed, element, value := callsByPointer, "*passedSUBJECT", "V", "values[k]"
		if byValue || !v.Transform {
			text, passed, element, value = callsByValue, "passedSUBJECT", "*V", "*values[k]"
		}
		text = strings.NewReplacer("PASSED", passed, "ELEMENT", element, "VALUE", value).Replace(theirLoop) + text
		a.P(strings.NewReplacer("NEW", name, "SUBJECT", subject, "EQUAL", same, "MARSHAL(", marshal, "ROOM", room, "INTO", into).Replace(text))
		return nil
	}
	return &d
}

// exportCalls has a codec's package declare the funcs that it gives a codec, as CallMarshal and so on, and
// returns for which fields. A document's program calls its code directly: by way of the codec's variables
// mus+unsafe took as long as the base, which keeps its buffer, and 1.17 times as long directly, in the program 1.15.
func exportCalls(codec *driver.Adapter, constructor string) (fields []string, err error) {
	src, err := codec.Source()
	if err != nil {
		return nil, err
	}
	file, err := parser.ParseFile(token.NewFileSet(), "", src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, decl := range file.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok || fn.Name.Name != constructor {
			continue
		}
		for _, e := range fn.Body.List[0].(*ast.ReturnStmt).Results[0].(*ast.CompositeLit).Elts {
			kv := e.(*ast.KeyValueExpr)
			f, ok := kv.Value.(*ast.FuncLit)
			if !ok {
				continue
			}
			field := kv.Key.(*ast.Ident).Name
			codec.P("func Call", field, strings.TrimPrefix(string(src[f.Pos()-file.FileStart:f.End()-file.FileStart]), "func"))
			fields = append(fields, field)
		}
	}
	return fields, nil
}

// callsByValue follow theirLoop where the passed type is the struct, and callsByPointer where it is its pointer.
// The document's methods are too large to be put into what calls them by way of an interface, which copies its arguments.
const callsByValue = `
//go:noinline
func (freshSUBJECT) Marshal(v passedSUBJECT) ([]byte, error) { return codec.MARSHAL((*SUBJECT)(&v)) }

//go:noinline
func (s keptSUBJECT) Marshal(v passedSUBJECT) ([]byte, error) { return codec.INTO(s.buf, (*SUBJECT)(&v)) }

//go:noinline
func (freshSUBJECT) Unmarshal(data []byte) (v passedSUBJECT, err error) {
	err = codec.CallUnmarshal(data, (*SUBJECT)(&v))
	return v, err
}

func (state *stateSUBJECT) last(v passedSUBJECT) *SUBJECT {
	*state.Ring[0] = SUBJECT(v)
	return state.Ring[0]
}
`

const callsByPointer = `
//go:noinline
func (freshSUBJECT) Marshal(v *passedSUBJECT) ([]byte, error) { return codec.MARSHAL((*SUBJECT)(v)) }

//go:noinline
func (s keptSUBJECT) Marshal(v *passedSUBJECT) ([]byte, error) { return codec.INTO(s.buf, (*SUBJECT)(v)) }

//go:noinline
func (freshSUBJECT) Unmarshal(data []byte) (*passedSUBJECT, error) {
	v := new(SUBJECT)
	return (*passedSUBJECT)(v), codec.CallUnmarshal(data, v)
}

func (state *stateSUBJECT) last(v *passedSUBJECT) *SUBJECT { return (*SUBJECT)(v) }
`

// theirLoop goes over values that stand behind pointers here: ELEMENT is what the list has of them, and
// VALUE what is passed. That it is generic is a third of the fastest row's time.
const theirLoop = `
type serializer[V any] interface {
	Marshal(v V) ([]byte, error)
	Unmarshal(data []byte) (V, error)
}

func loopSUBJECT[V interface{ EqualTo(V) error }](s serializer[V], values []ELEMENT, k, times int) (V, []byte, int, error) {
	var v V
	var data []byte
	var err error
	for range times {
		if data, err = s.Marshal(VALUE); err != nil {
			return v, data, k, adapter.Failed("marshal", k, err)
		}
		if v, err = s.Unmarshal(data); err != nil {
			return v, data, k, adapter.Failed("unmarshal", k, err)
		}
		if err = (VALUE).EqualTo(v); err != nil {
			return v, data, k, adapter.Failed("round trip", k, err)
		}
		if k++; k == len(values) {
			k = 0
		}
	}
	return v, data, k, nil
}

type passedSUBJECT SUBJECT

func (want PASSED) EqualTo(got PASSED) error {
	if EQUAL {
		return nil
	}
	return adapter.ErrChanged
}

// Of the document's two structs the one with a buffer is so large that values which are passed beside
// it are no longer in registers.
type freshSUBJECT struct{}

type keptSUBJECT struct {
	freshSUBJECT
	buf []byte
}

func asPassedSUBJECT(values []*SUBJECT) []*passedSUBJECT {
	return *(*[]*passedSUBJECT)(unsafe.Pointer(&values))
}

type stateSUBJECT adapter.State[SUBJECT]

func (state *stateSUBJECT) trip(s serializer[PASSED], times int) error {
	v, data, k, err := loopSUBJECT(s, asPassedSUBJECT(state.Values), state.Next, times)
	state.Last, state.Out, state.Next = state.last(v), data, k
	return err
}

func NEW() adapter.Codec[SUBJECT] {
	c := codec.NEW()
	c.Equal = func(want, got *SUBJECT) bool { return EQUAL }
	c.Loops = adapter.LoopsOf(c)
	without := c.Loops.RoundTrip
	c.Loops.RoundTrip = func(state *adapter.State[SUBJECT], times int) error {
		switch {
		case state.Equal == nil:
			return without(state, times)
		case !state.Reuse:
			return (*stateSUBJECT)(state).trip(freshSUBJECT{}, times)
		}
		return (*stateSUBJECT)(state).trip(keptSUBJECT{buf: ROOM}, times)
	}
	return c
}
`
