package compile

import (
	"fmt"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/carry"
	"github.com/assay-go/assay/typemodel"
)

// mainPackage is the program of one worker: the adapters of one link group for
// the subjects of one host package. What it does stands in a package that it
// imports: the go command compiles a main package again for each set of linker
// flags, and a worker's loops over all rows are the largest package of a build.
type mainPackage struct {
	host *Host
	path string // import path
	pkgs []*adapterPackage

	untimed  bool       // it verifies only: the subjects stand in a package of their own then
	whole    bool       // no adapter shows the serializer's own structs
	subjects []*Subject // that package's, some of which may have no adapter

	types []*Subject // whose types it has besides, without adapters

	alone *Subject // of a program that is no worker: see footprints
}

const workerPath = assay.ModulePath + "/worker"

// rowsPath is the import path of the package that does the program's work.
func (m *mainPackage) rowsPath() string { return path.Join(m.path, "rows") }

// subjectsPath is the import path of what the programs of all adapters need of the types: what
// takes the compiler longest, and is compiled once.
func (m *mainPackage) subjectsPath() string { return path.Join(m.host.PkgPath, workerDir, "subjects") }

// layoutPath is the import path of the same program with other linker flags; that
// of 0 is the program itself.
func (m *mainPackage) layoutPath(seed int) string {
	if seed == 0 {
		return m.path
	}
	return m.path + "_" + strconv.Itoa(seed)
}

// sources prints the files main.go of the program's packages, by import path.
func (m *mainPackage) sources(layouts int) (map[string][]byte, error) {
	if m.alone != nil {
		src, err := m.aloneSource()
		return map[string][]byte{m.path: src}, err
	}
	rows, err := m.rowsSource()
	if err != nil {
		return nil, err
	}
	f := goprint.New(m.path, "main")
	f.Reserve("main")
	f.P("func main() { ", goprint.Ident{Path: m.rowsPath(), Name: "Main"}, "() }")
	src, err := f.Source()
	if err != nil {
		return nil, fmt.Errorf("emitting the worker program: %s", oneLine(err.Error()))
	}
	all := map[string][]byte{m.rowsPath(): rows, m.path: src}
	if m.untimed {
		if all[m.subjectsPath()], err = m.subjectsSource(); err != nil {
			return nil, err
		}
	}
	for seed := 1; seed < layouts; seed++ {
		all[m.layoutPath(seed)] = src
	}
	return all, nil
}

// subjectsSource prints, for each type, a func that makes the subject and one that makes an
// adapter. Inlined, they would be compiled with each program again.
func (m *mainPackage) subjectsSource() ([]byte, error) {
	f := goprint.New(m.subjectsPath(), "subjects")
	var conversions []*carry.StandIn
	adapter := goprint.Ident{Path: workerPath, Name: "Adapter"}
	for i := range m.subjects {
		f.Reserve(numbered("New", i), numbered("Native", i))
	}
	for i, s := range m.subjects {
		f.P("//go:noinline")
		f.P("func ", numbered("New", i), "(adapters ...", adapter, "[", s.Type, "]) ", goprint.Ident{Path: workerPath, Name: "Subject"}, " {")
		f.P("return ", goprint.Ident{Path: workerPath, Name: "UntimedSubject"}, "(", strconv.Quote(s.Name), ", ",
			goprint.Ident{Path: workerPath, Name: "Source"}, "[", s.Type, "]{", source(f, s, &conversions), "}, adapters...)")
		f.P("}")
		f.P("//go:noinline")
		f.P("func ", numbered("Native", i), "(name string, open func() ", driver.Codec(), "[", s.Type, "]) ", adapter, "[", s.Type, "] {")
		f.P("return ", goprint.Ident{Path: workerPath, Name: "UntimedNative"}, "(name, open)")
		f.P("}")
	}
	return emitted(f, conversions)
}

func numbered(name string, i int) string { return name + strconv.Itoa(i) }

// emitted is the source of a file that has the conversions besides.
func emitted(f *goprint.File, conversions []*carry.StandIn) ([]byte, error) {
	for i, c := range conversions {
		f.P()
		c.EmitFrom(f, conversionName(i))
	}
	src, err := f.Source()
	if err != nil {
		return nil, fmt.Errorf("emitting the worker program: %s", oneLine(err.Error()))
	}
	return src, nil
}

// rowsSource prints what the program does.
func (m *mainPackage) rowsSource() ([]byte, error) {
	f := goprint.New(m.rowsPath(), "rows")
	wire := "Wire"
	if m.untimed {
		wire = "UntimedWire"
	}
	f.Reserve("Main")
	var conversions []*carry.StandIn // of all subjects
	for _, s := range m.types {
		f.P("var _ ", s.Type)
	}
	f.P("// Main is the worker's main func.")
	f.P("func Main() {")
	f.P(goprint.Ident{Path: workerPath, Name: "Main"}, "(")
	for i, p := range m.pkgs {
		if i == 0 || m.pkgs[i-1].subject != p.subject {
			if i > 0 {
				f.P("),")
			}
			if s := p.subject; m.untimed {
				f.P(goprint.Ident{Path: m.subjectsPath(), Name: numbered("New", slices.Index(m.subjects, s))}, "(")
			} else {
				f.P(goprint.Ident{Path: workerPath, Name: "NewSubject"}, "(", strconv.Quote(s.Name), ", ",
					goprint.Ident{Path: workerPath, Name: "Source"}, "[", s.Type, "]{", source(f, s, &conversions), "},")
			}
		}
		ident := func(name string) string {
			if slices.Contains(p.loops, name) {
				name += loopSuffix
			}
			return f.Ident(p.home, name+p.suffix)
		}
		switch {
		case p.wire && !m.whole:
			f.P(goprint.Ident{Path: workerPath, Name: wire}, "(", strconv.Quote(p.row), ", ",
				ident("New"), ", ", ident("NewWire"), ", ", ident("ToWire"), ", ", ident("FromWire"), "),")
		case m.untimed:
			f.P(goprint.Ident{Path: m.subjectsPath(), Name: numbered("Native", slices.Index(m.subjects, p.subject))}, "(", strconv.Quote(p.row), ", ", ident("New"), "),")
		default:
			f.P(goprint.Ident{Path: workerPath, Name: "Native"}, "(", strconv.Quote(p.row), ", ", ident("New"), "),")
		}
	}
	if len(m.pkgs) > 0 {
		f.P("),")
	}
	f.P(")")
	f.P("}")
	return emitted(f, conversions)
}

// source returns the fields of the subject's worker.Source.
func source(f *goprint.File, s *Subject, conversions *[]*carry.StandIn) string {
	var fields []string
	if s.SampleFunc != "" || s.Workload {
		fields = append(fields, values(f, s))
	}
	var unions []string
	for _, t := range typemodel.Structs(s.Type) {
		if t.Union && token.IsExported(t.Name.Name) {
			unions = append(unions, f.Type(t)+"{}")
		}
	}
	if len(unions) > 0 {
		fields = append(fields, "Unions: []any{"+strings.Join(unions, ", ")+"}")
	}
	if impls := impls(f, s.Type); impls != "" {
		fields = append(fields, "Impls: []"+f.Ident(workerPath, "Impls")+"{"+impls+"}")
	}
	var makers []string
	seen := map[*typemodel.Type]bool{}
	typemodel.Walk(s.Type, func(_ string, t *typemodel.Type) bool {
		if c := carry.Maker(t); c != nil && nameable(t) && nameable(c.As) && !seen[t] {
			seen[t] = true
			f.Reserve(conversionName(len(*conversions)))
			makers = append(makers, conversionName(len(*conversions)))
			*conversions = append(*conversions, c)
		}
		return true
	})
	if len(makers) > 0 {
		fields = append(fields, "Conversions: []any{"+strings.Join(makers, ", ")+"}")
	}
	if omit := omitted(s.Type); omit != "" {
		fields = append(fields, "Omit: []string{"+omit+"}")
	}
	return strings.Join(fields, ", ")
}

// conversionName returns the name of the i-th func that makes values of a type.
func conversionName(i int) string { return "conversion" + strconv.Itoa(i+1) }

// omitted returns the fields that are left out by the command line. The tags of
// the others are there when the program runs.
func omitted(t *typemodel.Type) string {
	var list []string
	for _, t := range typemodel.Structs(t) {
		for i := range t.Fields {
			if fd := &t.Fields[i]; fd.Omit && !typemodel.LeftOut(*fd) {
				list = append(list, strconv.Quote(t.Name.PkgPath+"."+t.Name.Name+"."+fd.Name))
			}
		}
	}
	return strings.Join(list, ", ")
}

// TriedMethods are the methods of the outermost type that made-up values are tried
// on.
const TriedMethods = typemodel.TextMarshaler | typemodel.JSONMarshaler | typemodel.BinaryMarshaler | typemodel.GobEncoder

// impls returns what the interfaces reachable from t may hold, those of fields
// by their struct.
func impls(f *goprint.File, t *typemodel.Type) string {
	var b strings.Builder
	seen := map[string]bool{}
	add := func(of typemodel.Name, field string, list []*typemodel.Type) {
		key := of.PkgPath + "." + of.Name + " " + field
		if len(list) == 0 || of.Name == "" || seen[key] {
			return
		}
		seen[key] = true
		var types []string
		for _, impl := range list {
			if nameable(impl) {
				types = append(types, f.Ident("reflect", "TypeFor")+"["+f.Type(impl)+"]()")
			}
		}
		fmt.Fprintf(&b, "{%q, %q, []%s{%s}},", of.PkgPath+"."+of.Name, field, f.Ident("reflect", "Type"), strings.Join(types, ", "))
	}
	tried := t.Methods&TriedMethods != 0
	typemodel.Walk(t, func(_ string, t *typemodel.Type) bool {
		if t.Kind == typemodel.Interface {
			add(t.Name, "", t.Impls)
			if tried { // who knows what to put there is the outermost type's own method
				add(t.Name, "", t.Known)
			}
		}
		for i := range t.Fields {
			of := t.Fields[i].Type
			for of.Elem != nil && of.Name.IsZero() {
				of = of.Elem
			}
			if t.Fields[i].Exported() && of.Kind == typemodel.Interface {
				add(t.Name, t.Fields[i].Name, of.Impls)
			}
		}
		return true
	})
	return b.String()
}

// nameable reports whether another package can spell t.
func nameable(t *typemodel.Type) bool {
	if t.Name.PkgPath != "" {
		return token.IsExported(t.Name.Name)
	}
	return t.Elem == nil || nameable(t.Elem)
}

// values returns the field that names the func that makes the values.
func values(f *goprint.File, s *Subject) string {
	fn := s.SampleFunc
	if fn == "" {
		fn = "Values"
	}
	pkg := s.Type.Name.PkgPath
	if pkg == "" {
		pkg = s.Host.PkgPath
	}
	if i := strings.LastIndexByte(fn, '.'); i >= 0 {
		pkg, fn = fn[:i], fn[i+1:]
	}
	if s.Workload {
		return "Workload: " + f.Ident(pkg, fn) + ", Layout: " + f.Ident(pkg, "Workload") + ".Layout"
	}
	return fmt.Sprintf("Sample: %s[%s](%s)", f.Ident(workerPath, "SampleOf"), f.Type(s.Type), f.Ident(pkg, fn))
}
