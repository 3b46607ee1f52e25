package measure

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"sync"

	"github.com/assay-go/assay/internal/atomic"
	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/result"
)

// verdictsFile lies beside a worker's executable.
const verdictsFile = "verdicts.json"

// verdicts are those of earlier runs. They lie beside the executables, each of
// which is in a folder of its own, named by its content: so a verdict is about
// the adapter's text, the versions of all modules, the verifier and the Go
// version that it was made with. The key of one holds what else there is: the
// case, what is declared of it, and the digest of the values.
type verdicts struct {
	mu    sync.Mutex
	files map[string]map[string]saved // by path and key
	fresh map[string]bool             // the paths with news
}

// saved is what verification came to.
type saved struct {
	Verdict  protocol.Verdict `json:"verdict"` // without its samples
	Findings []string         `json:"findings,omitempty"`
	Labels   []result.Label   `json:"labels,omitempty"`

	// Ops are what a run has found of operations. The harness's own cases, which
	// nobody verifies, have these alone.
	Ops map[protocol.Op]sizing `json:"ops,omitempty"`
}

// sizing is what each run would have to find before it times an operation.
type sizing struct {
	N           int     `json:"n"` // operations in a batch, by the fastest of the last run
	BytesPerOp  float64 `json:"bytes_per_op"`
	AllocsPerOp float64 `json:"allocs_per_op"`
}

func newVerdicts() *verdicts {
	return &verdicts{files: map[string]map[string]saved{}, fresh: map[string]bool{}}
}

// verdictKey is empty where the values have no digest: then nothing is kept.
func verdictKey(c *Case, digest string) string {
	if digest == "" {
		return ""
	}
	text, err := json.Marshal([]any{c.Protocol, c.Declared, digest})
	if err != nil {
		return "" // plain structs: cannot be
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// file returns what is kept beside the executable. A file that cannot be read
// keeps nothing.
func (v *verdicts) file(executable string) (path string, known map[string]saved) {
	path = filepath.Join(filepath.Dir(executable), verdictsFile)
	if known, ok := v.files[path]; ok {
		return path, known
	}
	known = map[string]saved{}
	if data, err := os.ReadFile(path); err == nil && json.Unmarshal(data, &known) != nil {
		known = map[string]saved{}
	}
	v.files[path] = known
	return path, known
}

func (v *verdicts) get(executable, key string) (s saved, ok bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	_, known := v.file(executable)
	s, ok = known[key]
	return s, ok && key != ""
}

func (v *verdicts) put(executable, key string, s saved) {
	if key == "" {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	path, known := v.file(executable)
	s.Verdict.Samples = nil
	known[key] = s
	v.fresh[path] = true
}

// sized notes what was found of an operation.
func (v *verdicts) sized(executable, key string, op protocol.Op, found sizing) {
	if key == "" {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	path, known := v.file(executable)
	s := known[key]
	if s.Ops[op] == found {
		return
	}
	s.Ops = maps.Clone(s.Ops)
	if s.Ops == nil {
		s.Ops = map[protocol.Op]sizing{}
	}
	s.Ops[op] = found
	known[key] = s
	v.fresh[path] = true
}

// drop forgets what is known of a case: the next run verifies it again.
func (v *verdicts) drop(executable, key string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	path, known := v.file(executable)
	if _, ok := known[key]; ok {
		delete(known, key)
		v.fresh[path] = true
	}
}

// write writes what is new. Failures are of no consequence: the next run verifies
// again.
func (v *verdicts) write() {
	v.mu.Lock()
	defer v.mu.Unlock()
	for path := range v.fresh {
		data, err := json.Marshal(v.files[path])
		if err != nil {
			continue
		}
		_ = atomic.Write(path, data)
		delete(v.fresh, path)
	}
}
