package reproduce

import (
	_ "embed"
	"encoding/json"
)

// What the documents' own programs take with the Go and the libraries of today: by
// document, table and row. A test measures it anew where the programs are at hand, and
// writes it with -originals.
//
//go:embed originals.json
var originalsJSON []byte

// Figures are those of one row.
type Figures struct {
	NS     float64  `json:"ns,omitempty"`
	Size   *float64 `json:"size,omitempty"`
	Bytes  *float64 `json:"bytes,omitempty"`
	Allocs *float64 `json:"allocs,omitempty"`

	runs []float64 // the least time in each layout of the program, of which NS is the least
}

func (f *Figures) figure(what string) *float64 {
	switch what {
	case length:
		return f.Size
	case bytesEach:
		return f.Bytes
	}
	return f.Allocs
}

var originals = func() map[string]map[string]map[string]*Figures {
	m := map[string]map[string]map[string]*Figures{}
	if err := json.Unmarshal(originalsJSON, &m); err != nil {
		panic(err) // it is embedded
	}
	return m
}()

// original returns what the document's own program takes for a row; nil if it was not
// measured.
func original(document, title, name string) *Figures { return originals[document][title][name] }
