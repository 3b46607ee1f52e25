package measure

import (
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/assay-go/assay/internal/worker/protocol"
)

// Compressors are measured when they are asked for, on as many values as there
// are to be, and once for rows that encode to the same bytes.
func TestCompression(t *testing.T) {
	program := filepath.Join(t.TempDir(), "compressor.exe")
	if out, err := exec.Command("go", "build", "-o", program, "./compression/compressor").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, asked := range []bool{false, true} {
		f := newFarm(t)
		same := protocol.Response{Encodings: [][]byte{[]byte(strings.Repeat("a", 300)), []byte("b")}}
		f.ns["one"], f.ns["two"], f.ns["other"], f.ns["lost"] = 50, 60, 70, 80
		f.answers = map[string]protocol.Response{
			"encodings one": same, "encodings two": same, "encodings other": {Encodings: [][]byte{[]byte("abc")}}, "encodings lost": {Err: "out of memory"},
		}
		values := 0
		f.onAsk = func(req protocol.Request) error {
			if req.Data != nil {
				values = req.Data.Count
			}
			if req.Do == "encodings" && values != compressedValues {
				t.Errorf("encodings of %d values", values)
			}
			return nil
		}
		cfg := f.config("one", "two", "other", "lost")
		cfg.Compression, cfg.Compressor = asked, program
		f.complete(cfg)
		one, two, other, lost := caseNamed(cfg, "one"), caseNamed(cfg, "two"), caseNamed(cfg, "other"), caseNamed(cfg, "lost")
		if !asked {
			if len(one.Compression) > 0 {
				t.Error("measured without being asked")
			}
			continue
		}
		// Six compressors, on single messages and on the stream.
		if n := 2 * 6; len(one.Compression) != n || len(other.Compression) != n {
			t.Errorf("%d and %d figures, want %d", len(one.Compression), len(other.Compression), n)
		}
		if !reflect.DeepEqual(one.Compression, two.Compression) || reflect.DeepEqual(one.Compression, other.Compression) {
			t.Error("rows share figures when they encode to the same bytes, and only then")
		}
		if z := one.Compression[0]; z.Messages != 2 || z.Plain != 150.5 || z.Bytes <= 0 || z.Bytes >= 150.5 {
			t.Errorf("recorded as %+v", z)
		}
		if len(lost.Compression) > 0 || lost.Status != "ok" || !strings.Contains(strings.Join(lost.Findings, " "), "out of memory") {
			t.Errorf("without encodings: %+v", lost)
		}
	}
}
