package gen

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/format"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-go/assay/extprot/internal/reference"
	"github.com/assay-go/assay/extprot/value"
)

// TestEvolution builds the generated code of every version of the evolution
// pairs outside of this module, and has it read what the other version wrote.
// The result is compared with the dynamic codec's: bytes written back, or the
// error's text.
func TestEvolution(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a hundred packages")
	}
	data := reference.Open(t)
	files, err := fs.Glob(data, "evolution/*/w_*.bin")
	if err != nil || len(files) < 80 {
		t.Fatalf("%d directions: %v", len(files), err)
	}
	dir := t.TempDir()
	write := func(name string, src []byte) {
		t.Helper()
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, src, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	type row struct {
		Pkg         string
		In          []byte
		Out         []byte
		Err, Source string
	}
	var rows []row
	packages := map[string]bool{}
	for _, file := range files {
		d, base := path.Split(file)
		pkg := "p" + strings.ReplaceAll(path.Base(d), "_", "") + base[7:9]
		s := loadSchema(t, data, d+base[7:9]+".proto")
		if !packages[pkg] {
			packages[pkg] = true
			src, err := Generate(s, Options{Package: pkg})
			if err != nil {
				t.Fatalf("%s: %v", d, err)
			}
			write(filepath.Join(pkg, "m.go"), src)
		}
		typ := s.Message("m").Type
		for _, in := range reference.Messages(t, reference.Read(t, data, file)) {
			r := row{Pkg: pkg, In: in, Source: file}
			v, _, err := value.Decode(typ, in, value.Options{})
			switch {
			case err != nil:
				r.Err = err.Error()
			case !typ.ReadOnly():
				if r.Out, err = value.Append(nil, typ, v); err != nil {
					t.Fatal(err)
				}
			}
			rows = append(rows, r)
		}
	}
	var imports, entries strings.Builder
	for pkg := range packages {
		fmt.Fprintf(&imports, "%q\n", "evolution/"+pkg)
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
	var rows []struct { Pkg string; In, Out []byte; Err, Source string }
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
	write("main.go", main)
	write("go.mod", []byte("module evolution\n\ngo 1.26\n"))
	in, err := json.Marshal(rows)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "run", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	cmd.Stdin = bytes.NewReader(in)
	out, err := cmd.CombinedOutput()
	if want := fmt.Sprintln(len(rows), "rows"); err != nil || string(out) != want {
		t.Errorf("%v\n%.3000s", err, out)
	}
	t.Logf("%d packages, %d rows", len(packages), len(rows))
}
