//go:build long

package compile_test

import "testing"

// What an adapter brings counts for it, whether or not the workers were built
// before, and what the program has anyway for none. It compiles the standard library,
// which is half of what the tests of this package would take otherwise.
func TestFootprint(t *testing.T) {
	cfg := config(t)
	cfg.Footprint = true
	subject := scratchSubject(t, cfg)
	list := adapters(subject, fakeDriver("nothing", "", "return nil, nil"), fakeDriver("json", "", ""), fakeDriver("broken", "", "return undefined(v)"))
	for _, again := range []bool{false, true} {
		built := mustBuild(t, cfg, list)
		nothing, json, broken := built.Verdicts[0].Footprint, built.Verdicts[1].Footprint, built.Verdicts[2].Footprint
		if nothing == nil || json == nil || broken != nil {
			t.Fatalf("again %v: footprints %v, %v and %v, want the first two", again, nothing, json, broken)
		}
		if nothing.Bytes > 64<<10 || json.Bytes < 100<<10 {
			t.Errorf("again %v: nothing adds %d bytes and encoding/json %d", again, nothing.Bytes, json.Bytes)
		}
		if nothing.Compile <= 0 || json.Compile <= 0 {
			t.Errorf("again %v: compiled in %v and %v", again, nothing.Compile, json.Compile)
		}
	}
}
