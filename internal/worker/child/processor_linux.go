package child

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Processor returns how long the process has had a processor, and how long it wanted one and
// had none; zero where the system does not tell.
func (p *Process) Processor() (had, waited time.Duration) { return ProcessorOf(p.cmd.Process.Pid) }

// ProcessorOf is [Process.Processor] of a process that others have started.
func ProcessorOf(pid int) (had, waited time.Duration) {
	for _, thread := range threads(pid) {
		had, waited = had+thread.had, waited+thread.waited
	}
	return had, waited
}

// Waiting returns a func that says for how long, since now, the process and this program wanted
// a processor and had none: of each, the thread that waited the longest. It is zero where the
// system does not tell.
func (p *Process) Waiting() (waited func() time.Duration) {
	pids := []int{p.cmd.Process.Pid, os.Getpid()}
	before := map[string]schedule{}
	for _, pid := range pids {
		for file, thread := range threads(pid) {
			before[file] = thread
		}
	}
	return func() (sum time.Duration) {
		for _, pid := range pids {
			longest := time.Duration(0)
			for file, thread := range threads(pid) {
				longest = max(longest, thread.waited-before[file].waited)
			}
			sum += longest
		}
		return sum
	}
}

// schedule is how long a thread has had a processor, and waited for one.
type schedule struct{ had, waited time.Duration }

// threads reads the schedules of a process's threads, by their files.
func threads(pid int) map[string]schedule {
	files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	list := map[string]schedule{}
	for _, file := range files {
		var had, waited int64 // nanoseconds
		data, _ := os.ReadFile(file)
		if n, _ := fmt.Sscan(string(data), &had, &waited); n == 2 {
			list[file] = schedule{time.Duration(had), time.Duration(waited)}
		}
	}
	return list
}
