package main

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/assay-go/assay/internal/drivertest/roundtrip"
	"github.com/assay-go/assay/internal/filetest"
)

// TestMigrations runs the code of docs/recipes/migrate.md: what one library wrote the
// generated code reads, beside the library itself.
func TestMigrations(t *testing.T) {
	roundtrip.NeedsLong(t)
	scriptParams(t)
	text := filetest.Read(t, "../../docs/recipes/migrate.md")
	blocks := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(string(text), -1)
	var gogo, others strings.Builder
	for _, b := range blocks {
		if strings.Contains(b[1], "TestGogo") {
			gogo.WriteString(b[1])
		} else {
			others.WriteString(b[1] + "\n")
		}
	}
	run := func(t *testing.T, dir, command string) {
		t.Helper()
		cmd := exec.Command("sh", "-ec", command)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", command, err, out)
		}
	}
	t.Run("gogo", func(t *testing.T) {
		dir := strangers[0].checkout(t)
		run(t, dir, "assay gen --format=protobuf ./raftpb.Entry")
		filetest.Write(t, filepath.Join(dir, "raftpb", "gogo_test.go"), "package raftpb\n\nimport (\n\t\"bytes\"\n\t\"reflect\"\n\t\"testing\"\n)\n\n"+gogo.String())
		run(t, dir, "go test -run TestGogo ./raftpb")
	})
	t.Run("others", func(t *testing.T) {
		dir := t.TempDir()
		filetest.Unpack(t, dir, txtar.Parse([]byte(migratedModule)))
		run(t, dir, `go get github.com/mailru/easyjson@v0.9.2 github.com/bytedance/sonic@v1.15.5
go run github.com/mailru/easyjson/easyjson -all orders/orders.go
mkdir orders/testdata && go run . >orders/testdata/easyjson.json
rm main.go orders/orders_easyjson.go
assay gen --format=json,cbor ./orders.Order`)
		filetest.Write(t, filepath.Join(dir, "orders", "migrate_test.go"), migratedImports+others.String())
		run(t, dir, "go test ./orders")
	})
}

const migratedImports = `package orders

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/bytedance/sonic"
)

func sample() Order { return Sample() }

`

const migratedModule = `
-- go.mod --
module example.com/shop

go 1.26
-- orders/orders.go --
package orders

type Order struct {
	ID    uint64            ` + "`json:\"id\"`" + `
	Lines []Line            ` + "`json:\"lines\"`" + `
	Tags  map[string]string ` + "`json:\"tags\"`" + `
	Pages []Page            ` + "`json:\"pages,omitempty\"`" + `
}

type Line struct {
	SKU   string  ` + "`json:\"sku\"`" + `
	Count int32   ` + "`json:\"count\"`" + `
	Price float64 ` + "`json:\"price\"`" + `
}

type Page struct {
	Cells [50]uint64 ` + "`json:\"cells\"`" + `
}

func Sample() Order {
	return Order{ID: 1, Lines: []Line{{"<a>", 2, 9.5}, {"日本", -3, 1e21}}, Tags: map[string]string{"a": "b"}}
}
-- main.go --
package main

import (
	"os"

	"github.com/mailru/easyjson"

	"example.com/shop/orders"
)

func main() {
	o := orders.Sample()
	if _, err := easyjson.MarshalToWriter(&o, os.Stdout); err != nil {
		panic(err)
	}
}
`
