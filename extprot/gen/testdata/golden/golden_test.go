package golden

import (
	"bytes"
	"encoding/hex"
	"io/fs"
	"path"
	"strings"
	"testing"

	"github.com/assay-go/assay/extprot/internal/reference"
	"github.com/assay-go/assay/extprot/schema"
	"github.com/assay-go/assay/extprot/value"
	"github.com/assay-go/assay/internal/seeds"
)

func loadSchema(t testing.TB, data fs.FS, name string) *schema.Schema {
	t.Helper()
	s, err := schema.Check(name, reference.Read(t, data, name), func(p string) ([]byte, error) { return fs.ReadFile(data, p) })
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestMessages reads every reference message into a fresh value and into one
// that has held all earlier ones, with an arena and without, and writes it again.
func TestMessages(t *testing.T) {
	data := reference.Open(t)
	names, err := fs.Glob(data, "messages/*.bin")
	if err != nil || len(names) < 35 {
		t.Fatalf("%d files: %v", len(names), err)
	}
	total := 0
	for _, name := range names {
		message := strings.Join(strings.Split(path.Base(name), ".")[:2], ".")
		used := New(message)
		beside := used.Beside()
		usedBeside := beside.Beside()
		for i, m := range reference.Messages(t, reference.Read(t, data, name)) {
			total++
			for _, v := range []Codec{New(message), used, beside.Beside(), usedBeside} {
				if n, err := v.Decode(m); err != nil || n != len(m) {
					t.Fatalf("%s, message %d: used %d of %d: %v", name, i, n, len(m), err)
				}
				if v.Size() != len(m) {
					t.Fatalf("%s, message %d: size %d, want %d", name, i, v.Size(), len(m))
				}
				out, ok := v.Append(append(make([]byte, 0, len(m)+3), "abc"...))
				if !ok || !bytes.Equal(out[3:], m) {
					t.Fatalf("%s, message %d:\n got %x\nwant %x", name, i, out, m)
				}
			}
			if i < 10 {
				buf := make([]byte, 0, len(m))
				if n := testing.AllocsPerRun(10, func() { used.Append(buf) }); n != 0 {
					t.Fatalf("%s, message %d: %v allocations into a buffer of the exact size", name, i, n)
				}
			}
		}
	}
	t.Logf("%d files, %d messages", len(names), total)
}

// same compares the generated reader with the dynamic one, down to the text of
// the error.
func same(t testing.TB, s *schema.Schema, message string, v Codec, in []byte) {
	t.Helper()
	m := s.Message(message)
	want, n, wantErr := value.Decode(m.Type, in, value.Options{})
	used, err := v.Decode(in)
	if (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
		t.Fatalf("%s %x:\n got %v\nwant %v", message, in, err, wantErr)
	}
	if err != nil || m.Type.ReadOnly() {
		return
	}
	b, err := value.Append(nil, m.Type, want)
	if err != nil {
		t.Fatal(err)
	}
	if out, ok := v.Append(nil); used != n || !ok || !bytes.Equal(out, b) {
		t.Fatalf("%s %x: used %d, want %d\n got %x\nwant %x", message, in, used, n, out, b)
	}
}

// lazyMessage reports whether a message has fields that are decoded later: its
// errors come later, too, and its bytes are kept as they were.
func lazyMessage(m *schema.Message) bool {
	for _, v := range m.Type.Variants {
		for _, f := range v.Fields {
			if m.LazyField(f) {
				return true
			}
		}
	}
	return false
}

func TestDamaged(t *testing.T) {
	data := reference.Open(t)
	schemas := map[string]*schema.Schema{}
	rows := 0
	for _, name := range []string{"edge/crafted.jsonl", "edge/fuzz.jsonl"} {
		for _, r := range reference.Lines[reference.Damaged](t, reference.Read(t, data, name)) {
			if schemas[r.Schema] == nil {
				schemas[r.Schema] = loadSchema(t, data, "schemas/"+r.Schema+".proto")
			}
			if lazyMessage(schemas[r.Schema].Message(r.Message)) {
				continue
			}
			in, err := hex.DecodeString(r.Hex)
			if err != nil {
				t.Fatal(err)
			}
			rows++
			fresh := New(r.Schema + "." + r.Message)
			same(t, schemas[r.Schema], r.Message, fresh.Beside(), in)
			same(t, schemas[r.Schema], r.Message, fresh, in)
		}
	}
	t.Logf("%d rows", rows)
}

func FuzzSame(f *testing.F) {
	seeds.Add(f, "testdata/seeds.txt")
	data := reference.Open(f)
	files, _ := fs.Glob(data, "messages/*.bin")
	for _, name := range files {
		for i, m := range reference.Messages(f, reference.Read(f, data, name)) {
			if i < 3 && len(m) < 2000 {
				f.Add(m)
			}
		}
	}
	schemas := map[string]*schema.Schema{}
	names, _ := fs.Glob(data, "schemas/*.proto")
	for _, n := range names {
		schemas[strings.TrimSuffix(path.Base(n), ".proto")] = loadSchema(f, data, n)
	}
	used := map[string]Codec{}
	f.Fuzz(func(t *testing.T, in []byte) {
		for base, s := range schemas {
			for i := range s.Messages {
				m := &s.Messages[i]
				name := base + "." + m.Name
				if used[name] == nil {
					used[name] = New(name)
				}
				if used[name] == nil {
					t.Fatalf("no generated code of %s", name)
				}
				if lazyMessage(m) {
					_, _ = used[name].Decode(in)
					continue
				}
				same(t, s, m.Name, New(name), in)
				same(t, s, m.Name, used[name], in)
			}
		}
	})
}
