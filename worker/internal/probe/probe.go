package probe

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/internal/deep"
	"github.com/assay-go/assay/worker/internal/verify"
)

// Answer does what the request asks for with the case's codec. The error says that
// the request makes no sense; what the codec does wrong is in the answer.
func Answer(c verify.Case, p protocol.Probe) (*protocol.Probed, error) {
	switch p.What {
	case "values":
		return &protocol.Probed{Values: values(c, p)}, nil
	case "write":
		v, err := named(c, p.Name)
		if err != nil {
			return nil, err
		}
		out := &protocol.Probed{}
		guarded(out, func() (err error) {
			out.Encoded, err = write(c, v)
			return err
		})
		return out, nil
	case "read":
		out := &protocol.Probed{}
		guarded(out, func() error {
			t, err := read(c, p.Encoded)
			if err != nil {
				return err
			}
			out.Leaves = leavesOf(t)
			if v, err := named(c, p.Name); err == nil {
				out.Was, out.Leaves = unlike(leavesOf(v), out.Leaves)
			}
			return nil
		})
		return out, nil
	case "vary":
		v, err := named(c, p.Name)
		if err != nil {
			return nil, err
		}
		out := &protocol.Probed{}
		guarded(out, func() error { return vary(c, v, p, out) })
		return out, nil
	case "moved":
		out := &protocol.Probed{}
		guarded(out, func() error { return moved(c, p, out) })
		return out, nil
	case "rewrite":
		out := &protocol.Probed{}
		guarded(out, func() error {
			v, err := read(c, p.Encoded)
			if err == nil {
				out.Encoded, err = write(c, v)
			}
			return err
		})
		return out, nil
	case "locate":
		out := &protocol.Probed{}
		guarded(out, func() (err error) {
			out.At, err = locate(c, p.Name, p.Path)
			return err
		})
		return out, nil
	case "messages":
		out := &protocol.Probed{}
		guarded(out, func() error { return messages(c, p.Names, out) })
		return out, nil
	case "attack", "name":
		if p.Attack == nil {
			return nil, errors.New("probe: no attack is given")
		}
		if p.What == "name" {
			return &protocol.Probed{Attacked: &protocol.Attacked{Hits: name(c, *p.Attack)}}, nil
		}
		attacked, err := attack(c, *p.Attack)
		return &protocol.Probed{Attacked: attacked}, err
	}
	return nil, fmt.Errorf("probe: unknown request %q", p.What)
}

// guarded calls f, which uses the codec, and notes what it says against it.
func guarded(out *protocol.Probed, f func() error) {
	defer func() {
		if p := recover(); p != nil {
			out.Panic = verify.OneLine(fmt.Sprint(p)) + verify.PanickedIn(string(debug.Stack()))
		}
	}()
	if err := f(); err != nil {
		out.Refused = verify.OneLine(cmp.Or(err.Error(), "an error without words"))
	}
}

// write encodes a copy of the value into memory of its own.
func write(c verify.Case, t any) ([]byte, error) {
	v := deep.Clone(t)
	if c.To != nil {
		var err error
		if v, err = c.To(v); err != nil {
			return nil, err
		}
	}
	codec := c.Open()
	var out []byte
	var err error
	if codec.Marshal != nil {
		out, err = codec.Marshal(v)
	} else {
		out, err = codec.Append(nil, v)
	}
	return bytes.Clone(out), err
}

// locate finds where in its message a part of a value stands: at the first byte that
// changes with it.
func locate(c verify.Case, name, path string) (*int, error) {
	v, err := named(c, name)
	if err != nil {
		return nil, err
	}
	list := deep.Leaves(v, math.MaxInt)
	i := slices.IndexFunc(list, func(l deep.Leaf) bool { return l.Path == path })
	if i < 0 {
		return nil, nil
	}
	one, err := write(c, v)
	if err != nil {
		return nil, err
	}
	if same, err := write(c, v); err != nil || !bytes.Equal(one, same) {
		return nil, err
	}
	list[i].Change()
	other, err := write(c, v)
	if err != nil {
		return nil, err
	}
	at := 0
	for at < len(one) && at < len(other) && one[at] == other[at] {
		at++
	}
	if at == len(one) && at == len(other) {
		return nil, nil
	}
	return &at, nil
}

// read decodes into a new value.
func read(c verify.Case, data []byte) (any, error) {
	codec := c.Open()
	v := c.New()
	if err := codec.Unmarshal(bytes.Clone(data), v); err != nil {
		return nil, err
	}
	if c.From == nil {
		return v, nil
	}
	return c.From(v)
}

// edgePlaces is in how many places of the richest value each kind of edge is
// told, and everyPlace in how many one is looked for where places are given.
const (
	edgePlaces = 2
	everyPlace = 1 << 10
)

// values lists those that codecs can be given.
func values(c verify.Case, p protocol.Probe) []protocol.NamedValue {
	var list []protocol.NamedValue
	n := min(p.Values, len(c.Values))
	rich, there := richest(c), false
	told := func(n protocol.NamedValue, v any) protocol.NamedValue {
		if !p.Bare {
			n.Leaves = leavesOf(v)
		}
		return n
	}
	add := func(i int) {
		list = append(list, told(protocol.NamedValue{Name: fmt.Sprintf("value %d", i)}, c.Values[i]))
		there = there || i == rich
	}
	for k := range n {
		add(k * len(c.Values) / n)
	}
	if !there { // what is lost of it without an edge is no doing of the edge
		add(rich)
	}
	for k, e := range edges(deep.Clone(c.Values[rich]), everyPlace) {
		if !wanted(e, p, list) {
			continue
		}
		name := fmt.Sprintf("edge %d of value %d", k, rich)
		if v, err := named(c, name); err == nil {
			list = append(list, told(protocol.NamedValue{Name: name, Edge: e.Kind, Path: e.Path}, v))
		}
	}
	return list
}

// wanted reports whether an edge is asked for, and none like it is in the list in
// enough places.
func wanted(e deep.Edge, p protocol.Probe, list []protocol.NamedValue) bool {
	if slices.Contains(p.Places, Place(e.Path)) {
		alike := func(v protocol.NamedValue) bool { return v.Edge == e.Kind && Place(v.Path) == Place(e.Path) }
		return !slices.ContainsFunc(list, alike)
	}
	count := 0
	for _, v := range list {
		if v.Edge == e.Kind {
			count++
		}
	}
	return p.Everywhere && count < edgePlaces
}

// Place is a path without indexes and keys: "Items[].Qty" of "Items[3].Qty".
func Place(path string) string {
	var b strings.Builder
	depth := 0
	for _, r := range path {
		switch {
		case r == '[':
			if depth++; depth == 1 {
				b.WriteString("[]")
			}
		case r == ']':
			depth--
		case depth == 0:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// unlike leaves out of two values the leaves that are alike.
func unlike(a, b []protocol.Leaf) (ofA, ofB []protocol.Leaf) {
	if slices.Equal(a, b) {
		return nil, nil
	}
	without := func(list, other []protocol.Leaf) (left []protocol.Leaf) {
		there := make(map[protocol.Leaf]bool, len(other))
		for _, l := range other {
			there[l] = true
		}
		return slices.DeleteFunc(slices.Clone(list), func(l protocol.Leaf) bool { return there[l] })
	}
	return without(a, b), without(b, a)
}

func leavesOf(t any) []protocol.Leaf { return Leaves(reflect.ValueOf(t).Elem()) }

// named makes the value of a name that [values] gave.
func named(c verify.Case, name string) (any, error) {
	var i, k int
	if _, err := fmt.Sscanf(name, "value %d", &i); err == nil && i >= 0 && i < len(c.Values) {
		return deep.Clone(c.Values[i]), nil
	}
	if _, err := fmt.Sscanf(name, "edge %d of value %d", &k, &i); err == nil && i >= 0 && i < len(c.Values) {
		t := deep.Clone(c.Values[i])
		if list := edges(t, everyPlace); k < len(list) {
			list[k].Put()
			return t, nil
		}
	}
	return nil, fmt.Errorf("probe: there is no %q", name)
}

// richest returns the index of the value with the most leaves among the first,
// of which most edges can be made.
func richest(c verify.Case) (best int) {
	most := -1
	for i := range min(len(c.Values), 16) {
		if n := len(deep.Leaves(c.Values[i], 1<<10)); n > most {
			best, most = i, n
		}
	}
	return best
}
