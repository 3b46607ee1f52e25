//go:build unix

package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/assay-go/assay/internal/compile/compiletest"
	"github.com/assay-go/assay/internal/drivertest/roundtrip"
	"github.com/assay-go/assay/result"
)

// TestInterruptedRunIsResumed cancels a run, as Ctrl-C does, once its results
// file has samples.
func TestInterruptedRunIsResumed(t *testing.T) {
	roundtrip.NeedsLong(t)
	dir := t.TempDir()
	file, cache := filepath.Join(dir, "results.json"), compiletest.CacheDir()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan int)
	go func() {
		done <- run(ctx, io.Discard, os.Stderr, []string{"run", "data", "--serializers=json", "--time=10m", "--processes=3", "--out=" + file, "--cache-dir=" + cache})
	}()
	samples := func() int {
		r, err := result.ReadFile(file)
		if errors.Is(err, os.ErrNotExist) || err == nil && len(r.Subjects) == 0 {
			return 0
		}
		if err != nil {
			t.Fatalf("the results file is not valid while the run goes on: %v", err)
		}
		if op := r.Subjects[0].Cases[0].Ops["marshal"]; op != nil {
			return len(op.Samples)
		}
		return 0
	}
	for samples() == 0 {
		select {
		case code := <-done:
			t.Fatalf("the run ended with %d before it was interrupted", code)
		case <-time.After(50 * time.Millisecond): // clock: until it looks again, however often
		}
	}
	cancel()
	if code := <-done; code != exitInterrupted {
		t.Errorf("exit status %d, want %d", code, exitInterrupted)
	}
	before := samples()
	if r, err := result.ReadFile(file); err != nil || r.Complete {
		t.Fatalf("after the interrupt: %v, complete is %v", err, err == nil && r.Complete)
	}
	if code := run(t.Context(), io.Discard, os.Stderr, []string{"run", "data", "--serializers=json", "--time=1ms", "--processes=3", "--resume=" + file, "--cache-dir=" + cache}); code != exitOK {
		t.Fatalf("resuming ended with %d", code)
	}
	if r, err := result.ReadFile(file); err != nil || !r.Complete || samples() <= before {
		t.Errorf("after resuming: %v, %d samples after %d", err, samples(), before)
	}
}
