// Package goccyyaml is the driver of github.com/goccy/go-yaml.
package goccyyaml

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/yamlv3"
	"github.com/assay-go/assay/typemodel"
)

// Driver is github.com/goccy/go-yaml.
var Driver = driver.Driver{
	Name:  "goccy-yaml",
	Doc:   "A YAML written anew for Go, by Marshal and Unmarshal, as its documentation shows; reuse encodes to the caller's buffer by an Encoder for each value. Reading streams is left out: a document ends where the stream does.",
	Calls: "`yaml.Marshal`, `Unmarshal`. README; with reuse `yaml.NewEncoder` over the caller's buffer, closed after the value. Not used: its parser and printer of trees.",
	Facts: driver.Facts{
		Modules:        []driver.Module{{Path: "github.com/goccy/go-yaml", Version: "v1.19.2"}},
		Format:         "yaml",
		Licence:        "MIT",
		URL:            "https://github.com/goccy/go-yaml",
		SelfDescribing: true,
		Identity:       driver.Identity{By: driver.Name, Tags: yamlv3.Limits.Tags, Lower: true},
	},
	Variants: yamlv3.Variants,
	Check:    yamlv3.Limits.Check,
	Keeps:    driver.KeepsMethods(typemodel.TextMarshaler),
	Reads:    driver.Call(`"github.com/goccy/go-yaml"`, "yaml.Unmarshal"),
	Emit:     yamlv3.Emitter("github.com/goccy/go-yaml"),
}
