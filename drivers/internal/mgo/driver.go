// Package mgo is the driver of gopkg.in/mgo.v2/bson.
package mgo

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Driver is gopkg.in/mgo.v2/bson.
var Driver = driver.Driver{
	Name:  "mgo",
	Doc:   "BSON of the mgo driver that the older comparisons name, by Marshal and Unmarshal, as its documentation shows. The format has times in milliseconds.",
	Calls: "`bson.Marshal`, `Unmarshal`; it has no call into a buffer.",
	Facts: driver.Facts{
		Modules:        []driver.Module{{Path: "gopkg.in/mgo.v2", Version: "v2.0.0-20190816093944-a6b53ec6cb22"}},
		Format:         "bson",
		Licence:        "BSD-2-Clause",
		URL:            "https://gopkg.in/mgo.v2",
		SelfDescribing: true,
		Identity:       driver.Identity{By: driver.Name, Tags: []string{"bson"}, Lower: true},
	},
	Variants: []driver.Variant{{
		Features:         []driver.Feature{driver.Reflect, driver.Binary, driver.Int},
		Aliases:          true,
		AliasesOnly:      (*typemodel.Type).IsBytes,
		Nondeterministic: true, // maps
	}},
	Check: Limits.Check,
	Reads: driver.Call(`"gopkg.in/mgo.v2/bson"`, "bson.Unmarshal"),
	Emit: driver.Funcs{
		Imports:   []string{"gopkg.in/mgo.v2/bson"},
		Marshal:   `return bson.Marshal(v)`,
		Unmarshal: `return bson.Unmarshal(data, v)`,
	}.Emit,
}

// Limits are those of the library and its fork.
var Limits = driver.Limits{
	Tags:  []string{"bson"},
	Kinds: append([]typemodel.Kind{typemodel.Uintptr}, driver.Complexes...),
	Keys:  driver.StringKeys,
	Open:  true,
	Impls: []string{"bool", "int64", "float64", "string", "[]uint8", "[]any"},
	Rules: []driver.Rule{driver.IsDocument, driver.NoHiddenPointers},
}
