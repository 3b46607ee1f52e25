//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/assay-go/assay/internal/filetest"
)

// Whatever a command was about when it was interrupted, it says so in a line, blames nothing
// else, and exits as a shell has it.
func TestInterruptedCommandsSaySo(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/x\n\ngo 1.26\n", "x.go": "package x\n\ntype T struct{ A int }\n"} {
		filetest.Write(t, filepath.Join(dir, name), text)
	}
	t.Chdir(dir)
	for signal, want := range map[syscall.Signal]int{syscall.SIGTERM: 143, syscall.SIGINT: 130} {
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(signalled{signal})
		for _, args := range [][]string{
			{"run", ".T"}, {"run", ".T", "--out=r.json"}, {"gen", "--format=flat", ".T"}, {"check", ".T", ".T"}, {"check", ".T", "--from=git:HEAD"},
			{"show", "json", ".T"}, {"ab", "HEAD", ".T"}, {"doctor"}, {"lock", "--lock=t.wire", ".T"}, {"check", "--matrix"},
		} {
			var stdout, stderr bytes.Buffer
			if code := run(ctx, &stdout, &stderr, args); code != want {
				t.Errorf("%v: the exit status is %d, want %d", args, code, want)
			}
			text := stderr.String()
			if last := text[strings.LastIndex(strings.TrimSpace(text), "\n")+1:]; !strings.HasPrefix(last, "assay: interrupted") || strings.Contains(text, "context") || stdout.Len() > 0 {
				t.Errorf("%v: %s%s", args, text, stdout.String())
			}
		}
	}
}

// TestEveryCommandEnds stops a command that waits where no context is looked at:
// it reads from a pipe that nobody writes to.
func TestEveryCommandEnds(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "results.json")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for signal, want := range map[os.Signal]int{syscall.SIGTERM: 143, os.Interrupt: 130} {
		cmd := exec.CommandContext(t.Context(), "assay", "report", pipe) // testscript puts it on the path
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		w, err := os.OpenFile(pipe, os.O_WRONLY, 0) // returns when the command has opened it
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		if err := cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		err = cmd.Wait()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != want {
			t.Errorf("%v: %v, want the exit status %d", signal, err, want)
		}
	}
}
