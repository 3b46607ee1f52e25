package gen

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/format"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-go/assay/extprot/internal/arbitrary"
	"github.com/assay-go/assay/extprot/internal/reference"
	"github.com/assay-go/assay/extprot/schema"
	"github.com/assay-go/assay/extprot/value"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/routines/routinestest"
)

// outside collects generated packages and what their message m should make of
// inputs: the bytes written back, or the text of the error. run builds them in a
// module of their own, which shows that they need nothing of this one.
type outside struct {
	dir      string
	packages map[string]bool
	rows     []row
}

type row struct {
	Pkg, Source, Err string
	In, Out          []byte
}

func newOutside(t *testing.T) *outside {
	if testing.Short() {
		t.Skip("builds a hundred packages")
	}
	return &outside{dir: t.TempDir(), packages: map[string]bool{}}
}

func (o *outside) write(t *testing.T, name string, src []byte) {
	t.Helper()
	filetest.Write(t, filepath.Join(o.dir, name), src)
}

func (o *outside) generate(t *testing.T, pkg string, s *schema.Schema) {
	t.Helper()
	if o.packages[pkg] {
		return
	}
	o.packages[pkg] = true
	src, err := Generate(s, Options{Package: pkg})
	if err != nil {
		t.Fatalf("%s: %v", pkg, err)
	}
	o.write(t, filepath.Join(pkg, "m.go"), src)
}

// expect asks for what the dynamic codec does with in.
func (o *outside) expect(t *testing.T, pkg string, typ *schema.Type, in []byte, source string) {
	t.Helper()
	r := row{Pkg: pkg, In: in, Source: source}
	v, used, err := value.Decode(typ, in, value.Options{})
	switch {
	case err != nil:
		r.Err = err.Error()
	case used < len(in):
		return
	case !typ.ReadOnly():
		if r.Out, err = value.Append(nil, typ, v); err != nil {
			t.Fatal(err)
		}
	}
	o.rows = append(o.rows, r)
}

func (o *outside) run(t *testing.T) {
	t.Helper()
	var imports, entries strings.Builder
	for pkg := range o.packages {
		fmt.Fprintf(&imports, "%q\n", "outside/"+pkg)
		fmt.Fprintf(&entries, "%q: func(b []byte) (any, error) { var m %s.M; return &m, m.UnmarshalBinary(b) },\n", pkg, pkg)
	}
	main, err := format.Source([]byte(`package main

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"os"
	` + imports.String() + `
)

var readers = map[string]func([]byte) (any, error){
` + entries.String() + `
}

func main() {
	var rows []struct { Pkg, Source, Err string; In, Out []byte }
	if err := json.NewDecoder(os.Stdin).Decode(&rows); err != nil {
		panic(err)
	}
	for _, r := range rows {
		m, err := readers[r.Pkg](r.In)
		text := ""
		var out []byte
		if err != nil {
			text = err.Error()
		} else if w, ok := m.(encoding.BinaryMarshaler); ok {
			out, _ = w.MarshalBinary()
		}
		if text != r.Err || !bytes.Equal(out, r.Out) {
			fmt.Printf("%s %x:\n got %x %s\nwant %x %s\n", r.Source, r.In, out, text, r.Out, r.Err)
		}
	}
	fmt.Println(len(rows), "rows")
}
`))
	if err != nil {
		t.Fatal(err)
	}
	o.write(t, "main.go", main)
	o.write(t, "go.mod", []byte("module outside\n\ngo 1.26\n"))
	in, err := json.Marshal(o.rows)
	if err != nil {
		t.Fatal(err)
	}
	// Optimized, it takes half as long again to compile: testdata/features and
	// testdata/golden are.
	cmd := exec.Command("go", "run", "-gcflags=outside/...=-N -l -dwarf=false", "-ldflags=-s -w", ".")
	cmd.Dir = o.dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=", "GOGC=400")
	cmd.Stdin = bytes.NewReader(in)
	out, err := cmd.CombinedOutput()
	if want := fmt.Sprintln(len(o.rows), "rows"); err != nil || string(out) != want {
		t.Errorf("%v\n%.3000s", err, out)
	}
	t.Logf("%d packages, %d rows", len(o.packages), len(o.rows))
}

// TestEvolution has the code of every version of the evolution pairs read what
// the other version wrote.
func TestEvolution(t *testing.T) {
	routinestest.NeedsLong(t)
	o := newOutside(t)
	data := reference.Open(t)
	files, err := fs.Glob(data, "evolution/*/w_*.bin")
	if err != nil || len(files) < 80 {
		t.Fatalf("%d directions: %v", len(files), err)
	}
	for _, file := range files {
		d, base := path.Split(file)
		pkg := "p" + strings.ReplaceAll(path.Base(d), "_", "") + base[7:9]
		s := loadSchema(t, data, d+base[7:9]+".proto")
		o.generate(t, pkg, s)
		for _, in := range reference.Messages(t, reference.Read(t, data, file)) {
			o.expect(t, pkg, s.Message("m").Type, in, file)
		}
	}
	o.run(t)
}

// TestArbitrarySchemas has the code of random schemas read random values, whole
// and damaged.
func TestArbitrarySchemas(t *testing.T) {
	routinestest.NeedsLong(t)
	o := newOutside(t)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 25 {
		src := rapid.Custom(arbitrary.Schema).Example(i)
		s, err := schema.Check("s.proto", []byte(src), nil)
		if err != nil {
			t.Fatalf("%v\n%s", err, src)
		}
		pkg := fmt.Sprintf("p%d", i)
		o.generate(t, pkg, s)
		typ := s.Message("m").Type
		for j := range 40 {
			v := rapid.Custom(func(rt *rapid.T) value.Value { return arbitrary.Value(rt, typ) }).Example(j)
			in, err := value.Append(nil, typ, v)
			if err != nil {
				t.Fatal(err)
			}
			o.expect(t, pkg, typ, in, src)
			for range 20 {
				bad := bytes.Clone(in)
				bad[r.IntN(len(bad))] = byte(r.Uint32()) >> r.IntN(8)
				o.expect(t, pkg, typ, bad[:len(bad)-r.IntN(2)*r.IntN(len(bad))], src)
			}
		}
	}
	o.run(t)
}
