package worker

import (
	"runtime"
	"testing"

	"github.com/assay-go/assay/internal/worker/protocol"
)

// TestAgingLetsCollectionsPass, and leaves the heap between two of them.
func TestAgingLetsCollectionsPass(t *testing.T) {
	h := newHeap(8 << 20)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	h.age()
	runtime.ReadMemStats(&after)
	if n := after.NumGC - before.NumGC; n < agingCycles {
		t.Errorf("%d collections passed, want %d", n, agingCycles)
	}
	// a collection begins when seven tenths of the room are used, at the earliest
	if made := after.TotalAlloc - before.TotalAlloc; made < 2*8<<20 {
		t.Errorf("%d bytes of garbage were made beside a live heap of 8 MB", made)
	}
	h.age()
	runtime.ReadMemStats(&before)
	if made := before.TotalAlloc - after.TotalAlloc; made > 1<<20 {
		t.Errorf("a process ages twice: %d bytes more", made)
	}
	runtime.KeepAlive(h)
}

// TestLoadingAgesTheHeapWhenAsked: then, before the first batch at the latest, and
// not for values that cannot be made.
func TestLoadingAgesTheHeapWhenAsked(t *testing.T) {
	load := func(subject string, aged bool) protocol.Request {
		return protocol.Request{Do: "load", Case: protocol.Case{Subject: subject}, Data: &protocol.Data{Count: 5}, Aged: aged}
	}
	batch := protocol.Request{Do: "batch", N: 1, Op: protocol.Marshal, Case: protocol.Case{Subject: "record", Adapter: "json"}}
	for _, tc := range []struct {
		name  string
		asked []protocol.Request
		aged  bool
	}{
		{"not asked", []protocol.Request{load("record", false)}, false},
		{"asked", []protocol.Request{load("record", true)}, true},
		{"asked with no such subject", []protocol.Request{load("other", true)}, false},
		{"not asked, and a batch", []protocol.Request{load("record", false), batch}, true},
	} {
		s := newServer(0, newHeap(1<<20), []Subject{subjectForTests()})
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for _, req := range tc.asked {
			if resp := s.answer(req); (resp.Err != "") != (req.Case.Subject == "other") {
				t.Fatalf("%s: %s: %s", tc.name, req.Do, resp.Err)
			}
		}
		runtime.ReadMemStats(&after)
		if n := after.NumGC - before.NumGC; s.heap.aged != tc.aged || tc.aged && n < agingCycles {
			t.Errorf("%s: aged %v after %d collections, want %v", tc.name, s.heap.aged, n, tc.aged)
		}
	}
}
