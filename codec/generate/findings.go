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
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// RefusedError is what formats refuse of types: all of it, for all types and formats.
type RefusedError []Refused

// Refused is what some formats refuse of a type, all for the same reasons.
type Refused struct {
	Type     string                 // as in [Request]
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

// endless returns the types for which no code can be written out, in any format.
func endless(s *Source) (list RefusedError) {
	of := owned(s.Package.Dir)
	for i, t := range s.Types {
		if refused := typemodel.Endless(t); len(refused) > 0 {
			list = append(list, Refused{Type: s.Names[i], Refusals: advised(t, of, refused)})
		}
	}
	return list
}

// refused returns all that the formats refuse of all types.
func (q Request) refused(s *Source, plans []*codec.Plan) (list RefusedError) {
	of := owned(s.Package.Dir)
	for i, t := range s.Types {
		first := len(list)
		for k, f := range q.Formats {
			refused := plans[k].Refused(i)
			reveals := len(refused) > 0 && !q.Unexported && takes(f, "unexported") && len(codec.Refusals(f, s.Package.Path, typemodel.Reveal(t, s.Package.Path))) < len(refused)
			if q.Exact {
				refused = append(refused, exact(plans[k], i)...)
			}
			if len(refused) == 0 {
				continue
			}
			one := Refused{Type: s.Names[i], Formats: []string{f.Name()}, Refusals: advised(t, of, refused)}
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

// alike reports whether people are told the same by two refusals.
func alike(a, b typemodel.Diagnostic) bool {
	a.Remedies, b.Remedies = 0, 0
	return reflect.DeepEqual(a, b)
}

// joined is one refusal behind what was said, or each reason on a line of its own. Of a
// reason that many parts share, the first part says what may be done, and one flag
// leaves all of them out.
func joined(list []typemodel.Diagnostic) string {
	if len(list) == 1 {
		return list[0].String()
	}
	var b strings.Builder
	for len(list) > 0 {
		first := list[0]
		same := func(r typemodel.Diagnostic) bool { return r.Text == first.Text && r.Path != "" }
		var parts []typemodel.Diagnostic
		for _, r := range list {
			if same(r) {
				parts = append(parts, r)
			}
		}
		if len(parts) < 3 {
			b.WriteString("\n\t" + first.String())
			list = list[1:]
			continue
		}
		list = slices.DeleteFunc(list, same)
		var paths, omit []string
		left := 0 // parts that a flag leaves out, which may be one flag for the key and the value of a map
		for _, r := range parts {
			paths = append(paths, r.Path)
			for _, flag := range r.Flags {
				if path, ok := strings.CutPrefix(flag, "--omit="); ok {
					left++
					if !slices.Contains(omit, path) {
						omit = append(omit, path)
					}
				}
			}
		}
		fmt.Fprintf(&b, "\n\t%s: %s", strings.Join(typemodel.Few(paths), ", "), first.Text)
		if first.Fix != "" {
			fmt.Fprintf(&b, " (%s: %s", first.Path, first.Fix)
			if left == len(parts) && len(omit) <= 8 { // more is no line that anybody types
				fmt.Fprintf(&b, "; all: --omit='%s'", strings.Join(omit, ","))
			}
			b.WriteString(")")
		}
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
			one := *j.Source
			one.Types, one.Names = one.Types[i:i+1], one.Names[i:i+1]
			alone := &job{Request: j.Request, Source: &one, Result: new(Result)}
			alone.Formats = []codec.Format{f}
			var err error
			if alone.plans, err = alone.Request.plans(&one); err == nil {
				_, err = alone.code(false)
			}
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
func (q Request) leftOut(s *Source, plans []*codec.Plan) (lines []string) {
	for k, f := range q.Formats {
		lines = append(lines, leftOut(f, s, plans[k], s.Names)...)
	}
	return lines
}

func leftOut(f codec.Format, s *Source, p *codec.Plan, names []string) (lines []string) {
	for i, name := range names {
		var paths []string
		for _, d := range p.Said(i, typemodel.Dropped) {
			paths = append(paths, d.Path)
		}
		if len(paths) > 0 {
			again := andElsewhere(recurring(s.Types[i]).elsewhere(paths))
			lines = append(lines, fmt.Sprintf("%s: the format %s leaves out by its rules: %s%s.", name, f.Name(), strings.Join(paths, ", "), again))
		}
	}
	return lines
}

// notes are what people should know of the types in the formats, and of the options.
func (q Request) notes(s *Source, plans []*codec.Plan) []string {
	list := q.said(s, plans, typemodel.Few)
	for _, p := range plans {
		list = append(list, p.Advice...)
	}
	return list
}

// exact returns as refusals what the format gives back as something else of a type, and
// what it leaves out.
func exact(p *codec.Plan, i int) []typemodel.Diagnostic {
	list := append(p.Said(i, typemodel.Changed), p.Said(i, typemodel.Dropped)...)
	for i := range list {
		list[i].Severity, list[i].Fix = typemodel.Refused, "leave --exact out, or take another format"
	}
	return list
}

// said returns what people should know of the types in the formats, a line each:
// what comes back as something else, and which types are carried by their methods
// and which, though they have some, by their fields. few shortens the places of each.
func (q Request) said(s *Source, plans []*codec.Plan, few func([]string) []string) []string {
	var lines []string
	formats := map[string][]string{} // of which the same is said
	for k, f := range q.Formats {
		texts := []string{}
		places, elsewhere := map[string][]string{}, map[string][]string{}
		for _, severity := range []typemodel.Severity{typemodel.Changed, typemodel.Note} {
			for i, t := range s.Types {
				within := map[string][]string{}
				for _, d := range plans[k].Said(i, severity) {
					path, isType := d.Path, slices.Contains(carried, d.Text)
					within[d.Text] = append(within[d.Text], path)
					if !isType && (len(s.Types) > 1 || path == "") { // of one of several types
						path = strings.TrimSuffix(t.String()+"."+path, ".")
					}
					if places[d.Text] == nil {
						texts = append(texts, d.Text)
					}
					places[d.Text] = append(places[d.Text], path)
				}
				if len(within) > 0 {
					again := recurring(t)
					for text, paths := range within {
						if slices.Contains(carried, text) {
							continue
						}
						for _, name := range again.elsewhere(paths) {
							if !slices.Contains(elsewhere[text], name) {
								elsewhere[text] = append(elsewhere[text], name)
							}
						}
					}
				}
			}
		}
		slices.SortStableFunc(texts, func(a, b string) int {
			return slices.Index(carried, a) - slices.Index(carried, b)
		})
		for _, text := range texts {
			line := text + ": " + strings.Join(few(places[text]), ", ") + andElsewhere(few(elsewhere[text]))
			if formats[line] == nil {
				lines = append(lines, line)
			}
			formats[line] = append(formats[line], f.Name())
		}
	}
	for i, line := range lines {
		lines[i] = strings.Join(formats[line], ", ") + ": " + line
	}
	return lines
}

// carried is what is said of types with methods, which comes after everything else.
var carried = []string{shape.ByMethods, shape.ByFields, shape.ByLone}

// recurrence has the types of which a walk over all places of a type does not come to each, by
// the paths at which it comes to them: those that lead back to themselves, and all structs where
// there are many places.
type recurrence map[string]*typemodel.Type

// manyPlaces is less than what a walk comes to before it takes each struct once, since the
// parts of a plan are others than those of its type.
const manyPlaces = 2_500

func recurring(t *typemodel.Type) recurrence {
	recursive, structs, known := recurrence{}, recurrence{}, map[*typemodel.Type]bool{}
	places := 0
	typemodel.WalkPlaces(t, func(path string, part *typemodel.Type) bool {
		places++
		if _, ok := known[part]; !ok {
			known[part] = typemodel.Recursive(part)
		}
		if known[part] {
			recursive[path] = part
		}
		if part.Kind == typemodel.Struct || known[part] {
			structs[path] = part
		}
		return true
	})
	if places > manyPlaces {
		return structs
	}
	return recursive
}

// elsewhere returns the types wherever which stand the same is so, besides at the paths: what
// lies in them is told where a walk first comes to it.
func (r recurrence) elsewhere(paths []string) (types []string) {
	for _, at := range paths {
		for r[at] == nil && at != "" {
			at = at[:max(0, strings.LastIndexAny(at, ".["))]
		}
		if t := r[at]; t != nil && !slices.Contains(types, t.String()) {
			types = append(types, t.String())
		}
	}
	return types
}

// andElsewhere continues a list of places by those that a recurrence knows.
func andElsewhere(types []string) string {
	if len(types) == 0 {
		return ""
	}
	return ", and wherever else " + strings.Join(types, ", ") + " stands"
}
