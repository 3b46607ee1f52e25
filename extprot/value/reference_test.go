package value_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"path"
	"strings"
	"testing"

	"github.com/assay-go/assay/extprot/internal/reference"
	"github.com/assay-go/assay/extprot/schema"
	"github.com/assay-go/assay/extprot/value"
	"github.com/assay-go/assay/extprot/wire"
)

func loadSchema(t testing.TB, data fs.FS, name string) *schema.Schema {
	t.Helper()
	s, err := schema.Check(name, reference.Read(t, data, name), func(p string) ([]byte, error) { return fs.ReadFile(data, p) })
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func toJSON(v value.Value) string { return string(value.AppendJSON(nil, v)) }

func TestMessages(t *testing.T) {
	data := reference.Open(t)
	names, err := fs.Glob(data, "messages/*.bin")
	if err != nil || len(names) < 35 {
		t.Fatalf("%d message files: %v", len(names), err)
	}
	total := 0
	for _, name := range names {
		parts := strings.Split(path.Base(name), ".")
		s := loadSchema(t, data, "schemas/"+parts[0]+".proto")
		typ := s.Message(parts[1]).Type
		messages := reference.Messages(t, reference.Read(t, data, name))
		lines := reference.Lines[json.RawMessage](t, reference.Read(t, data, strings.TrimSuffix(name, "bin")+"jsonl"))
		if len(lines) != len(messages) {
			t.Fatalf("%s: %d messages, %d lines", name, len(messages), len(lines))
		}
		for i, m := range messages {
			total++
			for _, lax := range []bool{false, true} {
				v, used, err := value.Decode(typ, m, value.Options{Lax: lax})
				if err != nil || used != len(m) {
					t.Fatalf("%s, message %d: used %d of %d: %v", name, i, used, len(m), err)
				}
				if got := toJSON(v); got != string(lines[i]) {
					t.Fatalf("%s, message %d:\n got %.300s\nwant %.300s", name, i, got, lines[i])
				}
			}
			v, err := value.ParseJSON(typ, lines[i])
			if err != nil {
				t.Fatalf("%s, message %d: %v", name, i, err)
			}
			b, err := value.Append(nil, typ, v)
			if err != nil || !bytes.Equal(b, m) {
				t.Fatalf("%s, message %d: %v\n got %x\nwant %x", name, i, err, b, m)
			}
		}
	}
	t.Logf("%d files, %d messages", len(names), total)
}

func TestStream(t *testing.T) {
	data := reference.Open(t)
	typ := loadSchema(t, data, "schemas/complex_rtt.proto").Message("complex_rtt").Type
	b := reference.Read(t, data, "messages/complex_rtt.stream100")
	n := 0
	for len(b) > 0 {
		_, used, err := value.Decode(typ, b, value.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if f, err := wire.Frame(b); f != used || err != nil {
			t.Fatalf("frame of %d bytes, used %d: %v", f, used, err)
		}
		b = b[used:]
		n++
	}
	if n != 100 {
		t.Errorf("%d messages, want 100", n)
	}
}

func compact(t testing.TB, doc []byte) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Compact(&b, doc); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func kindOf(err error) string {
	var k wire.Kind
	if errors.As(err, &k) {
		return string(k)
	}
	return "ok"
}

// ignored are the rows that the data's own description takes out: a vint beyond
// 63 bits whose value the original wraps.
func ignored(r reference.Damaged) bool {
	return strings.Contains(r.Strict, "other value") || r.Strict == string(wire.ErrOverflow) && r.Original.Error == ""
}

func TestDamaged(t *testing.T) {
	data := reference.Open(t)
	schemas := map[string]*schema.Schema{}
	rows, counts := 0, 0
	for _, name := range []string{"edge/crafted.jsonl", "edge/fuzz.jsonl"} {
		for _, r := range reference.Lines[reference.Damaged](t, reference.Read(t, data, name)) {
			rows++
			if schemas[r.Schema] == nil {
				schemas[r.Schema] = loadSchema(t, data, "schemas/"+r.Schema+".proto")
			}
			typ := schemas[r.Schema].Message(r.Message).Type
			in, err := hex.DecodeString(r.Hex)
			if err != nil {
				t.Fatal(err)
			}
			v, used, err := value.Decode(typ, in, value.Options{})
			early := kindOf(err) == string(wire.ErrTruncated) && strings.Contains(err.Error(), "elements are announced") && r.Original.Error != ""
			if early {
				counts++ // a count that cannot be true is refused before the elements are looked at
			}
			if kindOf(err) != r.Strict && !ignored(r) && !early {
				t.Errorf("%s.%s %s: strict reader says %v, want %s (%s)", r.Schema, r.Message, r.Hex, err, r.Strict, r.Note)
			}
			if err == nil && !ignored(r) {
				if got := toJSON(v); got != compact(t, r.Original.OK) || used != r.Original.Used {
					t.Errorf("%s.%s %s: got %s, used %d, want %s, used %d", r.Schema, r.Message, r.Hex, got, used, r.Original.OK, r.Original.Used)
				}
			}
			v, _, err = value.Decode(typ, in, value.Options{Lax: true})
			want := r.Original.Error
			if want == "" {
				want = "ok"
			}
			if kindOf(err) != want {
				t.Errorf("%s.%s %s: lax reader says %v, want %s (%s)", r.Schema, r.Message, r.Hex, err, want, r.Note)
			}
			if err == nil && !ignored(r) {
				if got := toJSON(v); got != compact(t, r.Original.OK) {
					t.Errorf("%s.%s %s: lax reader got %s, want %s", r.Schema, r.Message, r.Hex, got, r.Original.OK)
				}
			}
		}
	}
	t.Logf("%d rows, %d with an impossible count", rows, counts)
}

func TestEvolution(t *testing.T) {
	data := reference.Open(t)
	files, err := fs.Glob(data, "evolution/*/w_*.bin")
	if err != nil || len(files) < 80 {
		t.Fatalf("%d directions: %v", len(files), err)
	}
	total := 0
	for _, name := range files {
		dir, base := path.Split(name)
		writer, reader := base[2:4], base[7:9]
		wt := loadSchema(t, data, dir+writer+".proto").Message("m").Type
		rt := loadSchema(t, data, dir+reader+".proto").Message("m").Type
		messages := reference.Messages(t, reference.Read(t, data, name))
		for i, r := range reference.Lines[reference.Evolved](t, reference.Read(t, data, strings.TrimSuffix(name, "bin")+"jsonl")) {
			total++
			if wt.Subset == "" {
				v, err := value.ParseJSON(wt, r.Written)
				if err != nil {
					t.Fatalf("%s:%d: %v", name, i, err)
				}
				if b, err := value.Append(nil, wt, v); err != nil || !bytes.Equal(b, messages[i]) {
					t.Fatalf("%s:%d: %v\n got %x\nwant %x", name, i, err, b, messages[i])
				}
			}
			for _, lax := range []bool{false, true} {
				v, _, err := value.Decode(rt, messages[i], value.Options{Lax: lax})
				want, doc := r.Error, r.Read
				if r.StrictRead != nil {
					want, doc = "", r.StrictRead
				}
				if want == "" {
					want = "ok"
				}
				if kindOf(err) != want {
					t.Fatalf("%s:%d: %v, want %s for %x", name, i, err, want, messages[i])
				}
				if err == nil && toJSON(v) != compact(t, doc) {
					t.Fatalf("%s:%d: got %s, want %s", name, i, toJSON(v), doc)
				}
			}
		}
	}
	t.Logf("%d directions, %d messages", len(files), total)
}
