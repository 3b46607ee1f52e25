//go:build unix

package child

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/assay-go/assay/internal/worker/protocol"
)

// startScript starts a shell script in the place of a worker.
func startScript(t *testing.T, text string) *Process {
	t.Helper()
	path := filepath.Join(t.TempDir(), "worker")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o777); err != nil {
		t.Fatal(err)
	}
	p, err := Start(t.Context(), path, Config{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A process that ends is told of, although another that it started holds its
// descriptors: that one goes with it.
func TestLeavesNobodyBehind(t *testing.T) {
	p := startScript(t, "sleep 100000 &\nexit 3\n")
	_, err := p.Ask(protocol.Request{Do: "quit"})
	if died := (*Died)(nil); !errors.As(err, &died) {
		t.Errorf("the answer of a process that ended: %v", err)
	}
}

// What a process wrote before it was asked for the first time tells why it is gone.
func TestWordsBeforeTheFirstRequest(t *testing.T) {
	p := startScript(t, "echo 'fatal error: no room' >&2\necho more >&2\nexit 2\n")
	<-p.ended
	_, err := p.Ask(protocol.Request{Do: "quit"})
	if died := (*Died)(nil); !errors.As(err, &died) || died.Reason != "quit: fatal error: no room" {
		t.Errorf("the answer of a process that ended: %v", err)
	}
}

// What a process started in a session of its own holds its descriptors after it: its end
// is told all the same.
func TestEndIsToldWhateverHoldsThePipe(t *testing.T) {
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip(err)
	}
	// Only one that has its session by then is what this is about.
	p := startScript(t, "setsid sh -c 'echo >\"$0.there\"; exec sleep 100000' \"$0\" &\nuntil test -e \"$0.there\"; do sleep 0.01; done\nexit 3\n")
	_, err := p.Ask(protocol.Request{Do: "quit"})
	if died := (*Died)(nil); !errors.As(err, &died) || died.Reason != "quit: the worker process ended: exit status 3" {
		t.Errorf("the answer of a process that ended: %v", err)
	}
}
