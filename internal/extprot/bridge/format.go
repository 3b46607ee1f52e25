package bridge

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/extprot/gen"
	"github.com/assay-go/assay/extprot/schema"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// Format is the codec.Format of extprot. The code for a type comes in two
// packages: functions for the type itself, and below, in a package named after
// the type, the messages that they convert to and from.
type Format struct {
	// Schema is the name of a file for the schema of the first type; empty for none.
	Schema string `name:"schema" placeholder:"FILE" type:"path" help:"Write the schema of the first type too. Example: --schema=orders.proto"`
}

// Name implements codec.Format.
func (Format) Name() string { return "extprot" }

// Doc implements codec.Format.
func (Format) Doc() string {
	return "extprot, whose messages can evolve. The functions convert to and from the messages of the package below, which is " +
		"generated from a schema of the type; integers are of extprot's type int, those of fields tagged extprot:\"long\" of " +
		"its type long. Slices may be shared between a value and what it was read from by the conversion, never with the input."
}

// Facts implements codec.Format.
func (f *Format) Facts() codec.Facts {
	return codec.Facts{Takes: []string{"max-alloc", "as"}, Options: f}
}

// Validate implements codec.Format.
func (Format) Validate(o codec.Options) error {
	if o.Unsafe || o.Streams {
		return fmt.Errorf("extprot: there is no unsafe code and no stream for this format: leave the options out")
	}
	return nil
}

// Plan implements codec.Format.
func (f Format) Plan(pkgPath string, types []*typemodel.Type, o codec.Options) (*codec.Plan, error) {
	if err := f.Validate(o); err != nil {
		return nil, err
	}
	shapes := map[*typemodel.Type]*shape.Shape{}
	p := &codec.Plan{Types: types}
	p.Diagnostics, p.Walked = shape.Diagnose(types, func(t *typemodel.Type) shape.Part {
		s, refused := analyse(pkgPath, t)
		shapes[t] = s
		return shape.Part{Shape: s, Refused: refused, Changes: func() []typemodel.Diagnostic {
			d := &changes{}
			d.visit(newMessage(s, true).root, "")
			return d.list
		}}
	})
	p.Emit = func(file *goprint.File, portable bool) error {
		if err := p.Err("extprot"); err != nil {
			return err
		}
		for _, t := range types {
			file.ReserveTypes(t)
			f.emit(file, shapes[t], o)
		}
		return nil
	}
	p.Companions = func(string) ([]codec.File, error) { return f.files(types) }
	return p, nil
}

// analyse returns the shape of t for code in the package at pkgPath, if there is one, and
// all that extprot cannot carry of it.
func analyse(pkgPath string, t *typemodel.Type) (*shape.Shape, []typemodel.Diagnostic) {
	s, refusals := shape.Of([]*typemodel.Type{t}, shape.Rules{Package: pkgPath, Lift: true, Read: member, Refuse: refuse})
	if len(refusals) > 0 {
		return s, refusals
	}
	for _, n := range s.Nodes { // by what stands in the place of a type, which NotRecursive does not see
		if n.Recursive {
			return s, []typemodel.Diagnostic{{Path: n.Path, Text: endless(n.Type), Fix: "name another conversion", Remedies: typemodel.RemedyLeaveOut}}
		}
	}
	return s, nil
}

// member returns the member that a field is: a lock is none.
func member(_ *typemodel.Type, f *typemodel.Field) (m *shape.Member, refused typemodel.Diagnostic) {
	if f.Type.IsLock() {
		return nil, typemodel.Diagnostic{}
	}
	return shape.Tagged(f), typemodel.Diagnostic{}
}

// refuse returns why extprot has no form for t, its parts aside.
func refuse(t *typemodel.Type) typemodel.Diagnostic {
	switch t.Kind {
	case typemodel.Map:
		return typemodel.Diagnostic{Text: "extprot has no maps", Fix: "use a slice of key and value pairs"}
	case typemodel.Interface:
		return typemodel.Diagnostic{Text: "extprot has no interfaces", Fix: "use a struct of pointers marked //assay:union"}
	case typemodel.Complex64, typemodel.Complex128:
		return typemodel.Diagnostic{Text: "extprot has no values of type " + t.String(), Remedies: typemodel.RemedyLeaveOut}
	}
	reason, fix := NotRecursive("", t)
	return typemodel.Diagnostic{Text: reason, Fix: fix}
}

func (Format) emit(file *goprint.File, s *shape.Shape, o codec.Options) {
	t := s.Roots[0].Type
	wire := path.Join(file.PkgPath(), wireDir(t))
	prefix := codec.LowerFirst(codec.TypeName(t)) + "Extprot"
	m := newMessage(s, true)
	message := file.Ident(wire, m.Conversion(file, wire, prefix, true))
	to, from := prefix+"To"+m.root.wire, prefix+"From"+m.root.wire
	b, data, v, msg, n, left, err := file.Local("b"), file.Local("data"), file.Local("v"), file.Local("m"), file.Local("n"), file.Local("left"), file.Local("err")
	head := func(verb, method, params, results, doc string) {
		file.P()
		if o.Methods {
			file.P("// ", method, " ", doc)
			file.P("func (", v, " *", t, ") ", method, "(", params, ") ", results, " {")
		} else {
			name := codec.FuncName(verb, t, "extprot")
			file.P("// ", name, " ", doc)
			if params != "" {
				params += ", "
			}
			file.P("func ", name, "(", params, v, " *", t, ") ", results, " {")
		}
	}
	write := func(failed, rest string) {
		file.P("var ", msg, " ", message)
		file.P("if ", err, " := ", to, "(", v, ", &", msg, "); ", err, " != nil { return ", failed, " }")
		file.P("return ", msg, rest)
		file.P("}")
	}
	head("Append", "AppendBinary", b+" []byte", "([]byte, error)", "appends the extprot message of "+v+" to "+b+" and returns the extended buffer.")
	write(b+", "+err, ".AppendBinary("+b+")")
	head("Marshal", "MarshalBinary", "", "([]byte, error)", "returns the extprot message of "+v+".")
	write("nil, "+err, ".MarshalBinary()")
	head("Size", "SizeBinary", "", "int", "returns the length in bytes of the extprot message of "+v+", or 0 if "+v+" has none.")
	write("0", ".SizeBinary()")
	head("Unmarshal", "UnmarshalBinary", data+" []byte", "error", "reads "+v+" from the whole of "+data+". "+v+" does not alias "+data+"; what it held is lost.")
	if o.Methods {
		file.P(n, ", ", err, " := ", v, ".DecodeBinary(", data, ")")
	} else {
		file.P(n, ", ", err, " := ", codec.FuncName("Decode", t, "extprot"), "(", data, ", ", v, ")")
	}
	file.P("if ", err, " == nil && ", n, " < len(", data, ") {")
	file.P("return &", file.Ident(wire, "DecodeError"), "{Kind: ", file.Ident(wire, "ErrWireType"), ", Offset: ", n, ", Path: ", strconv.Quote(m.root.schema),
		", Detail: ", goprint.Ident{Path: "fmt", Name: "Sprintf"}, `("%d bytes follow the message", len(`, data, ")-", n, ")}")
	file.P("}")
	file.P("return ", err)
	file.P("}")

	head("Decode", "DecodeBinary", data+" []byte", "(int, error)", "reads "+v+" from the front of "+data+" and returns the number of bytes used.")
	file.P("var ", msg, " ", message)
	// Together 56 bytes of memory for each of data, which become 64: pieces are rounded
	// up to sizes that Go has, and texts and numbers are not counted. Messages take
	// most: they have values where Go has pointers.
	most := cmp.Or(o.MaxAlloc, codec.DefaultMaxAlloc)
	file.P(n, ", ", err, " := ", msg, ".DecodeBinary(", data, ", ", file.Ident(wire, "Limits"), "{Memory: ", fmt.Sprintf("42*len(%s)+%d", data, max(1, most*3/4)), "})")
	file.P("if ", err, " != nil { return ", n, ", ", err, " }")
	file.P("*", v, " = *new(", t, ")")
	file.P(left, " := ", fmt.Sprintf("14*len(%s)+%d", data, most/4))
	file.End("return ", n, ", ", from, "(&", msg, ", ", v, ", &", left, ")")
}

// wireDir returns the name of the folder and package of the messages for t. Import
// paths are in ASCII.
func wireDir(t *typemodel.Type) string {
	var b strings.Builder
	for _, r := range codec.TypeName(t) {
		if r < 0x80 {
			b.WriteString(strings.ToLower(string(r)))
		} else {
			fmt.Fprintf(&b, "u%x", r)
		}
	}
	return b.String() + "extprot"
}

// files returns the packages of the messages, and with the option Schema the schema of
// the first.
func (f Format) files(types []*typemodel.Type) (files []codec.File, err error) {
	if f.Schema != "" {
		source, err := Schema(types[0])
		if err != nil {
			return nil, err
		}
		name, err := filepath.Abs(f.Schema)
		if err != nil {
			return nil, err
		}
		files = append(files, codec.File{Name: name, Source: source})
	}
	of := map[string]*typemodel.Type{} // by folder
	for _, t := range types {
		if other := of[wireDir(t)]; other != nil {
			return nil, fmt.Errorf("extprot: the messages of %s and %s would stand in one folder, %s: write one of them into another package with --out", other, t, wireDir(t))
		}
		of[wireDir(t)] = t
		source, err := Schema(t)
		if err != nil {
			return nil, err
		}
		name := strings.ToLower(codec.TypeName(t)) + ".proto"
		checked, err := schema.Check(name, source, nil)
		if err != nil {
			return nil, fmt.Errorf("extprot: the schema of %s: %w", t, err)
		}
		code, err := gen.Generate(checked, gen.Options{Package: wireDir(t), Source: name})
		if err != nil {
			return nil, err
		}
		files = append(files, codec.File{Name: path.Join(wireDir(t), "wire.go"), Source: code})
	}
	return files, nil
}

// Schema returns the schema of the messages that t is carried in, formatted.
func Schema(t *typemodel.Type) ([]byte, error) {
	s, refusals := analyse("", t)
	if len(refusals) > 0 {
		return nil, shape.Error("extprot", t, refusals)
	}
	m := newMessage(s, true)
	header := "(* Made by assay gen from the Go type " + t.String() + ". *)\n\n"
	for _, w := range slices.Compact(m.Workarounds) {
		header += "(* " + w + " *)\n"
	}
	return schema.Format("schema.proto", []byte(header+m.Source()))
}
