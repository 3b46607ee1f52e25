// Package bson is the driver of the MongoDB driver's BSON.
package bson

import (
	"strconv"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Driver is go.mongodb.org/mongo-driver/v2/bson.
var Driver = driver.Driver{
	Name:  "bson",
	Doc:   "BSON of the official MongoDB driver, by Marshal and Unmarshal, as its documentation shows; reuse encodes to the caller's buffer by an Encoder. The format has times in milliseconds.",
	Calls: "`bson.Marshal`, `Unmarshal` of the official driver; reuse is one `Encoder` over one document writer, whose buffer is the caller's: with both made for each call it took 718 ns, with the encoder kept and the writer made 721, so 520. Its package documentation. Not used: a kept `Decoder`, whose reader has to be made for each value (2,624 against 698). Not used: `MarshalAppend`, which version 2 no longer has.",
	Facts: driver.Facts{
		Modules:        []driver.Module{{Path: "go.mongodb.org/mongo-driver/v2", Version: "v2.9.3"}},
		Format:         "bson",
		Licence:        "Apache-2.0",
		URL:            "https://github.com/mongodb/mongo-go-driver",
		SelfDescribing: true,
		Identity:       identity,
		SlowToBuild:    true,
	},
	Variants: []driver.Variant{{
		Features:         []driver.Feature{driver.Reflect, driver.Binary, driver.Int},
		Nondeterministic: true, // maps
		Reuse:            true,
	}},
	Check: driver.Limits{
		Tags:  tags,
		Kinds: driver.Complexes,
		Keys:  driver.TextKeys,
		Open:  true,
		Impls: []string{"bool", "int32", "int64", "float64", "string"},
		Rules: []driver.Rule{driver.IsDocument, driver.NoHiddenPointers},
	}.Check,
	Reads: driver.Call(`"go.mongodb.org/mongo-driver/v2/bson"`, "bson.Unmarshal"),
	Emit:  emit,
}

var tags = []string{"bson"}

var identity = driver.Identity{By: driver.Name, Tags: tags, Lower: true}

func emit(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
	f := driver.Funcs{
		Imports: []string{"bytes", "go.mongodb.org/mongo-driver/v2/bson"},
		State: `var out bytes.Buffer
			enc := bson.NewEncoder(bson.NewDocumentWriter(&out))`,
		Marshal: `return bson.Marshal(v)`,
		Append: `out = *bytes.NewBuffer(buf)
			if err := enc.Encode(v); err != nil {
				enc = bson.NewEncoder(bson.NewDocumentWriter(&out)) // the old one is within the document
				return buf, err
			}
			return out.Bytes(), nil`,
		Unmarshal: `return bson.Unmarshal(data, v)`,
		Write:     `return bson.NewEncoder(bson.NewDocumentWriter(w)).Encode(v)`,
		Read:      `return bson.NewDecoder(bson.NewDocumentReader(r)).Decode(v)`,
	}
	f.Overwrite(t, tags, nil)
	if p := driver.Part(t); p != nil {
		name, _ := identity.Of(p)
		read := map[bool]string{true: "DoubleOK", false: "AsInt64OK"}[p.Type.Kind.IsFloat()]
		f.Imports = append(f.Imports, "errors")
		f.Part = p.Name
		f.Field = `n, err := bson.Raw(data).LookupErr(` + strconv.Quote(name) + `)
			if err != nil {
				return 0, err
			}
			x, ok := n.` + read + `()
			if !ok {
				return 0, errors.New("the element is another")
			}
			return ` + a.Bits(p.Type.Kind, "x") + `, nil`
	}
	a.EmitNew(t, f)
	return nil
}
