package export

import (
	"encoding/json"
	"io"

	"github.com/assay-go/assay/internal/report/visible"
	"github.com/assay-go/assay/report"
)

// JSON writes the View. The document of the run itself, with every sample, is
// what package result writes.
func JSON(w io.Writer, v *report.View) error {
	enc := json.NewEncoder(visible.Writer(w)) // which writes all at once
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
