package values

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"testing"
)

// block has fields that its reader misses where they are nil, and others that it
// misses where they are negative.
type block struct {
	Parent [32]byte
	Number *big.Int
	Gas    *big.Int
	Extra  []byte
	Title  string
}

func (b block) MarshalJSON() ([]byte, error) {
	type plain block
	return json.Marshal(plain(b))
}

func (b *block) UnmarshalJSON(data []byte) error {
	type plain block
	if err := json.Unmarshal(data, (*plain)(b)); err != nil {
		return err
	}
	for name, n := range map[string]*big.Int{"number": b.Number, "gas": b.Gas} {
		switch {
		case n == nil:
			return errors.New("missing " + name)
		case n.Sign() < 0:
			return errors.New("negative " + name)
		}
	}
	if b.Extra == nil {
		return errors.New("missing extra")
	}
	return nil
}

// message has a context behind an interface, which its reader makes.
type message struct {
	Context context
	Data    []byte
	Encoded bool // of no use where there are no data
	Hidden  int  // nobody knows how to write another than 0
	Failed  map[string]error
}

type context interface{ id() string }

type context1 struct {
	ID   string
	Kind string // "info" or the like
	Sub  *string
}

func (c *context1) id() string { return c.ID }

func (m message) MarshalJSON() ([]byte, error) {
	c, _ := m.Context.(*context1)
	switch {
	case c == nil:
		return nil, errors.New("no context")
	case len(m.Failed) > 0:
		return nil, errors.New("has failed")
	case m.Hidden != 0:
		return nil, errors.New("hidden")
	case c.ID == "":
		return nil, errors.New("no ID")
	case !slices.Contains([]string{"info", "warn", "error"}, c.Kind):
		return nil, fmt.Errorf("kind %q is none", c.Kind)
	}
	out := map[string]any{"id": c.ID, "kind": c.Kind}
	if c.Sub != nil && *c.Sub != "" {
		out["sub"] = *c.Sub
	}
	if len(m.Data) > 0 {
		if !m.Encoded && !json.Valid(m.Data) {
			return nil, errors.New("data are no JSON")
		}
		out["data"], out["encoded"] = m.Data, m.Encoded
	}
	return json.Marshal(out)
}

func (m *message) UnmarshalJSON(data []byte) error {
	var in struct {
		ID, Kind string
		Sub      *string
		Data     []byte
		Encoded  bool
	}
	err := json.Unmarshal(data, &in)
	*m = message{Context: &context1{in.ID, in.Kind, in.Sub}, Data: in.Data, Encoded: in.Encoded}
	return err
}

// TestRefusedUntilComplete: a value that has to be complete to be taken is found, and
// grows as far as it is taken.
func TestRefusedUntilComplete(t *testing.T) {
	var blocks []reflect.Value
	simple := Generate(reflect.TypeFor[block](), 1, 64, Options{Methods: true}, func(v reflect.Value) { blocks = append(blocks, v) })
	for i, v := range blocks {
		if err := Refusal(v.Addr().Interface()); err != nil {
			t.Errorf("value %d: %v", i, err)
		}
	}
	if zero := Zeros(blocks, nil); len(simple) > 0 || len(zero) > 0 {
		t.Errorf("simple %q, zero %q: want none", simple, zero)
	}

	impls := func(_ reflect.Type, _ string, iface reflect.Type) []reflect.Type {
		if iface == reflect.TypeFor[context]() {
			return []reflect.Type{reflect.TypeFor[*context1]()}
		}
		return nil
	}
	var messages []reflect.Value
	encoded := 0
	simple = Generate(reflect.TypeFor[message](), 1, 64, Options{Methods: true, Impls: impls}, func(v reflect.Value) {
		messages = append(messages, v)
		m := v.Interface().(message)
		b, err := json.Marshal(m)
		if err != nil {
			t.Error(err)
			return
		}
		if m.Encoded {
			encoded++
		}
		var back message
		if err := json.Unmarshal(b, &back); err != nil || back.Encoded != m.Encoded || *back.Context.(*context1) != *m.Context.(*context1) && m.Context.(*context1).Sub == nil {
			t.Errorf("%s comes back as %+v, %v", b, back, err)
		}
	})
	if !slices.Equal(simple, []string{"Hidden"}) {
		t.Errorf("simple are %q, want what is refused otherwise", simple)
	}
	if encoded < 8 {
		t.Errorf("%d of 64 have data that are encoded", encoded)
	}
	if zero := Zeros(messages, nil); !slices.Equal(zero, []string{"Hidden"}) {
		t.Errorf("zero are %q", zero)
	}
}

// never refuses whatever there is.
type nothing struct{ A, B int }

func (nothing) MarshalJSON() ([]byte, error) { return nil, errors.New("refused") }
func (*nothing) UnmarshalJSON([]byte) error  { return errors.New("refused") }

// TestNothingIsTaken: the search ends.
func TestNothingIsTaken(t *testing.T) {
	n := 0
	Generate(reflect.TypeFor[nothing](), 1, 64, Options{Methods: true}, func(v reflect.Value) { n++ })
	if n != 64 {
		t.Errorf("%d values", n)
	}
}
