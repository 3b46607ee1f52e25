//go:build unix

package child

import (
	"os"
	"os/exec"
	"syscall"
)

// inherit gives the process the two files, and a group of its own. It returns the
// descriptors that they have there.
func inherit(cmd *exec.Cmd, requests, answers *os.File) (from, to uintptr) {
	cmd.ExtraFiles = []*os.File{requests, answers}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return 3, 4
}

// killGroup ends the process and all that it has started.
func killGroup(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

// tellStacks has the process say where it is, and end.
func tellStacks(cmd *exec.Cmd) { cmd.Process.Signal(syscall.SIGQUIT) }
