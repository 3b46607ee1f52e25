package child

import (
	"testing"
	"time"
)

// TestStandingStillIsNotWaiting: a machine that was suspended for an hour, or a process
// that was stopped with its workers, did not wait for an answer meanwhile.
func TestStandingStillIsNotWaiting(t *testing.T) {
	now := time.Unix(1.7e9, 0)
	w := waiting{last: now, most: 2 * time.Second}
	for range 8 {
		now = now.Add(time.Second / 4)
		w.until(now)
	}
	if now = now.Add(time.Hour); w.until(now) != 4*time.Second {
		t.Errorf("two seconds and an hour of standing still count as %v, want 4s", w.sum)
	}
	for range 64 {
		now = now.Add(time.Second / 4)
		w.until(now)
	}
	if w.sum != 20*time.Second {
		t.Errorf("16 seconds more make %v, want 20s", w.sum)
	}
}

func TestAfterCallsOnceUnlessStopped(t *testing.T) {
	called := make(chan struct{}, 2)
	always := func() bool { return true }
	after(time.Millisecond, always, func() { called <- struct{}{} })
	<-called
	stop := after(time.Hour, always, func() { called <- struct{}{} })
	stop()
	if len(called) > 0 {
		t.Error("called after it was stopped, or twice")
	}
}
