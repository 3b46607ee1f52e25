package rows

import (
	_ "embed"
	"encoding/json"
	"sync"

	"github.com/assay-go/assay/result"
)

// Proven is what was proven of a row by the standard types, at a version of its library.
type Proven struct {
	Version string         `json:"version"`
	Labels  []result.Label `json:"labels"`
}

//go:embed labels.json
var labels []byte

// Labels is what is known of rows, by their names. It is made by
// docs/results/check.sh; a row that is not there was not tried.
var Labels = sync.OnceValue(func() map[string]Proven {
	all := map[string]Proven{}
	if err := json.Unmarshal(labels, &all); err != nil {
		panic(err) // a test reads it
	}
	return all
})
