package drivers_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/assay-go/assay/internal/drivers"
	"github.com/assay-go/assay/internal/drivertest"
)

// TestCorpusTable holds the table for readers against what TestCorpus found.
func TestCorpusTable(t *testing.T) {
	all, err := txtar.ParseFile("testdata/corpus.txtar")
	if err != nil || len(all.Files) == 0 {
		t.Fatal("no types", err)
	}
	var names []string
	for _, d := range drivers.All {
		names = append(names, d.Name)
	}
	if got := string(all.Comment); got != corpusDrivers(names) {
		t.Errorf("testdata/corpus.txtar has the rows of %s; run go test -tags long -timeout 6h -run TestCorpus ./internal/drivers -drivers 'A|B' -update for those that it lacks", got)
	}
	var table strings.Builder
	table.WriteString("\n| type | carry it | refuse it | fail |\n|---|--:|--:|--:|\n")
	for _, file := range all.Files {
		n := readTally(t, file.Data)
		fmt.Fprintf(&table, "| `%s` | %d | %d | %d |\n", strings.TrimPrefix(n.name, "github.com/assay-go/assay/testdata/"), n.ok, n.refused, n.failed)
	}
	table.WriteByte('\n')
	const doc, begin, end = "../../docs/types.md", "<!-- corpus -->\n", "<!-- /corpus -->"
	text, err := os.ReadFile(doc)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := bytes.Cut(text, []byte(begin))
	was, after, ends := bytes.Cut(rest, []byte(end))
	if !ok || !ends {
		t.Fatalf("%s has no place for the table", doc)
	}
	if *drivertest.Update {
		if err := os.WriteFile(doc, []byte(string(before)+begin+table.String()+end+string(after)), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(was) != table.String() {
		t.Errorf("the table in %s is not what testdata/corpus.txtar says: run go test -run TestCorpusTable ./drivers -update", doc)
	}
}

// The rows of further drivers are counted beside those that are known, in the order of all rows.
func TestTallyAdd(t *testing.T) {
	n := readTally(t, []byte("pkg.T: 2 rows carry it, 2 refuse it, 0 fail by a value\nzero in all values: A\ncarried: B as string by its MarshalText (1 rows)\nrefused: no time\n\ta d\n"))
	n.add(readTally(t, []byte("pkg.T: 1 rows carry it, 1 refuse it, 1 fail by a value\ncarried: B as string by its MarshalText (1 rows)\ncarried: C as bytes by its MarshalBinary (1 rows)\nfailed: lost\n\tb\nrefused: no time\n\tc\n")), []string{"a", "b", "c", "d"})
	const want = "pkg.T: 3 rows carry it, 3 refuse it, 1 fail by a value\nzero in all values: A\ncarried: B as string by its MarshalText (2 rows)\ncarried: C as bytes by its MarshalBinary (1 rows)\nfailed: lost\n\tb\nrefused: no time\n\ta c d\n"
	if got := string(n.text()); got != want {
		t.Errorf("got\n%s", got)
	}
}
