package drivers

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"

	"github.com/assay-go/assay/internal/compile/compiletest"
	"github.com/assay-go/assay/internal/filetest"
)

func TestMain(m *testing.M) { compiletest.Main(m) }

func TestEveryFolderIsListed(t *testing.T) {
	folders, err := filepath.Glob("internal/*/driver.go")
	if err != nil || len(folders) == 0 {
		t.Fatal("no driver folders", err)
	}
	all := filetest.Read(t, "all.go")
	for _, file := range folders {
		name := filepath.ToSlash(filepath.Dir(file))
		if !strings.Contains(string(all), "/drivers/"+name+`"`) {
			t.Errorf("folder %s is not in all.go: run go generate", name)
		}
	}
	if len(All) != len(folders) {
		t.Errorf("all.go has %d drivers, there are %d folders: run go generate", len(All), len(folders))
	}
}

func TestFind(t *testing.T) {
	for _, d := range slices.Concat(All, published) {
		if Find(d.Name) != d {
			t.Errorf("Find(%q) is another driver", d.Name)
		}
	}
	if d := Find("none"); d != nil {
		t.Errorf("Find finds %s for a name that nothing has", d.Name)
	}
}

func TestRowNamesAreUnique(t *testing.T) {
	seen := map[string]string{}
	for _, d := range All {
		for _, row := range d.Rows() {
			if other, ok := seen[row.Name]; ok {
				t.Errorf("row %s belongs to %s and to %s", row.Name, other, d.Name)
			}
			seen[row.Name] = d.Name
		}
	}
}

// Drivers that share a worker must agree on versions, and with the pins that
// the build settles everything else by.
func TestVersionsAgree(t *testing.T) {
	data := filetest.Read(t, "../internal/compile/pins/pinned.mod")
	pins, err := modfile.Parse("pinned.mod", data, nil)
	if err != nil {
		t.Fatal(err)
	}
	shared := map[string]string{}
	for _, r := range pins.Require {
		shared[r.Mod.Path] = r.Mod.Version
	}
	for _, d := range All {
		if d.Facts.Separate != "" {
			continue
		}
		for _, m := range d.Facts.Modules {
			if v, ok := shared[m.Path]; ok && v != m.Version {
				t.Errorf("%s wants %s %s, others %s", d.Name, m.Path, m.Version, v)
			}
			shared[m.Path] = m.Version
		}
	}
}

// generators are the modules whose code generators drivers run in process, with
// what these and assay's own formats need. All are under permissive licences.
var generators = []string{
	"google.golang.org/protobuf",       // protoc-gen-go's generator; BSD-3-Clause
	"github.com/bufbuild/protocompile", // reads the schemas of assay's protobuf; Apache-2.0
	"golang.org/x",                     // BSD-3-Clause
}

// No driver may bring a serializer into the command, but for what comes with a
// code generator that runs in process.
func TestDriversImportNoSerializer(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range strings.Fields(string(out)) {
		known := slices.ContainsFunc(append([]string{"github.com/assay-go/assay"}, generators...), func(module string) bool {
			return path == module || strings.HasPrefix(path, module+"/")
		})
		if !known {
			t.Errorf("the drivers depend on %s", path)
		}
	}
}

// CONTRIBUTING.md shows a whole driver.
func TestExampleOfContributing(t *testing.T) {
	doc := filetest.Read(t, "../CONTRIBUTING.md")
	src := filetest.Read(t, "internal/vmihailencov2/driver.go")
	if !strings.Contains(string(doc), "```go\n"+string(src)+"```\n") {
		t.Error("CONTRIBUTING.md does not show drivers/internal/vmihailencov2/driver.go as it is")
	}
}
