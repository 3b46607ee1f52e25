package drivers_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/assay-go/assay/internal/drivertest"
	"github.com/assay-go/assay/internal/filetest"
)

// TestCorpusTable holds the table for readers against what TestCorpus found.
func TestCorpusTable(t *testing.T) {
	all, err := txtar.ParseFile("testdata/corpus.txtar")
	if err != nil || len(all.Files) == 0 {
		t.Fatal("no types", err)
	}
	var table strings.Builder
	table.WriteString("\n| type | carry it | refuse it | fail |\n|---|--:|--:|--:|\n")
	for _, file := range all.Files {
		name, counts, _ := strings.Cut(string(file.Data), ": ")
		var carry, refuse, fail int
		if _, err := fmt.Sscanf(counts, "%d rows carry it, %d refuse it, %d fail by a value", &carry, &refuse, &fail); err != nil {
			t.Fatalf("%s: %v", file.Name, err)
		}
		fmt.Fprintf(&table, "| `%s` | %d | %d | %d |\n", strings.TrimPrefix(name, "github.com/assay-go/assay/testdata/"), carry, refuse, fail)
	}
	table.WriteByte('\n')
	const doc, begin, end = "../docs/types.md", "<!-- corpus -->\n", "<!-- /corpus -->"
	text := filetest.Read(t, doc)
	before, rest, ok := bytes.Cut(text, []byte(begin))
	was, after, ends := bytes.Cut(rest, []byte(end))
	if !ok || !ends {
		t.Fatalf("%s has no place for the table", doc)
	}
	if *drivertest.Update {
		filetest.Write(t, doc, string(before)+begin+table.String()+end+string(after))
		return
	}
	if string(was) != table.String() {
		t.Errorf("the table in %s is not what testdata/corpus.txtar says: run go test -run TestCorpusTable ./drivers -update", doc)
	}
}
