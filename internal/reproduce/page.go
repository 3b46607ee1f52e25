package reproduce

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/assay-go/assay/internal/report/layout"
	"github.com/assay-go/assay/report/html"
	"github.com/assay-go/assay/result"
)

// Page sets the reports as one page, a section a document, with the statements of each that its
// tables do not show: the claims are among them.
func Page(w io.Writer, reports []*Report) error {
	var docs []layout.Document
	for _, r := range reports {
		entries, err := r.Entries()
		if err != nil {
			return err
		}
		tables := *r
		tables.Claims = nil
		doc := append(tables.Layout(Options{Full: true, Charts: true, Explain: true}),
			&layout.Heading{Level: 2, Text: "What the document says, line by line"})
		rest := slices.DeleteFunc(entries, func(e Entry) bool { return e.row })
		docs = append(docs, append(doc, said(rest)...))
	}
	return html.Set(w, "Published benchmarks of serializers, measured today", docs...)
}

// UnmarshalJSON reads rows of earlier files too, of which the class was called "unsafe"
// and left out where it was safe.
func (r *Row) UnmarshalJSON(data []byte) error {
	type plain Row
	var was struct {
		*plain
		Unsafe result.Class `json:"unsafe"`
	}
	was.plain = (*plain)(r)
	if err := json.Unmarshal(data, &was); err != nil {
		return err
	}
	if r.Class == "" && r.Row != "" && r.Reason == "" {
		r.Class = cmp.Or(was.Unsafe, result.Safe)
	}
	return nil
}

// ReadFile reads reports in their JSON form.
func ReadFile(name string) ([]*Report, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("reading the results: %w", err)
	}
	var list []*Report
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, fmt.Errorf("%s: this is not what assay reproduce --json prints", name)
	}
	for _, r := range list {
		for _, c := range slices.Concat(r.Tables, r.Then) {
			c.document = r.Document
		}
	}
	return list, nil
}
