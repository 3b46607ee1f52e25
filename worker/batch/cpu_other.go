//go:build !unix && !windows

package batch

import "time"

// cpuTime is 0 where the system does not tell: there are no windows then.
func cpuTime() time.Duration { return 0 }
