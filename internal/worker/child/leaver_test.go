//go:build unix

package child

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

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

// A process that stops itself, whichever signal it takes, is ended when it does not go on
// within the limit, though it may use its processor time for far longer.
func TestStopsItself(t *testing.T) {
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip("no system that tells")
	}
	for _, signal := range []string{"STOP", "TSTP", "TTIN", "TTOU"} {
		p := startScript(t, "kill -"+signal+" $$\nsleep 100000\n")
		p.limit = time.Second / 10
		_, err := p.Ask(protocol.Request{Do: "quit", CPU: time.Hour})
		if died := (*Died)(nil); !errors.As(err, &died) || died.Reason != "quit: stopped itself by a signal, did not go on within 100ms, and was ended" {
			t.Errorf("SIG%s: %v", signal, err)
		}
	}
	// One that goes on was not gone.
	p := startScript(t, "kill -STOP $$\nexit 3\n")
	p.limit = time.Hour
	go func() {
		for !stopped(p.cmd.Process.Pid) {
			runtime.Gosched()
		}
		p.cmd.Process.Signal(syscall.SIGCONT)
	}()
	if _, err := p.Ask(protocol.Request{Do: "quit", CPU: time.Hour}); err == nil || !strings.Contains(err.Error(), "exit status 3") {
		t.Error(err)
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
