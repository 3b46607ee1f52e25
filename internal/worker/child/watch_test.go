package child

import (
	"strings"
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

// The words of a process are those since its last answer, the first and the last of many; what it
// wrote before the first stays until it has answered.
func TestWordsOfAProcess(t *testing.T) {
	words := &tail{}
	write := func(text string) {
		t.Helper()
		if n, err := words.Write([]byte(text)); n != len(text) || err != nil {
			t.Fatal(n, err)
		}
	}
	write("before")
	words.forget()
	if got := words.String(); got != "before" {
		t.Errorf("before the first answer %q", got)
	}
	words.answered()
	if got := words.String(); got != "before" {
		t.Errorf("nothing was written since, and it has %q", got)
	}
	write("after")
	if got := words.String(); got != "after" {
		t.Errorf("since the answer it wrote %q", got)
	}
	words.answered()
	words.forget()
	if got := words.String(); got != "" {
		t.Errorf("asked anew, it has %q", got)
	}
	write("first" + strings.Repeat(".", 3*tailSize))
	write("last")
	if got := words.String(); len(got) != 2*tailSize || !strings.HasPrefix(got, "first.") || !strings.HasSuffix(got, ".last") {
		t.Errorf("of many words it has %d bytes, %.9s…", len(got), got)
	}
}

func TestShortenCutsNoLetter(t *testing.T) {
	if got, want := shorten(strings.Repeat("é", 110)), strings.Repeat("é", 100)+"…"; got != want {
		t.Errorf("%q", got)
	}
	if got, want := shorten("a"+strings.Repeat("é", 110)), "a"+strings.Repeat("é", 99)+"…"; got != want {
		t.Errorf("%q", got)
	}
	if got := shorten("short"); got != "short" {
		t.Errorf("%q", got)
	}
}
