// Package own makes rows of codecs that are nobody's but the user's: plain
// funcs of a package of theirs, called by their names from an adapter like any
// library's. So they are verified, linked in several layouts and measured in the
// same rounds as everything that they are compared with, and nothing in the
// user's package knows of assay.
//
// A codec is two or more exported funcs for one type T:
//
//	func MarshalX(v *T) ([]byte, error)            // or AppendX
//	func AppendX(buf []byte, v *T) ([]byte, error)
//	func UnmarshalX(data []byte, v *T) error       // v is the zero value
//	func UnmarshalReuseX(data []byte, v *T) error  // v holds an earlier value; optional
//
// which are the signatures of what assay gen writes. X is anything, or nothing.
package own

import (
	"context"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Codec is one codec. The funcs are named; those that there are not are empty.
type Codec struct {
	Name    string // of its rows
	Type    string // import path and name of T, after a dot
	Aliases bool   // decoded values share memory with the input

	Marshal, Append, Unmarshal, UnmarshalReuse Func
}

// Func names an exported func of a package, or a method by its expression,
// (*T).MarshalBinary.
type Func struct {
	PkgPath string
	PkgName string // the package's own name; its path's last element by default
	Expr    string // without the package: "MarshalOrder", "(*Order).MarshalBinary"
}

// Driver returns the driver of the codec. It refuses every type but its own.
func (c Codec) Driver() *driver.Driver {
	variant := driver.Variant{
		Features: []driver.Feature{driver.Binary},
		// What is reached of package unsafe is found when it is built; what it
		// encodes to when it is verified. Nothing is promised of either.
		InternalUnsafe: true, Nondeterministic: true,
		Aliases: c.Aliases, Reuse: c.Append.Expr != "" || c.UnmarshalReuse.Expr != "",
	}
	return &driver.Driver{
		Name:     c.Name,
		Doc:      "A codec of your own, for " + c.Type + ".",
		Facts:    driver.Facts{Licence: "your own", Identity: driver.ByOrder(), Format: c.Name},
		Variants: []driver.Variant{variant},
		Check: func(t *typemodel.Type, _ driver.Variant) []typemodel.Diagnostic {
			if got := t.Name.PkgPath + "." + t.Name.Name; got != c.Type {
				return []typemodel.Diagnostic{{Text: "this codec is for " + c.Type}}
			}
			return nil
		},
		Emit: func(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
			names := map[string]string{}
			var f driver.Funcs
			call := func(fn Func, args string) string {
				if fn.Expr == "" {
					return ""
				}
				name, ok := names[fn.PkgPath]
				if !ok {
					name = fmt.Sprintf("own%d", len(names)+1)
					names[fn.PkgPath] = name
					f.Imports = append(f.Imports, name+" "+fn.PkgPath)
				}
				if typ, method, ok := strings.Cut(strings.TrimPrefix(fn.Expr, "(*"), ")."); ok {
					return fmt.Sprintf("return (*%s.%s).%s(%s)", name, typ, method, args)
				}
				return fmt.Sprintf("return %s.%s(%s)", name, fn.Expr, args)
			}
			method := func(fn Func, plain string) string { // a method's receiver comes first
				if strings.HasPrefix(fn.Expr, "(*") && strings.Contains(plain, ", ") {
					first, second, _ := strings.Cut(plain, ", ")
					return second + ", " + first
				}
				return plain
			}
			f.Marshal = call(c.Marshal, "v")
			f.Append = call(c.Append, method(c.Append, "buf, v"))
			f.Unmarshal = call(c.Unmarshal, method(c.Unmarshal, "data, v"))
			f.UnmarshalReuse = call(c.UnmarshalReuse, method(c.UnmarshalReuse, "data, v"))
			a.EmitNew(t, f)
			return nil
		},
	}
}

// Check says why the codec cannot be measured.
func (c Codec) Check() error {
	switch {
	case c.Unmarshal.Expr == "":
		return fmt.Errorf("codec %s: there is no func to unmarshal with", c.Name)
	case c.Marshal.Expr == "" && c.Append.Expr == "":
		return fmt.Errorf("codec %s: there is no func to marshal with", c.Name)
	}
	for _, f := range []Func{c.Marshal, c.Append, c.Unmarshal, c.UnmarshalReuse} {
		if f.Expr == "" {
			continue
		}
		last := f.Expr[strings.LastIndexByte(f.Expr, '.')+1:]
		if !token.IsExported(last) || !token.IsExported(strings.TrimPrefix(f.Expr, "(*")) {
			return fmt.Errorf("codec %s: %s.%s is not exported, so that no other package can call it", c.Name, f.PkgPath, f.Expr)
		}
	}
	return nil
}

// Find returns the codecs of a package, which is named by a path such as
// ./mycodec, as seen from dir in the environment env, which is the process's own where it
// is nil. taken are names that rows have already.
func Find(ctx context.Context, dir string, env []string, pattern string, taken []string) ([]Codec, error) {
	cfg := &packages.Config{
		Context: ctx, Dir: dir, Env: env,
		Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports | packages.NeedTypesInfo | packages.NeedSyntax,
	}
	list, err := packages.Load(cfg, pattern)
	broken := func(p *packages.Package) bool { return len(p.Errors) > 0 }
	if ctx.Err() == nil && (err != nil || slices.ContainsFunc(list, broken)) {
		// The export data of what is imported is quick, and what a newer go command
		// writes cannot be read; the sources say as well what is wrong where.
		cfg.Mode |= packages.NeedDeps
		list, err = packages.Load(cfg, pattern)
	}
	if err != nil {
		return nil, fmt.Errorf("looking for codecs in %s: %w", pattern, err)
	}
	var found []Codec
	for _, p := range list {
		if len(p.Errors) > 0 {
			return nil, fmt.Errorf("looking for codecs in %s: %v", pattern, p.Errors[0])
		}
		if p.Name == "main" {
			return nil, fmt.Errorf("looking for codecs in %s: it is a main package, which nothing can import", pattern)
		}
		found = append(found, codecs(p, taken)...)
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("there is no codec in %s: it needs exported funcs MarshalX(*T) ([]byte, error) or AppendX([]byte, *T) ([]byte, error), and UnmarshalX([]byte, *T) error", pattern)
	}
	return found, nil
}

// codecs groups the package's funcs by type and by what follows the verb.
func codecs(p *packages.Package, taken []string) []Codec {
	byKey := map[string]*Codec{}
	var keys []string
	for _, name := range p.Types.Scope().Names() {
		fn, ok := p.Types.Scope().Lookup(name).(*types.Func)
		if !ok || !fn.Exported() {
			continue
		}
		verb, t := shape(fn)
		if t == "" {
			continue
		}
		rest := strings.TrimPrefix(name, verb)
		key := t + " " + rest
		c := byKey[key]
		if c == nil {
			c = &Codec{Name: rowName(p.Name, t, rest), Type: t}
			byKey[key] = c
			keys = append(keys, key)
		}
		f := Func{PkgPath: p.PkgPath, PkgName: p.Name, Expr: name}
		switch verb {
		case "Marshal":
			c.Marshal = f
		case "Append":
			c.Append = f
		case "Unmarshal":
			c.Unmarshal = f
		case "UnmarshalReuse":
			c.UnmarshalReuse = f
		}
	}
	slices.Sort(keys)
	var list []Codec
	for _, key := range keys {
		c := byKey[key]
		if c.Check() != nil {
			continue // helpers, such as a func that only appends
		}
		if slices.Contains(taken, c.Name) {
			c.Name = "own." + c.Name
		}
		list = append(list, *c)
	}
	return list
}

// rowName is the package's name, and what tells several codecs of it apart.
func rowName(pkg, t, rest string) string {
	if i := strings.LastIndexByte(t, '.'); i >= 0 {
		rest = strings.TrimPrefix(rest, t[i+1:])
	}
	if rest == "" {
		return pkg
	}
	return pkg + "." + strings.ToLower(rest)
}

// shape returns the verb that a func's name begins with and the type that it is
// for, when its signature is that of the verb; empty strings otherwise.
func shape(fn *types.Func) (verb, t string) {
	sig := fn.Type().(*types.Signature)
	if sig.TypeParams() != nil || sig.Variadic() {
		return "", ""
	}
	var in, out []string
	var named string
	for v := range sig.Params().Variables() {
		in = append(in, kind(v.Type(), &named))
	}
	for v := range sig.Results().Variables() {
		out = append(out, kind(v.Type(), nil))
	}
	for _, s := range []struct{ verb, in, out string }{
		{"UnmarshalReuse", "bytes *T", "error"},
		{"Unmarshal", "bytes *T", "error"},
		{"Append", "bytes *T", "bytes error"},
		{"Marshal", "*T", "bytes error"},
	} {
		if strings.HasPrefix(fn.Name(), s.verb) && strings.Join(in, " ") == s.in && strings.Join(out, " ") == s.out {
			return s.verb, named
		}
	}
	return "", ""
}

func kind(t types.Type, named *string) string {
	switch t := types.Unalias(t).(type) {
	case *types.Slice:
		if b, ok := types.Unalias(t.Elem()).(*types.Basic); ok && b.Kind() == types.Byte {
			return "bytes"
		}
	case *types.Named:
		if t.Obj().Pkg() == nil && t.Obj().Name() == "error" {
			return "error"
		}
	case *types.Pointer:
		if n, ok := types.Unalias(t.Elem()).(*types.Named); ok && n.Obj().Pkg() != nil && named != nil {
			*named = n.Obj().Pkg().Path() + "." + n.Obj().Name()
			return "*T"
		}
	}
	return "?"
}
