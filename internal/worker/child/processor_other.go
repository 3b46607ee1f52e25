//go:build !linux

package child

import "time"

// Processor is told on Linux only.
func (p *Process) Processor() (had, waited time.Duration) { return 0, 0 }

// ProcessorOf is told on Linux only.
func ProcessorOf(pid int) (had, waited time.Duration) { return 0, 0 }

// Waiting is told on Linux only.
func (p *Process) Waiting() (waited func() time.Duration) { return func() time.Duration { return 0 } }
