package gobench

import (
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func TestOnly(t *testing.T) {
	for name, others := range map[string][]string{
		"Sum":           {"Sums", "ASum"},
		"Sum/n=10":      {"Sum/n=100", "Sum/n=1"},
		"Sum/a.b/[x]+y": {"Sum/a_b/[x]+y", "Sum/a.b/x"},
	} {
		matches := func(other string) bool { // as package testing does
			want, got := strings.Split(only(name), "/"), strings.Split("Benchmark"+other, "/")
			for i, p := range want {
				if i >= len(got) || !regexp.MustCompile(p).MatchString(got[i]) {
					return false
				}
			}
			return true
		}
		if !matches(name) {
			t.Errorf("%s does not match itself", name)
		}
		if i := slices.IndexFunc(others, matches); i >= 0 {
			t.Errorf("%s matches %s", name, others[i])
		}
	}
}

func TestLinkerFlagsAreJoined(t *testing.T) {
	build, linker := Side{Flags: []string{"-tags=x", "-ldflags=-X a.b=c", "-pgo=off"}}.flags()
	if !slices.Equal(build, []string{"-tags=x", "-pgo=off"}) || linker != "-X a.b=c " {
		t.Errorf("%q and %q", build, linker)
	}
}

// TestWatch: this process has had a processor by now.
func TestWatch(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("other systems do not tell")
	}
	if had := watch(os.Getpid())(); had.ran <= 0 {
		t.Errorf("%+v", had)
	}
}
