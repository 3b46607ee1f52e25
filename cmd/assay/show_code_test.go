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
