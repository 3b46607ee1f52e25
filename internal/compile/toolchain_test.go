package compile

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// TestToolchain: a line of releases is the go command's own, or the latest of those
// that were downloaded.
func TestToolchain(t *testing.T) {
	cache := t.TempDir()
	for _, v := range []string{"go1.99.0", "go1.99.10", "go1.99.9", "go1.990.1"} {
		if err := os.MkdirAll(filepath.Join(cache, "golang.org", "toolchain@v0.0.1-"+v+"."+runtime.GOOS+"-"+runtime.GOARCH), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	cfg := Config{Dir: t.TempDir(), Env: append(os.Environ(), "GOMODCACHE="+cache, "GOPROXY=off", "GOTOOLCHAIN=local")}
	own, err := goCommand{cfg.Dir, environ(cfg)}.goEnv(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(own["GOVERSION"], ".")
	for _, tc := range []struct{ name, want string }{
		{"1.26.8", "go1.26.8"},
		{"go1.27rc1", "go1.27rc1"},
		{"1.99", "go1.99.10"},
		{"go1.99", "go1.99.10"},
		{parts[0] + "." + parts[1], own["GOVERSION"]},
	} {
		if got, err := Toolchain(t.Context(), cfg, tc.name); err != nil || got != tc.want {
			t.Errorf("%s: %s, %v, want %s", tc.name, got, err, tc.want)
		}
	}
	for _, name := range []string{"latest", "1.27 ", "", "1.98"} {
		if got, err := Toolchain(t.Context(), cfg, name); err == nil {
			t.Errorf("%q: %s, want an error", name, got)
		}
	}
}

// TestGoCommandCollectsSeldom, but as often as the user says.
func TestGoCommandCollectsSeldom(t *testing.T) {
	for _, tc := range []struct {
		env  []string
		want string
	}{{[]string{"A=1"}, "GOGC=400"}, {[]string{"A=1", "GOGC=50"}, "GOGC=50"}} {
		env := goCommand{env: tc.env}.command(t.Context(), "env").Environ()
		if !slices.Contains(env, tc.want) || !slices.Contains(env, "A=1") || len(tc.env) != 1 && slices.Contains(env, "GOGC=400") {
			t.Errorf("%q became %q, want %s", tc.env, env, tc.want)
		}
	}
}
