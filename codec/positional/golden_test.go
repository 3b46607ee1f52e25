package positional_test

import (
	"flag"
	"testing"

	"github.com/assay-go/assay/codec/positional/testdata/golden/gen"
	"github.com/assay-go/assay/internal/compile/compiletest"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/routines/routinestest"
)

func TestMain(m *testing.M) { compiletest.Main(m) }

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGenerated runs the tests of testdata/golden over the code that is emitted for many types in
// every format, with more random values in the long tests. The code for one type is in the folder of flat, so that a change of what
// is emitted shows; that of the other formats is a line each in the digests of cmd/assay.
func TestGenerated(t *testing.T) {
	code, readable := emitted(t)
	got := routinestest.Above(t, readable, "orderFlat", "internal/positionalrt")
	filetest.Golden(t, *update, "../internal/formats/flat/testdata/code.go.golden", got)
	// vet wants folders that are there: .ci/run has it, for 386 too.
	code.Test(t, nil, ".", "./vectors")
}

// emitted returns the code of many types in every format, and that of one by flat for people to read.
func emitted(t *testing.T) (code routinestest.Emitted, readable []byte) {
	t.Helper()
	const dir = "testdata/golden"
	files, readable, err := gen.Files(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	return routinestest.Emitted{Dir: dir, Files: files}, readable
}
