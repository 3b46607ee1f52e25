package protobuf

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/schema/protobuf"
	"github.com/assay-go/assay/typemodel"
)

const pulsarModule, gogoModule = "github.com/cosmos/cosmos-proto", "github.com/gogo/protobuf"

// Pulsar and GogoJSON, of a published benchmark, have messages whose code another generator
// makes, and the copies to them.
var (
	Pulsar = message("pulsar", "Protocol Buffers with the code of Cosmos's generator.",
		[]driver.Module{{Path: pulsarModule, Version: "v1.0.0-beta.3"}, Driver.Facts.Modules[0]}, "Apache-2.0",
		pulsarModule+"/cmd/protoc-gen-go-pulsar", driver.Binary, driver.Funcs{
			Imports:   []string{"google.golang.org/protobuf/proto"},
			Marshal:   `return proto.Marshal(v)`,
			Unmarshal: `return proto.Unmarshal(data, v)`,
		})
	GogoJSON = message("gogo-jsonpb", "The JSON of gogo/protobuf's messages.",
		[]driver.Module{{Path: gogoModule, Version: "v1.3.2"}}, "BSD-3-Clause",
		gogoModule+"/protoc-gen-gogofaster", driver.Text, driver.Funcs{
			Imports: []string{"bytes", "github.com/gogo/protobuf/jsonpb"},
			State:   `var m jsonpb.Marshaler`,
			Marshal: `var b bytes.Buffer
				err := m.Marshal(&b, v)
				return b.Bytes(), err`,
			Unmarshal: `return jsonpb.Unmarshal(bytes.NewReader(data), v)`,
		})
)

func message(name, doc string, modules []driver.Module, licence, generator string, form driver.Feature, f driver.Funcs) driver.Driver {
	return driver.Driver{
		Name: name, Doc: doc,
		Facts: driver.Facts{Modules: modules, Licence: licence, Schema: true, Identity: driver.ByNumber("protobuf"), SlowToBuild: true},
		Variants: []driver.Variant{{
			Features: []driver.Feature{driver.Codegen, form}, InternalUnsafe: true, Nondeterministic: true, Transform: true,
		}},
		Emit: func(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
			pb := a.PkgPath() + "/pb"
			s := protobuf.New(t, pb, "pb", protobuf.Options{Varint: true, NoOptional: true})
			tool, err := protobuf.Plugin(modules, generator, s.Request(), "pb/")
			if err != nil {
				return err
			}
			a.Tools = []driver.Tool{tool}
			a.Use(f.Imports...)
			s.EmitConversions(a, pb)
			a.EmitNewWire(f)
			return nil
		},
	}
}
