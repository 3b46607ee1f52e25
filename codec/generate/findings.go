package generate

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/typemodel"
)

// RefusedError is what formats refuse of types: all of it, for all types and formats.
type RefusedError []Refused

// Refused is what some formats refuse of a type, all for the same reasons.
type Refused struct {
	Type     string                 // as in [Config]
	Formats  []string               // empty if no format can carry it
	Refusals []typemodel.Diagnostic // with path, reason, and ways out in words and as flags
	Reveals  string                 // the package whose unexported fields --unexported would carry, if that is of use
}

// Error returns the refusals for people, those of a type and some formats together.
func (e RefusedError) Error() string {
	var lines []string
	for _, r := range e {
		lines = append(lines, r.String())
	}
	return strings.Join(lines, "\n")
}

// String returns what is refused of one type.
func (r Refused) String() string {
	who := "no format can"
	switch len(r.Formats) {
	case 0:
	case 1:
		who = "the format " + r.Formats[0] + " cannot"
	default:
		who = "the formats " + strings.Join(r.Formats, ", ") + " cannot"
	}
	s := r.Type + ": " + who + " carry it: " + joined(r.Refusals)
	if r.Reveals != "" {
		s += "; --unexported carries the unexported fields of package " + r.Reveals
	}
	return s
}

// check returns all that the formats refuse of all types.
func (c Config) check(s *Source) RefusedError {
	own := owned(s.Package.Dir)
	var list RefusedError
	var types []*typemodel.Type
	var names []string
	for i, t := range s.Types {
		if refused := typemodel.Endless(t); len(refused) > 0 {
			list = append(list, Refused{Type: c.Types[i], Refusals: advised(t, own, refused)})
			continue
		}
		types, names = append(types, t), append(names, c.Types[i])
	}
	byFormat := make([][][]typemodel.Diagnostic, len(c.Formats))
	for k, f := range c.Formats {
		byFormat[k] = refusals(f, s.Package.Path, types)
	}
	for i, t := range types {
		first := len(list)
		for k, f := range c.Formats {
			refused := byFormat[k][i]
			reveals := len(refused) > 0 && !c.Unexported && takes(f, "unexported") && len(refusals(f, s.Package.Path, []*typemodel.Type{typemodel.Reveal(t, s.Package.Path)})[0]) < len(refused)
			if c.Exact {
				refused = append(refused, exact(f, t)...)
			}
			if len(refused) == 0 {
				continue
			}
			one := Refused{Type: names[i], Formats: []string{f.Name()}, Refusals: advised(t, own, refused)}
			if reveals {
				one.Reveals = s.Package.Name
			}
			same := slices.IndexFunc(list[first:], func(other Refused) bool {
				return other.Reveals == one.Reveals && slices.EqualFunc(other.Refusals, one.Refusals, alike)
			})
			if same < 0 {
				list = append(list, one)
			} else {
				list[first+same].Formats = append(list[first+same].Formats, f.Name())
			}
		}
	}
	return list
}

// refusals returns what f refuses of each type for code in a package.
func refusals(f codec.Format, pkgPath string, types []*typemodel.Type) [][]typemodel.Diagnostic {
	if together, ok := f.(codec.Together); ok {
		return together.CheckTogether(pkgPath, types)
	}
	lists := make([][]typemodel.Diagnostic, len(types))
	for i, t := range types {
		lists[i] = f.Plan(pkgPath, t).Refused
	}
	return lists
}

// alike reports whether people are told the same by two refusals.
func alike(a, b typemodel.Diagnostic) bool {
	a.Ways, b.Ways = 0, 0
	return reflect.DeepEqual(a, b)
}

// joined is one refusal behind what was said, or each on a line of its own.
func joined(list []typemodel.Diagnostic) string {
	if len(list) == 1 {
		return list[0].String()
	}
	var b strings.Builder
	for _, r := range list {
		b.WriteString("\n\t" + r.String())
	}
	return b.String()
}

// advised returns the refusals with what people may do, each once with all its paths.
func advised(t *typemodel.Type, own func(string) bool, list []typemodel.Diagnostic) (out []typemodel.Diagnostic) {
	for _, r := range list {
		said := func(before typemodel.Diagnostic) bool {
			return before.Text == r.Text && slices.Contains(before.Also, r.Path)
		}
		if !slices.ContainsFunc(out, said) {
			out = append(out, typemodel.Advise(t, own, r))
		}
	}
	return out
}

// goMod returns the text of the go.mod of the module that dir is in, and nothing without one.
func goMod(dir string) []byte {
	root, found := moduleRoot(dir)
	if !found {
		return nil
	}
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return nil
	}
	return text
}

// moduleRoot returns the folder of the module that dir is in.
func moduleRoot(dir string) (root string, found bool) {
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, true
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", false
		}
		dir = parent
	}
}

// owned returns a func that reports whether a package is of the module that dir is
// in, whose files people may change.
func owned(dir string) func(pkgPath string) bool {
	module := modfile.ModulePath(goMod(dir))
	return func(pkgPath string) bool {
		return module != "" && (pkgPath == module || strings.HasPrefix(pkgPath, module+"/"))
	}
}

// allErrors returns the errors of all types in all formats, the first of which was
// found when the file was put together.
func (j *job) allErrors(first error) error {
	var list []error
	seen := map[string]bool{}
	for _, f := range j.Formats {
		for i := range j.Source.Types {
			_, err := j.code([]codec.Format{f}, j.Config.Types[i:i+1], j.Source.Types[i:i+1], j.Unsafe)
			if err != nil && !seen[err.Error()] {
				seen[err.Error()] = true
				list = append(list, err)
			}
		}
	}
	if len(list) == 0 {
		return first
	}
	return errors.Join(list...)
}

// leftOut says what the formats leave out of the types by their own rules.
func (c Config) leftOut(types []*typemodel.Type) (lines []string) {
	for _, f := range c.Formats {
		lines = append(lines, leftOut(f, c.Types, types)...)
	}
	return lines
}

func leftOut(format codec.Format, names []string, types []*typemodel.Type) (lines []string) {
	leaver, ok := format.(codec.Leaver)
	if !ok {
		return nil
	}
	for i, t := range types {
		if left := leaver.LeavesOut(t); len(left) > 0 {
			lines = append(lines, fmt.Sprintf("%s: the format %s leaves out by its rules: %s.", names[i], format.Name(), strings.Join(left, ", ")))
		}
	}
	return lines
}

// notes are what people should know of the types in the formats, and of the options.
func (c Config) notes(types []*typemodel.Type) []string {
	list := said(c.Formats, types, typemodel.Few)
	for _, f := range c.Formats {
		if a, ok := f.(codec.Advisor); ok {
			list = append(list, a.Advice(c.Options)...)
		}
	}
	return list
}

// exact returns as refusals what the format gives back as something else, and what
// it leaves out.
func exact(f codec.Format, t *typemodel.Type) []typemodel.Diagnostic {
	const fix = "leave --exact out, or take another format"
	var list []typemodel.Diagnostic
	for _, c := range f.Plan("", t).Changes {
		for _, path := range c.Paths {
			list = append(list, typemodel.Diagnostic{Path: path, Text: c.What, Fix: fix})
		}
	}
	if leaver, ok := f.(codec.Leaver); ok {
		for _, path := range leaver.LeavesOut(t) {
			list = append(list, typemodel.Diagnostic{Path: path, Text: "the format leaves it out by its rules", Fix: fix})
		}
	}
	return list
}

// said returns what people should know of the types in the formats, a line each:
// what comes back as something else, and which types are carried by their methods
// and which, though they have some, by their fields.
// few shortens the places of each.
func said(chosen []codec.Format, types []*typemodel.Type, few func([]string) []string) []string {
	var lines []string
	formats := map[string][]string{} // of which the same is said
	say := func(f codec.Format, what string, of []string) {
		line := what + ": " + strings.Join(few(of), ", ")
		if formats[line] == nil {
			lines = append(lines, line)
		}
		formats[line] = append(formats[line], f.Name())
	}
	for _, f := range chosen {
		plans := make([]codec.Plan, len(types))
		for i, t := range types {
			plans[i] = f.Plan("", t)
		}
		for _, c := range changes(plans, types) {
			say(f, c.What, c.Paths)
		}
		var byMethods, byFields, lone []string
		seen := map[string]bool{}
		for _, p := range plans {
			for _, c := range p.Carriages {
				switch name := c.Type.String(); {
				case seen[name]:
				case c.By != "":
					byMethods = append(byMethods, name+" ("+c.By+")")
				case len(c.Type.Lone) > 0 && c.Type.Own()&typemodel.Standard&^typemodel.XMLMarshaler == 0:
					lone = append(lone, name+" ("+strings.Join(c.Type.Lone, ", ")+")")
				default:
					byFields = append(byFields, name+" ("+strings.Join(c.Type.Own().Names(), ", ")+")")
				}
				seen[c.Type.String()] = true
			}
		}
		if len(byMethods) > 0 {
			say(f, "carried by their methods, and the fields behind them are those methods' business (--as='TYPE=fields' has the fields)", byMethods)
		}
		if len(byFields) > 0 {
			say(f, "carried by their fields, and their methods are not called (--as='TYPE=methods' calls them)", byFields)
		}
		if len(lone) > 0 {
			say(f, "carried by their fields, since the counterparts of their methods are missing", lone)
		}
	}
	for i, line := range lines {
		lines[i] = strings.Join(formats[line], ", ") + ": " + line
	}
	return lines
}

// changes are those of all types, each kind once. Paths of several types begin with
// the type.
func changes(plans []codec.Plan, types []*typemodel.Type) []codec.Change {
	var list []codec.Change
	for i, t := range types {
		for _, c := range plans[i].Changes {
			for i, path := range c.Paths {
				if len(types) > 1 || path == "" {
					c.Paths[i] = strings.TrimSuffix(t.String()+"."+path, ".")
				}
			}
			i := slices.IndexFunc(list, func(have codec.Change) bool { return have.What == c.What })
			if i < 0 {
				list = append(list, c)
				continue
			}
			list[i].Paths = append(list[i].Paths, c.Paths...)
		}
	}
	return list
}
