package verify

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// Settings are those of the process that a codec must leave alone, since the
// figures of all others depend on them.
type Settings struct {
	gogc, limit    uint64
	procs, profile int
}

// SettingsNow returns the settings of this process.
func SettingsNow() Settings {
	s := [2]metrics.Sample{{Name: "/gc/gogc:percent"}, {Name: "/gc/gomemlimit:bytes"}}
	metrics.Read(s[:])
	return Settings{s[0].Value.Uint64(), s[1].Value.Uint64(), runtime.GOMAXPROCS(0), runtime.MemProfileRate}
}

// since fails when they are others now.
func (s Settings) since() error {
	now := SettingsNow()
	switch {
	case s == now:
		return nil
	case s.gogc != now.gogc:
		return fmt.Errorf("the codec set GOGC from %d to %d", int64(s.gogc), int64(now.gogc))
	case s.limit != now.limit:
		return fmt.Errorf("the codec set the memory limit from %d to %d bytes", s.limit, now.limit)
	case s.profile != now.profile: // each allocation may end with a walk over the stack then, of all codecs
		return fmt.Errorf("the codec set the rate of the memory profile from %d to %d", s.profile, now.profile)
	}
	return fmt.Errorf("the codec set GOMAXPROCS from %d to %d", s.procs, now.procs)
}

// Restore makes the settings what they were.
func (s Settings) Restore() {
	if s.since() == nil {
		return
	}
	debug.SetGCPercent(int(int64(s.gogc)))
	debug.SetMemoryLimit(int64(s.limit))
	runtime.GOMAXPROCS(s.procs)
	runtime.MemProfileRate = s.profile
}
