package reproduce

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/assay-go/assay/internal/report/layout"
	"github.com/assay-go/assay/report/html"
)

// Page sets the reports as one page, a section a document.
func Page(w io.Writer, reports []*Report) error {
	var docs []layout.Document
	for _, r := range reports {
		docs = append(docs, r.Layout(Options{Full: true, Charts: true, Explain: true}))
	}
	return html.Set(w, "Published benchmarks of serializers, measured today", docs...)
}

// ReadFile reads reports in their JSON form.
func ReadFile(name string) ([]*Report, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("reading the results: %w", err)
	}
	var list []*Report
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, fmt.Errorf("%s: this is not what assay reproduce --format=json prints: %w", name, err)
	}
	return list, nil
}
