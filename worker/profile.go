package worker

import (
	"bytes"
	"runtime"
	"runtime/pprof"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/internal/batch"
)

// profileRate is how many bytes are allocated between two that the profile has, as in
// any Go program.
const profileRate = 512 << 10

// profile runs an operation for a while under the profilers of the standard library. Nothing
// is timed meanwhile: sampling allocations takes its own time.
func profile(r batch.Runner, req protocol.Request) (*protocol.Profile, error) {
	var cpu, allocs bytes.Buffer
	runtime.MemProfileRate = profileRate
	defer func() { runtime.MemProfileRate = 0 }()
	if err := pprof.StartCPUProfile(&cpu); err != nil {
		return nil, err
	}
	_, err := r.Window(req.Op, req.N, *req.Span)
	pprof.StopCPUProfile()
	if err != nil {
		return nil, err
	}
	for range 2 { // the profile is of what was allocated before the last collection but one
		runtime.GC()
	}
	if err := pprof.Lookup("allocs").WriteTo(&allocs, 0); err != nil {
		return nil, err
	}
	return &protocol.Profile{CPU: cpu.Bytes(), Allocs: allocs.Bytes()}, nil
}
