package typemodel

import "testing"

// The linker's names have the last element of a path without dots, as in a type argument of
// gopkg.in/yaml.v3.
func TestLinkPath(t *testing.T) {
	for pkg, want := range map[string]string{"": "", "time": "time.", "gopkg.in/yaml.v3": "gopkg.in/yaml%2ev3.", "example.com/a.b/c": "example.com/a.b/c."} {
		if got := linkPath(pkg); got != want {
			t.Errorf("%s: %s, want %s", pkg, got, want)
		}
	}
}
