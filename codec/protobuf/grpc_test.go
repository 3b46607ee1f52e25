//go:build long

package protobuf_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestGRPC writes the code for a .proto file with its codecs, and has servers and clients of
// gRPC and Connect send messages by them.
func TestGRPC(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "grpc") // which names the package
	if err := os.CopyFS(dir, os.DirFS("testdata/grpc")); err != nil {
		t.Fatal(err)
	}
	assay := filepath.Join(dir, "assay")
	run := func(in string, args ...string) {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
		cmd.Dir = in
		cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", cmd, err, text)
		}
	}
	run("../..", "go", "build", "-o", assay, "./cmd/assay")
	run(dir, assay, "gen", "--format=protobuf", "--grpc", "order.proto")
	run(dir, "go", "vet", "-tags=grpc", ".")
	run(dir, "go", "test", "-tags=grpc", ".")
}
