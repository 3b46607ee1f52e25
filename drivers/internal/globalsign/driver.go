// Package globalsign is the driver of github.com/globalsign/mgo/bson.
package globalsign

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/mgo"
	"github.com/assay-go/assay/typemodel"
)

// Driver is github.com/globalsign/mgo/bson.
var Driver = driver.Driver{
	Name:  "globalsign",
	Doc:   "BSON of the fork of mgo, by Marshal and Unmarshal; reuse is MarshalBuffer, which its documentation names for that. The format has times in milliseconds.",
	Calls: "`bson.Marshal`, `MarshalBuffer` for reuse, `Unmarshal`. Its documentation.",
	Facts: driver.Facts{
		Modules:        []driver.Module{{Path: "github.com/globalsign/mgo", Version: "v0.0.0-20181015135952-eeefdecb41b8"}},
		Format:         "bson",
		Licence:        "BSD-2-Clause",
		URL:            "https://github.com/globalsign/mgo",
		SelfDescribing: true,
		Identity:       driver.Identity{By: driver.Name, Tags: []string{"bson"}, Lower: true},
	},
	Variants: []driver.Variant{{
		Features:         []driver.Feature{driver.Reflect, driver.Binary, driver.Int},
		Aliases:          true,
		AliasesOnly:      (*typemodel.Type).IsBytes,
		Nondeterministic: true, // maps
		Reuse:            true,
	}},
	Check: mgo.Limits.Check,
	Reads: driver.Call(`"github.com/globalsign/mgo/bson"`, "bson.Unmarshal"),
	Emit: driver.Funcs{
		Imports: []string{"github.com/globalsign/mgo/bson"},
		Marshal: `return bson.Marshal(v)`,
		// Lengths are written from the start of the buffer that it is given.
		Append: `out, err := bson.MarshalBuffer(v, buf[len(buf):])
			if err != nil {
				return buf, err
			}
			if len(buf) == 0 {
				return out, nil
			}
			return append(buf, out...), nil`,
		Unmarshal: `return bson.Unmarshal(data, v)`,
		Write:     `return bson.NewEncoder(w).Encode(v)`,
		Read:      `return bson.NewDecoder(r).Decode(v)`,
	}.Overwriting(mgo.Limits.Tags, nil),
}
