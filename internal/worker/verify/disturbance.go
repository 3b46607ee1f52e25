package verify

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// disturbance is the state of the process that a codec must leave alone, since
// the figures of all others depend on it.
type disturbance struct {
	gogc, limit uint64
	procs       int
}

func disturb() disturbance {
	s := [2]metrics.Sample{{Name: "/gc/gogc:percent"}, {Name: "/gc/gomemlimit:bytes"}}
	metrics.Read(s[:])
	return disturbance{s[0].Value.Uint64(), s[1].Value.Uint64(), runtime.GOMAXPROCS(0)}
}

// since fails when the state is another now.
func (d disturbance) since() error {
	now := disturb()
	switch {
	case d == now:
		return nil
	case d.gogc != now.gogc:
		return fmt.Errorf("the codec set GOGC from %d to %d", int64(d.gogc), int64(now.gogc))
	case d.limit != now.limit:
		return fmt.Errorf("the codec set the memory limit from %d to %d bytes", d.limit, now.limit)
	}
	return fmt.Errorf("the codec set GOMAXPROCS from %d to %d", d.procs, now.procs)
}

// undo makes the state what it was.
func (d disturbance) undo() {
	if d.since() == nil {
		return
	}
	debug.SetGCPercent(int(int64(d.gogc)))
	debug.SetMemoryLimit(int64(d.limit))
	runtime.GOMAXPROCS(d.procs)
}
