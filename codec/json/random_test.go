package json_test

import (
	"flag"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-go/assay/internal/routines/routinestest"
)

var (
	randomPackages = flag.Int("random-packages", 1, "how many packages of random types to make")
	randomTypes    = flag.Int("random-types", 40, "how many types each of them has")
	randomRounds   = flag.Int("random-rounds", 100, "how many values and documents each type is tried with")
	randomSeed     = flag.Int("random-seed", 1, "of the first package")
	randomGo       = flag.String("random-go", "", "the toolchain whose encoding/json is the judge, such as go1.27.4")
)

// TestRandomTypes makes random types with methods, tags and embedding, generates the
// code for them, vets it, and compares it with encoding/json.
func TestRandomTypes(t *testing.T) {
	routinestest.NeedsLong(t)
	out := t.TempDir()
	tool := filepath.Join(out, "gen")
	goCommand(t, nil, "build", "-o="+tool, "../random/gen")
	for k := range *randomPackages {
		dir := filepath.Join(out, fmt.Sprint(k))
		seed := fmt.Sprintf("-seed=%d", *randomSeed+k)
		run(t, filepath.Join("testdata", "random"), nil, tool, seed, fmt.Sprintf("-types=%d", *randomTypes), "-out="+dir)
		var env []string
		vet := "-vet=copylocks,unreachable,assign,composites,printf,unusedresult"
		if *randomGo != "" {
			env, vet = []string{"GOTOOLCHAIN=" + *randomGo}, "-vet=off"
		}
		said := goCommand(t, env, "test", vet, "-v", "-overlay="+filepath.Join(dir, "overlay.json"), "../random", fmt.Sprintf("-rounds=%d", *randomRounds), seed)
		compared := false
		for line := range strings.SplitSeq(said, "\n") {
			if strings.Contains(line, " comparisons of ") {
				compared = true
				t.Log(strings.TrimSpace(line))
			}
		}
		if !compared {
			t.Errorf("package %d: nothing was compared:\n%s", *randomSeed+k, said)
		}
	}
}
