// Package pelletiertoml is the driver of github.com/pelletier/go-toml.
package pelletiertoml

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/burntsushitoml"
	"github.com/assay-go/assay/typemodel"
)

// Driver is github.com/pelletier/go-toml.
var Driver = driver.Driver{
	Name:  "pelletier-toml",
	Doc:   "TOML by Marshal and Unmarshal, as its README shows; reuse encodes to the caller's buffer by an Encoder for each value. Reading streams is left out: a document ends where the stream does. The format has no null: what is nil is left out.",
	Calls: "`toml.Marshal`, `Unmarshal`. README; with reuse `toml.NewEncoder` over the caller's buffer. Not used: tables in lines, by `SetTablesInline`.",
	Facts: driver.Facts{
		Modules:        []driver.Module{{Path: "github.com/pelletier/go-toml/v2", Version: "v2.4.3"}},
		Format:         "toml",
		Licence:        "MIT",
		URL:            "https://github.com/pelletier/go-toml",
		SelfDescribing: true,
		Identity:       driver.ByName("toml"),
	},
	Variants: []driver.Variant{{
		Features: []driver.Feature{driver.Reflect, driver.Text, driver.Int},
		Reuse:    true,
	}},
	Check: driver.Limits{
		Tags:    []string{"toml"},
		Methods: typemodel.TextMarshaler,
		Kinds:   driver.Complexes,
		Keys:    driver.TextKeys,
		Open:    true,
		Impls:   burntsushitoml.Impls,
		Rules:   []driver.Rule{burntsushitoml.IsTable, driver.NoHiddenPointers},
	}.Check,
	Keeps: driver.KeepsMethods(typemodel.TextMarshaler),
	Reads: driver.Call(`"github.com/pelletier/go-toml/v2"`, "toml.Unmarshal"),
	Emit:  burntsushitoml.Emitter("toml github.com/pelletier/go-toml/v2"),
}
