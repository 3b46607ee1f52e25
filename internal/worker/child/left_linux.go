package child

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
)

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
