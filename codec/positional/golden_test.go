package positional_test

import (
	"flag"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-go/assay/codec/positional/testdata/golden/gen"
	"github.com/assay-go/assay/internal/formats"
	"github.com/assay-go/assay/internal/routines/routinestest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGenerated runs the tests of testdata/golden over the code that is emitted for many types in
// every format, with more random values in the long tests. The code for one type is in the folder of each format, so that a change of what
// is emitted shows.
func TestGenerated(t *testing.T) {
	code, readable := emitted(t)
	for _, f := range formats.All {
		got := routinestest.Above(t, readable[f.ID], "order"+strings.ToUpper(f.ID[:1])+f.ID[1:], "internal/positionalrt")
		routinestest.Golden(t, *update, filepath.Join("..", "..", "internal", "formats", f.ID, "testdata", "code.go.golden"), got)
	}
	// vet wants folders that are there: .ci/run has it, for 386 too.
	code.Test(t, nil, ".", "./vectors")
}

// emitted returns the code of many types in every format, and that of one for people to read.
func emitted(t *testing.T) (code routinestest.Emitted, readable map[string][]byte) {
	t.Helper()
	const dir = "testdata/golden"
	files, readable, err := gen.Files(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	return routinestest.Emitted{Dir: dir, Files: files}, readable
}
