// Command new writes the start of a driver: a folder below drivers/internal/ for a
// library with Marshal and Unmarshal that work by reflection, and its line in the list. What follows is
// to look at the library, say what it cannot carry, and read the golden files.
//
//	go run ./drivers/new -module=gopkg.in/vmihailenco/msgpack.v2 -version=v2.9.2 -licence=BSD-3-Clause vmihailenco2
package main

import (
	"errors"
	"flag"
	"fmt"
	"go/format"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

func main() {
	var s scaffold
	flag.StringVar(&s.module, "module", "", "path of the serializer's module, whose root package has Marshal and Unmarshal")
	flag.StringVar(&s.version, "version", "", "its exact version")
	flag.StringVar(&s.licence, "licence", "", "its licence, an SPDX identifier")
	dir := flag.String("dir", "drivers", "the folder of the drivers")
	flag.Parse()
	s.name = flag.Arg(0)
	if err := s.write(*dir); err != nil {
		fmt.Fprintln(os.Stderr, "new:", err)
		os.Exit(1)
	}
	generate := exec.Command("go", "generate", ".")
	generate.Dir, generate.Stdout, generate.Stderr = *dir, os.Stdout, os.Stderr
	if err := generate.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "new: listing the folder:", err)
		os.Exit(1)
	}
	fmt.Printf("wrote %s; next, in %s:\n\tgo test . -run 'TestDriver/%s$' -update\n\tgo test . -run 'TestRoundTrip$' -drivers %s -update\n", filepath.Join(*dir, "internal", s.name, "driver.go"), *dir, s.name, s.name)
}

// scaffold is what is known of the serializer.
type scaffold struct{ name, module, version, licence string }

// write writes the folder, which must not exist.
func (s scaffold) write(dir string) error {
	src, err := s.source()
	if err != nil {
		return err
	}
	folder := filepath.Join(dir, "internal", s.name)
	if _, err := os.Stat(folder); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is there already", folder)
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "driver.go"), src, 0o666)
}

// source returns the driver.
func (s scaffold) source() ([]byte, error) {
	switch {
	case !token.IsIdentifier(s.name) || strings.ToLower(s.name) != s.name:
		return nil, fmt.Errorf("%q is no name for a folder and package: give small letters and digits", s.name)
	case s.module == "" || s.version == "" || s.licence == "":
		return nil, errors.New("give -module, -version and -licence: no default would be true")
	}
	fill := strings.NewReplacer("NAME", s.name, "MODULE", s.module, "VERSION", strconv.Quote(s.version), "LICENCE", strconv.Quote(s.licence))
	return format.Source([]byte(fill.Replace(template)))
}

const template = `// Package NAME is the driver of MODULE.
package NAME

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Driver is MODULE.
var Driver = driver.Driver{
	Name: "NAME",
	Doc:  "Say what it is, by Marshal and Unmarshal, as its README shows.",
	Calls: "Marshal and Unmarshal of the library. Say where the calls come from, and what was tried and not used.",
	Facts: driver.Facts{
		Modules:   []driver.Module{{Path: "MODULE", Version: VERSION}},
		Licence:   LICENCE,
		URL:       "https://MODULE",
		Identity:  driver.ByName(), // or ByNumber, ByOrder, ByWriterSchema
	},
	Variants: []driver.Variant{{
		Features:         []driver.Feature{driver.Reflect, driver.Binary, driver.Int},
		Nondeterministic: true, // unless maps are sorted
	}},
	// What no value of can be carried. What is lost of some values is found by
	// verification.
	Check: driver.Limits{Kinds: driver.Complexes}.Check,
	Emit:  emit,
}

func emit(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
	a.EmitNew(t, driver.Funcs{
		Imports:   []string{"library MODULE"},
		Marshal:   ` + "`return library.Marshal(v)`" + `,
		Unmarshal: ` + "`return library.Unmarshal(data, v)`" + `,
	})
	return nil
}
`
