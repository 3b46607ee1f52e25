package drivers_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-go/assay/internal/drivertest"
)

// TestCorpusTable holds the table for readers against what TestCorpus found.
func TestCorpusTable(t *testing.T) {
	files, err := filepath.Glob("testdata/corpus/*.golden")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	var table strings.Builder
	table.WriteString("\n| type | carry it | refuse it | fail |\n|---|--:|--:|--:|\n")
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name, counts, _ := strings.Cut(string(data), ": ")
		var carry, refuse, fail int
		if _, err := fmt.Sscanf(counts, "%d rows carry it, %d refuse it, %d fail by a value", &carry, &refuse, &fail); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		fmt.Fprintf(&table, "| `%s` | %d | %d | %d |\n", strings.TrimPrefix(name, "github.com/assay-go/assay/testdata/"), carry, refuse, fail)
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
		t.Errorf("the table in %s is not what testdata/corpus says: run go test -run TestCorpusTable ./drivers -update", doc)
	}
}
