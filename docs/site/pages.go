package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// page is one page before it is HTML.
type page struct {
	section  string // of the tree, a title
	path     string // on the site, without extension, with slashes: "guides/measuring"
	title    string
	source   string // the file in the repository; empty for pages made from facts
	markdown string
}

// sections are the parts of the tree, in order.
var sections = []string{"Start", "Guides", "Recipes", "Wire formats", "Command", "Serializers", "Workloads", "Data", "Project"}

// documents are the repository's files that become pages. A pattern's folder on
// the site is the second word; "index" is the file itself.
var documents = []struct{ pattern, folder, section string }{
	{"README.md", "", "Start"},
	{"docs/*.md", "guides", "Guides"},
	{"docs/results/README.md", "results", "Guides"},
	{"docs/recipes/*.md", "recipes", "Recipes"},
	{"docs/formats/*.md", "formats", "Wire formats"},
	{"audit/*.md", "data", "Data"},
	{"worker/internal/verify/cheats.md", "data", "Data"},
	{"deploy/README.md", "deploy", "Project"},
	{"CONTRIBUTING.md", "project", "Project"},
	{"CHANGELOG.md", "project", "Project"},
	{"SECURITY.md", "project", "Project"},
}

// collect returns all pages, those of a section together, and the files that they show
// besides.
func collect(ctx context.Context, root string) ([]page, made, error) {
	var pages []page
	for _, d := range documents {
		files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(d.pattern)))
		if err != nil {
			return nil, nil, err
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return nil, nil, err
			}
			source, err := filepath.Rel(root, file)
			if err != nil {
				return nil, nil, err
			}
			name := strings.ToLower(strings.TrimSuffix(filepath.Base(file), ".md"))
			if name == "readme" {
				name = "index"
			}
			p := page{section: d.section, path: strings.TrimPrefix(d.folder+"/"+name, "/"), source: filepath.ToSlash(source), markdown: string(text)}
			if p.title = firstHeading(p.markdown); p.title == "" {
				return nil, nil, fmt.Errorf("%s has no heading of the first level", p.source)
			}
			pages = append(pages, p)
		}
	}
	dir, err := os.MkdirTemp("", "assay-site-")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(dir)
	command, err := buildCommand(ctx, root, dir)
	if err != nil {
		return nil, nil, err
	}
	facts, err := factPages(ctx, root, command)
	if err != nil {
		return nil, nil, err
	}
	files := made{}
	data, err := dataPages(ctx, root, command, files)
	if err != nil {
		return nil, nil, err
	}
	pages = slices.Concat(pages, facts, data)
	slices.SortStableFunc(pages, func(a, b page) int {
		return slices.Index(sections, a.section) - slices.Index(sections, b.section)
	})
	return pages, files, nil
}

// firstHeading returns the text of the first heading of the first level.
func firstHeading(markdown string) string {
	for line := range strings.Lines(markdown) {
		if title, ok := strings.CutPrefix(line, "# "); ok {
			return strings.TrimSpace(title)
		}
	}
	return ""
}
