//go:build unix

package child

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/assay-go/assay/internal/worker/protocol"
)

// A process that ends is told of, although another that it started holds its
// descriptors: that one goes with it.
func TestLeavesNobodyBehind(t *testing.T) {
	path := filepath.Join(t.TempDir(), "worker")
	if err := os.WriteFile(path, []byte("#!/bin/sh\nsleep 100000 &\nexit 3\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	p, err := Start(t.Context(), path, Config{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.Ask(protocol.Request{Do: "quit"})
	if died := (*Died)(nil); !errors.As(err, &died) {
		t.Errorf("the answer of a process that ended: %v", err)
	}
}
