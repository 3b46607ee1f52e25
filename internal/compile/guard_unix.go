//go:build unix

package compile

import (
	"errors"
	"os"
	"syscall"
)

// guard returns an error when the file or folder is missing, or when others than
// the user and the administrator could have written it.
func guard(name string) error {
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	if info.Mode().Perm()&0o022 != 0 {
		return errors.New("others may write to it")
	}
	if s, ok := info.Sys().(*syscall.Stat_t); ok && s.Uid != 0 && int(s.Uid) != os.Getuid() {
		return errors.New("it belongs to another user")
	}
	return nil
}
