package check

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/internal/compile"
	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/typemodel"
)

// lockedRow is what a codec wrote.
type lockedRow struct {
	Version    string            `json:"version,omitempty"`
	Values     []lockedValue     `json:"values"`
	Edges      []lockedEdge      `json:"edges,omitempty"`
	Variations []lockedVariation `json:"variations,omitempty"` // by which it is told what a reader drops
	Varied     *variation        `json:"varied,omitempty"`     // in place of them, of schema 2

	all    []protocol.NamedValue // values and edges
	sent   map[string][]byte     // by the name of one
	varied map[string]*variation
}

// lockedValue is a value as its own reader has it.
type lockedValue struct {
	Name    string          `json:"name"`
	Leaves  []protocol.Leaf `json:"leaves"`
	Encoded []byte          `json:"encoded"`
}

// lockedEdge is a value with an edge in it, told by the value.
type lockedEdge struct {
	Of      int                  `json:"of,omitempty"` // an index of the row's values
	Edge    string               `json:"edge"`
	Path    string               `json:"path"`
	Leaves  patch[protocol.Leaf] `json:"leaves"`
	Encoded patch[byte]          `json:"encoded"`
}

// lockedVariation is a variation, whose messages are told by the first.
type lockedVariation struct {
	Filled  bool            `json:"filled,omitempty"`
	Single  bool            `json:"single,omitempty"`
	Leaves  []protocol.Leaf `json:"leaves"`
	Encoded []byte          `json:"encoded"`
	Varied  []lockedVaried  `json:"varied"`
	Again   []patch[byte]   `json:"again,omitempty"`
	Unseen  []string        `json:"unseen,omitempty"`
}

type lockedVaried struct {
	Path    string        `json:"path"`
	Encoded []patch[byte] `json:"encoded"`
}

// patch tells a list by another: how many parts both begin and end with, and what stands
// between those.
type patch[T comparable] struct {
	Head int `json:"head,omitempty"`
	Put  []T `json:"put,omitempty"`
	Tail int `json:"tail,omitempty"`
}

func patchOf[T comparable](base, list []T) (p patch[T]) {
	n := min(len(base), len(list))
	for p.Head < n && base[p.Head] == list[p.Head] {
		p.Head++
	}
	for p.Head+p.Tail < n && base[len(base)-1-p.Tail] == list[len(list)-1-p.Tail] {
		p.Tail++
	}
	p.Put = list[p.Head : len(list)-p.Tail]
	return p
}

// on is the list; false where the base is none of the patch's.
func (p patch[T]) on(base []T) ([]T, bool) {
	if p.Head < 0 || p.Tail < 0 || p.Head+p.Tail > len(base) {
		return nil, false
	}
	return slices.Concat(base[:p.Head], p.Put, base[len(base)-p.Tail:]), true
}

// mostOfEdge is how many bytes more than its value a message with an edge may have: long texts
// and lists are in no lock.
const mostOfEdge = 64

// written is what a codec writes today of values and edges, of those that it reads back.
func (s *side) written(ctx context.Context, name string) (*lockedRow, error) {
	row := &lockedRow{}
	values, err := s.values(ctx, name, protocol.Probe{What: "values", Values: sampled})
	if err != nil {
		return nil, err
	}
	// What it reads today is what it is to read tomorrow.
	both := func(v protocol.NamedValue, most int) (*lockedValue, error) {
		w, err := s.ask(ctx, name, protocol.Probe{What: "write", Name: v.Name})
		if err != nil || w.failure() != "" || len(w.Encoded) > most {
			return nil, err
		}
		read, err := s.ask(ctx, name, protocol.Probe{What: "read", Encoded: w.Encoded})
		if err != nil || read.failure() != "" {
			return nil, err
		}
		return &lockedValue{v.Name, read.Leaves, w.Encoded}, nil
	}
	var places []string
	for _, v := range values {
		one, err := both(v, math.MaxInt)
		if err != nil {
			return nil, err
		}
		if one != nil {
			row.Values = append(row.Values, *one)
		}
		for _, l := range v.Leaves {
			if p := place(l.Path); !slices.Contains(places, p) {
				places = append(places, p)
			}
		}
	}
	if len(row.Values) == 0 {
		return nil, errors.New("it reads nothing of what it writes")
	}
	edges, err := s.values(ctx, name, protocol.Probe{What: "values", Places: places, Bare: true})
	if err != nil {
		return nil, err
	}
	for _, v := range edges {
		_, value, _ := strings.Cut(v.Name, " of ")
		of := slices.IndexFunc(row.Values, func(l lockedValue) bool { return l.Name == value })
		if v.Edge == "" || of < 0 {
			continue
		}
		base := &row.Values[of]
		one, err := both(v, len(base.Encoded)+mostOfEdge)
		if err != nil {
			return nil, err
		}
		if one != nil {
			row.Edges = append(row.Edges, lockedEdge{of, v.Edge, v.Path, patchOf(base.Leaves, one.Leaves), patchOf(base.Encoded, one.Encoded)})
		}
	}
	for _, single := range []bool{false, true} {
		for _, filled := range []bool{true, false} {
			v, err := s.variation(ctx, name, filled, single)
			if err != nil {
				return nil, err
			}
			if v == nil || slices.ContainsFunc(row.Variations, func(l lockedVariation) bool { return slices.Equal(l.Leaves, v.Leaves) }) {
				continue
			}
			row.Variations = append(row.Variations, lockVariation(v, filled, single))
		}
	}
	row.unpack()
	return row, nil
}

func lockVariation(v *variation, filled, single bool) lockedVariation {
	patches := func(messages [][]byte) (list []patch[byte]) {
		for _, m := range messages {
			list = append(list, patchOf(v.Encoded, m))
		}
		return list
	}
	l := lockedVariation{Filled: filled, Single: single, Leaves: v.Leaves, Encoded: v.Encoded, Again: patches(v.Again), Unseen: v.unseen}
	for _, p := range v.Varied {
		l.Varied = append(l.Varied, lockedVaried{p.Path, patches(p.Encoded)})
	}
	return l
}

// unpack makes of a row what it says; false where it is damaged.
func (r *lockedRow) unpack() bool {
	ok := len(r.Values) > 0
	r.all, r.sent, r.varied = nil, map[string][]byte{}, map[string]*variation{}
	add := func(v protocol.NamedValue, encoded []byte) {
		r.all, r.sent[v.Name] = append(r.all, v), encoded
	}
	for _, v := range r.Values {
		add(protocol.NamedValue{Name: v.Name, Leaves: v.Leaves}, v.Encoded)
	}
	for i, e := range r.Edges {
		if e.Of < 0 || e.Of >= len(r.Values) {
			return false
		}
		base := r.Values[e.Of]
		leaves, one := e.Leaves.on(base.Leaves)
		encoded, two := e.Encoded.on(base.Encoded)
		ok = ok && one && two
		add(protocol.NamedValue{Name: fmt.Sprintf("edge %d of %s", i, base.Name), Edge: e.Edge, Path: e.Path, Leaves: leaves}, encoded)
	}
	for _, l := range r.Variations {
		v := &variation{Encoded: l.Encoded, Leaves: l.Leaves, unseen: l.Unseen}
		messages := func(patches []patch[byte]) (list [][]byte) {
			for _, p := range patches {
				m, whole := p.on(l.Encoded)
				ok = ok && whole
				list = append(list, m)
			}
			return list
		}
		v.Again = messages(l.Again)
		for _, p := range l.Varied {
			v.Varied = append(v.Varied, protocol.Varied{Path: p.Path, Encoded: messages(p.Encoded)})
		}
		r.varied[fmt.Sprint(l.Filled, l.Single)] = v
	}
	if r.Varied != nil {
		r.varied[fmt.Sprint(true, false)] = r.Varied
	}
	return ok
}

// side is the side that wrote what a version has of a codec: it answers from the lock. Of a
// version that has no type it is today's.
func (v *Version) side(of *codec, now *typemodel.Type) *side {
	t := now
	if len(v.Type) > 0 {
		t = unlockType(v.Type)
	}
	row := v.Codecs[of.name]
	s := &side{codecs: []codec{*of}, loaded: &bench.Loaded{Subject: &compile.Subject{Type: t}}, varied: map[string]*variation{}}
	for _, filled := range []bool{true, false} {
		for _, single := range []bool{true, false} {
			s.varied[fmt.Sprint(of.name, filled, single)] = row.varied[fmt.Sprint(filled, single)]
		}
	}
	s.answer = func(_ string, p protocol.Probe) (*probed, error) { return &probed{Probed: row.answer(p)}, nil }
	return s
}

// gone lists what a row of a version that has no type was written of, and today's type has no
// place for.
func (r *lockedRow) gone(now *typemodel.Type) (list []Change) {
	for _, v := range r.varied {
		for _, l := range v.Leaves {
			if p := place(l.Path); scalar(l) && !reaches(now, p) {
				list = append(list, Change{Kind: "removed", Path: p})
			}
		}
	}
	return list
}

// answer is what there is of an answer in the lock.
func (r *lockedRow) answer(p protocol.Probe) (out protocol.Probed) {
	switch p.What {
	case "values":
		for _, v := range r.all {
			if v.Edge == "" || slices.Contains(p.Places, place(v.Path)) {
				out.Values = append(out.Values, v)
			}
		}
	case "write":
		out.Encoded = r.sent[p.Name]
	case "read":
		out.Refused = "nobody reads it"
		for _, v := range r.all {
			if slices.Equal(r.sent[v.Name], p.Encoded) {
				out.Leaves, out.Refused = v.Leaves, ""
			}
		}
	}
	return out
}

// lockedType is a type as far as it is compared: its parts are the indexes of others of a list,
// from 1.
type lockedType struct {
	Kind    string            `json:"kind"`
	Name    string            `json:"name,omitempty"`
	Len     int               `json:"len,omitempty"`
	Methods typemodel.Methods `json:"methods,omitempty"`
	Key     int               `json:"key,omitempty"`
	Elem    int               `json:"elem,omitempty"`
	Fields  []lockedField     `json:"fields,omitempty"`
}

type lockedField struct {
	Name     string            `json:"name"`
	Type     int               `json:"type"`
	Tag      reflect.StructTag `json:"tag,omitempty"`
	Embedded bool              `json:"embedded,omitempty"`
	Omit     bool              `json:"omit,omitempty"`
	Reached  bool              `json:"reached,omitempty"`
}

// lockType lists a type and its parts, the whole first.
func lockType(t *typemodel.Type) (list []lockedType) {
	known := map[*typemodel.Type]int{}
	var add func(t *typemodel.Type) int
	add = func(t *typemodel.Type) int {
		if t == nil || known[t] > 0 {
			return known[t]
		}
		list = append(list, lockedType{})
		n := len(list)
		known[t] = n
		l := lockedType{Kind: t.Kind.String(), Len: t.Len, Methods: t.Methods, Key: add(t.Key), Elem: add(t.Elem)}
		if !t.Name.IsZero() {
			l.Name = t.Name.String()
		}
		for _, f := range t.Fields {
			l.Fields = append(l.Fields, lockedField{f.Name, add(f.Type), f.Tag, f.Embedded, f.Omit, f.Reached})
		}
		list[n-1] = l
		return n
	}
	add(t)
	return list
}

// unlockType is the type that lockType listed.
func unlockType(list []lockedType) *typemodel.Type {
	types := make([]typemodel.Type, len(list))
	part := func(n int) *typemodel.Type {
		if n == 0 {
			return nil
		}
		return &types[n-1]
	}
	for i, l := range list {
		t := typemodel.Type{Len: l.Len, Methods: l.Methods, Key: part(l.Key), Elem: part(l.Elem)}
		for k := range typemodel.UnsafePointer + 1 {
			if k.String() == l.Kind {
				t.Kind = k
			}
		}
		name, args, _ := strings.Cut(l.Name, "[")
		pkg, name, qualified := strings.Cut(name, ".")
		if !qualified {
			pkg, name = "", pkg
		}
		t.Name = typemodel.Name{PkgName: pkg, Name: name}
		if args != "" { // in one word
			t.Name.Args = []*typemodel.Type{{Name: typemodel.Name{Name: strings.TrimSuffix(args, "]")}}}
		}
		for _, f := range l.Fields {
			t.Fields = append(t.Fields, typemodel.Field{Name: f.Name, Type: part(f.Type), Tag: f.Tag, Embedded: f.Embedded, Omit: f.Omit, Reached: f.Reached})
		}
		types[i] = t
	}
	return &types[0]
}

// complete reports whether all parts of the types are there.
func complete(list []lockedType) bool {
	there := func(n int, needed bool) bool { return (n > 0 || !needed && n == 0) && n <= len(list) }
	return !slices.ContainsFunc(list, func(l lockedType) bool {
		holds := slices.Contains([]string{"slice", "array", "map", "pointer"}, l.Kind)
		return !there(l.Key, l.Kind == "map") || !there(l.Elem, holds) || slices.ContainsFunc(l.Fields, func(f lockedField) bool { return !there(f.Type, true) })
	})
}
