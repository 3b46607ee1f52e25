package check

import (
	"encoding/json"
	"io"
)

// Print writes the matrix as text, json, md or html.
func (m *Matrix) Print(w io.Writer, format string) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(m)
}
