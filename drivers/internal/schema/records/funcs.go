package records

import (
	"slices"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/goprint"
)

// Funcs are declarations of the emitted package that are printed only if
// something emitted uses them.
type Funcs struct {
	a      *driver.Adapter
	all    []Func
	needed []string
}

// Func is a declaration. Needs is another one that it uses; an empty Source
// means that the driver prints it by itself.
type Func struct{ Name, Needs, Source string }

// NewFuncs returns the given declarations beside those of the package, and keeps
// their names from everything else in the file.
func NewFuncs(a *driver.Adapter, own []Func) *Funcs {
	f := &Funcs{a: a, all: slices.Concat(own, shared)}
	for _, fn := range f.all {
		a.Reserve(fn.Name)
	}
	return f
}

// Need notes that the declaration is used and returns its name.
func (f *Funcs) Need(name string) string {
	if !f.Needed(name) {
		f.needed = append(f.needed, name)
		for _, fn := range f.all {
			if fn.Name == name && fn.Needs != "" {
				f.Need(fn.Needs)
			}
		}
	}
	return name
}

// Needed reports whether the declaration is used.
func (f *Funcs) Needed(name string) bool { return slices.Contains(f.needed, name) }

// Emit prints the declarations that are used.
func (f *Funcs) Emit() {
	if f.Needed("errLength") || f.Needed("errAlternative") || f.Needed("errNil") {
		f.a.P("var (")
		for _, err := range []struct{ name, text string }{
			{"errLength", "a list is not as long as its array"},
			{"errAlternative", "a union holds none of its alternatives"},
			{"errNil", "a nil pointer cannot be an element of a list or an alternative of a union"},
		} {
			if f.Needed(err.name) {
				f.a.P(err.name, " = ", goprint.Ident{Path: "errors", Name: "New"}, `("`, err.text, `")`)
			}
		}
		f.a.P(")")
		f.a.P()
	}
	for _, fn := range f.all {
		if fn.Source != "" && f.Needed(fn.Name) {
			f.a.P(fn.Source)
			f.a.P()
		}
	}
}

// shared are the declarations of all formats: for destinations that may hold an
// earlier value, and for reading without one.
var shared = []Func{
	{Name: "errLength"}, {Name: "errAlternative"}, {Name: "errNil"},
	{"sized", "", `// sized returns a slice of length n that may be of the storage of s.
func sized[S ~[]E, E any](s S, n int) S {
	if s == nil || cap(s) < n {
		return make(S, n)
	}
	return s[:n]
}`},
	{"clearValue", "", `func clearValue[V any](v *V) {
	var zero V
	*v = zero
}`},
	{"mix", "", `// mix returns a number that depends on both.
func mix(h, x uint64) uint64 { return (h ^ x) * 0x9e3779b97f4a7c15 }`},
	{"mixBool", "mix", `func mixBool(h uint64, x bool) uint64 {
	if x {
		return mix(h, 1)
	}
	return mix(h, 0)
}`},
	{"mixBytes", "mix", `// mixBytes reads every byte.
func mixBytes(h uint64, b []byte) uint64 {
	for ; len(b) >= 8; b = b[8:] {
		h = mix(h, uint64(b[0])|uint64(b[1])<<8|uint64(b[2])<<16|uint64(b[3])<<24|
			uint64(b[4])<<32|uint64(b[5])<<40|uint64(b[6])<<48|uint64(b[7])<<56)
	}
	for _, x := range b {
		h = mix(h, uint64(x))
	}
	return h
}`},
}
