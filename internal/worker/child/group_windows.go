package child

import (
	"os"
	"os/exec"
	"syscall"
)

// inherit gives the process the two files, and returns their handles.
func inherit(cmd *exec.Cmd, requests, answers *os.File) (from, to uintptr) {
	from, to = requests.Fd(), answers.Fd()
	for _, h := range []uintptr{from, to} {
		syscall.SetHandleInformation(syscall.Handle(h), syscall.HANDLE_FLAG_INHERIT, 1)
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{AdditionalInheritedHandles: []syscall.Handle{syscall.Handle(from), syscall.Handle(to)}}
	return from, to
}

// killGroup ends the process. What it has started stays: there are no groups here.
func killGroup(cmd *exec.Cmd) { cmd.Process.Kill() }

func tellStacks(cmd *exec.Cmd) {}
