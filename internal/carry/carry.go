// Package carry decides how the state of a type travels that exported fields do
// not reach: that of big.Int, netip.Addr, decimal.Decimal, of a type's own
// unexported fields. It is the one rule for generated codecs and for the
// adapters of serializers alike, and its opinion is that nothing is ever lost
// in silence: a type is carried by its fields, or another type stands in its
// place on the wire, or it is refused by path with the ways out.
//
// What stands in a type's place is found in this order: a conversion or a method
// that the user names, a conversion that this package ships for a well-known type, the type's own
// encoding methods in the order that suits the format, and its unexported fields
// where the emitted code is of the same package and the user asks for it.
//
// The package knows no format and no serializer: a [Preference] tells what suits one.
package carry

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"github.com/assay-go/assay/typemodel"
)

// Binary and Text are orders of encoding methods: those that suit formats of
// bytes, and formats of text. Methods that only promise some bytes come last.
var (
	Binary = []typemodel.Methods{
		typemodel.BinaryMarshaler, typemodel.GobEncoder, typemodel.ProtoMessage, typemodel.VTMessage, typemodel.GogoMessage,
		typemodel.TextMarshaler, typemodel.JSONMarshaler, typemodel.MsgpMarshaler,
	}
	Text = []typemodel.Methods{
		typemodel.TextMarshaler, typemodel.JSONMarshaler, typemodel.BinaryMarshaler, typemodel.GobEncoder,
		typemodel.ProtoMessage, typemodel.VTMessage, typemodel.GogoMessage, typemodel.MsgpMarshaler,
	}
)

// Preference is what suits a format or a serializer. The zero Preference is that of a binary
// format whose code stands in a package of its own.
type Preference struct {
	// Order has the encoding methods that may carry a type, best first: one bit
	// of [typemodel.Methods] each. Nil is [Binary].
	Order []typemodel.Methods

	// Text asks for the readable form of the conversions that are shipped.
	Text bool

	// Keeps are the methods that the serializer calls by itself: a type that has
	// one of them, be it promoted, is its own affair.
	Keeps typemodel.Methods

	// Stays reports further types that are the serializer's own affair, with all
	// that is in them. It may be nil.
	Stays func(*typemodel.Type) bool

	// Refuse returns why the serializer cannot carry t by itself, its parts
	// aside: no reason when it can. The path is its caller's to add. A type that has such a part is carried
	// by its own methods, if it has any. It may be nil.
	Refuse func(path string, t *typemodel.Type) typemodel.Diagnostic

	// Yields reports of a type that is carried by itself only where nothing else is
	// said: a type that has such a part is carried by its own methods, if it has any.
	// It may be nil.
	Yields func(*typemodel.Type) bool

	// Leaves reports of a field of a struct whether the serializer has a rule of its own
	// that leaves it out, so that its type does not matter. It may be nil.
	Leaves func(of *typemodel.Type, f *typemodel.Field) bool

	// Told says that nothing stands in the place of a type but what the user names for
	// it, and that fields which are not exported are the serializer's affair.
	Told bool

	// Strings asks for a string in the place of bytes that carry a type, in keys of maps
	// and elsewhere, and for the same in both.
	Strings bool

	// Hidden says that the serializer looks at unexported fields too, and minds
	// them: it is given a copy of what has some.
	Hidden bool

	// Spread asks for a struct in the place of each interface whose types are
	// known: a pointer for each of them, of which one at most is set. It is for
	// serializers that have no form for interfaces.
	Spread bool

	// Passes reports of a field that is left out whether the serializer does
	// nothing with it anyway. Nil is the tag json:"-": where that is not minded,
	// the field is zero at least.
	Passes func(*typemodel.Field) bool
}

// Plan is how a type and all its parts are carried.
type Plan struct {
	preference Preference
	bad        map[*typemodel.Type]bool // cannot be carried by their parts
	carriers   map[*typemodel.Type]*StandIn
	keys       map[*StandIn]*StandIn
	byName     map[*typemodel.Type]*StandIn // of conversions, nil where there is none
	list       []*StandIn
	refusals   []typemodel.Diagnostic
}

// New plans for t. Its refusals are all the parts that cannot be carried.
func New(t *typemodel.Type, w Preference) (*Plan, []typemodel.Diagnostic) {
	if w.Order == nil {
		w.Order = Binary
	}
	p := &Plan{preference: w, bad: map[*typemodel.Type]bool{}, carriers: map[*typemodel.Type]*StandIn{}, keys: map[*StandIn]*StandIn{}, byName: map[*typemodel.Type]*StandIn{}}
	p.judge(t)
	p.collect(t, "", map[*typemodel.Type]bool{})
	return p, p.refusals
}

// Of returns what stands in the place of t, or nil when t is carried by its
// kind and, if it is a struct, its fields.
func (p *Plan) Of(t *typemodel.Type) *StandIn {
	c := p.carriers[t]
	if c != nil && p.preference.Strings && c.As.IsBytes() {
		return p.KeyOf(t)
	}
	return c
}

// Spreads reports whether a struct of pointers stands in the place of the
// interface t: see [Preference].
func (p *Plan) Spreads(t *typemodel.Type) bool {
	return p.preference.Spread && t.Kind == typemodel.Interface && len(t.Impls) > 0
}

// KeyOf is Of for the key of a map, for which bytes will not do: a text stands
// in the place of a type that has one, and else a string of those bytes.
func (p *Plan) KeyOf(t *typemodel.Type) *StandIn {
	c := p.carriers[t]
	if c == nil {
		return nil
	}
	if p.keys[c] == nil {
		if c.Methods != 0 && t.By.Methods == 0 && t.Own().Has(typemodel.TextMarshaler) && !p.preference.Strings {
			c = byMethods(t, typemodel.TextMarshaler, false, true)
		}
		p.keys[p.carriers[t]] = c.Key()
	}
	return p.keys[p.carriers[t]]
}

// Dropped returns the fields of t that are left out and that a serializer would
// meet all the same, if it were given t itself.
func (p *Plan) Dropped(t *typemodel.Type) []string {
	passes := p.preference.Passes
	if passes == nil {
		passes = func(f *typemodel.Field) bool { return f.Tag.Get("json") == "-" }
	}
	var list []string
	for i := range t.Fields {
		f := &t.Fields[i]
		if hidden := !token.IsExported(f.Name); hidden && p.preference.Hidden && !f.Embedded || !hidden && f.Omit && !passes(f) {
			list = append(list, f.Name)
		}
	}
	return list
}

// Changed returns the types, t and its parts, that are not carried as they are:
// those that something stands for, those with fields that are left out, and what
// has such a part.
func (p *Plan) Changed(t *typemodel.Type) map[*typemodel.Type]bool {
	changed := map[*typemodel.Type]bool{}
	var list []*typemodel.Type
	p.visit(t, func(_ string, t *typemodel.Type) { list = append(list, t) })
	for again := true; again; {
		again = false
		for _, t := range list {
			if changed[t] || p.keeps(t) {
				continue
			}
			if p.carriers[t] != nil || p.Spreads(t) || len(p.Dropped(t)) > 0 || slices.ContainsFunc(p.parts(t), func(part typemodel.Part) bool { return changed[part.Type] }) {
				changed[t], again = true, true
			}
		}
	}
	return changed
}

// Carriers returns the carriers of all parts of the type, in the order in which
// they are first met.
func (p *Plan) Carriers() []*StandIn { return p.list }

// Omitted returns the paths of the fields that are left out by the user's word,
// type by type, at all places where the types stand: generated code lists them in
// its comment.
func Omitted(t *typemodel.Type) []string {
	var list []string
	visit(t, "", map[*typemodel.Type]bool{}, func(_ string, part *typemodel.Type) bool {
		for i := range part.Fields {
			f := &part.Fields[i]
			if !f.Omit {
				continue
			}
			places, endless := typemodel.Places(t, part)
			for i := range places {
				places[i] = typemodel.FieldPath(places[i], f.Name)
			}
			if endless {
				places = append(places[:1], "and wherever else "+part.String()+" stands")
			}
			list = append(list, places...)
		}
		return true
	})
	return list
}

// keeps reports whether t is the serializer's own affair.
func (p *Plan) keeps(t *typemodel.Type) bool {
	return t.Methods&p.preference.Keeps != 0 || p.preference.Stays != nil && p.preference.Stays(t)
}

// named returns the carrier of t by a conversion, the user's or a shipped one.
func (p *Plan) named(t *typemodel.Type) *StandIn {
	c, known := p.byName[t]
	if !known {
		switch {
		case t.As != nil:
			c = byConversion(t)
		case t.By.Methods != 0:
			c = p.byMethods(t)
		case !t.By.Fields && !p.preference.Told:
			c = shipped(t, p.preference.Text)
		}
		p.byName[t] = c
	}
	return c
}

// byMethods returns the carrier of t by its own methods, or nil.
func (p *Plan) byMethods(t *typemodel.Type) *StandIn {
	if t.By.Fields || p.preference.Told && t.By.Methods == 0 {
		return nil
	}
	own := t.Own()
	if t.By.Methods != 0 {
		own &= t.By.Methods
	}
	for _, m := range p.preference.Order {
		if own.Has(m) || own&appender(m) != 0 {
			if c := byMethods(t, m, !own.Has(m), p.preference.Text); c != nil {
				return c
			}
		}
	}
	return nil
}

// appender is the interface that writes what m does behind other bytes, if there is one.
func appender(m typemodel.Methods) typemodel.Methods {
	switch m {
	case typemodel.BinaryMarshaler:
		return typemodel.BinaryAppender
	case typemodel.TextMarshaler:
		return typemodel.TextAppender
	}
	return 0
}

// refuse returns why t by itself, its parts aside, cannot be carried.
func (p *Plan) refuse(path string, t *typemodel.Type) typemodel.Diagnostic {
	switch t.Kind {
	case typemodel.Chan, typemodel.Func, typemodel.UnsafePointer:
		return typemodel.Diagnostic{Text: "values of kind " + t.Kind.String() + " have no encoding", Remedies: typemodel.RemedyLeaveOut}
	case typemodel.Map:
		if t.Key.Identity() && p.named(t.Key) == nil {
			return typemodel.Diagnostic{
				Text: "keys of type " + t.Key.String() + " are told apart by addresses, which no copy has",
				Fix:  "use a key that holds the value", Remedies: typemodel.RemedyLeaveOut,
			}
		}
	}
	if hidden := t.Hidden(); len(hidden) > 0 && !p.preference.Told {
		methods := "and no methods that encode it"
		if t.By.Fields {
			methods = "and its methods are not to be called"
		}
		return typemodel.Diagnostic{
			Text:     fmt.Sprintf("%s has state that other packages do not reach (%s) %s", t, strings.Join(hidden, ", "), methods),
			Remedies: typemodel.RemedyLeaveOut,
		}
	}
	if t.By.Methods != 0 && p.byMethods(t) == nil {
		return Uncalled(t)
	}
	if p.preference.Refuse != nil {
		return p.preference.Refuse(path, t)
	}
	return typemodel.Diagnostic{}
}

// Uncalled refuses t, since nothing calls the methods that the user names for it.
func Uncalled(t *typemodel.Type) typemodel.Diagnostic {
	return typemodel.Diagnostic{
		Text: fmt.Sprintf("%s is to go by its %s, which this format does not call", t, strings.Join(t.By.Methods.Names(), ", ")),
		Fix:  "name another of its methods by --as, or fields",
	}
}

// judge finds the types that cannot be carried by their parts.
func (p *Plan) judge(root *typemodel.Type) {
	var list []*typemodel.Type
	paths := map[*typemodel.Type]string{}
	p.visit(root, func(path string, t *typemodel.Type) {
		list = append(list, t)
		paths[t] = path
	})
	for changed := true; changed; {
		changed = false
		for _, t := range list {
			if p.bad[t] {
				continue
			}
			if p.refuse(paths[t], t).Text == "" && !slices.ContainsFunc(p.parts(t), func(part typemodel.Part) bool { return p.lost(part.Type) }) {
				continue
			}
			p.bad[t] = true
			changed = true
		}
	}
	if p.preference.Yields == nil {
		return
	}
	yields := map[*typemodel.Type]bool{}
	for changed := true; changed; {
		changed = false
		for _, t := range list {
			within := func(part typemodel.Part) bool {
				return yields[part.Type] && !p.keeps(part.Type) && p.named(part.Type) == nil && p.byMethods(part.Type) == nil
			}
			if !yields[t] && (p.preference.Yields(t) || slices.ContainsFunc(p.parts(t), within)) {
				yields[t], changed = true, true
			}
		}
	}
	for t := range yields {
		p.bad[t] = p.bad[t] || p.byMethods(t) != nil
	}
}

// lost reports whether nothing carries t.
func (p *Plan) lost(t *typemodel.Type) bool {
	if p.keeps(t) {
		return false
	}
	if c := p.named(t); c != nil {
		return c.As != t && p.lost(c.As)
	}
	return p.bad[t] && p.byMethods(t) == nil
}

// collect finds the carriers and the refusals of t, at path.
func (p *Plan) collect(t *typemodel.Type, path string, seen map[*typemodel.Type]bool) {
	if p.keeps(t) || seen[t] {
		return
	}
	seen[t] = true
	c := p.named(t)
	if c == nil && p.bad[t] {
		c = p.byMethods(t)
	}
	if c != nil {
		p.carriers[t] = c
		p.list = append(p.list, c)
		p.collect(c.As, path, seen)
		return
	}
	if r := p.refuse(path, t); r.Text != "" {
		r.Path, r.Remedies = path, r.Remedies|typemodel.RemedyConvert
		p.refusals = append(p.refusals, r)
		if t.Kind != typemodel.Struct {
			return
		}
	}
	for _, part := range p.parts(t) {
		p.collect(part.Type, part.At(path), seen)
	}
}

// visit calls yield for t and each type that it may be carried by, once.
func (p *Plan) visit(t *typemodel.Type, yield func(path string, t *typemodel.Type)) {
	seen := map[*typemodel.Type]bool{}
	var visit func(path string, t *typemodel.Type)
	visit = func(path string, t *typemodel.Type) {
		if seen[t] {
			return
		}
		seen[t] = true
		yield(path, t)
		if p.keeps(t) {
			return
		}
		if c := p.named(t); c != nil {
			visit(path, c.As)
			return
		}
		for _, part := range p.parts(t) {
			visit(part.At(path), part.Type)
		}
	}
	visit("", t)
}

// parts returns the parts of t that are carried when t is carried by them.
func (p *Plan) parts(t *typemodel.Type) []typemodel.Part { return parts(t, p.preference.Leaves) }

func parts(t *typemodel.Type, leaves func(of *typemodel.Type, f *typemodel.Field) bool) (list []typemodel.Part) {
	for part := range t.Parts {
		switch f := part.Field; {
		case f != nil && leaves != nil && leaves(t, f):
		case f != nil && f.Embedded && !f.Exported() && f.Type.Kind == typemodel.Struct: // its fields are those of t
			for _, inner := range parts(f.Type, leaves) {
				inner.Path = part.Path + inner.Path
				list = append(list, inner)
			}
		case f == nil || f.Exported():
			list = append(list, part)
		}
	}
	return list
}

// visit calls yield for t and each type that exported fields lead to, once.
func visit(t *typemodel.Type, path string, seen map[*typemodel.Type]bool, yield func(path string, t *typemodel.Type) bool) {
	if seen[t] {
		return
	}
	seen[t] = true
	if !yield(path, t) {
		return
	}
	for _, part := range parts(t, nil) {
		visit(part.Type, part.At(path), seen, yield)
	}
}
