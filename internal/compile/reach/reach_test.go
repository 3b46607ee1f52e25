package reach_test

import (
	"path"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/assay-go/assay/internal/compile/reach"
)

func TestUnsafe(t *testing.T) {
	ar, err := txtar.ParseFile("testdata/lib.txtar")
	if err != nil {
		t.Fatal(err)
	}
	packages := map[string]map[string][]byte{}
	want := map[string][]string{}
	for _, f := range ar.Files {
		dir, base := path.Split(f.Name)
		dir = strings.TrimSuffix(dir, "/")
		if base == "want" {
			want[dir] = strings.Fields(string(f.Data))
			continue
		}
		if packages[dir] == nil {
			packages[dir] = map[string][]byte{}
		}
		packages[dir][base] = f.Data
	}
	summaries := map[string]*reach.Summary{}
	for dir, files := range packages {
		s, err := reach.Summarize(dir, files, path.Base, map[string]bool{"Field": true})
		if err != nil {
			t.Fatal(err)
		}
		summaries[dir] = s
	}
	for dir, want := range want {
		t.Run(dir, func(t *testing.T) {
			got := reach.Unsafe(dir, []string{"New", "NewWire", "ToWire", "FromWire"}, summaries)
			if diff := cmp.Diff(want, append([]string{}, got...)); diff != "" {
				t.Errorf("functions using package unsafe (-want +got):\n%s", diff)
			}
		})
	}
}

func TestSummarizeBrokenSource(t *testing.T) {
	_, err := reach.Summarize("example.com/p", map[string][]byte{"p.go": []byte("package p; func {")}, path.Base, nil)
	if err == nil || !strings.Contains(err.Error(), "example.com/p: p.go:1:") {
		t.Errorf("error %v", err)
	}
}
