package main

import (
	"strings"
	"testing"
)

// The funcs of an adapter are printed with what they need of its state, and of its imports.
func TestAsFuncs(t *testing.T) {
	const head = `package x

import (
	"bytes"
	"io"

	"example.com/orders"
	"example.com/wire"
	"github.com/assay-go/assay/worker/adapter"
)

// T is the type that this adapter encodes and decodes.
type T = orders.Order

// New returns a codec with state of its own.
func New() adapter.Codec[T] {
	var out bytes.Buffer
	enc := wire.NewEncoder(&out)
	dec := wire.NewDecoder()
	return adapter.Codec[T]{
		Marshal:   func(v *T) ([]byte, error) { return wire.T(v) },
		Append:    func(buf []byte, v *T) ([]byte, error) { return append(buf, enc.Encode(v)...), nil },
		Unmarshal: func(data []byte, v *T) error { var dec wire.Dec; return dec.Decode(data, v) },
		Write:     func(w io.Writer, v *T) error { return wire.Write(w, v) },
	}
}
`
	for _, test := range []struct {
		name, src string
		reuse     bool
		want      string // empty: it is left as it is
	}{
		{"fresh", head, false, `package x

import (
	"example.com/orders"
	"example.com/wire"
)

func MarshalOrder(v *orders.Order) ([]byte, error) { return wire.T(v) }

func UnmarshalOrder(data []byte, v *orders.Order) error { var dec wire.Dec; return dec.Decode(data, v) }
`},
		{"reuse", head, true, `package x

import (
	"bytes"

	"example.com/orders"
	"example.com/wire"
)

func AppendOrder(buf []byte, v *orders.Order) ([]byte, error) {
	return append(buf, enc.Encode(v)...), nil
}

func UnmarshalOrder(data []byte, v *orders.Order) error { var dec wire.Dec; return dec.Decode(data, v) }

// What the funcs keep between calls: they are for one goroutine at a time.
var out bytes.Buffer
var enc = wire.NewEncoder(&out)
`},
		{"it needs the contract", head + "\nvar limit = adapter.Limit\n", false, ""},
		{"another type travels", strings.Replace(head, "type T = ", "type Wire = wire.Order\n\ntype T = ", 1) + "\nfunc copyTo(w *Wire) {}\n", false, ""},
		{"no constructor", "package x\n\ntype T = int\n", false, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, ok := asFuncs([]byte(test.src), test.reuse)
			if ok != (test.want != "") {
				t.Fatalf("as funcs: %t\n%s", ok, got)
			}
			if ok && string(got) != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// The funcs of an adapter by way of a replica stand in one file with the copies.
func TestAsReplicaFuncs(t *testing.T) {
	files := func() map[string][]byte {
		return map[string][]byte{
			"adapter.go": []byte("package x\n"),
			"carried/adapter.go": []byte(`package carried

import (
	"fmt"

	"example.com/orders"
)

// Order replaces orders.Order.
type Order struct{ ID string }

// To copies from into to, which is zero.
func To(from *orders.Order, to *Order) error {
	to.ID = fmt.Sprint(from.ID)
	return nil
}

// From copies from into to, which is zero, and shares as To does.
func From(from *Order, to *orders.Order) error { return nil }
`),
			"codec/adapter.go": []byte(`package codec

import (
	"example.com/shop/adapter/carried"
	"example.com/wire"
	"github.com/assay-go/assay/worker/adapter"
)

// T is the type that this adapter encodes and decodes.
type T = carried.Order

// New returns a codec with state of its own.
func New() adapter.Codec[T] {
	return adapter.Codec[T]{
		Marshal:   func(v *T) ([]byte, error) { return wire.Marshal(v) },
		Unmarshal: func(data []byte, v *T) error { return wire.Unmarshal(data, v) },
	}
}
`),
		}
	}
	const want = `package x

import (
	"fmt"

	"example.com/orders"
	"example.com/wire"
)

// The serializer cannot carry orders.Order as it is: it gets its replica Order, which values are copied to and from.
// Both are kept between calls: the funcs are for one goroutine at a time.
var sent, received Order

func MarshalOrder(v *orders.Order) ([]byte, error) {
	sent = *new(Order)
	if err := toReplica(v, &sent); err != nil {
		return nil, err
	}
	return marshalOrder(&sent)
}

// UnmarshalOrder decodes to v, whatever it held.
func UnmarshalOrder(data []byte, v *orders.Order) error {
	received = *new(Order)
	if err := unmarshalOrder(data, &received); err != nil {
		return err
	}
	*v = *new(orders.Order)
	return fromReplica(&received, v)
}

func marshalOrder(v *Order) ([]byte, error) { return wire.Marshal(v) }

func unmarshalOrder(data []byte, v *Order) error { return wire.Unmarshal(data, v) }

// Order replaces orders.Order.
type Order struct{ ID string }

// toReplica copies from into to, which is zero.
func toReplica(from *orders.Order, to *Order) error {
	to.ID = fmt.Sprint(from.ID)
	return nil
}

// fromReplica copies from into to, which is zero, and shares as toReplica does.
func fromReplica(from *Order, to *orders.Order) error { return nil }
`
	if got, ok := asReplicaFuncs(files(), false); !ok || string(got) != want {
		t.Errorf("%t, got\n%s\nwant\n%s", ok, got, want)
	}
	for name, change := range map[string]func(map[string][]byte){
		"generated files": func(m map[string][]byte) { m["codec/gen.go"] = nil },
		"an import's name means two": func(m map[string][]byte) {
			m["carried/adapter.go"] = []byte(strings.ReplaceAll(string(m["carried/adapter.go"]), `"fmt"`, `wire "fmt"`))
		},
		"a declared name means two": func(m map[string][]byte) {
			m["carried/adapter.go"] = append(m["carried/adapter.go"], "\nfunc MarshalOrder() {}\n"...)
		},
	} {
		m := files()
		change(m)
		if got, ok := asReplicaFuncs(m, false); ok {
			t.Errorf("%s: one file:\n%s", name, got)
		}
	}
}
