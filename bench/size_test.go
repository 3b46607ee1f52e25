package bench_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/internal/filetest"
)

// What is too large is known before anything is built, with what would do.
func TestCheckSize(t *testing.T) {
	file := filepath.Join(t.TempDir(), "values.jsonl")
	write := func(mb int) {
		t.Helper()
		text := `"a"` + "\n" + `"` + strings.Repeat("x", mb<<20) + `"` + "\n"
		filetest.Write(t, file, text)
	}
	write(30)
	if err := bench.CheckSize(file, bench.Options{}); err != nil {
		t.Errorf("30 MB: %v", err)
	}
	if err := bench.CheckSize(file, bench.Options{MemoryMB: 512}); err == nil || !strings.Contains(err.Error(), "line 2: a value of 30 MB, and the largest that workers with 512 MB of memory can verify has 8 MB: give --memory=1569, or") {
		t.Errorf("30 MB in 512: %v", err)
	}
	if err := bench.CheckSize(file, bench.Options{MemoryMB: 1569}); err != nil {
		t.Errorf("with what was told: %v", err)
	}
}
