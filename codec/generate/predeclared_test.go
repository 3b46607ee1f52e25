package generate_test

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/generate"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/routines/routinestest"
)

// A package that declares what Go predeclares gets code that compiles, is vetted, and
// carries values, in all formats: the names are worked round, and types of the package
// that are called so are still meant.
func TestPredeclaredNames(t *testing.T) {
	routinestest.NeedsLong(t)
	files := map[string]string{
		"go.mod": "module example.com/taken\n\ngo 1.25\n",
		"near/near.go": `package near

type S struct {
	A string ` + "`protobuf:\"bytes,1,opt,name=a\"`" + `
	C []byte ` + "`protobuf:\"bytes,2,opt,name=c\"`" + `
	F uint32 ` + "`protobuf:\"varint,3,opt,name=f\"`" + `
	G []string ` + "`protobuf:\"bytes,4,rep,name=g\"`" + `
	H []uint64 ` + "`protobuf:\"varint,5,rep,packed,name=h\"`" + `
}
`,
		"taken.go": `package taken

import "example.com/taken/near"

type (
	any        struct{ V int64 ` + "`protobuf:\"varint,1,opt,name=v\"`" + ` }
	comparable struct{}
	float32    struct{}
	rune       string
	uint       struct{}
	uint8      struct{}
)

const iota = 1

func cap()  {}
func clear() {}
func copy() {}
func make() {}
func max()  {}
func min()  {}
func new()  {}

type Small struct {
	A any    ` + "`protobuf:\"bytes,1,opt,name=a\"`" + `
	L []any  ` + "`protobuf:\"bytes,2,rep,name=l\"`" + `
	N near.S ` + "`protobuf:\"bytes,3,opt,name=n\"`" + `
	R rune   ` + "`protobuf:\"bytes,4,opt,name=r\"`" + `
	S []near.S ` + "`protobuf:\"bytes,5,rep,name=s\"`" + `
}

type Large struct {
	Small Small
	M     map[string]near.S
	P     *any
	Q     []*near.S
}
`,
	}
	for _, f := range generate.Formats() {
		files[f.Name()+"/taken.go"] = strings.Replace(files["taken.go"], "package taken", "package "+f.Name(), 1)
	}
	delete(files, "taken.go")
	dir := t.TempDir()
	filetest.All(t, dir, files)
	t.Setenv("GOWORK", "off")
	small := []string{"bebop", "benc", "gencode", "gencodevarint", "skycoin", "extprot", "protobuf"}
	for _, f := range generate.Formats() {
		c := generate.Request{Types: []string{"Small", "Large"}, Dir: filepath.Join(dir, f.Name()), Formats: []codec.Format{f}}
		if slices.Contains(small, f.Name()) {
			c.Types = c.Types[:1]
		}
		c.Test = slices.Contains(f.Facts().Takes, "test")
		r, err := c.Generate(t.Context())
		if err != nil {
			t.Error(err)
			continue
		}
		for _, file := range r.Files {
			if err := generate.Write(file); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, args := range [][]string{{"vet", "./..."}, {"test", "-vet=off", "./flat", "./json"}} {
		cmd := exec.CommandContext(t.Context(), "go", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("go %s: %v\n%s", args[0], err, out)
		}
	}
}
