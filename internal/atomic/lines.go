package atomic

import (
	"bytes"
	"encoding/json"
	"io"
)

// WriteLines writes v as JSON with a line for each part that lies so many levels deep: a row of
// a table is a line.
func WriteLines(w io.Writer, v any, levels int) error {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	var out []byte
	depth, quoted, escaped := 0, false, false
	for _, c := range bytes.TrimSpace(text.Bytes()) {
		switch {
		case escaped:
			escaped = false
		case c == '"':
			quoted = !quoted
		case quoted:
			escaped = c == '\\'
		case c == '}', c == ']':
			if depth--; depth < levels {
				out = append(out, '\n')
			}
		}
		out = append(out, c)
		if quoted {
			continue
		}
		if c == '{' || c == '[' {
			depth++
		}
		if (c == '{' || c == '[' || c == ',') && depth <= levels {
			out = append(out, '\n')
		}
	}
	_, err := w.Write(append(out, '\n'))
	return err
}
