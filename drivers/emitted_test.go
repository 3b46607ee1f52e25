package drivers_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/typemodel/load"
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
	"net/http"
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
	Header  http.Header
	Name    sql.NullString
	Hits    atomic.Int64
	At      time.Time
	Detail  isOrder_Detail
}

type isOrder_Detail interface{ isOrder_Detail() }

type Order_Text struct{ Text string }
type Order_Sum struct{ Sum *big.Int }

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
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	loaded, err := load.Load(t.Context(), load.Config{Dir: dir}, "Order")
	if err != nil {
		t.Fatal(err)
	}
	carry := 0
	for _, d := range drivers.All {
		for _, v := range d.Variants {
			if d.Applies != nil && !d.Applies(loaded.Type, v) {
				continue
			}
			c, refusals := d.Carry(loaded.Type, v)
			if len(refusals) > 0 {
				t.Logf("%s: %s", d.RowName(v), refusals[0])
				continue
			}
			carry++
			a, err := c.Emit("shop.test/assay_worker/adapter")
			if err != nil {
				t.Errorf("%s: %v", d.RowName(v), err)
				continue
			}
			checkEmitted(t, d.RowName(v), a)
		}
	}
	if carry < 60 {
		t.Errorf("%d rows carry the type, want 60 at least", carry)
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
	for name, data := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), name, data, parser.SkipObjectResolution)
		if err != nil {
			t.Errorf("%s: %v", row, err)
			continue
		}
		unused := map[string]string{} // import paths by local names
		for _, spec := range parsed.Imports {
			p, _ := strconv.Unquote(spec.Path.Value)
			if first, _, _ := strings.Cut(p, "/"); strings.Contains(first, ".") {
				continue // may have another name than its path's last element
			}
			local := path.Base(p)
			if spec.Name != nil {
				local = spec.Name.Name
			}
			if local != "_" {
				unused[local] = p
			}
		}
		std := map[string]string{}
		for local, p := range unused {
			std[local] = p
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if x, ok := sel.X.(*ast.Ident); ok && std[x.Name] != "" {
				delete(unused, x.Name)
				if !sel.Sel.IsExported() {
					t.Errorf("%s: %s names %s.%s, which is not exported", row, name, std[x.Name], sel.Sel.Name)
				}
			}
			return true
		})
		for _, p := range unused {
			t.Errorf("%s: %s imports %q and does not use it", row, name, p)
		}
	}
}
