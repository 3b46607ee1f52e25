package msgp

import (
	"testing"

	"github.com/assay-go/assay/internal/compile"
	"github.com/assay-go/assay/internal/compile/compiletest"
)

// generate returns the methods of declarations, by the generator as it is.
func generate(t *testing.T, types []byte) string {
	t.Helper()
	files, err := compile.RunTool(t.Context(), compile.Config{CacheDir: compiletest.CacheDir()}, tool(types))
	if err != nil {
		t.Fatal(err)
	}
	return string(files["methods.go"])
}
