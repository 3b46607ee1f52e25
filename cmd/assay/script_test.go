package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/assay-go/assay/internal/compile/compiletest"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"assay": func() { os.Exit(process()) },
	})
}

// TestScripts runs the command as a user would, script by script.
func TestScripts(t *testing.T) { testscript.Run(t, scriptParams(t)) }

// scriptParams has all scripts share Go's caches and the tests' folder for workers, so
// that libraries are compiled once and nobody's own folders are written to. Hundreds of processes end before their heaps are worth collecting;
// workers have a setting of their own.
func scriptParams(t *testing.T) testscript.Params {
	home := t.TempDir()
	cache := compiletest.UserCacheDir()
	env := []string{"GOFLAGS=", "GOGC=400", "HOME=" + home, "XDG_CACHE_HOME=" + cache, "LocalAppData=" + cache, "CACHE=" + compiletest.CacheDir()}
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPATH", "GOENV"} { // which are found by the home
		out, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		env = append(env, name+"="+strings.TrimSpace(string(out)))
	}
	return testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Vars = append(e.Vars, env...)
			return nil
		},
	}
}
