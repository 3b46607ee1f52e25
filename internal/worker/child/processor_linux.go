package child

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Processor returns how long the process has had a processor, and how long it wanted one and
// had none; zero where the system does not tell.
func (p *Process) Processor() (had, waited time.Duration) {
	files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", p.cmd.Process.Pid))
	for _, file := range files {
		var ran, wait int64 // nanoseconds
		data, _ := os.ReadFile(file)
		if n, _ := fmt.Sscan(string(data), &ran, &wait); n == 2 {
			had, waited = had+time.Duration(ran), waited+time.Duration(wait)
		}
	}
	return had, waited
}
