package compression

import (
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestMeasure(t *testing.T) {
	program := filepath.Join(t.TempDir(), "compressor.exe")
	if out, err := exec.Command("go", "build", "-o", program, "./compressor").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	sets := [][][]byte{{[]byte(strings.Repeat("a", 300)), nil, []byte("b")}, {{1, 2, 3}}}
	told := 0
	figures, err := Measure(t.Context(), program, sets, 1, func(done, total int) { told = total - done })
	if err != nil {
		t.Fatal(err)
	}
	if told != 1 {
		t.Errorf("progress ended %d steps before the end", told)
	}
	names := map[string]bool{}
	for i, set := range figures {
		for _, f := range set {
			if f.Bytes <= 0 || len(f.CompressNS) == 0 || slices.Min(f.CompressNS) <= 0 || slices.Min(f.DecompressNS) <= 0 {
				t.Errorf("set %d: %+v", i, f)
			}
			names[f.Algorithm] = true
		}
	}
	if !names["gzip"] || !names["zstd-3"] || figures[0][0].Bytes >= 100 {
		t.Errorf("%d compressors, the first figures %+v", len(names), figures[0][0])
	}
	if _, err := Measure(t.Context(), program, [][][]byte{{}}, 1, func(int, int) {}); err == nil || !strings.Contains(err.Error(), "no messages") {
		t.Errorf("no messages: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, err = Measure(ctx, program, sets, 1, func(int, int) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestNoProgram(t *testing.T) {
	if _, err := Measure(t.Context(), filepath.Join(t.TempDir(), "none"), nil, 1, nil); err == nil {
		t.Error("no program is no error")
	}
}
