package value_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"runtime"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-go/assay/extprot/internal/arbitrary"
	"github.com/assay-go/assay/extprot/internal/reference"
	"github.com/assay-go/assay/extprot/schema"
	"github.com/assay-go/assay/extprot/value"
	"github.com/assay-go/assay/extprot/wire"
	"github.com/assay-go/assay/internal/seeds"
)

func TestLimits(t *testing.T) {
	s, err := schema.Check("s.proto", []byte(`message p = { v : string } message l = { v : [int] } message d = { v : [[[int]]] } message t = { v : [(int * bool * bool)] }`), nil)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		message string
		in      []byte
		limits  value.Limits
		want    string
	}{
		{"p", []byte{1, 5, 1, 3, 2, 'a', 'b'}, value.Limits{String: 1}, "p.v: Limit_exceeded at byte 3: a string of 2 bytes; the limit is 1"},
		{"p", []byte{1, 5, 1, 3, 2, 'a', 'b'}, value.Limits{Message: 6}, "p: Limit_exceeded at byte 0: a message of 7 bytes; the limit is 6"},
		{"l", []byte{1, 8, 1, 5, 5, 2, 0, 1, 0, 1}, value.Limits{Elements: 1}, "l.v: Limit_exceeded at byte 3: 2 elements; the limit is 1"},
		{"d", []byte{1, 10, 1, 5, 7, 1, 5, 4, 1, 5, 1, 0}, value.Limits{Depth: 3}, "d.v: Limit_exceeded at byte 9: values are nested more than 3 deep"},
		{"t", []byte{1, 8, 1, 5, 5, 2, 0, 1, 0, 1}, value.Limits{Defaults: 3}, "t.v: Limit_exceeded at byte 8: more than 3 values are missing and would be defaults"},
		{"p", []byte{1, 13, 1, 3, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2, 'a'}, value.Limits{}, "p.v: Vint_overflow at byte 4: this vint has more than 64 bits"},
	}
	for _, tt := range tests {
		if _, _, err := value.Decode(s.Message(tt.message).Type, tt.in, value.Options{Limits: tt.limits}); err == nil || err.Error() != tt.want {
			t.Errorf("%s % x:\n got %v\nwant %s", tt.message, tt.in, err, tt.want)
		}
	}
}

// TestDefaultsAreBounded: a short schema and a short input must not ask for
// exponentially many default values.
func TestDefaultsAreBounded(t *testing.T) {
	var b strings.Builder
	b.WriteString("type a = (bool * bool)\n")
	for i := range 40 {
		b.WriteString("type a" + strings.Repeat("_", i+1) + " = (a" + strings.Repeat("_", i) + " * a" + strings.Repeat("_", i) + ")\n")
	}
	b.WriteString("message m = { v : bool; w : a" + strings.Repeat("_", 40) + " }")
	s, err := schema.Check("s.proto", []byte(b.String()), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := value.Decode(s.Message("m").Type, []byte{2, 1}, value.Options{}); kindOf(err) != string(wire.ErrLimit) {
		t.Errorf("got %v, want %s", err, wire.ErrLimit)
	}
}

func TestErrorPath(t *testing.T) {
	data := reference.Open(t)
	typ := loadSchema(t, data, "schemas/nested.proto").Message("book").Type
	// A book of which the first person's name is an Enum.
	in := []byte{1, 0x12, 1, 5, 0x0f, 1, 1, 0x0c, 2, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0x0a, 0, 0, 0}
	_, _, err := value.Decode(typ, in, value.Options{})
	want := "book.people: person.name: Bad_wire_type at byte 18: Enum where string is expected"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		src := arbitrary.Schema(rt)
		s, err := schema.Check("s.proto", []byte(src), nil)
		if err != nil {
			rt.Fatalf("%v\n%s", err, src)
		}
		typ := s.Message("m").Type
		v := arbitrary.Value(rt, typ)
		b, err := value.Append([]byte("prefix"), typ, v)
		if err != nil {
			rt.Fatalf("%v\n%s", err, src)
		}
		b = b[len("prefix"):]
		doc := toJSON(v)
		got, used, err := value.Decode(typ, b, value.Options{})
		if err != nil || used != len(b) || toJSON(got) != doc {
			rt.Fatalf("used %d of %d: %v\n%s\n got %s\nwant %s", used, len(b), err, src, toJSON(got), doc)
		}
		back, err := value.ParseJSON(typ, []byte(doc))
		if err != nil || toJSON(back) != doc {
			rt.Fatalf("%v: %s became %s", err, doc, toJSON(back))
		}
		text := value.AppendText(nil, v)
		if back, err := value.ParseText(typ, text); err != nil || toJSON(back) != doc || !json.Valid(text) {
			rt.Fatalf("%v: %s became %s", err, text, toJSON(back))
		}
		for i := range b {
			if _, _, err := value.Decode(typ, b[:i], value.Options{}); kindOf(err) != string(wire.ErrTruncated) {
				rt.Fatalf("truncated to %d of %d bytes: %v", i, len(b), err)
			}
		}
	})
}

// checkArbitraryBytes decodes in with every message of every schema; what is
// read must survive being written and read again.
func checkArbitraryBytes(t testing.TB, schemas []*schema.Schema, in []byte) {
	for _, s := range schemas {
		for _, m := range s.Messages {
			if _, used, err := value.Decode(m.Type, in, value.Options{Lax: true}); err == nil && used > len(in) {
				t.Fatalf("used %d of %d", used, len(in))
			}
			v, used, err := value.Decode(m.Type, in, value.Options{})
			if err != nil {
				continue
			}
			if lax, laxUsed, err := value.Decode(m.Type, in, value.Options{Lax: true}); err != nil || laxUsed != used || toJSON(lax) != toJSON(v) {
				t.Fatalf("%s: the lax reader differs from the strict one: %v", m.Name, err)
			}
			if m.Type.ReadOnly() {
				continue
			}
			b, err := value.Append(nil, m.Type, v)
			if err != nil {
				t.Fatal(err)
			}
			again, n, err := value.Decode(m.Type, b, value.Options{})
			if err != nil || n != len(b) || toJSON(again) != toJSON(v) {
				t.Fatalf("%s: %v: %s became %s", m.Name, err, toJSON(v), toJSON(again))
			}
			if c, err := value.Append(nil, m.Type, again); err != nil || !bytes.Equal(b, c) {
				t.Fatalf("%s: written differently the second time", m.Name)
			}
		}
	}
}

func allSchemas(t testing.TB) []*schema.Schema {
	data := reference.Open(t)
	names, err := fs.Glob(data, "schemas/*.proto")
	if err != nil {
		t.Fatal(err)
	}
	var out []*schema.Schema
	for _, n := range names {
		out = append(out, loadSchema(t, data, n))
	}
	return out
}

func FuzzDecode(f *testing.F) {
	seeds.Add(f, "testdata/seeds.txt")
	schemas := allSchemas(f)
	data := reference.Open(f)
	files, _ := fs.Glob(data, "messages/*.bin")
	for _, name := range files {
		for i, m := range reference.Messages(f, reference.Read(f, data, name)) {
			if i < 3 && len(m) < 2000 {
				f.Add(m)
			}
		}
	}
	f.Fuzz(func(t *testing.T, in []byte) { checkArbitraryBytes(t, schemas, in) })
}

// TestAllocation: what is allocated for an input is bounded by its length.
func TestAllocation(t *testing.T) {
	schemas := allSchemas(t)
	hostile := [][]byte{
		{1, 0x80, 0x80, 0x80, 0x80, 0x10, 1},
		{1, 9, 1, 5, 0xff, 0xff, 0xff, 0xff, 0x07, 1, 2},
		{1, 9, 1, 5, 7, 0xff, 0xff, 0xff, 0xff, 0x07, 1, 2},
		{1, 8, 1, 3, 0xff, 0xff, 0xff, 0xff, 0x07},
	}
	for _, in := range hostile {
		for _, lax := range []bool{false, true} {
			for _, s := range schemas {
				for _, m := range s.Messages {
					var before, after runtime.MemStats
					runtime.ReadMemStats(&before)
					_, _, _ = value.Decode(m.Type, in, value.Options{Lax: lax})
					runtime.ReadMemStats(&after)
					if n := after.TotalAlloc - before.TotalAlloc; n > 64<<10 {
						t.Errorf("%s: %d bytes allocated for % x", m.Name, n, in)
					}
				}
			}
		}
	}
}
