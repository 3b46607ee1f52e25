package probe

import (
	"bytes"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/internal/deep"
	"github.com/assay-go/assay/worker/internal/verify"
)

// How many other values a place is given, and how many places have some.
const (
	mostVaried = 4
	mostPlaces = 512
)

// How often a value with maps is written again, to see whether the message is always the same: two
// entries come in the rarer order once in eight times.
const writtenAgain = 100

// vary writes a value, and writes it again with other values at each of its places, one
// at a time. What nobody reads of these bytes moves nothing of what is read. With filled,
// places that hold nothing are filled first.
func vary(c verify.Case, v any, p protocol.Probe, out *protocol.Probed) (err error) {
	if p.Filled {
		replete(reflect.ValueOf(v).Elem(), nil, func() bool {
			one := &protocol.Probed{}
			guarded(one, func() error { _, err := write(c, v); return err })
			return one.Panic == "" && one.Refused == ""
		})
	}
	few := 0
	if p.Single {
		few = 1
	}
	several := entries(reflect.ValueOf(v).Elem(), few)
	out.Leaves = leavesOf(v)
	if out.Encoded, err = write(c, v); err != nil {
		return err
	}
	for range writtenAgain {
		if !several || len(out.Again) > 0 {
			break
		}
		if again, err := write(c, v); err == nil && !bytes.Equal(again, out.Encoded) {
			out.Again = append(out.Again, again)
		}
	}
	met := map[string]int{} // leaves of a place
	for _, l := range deep.Leaves(v, math.MaxInt) {
		place := Place(l.Path)
		if met[place]++; met[place] > mostVaried/2 {
			continue
		}
		for _, change := range []func() (undo func()){l.Change, l.Clear} {
			undo := change()
			vary1(c, v, out)
			undo()
		}
	}
	for i := range min(len(c.Values), sampledOthers) { // what other values hold, of types that nobody can change from outside
		other := deep.Clone(c.Values[i])
		exchange(reflect.ValueOf(v).Elem(), reflect.ValueOf(other).Elem(), 0, func() { vary1(c, v, out) })
	}
	return nil
}

// entries reports whether a map has several. Of each it leaves the few that show themselves as the
// least, or all where few is 0.
func entries(v reflect.Value, few int) (several bool) {
	switch v.Kind() {
	case reflect.Pointer:
		return !v.IsNil() && entries(v.Elem(), few)
	case reflect.Interface:
		if v.IsNil() {
			return false
		}
		held := reflect.New(v.Elem().Type()).Elem()
		if !v.CanSet() {
			return false
		}
		held.Set(v.Elem())
		several = entries(held, few)
		v.Set(held)
	case reflect.Struct:
		for i := range v.NumField() {
			several = entries(v.Field(i), few) || several
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			several = entries(v.Index(i), few) || several
		}
	case reflect.Map:
		if v.Len() == 0 || !v.CanSet() {
			return v.Len() > 1
		}
		keys := v.MapKeys()
		if few > 0 {
			slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
			keys = keys[:min(few, len(keys))]
		}
		left := reflect.MakeMap(v.Type())
		for _, key := range keys {
			elem := reflect.New(v.Type().Elem()).Elem()
			elem.Set(v.MapIndex(key))
			several = entries(elem, few) || several
			left.SetMapIndex(key, elem)
		}
		if several = several || len(keys) > 1; few > 0 {
			v.Set(left)
		}
	}
	return several
}

// sampledOthers is how many values others are taken from.
const sampledOthers = 8

// vary1 notes a change that was made to the value.
func vary1(c verify.Case, v any, out *protocol.Probed) {
	path, ok := changed(out.Leaves, leavesOf(v))
	if !ok {
		return
	}
	at := slices.IndexFunc(out.Varied, func(o protocol.Varied) bool { return o.Path == path })
	if at >= 0 && len(out.Varied[at].Encoded) >= mostVaried || at < 0 && len(out.Varied) >= mostPlaces {
		return
	}
	one := &protocol.Probed{}
	guarded(one, func() (err error) {
		one.Encoded, err = write(c, v)
		return err
	})
	switch {
	case one.Panic != "" || one.Refused != "": // no value of the type's
	case at < 0:
		out.Varied = append(out.Varied, protocol.Varied{Path: path, Encoded: [][]byte{one.Encoded}})
	default:
		out.Varied[at].Encoded = append(out.Varied[at].Encoded, one.Encoded)
	}
}

// changed returns the place of the only leaf that differs, with what stands in it; false where
// there is none, or several.
func changed(one, other []protocol.Leaf) (path string, ok bool) {
	places := differ(one, other)
	if len(places) == 0 {
		return "", false
	}
	for _, p := range places[1:] {
		if !strings.HasPrefix(p, places[0]+"[") {
			return "", false
		}
	}
	return places[0], true
}

// differ returns the places at which two values differ, each once.
func differ(one, other []protocol.Leaf) (places []string) {
	add := func(path string) {
		if p := Place(path); !slices.Contains(places, p) {
			places = append(places, p)
		}
	}
	at := make(map[string]protocol.Leaf, len(other))
	for _, l := range other {
		at[l.Path] = l
	}
	for _, l := range one {
		if o, ok := at[l.Path]; !ok || o != l {
			add(l.Path)
		}
		delete(at, l.Path)
	}
	for _, l := range other {
		if _, ok := at[l.Path]; ok {
			add(l.Path)
		}
	}
	return places
}

// moved says at which places each of the other messages is read as another value.
func moved(c verify.Case, p protocol.Probe, out *protocol.Probed) error {
	v, err := read(c, p.Encoded)
	if err != nil {
		return err
	}
	base := leavesOf(v)
	for _, data := range p.Others {
		var places []string
		one := &protocol.Probed{}
		guarded(one, func() error {
			v, err := read(c, data)
			if err == nil {
				places = differ(base, leavesOf(v))
			}
			return err
		})
		if one.Panic != "" || one.Refused != "" {
			places = []string{protocol.Failed}
		}
		out.Moved = append(out.Moved, places)
	}
	return nil
}

// exchange puts what other holds at places whose types hide what they hold in the
// place of what v holds there, one at a time, and calls f. Of what says nothing but its keys or
// its length, as a map[string]struct{}, it leaves nothing.
func exchange(v, other reflect.Value, depth int, f func()) {
	if depth > 8 || v.Type() != other.Type() || !v.CanSet() {
		return
	}
	try := func(x reflect.Value) {
		was := reflect.New(v.Type()).Elem()
		was.Set(v)
		v.Set(x)
		f()
		v.Set(was)
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() && !other.IsNil() {
			exchange(v.Elem(), other.Elem(), depth+1, f)
		}
	case reflect.Map:
		if v.Type().Elem().Size() == 0 {
			try(reflect.Zero(v.Type()))
		}
	case reflect.Slice:
		if v.Type().Elem().Size() == 0 {
			try(reflect.Zero(v.Type()))
		} else if v.Len() > 0 && other.Len() > 0 {
			exchange(v.Index(0), other.Index(0), depth+1, f)
		}
	case reflect.Struct:
		hides := !v.Type().ConvertibleTo(timeType)
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				hides = false
				exchange(v.Field(i), other.Field(i), depth+1, f)
			}
		}
		if !hides || v.NumField() == 0 {
			return
		}
		fallthrough
	case reflect.String, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		if v.Type().PkgPath() == "" { // others can be changed
			return
		}
		try(other)
	}
}

// replete gives what holds nothing something to hold, where the value can still be written
// then: nil pointers, empty lists, maps and texts, and numbers that are zero. Types within
// themselves are left as they are.
func replete(v reflect.Value, within []reflect.Type, written func() bool) {
	t := v.Type()
	if !v.CanSet() || len(within) > 16 || slices.Contains(within, t) {
		return
	}
	inside := append(slices.Clip(within), t)
	put := func(x any) {
		old := reflect.New(t).Elem()
		old.Set(v)
		v.Set(reflect.ValueOf(x).Convert(t))
		if !written() {
			v.Set(old)
		}
	}
	switch {
	case t.ConvertibleTo(timeType):
	case t.Kind() == reflect.Struct:
		for i := range t.NumField() {
			if t.Field(i).IsExported() || t.Field(i).Anonymous {
				replete(v.Field(i), inside, written)
			}
		}
	case t.Kind() == reflect.Array:
		for i := range v.Len() {
			replete(v.Index(i), inside, written)
		}
	case t.Kind() == reflect.Pointer:
		if v.IsNil() {
			put(reflect.New(t.Elem()).Interface())
		}
		if !v.IsNil() {
			replete(v.Elem(), inside, written)
		}
	case t.Kind() == reflect.Slice:
		if v.Len() == 0 {
			put(reflect.MakeSlice(t, 1, 1).Interface())
		}
		for i := range min(v.Len(), mostVaried) {
			replete(v.Index(i), inside, written)
		}
	case t.Kind() == reflect.Map && v.Len() == 0:
		m := reflect.MakeMap(t)
		key, elem := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
		yes := func() bool { return true } // it is no part of the value yet
		replete(key, inside, yes)
		if replete(elem, inside, yes); key.Comparable() {
			m.SetMapIndex(key, elem)
			put(m.Interface())
		}
	case !v.IsZero():
	case t.Kind() == reflect.Bool:
		put(true)
	case t.Kind() == reflect.String:
		put("abc")
	case v.CanInt(), v.CanUint(), v.CanFloat():
		put(3)
	}
}
