package load

import (
	"bytes"
	"fmt"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-go/assay/typemodel"
)

// hasDirectives reports whether a Go file in dir has a directive about a type
// of another package. It reads the files, which takes no time beside the go
// command.
func (l *loader) hasDirectives(dir string) bool {
	files, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	return slices.ContainsFunc(files, func(name string) bool {
		src, ok := l.cfg.Overlay[name]
		if !ok {
			src, _ = os.ReadFile(name)
		}
		for line := range bytes.Lines(src) {
			if text, ok := bytes.CutPrefix(line, []byte(prefix)); ok && parseDirective(string(text)).target != "" {
				return true
			}
		}
		return false
	})
}

// describe finds the directives that name their type: those of the command line
// and then those in the files of the packages that were loaded from source.
func (l *loader) describe(cfg Config) {
	l.implemented, l.converted = map[string]*directive{}, map[string]*directive{}
	for _, flags := range []struct {
		verb string
		list []string
	}{{"impl", cfg.Impls}, {"as", cfg.As}} {
		for _, flag := range flags.list {
			d := &directive{verb: flags.verb, flag: flag, here: l.roots[0].Types}
			target, args, ok := strings.Cut(flag, "=")
			if !ok {
				l.mistake(d, "it is written TYPE=NAME,NAME")
				continue
			}
			d.target, d.args = target, strings.Split(args, ",")
			l.keep(d)
		}
	}
	for _, root := range l.roots {
		for _, file := range root.GoFiles {
			for at, d := range l.directivesOf(file) {
				if at.name == "" {
					d.here = root.Types
					l.keep(d)
				}
			}
		}
	}
}

// keep keeps a directive by its type, unless there is one already.
func (l *loader) keep(d *directive) {
	expr, err := typemodel.ParseExpr(d.target)
	if err != nil {
		l.mistake(d, "%v", err)
		return
	}
	t, err := l.resolve(expr, d.here, d.imports)
	if err != nil {
		l.mistake(d, "%v", err)
		return
	}
	if t == nil { // another load is on its way
		l.asks = d
		return
	}
	t = types.Unalias(t)
	described := l.converted
	switch d.verb {
	case "impl":
		described = l.implemented
		if !types.IsInterface(t) {
			l.mistake(d, "%s is not an interface", d.target)
			return
		}
	case "union":
		l.mistake(d, "it stands at the declaration of the type")
		return
	}
	if _, ok := t.(*types.Named); !ok {
		l.mistake(d, "%s is not the name of a declared type", d.target)
		return
	}
	switch name := types.TypeString(t, nil); {
	case described[name] == nil:
		described[name] = d
	case d.flag != "" && d.flag != described[name].flag:
		l.mistake(d, "%s is about that type already", described[name].where())
	}
}

// unmet returns the flags that are about types which the model does not have.
func (l *loader) unmet() []string {
	var list []string
	for _, described := range []map[string]*directive{l.implemented, l.converted} {
		for _, d := range described {
			if d.flag != "" && !d.met {
				list = append(list, "--"+d.verb+"="+d.flag)
			}
		}
	}
	slices.Sort(list)
	return list
}

// conversion applies a directive that names the two functions by which values
// of t, of which m is the model, travel as those of another type.
func (l *loader) conversion(m *typemodel.Type, d *directive, t types.Type, here *types.Package) {
	if len(d.args) == 1 {
		l.by(m, d, t)
		return
	}
	if len(d.args) != 2 {
		l.mistake(d, "it names two functions, of the type and back")
		return
	}
	if m.Kind == typemodel.Interface || m.Kind == typemodel.Pointer {
		l.mistake(d, "%s is an %s: name the functions of what it holds", typeString(t), m.Kind)
		return
	}
	to, as := l.function(d, d.args[0], here, func(params, results []types.Type) (ref typemodel.FuncRef, as types.Type) {
		if len(params) != 1 || len(results) == 0 || len(results) > 2 {
			return ref, nil
		}
		ref.Pointer = !same(params[0], t)
		ref.Fails = len(results) == 2
		if ref.Pointer && !same(params[0], types.NewPointer(t)) || ref.Fails && !isError(results[1]) {
			return ref, nil
		}
		return ref, results[0]
	}, "func(%[1]s) X or func(%[1]s) (X, error), or of a *%[1]s", t)
	if as == nil {
		return
	}
	if same(as, t) {
		l.mistake(d, "%s returns a %s: name a function that returns what stands for it", d.args[0], typeString(t))
		return
	}
	from, ok := l.function(d, d.args[1], here, func(params, results []types.Type) (ref typemodel.FuncRef, ok types.Type) {
		ref.Fails = len(results) > 0 && isError(results[len(results)-1])
		if ref.Fails {
			results = results[:len(results)-1]
		}
		switch {
		case len(params) == 1 && len(results) == 1 && same(params[0], as) && same(results[0], t):
			return ref, t
		case len(params) == 2 && len(results) == 0 && same(params[0], types.NewPointer(t)) && same(params[1], as):
			ref.Pointer = true
			return ref, t
		}
		return ref, nil
	}, "func(%[2]s) %[1]s or func(%[2]s) (%[1]s, error), or func(*%[1]s, %[2]s) error", t, as)
	if ok == nil {
		return
	}
	m.As = &typemodel.Conversion{Type: l.typeOf(as), To: to, From: from}
}

// by applies a directive that says which of its own parts carries t, of which m is
// the model: "fields", "methods", or one of its encoding methods by name.
func (l *loader) by(m *typemodel.Type, d *directive, t types.Type) {
	word := d.args[0]
	if word == "fields" {
		m.By = typemodel.By{Fields: true}
		return
	}
	var own []string
	for _, p := range typemodel.MethodPairs {
		if !m.Own().Has(p.Set) {
			continue
		}
		if own = append(own, p.Marshal); word == "methods" || word == p.Marshal {
			m.By.Methods |= p.Set
		}
	}
	switch {
	case m.By.Methods != 0:
	case word == "methods":
		l.mistake(d, "%s has no methods that encode and decode it", typeString(t))
	case len(own) > 0:
		l.mistake(d, "it names two functions, of the type and back, or fields, methods, or a method that encodes %s: %s", typeString(t), strings.Join(own, ", "))
	default:
		l.mistake(d, "it names two functions, of the type and back, or fields")
	}
}

// function looks up an exported function by the name that a directive gives,
// and has its signature judged. forms says which ones will do, of the types.
func (l *loader) function(d *directive, name string, here *types.Package,
	judge func(params, results []types.Type) (typemodel.FuncRef, types.Type), forms string, of ...types.Type,
) (typemodel.FuncRef, types.Type) {
	var none typemodel.FuncRef
	expr, err := typemodel.ParseExpr(name)
	if err != nil || expr.Kind != typemodel.Invalid || expr.Name.Args != nil {
		l.mistake(d, "%q is not the name of a function", name)
		return none, nil
	}
	pkg, err := l.packageNamed(expr.Name.PkgPath, expr.Name.Name, here, d.imports)
	if err != nil {
		l.mistake(d, "%v", err)
		return none, nil
	}
	if pkg == nil {
		l.asks = d
		return none, nil
	}
	fn, ok := pkg.Scope().Lookup(expr.Name.Name).(*types.Func)
	switch {
	case !ok:
		l.mistake(d, "package %s has no function %s", pkg.Name(), expr.Name.Name)
		return none, nil
	case !token.IsExported(fn.Name()):
		l.mistake(d, "%s is not exported, so that other packages cannot call it", name)
		return none, nil
	case fn.Signature().TypeParams().Len() > 0 || fn.Signature().Variadic():
		l.mistake(d, "%s is generic or variadic: name a function with one signature", name)
		return none, nil
	}
	ref, t := judge(typesOf(fn.Signature().Params()), typesOf(fn.Signature().Results()))
	if t == nil {
		var names []any
		for _, t := range of {
			names = append(names, typeString(t))
		}
		l.mistake(d, "%s is a %s: a %s is wanted", name, typeString(fn.Signature()), fmt.Sprintf(forms, names...))
		return none, nil
	}
	ref.PkgPath, ref.PkgName, ref.Name = pkg.Path(), pkg.Name(), fn.Name()
	return ref, t
}

func typesOf(tuple *types.Tuple) []types.Type {
	var list []types.Type
	for v := range tuple.Variables() {
		list = append(list, types.Unalias(v.Type()))
	}
	return list
}

// same reports whether two types are spelled the same; see implements.
func same(a, b types.Type) bool {
	return types.TypeString(types.Unalias(a), nil) == types.TypeString(types.Unalias(b), nil)
}

func isError(t types.Type) bool { return same(t, types.Universe.Lookup("error").Type()) }
