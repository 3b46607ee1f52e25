package reproduce

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/assay-go/assay/internal/reproduce/extprot"
	"github.com/assay-go/assay/result"
)

// digests are of the documents' words, without marks and spaces: a sentence that is
// taken out, or told in other words, is seen here.
var digests = map[string]string{
	"alecthomas":                  "0f3f6964723e9d20",
	"extprot":                     "0bd8d6e2ac7d7ce9",
	"go-codec":                    "20e2c26e3d593c74",
	"go-serialization-benchmarks": "cc5c61f0bc8011e3",
	"gosercomp":                   "cfaf2e21a78a17e4",
	"skycoin":                     "bbebb64a553b4b78",
}

func digest(list []Statement) string {
	h := sha256.New()
	for _, s := range list {
		h.Write([]byte(strings.Join(strings.Fields(s.Text), "")))
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

func statements(t *testing.T, document string) []Statement {
	t.Helper()
	list, err := Statements(document)
	if err != nil {
		t.Fatalf("%s: %v", document, err)
	}
	return list
}

// Every statement of the documents has a mark, and every mark finds what it is held
// against: no claim is computed that no sentence makes, and no sentence has a claim that
// nobody computes.
func TestStatements(t *testing.T) {
	for _, name := range Documents() {
		list := statements(t, name)
		if got := digest(list); got != digests[name] {
			t.Errorf("%s: the document's words are others: their digest is %s, want %s", name, got, digests[name])
		}
		for _, s := range list {
			if s.Marks[0].Kind != "claim" && s.Marks[0].Kind != "opinion" {
				continue
			}
			if two := sentenceEnd.FindString(s.Text); two != "" && s.Marks[0].Kind == "opinion" {
				t.Errorf("%s: two sentences behind one mark: %s", name, s.Text)
			}
		}
		r := asPublished(t, name, nil)
		if name == "extprot" {
			r.Bytes = asMeasured(t)
			r.Claims = claims(r)
		}
		if _, err := r.Entries(); err != nil {
			t.Error(err)
		}
		made := map[string]bool{}
		for _, c := range r.Claims {
			if made[c.Key] {
				t.Errorf("%s: claim %s is computed twice", name, c.Key)
			}
			if made[c.Key] = true; c.Says == "" {
				t.Errorf("%s: no sentence makes the claim %s", name, c.Key)
			}
		}
		for _, s := range list {
			for _, m := range s.Marks {
				if m.Kind == "claim" && !made[m.Arg] {
					t.Errorf("%s: nothing computes the claim %s of %q", name, m.Arg, s.Text)
				}
			}
		}
	}
}

// The page has every statement of the documents, rows of tables as those.
func TestPageHasStatements(t *testing.T) {
	r := asPublished(t, "skycoin", nil)
	var page bytes.Buffer
	if err := Page(&page, []*Report{r}); err != nil {
		t.Fatal(err)
	}
	text := html.UnescapeString(page.String())
	for _, s := range statements(t, "skycoin") {
		want := strings.TrimLeft(s.Text, "-• ")
		if s.Marks[0].Kind == "row" {
			_, want = s.Marks[0].table()
		}
		if s.Marks[0].Kind != "heading" && !strings.Contains(text, want) {
			t.Errorf("the page has not %q", want)
		}
	}
}

var sentenceEnd = regexp.MustCompile(`[a-z]\. [A-Z]`)

// A statement without a mark, or with one that is none, is refused.
func TestUnmarked(t *testing.T) {
	for text, want := range map[string]string{
		"[opinion] Good.\nIt is fast.\n": "line 2: this statement has no mark",
		"[claim] It is fast.\n":          "does not say which",
		"[guess] It is fast.\n":          "[guess] is no mark",
		"[opinion mine] It is fast.\n":   "takes nothing behind it",
		"[opinion]\n":                    "has no mark",
	} {
		if _, err := parseStatements(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// asWritten compares the published figures with the document's text, and says where they
// differ, or where one has a row that the other has not.
func asWritten(p *Published, list []Statement) []string {
	var wrong []string
	found := map[string]bool{}
	for _, s := range list {
		for _, m := range s.Marks {
			if m.Kind != "row" {
				continue
			}
			title, name := m.table()
			for _, t := range p.Tables {
				for _, l := range t.Rows {
					if t.Title != title || cmp.Or(l.Label, l.Name) != name || l.Apart != "" {
						continue
					}
					found[title+": "+name] = true
					if text := s.differs(t, l); text != "" {
						wrong = append(wrong, text)
					}
				}
			}
		}
	}
	for _, t := range p.Tables {
		for _, l := range t.Rows {
			name := cmp.Or(l.Label, l.Name)
			if l.Apart == "" && !found[t.Title+": "+name] && !(t.Op == "size" && t.Title == "Encoded length, mean of the messages") {
				wrong = append(wrong, fmt.Sprintf("%s: no line of the text is of %s", t.Title, name))
			}
		}
	}
	return wrong
}

var number = regexp.MustCompile(`\d+(?:\.\d+)?`)

// figures are the numbers of a line behind its name. Names of benchmarks end with the
// number of processors.
func (s Statement) figures() []float64 {
	text := lineName.ReplaceAllString(s.Text, "")
	var list []float64
	for _, n := range number.FindAllString(text, -1) {
		x, _ := strconv.ParseFloat(n, 64)
		list = append(list, x)
	}
	return list
}

var lineName = regexp.MustCompile(`^(?:[^|]* \| |\D[^ ]*(?: [^ ]+)?-\s?\d+\s|[^ ]+:\s)`)

// differs says which figure of a row the text has not, or which one it has besides. The
// translation of one document has lost figures; what is left must be right.
func (s Statement) differs(t Table, l Line) string {
	has := s.figures()
	var want []float64
	if each := float64(t.Each); each > 0 { // a time of all messages, in milliseconds
		want = append(want, l.NS*100_000/1e6)
	} else if l.NS > 0 {
		want = append(want, l.NS)
	}
	if l.Size > 0 {
		want = append(want, l.Size)
	}
	if l.Bytes != nil {
		want = append(want, *l.Bytes)
	}
	if l.Allocs != nil {
		want = append(want, *l.Allocs)
	}
	if len(want) == 0 || !slices.Contains(has, want[0]) {
		return fmt.Sprintf("%s, %s: %v is not in the text: %s", t.Title, l.Name, want, s.Text)
	}
	rest := slices.Clone(want)
	for i, x := range has {
		j := slices.Index(rest, x)
		switch {
		case j >= 0:
			rest = slices.Delete(rest, j, j+1)
		case t.Each > 0 && i > 0: // best of 10
		case i == 0 && x >= 1000 && l.NS > 0 && x*l.NS > 0.15e9 && x*l.NS < 3e9: // how often go test ran it in about a second
		default:
			return fmt.Sprintf("%s, %s: the text has %v: %s", t.Title, l.Name, x, s.Text)
		}
	}
	if len(rest) > 0 && !lost.MatchString(s.Text) {
		return fmt.Sprintf("%s, %s: %v is not in the text: %s", t.Title, l.Name, rest, s.Text)
	}
	return ""
}

// lost is what the translation left where a figure stood, or the end of a line.
var lost = regexp.MustCompile(`(?i)ns/op b/op|ns/op 1 allocs|b/op allocs|\d b/op$`)

// The published figures are those of the documents' text, each of them: with any other
// figure, the comparison fails.
func TestFiguresAreWritten(t *testing.T) {
	for _, name := range Documents() {
		list := statements(t, name)
		p, err := Load(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, wrong := range asWritten(p, list) {
			t.Errorf("%s: %s", name, wrong)
		}
		broken := func(what string) {
			if len(asWritten(p, list)) == 0 {
				t.Errorf("%s: nothing sees that %s", name, what)
			}
		}
		for i := range p.Tables {
			for j := range p.Tables[i].Rows {
				l := &p.Tables[i].Rows[j]
				if l.Apart != "" || p.Tables[i].Title == "Encoded length, mean of the messages" {
					continue
				}
				for what, figure := range map[string]*float64{"time": &l.NS, "length": &l.Size, "bytes": l.Bytes, "allocations": l.Allocs} {
					if figure == nil || *figure == 0 && what != "allocations" {
						continue
					}
					if name == "gosercomp" && (what == "bytes" || what == "allocations") {
						continue // of which the translation lost some
					}
					old := *figure
					*figure += 7
					broken(fmt.Sprintf("%s, %s has another figure: %s", p.Tables[i].Title, l.Name, what))
					*figure = old
				}
			}
		}
	}
}

// A sentence that is taken out, or changed, has another digest.
func TestSentencesAreMissed(t *testing.T) {
	for _, name := range Documents() {
		list := statements(t, name)
		for i := range list {
			if digest(slices.Delete(slices.Clone(list), i, i+1)) == digests[name] {
				t.Errorf("%s: nothing misses %q", name, list[i].Text)
			}
		}
	}
}

// ofValues are the claims that no figure changes: they are of the values that are measured, or of
// the rows' features, and are broken in the tests of what computes them.
var ofValues = map[string][]string{
	"skycoin":                     {"block", "compress"},
	"gosercomp":                   {"struct", "loop-free"},
	"alecthomas":                  {"struct", "random"},
	"go-serialization-benchmarks": {"features", "features benc", "features bebop200sc", "features gob", "features json", "features mus", "features protobuf", "words", "named", "filtered", "struct", "no-int"},
	"go-codec":                    {"requirement", "behind-pointer", "representative"},
}

// ofRows are the claims that say that rows are measured: without those rows there is no
// claim.
var ofRows = map[string][]string{
	"go-codec": {"scenarios", "lengths"},
	"skycoin":  {"left-out", "compiles"},
}

// For every claim there are figures with which its verdict is another than with those
// that were published.
func TestClaimsCanFail(t *testing.T) {
	changes := map[string]func(table, row string, c *result.Case){
		"the slowest are the fastest": func(_, _ string, c *result.Case) {
			for _, op := range c.Ops {
				for i := range op.Samples {
					op.Samples[i].NSPerOp = 1e10 / op.Samples[i].NSPerOp
				}
			}
		},
		"the shortest are the longest": func(_, _ string, c *result.Case) { c.Size.Mean = 1e4 - c.Size.Mean },
		"all make as many allocations": func(_, _ string, c *result.Case) {
			for _, op := range c.Ops {
				op.AllocsPerOp, op.BytesPerOp = 5, 0
			}
		},
		"all are unsafe, and none has a feature": func(_, _ string, c *result.Case) { c.Class, c.Features = result.Unsafe, nil },
		"all failed":                             func(_, _ string, c *result.Case) { c.Status, c.Reason = result.Failed, "broken" },
		"one failed": func(table, row string, c *result.Case) {
			if strings.HasPrefix(row, "mus+raw") || strings.HasPrefix(row, "gob") || strings.HasPrefix(row, "thrift") || strings.HasPrefix(row, "codecgen") {
				c.Status, c.Reason = result.Failed, "broken"
			}
		},
	}
	for _, name := range Documents() {
		verdicts := func(r *Report) map[string]Verdict {
			m := map[string]Verdict{}
			for _, c := range r.Claims {
				m[c.Key] = c.Verdict
			}
			return m
		}
		was := verdicts(asPublished(t, name, nil))
		changed := map[string]bool{}
		for _, change := range changes {
			now := verdicts(asPublished(t, name, change))
			for key := range was {
				// It is not enough that it vanishes, but of what says that something is measured.
				if v, ok := now[key]; ok && v != was[key] || !ok && slices.Contains(ofRows[name], key) {
					changed[key] = true
				}
			}
		}
		if r := asPublished(t, name, nil); name == "go-codec" {
			for _, c := range r.Tables {
				c.Deep[1]++
			}
			r.Claims = claims(r)
			for key, v := range verdicts(r) {
				changed[key] = changed[key] || v != was[key]
			}
		}
		for key, v := range was {
			fixed := slices.Contains(ofValues[name], key)
			if !changed[key] && !fixed && v != Elsewhere {
				t.Errorf("%s: no figures change the verdict %s of %s", name, v, key)
			}
			if changed[key] && fixed {
				t.Errorf("%s: figures change the verdict of %s", name, key)
			}
		}
	}
}

// asMeasured are the bytes of the extprot document, as a run finds them.
func asMeasured(t *testing.T) *extprot.Report {
	t.Helper()
	b, err := extprot.Run(t.Context(), extprot.Config{Messages: 2000, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Likewise those on lengths: every one has a figure that breaks it.
func TestClaimsOnBytesCanFail(t *testing.T) {
	b := asMeasured(t)
	was := ofBytes(b)
	if len(was) < 14 {
		t.Errorf("%d claims", len(was))
	}
	changed := map[string]bool{"schema": true} // which is of the text: see TestSchemaOfTheText
	try := func(b extprot.Report) {
		for i, c := range ofBytes(&b) {
			if i < len(was) && c.Verdict != was[i].Verdict {
				changed[c.Key] = true
			}
		}
	}
	for _, field := range []string{"XML", "Condensed", "XMLGzip", "CondensedZ", "MessageZ"} {
		c := *b
		reflect.ValueOf(&c).Elem().FieldByName(field).SetInt(3000)
		try(c)
	}
	for _, field := range []string{"Extprot", "XML", "XMLGzip", "XMLCompress"} {
		for _, factor := range []int64{10, 0} {
			c := *b
			f := reflect.ValueOf(&c.Sizes).Elem().FieldByName(field)
			f.SetInt(f.Int()*factor + 1)
			try(c)
		}
	}
	c := *b
	c.Message = slices.Clone(b.Message)
	c.Message[50]++
	try(c)
	c = *b
	c.Table = slices.Clone(b.Table)
	for i := range c.Table {
		c.Table[i].XMLGzip = 5 * c.Table[i].XML
		c.Table[i].ExtprotGzip = 1
		if i == 0 {
			c.Table[i].XMLGzip = 1
		}
	}
	try(c)
	for _, claim := range was {
		if !changed[claim.Key] {
			t.Errorf("no figure changes the verdict %s of %s: %s", claim.Verdict, claim.Key, claim.Today)
		}
	}
}
