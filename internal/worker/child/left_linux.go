package child

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
)

// stopped reports whether a signal such as SIGSTOP keeps a process from running. One that
// a debugger keeps does not count.
func stopped(pid int) bool {
	stat, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	state := stat[bytes.LastIndexByte(stat, ')')+1:] // behind the name of the program
	return bytes.HasPrefix(state, []byte(" T"))
}

// killLeft ends what a process that is gone has started and what has left its group, as by
// setsid: all whose environment has the mark. What was started with another environment
// is not found.
func killLeft(mark string) {
	for range 10 { // what is ended here may have started more meanwhile
		found := false
		all, _ := os.ReadDir("/proc")
		for _, entry := range all {
			pid, err := strconv.Atoi(entry.Name())
			if err != nil {
				continue
			}
			if env, err := os.ReadFile("/proc/" + entry.Name() + "/environ"); err == nil && bytes.Contains(env, []byte(mark)) {
				syscall.Kill(pid, syscall.SIGKILL)
				found = true
			}
		}
		if !found {
			return
		}
	}
}
