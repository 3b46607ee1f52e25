package worker

import (
	"bytes"
	"fmt"
	"os"
	"syscall"
)

// limitAddressSpace lets the address space grow by limit bytes from here: what
// the runtime has reserved at the start, mostly unused, does not count.
func limitAddressSpace(limit int64) error {
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return err
	}
	var pages int64
	if _, err := fmt.Fscan(bytes.NewReader(statm), &pages); err != nil {
		return fmt.Errorf("/proc/self/statm: %w", err)
	}
	most := uint64(pages*int64(os.Getpagesize()) + limit)
	return syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: most, Max: most})
}
