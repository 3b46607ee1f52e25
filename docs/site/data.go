package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/assay-go/assay/internal/reproduce"
	reporthtml "github.com/assay-go/assay/report/html"
	"github.com/assay-go/assay/report/markdown"
)

// made are files of the site that are made of others, by their paths.
type made map[string][]byte

// dataPages returns the pages of figures that the repository has as data alone. A page
// stands where a document names its data. What it shows as a page of its own, with charts,
// goes to files.
func dataPages(ctx context.Context, root, command string, files made) ([]page, error) {
	pages, err := formPages(root)
	if err != nil {
		return nil, err
	}
	file := func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
	add := func(path, source, title, text string) {
		pages = append(pages, page{section: "Data", path: path, title: title, source: source, markdown: "# " + title + "\n\n" + text})
	}

	packed, err := filepath.Glob(file("docs/site/data/*.md.gz"))
	if err != nil {
		return nil, err
	}
	for _, name := range packed {
		text, err := unpack(name)
		if err != nil {
			return nil, err
		}
		base := filepath.Base(name)
		pages = append(pages, page{section: "Data", path: "data/" + strings.TrimSuffix(base, ".md.gz"), title: firstHeading(text), source: "docs/site/data/" + base, markdown: text})
	}

	results, err := os.ReadFile(file("docs/results/page.json"))
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := reporthtml.WriteData(&out, "Serializers measured", bytes.TrimSpace(results)); err != nil {
		return nil, err
	}
	files["results/run.html"] = bytes.Clone(out.Bytes())
	add("data/run", "docs/results/page.json", "The contenders, measured",
		"[The page of the run](/results/run.html) filters, sorts and draws its figures. It needs no network.\n")

	reports, err := reproduce.ReadFile(file("docs/results/documents.json"))
	if err != nil {
		return nil, err
	}
	out.Reset()
	if err := reproduce.Page(&out, reports); err != nil {
		return nil, err
	}
	files["results/documents.html"] = bytes.Clone(out.Bytes())
	out.Reset()
	ledger, err := reproduce.Ledger(reports)
	if err != nil {
		return nil, err
	}
	if err := markdown.Set(&out, ledger); err != nil {
		return nil, err
	}
	add("data/documents", "docs/results/documents.json", "The five documents, line by line",
		"[How to read it](/docs/documents.md). [The page with charts](/results/documents.html) has the figures.\n\n"+out.String())

	matrix := file("docs/results/check.json")
	const title = "What serializers do when types change"
	text, err := run(ctx, command, "check", "--matrix", "--read="+matrix, "--format=text")
	if old := new(exec.ExitError); errors.As(err, &old) && strings.Contains(err.Error(), "this assay knows") {
		// Trying all serializers again takes half an hour, and no page is worth a wrong one.
		add("data/check", "docs/results/check.json", title, "The results that the repository has are of an earlier assay. `docs/results/check.sh` tries all serializers again.\n")
		return pages, nil
	}
	if err != nil {
		return nil, err
	}
	page, err := run(ctx, command, "check", "--matrix", "--read="+matrix+","+file("docs/results/conformance.json"), "--format=html")
	if err != nil {
		return nil, err
	}
	files["results/check.html"] = []byte(page)
	add("data/check", "docs/results/check.json", title,
		"Of every serializer, by [assay check](/docs/check.md) `--matrix`. [The page](/results/check.html) has each case, with its values.\n\n"+fenced(text))
	return pages, nil
}

// run returns what the command prints.
func run(ctx context.Context, command string, args ...string) (string, error) {
	var words bytes.Buffer
	cmd := exec.CommandContext(ctx, command, args...)
	cmd.Env, cmd.Stderr = append(os.Environ(), "COLUMNS=100"), &words
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("assay %s: %w: %s", args[0], err, words.String())
	}
	return string(out), nil
}

// unpack returns the text of a file that gzip packed.
func unpack(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	r, err := gzip.NewReader(f)
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	text, err := io.ReadAll(r)
	return string(text), err
}
