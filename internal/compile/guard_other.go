//go:build !unix

package compile

import "os"

// guard returns an error when the file or folder is missing. Who may write to
// what lies below the user's cache folder is for the system to say.
func guard(name string) error {
	_, err := os.Stat(name)
	return err
}
