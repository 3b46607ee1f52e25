package main

import (
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/assay-go/assay/internal/drivertest/roundtrip"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/reproduce"
)

const documentsPage = "../../docs/documents.md"

// Every figure in the results of the documents that does not depend on the machine is as
// published, or an experiment shows why not, and every statement of theirs has a verdict;
// the site makes its pages of them.
func TestDocuments(t *testing.T) {
	reports, err := reproduce.ReadFile("../../docs/results/documents.json")
	if err != nil {
		t.Fatal(err)
	}
	if len(reports) != len(reproduce.Documents())-1 { // all but the one beside them
		t.Errorf("the results are of %d documents", len(reports))
	}
	figures, _ := reproduce.Open(reports)
	for _, open := range figures {
		t.Errorf("neither as published, nor shown why: %s", open)
	}
	if _, err := reproduce.Ledger(reports); err != nil {
		t.Error(err)
	}
	if err := reproduce.Page(io.Discard, reports); err != nil {
		t.Error(err)
	}
}

// No committed result says which folders the machine that measured has.
func TestResultsNameNoFolders(t *testing.T) {
	files, err := filepath.Glob("../../docs/results/*.json")
	if err != nil || len(files) < 4 {
		t.Fatalf("%q, %v", files, err)
	}
	for _, name := range files {
		text := filetest.Read(t, name)
		if at := absoluteArgument.Find(text); at != nil {
			t.Errorf("%s has %s", name, at)
		}
	}
}

var absoluteArgument = regexp.MustCompile(`"(--[a-z-]+=)(/|[A-Za-z]:\\)[^"]*"`)

// Every command of the page, and every one that stands for a document's, runs. They
// measure for as short a time as they can.
func TestDocumentCommands(t *testing.T) {
	roundtrip.NeedsLong(t)
	var list []string
	text := filetest.Read(t, documentsPage)
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
		if !seen[line] && !strings.Contains(line, " --with=") { // TestOwnCodecRecipe runs it, beside a codec
			script.WriteString("exec " + line + " --time=1ns --processes=3 --cache-dir=$CACHE\nstdout .\n")
		}
		seen[line] = true
	}
	dir := t.TempDir()
	filetest.Write(t, filepath.Join(dir, "documents.txtar"), script.String())
	params := scriptParams(t)
	params.Dir = dir
	testscript.Run(t, params)
}
