package reproduce

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/typemodel"
)

// then are the drivers of libraries at versions of a document's time, where they
// can still be had. Each is for the type of its document alone, by calls as the
// library had them then, and in a worker of its own beside today's version.
func then() []*driver.Driver {
	return []*driver.Driver{passed(musThen, ofData, "", false), passed(bencThen, ofData, "", false), passed(protobufMusThen, ofData, ofMessage, false), &protobufThen, drivers.Find("gogo-1.0.0"), &msgpThen, &avroThen, &thriftThen}
}

// thenTables are tables of their own, of the rows of which the library of the
// document's time can still be had: what is published of them beside what that version
// takes today. They are measured in the rounds of the others, and compared with each
// other alone: a version of then is no row of today.
func (p *Published) thenTables() []Table {
	var list []Table
	for _, t := range p.Tables {
		then := t
		then.Title, then.Note, then.Deep, then.Rows = t.Title+byThen, "", 0, nil
		for _, l := range t.Rows {
			if l.Then == "" {
				continue
			}
			name, _, _ := strings.Cut(l.Then, "+")
			at := strings.LastIndexByte(name, '-')
			l.Label = cmp.Or(l.Label, l.Name) + " (" + name[:at] + " " + name[at+1:] + ")"
			l.Row, l.Then, l.Terms = l.Then, "", nil
			then.Rows = append(then.Rows, l)
		}
		if len(then.Rows) > 0 {
			list = append(list, then)
		}
	}
	return list
}

// thenOf returns the row of a version of the time of a row of today, nil if there is
// none with figures.
func (r *Report) thenOf(title, name string) *Row {
	for _, c := range r.Then {
		if c.Title != title+byThen {
			continue
		}
		for i := range c.Rows {
			if strings.HasPrefix(c.Rows[i].Name, name+" (") && c.Rows[i].Reason == "" {
				return &c.Rows[i]
			}
		}
	}
	return nil
}

const byThen = ", by libraries of the time"

// ofType refuses all types but the workload's.
func ofType(path, name string) func(*typemodel.Type, driver.Variant) []typemodel.Diagnostic {
	return func(t *typemodel.Type, _ driver.Variant) []typemodel.Diagnostic {
		if t.Name.Name == name && strings.HasSuffix(t.Name.PkgPath, "/workloads/"+path) {
			return nil
		}
		return []typemodel.Diagnostic{{Text: "this row is for the workload " + path}}
	}
}

// musThen has the calls of go-serialization-benchmarks: funcs for each type, which
// are Serializers today.
var musThen = driver.Driver{
	Name: "mus-0.4.1",
	Doc:  "mus-go of July 2024.",
	Facts: driver.Facts{
		Modules: []driver.Module{{Path: "github.com/mus-format/mus-go", Version: "v0.4.1"}},
		Licence: "MIT", Identity: driver.ByOrder(), Separate: "mus-0.4.1",
	},
	Variants:     drivers.Find("mus").Variants,
	CarriesState: true,
	Check:        ofType("data", "Data"),
	Emit: func(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
		// The packages of the string, the bool, the two numbers and the time.
		packages := strings.NewReplacer("STRING", "ord", "BOOL", "ord", "INT", "raw", "FLOAT", "raw", "TIME", "raw")
		switch {
		case v.Has(driver.Varint):
			packages = strings.NewReplacer("STRING", "ord", "BOOL", "ord", "INT", "varint", "FLOAT", "varint", "TIME", "raw")
		case v.Has(driver.NotUnsafe):
			packages = strings.NewReplacer("STRING", "ord", "BOOL", "fast", "INT", "fast", "FLOAT", "fast", "TIME", "fast")
		case v.Has(driver.Unsafe):
			packages = strings.NewReplacer("STRING", "fast", "BOOL", "fast", "INT", "fast", "FLOAT", "fast", "TIME", "fast")
		}
		const module = "github.com/mus-format/mus-go/"
		f := driver.Funcs{
			Imports: []string{"time", module + "ord", module + "raw", "fast " + module + "unsafe", module + "varint"},
			Decls: `func size(v *T) int {
				return STRING.SizeString(v.Str, nil) + BOOL.SizeBool(v.Bool) + INT.SizeInt32(v.Int32) + FLOAT.SizeFloat64(v.Float64) + TIME.SizeInt64(v.Time.UnixNano())
			}

			func marshal(v *T, bs []byte) int {
				n := STRING.MarshalString(v.Str, nil, bs)
				n += BOOL.MarshalBool(v.Bool, bs[n:])
				n += INT.MarshalInt32(v.Int32, bs[n:])
				n += FLOAT.MarshalFloat64(v.Float64, bs[n:])
				return n + TIME.MarshalInt64(v.Time.UnixNano(), bs[n:])
			}`,
			Marshal: `bs := make([]byte, size(v))
				marshal(v, bs)
				return bs, nil`,
			Fill: `return buf[:marshal(v, buf)], nil`,
			Size: `return size(v)`,
			Unmarshal: `var n, m int
				var err error
				if v.Str, n, err = STRING.UnmarshalString(nil, data); err != nil {
					return err
				}
				if v.Bool, m, err = BOOL.UnmarshalBool(data[n:]); err != nil {
					return err
				}
				n += m
				if v.Int32, m, err = INT.UnmarshalInt32(data[n:]); err != nil {
					return err
				}
				n += m
				if v.Float64, m, err = FLOAT.UnmarshalFloat64(data[n:]); err != nil {
					return err
				}
				n += m
				nano, _, err := TIME.UnmarshalInt64(data[n:])
				v.Time = time.Unix(0, nano).UTC()
				return err`,
		}
		f.Decls, f.Unmarshal = packages.Replace(f.Decls), packages.Replace(f.Unmarshal)
		a.EmitNew(t, f)
		return nil
	},
}

// protobufMusThen has the calls of protobuf_mus there: those of mus-go of then for each field, behind tags that
// are variables.
var protobufMusThen = driver.Driver{
	Name: "protobuf_mus-0.4.1",
	Doc:  "Protocol Buffers by mus-go of July 2024.",
	Facts: driver.Facts{
		Modules: slices.Concat(musThen.Facts.Modules, drivers.Find("protobuf").Facts.Modules),
		Format:  "protobuf", Licence: "MIT", Identity: driver.ByNumber("protobuf"), Separate: "mus-0.4.1",
	},
	Variants:     drivers.Find("protobuf_mus").Variants,
	CarriesState: true,
	Check:        ofType("data", "Data"),
	Emit: func(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
		packages := strings.NewReplacer("TEXT", "ord", "INT", "raw", "FLOAT", "raw")
		switch {
		case v.Has(driver.Varint):
			packages = strings.NewReplacer("TEXT", "ord", "INT", "varint", "FLOAT", "raw")
		case v.Has(driver.Unsafe):
			packages = strings.NewReplacer("TEXT", "fast", "INT", "fast", "FLOAT", "fast")
		}
		const module = "github.com/mus-format/mus-go"
		f := driver.Funcs{
			Imports: []string{"errors", "time", "mus " + module, module + "/ord", module + "/raw", "fast " + module + "/unsafe", module + "/varint"},
			Decls: `var strTag, boolTag, intTag, floatTag, timeTag, secondsTag, nanosTag uint64 = 1<<3 | 2, 2 << 3, 3<<3 | 5, 4<<3 | 1, 5<<3 | 2, 1 << 3, 2 << 3

			var errTag = errors.New("a field that the value has not")

			var lengths = struct {
				put  mus.MarshallerFn[int]
				get  mus.UnmarshallerFn[int]
				size mus.SizerFn[int]
			}{
				func(n int, bs []byte) int { return varint.MarshalPositiveInt32(int32(n), bs) },
				func(bs []byte) (int, int, error) {
					length, n, err := varint.UnmarshalPositiveInt32(bs)
					return int(length), n, err
				},
				func(n int) int { return varint.SizePositiveInt32(int32(n)) },
			}

			type moment struct {
				seconds int64
				nanos   int32
			}

			func momentOf(t time.Time) moment { return moment{t.Unix(), int32(t.Nanosecond())} }

			func (m moment) size() (n int) {
				if m.seconds != 0 {
					n += varint.SizeUint64(secondsTag) + varint.SizePositiveInt64(m.seconds)
				}
				if m.nanos != 0 {
					n += varint.SizeUint64(nanosTag) + varint.SizePositiveInt32(m.nanos)
				}
				return n
			}

			func (m moment) marshal(bs []byte) (n int) {
				if m.seconds != 0 {
					n += varint.MarshalUint64(secondsTag, bs[n:])
					n += varint.MarshalPositiveInt64(m.seconds, bs[n:])
				}
				if m.nanos != 0 {
					n += varint.MarshalUint64(nanosTag, bs[n:])
					n += varint.MarshalPositiveInt32(m.nanos, bs[n:])
				}
				return n
			}

			func unmarshalMoment(bs []byte) (m moment, n int, err error) {
				var tag uint64
				var k int
				for n < len(bs) {
					tag, k, err = varint.UnmarshalUint64(bs[n:])
					if n += k; err != nil {
						return m, n, err
					}
					switch tag {
					case secondsTag:
						m.seconds, k, err = varint.UnmarshalPositiveInt64(bs[n:])
					case nanosTag:
						m.nanos, k, err = varint.UnmarshalPositiveInt32(bs[n:])
					default:
						err = errTag
					}
					if n += k; err != nil {
						return m, n, err
					}
				}
				return m, n, nil
			}

			func size(v *T, m moment) (n int) {
				if v.Str != "" {
					n += varint.SizeUint64(strTag) + TEXT.SizeString(v.Str, lengths.size)
				}
				if v.Bool {
					n += varint.SizeUint64(boolTag) + TEXT.SizeBool(v.Bool)
				}
				if v.Int32 != 0 {
					n += varint.SizeUint64(intTag) + INT.SizeInt32(v.Int32)
				}
				if v.Float64 != 0 {
					n += varint.SizeUint64(floatTag) + FLOAT.SizeFloat64(v.Float64)
				}
				if k := m.size(); k > 0 {
					n += varint.SizeUint64(timeTag) + varint.SizePositiveInt(k) + k
				}
				return n
			}

			func marshal(v *T, m moment, bs []byte) (n int) {
				if v.Str != "" {
					n += varint.MarshalUint64(strTag, bs[n:])
					n += TEXT.MarshalString(v.Str, lengths.put, bs[n:])
				}
				if v.Bool {
					n += varint.MarshalUint64(boolTag, bs[n:])
					n += TEXT.MarshalBool(v.Bool, bs[n:])
				}
				if v.Int32 != 0 {
					n += varint.MarshalUint64(intTag, bs[n:])
					n += INT.MarshalInt32(v.Int32, bs[n:])
				}
				if v.Float64 != 0 {
					n += varint.MarshalUint64(floatTag, bs[n:])
					n += FLOAT.MarshalFloat64(v.Float64, bs[n:])
				}
				if m != (moment{}) {
					n += varint.MarshalUint64(timeTag, bs[n:])
					n += varint.MarshalPositiveInt(m.size(), bs[n:])
					n += m.marshal(bs[n:])
				}
				return n
			}`,
			Marshal: `m := momentOf(v.Time)
				bs := make([]byte, size(v, m))
				marshal(v, m, bs)
				return bs, nil`,
			Fill: `return buf[:marshal(v, momentOf(v.Time), buf)], nil`,
			Size: `return size(v, momentOf(v.Time))`,
			Unmarshal: `var n, k int
				var tag uint64
				var m moment
				var err error
				for n < len(data) {
					tag, k, err = varint.UnmarshalUint64(data[n:])
					if n += k; err != nil {
						return err
					}
					switch tag {
					case strTag:
						v.Str, k, err = TEXT.UnmarshalString(lengths.get, data[n:])
					case boolTag:
						v.Bool, k, err = TEXT.UnmarshalBool(data[n:])
					case intTag:
						v.Int32, k, err = INT.UnmarshalInt32(data[n:])
					case floatTag:
						v.Float64, k, err = FLOAT.UnmarshalFloat64(data[n:])
					case timeTag:
						k, err = varint.SkipPositiveInt(data[n:])
						if n += k; err != nil {
							return err
						}
						m, k, err = unmarshalMoment(data[n:])
					default:
						err = errTag
					}
					if n += k; err != nil {
						return err
					}
				}
				v.Time = time.Unix(m.seconds, int64(m.nanos)).UTC()
				return nil`,
		}
		f.Decls, f.Unmarshal = packages.Replace(f.Decls), packages.Replace(f.Unmarshal)
		if v.Has(driver.Native) {
			return emitOnMessage(a, t, f)
		}
		a.EmitNew(t, f)
		return nil
	},
}

// emitOnMessage prints the calls on Google's struct, as the document's row native has them.
func emitOnMessage(a *driver.Adapter, t *typemodel.Type, f driver.Funcs) error {
	google := drivers.Find("protobuf")
	i := slices.IndexFunc(google.Variants, func(v driver.Variant) bool { return v.Transform && v.Has(driver.Raw) })
	codec := driver.NewAdapter(a.PkgPath() + "/google")
	if err := errors.Join(google.Emit(codec, t, google.Variants[i]), a.Nest("google", codec)); err != nil {
		return err
	}
	a.Use("google "+codec.PkgPath(), "pb "+codec.PkgPath()+"/pb")
	a.P("type T = ", t)
	a.P("type Wire = google.Wire")
	a.P("var ToWire, FromWire = google.ToWire, google.FromWire")
	fields := strings.NewReplacer("v *T", "v *Wire", "v.Str", "v.F1", "v.Bool", "v.F2", "v.Int32", "v.F3", "v.Float64", "v.F4",
		"momentOf(v.Time)", "momentOf(v.F5)", "(t time.Time) moment { return moment{t.Unix(), int32(t.Nanosecond())} }", "(t *pb.M1) moment { return moment{t.F1, t.F2} }",
		"v.Time = time.Unix(m.seconds, int64(m.nanos)).UTC()", "v.F5 = &pb.M1{F1: m.seconds, F2: m.nanos}")
	f.Imports = slices.DeleteFunc(f.Imports, func(path string) bool { return path == "time" })
	for _, text := range []*string{&f.Decls, &f.Marshal, &f.Fill, &f.Size, &f.Unmarshal} {
		*text = fields.Replace(*text)
	}
	a.EmitNewWire(f)
	return nil
}

// bencThen likewise: the length of a string takes three bytes.
var bencThen = driver.Driver{
	Name: "benc-1.0.9",
	Doc:  "benc of June 2024.",
	Facts: driver.Facts{
		Modules: []driver.Module{{Path: "github.com/deneonet/benc", Version: "v1.0.9"}},
		Licence: "MIT", Identity: driver.ByOrder(), Separate: "benc-1.0.9",
	},
	Variants:     drivers.Find("benc").Variants,
	CarriesState: true,
	Check:        ofType("data", "Data"),
	Emit: func(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
		text := strings.NewReplacer("UNSAFE", "")
		if v.Has(driver.UnsafeStr) {
			text = strings.NewReplacer("UNSAFE", "Unsafe")
		}
		f := driver.Funcs{
			Imports: []string{"time", "github.com/deneonet/benc/bstd"},
			Decls: `func size(v *T) (int, error) {
				n, err := bstd.SizeString(v.Str)
				return n + bstd.SizeBool() + bstd.SizeInt32() + bstd.SizeFloat64() + bstd.SizeInt64(), err
			}

			func marshal(v *T, bs []byte) (int, error) {
				n, err := bstd.MarshalUNSAFEString(0, bs, v.Str)
				if err != nil {
					return 0, err
				}
				n = bstd.MarshalBool(n, bs, v.Bool)
				n = bstd.MarshalInt32(n, bs, v.Int32)
				n = bstd.MarshalFloat64(n, bs, v.Float64)
				return bstd.MarshalInt64(n, bs, v.Time.UnixNano()), nil
			}`,
			Marshal: `n, err := size(v)
				if err != nil {
					return nil, err
				}
				bs := make([]byte, n)
				_, err = marshal(v, bs)
				return bs, err`,
			Fill: `n, err := marshal(v, buf)
				return buf[:n], err`,
			Size: `n, _ := size(v)
				return n`,
			Unmarshal: `n, text, err := bstd.UnmarshalUNSAFEString(0, data)
				if err != nil {
					return err
				}
				v.Str = text
				if n, v.Bool, err = bstd.UnmarshalBool(n, data); err != nil {
					return err
				}
				if n, v.Int32, err = bstd.UnmarshalInt32(n, data); err != nil {
					return err
				}
				if n, v.Float64, err = bstd.UnmarshalFloat64(n, data); err != nil {
					return err
				}
				_, nano, err := bstd.UnmarshalInt64(n, data)
				v.Time = time.Unix(0, nano).UTC()
				return err`,
		}
		f.Decls, f.Unmarshal = text.Replace(f.Decls), text.Replace(f.Unmarshal)
		a.EmitNew(t, f)
		return nil
	},
}

// protobufThen is golang/protobuf by reflection, on the struct that its generator
// made of gosercomp's schema, whose scalars are pointers.
var protobufThen = driver.Driver{
	Name: "golang-protobuf-1.0.0",
	Doc:  "golang/protobuf of 2018.",
	Facts: driver.Facts{
		Modules: []driver.Module{{Path: "github.com/golang/protobuf", Version: "v1.0.0"}},
		Format:  "protobuf", Licence: "BSD-3-Clause", Schema: true, Identity: driver.ByNumber("protobuf"), Separate: "golang-protobuf-1.0.0",
	},
	Variants: []driver.Variant{{
		Features: []driver.Feature{driver.Reflect, driver.Binary}, InternalUnsafe: true, Transform: true,
	}},
	CarriesState: true,
	Check:        ofType("colorgroup", "ColorGroup"),
	Emit: func(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
		a.Use("github.com/golang/protobuf/proto")
		a.P("type T = ", t)
		a.P(`
// Wire is a message.
type Wire struct {
	Id     *int32   ` + "`protobuf:\"varint,1,req,name=id\"`" + `
	Name   *string  ` + "`protobuf:\"bytes,2,req,name=name\"`" + `
	Colors []string ` + "`protobuf:\"bytes,3,rep,name=colors\"`" + `
}

func (w *Wire) Reset()         { *w = Wire{} }
func (w *Wire) String() string { return proto.CompactTextString(w) }
func (w *Wire) ProtoMessage()  {}

func ToWire(from *T, to *Wire) error {
	to.Id, to.Name, to.Colors = proto.Int32(from.Id), proto.String(from.Name), from.Colors
	return nil
}

func FromWire(from *Wire, to *T) error {
	to.Id, to.Name, to.Colors = *from.Id, *from.Name, from.Colors
	return nil
}
`)
		a.EmitNewWire(driver.Funcs{
			Imports:   []string{"github.com/golang/protobuf/proto"},
			Marshal:   `return proto.Marshal(v)`,
			Unmarshal: `return proto.Unmarshal(data, v)`,
		})
		return nil
	},
}

// msgpThen is the oldest msgp that can be had, by the calls that its generator makes
// of gosercomp's struct.
var msgpThen = driver.Driver{
	Name: "msgp-1.0.2",
	Doc:  "msgp of 2017.",
	Facts: driver.Facts{
		Modules: []driver.Module{{Path: "github.com/tinylib/msgp", Version: "v1.0.2"}, {Path: "github.com/philhofer/fwd", Version: "v1.0.0"}},
		Format:  "msgpack", Licence: "MIT", SelfDescribing: true, Identity: driver.ByName("msg"), Separate: "msgp-1.0.2",
	},
	Variants: []driver.Variant{{
		Features: []driver.Feature{driver.Codegen, driver.Binary, driver.Int}, InternalUnsafe: true, Reuse: true,
	}},
	CarriesState: true,
	Check:        ofType("colorgroup", "ColorGroup"),
	Emit: func(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
		a.EmitNew(t, driver.Funcs{
			Imports: []string{"github.com/tinylib/msgp/msgp"},
			Decls: `func size(v *T) int {
				n := 1 + 3 + msgp.Int32Size + 5 + msgp.StringPrefixSize + len(v.Name) + 7 + msgp.ArrayHeaderSize
				for i := range v.Colors {
					n += msgp.StringPrefixSize + len(v.Colors[i])
				}
				return n
			}

			func marshal(b []byte, v *T) []byte {
				b = msgp.Require(b, size(v))
				b = append(b, "\x83\xa2id"...)
				b = msgp.AppendInt32(b, v.Id)
				b = append(b, "\xa4name"...)
				b = msgp.AppendString(b, v.Name)
				b = append(b, "\xa6colors"...)
				b = msgp.AppendArrayHeader(b, uint32(len(v.Colors)))
				for i := range v.Colors {
					b = msgp.AppendString(b, v.Colors[i])
				}
				return b
			}

			func unmarshal(b []byte, v *T) error {
				n, b, err := msgp.ReadMapHeaderBytes(b)
				for ; err == nil && n > 0; n-- {
					var field []byte
					if field, b, err = msgp.ReadMapKeyZC(b); err != nil {
						return err
					}
					switch msgp.UnsafeString(field) {
					case "id":
						v.Id, b, err = msgp.ReadInt32Bytes(b)
					case "name":
						v.Name, b, err = msgp.ReadStringBytes(b)
					case "colors":
						var count uint32
						if count, b, err = msgp.ReadArrayHeaderBytes(b); err != nil {
							return err
						}
						if cap(v.Colors) >= int(count) {
							v.Colors = v.Colors[:count]
						} else {
							v.Colors = make([]string, count)
						}
						for i := range v.Colors {
							if v.Colors[i], b, err = msgp.ReadStringBytes(b); err != nil {
								return err
							}
						}
					default:
						b, err = msgp.Skip(b)
					}
				}
				return err
			}`,
			Marshal:        `return marshal(nil, v), nil`,
			Append:         `return marshal(buf, v), nil`,
			Unmarshal:      `return unmarshal(data, v)`,
			UnmarshalReuse: `return unmarshal(data, v)`,
		})
		return nil
	},
}

// avroThen is goavro by its records, one for all calls, as the document keeps it.
var avroThen = driver.Driver{
	Name: "goavro-1.0.5",
	Doc:  "goavro of 2016.",
	Facts: driver.Facts{
		Modules: []driver.Module{{Path: "github.com/linkedin/goavro", Version: "v1.0.5"}, {Path: "github.com/golang/snappy", Version: "v1.0.0"}},
		Format:  "avro", Licence: "Apache-2.0", Schema: true, Identity: driver.ByWriterSchema("avro"), Separate: "goavro-1.0.5",
	},
	Variants: []driver.Variant{{
		Features: []driver.Feature{driver.Reflect, driver.Binary, driver.Int}, Reuse: true, Transform: true,
	}},
	CarriesState: true,
	Check:        ofType("colorgroup", "ColorGroup"),
	Emit: func(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
		a.Use("bytes", "github.com/linkedin/goavro")
		a.P("type T = ", t)
		a.P(`
const schema = ` + "`" + `{"namespace": "gosercomp", "type": "record", "name": "ColorGroup", "fields": [
	{"name": "id", "type": "int"}, {"name": "name", "type": "string"}, {"name": "colors", "type": {"type": "array", "items": "string"}}]}` + "`" + `

var codec, _ = goavro.NewCodec(schema)

// Wire is a record, as the library takes and returns it.
type Wire struct{ *goavro.Record }

func ToWire(from *T, to *Wire) (err error) {
	if to.Record, err = goavro.NewRecord(goavro.RecordSchema(schema)); err != nil {
		return err
	}
	colors := make([]any, len(from.Colors))
	for i, c := range from.Colors {
		colors[i] = c
	}
	to.Set("id", from.Id)
	to.Set("name", from.Name)
	return to.Set("colors", colors)
}

func FromWire(from *Wire, to *T) error {
	id, _ := from.Get("id")
	name, _ := from.Get("name")
	list, err := from.Get("colors")
	if err != nil {
		return err
	}
	to.Id, to.Name, to.Colors = id.(int32), name.(string), make([]string, len(list.([]any)))
	for i, c := range list.([]any) {
		to.Colors[i] = c.(string)
	}
	return nil
}
`)
		a.EmitNewWire(driver.Funcs{
			Marshal: `out := new(bytes.Buffer)
				err := codec.Encode(out, v.Record)
				return out.Bytes(), err`,
			Append: `out := bytes.NewBuffer(buf)
				err := codec.Encode(out, v.Record)
				return out.Bytes(), err`,
			Unmarshal: `x, err := codec.Decode(bytes.NewReader(data))
				if err != nil {
					return err
				}
				v.Record = x.(*goavro.Record)
				return nil`,
		})
		return nil
	},
}

// thriftThen is the oldest Thrift that can be had, by a serializer and a deserializer for all
// calls, and by the calls that its compiler prints for gosercomp's struct.
var thriftThen = driver.Driver{
	Name: "thrift-0.12.0",
	Doc:  "Apache Thrift of 2018.",
	Facts: driver.Facts{
		Modules: []driver.Module{{Path: "github.com/apache/thrift", Version: "v0.12.0"}},
		Format:  "thrift", Licence: "Apache-2.0", Schema: true, Identity: driver.ByNumber("thrift"), Separate: "thrift-0.12.0",
	},
	Variants:     []driver.Variant{{Features: []driver.Feature{driver.Codegen, driver.Binary}}},
	CarriesState: true,
	Check:        ofType("colorgroup", "ColorGroup"),
	Emit: func(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
		a.EmitNew(t, driver.Funcs{
			Imports: []string{"context", "errors", "github.com/apache/thrift/lib/go/thrift"},
			Decls: `// message is T with the methods that the library calls.
			type message struct{ *T }

			func (m message) Write(p thrift.TProtocol) error {
				err := errors.Join(p.WriteStructBegin("ThriftColorGroup"),
					p.WriteFieldBegin("id", thrift.I32, 1), p.WriteI32(m.Id), p.WriteFieldEnd(),
					p.WriteFieldBegin("name", thrift.STRING, 2), p.WriteString(m.Name), p.WriteFieldEnd(),
					p.WriteFieldBegin("colors", thrift.LIST, 3), p.WriteListBegin(thrift.STRING, len(m.Colors)))
				for _, v := range m.Colors {
					if err == nil {
						err = p.WriteString(v)
					}
				}
				return errors.Join(err, p.WriteListEnd(), p.WriteFieldEnd(), p.WriteFieldStop(), p.WriteStructEnd())
			}

			func (m message) Read(p thrift.TProtocol) error {
				if _, err := p.ReadStructBegin(); err != nil {
					return err
				}
				for {
					_, typ, id, err := p.ReadFieldBegin()
					if err != nil {
						return err
					}
					if typ == thrift.STOP {
						return p.ReadStructEnd()
					}
					switch id {
					case 1:
						m.Id, err = p.ReadI32()
					case 2:
						m.Name, err = p.ReadString()
					case 3:
						var size int
						if _, size, err = p.ReadListBegin(); err != nil {
							return err
						}
						m.Colors = make([]string, 0, size)
						for range size {
							v, err := p.ReadString()
							if err != nil {
								return err
							}
							m.Colors = append(m.Colors, v)
						}
						err = p.ReadListEnd()
					default:
						err = p.Skip(typ)
					}
					if err != nil {
						return err
					}
					if err := p.ReadFieldEnd(); err != nil {
						return err
					}
				}
			}`,
			State: `out, in := thrift.NewTSerializer(), thrift.NewTDeserializer()
				ctx, m := context.Background(), new(message)`,
			Marshal: `m.T = v
				return out.Write(ctx, m)`,
			Unmarshal: `m.T = v
				return in.Read(m, data)`,
		})
		return nil
	},
}
