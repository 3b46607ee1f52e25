package msgp

import (
	"cmp"
	"os"
	"testing"

	"github.com/assay-go/assay/internal/compile"
)

// generate returns the methods of declarations, by the generator as it is.
func generate(t *testing.T, types []byte) string {
	t.Helper()
	files, err := compile.RunTool(t.Context(), compile.Config{CacheDir: cmp.Or(os.Getenv("ASSAY_TEST_CACHE"), t.TempDir())}, tool(types))
	if err != nil {
		t.Fatal(err)
	}
	return string(files["methods.go"])
}
