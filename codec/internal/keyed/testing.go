package keyed

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/shape"
)

// Oracle is a library that writes and reads what the code does, for its tests.
type Oracle struct {
	Module string // without which there is no oracle
	Marshal,
	Unmarshal string // func(v *T) ([]byte, error) and func(data []byte, v *T) error, their bodies; a name of a package is @path.Name
}

// Test is what the tests of one type know of its code.
type Test struct {
	Format  string // as the names of functions have it
	Shape   *shape.Shape
	Methods bool // the code is methods of the type
	Oracle  Oracle
	Judged  bool // the oracle sees in values what the code does
	Loses   bool // some of a value is lost on the wire
	Values  codec.TestValues
}

// Print prints the tests of the type: round trips, a fuzz target, and a comparison with
// committed bytes; and with what the oracle writes and reads, if there is one. The values of
// some types are not told by Go's comparison, or the library has another form for them: those
// are not judged.
func (of Test) Print(file *goprint.File, made codec.TestSupport) {
	s := of.Shape
	t := s.Roots[0].Type
	name := codec.FuncName("", t, of.Format)
	fields := append(codec.True("Length"), codec.TestField{Name: "Entries", Value: "1"}) // of maps, which have no order
	if wholly(s) && !of.Loses {
		fields = append(fields, codec.True("Exact")...)
	}
	if slices.ContainsFunc(s.Nodes, func(n *shape.Node) bool {
		return n.Form == shape.Carried && (n.StandIn.Refuses() || n.Elem.Form == shape.Pointer) // nil is no element of some formats
	}) {
		fields = append(fields, codec.True("Refuses")...)
	}
	if again(s) {
		fields = append(fields, codec.True("Again")...)
	}
	if oracle := of.Oracle; oracle.Module != "" && made.Requires != nil && made.Requires(oracle.Module) && !of.Methods && of.Judged {
		body := func(source string) string {
			return oracleName.ReplaceAllStringFunc(source, func(ref string) string {
				dot := strings.LastIndexByte(ref, '.')
				return file.Ident(ref[1:dot], ref[dot+1:])
			})
		}
		typ := file.Type(t)
		fields = append(fields,
			codec.TestField{Name: "Judge", Value: strconv.Quote(oracle.Module)},
			codec.TestField{Name: "JudgeWrite", Value: "func(v *" + typ + ") (data []byte, err error) {\n" + body(oracle.Marshal) + "\n}"},
			codec.TestField{Name: "JudgeRead", Value: "func(data []byte, v *" + typ + ") (err error) {\n" + body(oracle.Unmarshal) + "\n}"})
		if !s.Has(shape.Float32, shape.Float64, shape.Time, shape.Any) {
			fields = append(fields, codec.True("Reads")...)
		}
		if made.Data != "" && s.Has(shape.Map) { // whose entries have no order
			fields = append(fields, codec.True("Unordered")...)
		}
	}
	values := of.Values
	values.Any = true
	for _, n := range s.Nodes { // by their fields, whatever methods they have
		name := n.Type.Name // which has none yet, where the package may give it some
		if n.Form == shape.Struct && !name.IsZero() && (n.Type.Own() != 0 || name.PkgPath == file.PkgPath()) {
			values.Fields = append(values.Fields, n.Type)
		}
	}
	codec.TestCodec{Format: of.Format, Type: t, Methods: of.Methods, Fields: fields, Values: values}.
		Print(file, made, [2]string{"RoundTrip", "Test" + name}, [2]string{"Fuzz", "Fuzz" + name}, [2]string{"Golden", "Test" + name + "Golden"})
}

// oracleName is the name of a package in the bodies of an oracle's funcs.
var oracleName = regexp.MustCompile(`@[\w./-]+\.[A-Z]\w*`)

// again reports whether what was read is written as it was. Methods may write what they read
// otherwise; an interface that holds a nil list comes back nil, and so does a pointer that
// leads to nil, which is left out then where that is asked for.
func again(s *shape.Shape) bool {
	if s.Has(shape.Carried, shape.Own, shape.Any) {
		return false
	}
	for _, n := range s.Nodes {
		for _, m := range n.Members {
			if m.Omit == shape.OmitNever || m.Node.Form != shape.Pointer {
				continue
			}
			switch m.Node.Elem.Form {
			case shape.Bytes, shape.List, shape.Map, shape.Pointer, shape.Interface:
				return false
			}
		}
	}
	return true
}

// wholly reports whether all that values of s hold comes back as it was.
func wholly(s *shape.Shape) bool {
	if s.Has(shape.Carried, shape.Own, shape.Any, shape.Interface) {
		return false
	}
	return !slices.ContainsFunc(s.Nodes, func(n *shape.Node) bool { return n.Form == shape.Struct && !s.Whole(n) })
}
