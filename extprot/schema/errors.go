package schema

import (
	"fmt"
	"strings"
)

// Diagnostic is one fault of a schema.
type Diagnostic struct {
	Pos     Pos
	Text    string // the offending source text
	Message string // what is wrong with it
	Hint    string // what to do; may be empty
}

// Error gives the fault in one line: file:line:column, text, message, hint.
func (d Diagnostic) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v: ", d.Pos)
	if d.Text != "" {
		b.WriteString(quote(d.Text) + ": ")
	}
	b.WriteString(d.Message)
	if d.Hint != "" {
		b.WriteString(" (" + d.Hint + ")")
	}
	return b.String()
}

// Errors are all faults that one run found, in the order of the source.
type Errors []Diagnostic

// Error lists the faults, one line each.
func (e Errors) Error() string {
	lines := make([]string, len(e))
	for i, d := range e {
		lines[i] = d.Error()
	}
	return strings.Join(lines, "\n")
}

// mostErrors bounds the report on a file that is not a schema at all.
const mostErrors = 50

// err returns e as an error: nil if there is no fault.
func (e Errors) err() error {
	if len(e) == 0 {
		return nil
	}
	return e
}
