package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"assay": func() { os.Exit(run(context.Background(), os.Stdout, os.Stderr, os.Args[1:])) },
	})
}

// TestScripts runs the command as a user would, script by script.
func TestScripts(t *testing.T) { testscript.Run(t, scriptParams(t)) }

// scriptParams has all scripts share the Go caches and a folder for workers, so
// that libraries are compiled once.
func scriptParams(t *testing.T) testscript.Params {
	cache := filepath.Join(t.TempDir(), "assay")
	return testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			home, err := os.UserHomeDir()
			if err != nil {
				return err
			}
			env.Setenv("HOME", home)
			env.Setenv("GOCACHE", os.Getenv("GOCACHE"))
			env.Setenv("GOFLAGS", "")
			env.Setenv("CACHE", cache)
			return nil
		},
	}
}
