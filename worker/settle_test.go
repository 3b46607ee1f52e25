package worker

import (
	"math"
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/adapter"
	"github.com/assay-go/assay/worker/internal/verify"
)

// A library that changes the runtime's settings in an init func changes no
// figure: they are set after it.
func TestSettingsOfInitAreUndone(t *testing.T) {
	rate := runtime.MemProfileRate
	gogc, limit, procs := debug.SetGCPercent(1000), debug.SetMemoryLimit(1<<40), runtime.GOMAXPROCS(1)
	defer func() {
		debug.SetGCPercent(gogc)
		debug.SetMemoryLimit(limit)
		runtime.GOMAXPROCS(procs)
		runtime.MemProfileRate = rate
	}()
	runtime.MemProfileRate = 1 << 20
	settle(150)
	if got := debug.SetGCPercent(150); got != 150 {
		t.Errorf("GOGC is %d, want 150", got)
	}
	if got := debug.SetMemoryLimit(-1); got != math.MaxInt64 {
		t.Errorf("the memory limit is %d bytes", got)
	}
	if got := runtime.GOMAXPROCS(0); got != procs {
		t.Errorf("GOMAXPROCS is %d, want %d", got, procs)
	}
	if got := runtime.MemProfileRate; got != 0 {
		t.Errorf("a sample is taken of every %d bytes that are allocated", got)
	}
}

// A timer that changes them between two batches gains nothing.
func TestSettingsBetweenBatchesAreUndone(t *testing.T) {
	gogc, limit := debug.SetGCPercent(100), debug.SetMemoryLimit(math.MaxInt64)
	defer func() {
		debug.SetGCPercent(gogc)
		debug.SetMemoryLimit(limit)
	}()
	settled := verify.SettingsNow()
	var met verify.Settings
	codec := jsonCodec[record]()
	codec.Marshal = func(*record) ([]byte, error) {
		met = verify.SettingsNow()
		return []byte("{}"), nil
	}
	s := newServer(0, newHeap(0), []Subject{NewSubject("record", Source[record]{Workload: records}, Native("json", func() adapter.Codec[record] { return codec }))})
	c := protocol.Case{Subject: "record", Adapter: "json"}
	if r := s.answer(protocol.Request{Do: "load", Case: c}); r.Err != "" {
		t.Fatal(r.Err)
	}
	debug.SetGCPercent(4000)
	debug.SetMemoryLimit(1 << 40)
	if r := s.answer(protocol.Request{Do: "batch", Case: c, Op: protocol.Marshal, N: 1}); r.Err != "" {
		t.Fatal(r.Err)
	}
	if met != settled {
		t.Errorf("the batch met %+v, want %+v", met, settled)
	}
}
