package mirror_test

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/drivers/internal/mirror"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/typemodel"
)

func TestPlain(t *testing.T) {
	dir := t.TempDir()
	filetest.Write(t, filepath.Join(dir, "go.mod"), []byte("module example.com/m\n\ngo 1.24\n"))
	filetest.Write(t, filepath.Join(dir, "m.go"), []byte(`package m

import "time"

type T struct {
	base
	*Node
	Color  Color
	ByTag  map[Color][]Color
	At     time.Time
	Inner  struct{ A, B int }
	_hide  struct{ C []Color }
}

type (
	Color string
	base  struct{ B Blob }
	Blob  []byte
	Node  struct{ Kids Nodes; Low low }
	Nodes []*Node
	low   struct{ T *T }
)
`))
	config := config
	config.NameStructs = true
	print := func(hidden bool) string {
		m, refusals := mirror.New(mirror.Plain(mustLoad(t, dir, ".T"), hidden), config)
		if len(refusals) > 0 {
			t.Fatalf("refused: %v", refusals)
		}
		f := goprint.New(config.PkgPath, "mirrored")
		m.EmitTypes(f)
		src, err := f.Source()
		if err != nil {
			t.Fatal(err)
		}
		return string(src)
	}
	const rest = `
// Node mirrors m.Node.
type Node struct {
	Kids []*Node
	Low  Low
}

// Low mirrors m.Low.
type Low struct {
	T *T
}

// Struct mirrors struct{…}.
type Struct struct {
	A int
	B int
}
`
	for _, test := range []struct {
		hidden bool
		want   string
	}{
		{true, `package mirrored

import (
	"time"
)

// T mirrors m.T.
type T struct {
	base  struct{ B []struct{} }
	Node  *Node
	Color string
	ByTag map[string][]string
	At    time.Time
	Inner Struct
	_hide struct{ C []struct{} }
}
` + rest},
		{false, `package mirrored

import (
	"time"
)

// T mirrors m.T.
type T struct {
	Node  *Node
	Color string
	ByTag map[string][]string
	At    time.Time
	Inner Struct
}
` + rest},
	} {
		if diff := cmp.Diff(test.want, print(test.hidden)); diff != "" {
			t.Errorf("with hidden fields: %v (-want +got):\n%s", test.hidden, diff)
		}
	}
}

func TestEndless(t *testing.T) {
	dir := t.TempDir()
	filetest.Write(t, filepath.Join(dir, "go.mod"), []byte("module example.com/m\n\ngo 1.24\n"))
	filetest.Write(t, filepath.Join(dir, "m.go"), []byte(`package m

type T struct {
	Trees    Trees
	Branches Branches
	Pointer  Pointer
	Nodes    map[string][]Node
}

type (
	Trees    []T
	Branches map[string][]Branches
	Pointer  *Pointer
	Node     struct{ Nodes []Node }
)
`))
	endless := map[string]bool{}
	typemodel.Walk(mustLoad(t, dir, ".T"), func(path string, t *typemodel.Type) bool {
		endless[path] = endless[path] || mirror.Endless(t)
		return true
	})
	for path, want := range map[string]bool{"": false, "Trees": false, "Branches": true, "Pointer": true, "Nodes": false, "Nodes[value][]": false} {
		if endless[path] != want {
			t.Errorf("%q is endless: %v", path, endless[path])
		}
	}
}
