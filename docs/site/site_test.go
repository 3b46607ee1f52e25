package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/routines/routinestest"
)

// The whole site of this repository is small, has no link to nowhere, and its pages lie
// beside their Markdown.
func TestSite(t *testing.T) {
	routinestest.NeedsLong(t) // it builds the command
	out := t.TempDir()
	if err := build(t.Context(), "../..", out, "v0.9.0", "v0.10.0"); err != nil {
		t.Fatal(err)
	}
	read := func(name string) string {
		t.Helper()
		text := filetest.Read(t, filepath.Join(out, name))
		return string(text)
	}
	if got := read("versions.js"); got != `window.siteVersions=["v0.10.0","v0.9.0"];`+"\n" {
		t.Errorf("versions: %s", got)
	}
	if got := read("v0.9.0/site.js"); !strings.Contains(got, "const versioned = true;") {
		t.Error("the pages of a version do not look for the others")
	}
	if !strings.Contains(string(js), "const versioned = false;") {
		t.Error("pages without a version look for others, which is an error where there are none")
	}
	if got := read("index.html"); !strings.Contains(got, "url=v0.10.0/index.html") {
		t.Errorf("the top leads to %s", got)
	}
	for _, name := range []string{
		"index", "guides/measuring", "formats/flat", "serializers/mus", "workloads/data", "command/run", "project/contributing",
	} {
		if read("v0.10.0/"+name+".html") == "" || read("v0.10.0/"+name+".md") == "" {
			t.Errorf("%s is empty", name)
		}
		if !strings.Contains(read("v0.10.0/llms.txt"), "("+name+".md)") {
			t.Errorf("llms.txt does not name %s", name)
		}
		if !strings.Contains(read("v0.10.0/search.js"), `"path":"`+name+`"`) {
			t.Errorf("the search does not know %s", name)
		}
	}
	if run := read("v0.10.0/command/run.html"); !strings.Contains(run, "--serializers") {
		t.Error("the page of assay run does not have its flags")
	}
	mus := read("v0.10.0/serializers/mus.html")
	for _, want := range []string{"github.com/mus-format/mus-go", "mus+reuse+unsafe", "How it is called", "Figures", `href="../guides/fairness.html"`} {
		if !strings.Contains(mus, want) {
			t.Errorf("the page of mus does not have %s", want)
		}
	}

	// The links of the pages as they lie there, the tree's too.
	href := regexp.MustCompile(`(?:href|src)="([^"#]+)[^"]*"`)
	err := filepath.WalkDir(out, func(file string, _ os.DirEntry, err error) error {
		if err != nil || filepath.Ext(file) != ".html" || filepath.Base(filepath.Dir(file)) == "results" {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for _, m := range href.FindAllStringSubmatch(string(text), -1) {
			if regexp.MustCompile(`^[a-z]+:`).MatchString(m[1]) {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(file), filepath.FromSlash(m[1]))); err != nil {
				t.Errorf("%s links to %s", file, m[1])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	size := int64(0)
	err = filepath.WalkDir(filepath.Join(out, "v0.10.0"), func(_ string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			size += info.Size()
		}
		return err
	})
	if err != nil || size > most {
		t.Errorf("a version has %d bytes, more than %d (%v)", size, most, err)
	}
	t.Run("in a browser", func(t *testing.T) { inBrowser(t, filepath.Join(out, "v0.10.0")) })
}

func TestWrongLinks(t *testing.T) {
	root := t.TempDir()
	filetest.Write(t, filepath.Join(root, "there.txt"), "")
	other := page{section: "Guides", path: "guides/other", title: "Other", source: "docs/other.md", markdown: "# Other\n\n## A heading\n"}
	for _, test := range []struct{ link, want string }{
		{"other.md", ""},
		{"other.md#a-heading", ""},
		{"#here", ""},
		{"../there.txt", ""},
		{"https://go.dev", ""},
		{"mailto:a@example.com", ""},
		{"others.md", "guides/one links to docs/others.md, which is not there"},
		{"other.md#heading", "guides/one links to guides/other#heading, and there is no such heading"},
		{"#there", "guides/one links to guides/one#there, and there is no such heading"},
	} {
		one := page{section: "Guides", path: "guides/one", title: "One", source: "docs/one.md", markdown: "# Here\n\n[x](" + test.link + ")\n"}
		_, err := render(root, []page{one, other}, nil, "")
		switch {
		case err == nil && test.want != "":
			t.Errorf("%s: no error, want %s", test.link, test.want)
		case err != nil && err.Error() != test.want:
			t.Errorf("%s: %v, want %q", test.link, err, test.want)
		}
	}
	if _, err := render(root, []page{{section: "Guides", path: "x", title: "X", source: "x.md", markdown: "# X\n\n![x](no.svg)\n"}}, nil, ""); err == nil || err.Error() != "x shows no.svg, which is not there" {
		t.Errorf("a picture that is not there: %v", err)
	}
}

// Raw HTML in a page is no markup on the site.
func TestRawHTML(t *testing.T) {
	s, err := render(t.TempDir(), []page{{section: "Guides", path: "x", title: "<b>", source: "x.md", markdown: "# X\n\n<script>alert(1)</script>\n"}}, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	if html := string(s.files["x.html"]); strings.Contains(html, "alert") || strings.Contains(html, "<b>") {
		t.Errorf("raw HTML went through: %s", html)
	}
}

// A form has a row for each field by its name in JSON, and a field without one is an error, as is what a struct
// embeds that is no form.
func TestDescribe(t *testing.T) {
	source := filepath.Join(t.TempDir(), "form.go")
	filetest.Write(t, source, "package p\n\n// Form is one.\ntype Form struct {\n\tA int `json:\"a\"` // How many.\n\tB int `json:\"-\"`\n\tC int // None.\n\tMore\n\tStrange\n}\n\n// More is more.\ntype More struct {\n\tD int `json:\"d\"` // What.\n}\n")
	var out strings.Builder
	err := describe(&out, source)
	rows := strings.Contains(out.String(), "| `a` | whole number | How many. |") && strings.Contains(out.String(), "| [those of More](#more) | | |") && !strings.Contains(out.String(), "`-`")
	if err == nil || err.Error() != "Form.C has no name in JSON\nForm embeds a type that no source declares" || !rows {
		t.Errorf("%v in %s", err, &out)
	}
}
