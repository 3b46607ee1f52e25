package main

import (
	"bytes"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/assay-go/assay/internal/filetest"
)

// oldWords are those that the help and the documents had of their own where the field has
// one: docs/words.md has the field's.
var oldWords = regexp.MustCompile(`(?i)\bverbs?\b|(?m)^Besides$|guard what you have|measure well|told apart|what to take|what to type|broken (messages|input)|operations a second of all together|is old data still read`)

// ownWords are words of ours that code keeps: a field of JSON, a package, a file's name.
var ownWords = regexp.MustCompile(`(?i)\b(rows?|subjects?)\b`)

// code is what stands in the font of code, the target of a link, and the flags and keys of
// help.
var code = regexp.MustCompile("(?s)```.*?```|(?m:^ {4}\\S.*$)|`[^`\n]*`|\\]\\([^)]*\\)|several types in a row|--subject|\\b(subject|subjects)=")

// TestWords: help and documents speak in the field's words.
func TestWords(t *testing.T) {
	texts := map[string]string{}
	for _, pattern := range append(slices.Clone(documentation), "CHANGELOG.md") {
		files, err := filepath.Glob("../../" + pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no files, %v", pattern, err)
		}
		for _, name := range files {
			text := filetest.Read(t, name)
			texts[name] = string(text)
		}
	}
	help := func(args ...string) string {
		var out bytes.Buffer
		if code := run(t.Context(), &out, &out, append([]string{"help"}, args...)); code != 0 {
			t.Fatalf("assay help %s: exit status %d: %s", strings.Join(args, " "), code, out.String())
		}
		texts["assay help "+strings.Join(args, " ")] = out.String()
		return out.String()
	}
	commands := regexp.MustCompile(`(?m)^  ([a-z]+(?: [a-z]+)?)  `).FindAllStringSubmatch(help(), -1)
	if len(commands) < 10 {
		t.Fatalf("help lists %d commands", len(commands))
	}
	for _, m := range commands {
		help(strings.Fields(m[1])...)
	}
	for name, text := range texts {
		if !strings.Contains(name, "documents.md") { // its rows are those of published tables
			if word := ownWords.FindString(code.ReplaceAllString(text, "")); word != "" {
				t.Errorf("%s: %q is a variant, or a type or workload: see docs/words.md", name, word)
			}
		}
		for i, line := range strings.Split(text, "\n") {
			if word := oldWords.FindString(line); word != "" {
				t.Errorf("%s:%d: %q is none of the field's words: see docs/words.md", name, i+1, word)
			}
		}
	}
}

// TestHelpHasExamples: each flag has one, and it is of that flag.
func TestHelpHasExamples(t *testing.T) {
	_, parser, err := newCommandLine(nil)
	if err != nil {
		t.Fatal(err)
	}
	own := []string{"help", "version", "help-all"} // there is nothing more to type
	seen := 0
	var look func(*kong.Node)
	look = func(n *kong.Node) {
		for _, f := range n.Flags {
			if slices.Contains(own, f.Name) {
				continue
			}
			seen++
			_, example, _ := strings.Cut(f.Help, "Example")
			names := `--(no-)?` + f.Name
			if f.Short != 0 {
				names += "|-" + string(f.Short)
			}
			if !regexp.MustCompile(`\s(` + names + `)(\b|$)`).MatchString(example) {
				t.Errorf("%s: --%s has no example of itself: %s", n.Path(), f.Name, f.Help)
			}
		}
		for _, child := range n.Children {
			look(child)
		}
	}
	look(parser.Model.Node)
	if seen < 100 {
		t.Errorf("%d flags were seen", seen)
	}
}
