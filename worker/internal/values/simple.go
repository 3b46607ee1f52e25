package values

import (
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/assay-go/assay/worker/internal/deep"
)

// What is tried on a type's own methods to find a value that they take: so many
// places of it, and so many values.
const (
	simplePlaces = 64
	simpleTries  = 8000
	simpleRounds = 24 // different refusals
	simpleDepth  = 3
)

// shared is what the makers of all values of a type have found out.
type shared struct {
	bases   map[reflect.Type]reflect.Value // see base; invalid where there is none
	spelled map[string]int                 // by path, which text a field takes

	refuses bool     // some value of the outermost type
	paths   []string // of the outermost type's parts of which its methods refused others
}

// simple returns those of the paths at which all values hold the same.
func (s *shared) simple(list []reflect.Value) (same []string) {
	for _, path := range s.paths {
		fields := strings.Split(path, ".")
		var first any
		found, varies := false, false
		for _, v := range list {
			part := v
			for _, name := range fields {
				if part = within(part); part.IsValid() {
					part = part.FieldByName(name)
				}
				if !part.IsValid() {
					break
				}
			}
			switch {
			case !part.IsValid():
			case !found:
				first, found = part.Interface(), true
			default:
				varies = varies || !reflect.DeepEqual(first, part.Interface())
			}
		}
		if !varies {
			same = append(same, path)
		}
	}
	return same
}

// takable sets v, a value of the outermost type that its methods refuse, to another,
// where one is found that they take. Of types whose methods refuse some values others
// are sought for those that come back changed, too: a part that does not for any value
// stays as it is, for the rows to show.
func (g *generator) takable(v reflect.Value) {
	_, changed, err := throughMethods(v.Addr())
	if err == nil && !(changed && g.shared.refuses) {
		return
	}
	g.shared.refuses = true
	was := reflect.New(v.Type()).Elem()
	was.Set(v)
	whole := err == nil
	defer func(edge edge) { g.edge = edge }(g.edge)
	if g.edge == empty {
		g.edge = usual
	}
	for range 4 {
		v.SetZero()
		g.parts, g.longs = 0, 0
		if quietly(func() error { g.fill(v, 0); return nil }) == nil && !v.IsZero() && g.travels(v.Addr()) {
			return
		}
	}
	if quietly(func() error { return g.simplified(v, was) }) != nil || v.IsZero() || !whole && Refusal(v.Addr().Interface()) != nil {
		v.Set(was)
	}
}

// simpler fills v, a struct, as if its type had no methods, and makes as many of its
// parts simple as its methods ask for: it begins with a simple value that they take,
// and keeps what they take of another in its place, part by part.
func (g *generator) simpler(v reflect.Value) error {
	defer func(edge edge) { g.edge = edge }(g.edge)
	if g.edge == empty {
		g.edge = usual
	}
	was := reflect.New(v.Type()).Elem()
	g.byFields(was)
	return g.simplified(v, was)
}

// simplified sets v to a simple value that its methods take, and to as much of was as
// they take.
func (g *generator) simplified(v, was reflect.Value) error {
	t := v.Type()
	if t.Kind() != reflect.Struct {
		return errLost
	}
	base, known := g.shared.bases[t]
	if !known {
		base = g.base(t)
		g.shared.bases[t] = base
	}
	if !base.IsValid() {
		return errLost
	}
	v.Set(cloned(base))
	s := simplifier{g: g, v: v}
	s.works = s.travels
	if !s.works() {
		s.works = s.taken
	}
	s.grow(v, was, "", 0)
	if len(s.lossy) > 0 { // what is lost alone may come back with another: bytes, and a flag that there are some
		alone := cloned(v)
		for _, set := range s.lossy {
			set()
		}
		if s.grow(v, was, "", 0); !s.works() {
			v.Set(alone)
		}
	}
	return nil
}

func cloned(v reflect.Value) reflect.Value {
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	return reflect.ValueOf(deep.Clone(p.Interface())).Elem()
}

// simplifier tries values of a part of v on the methods of v's type.
type simplifier struct {
	g     *generator
	v     reflect.Value
	tries int
	found reflect.Value // one that is taken, and does not come back as it is
	works func() bool   // whether v is kept
	lossy []func()      // set parts that do not come back as they are
}

// particular is what tells of a value in the words for why it is refused.
var particular = regexp.MustCompile(`"[^"]*"|'[^']*'|` + "`[^`]*`" + `|[-+]?[0-9][0-9a-zA-Z.]*`)

// refusal returns why v is not taken, or what of it does not come back, "" where it
// does.
func (s *simplifier) refusal() string {
	s.tries++
	p := cloned(s.v).Addr() // to which its methods may write
	if err := s.g.accept(p); err != nil {
		return "refused: " + particular.ReplaceAllString(err.Error(), "…")
	}
	back, changed, err := throughMethods(p)
	if err != nil || !changed {
		return ""
	}
	if !s.found.IsValid() {
		s.found = cloned(s.v)
	}
	return "lost: " + deep.Compare(p.Interface(), back.Interface()).String()
}

func (s *simplifier) taken() bool { return s.g.accept(cloned(s.v).Addr()) == nil }

// travels reports whether v is taken and comes back as it is.
func (s *simplifier) travels() bool { return s.g.travels(cloned(s.v).Addr()) }

// base returns a value of t that its methods take, as simple as that is: the invalid
// one where none was found. Where a change of one part makes a refusal another, that
// is a step on the way: a reader tells of the first thing that it misses.
func (g *generator) base(t reflect.Type) reflect.Value {
	g.makers[t] = nil // for t within itself
	defer delete(g.makers, t)
	s := simplifier{g: g, v: reflect.New(t).Elem()}
	for begin := range 4 {
		switch begin {
		case 0:
			g.usually(func() { g.byFields(s.v) })
		case 1, 2:
			s.v.SetZero()
			g.simple(s.v, begin-1, 0)
		case 3:
			s.v.SetZero()
		}
		if s.descend() {
			return cloned(s.v)
		}
	}
	return s.found
}

// usually does f while values are no edges.
func (g *generator) usually(f func()) {
	defer func(edge edge) { g.edge = edge }(g.edge)
	g.edge = usual
	f()
}

// descend changes parts of s.v, one after another, until it is taken. Each value that
// is refused for what no other was is one to go on from.
func (s *simplifier) descend() bool {
	why := s.refusal()
	if why == "" {
		return true
	}
	seen := map[string]bool{why: true}
	for queue := []reflect.Value{cloned(s.v)}; len(queue) > 0 && len(seen) < simpleRounds; queue = queue[1:] {
		s.v.Set(queue[0])
		for k := range simplePlaces {
			f, ok := placeOf(s.v, k)
			if !ok {
				break
			}
			old := reflect.New(f.Type()).Elem()
			old.Set(f)
			for n := 0; s.g.alternative(f, n); n++ {
				if s.tries > simpleTries {
					return false
				}
				why := s.refusal()
				if why == "" {
					return true
				}
				if !seen[why] {
					seen[why] = true
					queue = append(queue, cloned(s.v))
				}
			}
			f.Set(old)
		}
	}
	return false
}

// alternative sets f to the n-th simple value of its type, and reports whether there
// is one.
func (g *generator) alternative(f reflect.Value, n int) bool {
	f.SetZero()
	if n < 3 {
		if n > 0 {
			g.simple(f, n-1, 0)
		}
		return true
	}
	n -= 3
	if f.Kind() == reflect.Bool && n == 0 {
		f.SetBool(true)
		return true
	}
	if f.Kind() == reflect.String && n < len(plausible)+len(rarer) {
		g.spell(f, n)
		return true
	}
	if f.Kind() != reflect.String && n < 3 {
		g.usually(func() { g.fill(f, maxDepth-2) })
		return true
	}
	return false
}

// spell sets f to the n-th of the texts that types are used to reading.
func (g *generator) spell(f reflect.Value, n int) {
	if n < len(plausible) {
		f.SetString(plausible[n](g))
	} else {
		f.SetString(rarer[n-len(plausible)](g))
	}
}

// simple sets v to a value in which nothing is nil, and all else is zero, or one.
func (g *generator) simple(v reflect.Value, one, depth int) {
	t := v.Type()
	if !v.CanSet() || depth > simpleDepth {
		return
	}
	if t.ConvertibleTo(timeType) || g.makers[t] != nil {
		g.usually(func() { g.fill(v, maxDepth-2) })
		return
	}
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); looksInto(f) && f.Tag.Get("assay") != "-" {
				owner, field := g.owner, g.field
				g.owner, g.field = t, f.Name
				g.simple(v.Field(i), one, depth+1)
				g.owner, g.field = owner, field
			}
		}
	case reflect.Pointer:
		p := reflect.New(t.Elem())
		g.simple(p.Elem(), one, depth+1)
		v.Set(p.Convert(t))
	case reflect.Interface:
		g.usually(func() { g.hold(v, 0) })
		if v.IsNil() {
			return
		}
		held := reflect.New(v.Elem().Type()).Elem()
		g.simple(held, one, depth+1)
		v.Set(held)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(t, one, one))
		if one > 0 {
			g.simple(v.Index(0), one, depth+1)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(t))
	case reflect.String:
		v.SetString([]string{"", "1"}[one])
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(one))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(uint64(one))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(one))
	}
}

// placeOf returns the k-th part of v that can be set: its fields, and then those of
// the structs in them.
func placeOf(v reflect.Value, k int) (place reflect.Value, ok bool) {
	level := []reflect.Value{v}
	for depth := 0; len(level) > 0 && depth < 2*simpleDepth; depth++ {
		var below []reflect.Value
		for _, v := range level {
			for i := range v.NumField() {
				f := v.Field(i)
				if sf := v.Type().Field(i); !looksInto(sf) || sf.Tag.Get("assay") == "-" || !f.CanSet() {
					continue
				}
				if k == 0 {
					return f, true
				}
				k--
				if inner := within(f); inner.IsValid() {
					below = append(below, inner)
				}
			}
		}
		level = below
	}
	return reflect.Value{}, false
}

// within returns the struct that f is, points to or holds a pointer to, if any.
func within(f reflect.Value) reflect.Value {
	for (f.Kind() == reflect.Pointer || f.Kind() == reflect.Interface) && !f.IsNil() {
		f = f.Elem()
	}
	if f.Kind() != reflect.Struct || !f.CanSet() || f.Type().ConvertibleTo(timeType) {
		return reflect.Value{}
	}
	return f
}

// grow sets the fields of v, a part of s.v, to those of was, or to others, as far as
// they are taken.
func (s *simplifier) grow(v, was reflect.Value, path string, depth int) {
	for i := range v.NumField() {
		f, sf := v.Field(i), v.Type().Field(i)
		if !looksInto(sf) || !f.CanSet() || sf.Tag.Get("assay") == "-" {
			continue
		}
		at := sf.Name
		if path != "" {
			at = path + "." + sf.Name
		}
		old := reflect.New(f.Type()).Elem()
		old.Set(f)
		if s.replaced(f, was.Field(i), at) {
			continue
		}
		f.Set(old)
		inner, from := within(f), within(was.Field(i))
		if inner.IsValid() && from.IsValid() && inner.Type() == from.Type() && depth < simpleDepth {
			s.grow(inner, from, at, depth+1)
			continue
		}
		if s.v.Type() == s.g.root && !slices.Contains(s.g.shared.paths, at) {
			s.g.shared.paths = append(s.g.shared.paths, at)
		}
	}
}

// replaced sets f to what it was before it was made simple, or to another that the
// methods take and give back.
func (s *simplifier) replaced(f, was reflect.Value, path string) bool {
	g := s.g
	old := reflect.New(f.Type()).Elem()
	old.Set(f)
	lossy := false
	works := func() bool {
		if s.works() {
			return true
		}
		if !lossy && s.taken() {
			lossy = true
			other := cloned(f)
			s.lossy = append(s.lossy, func() { f.Set(other) })
		}
		return false
	}
	if f.Set(was); works() {
		return true
	}
	for range 3 {
		f.SetZero()
		if g.usually(func() { g.fill(f, maxDepth-2) }); !f.IsZero() && works() {
			return true
		}
	}
	texts := len(plausible) + len(rarer)
	if n, known := g.shared.spelled[path]; known && n < texts {
		if g.spell(f, n); works() {
			return true
		}
	} else if f.Kind() == reflect.String && !known {
		for n := range texts {
			if g.spell(f, n); f.String() != old.String() && works() {
				g.shared.spelled[path] = n
				return true
			}
		}
		g.shared.spelled[path] = texts
	}
	f.Set(old)
	return false
}
