// Package json is the driver of encoding/json.
package json

import (
	"github.com/assay-go/assay/driver"
)

// Driver is encoding/json.
var Driver = driver.Driver{
	Name:  "json",
	Doc:   "The JSON of the standard library. Marshal and Unmarshal as its documentation shows; reuse keeps one Encoder over the caller's buffer, which ends every value with a newline.",
	Calls: "`json.Marshal`, `Unmarshal`; one `Encoder` over the caller's buffer with reuse. Not used: `SetEscapeHTML(false)`, which changes the output.",
	Facts: driver.Facts{
		Licence:        "BSD-3-Clause",
		URL:            "https://pkg.go.dev/encoding/json",
		SelfDescribing: true,
		Identity:       driver.ByName("json"),
	},
	Variants: []driver.Variant{{
		Features: []driver.Feature{driver.Reflect, driver.Text, driver.Int},
		Reuse:    true,
	}},
	Check: driver.JSONLimits().Check,
	Keeps: driver.KeepsJSON,
	Reads: driver.Call(`"encoding/json"`, "json.Unmarshal"),
	Emit: driver.Funcs{
		Imports: []string{"bytes", "encoding/json"},
		State: `var out bytes.Buffer
			enc := json.NewEncoder(&out)`,
		Marshal:   `return json.Marshal(v)`,
		Append:    driver.Buffered("err := enc.Encode(v)"),
		Unmarshal: `return json.Unmarshal(data, v)`,
		Write:     `return json.NewEncoder(w).Encode(v)`,
		Read:      `return json.NewDecoder(r).Decode(v)`,
	}.Overwriting(tags, nil),
}

var tags = []string{"json"}
