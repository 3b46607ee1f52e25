package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/assay-go/assay/internal/drivertest/roundtrip"
	"github.com/assay-go/assay/internal/reproduce"
	"github.com/assay-go/assay/report/markdown"
)

const documentsPage = "../../docs/documents.md"

// The page about the documents, and the one with their charts, are what the results
// say; and nothing in those is left open.
func TestDocuments(t *testing.T) {
	reports, err := reproduce.ReadFile("../../docs/results/documents.json")
	if err != nil {
		t.Fatal(err)
	}
	if len(reports) != len(reproduce.Documents()) {
		t.Errorf("the results are of %d documents", len(reports))
	}
	for _, open := range reproduce.Open(reports) {
		t.Errorf("neither as published nor explained: %s", open)
	}
	const mark = "do not edit what follows. -->\n"
	text, err := os.ReadFile(documentsPage)
	if err != nil {
		t.Fatal(err)
	}
	intro, _, ok := strings.Cut(string(text), mark)
	if !ok {
		t.Fatalf("%s has no line that ends in %q", documentsPage, mark)
	}
	var ledger, page bytes.Buffer
	ledger.WriteString(intro + mark + "\n")
	if err := markdown.Set(&ledger, reproduce.Ledger(reports)); err != nil {
		t.Fatal(err)
	}
	if err := reproduce.Page(&page, reports); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]byte{documentsPage: ledger.Bytes(), "../../docs/results/documents.html": page.Bytes()} {
		if flag.Lookup("update").Value.String() == "true" { // testscript's
			if err := os.WriteFile(name, want, 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if got, err := os.ReadFile(name); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what the results say (%v): run go test ./cmd/assay -run TestDocuments -update", name, err)
		}
	}
}

// Every command of the page, and every one that stands for a document's, runs. They
// measure for as short a time as they can.
func TestDocumentCommands(t *testing.T) {
	roundtrip.NeedsLong(t)
	var list []string
	text, err := os.ReadFile(documentsPage)
	if err != nil {
		t.Fatal(err)
	}
	for i, block := range strings.Split(string(text), "```") {
		if body, ok := strings.CutPrefix(block, "sh\n"); ok && i%2 == 1 {
			for line := range strings.Lines(body) {
				list = append(list, strings.TrimSpace(line))
			}
		}
	}
	for _, name := range reproduce.Documents() {
		p, err := reproduce.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range p.Commands {
			list = append(list, c.Ours)
		}
	}
	if len(list) < 20 {
		t.Errorf("only %d commands were found", len(list))
	}
	var script strings.Builder
	seen := map[string]bool{}
	for _, line := range list {
		if !strings.HasPrefix(line, "assay ") {
			t.Errorf("no command of ours: %s", line)
		}
		if !seen[line] {
			script.WriteString("exec " + line + " --time=1ns --processes=3 --cache-dir=$CACHE\nstdout .\n")
		}
		seen[line] = true
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "documents.txtar"), []byte(script.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	params := scriptParams(t)
	params.Dir = dir
	testscript.Run(t, params)
}
