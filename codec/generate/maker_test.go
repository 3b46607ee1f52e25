package generate

import (
	_ "embed"
	"fmt"
	"go/token"
	"maps"
	"math/rand/v2"
	"path"
	"regexp"
	"slices"
	"strings"
)

// maker makes a module of some packages, of whose first it knows types to generate code
// for. It has every declaration that it can think of: names that generated code might
// use itself, imports under other names, generics, embedding, methods, build tags.
type maker struct {
	*rand.Rand
	seed     uint64
	module   string
	files    map[string]string // by names below the module's directory
	packages int
	roots    []string // types of the first package, instances of generic ones too
	tame     int      // from 0, where nothing is spared, to 2, where most formats carry the types
	honest   bool     // methods read what they wrote
	tests    bool     // are generated where a format has them
	locks    bool     // are held by some types

	fields, as, impls []string // of the first type: their paths, and values of --as and --impl

	made []*madePackage // those that may be imported, the root last
}

// madePackage is what others may use of a package.
type madePackage struct {
	path, name string
	types      []madeType
}

// madeType is a declared type.
type madeType struct {
	name       string
	params     int  // of a generic type
	comparable bool // can be a key of a map
	structure  bool // can be embedded beside others
	pointer    bool // an interface or pointer, which cannot be embedded by pointer
}

// Names that stand in generated code or the language have, and that are a package's
// own here.
var (
	takenNames = []string{
		"b", "n", "v", "i", "k", "x", "err", "data", "buf", "size", "depth", "p", "s", "r", "w", "e", "t", "ok", "in", "out", "at", "dst", "src", "left", "count", "key", "elem", "first", "tag", "pos", "end",
		"binary", "math", "bits", "errors", "fmt", "strconv", "time", "json", "utf8", "unsafe", "slices", "strings", "bytes", "io", "sync", "reflect", "base64", "unicode", "sort", "maps", "cmp", "testing", "big", "utf16", "encoding", "runtime",
	}
	predeclaredNames = []string{
		"len", "cap", "append", "copy", "make", "new", "min", "max", "clear", "delete", "panic", "print", "println", "recover", "close", "complex", "real", "imag",
		"string", "bool", "byte", "rune", "error", "any", "comparable", "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr", "float32", "float64", "complex64", "complex128",
		"true", "false", "nil", "iota",
	}
	typeNames   = []string{"Order", "Item", "Value", "T", "Ärger", "A_b", "Node", "List", "Map", "Box", "Decoder", "Time", "Error", "Type", "Flat", "Json", "JSON", "String", "Reader", "X1", "日本", "Pair", "Any", "Size"}
	fieldNames  = []string{"A", "B", "ID", "Name", "Value", "Len", "Size", "Marshal", "Type", "Error", "String_", "É", "X1", "x", "b", "err", "n", "_", "Next", "Data", "Append", "Time", "Key", "Range", "Func", "Π", "a_b", "日本", "Key2"}
	methodNames = []string{"String", "Size", "Len", "Reset", "Error", "Marshal", "Unmarshal", "Append", "MarshalFlat", "GoString", "IsZero", "Equal", "Less", "Validate"}
	folders     = []string{"model", "money", "json", "time", "binary", "errors", "geo", "v2", "my-pkg", "types", "math", "internal/part", "a/b", "strings", "unsafe_", "orders"}
)

// keptSource is the package that methods are made of.
//
//go:embed testdata/random/kept.go
var keptSource string

func newMaker(seed uint64, module string, honest bool) *maker {
	m := &maker{Rand: rand.New(rand.NewPCG(seed, 22)), seed: seed, module: module, honest: honest, files: map[string]string{"go.mod": "module " + module + "\n\ngo 1.24\n"}}
	m.files["kept/kept.go"] = keptSource
	m.tame = m.IntN(3)
	for range m.IntN(4) {
		folder := m.one(folders)
		if !slices.ContainsFunc(m.made, func(p *madePackage) bool { return p.path == path.Join(module, folder) }) {
			m.aPackage(folder)
		}
	}
	m.aPackage("")
	return m
}

func (m *maker) one(list []string) string { return list[m.IntN(len(list))] }

func (m *maker) chance(n int) bool { return m.IntN(n) == 0 }

// aPackage makes the package in a folder of the module.
func (m *maker) aPackage(folder string) {
	name := path.Base(folder)
	switch {
	case folder == "":
		name = "random"
	case name == "my-pkg" || name == "v2" || m.chance(4):
		name = m.one([]string{"model", "money", "types", "json", "random"})
	}
	p := &declaring{maker: m, madePackage: &madePackage{path: path.Join(m.module, folder), name: name}, taken: map[string]bool{"init": true, "_": true, "main": true}, methods: map[string]bool{}}
	root := folder == ""
	p.strangers(root)
	for range 1 + m.IntN(5) {
		p.declare()
	}
	if root {
		for !slices.ContainsFunc(p.types, func(t madeType) bool { return p.isRoot(t) }) {
			p.structType(p.newName(), 0)
		}
		for _, t := range p.types {
			if p.isRoot(t) && len(m.roots) < 3 {
				ref := t.name
				if t.params > 0 {
					var args []string
					for range t.params {
						args = append(args, m.one([]string{"int", "string", "[]byte", "uint64", "bool", "map[string]int", "*float64"}))
					}
					ref += "[" + strings.Join(args, ",") + "]"
				}
				m.roots = append(m.roots, ref)
			}
		}
		slices.Reverse(m.roots)
	}
	m.made = append(m.made, p.madePackage)
	m.packages++
	p.write(folder)
}

// declaring is a package that is being made, of one or two files.
type declaring struct {
	*maker
	*madePackage
	taken   map[string]bool
	methods map[string]bool // as Type.Method
	text    strings.Builder
	imports map[string]string // by the names in this file
}

func (p *declaring) isRoot(t madeType) bool {
	return !t.pointer && !slices.Contains(predeclaredNames, t.name)
}

func (p *declaring) newName() string {
	for {
		name := p.one(typeNames)
		switch p.IntN(12) {
		case 0:
			if name = strings.ToLower(name); token.IsKeyword(name) {
				continue
			}
		case 1:
			name = "r" + name
		case 2, 3:
			name += fmt.Sprint(p.IntN(100))
		}
		if !p.taken[name] && !slices.Contains(predeclaredNames, name) { // which are settled first
			p.taken[name] = true
			return name
		}
	}
}

// strangers declares names that generated code might want.
func (p *declaring) strangers(root bool) {
	var names []string
	for range p.IntN(4) {
		names = append(names, p.one(takenNames))
	}
	if p.chance(6) {
		names = append(names, p.one(predeclaredNames))
	}
	if root && p.chance(8) {
		names = append(names, p.one([]string{"AppendOrderFlat", "MarshalOrderJSON", "SizeItemMus", "jsonrtDecoder", "jsonrtGrow", "orderFlatEncode", "errTruncated", "ValueFlatDecoder"}))
	}
	for _, name := range names {
		if p.taken[name] {
			continue
		}
		p.taken[name] = true
		switch p.IntN(4) {
		case 0:
			fmt.Fprintf(&p.text, "var %s = struct{}{}\n\n", name)
		case 1:
			fmt.Fprintf(&p.text, "const %s = 7\n\n", name)
		case 2:
			fmt.Fprintf(&p.text, "func %s() {}\n\n", name)
		case 3:
			fmt.Fprintf(&p.text, "type %s struct{}\n\n", name)
		}
	}
}

// has reports whether the predeclared name means what it does everywhere.
func (p *declaring) has(name string) bool { return !p.taken[name] }

// declare declares one type, or a few.
func (p *declaring) declare() {
	name := p.newName()
	switch p.IntN(10) {
	case 0:
		p.small(name)
	case 1: // an alias
		if p.has("any") && p.chance(3) {
			fmt.Fprintf(&p.text, "type %s[T any] = []T\n\n", name)
			if p.has("any") {
				p.types = append(p.types, madeType{name: name, params: 1, pointer: true})
			}
			return
		}
		typ := p.typ(2, nil)
		fmt.Fprintf(&p.text, "type %s = %s\n\n", name, typ)
		p.types = append(p.types, madeType{name: name, pointer: true})
	case 2:
		if p.tame == 2 {
			p.structType(name, 0)
			return
		}
		p.iface(name)
	case 3, 4:
		p.structType(name, 1+p.IntN(2))
	default:
		p.structType(name, 0)
	}
}

// small declares a type that is no struct.
func (p *declaring) small(name string) {
	under := p.basic(true)
	switch p.IntN(4) {
	case 0:
		under = p.typ(2, nil)
	case 1:
		under = "[]" + p.typ(1, nil)
	}
	comparable := under == "string" || under == "int" || under == "uint8" || under == "int64"
	fmt.Fprintf(&p.text, "type %s %s\n\n", name, under)
	pointer := strings.HasPrefix(under, "*") || strings.HasPrefix(under, "interface") || under == "any" || under == "error"
	if !pointer && !strings.Contains(under, ".") && !p.declared(under) {
		p.someMethods(name, "", nil)
	}
	p.types = append(p.types, madeType{name: name, comparable: comparable, pointer: true})
}

// declared reports whether the type has a name of this package, which may be that of an
// interface or a pointer.
func (p *declaring) declared(typ string) bool {
	return slices.ContainsFunc(p.types, func(t madeType) bool { return strings.HasPrefix(typ, t.name) })
}

// iface declares an interface, and types that it may hold.
func (p *declaring) iface(name string) {
	var holds []string
	for range 1 + p.IntN(3) {
		held := p.newName()
		fmt.Fprintf(&p.text, "type %s struct{ A %s; B %s }\n\n", held, p.basic(false), p.basic(false))
		star := ""
		if p.chance(2) {
			star = "*"
		}
		fmt.Fprintf(&p.text, "func (%s%s) is%s() {}\n\n", star, held, name)
		holds = append(holds, star+held)
	}
	if p.chance(2) {
		fmt.Fprintf(&p.text, "//assay:impl %s\n", strings.Join(holds, " "))
	} else {
		for k, held := range holds {
			star := strings.TrimSuffix(held, strings.TrimPrefix(held, "*"))
			holds[k] = star + p.path + "." + strings.TrimPrefix(held, "*")
		}
		p.impls = append(p.impls, p.path+"."+name+"="+strings.Join(holds, ","))
	}
	fmt.Fprintf(&p.text, "type %s interface{ is%s() }\n\n", name, name)
	p.types = append(p.types, madeType{name: name, pointer: true})
}

// structType declares a struct, with so many type parameters.
func (p *declaring) structType(name string, params int) {
	if params > 0 && !p.has("any") {
		params = 0
	}
	var of []string
	for k := range params {
		of = append(of, []string{"T", "K2"}[k])
	}
	if len(of) > 0 && (p.taken["T"] || p.taken["K2"]) {
		for k := range of {
			of[k] = "P" + of[k]
		}
	}
	head := ""
	if len(of) > 0 {
		head = "[" + strings.Join(of, ", ") + " any]"
	}
	union := p.chance(12)
	if union {
		p.text.WriteString("//assay:union\n")
	}
	fmt.Fprintf(&p.text, "type %s%s struct {\n", name, head)
	self := name
	if len(of) > 0 {
		self += "[" + strings.Join(of, ", ") + "]"
	}
	fields := map[string]bool{}
	count := p.IntN(7)
	if union {
		count++
	}
	for k := range count {
		field := p.one(fieldNames)
		if k == 0 || p.tame > 0 && p.chance(2) {
			field = fmt.Sprintf("F%d", k)
		}
		if field != "_" && fields[field] || fields[strings.ToUpper(field)] {
			continue
		}
		fields[field] = true
		typ := p.typ(3, of)
		if len(of) > 0 && p.chance(2) {
			typ = p.one([]string{"", "*", "[]", "map[int]", "[2]"}) + of[p.IntN(len(of))]
			if !p.has("int") {
				typ = of[0]
			}
		}
		if p.chance(10) {
			typ = p.one([]string{"*", "[]", "[]*", "map[string]", "map[string][]*"}) + self
			if !p.has("string") {
				typ = "*" + self
			}
		}
		if union {
			typ = "*" + typ
		}
		fmt.Fprintf(&p.text, "%s %s%s\n", field, typ, p.tag())
	}
	alias := ""
	if !union && p.chance(3) {
		alias = p.embed(fields, of)
	}
	p.text.WriteString("}\n\n" + alias)
	if !union && params == 0 && p.chance(8) {
		p.conversion(name)
	}
	if !union && p.chance(3+2*p.tame) {
		p.someMethods(name, strings.Join(of, ", "), fields)
	}
	p.types = append(p.types, madeType{name: name, params: params, structure: true})
}

// conversion declares a type that stands for a struct, and the funcs between the two, for a
// directive or --as.
func (p *declaring) conversion(name string) {
	if p.taken["error"] || p.taken["nil"] || p.locks {
		return // funcs that take what holds a lock copy it
	}
	wire := p.newName()
	form := p.IntN(3)
	to, from := name+"ToWire", name+"FromWire"
	exported := token.IsExported(name)
	if !exported {
		to, from = "W"+to, "W"+from
	}
	if p.taken[to] || p.taken[from] {
		return
	}
	p.taken[to], p.taken[from] = true, true
	fmt.Fprintf(&p.text, "type %s %s\n\n", wire, name)
	switch form {
	case 0:
		fmt.Fprintf(&p.text, "func %s(v %s) %s { return %s(v) }\n\nfunc %s(v %s) %s { return %s(v) }\n\n", to, name, wire, wire, from, wire, name, name)
	case 1:
		fmt.Fprintf(&p.text, "func %s(v *%s) (%s, error) { return %s(*v), nil }\n\nfunc %s(to *%s, v %s) error { *to = %s(v); return nil }\n\n", to, name, wire, wire, from, name, wire, name)
	case 2:
		fmt.Fprintf(&p.text, "func %s(v *%s) [1]%s { return [1]%s{%s(*v)} }\n\nfunc %s(v [1]%s) (%s, error) { return %s(v[0]), nil }\n\n", to, name, wire, wire, wire, from, wire, name, name)
	}
	spec := []string{p.path + "." + to, p.path + "." + from}
	if p.chance(2) {
		fmt.Fprintf(&p.text, "//assay:as %s = %s %s\n\n", name, to, from)
	} else {
		p.as = append(p.as, p.path+"."+name+"="+strings.Join(spec, ","))
	}
}

// embed embeds a type of this package or another.
// It returns the declaration of the alias by which it does, if there is one.
func (p *declaring) embed(fields map[string]bool, of []string) (alias string) {
	ref, t := p.declaredType(of)
	if ref == "" || !t.structure {
		return ""
	}
	base := t.name
	if p.tame == 0 && len(of) == 0 && p.chance(3) {
		base = p.newName()
		alias = "type " + base + " = " + ref + "\n\n"
		ref = base
	}
	if fields[base] {
		return alias
	}
	fields[base] = true
	star := p.one([]string{"", "", "*"})
	fmt.Fprintf(&p.text, "%s%s%s\n", star, ref, p.tag())
	return alias
}

// declaredType returns a reference to a type of this package, or of one that it
// imports.
func (p *declaring) declaredType(of []string) (ref string, t madeType) {
	from := p.madePackage
	if len(p.made) > 0 && p.chance(2) {
		from = p.made[p.IntN(len(p.made))]
	}
	if len(from.types) == 0 {
		return "", madeType{}
	}
	t = from.types[p.IntN(len(from.types))]
	ref = t.name
	if from != p.madePackage {
		first := []rune(t.name)[0]
		if strings.ToUpper(string(first)) == strings.ToLower(string(first)) || strings.ToUpper(string(first)) != string(first) {
			return "", madeType{}
		}
		ref = p.imported(from.path, from.name) + "." + ref
	}
	if t.params > 0 {
		var args []string
		for range t.params {
			if len(of) > 0 && p.chance(3) {
				args = append(args, of[0])
			} else {
				args = append(args, p.basic(true))
			}
		}
		ref += "[" + strings.Join(args, ", ") + "]"
	}
	return ref, t
}

// imported returns the name by which the file has a package.
func (p *declaring) imported(importPath, name string) string {
	for have, of := range p.imports {
		if of == importPath {
			return have
		}
	}
	as := name
	if p.chance(5) {
		as = p.one([]string{"x", "other", "json", "b", "binary", "data"})
	}
	for p.taken[as] || p.imports[as] != "" || slices.ContainsFunc(p.types, func(t madeType) bool { return t.name == as }) {
		as += "x"
	}
	if p.imports == nil {
		p.imports = map[string]string{}
	}
	p.imports[as] = importPath
	p.taken[as] = true
	return as
}

// basic returns a predeclared type that the package has not made its own, or one of the
// standard library.
func (p *declaring) basic(all bool) string {
	for range 20 {
		name := p.one([]string{"bool", "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "float32", "float64", "string", "string", "string", "byte", "rune"})
		if p.tame == 2 {
			name = p.one([]string{"bool", "int64", "uint32", "uint64", "float64", "string", "[]byte", "int32"})
			if p.has(strings.TrimPrefix(name, "[]")) && (all || name != "[]byte") {
				return name
			}
			continue
		}
		if all && p.chance(6+6*p.tame) {
			name = p.one([]string{"complex64", "complex128", "uintptr", "error", "any"})
		}
		if p.has(name) {
			return name
		}
	}
	return "struct{}"
}

func (p *declaring) standard() string {
	if p.tame > 0 {
		return p.imported("time", "time") + "." + p.one([]string{"Time", "Duration"})
	}
	ref := p.one([]string{"time.Time", "time.Time", "time.Duration", "net.IP", "net/netip.Addr", "math/big.Int", "*math/big.Int", "encoding/json.RawMessage", "encoding/json.Number", "net/url.URL", "sync.Mutex", "sync/atomic.Int64", "database/sql.NullString", "bytes.Buffer", "math/big.Rat", "regexp.Regexp", "context.Context", "time.Month", "container/list.List", "*text/template.Template", "unsafe.Pointer", "unique.Handle[string]", "net/http.Header", "crypto/sha256.New", "reflect.Type", "net/mail.Address", "encoding/xml.Name", "iter.Seq[int]"})
	p.locks = p.locks || strings.HasPrefix(ref, "sync")
	star := ""
	if rest, ok := strings.CutPrefix(ref, "*"); ok {
		star, ref = "*", rest
	}
	i := strings.LastIndex(strings.SplitN(ref, "[", 2)[0], ".")
	importPath, name := ref[:i], ref[i+1:]
	if name == "New" || strings.HasSuffix(name, "]") && (!p.has("string") || !p.has("int")) {
		return "struct{}"
	}
	return star + p.imported(importPath, path.Base(importPath)) + "." + name
}

// typ returns a type, which may use type parameters.
func (p *declaring) typ(depth int, of []string) string {
	if depth > 0 {
		n := p.IntN(14)
		if p.tame == 2 {
			n = p.IntN(30)
		}
		switch n {
		case 0, 1:
			return "[]" + p.typ(depth-1, of)
		case 2:
			return "*" + p.typ(depth-1, of)
		case 3:
			return fmt.Sprintf("[%d]%s", p.IntN(4), p.typ(depth-1, of))
		case 4:
			return "map[" + p.key() + "]" + p.typ(depth-1, of)
		case 5:
			return "struct {\nA " + p.typ(depth-1, of) + p.tag() + "\nB " + p.typ(depth-1, of) + "\nC " + p.basic(false) + "\n}"
		case 6:
			if p.tame == 0 && p.chance(4) {
				return p.one([]string{"chan ", "func() ", "<-chan "}) + p.typ(depth-1, of)
			}
		}
	}
	if len(of) > 0 && p.chance(5) {
		return of[0]
	}
	switch p.IntN(5) {
	case 0, 1:
		if ref, _ := p.declaredType(of); ref != "" {
			return ref
		}
	case 2:
		if p.chance(2) {
			return p.standard()
		}
	}
	return p.basic(true)
}

func (p *declaring) key() string {
	if p.tame == 0 && p.chance(4) { // read again, a time is another key
		t := p.imported("time", "time") + ".Time"
		return p.one([]string{t, "[2]" + t, "struct{ T " + t + " }", "[2]struct{ T " + t + " }", "struct{ A, B [2]" + t + " }"})
	}
	for range 20 {
		if k := p.one([]string{"string", "string", "int", "uint8", "int64", "bool", "float64", "[2]int", "[4]byte", "struct{ A, B int }"}); p.has(strings.TrimLeft(k, "[]0123456789")) && (!strings.Contains(k, "int }") || p.has("int")) {
			return k
		}
	}
	return "struct{}"
}

// tag returns the tag of a field, or nothing.
func (p *declaring) tag() string {
	switch p.IntN(8) {
	case 0:
		return " `json:\"" + p.one([]string{"name", "a.b", "ä", "-", "-,", "x,omitempty", "id,string", ",omitempty", "x,omitzero", "", "with space", "<&>"}) + "\"`"
	case 1:
		return " `" + p.one([]string{`assay:"-"`, `msgpack:"m"`, `cbor:"1,keyasint"`, `cbor:"c,omitempty"`, `xml:"a>b" json:"y"`, `db:"x"`, `protobuf:"bytes,1,opt,name=x"`, `extprot:"3"`, `no tag`, `gotiny:"-"`, `benc:"x"`}) + "`"
	}
	return ""
}

// someMethods declares methods of a type, such as serializers call.
func (p *declaring) someMethods(name, params string, fields map[string]bool) {
	if params != "" {
		params = "[" + params + "]"
	}
	receiver := func() (name, star string) {
		return p.one([]string{"v", "b", "x"}), p.one([]string{"", "*"})
	}
	add := func(method, v, star, signature, body string) {
		if p.methods[name+"."+method] || fields[method] {
			return
		}
		p.methods[name+"."+method] = true
		fmt.Fprintf(&p.text, "func (%s %s%s%s) %s%s { %s }\n\n", v, star, name, params, method, signature, body)
	}
	bytesError := p.has("byte") && p.has("error") && p.has("nil")
	pointer := func(v, star string) string {
		if star == "" {
			return "&" + v
		}
		return v
	}
	pair := func(write, read, by string) {
		if !bytesError {
			return
		}
		kept := p.kept()
		if !p.chance(5) {
			v, star := receiver()
			add(write, v, star, "() ([]byte, error)", "return "+kept+"."+by+"("+pointer(v, star)+")")
		}
		switch v, _ := receiver(); {
		case p.chance(5):
		case !p.honest && p.chance(8): // of a value that nobody keeps
			add(read, v, "", "([]byte) error", "return nil")
		default:
			add(read, v, "*", "(data []byte) error", "return "+kept+".Take(data, "+v+")")
		}
	}
	for range 1 + p.IntN(2) {
		switch kind := p.one([]string{"JSON", "Text", "Binary", "", "", "Gob", "Zero"}); kind {
		case "":
			v, star := receiver()
			add(p.one(methodNames), v, star, "()", "")
		case "Zero":
			if v, star := receiver(); p.has("bool") {
				add("IsZero", v, star, "() bool", "return "+p.kept()+".Zero("+pointer(v, star)+")")
			}
		case "Gob":
			pair("GobEncode", "GobDecode", "Binary")
		default:
			pair("Marshal"+kind, "Unmarshal"+kind, kind)
		}
	}
}

// kept returns the name of the package that methods are made of.
func (p *declaring) kept() string {
	const name = "keptByNumber"
	if p.imports == nil {
		p.imports = map[string]string{}
	}
	p.imports[name] = p.module + "/kept"
	return name
}

// write puts the package's files into the module.
func (p *declaring) write(folder string) {
	var b strings.Builder
	built := ""
	switch p.IntN(8) {
	case 0:
		built = "//go:build linux || darwin || windows\n\n"
	case 1:
		built = "//go:build !never\n\n"
	}
	b.WriteString(built + "package " + p.name + "\n\n")
	for _, as := range slices.Sorted(maps.Keys(p.imports)) {
		if regexp.MustCompile(`(^|\W)` + as + `\.`).MatchString(p.text.String()) {
			fmt.Fprintf(&b, "import %s %q\n", as, p.imports[as])
		}
	}
	b.WriteString("\n" + p.text.String())
	p.files[path.Join(folder, "types.go")] = b.String()
	if p.chance(5) {
		p.files[path.Join(folder, "never.go")] = "//go:build never\n\npackage " + p.name + "\n\nvar " + p.one(takenNames) + "Never = 1\n"
	}
	if p.chance(5) {
		p.files[path.Join(folder, "more_test.go")] = "package " + p.name + "\n\nfunc testing2() {}\n"
	}
	if p.chance(6) {
		p.files[path.Join(folder, "outside_test.go")] = "package " + p.name + "_test\n\nvar len = 1\n"
	}
}
