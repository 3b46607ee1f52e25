package drivers_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/load"
)

// A struct with types of the standard library that hold state of their own,
// named maps and structs of other packages, and a oneof as protobuf makes it.
const foreign = `
-- go.mod --
module shop.test

go 1.24
-- shop.go --
package shop

import (
	"database/sql"
	"math/big"
	"net/mail"
	"net/netip"
	"net/url"
	"sync/atomic"
	"time"
)

type Order struct {
	ID      int64
	Total   *big.Int
	Rate    big.Rat
	From    netip.Addr
	To      []netip.AddrPort
	Site    url.URL
	Query   url.Values
	Header  mail.Header
	Name    sql.NullString
	Hits    atomic.Int64
	At      time.Time
	Detail  isOrder_Detail
}

type isOrder_Detail interface{ isOrder_Detail() }

type Order_Text struct{ Text string }
type Order_Sum struct{ Sum *big.Int }

type Wrapped struct{ V *big.Int }

type Indirect struct {
	Tags    Tags
	Sums    []map[string]big.Int
	Headers mail.Header
	Amounts [2]Amount
	More    map[netip.Addr]Wrapped
}

type Tags map[string]url.Values
type Amount = big.Int

func (*Order_Text) isOrder_Detail() {}
func (*Order_Sum) isOrder_Detail()  {}
`

// TestEmittedForForeignTypes looks at what every driver emits for types that it
// may import, but whose insides it may not name: each package of the standard
// library that is imported is used, and of it exported names alone. Nothing is
// built, so that this is quick; TestCorpus builds the like.
func TestEmittedForForeignTypes(t *testing.T) {
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(foreign)).Files {
		filetest.Write(t, filepath.Join(dir, f.Name), f.Data)
	}
	carry := map[string]int{}
	for _, name := range []string{"Order", "Wrapped", "Indirect", "math/big.Int", "net/url.URL"} {
		loaded, err := load.Load(t.Context(), load.Config{Dir: dir}, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range drivers.All {
			for _, v := range d.Variants {
				if d.Applies != nil && !d.Applies(loaded.Type, driver.Row{Variant: v}) {
					continue
				}
				c, refusals := d.Carry(loaded.Type, v)
				if len(refusals) > 0 {
					continue
				}
				carry[name]++
				a, err := c.Emit("shop.test/assay_worker/adapter")
				if err != nil {
					t.Errorf("%s of %s: %v", d.RowName(v), name, err)
					continue
				}
				checkEmitted(t, d.RowName(v)+" of "+name, a)
			}
		}
	}
	if carry["Order"] < 60 {
		t.Errorf("%v adapters by type, want 60 of Order at least", carry)
	}
}

func checkEmitted(t *testing.T, row string, a *driver.Adapter) {
	t.Helper()
	src, err := a.Source()
	if err != nil {
		t.Errorf("%s: %v", row, err)
		return
	}
	files := map[string][]byte{"adapter.go": src}
	for name, data := range a.Files {
		if strings.HasSuffix(name, ".go") {
			files[name] = data
		}
	}
	for _, what := range misuses(files) {
		t.Errorf("%s: %s", row, what)
	}
}

func TestMisuses(t *testing.T) {
	got := misuses(map[string][]byte{
		"a.go": []byte("package a\n\nimport (\n\t\"math/big\"\n\t\"net/netip\"\n)\n\nvar _ netip.uint128\nvar shared struct{ n int }\n"),
		"b.go": []byte("package a\n\nimport \"example.com/lib/sheets\"\n\nvar _ = xls.Open(shared.n)\n"),
		"c.go": []byte("package a\n\nvar _ = xls.Open()\n"),
	})
	want := []string{"a.go names net/netip.uint128, which is not exported", `a.go imports "math/big" and does not use it`, "c.go names a xls, which it neither imports nor declares"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// misuses finds the packages of the standard library that files import in vain,
// or name what is not exported of, and packages that are named and not imported.
func misuses(files map[string][]byte) (list []string) {
	add := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	parsed, declared := map[string]*ast.File{}, map[string]bool{}
	for name, data := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, data, 0)
		if err != nil {
			add("%v", err)
			continue
		}
		parsed[name] = file
		for name := range file.Scope.Objects {
			declared[name] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(parsed)) {
		std, named := map[string]string{}, map[string]bool{} // import paths by local names, and all of these
		guessed := 0                                         // packages that may have another name than their path's last element
		for _, spec := range parsed[name].Imports {
			p, _ := strconv.Unquote(spec.Path.Value)
			local := path.Base(p)
			if spec.Name != nil {
				local = spec.Name.Name
			}
			named[local] = true
			if first, _, _ := strings.Cut(p, "/"); strings.Contains(first, ".") {
				if spec.Name == nil {
					guessed++
				}
			} else if local != "_" {
				std[local] = p
			}
		}
		unused, strange := maps.Clone(std), map[string]bool{}
		ast.Inspect(parsed[name], func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			x, ok := sel.X.(*ast.Ident)
			switch {
			case !ok || x.Obj != nil || declared[x.Name]:
			case std[x.Name] != "":
				delete(unused, x.Name)
				if !sel.Sel.IsExported() {
					add("%s names %s.%s, which is not exported", name, std[x.Name], sel.Sel.Name)
				}
			case !named[x.Name]:
				strange[x.Name] = true
			}
			return true
		})
		for _, p := range unused {
			add("%s imports %q and does not use it", name, p)
		}
		if len(strange) > guessed {
			add("%s names a %s, which it neither imports nor declares", name, strings.Join(slices.Sorted(maps.Keys(strange)), " or "))
		}
	}
	return list
}
