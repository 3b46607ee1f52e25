package workloads_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/compile"
	"github.com/assay-go/assay/workload"
	"github.com/assay-go/assay/workloads"
	"github.com/assay-go/assay/workloads/canada"
	"github.com/assay-go/assay/workloads/citm"
	"github.com/assay-go/assay/workloads/golangsource"
	"github.com/assay-go/assay/workloads/stringescaped"
	"github.com/assay-go/assay/workloads/stringunicode"
	"github.com/assay-go/assay/workloads/twitter"
)

// corpora make the values of each workload with a corpus.
var corpora = map[string]func(workload.Options) ([]any, error){
	"canada":        values(canada.Values),
	"citm":          values(citm.Values),
	"golangsource":  values(golangsource.Values),
	"stringescaped": values(stringescaped.Values),
	"stringunicode": values(stringunicode.Values),
	"twitter":       values(twitter.Values),
}

func values[T any](make func(workload.Options) ([]T, error)) func(workload.Options) ([]any, error) {
	return func(o workload.Options) ([]any, error) {
		list, err := make(o)
		var all []any
		for i := range list {
			all = append(all, &list[i])
		}
		return all, err
	}
}

func corpusDir(t *testing.T) string {
	t.Helper()
	dir, err := compile.Download(t.Context(), compile.Config{}, driver.Module{Path: workload.CorpusModule, Version: workload.CorpusVersion})
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// The types hold everything that the documents say: decoded and encoded again by
// encoding/json, each is the JSON value that it was.
func TestCorporaAreHeldWhole(t *testing.T) {
	dir := corpusDir(t)
	for _, w := range workloads.All {
		if w.Corpus == nil {
			continue
		}
		t.Run(w.Name, func(t *testing.T) {
			make, ok := corpora[w.Name]
			if !ok {
				t.Fatal("it is not in the table of this test")
			}
			if !w.JSON {
				t.Error("it has a document, but is not among those by which JSON is measured")
			}
			doc, err := w.Corpus.Read(dir)
			if err != nil {
				t.Fatal(err)
			}
			list, err := make(workload.Options{CorpusDir: dir})
			if err != nil || len(list) != 1 {
				t.Fatalf("%d values, error %v; want one value", len(list), err)
			}
			var out bytes.Buffer
			enc := json.NewEncoder(&out)
			enc.SetEscapeHTML(false)
			if err := enc.Encode(list[0]); err != nil {
				t.Fatal(err)
			}
			text := bytes.TrimSpace(out.Bytes())
			// Laid out as the document is, that has as many bytes and the same lines.
			if w.Layout != nil {
				text = w.Layout(text)
			}
			if want := bytes.TrimSpace(doc); len(text) != len(want) {
				t.Errorf("%d bytes, the document has %d", len(text), len(want))
			}
			if got, want := lines(text), lines(doc); len(got) != len(want) {
				t.Errorf("%d lines, the document has %d", len(got), len(want))
			} else {
				for i := range want {
					if got[i] != want[i] {
						t.Errorf("line %q, the document has %q", got[i], want[i])
						break
					}
				}
			}
			if at := difference("", plain(t, doc), plain(t, text)); at != "" {
				t.Errorf("it is not what it was: %s", at)
			}
		})
	}
}

// lines returns the sorted lines of a document, without the commas at their ends:
// members may come in another order.
func lines(doc []byte) []string {
	var list []string
	for line := range strings.Lines(string(bytes.TrimSpace(doc))) {
		list = append(list, strings.TrimRight(line, ",\r\n"))
	}
	slices.Sort(list)
	return list
}

// plain decodes a document without any type. Whole numbers are kept as they are
// written, others as what they are nearest to.
func plain(t *testing.T, doc []byte) any {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(doc))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return numbers(v)
}

func numbers(v any) any {
	switch v := v.(type) {
	case json.Number:
		if strings.ContainsAny(string(v), ".eE") {
			f, err := strconv.ParseFloat(string(v), 64)
			if err == nil && f != float64(int64(f)) {
				return f
			}
			return json.Number(strconv.FormatInt(int64(f), 10))
		}
	case []any:
		for i := range v {
			v[i] = numbers(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = numbers(v[k])
		}
	}
	return v
}

// difference returns the first place where two documents are not the same.
func difference(path string, want, got any) string {
	switch want := want.(type) {
	case map[string]any:
		got, ok := got.(map[string]any)
		if !ok || len(got) != len(want) {
			break
		}
		for k := range want {
			g, ok := got[k]
			if !ok {
				return path + "." + k + " is missing"
			}
			if at := difference(path+"."+k, want[k], g); at != "" {
				return at
			}
		}
		return ""
	case []any:
		got, ok := got.([]any)
		if !ok || len(got) != len(want) {
			break
		}
		for i := range want {
			if at := difference(fmt.Sprintf("%s[%d]", path, i), want[i], got[i]); at != "" {
				return at
			}
		}
		return ""
	default:
		if want == got {
			return ""
		}
	}
	return fmt.Sprintf("%s: %.200v, want %.200v", path, got, want)
}

func TestCopiesOfACorpus(t *testing.T) {
	list, err := stringunicode.Values(workload.Options{CorpusDir: corpusDir(t), Count: 3})
	if err != nil || len(list) != 3 || list[2] != list[0] || list[0].Arabic == "" {
		t.Errorf("%d values, error %v; want three that are the same", len(list), err)
	}
}

// A document that is missing, or is another one, is an error that says so.
func TestCorpusThatIsNotThere(t *testing.T) {
	_, err := canada.Values(workload.Options{})
	if err == nil || !strings.Contains(err.Error(), "canada: its values are decoded from a file of module") {
		t.Errorf("without a folder: error %v", err)
	}
	dir := t.TempDir()
	_, err = canada.Values(workload.Options{CorpusDir: dir})
	if err == nil || !strings.Contains(err.Error(), "lacks the corpus") || strings.Contains(err.Error(), "\n") {
		t.Errorf("with an empty folder: error %v", err)
	}
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	w.Write([]byte(`{}`))
	w.Close()
	name := filepath.Join(dir, filepath.FromSlash(canada.Workload.Corpus.File))
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	for content, want := range map[string]string{z.String(): "is not the corpus", "no gzip": "canada_geometry.json.gz: "} {
		if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := canada.Values(workload.Options{CorpusDir: dir}); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("with %q: error %v, want %q", content, err, want)
		}
	}
}
