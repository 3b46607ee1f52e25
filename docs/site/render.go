package main

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// source is where files stand that are not on the site.
const source = "https://github.com/assay-go/assay/"

//go:embed page.html
var pageTemplate string

//go:embed site.css
var css []byte

//go:embed site.js
var js []byte

// site is the finished site: its files by their paths, with slashes.
type site struct {
	files map[string][]byte
	pages []page
}

// html is a page with its body as HTML.
type html struct {
	page
	body     template.HTML
	headings []heading
	words    string // for the search
}

type heading struct {
	Level int    `json:"-"`
	ID    string `json:"id"`
	Text  string `json:"text"`
}

// renderer knows the pages while one of them is rendered.
type renderer struct {
	root     string
	markdown goldmark.Markdown
	bySource map[string]*page
	ids      map[string]map[string]bool // of headings, by page
	assets   map[string]bool            // files that pages show
	made     made
	wanted   []reference
	errors   []error
}

// reference is a link to a heading, which can be looked up when all pages are there.
type reference struct{ from, to, id string }

// render makes HTML of the pages, puts the files beside them, and finds links to nowhere.
func render(root string, pages []page, files made, picture template.HTML) (*site, error) {
	r := &renderer{
		root: root,
		markdown: goldmark.New(
			goldmark.WithExtensions(extension.Linkify, extension.Strikethrough, extension.TaskList,
				extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute))),
			goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		),
		bySource: map[string]*page{}, ids: map[string]map[string]bool{}, assets: map[string]bool{}, made: files,
	}
	for i := range pages {
		if pages[i].source != "" {
			r.bySource[pages[i].source] = &pages[i]
		}
	}
	var list []html
	for _, p := range pages {
		list = append(list, r.page(p))
	}
	for _, w := range r.wanted {
		if !r.ids[w.to][w.id] {
			r.errors = append(r.errors, fmt.Errorf("%s links to %s#%s, and there is no such heading", w.from, w.to, w.id))
		}
	}
	if err := errors.Join(r.errors...); err != nil {
		return nil, err
	}
	return r.assemble(list, picture)
}

// page renders one page.
func (r *renderer) page(p page) html {
	out := html{page: p}
	src := []byte(p.markdown)
	doc := r.markdown.Parser().Parse(text.NewReader(src))
	ids := map[string]bool{}
	err := ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			if id, ok := n.AttributeString("id"); ok {
				h := heading{n.Level, string(id.([]byte)), plain(n, src)}
				ids[h.ID] = true
				out.headings = append(out.headings, h)
			}
		case *ast.Link:
			n.Destination = []byte(r.link(p, string(n.Destination)))
		case *ast.Image:
			n.Destination = []byte(r.image(p, string(n.Destination)))
		}
		return ast.WalkContinue, nil
	})
	r.ids[p.path] = ids
	var body bytes.Buffer
	if err = errors.Join(err, r.markdown.Renderer().Render(&body, src, doc)); err != nil {
		r.errors = append(r.errors, fmt.Errorf("%s: %w", p.path, err))
	}
	// Of our own files, and goldmark leaves out raw HTML. The heads of columns that
	// have none are cells, since a heading without a word is read aloud as one.
	out.body = template.HTML(brief.Replace(emptyHead.ReplaceAllString(body.String(), "<td></td>")))
	out.words = plain(doc, src)
	return out
}

// brief leaves out what HTML does not ask for, of cells, of which there are tens of thousands.
var brief = strings.NewReplacer(`<td align="right">`, "<td align=right>", "</td>\n", "", "</th>\n", "", "</tr>\n", "")

var emptyHead = regexp.MustCompile(`<th[^>]*></th>`)

// plain returns the text below a node.
func plain(n ast.Node, src []byte) string {
	var b strings.Builder
	ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			if n.Type() == ast.TypeBlock {
				b.WriteByte('\n')
			}
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			b.Write(n.Segment.Value(src))
			if n.SoftLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.FencedCodeBlock, *ast.CodeBlock:
			for i := range n.Lines().Len() {
				line := n.Lines().At(i)
				b.Write(line.Value(src))
			}
		}
		return ast.WalkContinue, nil
	})
	return strings.TrimSpace(b.String())
}

// link returns what a page's link is on the site: another page, relative to this
// one, or the file in the repository.
func (r *renderer) link(p page, to string) string {
	u, err := url.Parse(to)
	if err != nil {
		r.errors = append(r.errors, fmt.Errorf("%s: %w", p.path, err))
		return to
	}
	switch {
	case u.Scheme != "" || u.Host != "":
		return to
	case u.Path == "":
		r.wanted = append(r.wanted, reference{p.path, p.path, u.Fragment})
		return to
	}
	file := resolve(p, u.Path)
	if target, ok := r.bySource[file]; ok {
		if u.Fragment != "" {
			r.wanted = append(r.wanted, reference{p.path, target.path, u.Fragment})
			return relative(p.path, target.path+".html") + "#" + u.Fragment
		}
		return relative(p.path, target.path+".html")
	}
	if _, ok := r.made[file]; ok {
		return relative(p.path, file)
	}
	info, err := os.Stat(filepath.Join(r.root, filepath.FromSlash(file)))
	switch {
	case err != nil:
		r.errors = append(r.errors, fmt.Errorf("%s links to %s, which is not there", p.path, file))
		return to
	case info.IsDir():
		return source + "tree/main/" + file
	case path.Ext(file) == ".html":
		r.assets[file] = true
		return relative(p.path, file)
	}
	return source + "blob/main/" + file
}

// image returns where a picture lies on the site, and has it copied there.
func (r *renderer) image(p page, from string) string {
	file := resolve(p, from)
	if _, err := os.Stat(filepath.Join(r.root, filepath.FromSlash(file))); err != nil {
		r.errors = append(r.errors, fmt.Errorf("%s shows %s, which is not there", p.path, file))
		return from
	}
	r.assets[file] = true
	return relative(p.path, file)
}

// resolve returns the file in the repository that a page means. A page made from
// facts names files from the top.
func resolve(p page, to string) string {
	if rest, ok := strings.CutPrefix(to, "/"); ok {
		return path.Clean(rest)
	}
	return path.Join(path.Dir(p.source), to)
}

// relative returns the way from a page to a file of the site: from the same folder its name
// alone, since each page of a section has a link to all of them.
func relative(from, to string) string {
	if folder := from[:strings.LastIndexByte(from, '/')+1]; folder != "" && strings.HasPrefix(to, folder) {
		return to[len(folder):]
	}
	return strings.Repeat("../", strings.Count(from, "/")) + to
}

// entry is a page in the tree.
type entry struct {
	Title, Href string
	Current     bool
}

// branch is a section of the tree: a link to its first page, and, where the reader is in it, to
// all.
type branch struct {
	Title, Href string
	Pages       []entry
	Current     bool
}

// assemble sets the pages into the site's frame and adds what they need.
func (r *renderer) assemble(list []html, picture template.HTML) (*site, error) {
	frame, err := template.New("page").Parse(pageTemplate)
	if err != nil {
		return nil, err
	}
	s := &site{files: map[string][]byte{"site.css": css, "site.js": js}}
	type indexed struct {
		Path     string    `json:"path"`
		Title    string    `json:"title"`
		Section  string    `json:"section"`
		Headings []heading `json:"headings"`
		Text     string    `json:"text"`
	}
	var index []indexed
	for _, p := range list {
		var tree []branch
		for _, name := range sections {
			b := branch{Title: name, Current: name == p.section}
			for _, other := range list {
				if other.section != name {
					continue
				}
				href := relative(p.path, other.path+".html")
				if b.Href == "" {
					b.Href = href
				}
				if b.Current {
					b.Pages = append(b.Pages, entry{other.title, href, other.path == p.path})
				}
			}
			if b.Href != "" {
				tree = append(tree, b)
			}
		}
		var contents []heading
		for _, h := range p.headings {
			if h.Level == 2 {
				contents = append(contents, h)
			}
		}
		// The contents stand below the title.
		title, body, _ := strings.Cut(string(p.body), "</h1>")
		var out bytes.Buffer
		err := frame.Execute(&out, map[string]any{
			"Title": p.title, "Heading": template.HTML(title + "</h1>"), "Body": template.HTML(body), "Tree": tree, "Contents": contents, "Picture": picture,
			"Root": relative(p.path, ""), "Markdown": p.asMarkdown(), "Path": p.path,
		})
		if err != nil {
			return nil, err
		}
		s.files[p.path+".html"] = out.Bytes()
		if p.asMarkdown() != "" {
			s.files[p.path+".md"] = []byte(p.markdown)
		}
		index = append(index, indexed{p.path, p.title, p.section, slices.DeleteFunc(slices.Clone(p.headings), isTitle), distinct(p.words)})
		s.pages = append(s.pages, p.page)
	}
	maps.Copy(s.files, r.made)
	for file := range r.assets {
		content, err := os.ReadFile(filepath.Join(r.root, filepath.FromSlash(file)))
		if err != nil {
			return nil, err
		}
		s.files[file] = content
	}
	words, err := json.Marshal(index)
	if err != nil {
		return nil, err
	}
	// A script and no JSON, which a page that was opened as a file could not load.
	s.files["search.js"] = append(append([]byte("window.searchIndex="), words...), ";\n"...)
	s.files["llms.txt"] = llms(list)
	return s, nil
}

var number = regexp.MustCompile(`^[0-9.]+$`)

var word = regexp.MustCompile(`[\pL\pN][\pL\pN.+_/-]*`)

func isTitle(h heading) bool { return h.Level == 1 }

// distinct returns the words of a text, each once, in lower case: what the search looks at.
// Nobody searches for the figures of a table.
func distinct(text string) string {
	words := word.FindAllString(strings.ToLower(text), -1)
	for i, w := range words {
		words[i] = strings.TrimRight(w, ".+_/-")
	}
	words = slices.DeleteFunc(words, number.MatchString)
	slices.Sort(words)
	return strings.Join(slices.Compact(words), " ")
}

// asMarkdown is the file beside the page with its Markdown; empty for figures, which are long
// and whose data the repository has.
func (p page) asMarkdown() string {
	if p.section == "Data" {
		return ""
	}
	return path.Base(p.path) + ".md"
}

// llms lists the Markdown of all pages that have it, as https://llmstxt.org describes it.
func llms(list []html) []byte {
	var b strings.Builder
	b.WriteString("# assay\n\n> Tells a Go engineer which serializer is best for their type and their data, and writes faster codecs.\n")
	for _, section := range sections {
		if !slices.ContainsFunc(list, func(p html) bool { return p.section == section }) {
			continue
		}
		fmt.Fprintf(&b, "\n## %s\n\n", section)
		for _, p := range list {
			if p.section == section {
				ext := path.Ext(cmp.Or(p.asMarkdown(), ".html"))
				fmt.Fprintf(&b, "- [%s](%s%s)\n", p.title, p.path, ext)
			}
		}
	}
	return []byte(b.String())
}

// write puts the site into a folder, or into the version's folder below it.
func (s *site) write(out, version string) error {
	dir := filepath.Join(out, version)
	if version != "" {
		s.files["site.js"] = bytes.Replace(js, []byte("const versioned = false;"), []byte("const versioned = true;"), 1)
	}
	for name, content := range s.files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(file, content, 0o666); err != nil {
			return err
		}
	}
	if version == "" {
		return nil
	}
	return writeVersions(out)
}

// writeVersions tells the pages of all versions which there are, the latest first,
// and leads from the top to the latest.
func writeVersions(out string) error {
	folders, err := os.ReadDir(out)
	if err != nil {
		return err
	}
	var names []string
	for _, f := range folders {
		if _, err := os.Stat(filepath.Join(out, f.Name(), "site.js")); err == nil {
			names = append(names, f.Name())
		} else if !errors.Is(err, fs.ErrNotExist) && f.IsDir() {
			return err
		}
	}
	slices.SortFunc(names, latestFirst)
	list, err := json.Marshal(names)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(out, "versions.js"), append(append([]byte("window.siteVersions="), list...), ";\n"...), 0o666); err != nil {
		return err
	}
	page := fmt.Sprintf("<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>assay</title>\n<meta http-equiv=\"refresh\" content=\"0; url=%[1]s/index.html\">\n<a href=\"%[1]s/index.html\">assay %[1]s</a>\n</html>\n", template.HTMLEscapeString(names[0]))
	return os.WriteFile(filepath.Join(out, "index.html"), []byte(page), 0o666)
}
