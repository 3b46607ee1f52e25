package worker

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"reflect"
	"time"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/adapter"
	"github.com/assay-go/assay/worker/internal/batch"
	"github.com/assay-go/assay/worker/internal/deep"
	"github.com/assay-go/assay/worker/internal/probe"
	"github.com/assay-go/assay/worker/internal/values"
	"github.com/assay-go/assay/worker/internal/verify"
	"github.com/assay-go/assay/workload"
)

// Source says where a subject's values come from when no file is given: a
// built-in workload, the user's sample function, or, when both are nil, the type
// itself.
type Source[T any] struct {
	Workload func(workload.Options) ([]T, error)
	Sample   func() ([]T, error)

	// Layout is that of a built-in workload; see workload.Workload. It may be nil.
	Layout func(text []byte) []byte

	// Unions holds a zero value of each struct reachable from T that is a sum
	// type: generated values set exactly one of its fields.
	Unions []any

	Impls []Impls

	// Conversions are funcs of the form func(v *T, x As) error, which make values of
	// types that have no others of their own.
	Conversions []any

	// Omit are the fields that are left out beside those that the type's tags
	// tell, as "path.Type.Field": they are zero in all values, wherever these come from.
	Omit []string
}

// Impls are the types that an interface may hold.
type Impls struct {
	Of    string // import path and name of the interface, or of the struct with the field
	Field string // empty for the interface itself
	Types []reflect.Type
}

// Subject is one type with its adapters.
type Subject interface {
	subjectName() string
	load(protocol.Data) (*protocol.Load, error)
	digest() string
	bytes() int64 // of memory that the values take
	implementations() []protocol.Implementations
	unload()
	open(c protocol.Case, sibling *opened) (*opened, error)
}

// opened is a case that can be verified and measured.
type opened struct {
	check *verify.Case // nil for the floor and the limits, which nobody verifies
	make  func() (batch.Runner, error)
	made  batch.Runner

	// material is a *material of what it encodes, nil for the harness's own cases;
	// shared makes runners of it, make those with one of their own.
	material any
	shared   func() (batch.Runner, error)

	// Nil for the harness's own cases: a maker of runners whose calls share a
	// pool of codecs, and the first calls of a codec.
	pooled func() func() (batch.Runner, error)
	first  func() (protocol.First, error)

	prove func(req protocol.Request) error // of the codec that was timed, nil where none is verified
}

// parallel runs an operation in several goroutines at a time.
func (o *opened) parallel(req protocol.Request) (time.Duration, error) {
	open := o.make
	if req.Pooled {
		open = o.pooled()
	}
	list := make([]batch.Runner, req.Goroutines)
	for i := range list {
		var err error
		if list[i], err = open(); err != nil {
			return 0, err
		}
	}
	return batch.Parallel(list, req.Op, req.N)
}

// runner returns the case's one runner, whose codec stays warm.
func (o *opened) runner() (batch.Runner, error) {
	if o.made != nil {
		return o.made, nil
	}
	make := o.make
	if o.shared != nil {
		make = o.shared
	}
	r, err := make()
	o.made = r
	return r, err
}

// Adapter is one adapter of a subject with values of type T.
type Adapter[T any] struct {
	name string
	open func(values []T, layout func([]byte) []byte, c protocol.Case, sibling *opened) (*opened, error)
}

// Native registers, under a row's name, an adapter that encodes T itself.
func Native[T any](name string, open func() adapter.Codec[T]) Adapter[T] {
	return Adapter[T]{name, func(values []T, layout func([]byte) []byte, c protocol.Case, sibling *opened) (*opened, error) {
		if err := isNative(name, c); err != nil {
			return nil, err
		}
		return nativeCase(values, open, layout, c, sibling), nil
	}}
}

// UntimedNative is [Native] in a program that verifies and does not measure.
func UntimedNative[T any](name string, open func() adapter.Codec[T]) Adapter[T] {
	return Adapter[T]{name, func(values []T, layout func([]byte) []byte, c protocol.Case, _ *opened) (*opened, error) {
		if err := isNative(name, c); err != nil {
			return nil, err
		}
		return untimed(nativeCheck(values, open, deep.Equal[T](), layout, c)), nil
	}}
}

func isNative(name string, c protocol.Case) error {
	if c.Wire {
		return fmt.Errorf("%s has no structs of its own, so no row without transformation", name)
	}
	if c.Loop.NewStructs {
		return fmt.Errorf("%s has no structs of its own to be made anew", name)
	}
	return nil
}

// Wire registers an adapter that encodes a struct W of the serializer's own: open
// has the transformation within each call, and openWire serves the cases without,
// where protocol.Case.Wire is set.
func Wire[T, W any](name string, open func() adapter.Codec[T], openWire func() adapter.Codec[W], to func(*T, *W) error, from func(*W, *T) error) Adapter[T] {
	return Adapter[T]{name, func(values []T, layout func([]byte) []byte, c protocol.Case, sibling *opened) (*opened, error) {
		if c.Wire {
			return wireCase(values, openWire, to, from, layout, c, sibling), nil
		}
		if c.Loop.NewStructs {
			open = func() adapter.Codec[T] { return adapter.ByNewStructs(openWire, to, from) }
		}
		return nativeCase(values, open, layout, c, sibling), nil
	}}
}

// UntimedWire is [Wire] in a program that verifies and does not measure.
func UntimedWire[T, W any](name string, open func() adapter.Codec[T], openWire func() adapter.Codec[W], to func(*T, *W) error, from func(*W, *T) error) Adapter[T] {
	return Adapter[T]{name, func(values []T, layout func([]byte) []byte, c protocol.Case, _ *opened) (*opened, error) {
		switch {
		case c.Wire:
			return untimed(wireCheck(values, openWire, deep.Equal[W](), to, from, layout, c)), nil
		case c.Loop.NewStructs:
			return nil, errUntimed
		}
		return untimed(nativeCheck(values, open, deep.Equal[T](), layout, c)), nil
	}}
}

// NewSubject names a type with its source and adapters. Every subject has the
// harness's own adapters besides.
func NewSubject[T any](name string, src Source[T], adapters ...Adapter[T]) Subject {
	return &subject[T]{name: name, src: src, adapters: byName(adapters), own: ownCase[T]}
}

// UntimedSubject is [NewSubject] in a program that verifies and does not measure: with
// [UntimedNative] and [UntimedWire], the compiler has a small part of the work, since all
// that times is there for each type.
func UntimedSubject[T any](name string, src Source[T], adapters ...Adapter[T]) Subject {
	return &subject[T]{name: name, src: src, adapters: byName(adapters), own: func([]T, protocol.Case) (*opened, error) { return nil, errUntimed }}
}

func byName[T any](adapters []Adapter[T]) map[string]Adapter[T] {
	m := map[string]Adapter[T]{}
	for _, a := range adapters {
		m[a.name] = a
	}
	return m
}

type subject[T any] struct {
	name     string
	src      Source[T]
	adapters map[string]Adapter[T]
	own      func(values []T, c protocol.Case) (*opened, error) // the harness's own cases
	values   []T
}

func (s *subject[T]) subjectName() string { return s.name }

func (s *subject[T]) load(d protocol.Data) (*protocol.Load, error) {
	list, made, err := s.src.values(d)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s gave no values", made.Origin)
	}
	if p := d.TimePrecision; p > 0 {
		cut := 0
		for i := range list {
			cut += deep.CutTimes(&list[i], p)
		}
		if cut > 0 {
			made.Origin += fmt.Sprintf(", times cut to %v", p)
		}
	}
	if leaveOut := values.LeaveOut(reflect.TypeFor[T](), s.src.Omit); leaveOut != nil {
		for i := range list {
			leaveOut(reflect.ValueOf(&list[i]).Elem())
		}
	}
	made.Values, made.Zero = len(list), s.zeros(list)
	if len(made.Zero) > 0 && made.Zero[0] == "" {
		why := made.Origin
		if made.Refused != "" {
			why += "; its own methods refuse " + made.Refused
		}
		return nil, fmt.Errorf("nothing in the values (%s) differs from zero, so that what loses them all would rank first: give values by --data or --sample", why)
	}
	s.values = list
	return &made, nil
}

// zeros returns the paths of the fields that are zero in all values.
func (s *subject[T]) zeros(list []T) []string {
	return values.Zeros(reflected(list), s.src.Omit)
}

// reflected returns the values, addressable.
func reflected[T any](list []T) []reflect.Value {
	of := make([]reflect.Value, len(list))
	for i := range list {
		of[i] = reflect.ValueOf(&list[i]).Elem()
	}
	return of
}

func (s *subject[T]) implementations() (list []protocol.Implementations) {
	for _, h := range values.ImplementationsOf(reflected(s.values)) {
		list = append(list, protocol.Implementations(h))
	}
	return list
}

func (s *subject[T]) digest() string {
	sum := deep.Digest(&s.values)
	return hex.EncodeToString(sum[:])
}

func (s *subject[T]) bytes() (n int64) {
	for _, span := range deep.Spans(&s.values) {
		n += int64(span.End - span.Start)
	}
	return n
}

func (s *subject[T]) unload() { s.values = nil }

// open makes a case. Its sibling, which may be nil, is the one that differs in whether
// buffers and values are used again.
func (s *subject[T]) open(c protocol.Case, sibling *opened) (*opened, error) {
	switch c.Adapter {
	case protocol.Floor, protocol.LimitCopy, protocol.LimitAlloc:
		return s.own(s.values, c)
	}
	a, ok := s.adapters[c.Adapter]
	if !ok {
		return nil, fmt.Errorf("subject %q has no adapter %q", s.name, c.Adapter)
	}
	var layout func([]byte) []byte
	if c.LaidOut {
		layout = s.src.Layout
	}
	list := s.values
	if p := c.Loop.Times; p > 0 {
		list = make([]T, len(s.values))
		for i := range list {
			list[i] = *deep.Clone(&s.values[i]).(*T)
			deep.CutTimes(&list[i], p)
		}
	}
	return a.open(list, layout, c, sibling)
}

func nativeCase[T any](values []T, open func() adapter.Codec[T], layout func([]byte) []byte, c protocol.Case, sibling *opened) *opened {
	equal := deep.Equal[T]()
	return openedCase(nativeCheck(values, open, equal, layout, c), c.Loop.Into, open, equal, func() ([]*T, error) { return clones(values), nil }, sibling)
}

func nativeCheck[T any](values []T, open func() adapter.Codec[T], equal func(want, got *T) bool, layout func([]byte) []byte, c protocol.Case) verify.Case {
	return verify.Case{
		Open:   func() verify.Codec { return verify.Erase(open()) },
		New:    func() any { return new(T) },
		Values: pointers(values),
		Layout: layout,
		Equal:  func(want, got any) bool { return equal(want.(*T), got.(*T)) },
		Reuse:  c.Reuse,
	}
}

func wireCase[T, W any](values []T, open func() adapter.Codec[W], to func(*T, *W) error, from func(*W, *T) error, layout func([]byte) []byte, c protocol.Case, sibling *opened) *opened {
	equal := deep.Equal[W]()
	check := wireCheck(values, open, equal, to, from, layout, c)
	return openedCase(check, c.Loop.Into, open, equal, func() ([]*W, error) {
		copies := make([]*W, len(values))
		for i := range values {
			w, err := check.To(deep.Clone(&values[i]))
			if err != nil {
				return nil, fmt.Errorf("transformation of value %d: %w", i, err)
			}
			copies[i] = w.(*W)
		}
		return copies, nil
	}, sibling)
}

func wireCheck[T, W any](values []T, open func() adapter.Codec[W], equal func(want, got *W) bool, to func(*T, *W) error, from func(*W, *T) error, layout func([]byte) []byte, c protocol.Case) verify.Case {
	return verify.Case{
		Open:   func() verify.Codec { return verify.Erase(open()) },
		New:    func() any { return new(W) },
		Values: pointers(values),
		To: func(t any) (any, error) {
			w := new(W)
			return w, to(t.(*T), w)
		},
		From: func(w any) (any, error) {
			t := new(T)
			return t, from(w.(*W), t)
		},
		Layout: layout,
		Equal:  func(want, got any) bool { return equal(want.(*W), got.(*W)) },
		Reuse:  c.Reuse,
	}
}

var errUntimed = errors.New("the program was built to verify, and has nothing that measures")

// untimed is a case that can be verified only.
func untimed(check verify.Case) *opened {
	return &opened{check: &check, make: func() (batch.Runner, error) { return nil, errUntimed }}
}

// material is what a case is measured with. A serializer's cases with and without reuse
// have one in common in a process: to make it takes as long as a few batches.
type material[V any] struct {
	values      []*V // that are timed
	inputs      [][]byte
	alterations *verify.Alterations
}

// newMaterial encodes the inputs with a codec that will be measured.
func newMaterial[V any](c adapter.Codec[V], values []*V, check verify.Case) (m material[V], err error) {
	m.values = values
	timed := make([]any, len(values))
	for i, v := range values {
		timed[i] = v
	}
	m.alterations = verify.NewAlterations(check, timed)
	for i, v := range values {
		var out []byte
		if c.Marshal != nil {
			out, err = c.Marshal(v)
		} else {
			out, err = c.Append(nil, v)
		}
		if err != nil {
			return m, fmt.Errorf("marshal of value %d: %w", i, err)
		}
		m.inputs = append(m.inputs, check.LayOut(out))
	}
	return m, nil
}

// openedCase is a case of codecs of V, which are given copies of the values.
func openedCase[V any](check verify.Case, into protocol.Into, open func() adapter.Codec[V], equal func(want, got *V) bool, copies func() ([]*V, error), sibling *opened) *opened {
	var timed *adapter.Codec[V] // the codec of the case's one runner
	common := &material[V]{}
	if sibling != nil {
		common = sibling.material.(*material[V])
	}
	runner := func(open func() adapter.Codec[V], m *material[V]) (batch.Runner, error) {
		c := open()
		if m.values == nil {
			list, err := copies()
			if err != nil {
				return nil, err
			}
			if *m, err = newMaterial(c, list, check); err != nil {
				*m = material[V]{}
				return nil, err
			}
		}
		return newRunner(c, *m, equal, check, into)
	}
	return &opened{
		check:    &check,
		make:     func() (batch.Runner, error) { return runner(open, &material[V]{}) },
		material: common,
		shared: func() (batch.Runner, error) {
			c := open()
			timed = &c
			return runner(func() adapter.Codec[V] { return c }, common)
		},
		prove: func(req protocol.Request) error {
			if timed == nil {
				return nil
			}
			codec := verify.Erase(*timed)
			if err := verify.Prove(check, codec, *req.Declared, req.Aliases, req.Placement); err != nil || !req.Strict {
				return err
			}
			return probe.Strict(check, codec)
		},
		pooled: func() func() (batch.Runner, error) {
			shared := batch.Pooled(open)
			return func() (batch.Runner, error) {
				return runner(func() adapter.Codec[V] { return shared }, &material[V]{})
			}
		},
		first: func() (protocol.First, error) {
			list, err := copies()
			if err != nil {
				return protocol.First{}, err
			}
			return batch.First(open, list[0])
		},
	}
}

func clones[T any](values []T) []*T {
	copies := make([]*T, len(values))
	for i := range values {
		copies[i] = deep.Clone(&values[i]).(*T)
	}
	return copies
}

// newRunner returns the runner of a codec. A value that is alone gets a twin where used
// values are decoded into.
func newRunner[V any](c adapter.Codec[V], m material[V], equal func(a, b *V) bool, check verify.Case, into protocol.Into) (batch.Runner, error) {
	twin := false
	if check.Reuse && into == "" && c.UnmarshalReuse != nil && len(m.values) == 1 {
		t, v, err := verify.Twin(check)
		if err != nil {
			return nil, err
		}
		if twin = t != nil; twin {
			check.Values = []any{check.Values[0], t}
			if m, err = newMaterial(c, []*V{m.values[0], v.(*V)}, check); err != nil {
				return nil, err
			}
		}
	}
	if c.Equal != nil {
		equal = c.Equal
	}
	config := batch.Config[V]{
		Codec: c, Values: m.values, Inputs: m.inputs, Equal: equal, Reuse: check.Reuse, Into: into, Twin: twin,
		Witness: verify.NewWitness(check, m.alterations),
	}
	if c.Write != nil && !check.Reuse {
		config.Streams = func() (list [][]byte, err error) {
			for i, v := range m.values {
				var stream bytes.Buffer
				if err := c.Write(&stream, v); err != nil {
					return nil, fmt.Errorf("write of value %d: %w", i, err)
				}
				list = append(list, check.LayOut(stream.Bytes()))
			}
			return list, nil
		}
	}
	return batch.New(config), nil
}

// ownCase is a case of the harness itself.
func ownCase[T any](values []T, c protocol.Case) (*opened, error) {
	return &opened{make: func() (batch.Runner, error) {
		switch c.Adapter {
		case protocol.LimitCopy:
			return batch.NewCopyLimit(clones(values)), nil
		case protocol.LimitAlloc:
			return batch.NewAllocLimit(clones(values)), nil
		}
		return batch.NewFloor(clones(values), deep.Equal[T](), c.Reuse), nil
	}}, nil
}

func pointers[T any](values []T) []any {
	list := make([]any, len(values))
	for i := range values {
		list[i] = &values[i]
	}
	return list
}
