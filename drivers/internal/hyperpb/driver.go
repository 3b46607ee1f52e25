// Package hyperpb is the driver of buf.build/go/hyperpb.
package hyperpb

import (
	"github.com/assay-go/assay/driver"
	schema "github.com/assay-go/assay/drivers/internal/schema/protobuf"
	"github.com/assay-go/assay/typemodel"
)

const (
	module   = "buf.build/go/hyperpb"
	protobuf = "google.golang.org/protobuf"
)

// Driver is buf.build/go/hyperpb.
var Driver = driver.Driver{
	Name: "hyperpb",
	Doc: "Protocol Buffers by a parser that is compiled at run time, into messages that are read by reflection and cannot be changed. " +
		"It only decodes: google.golang.org/protobuf makes its input. Message.Unmarshal of a cached type, Shared for reuse and access, " +
		"and WithAllowAlias for access and unsafeunm, as the README has them; no profile is recorded, as values are not known " +
		"beforehand. Access takes the length of strings and bytes, and all of numbers. One field is read behind a parse of the message, which leaves what it can where it is.",
	Calls: "a type compiled once, `Message.Unmarshal`; `Shared` with reuse and access. README. Not used: profile-guided recompilation, which needs the values beforehand.",
	Facts: driver.Facts{
		Modules: []driver.Module{
			{Path: module, Version: "v0.1.3"},
			{Path: protobuf, Version: "v1.36.12"},
		},
		Format:      "protobuf",
		Licence:     "Apache-2.0",
		URL:         "https://github.com/bufbuild/hyperpb-go",
		Schema:      true,
		Identity:    driver.ByNumber("protobuf"),
		SlowToBuild: true,
	},
	Variants: []driver.Variant{
		variant(driver.Raw), variant(driver.Raw, driver.Varint),
		variant(driver.Raw, driver.UnsafeUnm), variant(driver.Raw, driver.UnsafeUnm, driver.Varint),
	},
	Check: schema.Limits.Check,
	Emit:  emit,
}

func variant(own ...driver.Feature) driver.Variant {
	v := driver.Variant{
		Features:         append([]driver.Feature{driver.Reflect, driver.Binary}, own...),
		InternalUnsafe:   true,
		Nondeterministic: true,
		DecodeOnly:       true,
	}
	// The parser leaves packed numbers where they are. A message that aliases its
	// input is not decoded before they are read, so that it gets no rows of its own.
	v.Aliases = v.Has(driver.UnsafeUnm)
	v.Reuse, v.Transform = !v.Aliases, !v.Aliases
	if v.Aliases {
		v.AliasesOnly = text
	}
	return v
}

// text knows that messages hold arrays of bytes as slices, which are copied.
func text(t *typemodel.Type) bool { return t.Kind == typemodel.String || t.IsBytes() }

func emit(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
	pb := a.PkgPath() + "/pb"
	s := schema.New(t, pb, "pb", schema.Options{Varint: v.Has(driver.Varint)})
	if err := s.Generate(a); err != nil {
		return err
	}
	a.Workarounds = append([]string{"encoded by google.golang.org/protobuf, which is not measured"}, a.Workarounds...)
	a.Use("sync", module, protobuf+"/proto")
	s.EmitReflection(a, pb)
	a.P(`// Wire is a parsed message, which only reflection reads.
	type Wire struct{ message *hyperpb.Message }

	// messageType returns the compiled parser.
	var messageType = sync.OnceValue(func() *hyperpb.MessageType {
		return hyperpb.CompileMessageDescriptor((*`, a.Ident(pb, "M0"), `)(nil).ProtoReflect().Descriptor())
	})

	// ToWire encodes from with a generated struct and parses that.
	func ToWire(from *T, to *Wire) error {
		m := new(`, a.Ident(pb, "M0"), `)
		to0(from, m)
		data, err := proto.Marshal(m)
		if err != nil {
			return err
		}
		to.message = hyperpb.NewMessage(messageType())
		return to.message.Unmarshal(data)
	}

	// FromWire copies from into to, which is zero. Strings and bytes are shared.
	func FromWire(from *Wire, to *T) error { return read0(from.message, to) }
	`)
	options := ""
	if v.Aliases {
		options = ", hyperpb.WithAllowAlias(true)"
	}
	f := driver.Funcs{
		State: `typ := messageType()
			shared := new(hyperpb.Shared) // of access`,
		Marshal: `return proto.Marshal(v.message)`,
		Append:  `return proto.MarshalOptions{}.MarshalAppend(buf, v.message)`,
		Unmarshal: `v.message = hyperpb.NewMessage(typ)
			return v.message.Unmarshal(data` + options + `)`,
		UnmarshalReuse: `shared := new(hyperpb.Shared)
			if v.message != nil {
				shared = v.message.Shared()
				shared.Free()
			}
			v.message = shared.NewMessage(typ)
			return v.message.Unmarshal(data` + options + `)`,
		Access: `m := shared.NewMessage(typ)
			defer shared.Free()
			if err := m.Unmarshal(data, hyperpb.WithAllowAlias(true)); err != nil {
				return 0, err
			}
			return sum0(0, m), nil`,
	}
	if p := driver.Part(t); p != nil {
		if part := s.Part(a, p, "m"); part != "" {
			f.Part = p.Name
			f.Field = `m := shared.NewMessage(typ)
			defer shared.Free()
			if err := m.Unmarshal(data, hyperpb.WithAllowAlias(true)); err != nil {
				return 0, err
			}
			return ` + part + `, nil`
		}
	}
	a.EmitNewWire(f)
	return nil
}
