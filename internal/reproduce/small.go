package reproduce

import (
	"reflect"
	"slices"
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/typemodel"
	"github.com/assay-go/assay/workloads/data"
)

// smalls are the drivers of what alecthomas has by hand: libraries of calls for single
// fields, or of documents in memory, and codes that know how long the texts are. Each is
// for the document's struct alone.
func smalls() []*driver.Driver {
	return []*driver.Driver{
		&baseline, &baselineStream, &fastape, &fastjson, &goavroText, &goavroFirst, &hproseFirst, &hproseSecond, &idr,
		converted[data.Plain]("pulsar"), converted[data.Plain]("gogo-jsonpb"),
		converted[data.Narrow]("bebop200sc"), converted[data.Narrow]("xdr"), converted[data.Narrow]("gencode"), converted[data.Narrow]("colfer"),
		converted[data.Plain]("calmh-xdr"), converted[data.Plain]("capnp"), converted[data.Plain]("flatbuffers"), converted[data.Plain]("goavro"),
		converted[data.Plain]("gogo"), converted[data.Plain]("ikea"), converted[data.Plain]("protobuf"), converted[data.Plain]("fastssz"),
		converted[data.Plain]("benc"), converted[data.Plain]("mus"), converted[data.Plain]("gencode"),
	}
}

// converted is a driver by way of the struct that the document copies its own to, where the
// library has no form for an int or a time: the copy is part of what is timed.
func converted[S any](name string) *driver.Driver {
	to, _ := typemodel.FromReflect(reflect.TypeFor[S]())
	inner := *drivers.Find(name)
	d := inner
	d.Name += "-" + strings.ToLower(to.Name.Name)
	at, back := "v.BirthDay", "s.BirthDay"
	if reflect.TypeFor[S]() == reflect.TypeFor[data.Plain]() {
		at, back = "v.BirthDay.UnixNano()", "time.Unix(0, s.BirthDay).UTC()"
	}
	d.CarriesState, d.Keeps, d.Applies = true, nil, nil
	d.Variants = slices.Clone(d.Variants)
	for i := range d.Variants {
		d.Variants[i].Transform = false
	}
	d.Check = func(t *typemodel.Type, v driver.Variant) []typemodel.Diagnostic {
		if list := ofType("data", "SmallStruct")(t, v); len(list) > 0 {
			return list
		}
		if inner.Check == nil {
			return nil
		}
		return inner.Check(to, v)
	}
	d.Emit = func(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
		codec, err := nest(a, inner, to, v)
		if err != nil {
			return err
		}
		a.Use("time", "codec "+codec)
		a.P("type T = ", t)
		a.P("type S = ", to)
		a.P(`
func convert(v *T, s *S) {
	s.Name, s.BirthDay, s.Phone, s.Siblings, s.Spouse, s.Money = v.Name, `+at+`, v.Phone, int32(v.Siblings), v.Spouse, v.Money
}

func New() `, driver.Codec(), `[T] {
	inner, s, in := codec.New(), new(S), new(S)
	c := `, driver.Codec(), `[T]{Access: inner.Access, Open: inner.Open}
	if inner.Marshal != nil {
		c.Marshal = func(v *T) ([]byte, error) {
			convert(v, s)
			return inner.Marshal(s)
		}
	}
	if inner.Append != nil {
		c.Append = func(buf []byte, v *T) ([]byte, error) {
			convert(v, s)
			return inner.Append(buf, s)
		}
	}
	if inner.Fill != nil {
		c.Fill = func(buf []byte, v *T) ([]byte, error) {
			convert(v, s)
			return inner.Fill(buf, s)
		}
	}
	if inner.Size != nil {
		c.Size = func(v *T) int {
			convert(v, s)
			return inner.Size(s)
		}
	}
	c.Unmarshal = func(data []byte, v *T) error {
		s := in
		*s = S{}
		if err := inner.Unmarshal(data, s); err != nil {
			return err
		}
		v.Name, v.BirthDay, v.Phone, v.Siblings, v.Spouse, v.Money = s.Name, `+back+`, s.Phone, int(s.Siblings), s.Spouse, s.Money
		return nil
	}
	return c
}

var _ time.Time`)
		return nil
	}
	return &d
}

// small is a driver of the document's struct with one variant for each set of features.
func small(name, doc string, module driver.Module, licence string, funcs func(driver.Variant) driver.Funcs, variants ...driver.Variant) driver.Driver {
	d := driver.Driver{
		Name: name, Doc: doc,
		Facts:        driver.Facts{Licence: licence, Identity: driver.ByOrder()},
		Variants:     variants,
		CarriesState: true,
		Check:        ofType("data", "SmallStruct"),
		Emit: func(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
			a.EmitNew(t, funcs(v))
			return nil
		},
	}
	if module.Path != "" {
		d.Facts.Modules = []driver.Module{module}
	}
	return d
}

var byHand = driver.Variant{Features: []driver.Feature{driver.Manual, driver.Binary, driver.Int}, Reuse: true}

// views is v with texts that lie in the input.
func views(v driver.Variant) driver.Variant {
	v.Features = append([]driver.Feature{driver.Unsafe}, v.Features...)
	v.Aliases, v.InternalUnsafe = true, true
	return v
}

// fixed are the funcs of a code without lengths, the document's upper bound: the time, the
// float, the int in four bytes, texts of 16 and 10, and the bool.
const fixed = `const size, nameEnd, phoneEnd = 8 + 8 + 4 + 16 + 10 + 1, 20 + 16, 20 + 16 + 10

	func fits(v *T) error {
		if len(v.Name) != 16 || len(v.Phone) != 10 || v.Siblings != int(int32(v.Siblings)) {
			return errors.New("the baseline is for a name of 16 bytes, a phone of 10 and siblings of 32 bits")
		}
		return nil
	}
	`

var baseline = small("baseline", "The document's upper bound: code for the struct by hand, that knows how long its texts are.", driver.Module{}, "Apache-2.0",
	func(v driver.Variant) driver.Funcs {
		text := strings.NewReplacer("TEXT", "string")
		if v.Has(driver.Unsafe) {
			text = strings.NewReplacer("TEXT", "view")
		}
		f := driver.Funcs{
			Imports: []string{"encoding/binary", "errors", "math", "time"},
			Decls: fixed + `
			func put(b []byte, v *T) []byte {
				b = binary.LittleEndian.AppendUint64(b, uint64(v.BirthDay.UnixNano()))
				b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v.Money))
				b = binary.LittleEndian.AppendUint32(b, uint32(v.Siblings))
				b = append(append(b, v.Name...), v.Phone...)
				if v.Spouse {
					return append(b, 1)
				}
				return append(b, 0)
			}`,
			Marshal: `if err := fits(v); err != nil {
					return nil, err
				}
				return put(make([]byte, 0, size), v), nil`,
			Append: `if err := fits(v); err != nil {
					return buf, err
				}
				return put(buf, v), nil`,
			Unmarshal: `if len(data) != size || data[size-1] > 1 {
					return errors.New("this is no value of the baseline")
				}
				v.BirthDay = time.Unix(0, int64(binary.LittleEndian.Uint64(data))).UTC()
				v.Money = math.Float64frombits(binary.LittleEndian.Uint64(data[8:]))
				v.Siblings = int(int32(binary.LittleEndian.Uint32(data[16:])))
				v.Name = TEXT(data[20:nameEnd])
				v.Phone = TEXT(data[nameEnd:phoneEnd])
				v.Spouse = data[size-1] != 0
				return nil`,
		}
		if v.Has(driver.Unsafe) {
			f.Imports = append(f.Imports, "unsafe")
			f.Decls += "\n\nfunc view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }"
		}
		f.Unmarshal = text.Replace(f.Unmarshal)
		return f
	}, byHand, views(byHand))

// baselineStream writes to an io.Writer and reads from an io.Reader, a field a call.
var baselineStream = small("baseline-rw", "The baseline over io.Writer and io.Reader, a call for each field.", driver.Module{}, "Apache-2.0",
	func(v driver.Variant) driver.Funcs {
		f := driver.Funcs{
			Imports: []string{"bytes", "encoding/binary", "errors", "io", "math", "time"},
			Decls: fixed + `
			func write(w io.Writer, scratch []byte, v *T) error {
				if err := fits(v); err != nil {
					return err
				}
				bit := byte(0)
				if v.Spouse {
					bit = 1
				}
				for i := range 6 {
					b := scratch[:0]
					switch i {
					case 0:
						b = binary.LittleEndian.AppendUint64(b, uint64(v.BirthDay.UnixNano()))
					case 1:
						b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v.Money))
					case 2:
						b = binary.LittleEndian.AppendUint32(b, uint32(v.Siblings))
					case 3:
						b = append(b, v.Name...)
					case 4:
						b = append(b, v.Phone...)
					case 5:
						b = append(b, bit)
					}
					if _, err := w.Write(b); err != nil {
						return err
					}
				}
				return nil
			}

			// take reads n bytes.
			func take(r io.Reader, scratch []byte, n int) ([]byte, error) {
				_, err := io.ReadFull(r, scratch[:n])
				return scratch[:n], err
			}

			func read(r io.Reader, scratch []byte, v *T) error {
				b, err := take(r, scratch, 8)
				if err != nil {
					return err
				}
				v.BirthDay = time.Unix(0, int64(binary.LittleEndian.Uint64(b))).UTC()
				if b, err = take(r, scratch, 8); err != nil {
					return err
				}
				v.Money = math.Float64frombits(binary.LittleEndian.Uint64(b))
				if b, err = take(r, scratch, 4); err != nil {
					return err
				}
				v.Siblings = int(int32(binary.LittleEndian.Uint32(b)))
				if b, err = take(r, scratch, 16); err != nil {
					return err
				}
				v.Name = string(b)
				if b, err = take(r, scratch, 10); err != nil {
					return err
				}
				v.Phone = string(b)
				if b, err = take(r, scratch, 1); err != nil {
					return err
				}
				v.Spouse = b[0] == 1
				if b[0] > 1 {
					return errors.New("this is no value of the baseline")
				}
				return nil
			}`,
			State: `var in bytes.Reader
				scratch := make([]byte, 16)
				var out bytes.Buffer`,
			Marshal: `out = *bytes.NewBuffer(make([]byte, 0, size))
				err := write(&out, scratch, v)
				return out.Bytes(), err`,
			Append: `out = *bytes.NewBuffer(buf)
				err := write(&out, scratch, v)
				return out.Bytes(), err`,
			Unmarshal: `in.Reset(data)
				if err := read(&in, scratch, v); err != nil {
					return err
				}
				if in.Len() > 0 {
					return errors.New("bytes behind the value")
				}
				return nil`,
		}
		return f
	}, byHand)

var fastape = small("fastape", "Fields one after the other by the library's tapes; texts lie in the input, and times are Unix nanoseconds.",
	driver.Module{Path: "github.com/nazarifard/fastape", Version: "v0.0.0-20240611084216-abaecf150e5b"}, "MIT",
	func(driver.Variant) driver.Funcs {
		const tapes = `var (
				text fastape.StringTape
				at   fastape.TimeTape
				num  fastape.UnitTape[int]
				bit  fastape.UnitTape[bool]
				real fastape.UnitTape[float64]
			)`
		return driver.Funcs{
			Imports: []string{"github.com/nazarifard/fastape"},
			Decls: tapes + `

			func size(v *T) int {
				return text.Sizeof(v.Name) + at.Sizeof(v.BirthDay) + text.Sizeof(v.Phone) + num.Sizeof(v.Siblings) + bit.Sizeof(v.Spouse) + real.Sizeof(v.Money)
			}

			func fill(b []byte, v *T) int {
				n, _ := text.Marshal(v.Name, b)
				k, _ := at.Marshal(v.BirthDay, b[n:])
				n += k
				k, _ = text.Marshal(v.Phone, b[n:])
				n += k
				k, _ = num.Marshal(v.Siblings, b[n:])
				n += k
				k, _ = bit.Marshal(v.Spouse, b[n:])
				n += k
				k, _ = real.Marshal(v.Money, b[n:])
				return n + k
			}`,
			Marshal: `b := make([]byte, size(v))
				fill(b, v)
				return b, nil`,
			Fill: `return buf[:fill(buf, v)], nil`,
			Size: `return size(v)`,
			Unmarshal: `n, err := text.Unmarshal(data, &v.Name)
				if err != nil {
					return err
				}
				k, err := at.Unmarshal(data[n:], &v.BirthDay)
				if err != nil {
					return err
				}
				v.BirthDay = v.BirthDay.UTC()
				n += k
				if k, err = text.Unmarshal(data[n:], &v.Phone); err != nil {
					return err
				}
				n += k
				if k, err = num.Unmarshal(data[n:], &v.Siblings); err != nil {
					return err
				}
				n += k
				if k, err = bit.Unmarshal(data[n:], &v.Spouse); err != nil {
					return err
				}
				n += k
				_, err = real.Unmarshal(data[n:], &v.Money)
				return err`,
		}
	}, views(byHand))

var fastjson = small("fastjson", "A document made of an Arena and written, and one parsed and asked for its fields: keys in lower case, and the time as Unix nanoseconds, as in the document. The float is parsed by strconv: the library's own is off by the last digit for some.",
	driver.Module{Path: "github.com/valyala/fastjson", Version: "v1.6.4"}, "MIT",
	func(driver.Variant) driver.Funcs {
		const build = `arena.Reset()
			object := arena.NewObject()
			object.Set("name", arena.NewString(v.Name))
			object.Set("birthday", arena.NewNumberString(strconv.FormatInt(v.BirthDay.UnixNano(), 10)))
			object.Set("phone", arena.NewString(v.Phone))
			object.Set("siblings", arena.NewNumberInt(v.Siblings))
			bit := arena.NewFalse()
			if v.Spouse {
				bit = arena.NewTrue()
			}
			object.Set("spouse", bit)
			object.Set("money", arena.NewNumberFloat64(v.Money))
			`
		return driver.Funcs{
			Imports: []string{"strconv", "time", "github.com/valyala/fastjson"},
			State: `var arena fastjson.Arena
				var parser fastjson.Parser
				var number []byte`,
			Marshal: build + `return object.MarshalTo(nil), nil`,
			Append:  build + `return object.MarshalTo(buf), nil`,
			Unmarshal: `object, err := parser.ParseBytes(data)
				if err != nil {
					return err
				}
				v.Name = string(object.GetStringBytes("name"))
				v.BirthDay = time.Unix(0, object.GetInt64("birthday")).UTC()
				v.Phone = string(object.GetStringBytes("phone"))
				v.Siblings = object.GetInt("siblings")
				v.Spouse = object.GetBool("spouse")
				number = object.Get("money").MarshalTo(number[:0])
				v.Money, err = strconv.ParseFloat(string(number), 64)
				return err`,
		}
	}, driver.Variant{Features: []driver.Feature{driver.Manual, driver.Text, driver.Int}, Reuse: true, InternalUnsafe: true})

var goavroText = small("goavro-text", "Avro's JSON encoding by TextualFromNative and NativeFromTextual, on a map of the fields.",
	driver.Module{Path: "github.com/linkedin/goavro/v2", Version: "v2.15.0"}, "Apache-2.0",
	func(driver.Variant) driver.Funcs {
		const native = `map[string]any{
			"name": v.Name, "birthday": v.BirthDay.UnixNano(), "phone": v.Phone, "siblings": int32(v.Siblings), "spouse": v.Spouse, "money": v.Money,
		}`
		return driver.Funcs{
			Imports: []string{"time", "github.com/linkedin/goavro/v2"},
			Decls:   avroSchema,
			State: `codec, err := goavro.NewCodec(schema)
				if err != nil {
					panic(err)
				}`,
			Marshal: `return codec.TextualFromNative(nil, ` + native + `)`,
			Append:  `return codec.TextualFromNative(buf, ` + native + `)`,
			Unmarshal: `native, _, err := codec.NativeFromTextual(data)
				if err != nil {
					return err
				}
				m := native.(map[string]any)
				v.Name, v.Phone, v.Spouse, v.Money = m["name"].(string), m["phone"].(string), m["spouse"].(bool), m["money"].(float64)
				v.BirthDay = time.Unix(0, m["birthday"].(int64)).UTC()
				v.Siblings = int(m["siblings"].(int32))
				return nil`,
		}
	}, driver.Variant{Features: []driver.Feature{driver.Manual, driver.Text}, Reuse: true, InternalUnsafe: true, Nondeterministic: true})

var goavroFirst = small("goavro-v1", "Avro by the first version of the library, whose records are set and read field by field.",
	driver.Module{Path: "github.com/linkedin/goavro", Version: "v1.0.5"}, "Apache-2.0",
	func(driver.Variant) driver.Funcs {
		return driver.Funcs{
			Imports: []string{"bytes", "time", "github.com/linkedin/goavro"},
			Decls:   avroSchema,
			State: `codec, err := goavro.NewCodec(schema)
				if err != nil {
					panic(err)
				}
				record, err := goavro.NewRecord(goavro.RecordSchema(schema))
				if err != nil {
					panic(err)
				}`,
			Marshal: `for name, field := range map[string]any{
					"name": v.Name, "birthday": v.BirthDay.UnixNano(), "phone": v.Phone, "siblings": int32(v.Siblings), "spouse": v.Spouse, "money": v.Money,
				} {
					if err := record.Set(name, field); err != nil {
						return nil, err
					}
				}
				out := new(bytes.Buffer)
				err := codec.Encode(out, record)
				return out.Bytes(), err`,
			Unmarshal: `x, err := codec.Decode(bytes.NewReader(data))
				if err != nil {
					return err
				}
				get := func(name string) any {
					field, _ := x.(*goavro.Record).Get(name)
					return field
				}
				v.Name, v.Phone, v.Spouse, v.Money = get("name").(string), get("phone").(string), get("spouse").(bool), get("money").(float64)
				v.BirthDay = time.Unix(0, get("birthday").(int64)).UTC()
				v.Siblings = int(get("siblings").(int32))
				return nil`,
		}
	}, driver.Variant{Features: []driver.Feature{driver.Manual, driver.Binary}, InternalUnsafe: true})

// avroSchema is the document's struct in Avro.
const avroSchema = "const schema = `" + `{"type": "record", "name": "SmallStruct", "fields": [{"name": "name", "type": "string"}, {"name": "birthday", "type": "long"},
	{"name": "phone", "type": "string"}, {"name": "siblings", "type": "int"}, {"name": "spouse", "type": "boolean"}, {"name": "money", "type": "double"}]}` + "`"

// Both versions of Hprose have the fields one after the other, without the struct.
var hproseFirst = small("hprose-v1", "Hprose's first version, by calls for the fields alone; times in UTC.",
	driver.Module{Path: "github.com/hprose/hprose-go", Version: "v0.0.0-20161031134501-83de97da5004"}, "MIT",
	func(driver.Variant) driver.Funcs {
		return driver.Funcs{
			Imports: []string{"bytes", "hprose github.com/hprose/hprose-go"},
			State: `out := new(bytes.Buffer)
				w := hprose.NewWriter(out, true)
				r := hprose.NewReader(nil, true)`,
			Marshal: `out.Reset()
				w.Reset()
				w.WriteString(v.Name)
				w.WriteTime(v.BirthDay.UTC())
				w.WriteString(v.Phone)
				w.WriteInt64(int64(v.Siblings))
				w.WriteBool(v.Spouse)
				err := w.WriteFloat64(v.Money)
				return bytes.Clone(out.Bytes()), err`,
			Unmarshal: `r.Stream = &hprose.BytesReader{Bytes: data}
				r.Reset()
				var err error
				if v.Name, err = r.ReadString(); err != nil {
					return err
				}
				if v.BirthDay, err = r.ReadDateTime(); err != nil {
					return err
				}
				if v.Phone, err = r.ReadString(); err != nil {
					return err
				}
				if v.Siblings, err = r.ReadInt(); err != nil {
					return err
				}
				if v.Spouse, err = r.ReadBool(); err != nil {
					return err
				}
				v.Money, err = r.ReadFloat64()
				return err`,
		}
	}, driver.Variant{Features: []driver.Feature{driver.Manual, driver.Binary, driver.Int}, InternalUnsafe: true})

var hproseSecond = small("hprose-v2", "Hprose's second version, by calls for the fields alone; times in UTC.",
	driver.Module{Path: "github.com/hprose/hprose-golang", Version: "v2.0.4+incompatible"}, "MIT",
	func(driver.Variant) driver.Funcs {
		const write = `w.Clear()
			w.Reset()
			w.WriteString(v.Name)
			at := v.BirthDay.UTC()
			w.WriteTime(&at)
			w.WriteString(v.Phone)
			w.WriteInt(int64(v.Siblings))
			w.WriteBool(v.Spouse)
			w.WriteFloat(v.Money, 64)
			`
		return driver.Funcs{
			Imports: []string{"bytes", "hprose github.com/hprose/hprose-golang/io"},
			State: `w := hprose.NewWriter(true)
				r := hprose.NewReader(nil, true)`,
			Marshal: write + `return bytes.Clone(w.Bytes()), nil`,
			Append:  write + `return append(buf, w.Bytes()...), nil`,
			Unmarshal: `r.Init(data)
				v.Name = r.ReadString()
				v.BirthDay = r.ReadTime()
				v.Phone = r.ReadString()
				v.Siblings = int(r.ReadInt())
				v.Spouse = r.ReadBool()
				v.Money = r.ReadFloat64()
				return nil`,
		}
	}, driver.Variant{Features: []driver.Feature{driver.Manual, driver.Binary, driver.Int}, Reuse: true, InternalUnsafe: true})

var idr = small("idr", "The encoding of ditp by its low-level calls, with the offset of the time's zone.",
	driver.Module{Path: "github.com/chmike/ditp", Version: "v0.0.0-20240629115045-1ab5bbd646cd"}, "BSD-2-Clause",
	func(driver.Variant) driver.Funcs {
		return driver.Funcs{
			Imports: []string{"github.com/chmike/ditp/idr/low"},
			Decls: `func put(e low.Encoder, v *T) []byte {
				e = low.PutTime(e, v.BirthDay)
				e = low.PutFloat64(e, v.Money)
				e = low.PutBool(e, v.Spouse)
				e = low.PutVarInt(e, v.Siblings)
				e = low.PutString(e, v.Name)
				return low.PutString(e, v.Phone)
			}`,
			Marshal: `return put(make([]byte, 0, 64), v), nil`,
			Append:  `return put(buf, v), nil`,
			Unmarshal: `const longest = 1 << 20
				d := low.Decoder(data)
				d, v.BirthDay = low.Time(d)
				d, v.Money = low.Float64(d)
				d, v.Spouse = low.Bool(d)
				d, v.Siblings = low.VarInt(d)
				d, v.Name = low.String(d, longest)
				_, v.Phone = low.String(d, longest)
				return nil`,
		}
	}, byHand)
