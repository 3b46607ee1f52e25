package markdown

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/assay-go/assay/internal/report/layout"
	"github.com/assay-go/assay/report"
)

// ErrNoMarkers is the error of a document that has no place for tables.
var ErrNoMarkers = errors.New("there are no markers: put <!-- assay report --> and <!-- assay end --> where the tables shall stand")

// markers enclose what is replaced. Between the words of the first and its end
// stand the conditions on what is shown: subject=data op=marshal table=safe.
var markers = regexp.MustCompile(`(?s)(<!-- assay report((?: +[a-z]+=[^\s>]+)*) -->\n)(.*?)(<!-- assay end -->)`)

// Insert returns the document with the tables of the view between its markers,
// and nothing else changed.
func Insert(doc []byte, v *report.View) ([]byte, error) {
	if n, m := bytes.Count(doc, []byte("<!-- assay report")), len(markers.FindAll(doc, -1)); n != m {
		return nil, fmt.Errorf("a marker <!-- assay report --> is not followed by <!-- assay end -->, or has conditions that are not written as subject=data op=marshal table=safe")
	} else if n == 0 {
		return nil, ErrNoMarkers
	}
	var failed error
	out := markers.ReplaceAllFunc(doc, func(found []byte) []byte {
		m := markers.FindSubmatch(found)
		want, err := conditions(string(m[2]))
		if err != nil {
			failed = errors.Join(failed, err)
			return found
		}
		var b bytes.Buffer
		b.Write(m[1])
		b.WriteByte('\n')
		blocks := want.choose(layout.New(v, layout.Options{Compact: want.table != "all"}))
		if len(blocks) == 0 {
			failed = errors.Join(failed, fmt.Errorf("the results have nothing for the marker <!-- assay report%s -->", m[2]))
			return found
		}
		if err := Set(&b, blocks); err != nil {
			failed = errors.Join(failed, err)
		}
		b.WriteByte('\n')
		b.Write(m[4])
		return b.Bytes()
	})
	if failed != nil {
		return nil, failed
	}
	return out, nil
}

// condition is what a marker asks for; empty fields ask for all.
type condition struct{ subject, op, table string }

// tables are the values of table, and how the titles of such tables begin.
var tables = map[string]string{"short": "In short", "safe": "Fastest safe", "unsafe": "Fastest unsafe", "all": "All", "size": "Encoded size"}

func conditions(text string) (condition, error) {
	var c condition
	for _, word := range strings.Fields(text) {
		key, value, _ := strings.Cut(word, "=")
		switch key {
		case "subject":
			c.subject = value
		case "op":
			c.op = value
		case "table":
			if tables[value] == "" {
				return c, fmt.Errorf("marker: there is no table %q; there are short, safe, unsafe, all and size", value)
			}
			c.table = value
		default:
			return c, fmt.Errorf("marker: there is no condition %q; there are subject, op and table", key)
		}
	}
	return c, nil
}

// choose keeps the tables that are asked for, each below the headings that tell
// what it is of, where the marker does not.
func (c condition) choose(doc layout.Document) layout.Document {
	var out layout.Document
	var subject, op string
	var above []layout.Block // headings since the last table that was kept
	for _, b := range doc {
		switch b := b.(type) {
		case *layout.Heading:
			switch b.Level {
			case 2:
				subject, op, above = b.Text, "", nil
				if c.subject == "" {
					above = append(above, b)
				}
			case 3:
				op = strings.ReplaceAll(b.Text, " ", "")
				above = slices.DeleteFunc(above, func(b layout.Block) bool { return b.(*layout.Heading).Level == 3 })
				if c.op == "" {
					above = append(above, b)
				}
			}
		case *layout.Table:
			if c.subject != "" && c.subject != subject || c.op != "" && c.op != op || c.table != "" && !strings.HasPrefix(b.Title, tables[c.table]) {
				continue
			}
			out = append(append(out, above...), b)
			above = nil
		}
	}
	return out
}
