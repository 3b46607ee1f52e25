package load

import (
	"errors"
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

// What cannot be loaded is not loaded anew from the source of all that it imports, unless the go
// command is newer than the Go of this program.
func TestLoadedOnce(t *testing.T) {
	deep := 0
	_, err := Load(t.Context(), Config{Dir: t.TempDir(), Packages: func(cfg *packages.Config, _ ...string) ([]*packages.Package, error) {
		if cfg.Mode&packages.NeedDeps != 0 {
			deep++
		}
		return nil, errors.New("nothing there")
	}}, ".T")
	if err == nil || deep > 0 {
		t.Errorf("%v; loaded %d times from source", err, deep)
	}
}
