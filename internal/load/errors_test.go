package load

import (
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// A module that lacks what its packages import is told what to do.
func TestUntidyModule(t *testing.T) {
	for msg, advised := range map[string]bool{
		`could not import example.com/wire (invalid package name: "")`: true,
		"undefined: Order": false,
	} {
		p := &packages.Package{Errors: []packages.Error{{Pos: "orders.go:3:8", Msg: msg, Kind: packages.TypeError}}}
		err := new(loader).packageError(p, 0)
		if err == nil || strings.Contains(err.Error(), "go mod tidy") != advised {
			t.Errorf("%s: %v", msg, err)
		}
	}
}
