//go:build !unix && !windows

package batch

import "time"

// CPUTime is 0 where the system does not tell: there are no windows then.
func CPUTime() time.Duration { return 0 }
