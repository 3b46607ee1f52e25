package adapter_test

import (
	"errors"
	"testing"

	"github.com/assay-go/assay/worker/adapter"
)

type (
	value struct {
		N    int64
		Data []byte
		More []byte
	}
	wire struct {
		N          int64
		Data, More []byte
		_          [10]int64
	}
)

var errNegative = errors.New("negative")

func toWire(from *value, to *wire) error {
	if from.N < 0 {
		return errNegative
	}
	to.N, to.Data, to.More = from.N, from.Data, from.More
	return nil
}

func fromWire(from *wire, to *value) error {
	to.N, to.Data = from.N, from.Data
	if from.More != nil {
		to.More = from.More
	}
	return nil
}

// codec writes a number, the length of Data, and both texts.
func codec() adapter.Codec[wire] {
	c := adapter.Codec[wire]{
		Append: func(b []byte, w *wire) ([]byte, error) {
			return append(append(append(b, byte(w.N), byte(len(w.Data))), w.Data...), w.More...), nil
		},
		Size: func(w *wire) int { return 2 + len(w.Data) + len(w.More) },
		Unmarshal: func(b []byte, w *wire) error {
			w.N, w.Data = int64(b[0]), append([]byte(nil), b[2:2+b[1]]...)
			if rest := b[2+b[1]:]; len(rest) > 0 {
				w.More = append([]byte(nil), rest...)
			}
			return nil
		},
	}
	c.Marshal = func(w *wire) ([]byte, error) { return c.Append(nil, w) }
	c.Fill = func(b []byte, w *wire) ([]byte, error) { return c.Append(b[:0], w) }
	return c
}

func TestTransformKeepsItsStructWithReuse(t *testing.T) {
	c := adapter.Transform(codec(), toWire, fromWire)
	v, buf := &value{N: 1, Data: []byte("data"), More: []byte("more")}, make([]byte, 100)
	for name, call := range map[string]func() error{
		"append": func() error { _, err := c.Append(buf[:0], v); return err },
		"fill":   func() error { _, err := c.Fill(buf, v); return err },
	} {
		if n := testing.AllocsPerRun(10, func() {
			if err := call(); err != nil {
				t.Error(err)
			}
		}); n != 0 {
			t.Errorf("%s makes %g allocations", name, n)
		}
	}
}

func TestTransformLeavesNothingOfTheLastValue(t *testing.T) {
	c := adapter.Transform(codec(), toWire, fromWire)
	buf := make([]byte, 100)
	var used value
	for _, v := range []value{{1, []byte("ab"), []byte("cd")}, {2, []byte("x"), nil}, {3, nil, nil}, {4, []byte("ab"), []byte("cd")}} {
		want, err := c.Marshal(&v)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := c.Append(nil, &v); err != nil || string(got) != string(want) {
			t.Errorf("append of %+v gave %q, %v; marshal %q", v, got, err, want)
		}
		if got, err := c.Fill(buf, &v); err != nil || string(got) != string(want) || c.Size(&v) != len(got) {
			t.Errorf("fill with %+v gave %q, %v; marshal %q, size %d", v, got, err, want, c.Size(&v))
		}
		before := used
		text := string(before.Data)
		if err := c.UnmarshalReuse(want, &used); err != nil {
			t.Fatal(err)
		}
		if used.N != v.N || string(used.Data) != string(v.Data) || string(used.More) != string(v.More) {
			t.Errorf("%+v came back as %+v", v, used)
		}
		if string(before.Data) != text {
			t.Errorf("what the value referred to before, %q, was overwritten with %q", text, before.Data)
		}
	}
}

func TestTransformReportsWhatCannotBeCarried(t *testing.T) {
	c := adapter.Transform(codec(), toWire, fromWire)
	v := &value{N: -1}
	if _, err := c.Marshal(v); !errors.Is(err, errNegative) {
		t.Errorf("marshal: %v", err)
	}
	if _, err := c.Append(nil, v); !errors.Is(err, errNegative) {
		t.Errorf("append: %v", err)
	}
	if _, err := c.Fill(make([]byte, 10), v); !errors.Is(err, errNegative) {
		t.Errorf("fill: %v", err)
	}
}
