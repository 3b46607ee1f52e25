package load_test

import (
	"reflect"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/assay-go/assay/typemodel/load"
)

// TestRemember loads types of one package, for which the go command is asked once, and
// once more when a file of it is another.
func TestRemember(t *testing.T) {
	asked := 0
	cfg := load.Config{Packages: load.Remember(func(c *packages.Config, patterns ...string) ([]*packages.Package, error) {
		asked++
		return packages.Load(c, patterns...)
	})}
	const dir = "./testdata/kinds/geo"
	for _, name := range []string{".Point", ".Point", ".Missing"} {
		r, err := load.Load(t.Context(), cfg, dir+name)
		if name == ".Missing" {
			if err == nil {
				t.Error("a type that is not there was loaded")
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if want := mustLoad(t, dir+name).Type; !reflect.DeepEqual(r.Type, want) {
			t.Errorf("%s is %+v, want %+v", name, r.Type, want)
		}
	}
	if asked != 1 {
		t.Errorf("the package was loaded %d times", asked)
	}
	other := cfg
	other.Overlay = map[string][]byte{"/nowhere/other.go": []byte("package other\n")}
	if _, err := load.Load(t.Context(), other, dir+".Point"); err != nil {
		t.Fatal(err)
	}
	if asked != 2 {
		t.Errorf("with another file the package was loaded %d times", asked-1)
	}
}
