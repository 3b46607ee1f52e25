package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/assay-go/assay/internal/compile/compiletest"
	"github.com/assay-go/assay/internal/load"
	"github.com/assay-go/assay/internal/routines/routinestest"
)

// TestMain has the tests' own executable be the command too: under its name, first on the
// path.
func TestMain(m *testing.M) {
	name := "assay"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	if filepath.Base(os.Args[0]) == name {
		os.Exit(process())
	}
	debug.SetGCPercent(400) // a third of the processor time is the collector's by default
	os.Exit(withCommand(m, name))
}

func withCommand(m *testing.M, name string) int {
	bin, err := os.MkdirTemp("", "assay-bin-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(bin)
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	if err := os.Link(self, filepath.Join(bin, name)); err != nil { // on another disk
		data, err := os.ReadFile(self)
		if err == nil {
			err = os.WriteFile(filepath.Join(bin, name), data, 0o777)
		}
		if err != nil {
			panic(err)
		}
	}
	if err := os.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH")); err != nil {
		panic(err)
	}
	return m.Run()
}

// TestScripts runs the command as a user would, script by script. What is behind [long]
// runs the code that was generated, or serializers of others, and takes the go command
// seconds.
//
// In scripts "assay" is a call of this process, and "exec assay" a process of its own,
// which is for those that measure, read standard input or run beside each other. With the
// tag long all are processes.
func TestScripts(t *testing.T) {
	params := scriptParams(t)
	dir, err := filepath.Abs(params.Dir)
	if err != nil {
		t.Fatal(err)
	}
	params.Dir = dir
	t.Chdir(t.TempDir()) // and back in the end
	testscript.RunT(inTurn{t}, params)
}

// inTurn runs scripts one after the other: the working directory is one for all.
type inTurn struct{ *testing.T }

func (inTurn) Parallel()     {}
func (inTurn) Verbose() bool { return testing.Verbose() }
func (t inTurn) Run(name string, f func(testscript.T)) {
	t.T.Run(name, func(t *testing.T) { f(inTurn{t}) })
}

// scriptParams has all scripts share Go's caches and the tests' folder for workers, so
// that libraries are compiled once and nobody's own folders are written to. Hundreds of processes end before their heaps are worth collecting;
// workers have a setting of their own.
func scriptParams(t *testing.T) testscript.Params {
	home := t.TempDir()
	cache := compiletest.UserCacheDir()
	names := []string{"GOCACHE", "GOMODCACHE", "GOPATH", "GOENV", "GOROOT"} // of which the first four are found by the home
	out, err := exec.Command("go", append([]string{"env"}, names...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	env := []string{"GOFLAGS=", "GOGC=400", "HOME=" + home, "XDG_CACHE_HOME=" + cache, "LocalAppData=" + cache, "CACHE=" + compiletest.CacheDir()}
	values := strings.Split(strings.TrimSpace(string(out)), "\n")
	for i, name := range names[:4] {
		env = append(env, name+"="+values[i])
	}
	for _, e := range env {
		name, value, _ := strings.Cut(e, "=")
		t.Setenv(name, value)
	}
	packages := &modules{goroot: values[4], exports: map[string]string{}}
	return testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Vars = append(e.Vars, env...)
			return nil
		},
		Condition: func(cond string) (bool, error) { return cond == "long" && routinestest.Long, nil },
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"assay": func(ts *testscript.TestScript, neg bool, args []string) {
				code := 0
				if routinestest.Long {
					if err := ts.Exec("assay", args...); err != nil {
						code = 1
					}
				} else {
					code = inProcess(t.Context(), ts, packages.load, args)
				}
				if neg != (code != exitOK) {
					ts.Fatalf("assay %s: exit status %d", strings.Join(args, " "), code)
				}
			},
		},
	}
}

// inProcess runs the command in the folder of the script.
func inProcess(ctx context.Context, ts *testscript.TestScript, packages load.Packages, args []string) int {
	ts.Check(os.Chdir(ts.MkAbs(".")))
	for _, name := range goSettings {
		ts.Check(os.Setenv(name, ts.Getenv(name)))
	}
	var stdout, stderr bytes.Buffer
	c := invocation{stdout: &stdout, stderr: &stderr, packages: packages}
	code := c.run(ctx, args)
	_, err := stdout.WriteTo(ts.Stdout())
	ts.Check(err)
	_, err = stderr.WriteTo(ts.Stderr())
	ts.Check(err)
	return code
}
