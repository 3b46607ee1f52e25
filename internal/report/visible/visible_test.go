package visible_test

import (
	"bytes"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/assay-go/assay/internal/compare"
	"github.com/assay-go/assay/internal/report/export"
	"github.com/assay-go/assay/internal/report/layout"
	"github.com/assay-go/assay/internal/report/plot"
	"github.com/assay-go/assay/internal/report/reporttest"
	"github.com/assay-go/assay/internal/report/visible"
	"github.com/assay-go/assay/report"
	"github.com/assay-go/assay/report/html"
	"github.com/assay-go/assay/report/markdown"
	"github.com/assay-go/assay/report/text"
	"github.com/assay-go/assay/result"
)

// hostile clears a screen in seven and in eight bits, rings, deletes, turns the
// direction of writing and begins a line anew, and has spaces, joiners and letters that
// are not seen; its last byte is no UTF-8.
const hostile = "\x1b[2J\u009b2J\x07\x7f\u202e\u2028\r\x00\u200b\ufeff\u00ad\u2060\u3164\U000e0041a\u200db\x9b"

// plant appends text to all strings below v but for keys of maps, by which results
// find their parts.
func plant(v reflect.Value, text string) {
	switch v.Kind() {
	case reflect.String:
		if v.Type() == reflect.TypeFor[string]() && v.CanSet() {
			v.SetString(v.String() + text)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			plant(v.Elem(), text)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			plant(v.Index(i), text)
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			elem := reflect.New(v.Type().Elem()).Elem()
			elem.Set(it.Value())
			plant(elem, text)
			v.SetMapIndex(it.Key(), elem)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				plant(v.Field(i), text)
			}
		}
	}
}

// TestRenderers: whatever stands in a result document, no renderer passes on what a
// terminal would obey, and every one shows it.
func TestRenderers(t *testing.T) {
	run := reporttest.Run()
	plant(reflect.ValueOf(run), hostile)
	v := report.New(run, nil)
	renderers := map[string]func(io.Writer) error{
		"html":       func(w io.Writer) error { return html.Write(w, run) },
		"bars":       func(w io.Writer) error { return plot.Bars(w, v.Subjects[0], v.Subjects[0].Ops[0]) },
		"scatter":    func(w io.Writer) error { return plot.TextScatter(w, v.Subjects[0], v.Subjects[0].Ops[0]) },
		"comparison": func(w io.Writer) error { return text.Set(w, compared(t, run).Document(false), text.Style{}) },
		"comparison in Markdown": func(w io.Writer) error {
			return markdown.Set(w, compared(t, run).Document(false))
		},
		"picture": func(w io.Writer) error {
			p, err := plot.Scatter(v.Subjects[0], v.Subjects[0].Ops[0])
			if err == nil {
				_, err = io.WriteString(w, p.Title)
				for _, l := range p.Labels {
					_, err = io.WriteString(w, l.Text)
				}
			}
			return err
		},
	}
	for _, format := range export.Formats() {
		for name, o := range map[string]layout.Options{"": {}, " in full": {Full: true}, " in brief": {Compact: true}} {
			renderers[format+name] = func(w io.Writer) error { return export.Write(w, v, format, o, text.Style{}) }
		}
	}
	for name, render := range renderers {
		var out bytes.Buffer
		if err := render(&out); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if strings.HasPrefix(name, "csv") {
			out = *bytes.NewBuffer(bytes.ReplaceAll(out.Bytes(), []byte("\r\n"), []byte("\n"))) // its ends of lines
		}
		checkShown(t, name, out.String())
		if got := out.String(); !strings.Contains(got, "u001b") {
			t.Errorf("%s: the escape is not shown", name)
		}
	}
}

// checkShown fails the test if out holds what a terminal obeys, but for ends of lines
// and tabs.
func checkShown(t *testing.T, name, out string) {
	t.Helper()
	if !utf8.ValidString(out) {
		t.Errorf("%s: bytes that are no UTF-8", name)
	}
	if i := strings.IndexFunc(out, func(r rune) bool {
		return r != '\n' && r != '\t' && (unicode.IsControl(r) || r == '\u2028' || unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point))
	}); i >= 0 {
		t.Errorf("%s: %q is passed on", name, out[max(0, i-30):min(len(out), i+30)])
	}
}

func compared(t *testing.T, run *result.Run) *compare.Comparison {
	t.Helper()
	c, err := compare.Runs(run, run, compare.Options{By: compare.Time, Threshold: 0.03})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestString(t *testing.T) {
	for text, want := range map[string]string{
		"plain, and ärger 漢字 🙂": "plain, and ärger 漢字 🙂",
		hostile:                 `\u001b[2J\u009b2J\u0007\u007f\u202e\u2028\u000d\u0000\u200b\ufeff\u00ad\u2060\u3164\udb40\udc41a\u200db\x9b`,
		"👩🏽\u200d💻🏳\ufe0f\u200d🌈❤\ufe0f1\ufe0f\u20e3": "👩🏽\u200d💻🏳\ufe0f\u200d🌈❤\ufe0f1\ufe0f\u20e3",
		"💻\u200d x\ufe0f \u0600":                      `💻\u200d x\ufe0f ` + "\u0600",
		"\ufffd":                                      "\ufffd",
		"two\nlines\tand\r\nmore":                     "two lines and more",
		`a \u001b of its own`:                         `a \u001b of its own`,
		"\xf0\x9f":                                    `\xf0\x9f`,
	} {
		if got := visible.String(text); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
}

func TestWriter(t *testing.T) {
	var out bytes.Buffer
	w := visible.Writer(&out)
	const text = "a\tline\n\x1b[2Janother\r\n"
	if n, err := io.WriteString(w, text); n != len(text) || err != nil {
		t.Errorf("wrote %d of %d: %v", n, len(text), err)
	}
	if want := "a\tline\n\\u001b[2Janother\\u000d\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}

// TestCopy: a copy has the shown texts, and what was copied has its own.
func TestCopy(t *testing.T) {
	type part struct {
		Name string
		Any  any
		next *part
	}
	type whole struct {
		Parts []*part
		By    map[string][]string
		Each  [2]string
		N     []int
		None  []string
		Nil   *part
	}
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom([]string{"", "plain", "\x1b", "\n"})
		var v whole
		for range rapid.IntRange(0, 3).Draw(t, "parts") {
			p := &part{Name: s.Draw(t, "name"), Any: s.Draw(t, "any")}
			p.next = p
			v.Parts = append(v.Parts, p)
		}
		v.By = map[string][]string{s.Draw(t, "key"): {s.Draw(t, "elem")}}
		v.Each[1], v.N = s.Draw(t, "each"), []int{1}
		before := whole{By: map[string][]string{}, Each: v.Each}
		for k, list := range v.By {
			before.By[k] = slices.Clone(list)
		}
		c := visible.Copy(v)
		for i, p := range c.Parts {
			old := v.Parts[i]
			if p.Name != visible.String(old.Name) || p.Any != visible.String(old.Any.(string)) || p.next != old.next {
				t.Fatalf("%+v of %+v", p, old)
			}
		}
		for k, list := range v.By {
			if c.By[visible.String(k)][0] != visible.String(list[0]) {
				t.Fatalf("%q of %q", c.By, v.By)
			}
		}
		if c.Each[1] != visible.String(v.Each[1]) || len(c.N) != 1 || c.None != nil || c.Nil != nil {
			t.Fatalf("%+v of %+v", c, v)
		}
		if !reflect.DeepEqual(before.By, v.By) || before.Each != v.Each {
			t.Fatalf("what was copied has changed: %+v", v)
		}
	})
}
