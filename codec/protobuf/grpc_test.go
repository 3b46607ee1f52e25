//go:build long

package protobuf_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/assay-go/assay/internal/filetest"
)

// TestGRPC writes the code for a .proto file with its codecs, and has servers and clients of
// gRPC and Connect send messages by them.
func TestGRPC(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "grpc") // which names the package
	filetest.Copy(t, dir, os.DirFS("testdata/grpc"))
	assay := filepath.Join(dir, "assay")
	run := func(in string, args ...string) {
		t.Helper()
		filetest.Run(t, in, []string{"GOWORK=off", "GOFLAGS=-mod=mod"}, args[0], args[1:]...)
	}
	run("../..", "go", "build", "-o", assay, "./cmd/assay")
	run(dir, assay, "gen", "--format=protobuf", "--grpc", "order.proto")
	run(dir, "go", "vet", "-tags=grpc", ".")
	run(dir, "go", "test", "-tags=grpc", ".")
}
