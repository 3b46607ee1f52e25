package worker

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"runtime/debug"
)

// The process's settings. The stack is enough for any decoder of sound input, and
// ends a runaway recursion within milliseconds ("goroutine stack exceeds").
const (
	defaultHeapMB = 64
	defaultGOGC   = 100
	maxStack      = 64 << 20
)

// settle gives the runtime the settings that every figure is measured with,
// whatever an init func of a linked library has made of them.
func settle(gogc int) {
	debug.SetMaxStack(maxStack)
	debug.SetGCPercent(gogc)
	debug.SetMemoryLimit(math.MaxInt64)
	runtime.SetDefaultGOMAXPROCS()
	// Linked into a program, net/http/pprof has the runtime sample what is allocated, for
	// 2 to 12 % of the time of codecs that allocate: one library is not to cost those it
	// shares a worker with that.
	runtime.MemProfileRate = 0
	allocate()
}

// allocate is the allocation that the runtime samples when the rate has become 0. Any other
// would stand in the profile of a codec.
//
//go:noinline
func allocate() *[64]byte { return new([64]byte) }

// Main serves requests until "quit" or their end, and exits. Its flags are
//
//	-requests descriptor   where requests come from, as package worker/child starts it
//	-answers descriptor    where the answers go
//	-memory bytes          memory that the process may use; 0, the default, is no limit
//	-heap MB               live heap that is held besides the values, 64 by default
//	-gogc percent          growth of the heap between collections, 100 by default
//
// Standard output and standard error are the adapters'.
func Main(subjects ...Subject) {
	// A set of its own: linked libraries may have registered flags.
	flags := flag.NewFlagSet(os.Args[0], flag.ExitOnError)
	requests := flags.Uint("requests", 0, "`descriptor` that requests come from")
	answers := flags.Uint("answers", 0, "`descriptor` that answers go to")
	memory := flags.Int64("memory", 0, "memory that the process may use, in `bytes`; 0: no limit")
	heap := flags.Int("heap", defaultHeapMB, "live heap to hold besides the values, in `MB`")
	gogc := flags.Int("gogc", defaultGOGC, "growth of the heap between collections, in `percent` of what is live")
	flags.Parse(os.Args[1:])
	if *requests == 0 || *answers == 0 {
		fmt.Fprintln(os.Stderr, "assay worker: this program is started by assay")
		os.Exit(2)
	}
	keep(uintptr(*requests))
	keep(uintptr(*answers))
	intact := held(uintptr(*requests), uintptr(*answers))

	settle(*gogc)
	h := newHeap(*heap << 20)
	if err := limitMemory(*memory); err != nil {
		fmt.Fprintf(os.Stderr, "assay worker: limiting memory to %d bytes: %v\n", *memory, err)
	}
	err := serve(os.NewFile(uintptr(*requests), "requests"), os.NewFile(uintptr(*answers), "answers"), newServer(*memory, h, subjects), intact)
	if err != nil && !errors.Is(err, io.EOF) {
		fmt.Fprintf(os.Stderr, "assay worker: %v\n", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// Serve answers requests as Main does, until "quit" or their end, in a process that keeps
// the settings that it has, without a limit and without a heap beside the values: for
// tests of what asks a worker.
func Serve(requests io.Reader, answers io.Writer, subjects ...Subject) error {
	return serve(requests, answers, newServer(0, newHeap(0), subjects), func() error { return nil })
}
