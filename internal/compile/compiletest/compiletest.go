// Package compiletest gives the tests of all packages one folder for the workers that they
// build, so that each is built once, and lets their heaps grow.
package compiletest

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"
)

// Main runs the tests of a package, and ends the process. It lets the heap grow, here and in
// the go commands, which end before theirs are worth collecting: by default a quarter of the
// processor time is the collector's.
func Main(m *testing.M) {
	debug.SetGCPercent(400)
	if err := os.Setenv("GOGC", "400"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// UserCacheDir returns the folder that takes the place of the user's cache folder in tests:
// the folder assay-test in the user's own, or what the variable ASSAY_TEST_CACHE names.
// Assay's cache is the folder assay in it. It stays when the tests have ended, for the next
// ones. Its limits are those of every cache of assay's, and packages that are tested at the
// same time share it as processes do.
func UserCacheDir() string {
	if dir := os.Getenv("ASSAY_TEST_CACHE"); dir != "" {
		return dir
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		panic("no folder for the workers that tests build: " + err.Error() + ": name one in ASSAY_TEST_CACHE")
	}
	return filepath.Join(dir, "assay-test")
}

// CacheDir returns assay's cache in that folder.
func CacheDir() string { return filepath.Join(UserCacheDir(), "assay") }
