package capnp

import (
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/schema/records"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

// emitter prints a func to write and two to read each struct, list and union.
type emitter struct {
	*driver.Adapter
	*records.Set
	*records.Funcs
}

func emit(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
	a.ReserveTypes(t)
	a.Reserve("s", "p", "k", "l", "o", "i", "x", "h", "b", "ok", "seg", "msg", "sub", "size", "root", "text",
		"setPart", "message", "in", "arena", "scratch", "zero", "build", "parse", "open", "frame", "isSingle")
	e := &emitter{Adapter: a, Set: records.New(a, identity), Funcs: records.NewFuncs(a, own)}
	a.Use("capnp "+module, "encoding/binary", "io")
	if v.Suffix == packed {
		a.Use(packedPath)
	}
	root := e.Each(t, func(r *records.Record) {
		e.emitPut(r)
		e.emitGet(r)
		e.emitAccess(r)
	}, func(t *typemodel.Type) {
		if t.Kind == typemodel.Interface {
			e.emitPutUnion(t)
			e.emitGetUnion(t)
			e.emitAccessUnion(t)
			return
		}
		e.emitPutList(t)
		e.emitGetList(t)
		e.emitAccessList(t)
	})
	e.Funcs.Emit()
	a.EmitNew(t, e.funcs(t, root, v.Suffix == packed))
	return nil
}

func (e *emitter) funcs(t *typemodel.Type, root *records.Record, isPacked bool) driver.Funcs {
	depth := ""
	if driver.Reaches(t, typemodel.Recursive) {
		depth = "msg.DepthLimit = 10000\n"
	}
	f := driver.Funcs{
		Decls: `// build writes v as the root of the segment's message.
			func build(seg *capnp.Segment, v *T) error {
				root, err := capnp.NewRootStruct(seg, ` + layOut(root).size() + `)
				if err != nil { return err }
				return ` + e.Name("put", root) + `(root, v)
			}

			// open returns the root of a message.
			func open(msg *capnp.Message) (capnp.Struct, error) {
				size, err := msg.TotalSize()
				if err != nil { return capnp.Struct{}, err }
				msg.TraverseLimit = 64<<20 + 2*size
				` + depth + `root, err := msg.Root()
				return root.Struct(), err
			}

			func parse(msg *capnp.Message, v *T) error {
				root, err := open(msg)
				if err != nil { return err }
				return ` + e.Name("get", root) + `(root, v)
			}

			// frame appends the only segment of a message, framed.
			func frame(buf []byte, seg *capnp.Segment) []byte {
				data := seg.Data()
				buf = binary.LittleEndian.AppendUint32(buf, 0)
				buf = binary.LittleEndian.AppendUint32(buf, uint32(len(data)/8))
				return append(buf, data...)
			}

			// isSingle reports whether the framed message has one segment.
			func isSingle(data []byte) bool {
				return len(data) >= 8 && binary.LittleEndian.Uint32(data) == 0 && uint64(len(data)) == 8+8*uint64(binary.LittleEndian.Uint32(data[4:]))
			}`,
		State: `message, _ := capnp.NewSingleSegmentMessage(nil)
			in, arena := new(capnp.Message), capnp.NewReadOnlySingleSegment(nil)`,
		Marshal: `msg, seg := capnp.NewSingleSegmentMessage(nil)
			if err := build(seg, v); err != nil { return nil, err }
			return msg.Marshal()`,
		Append: `seg, err := message.Reset(capnp.SingleSegment(nil))
			if err != nil { return nil, err }
			if err := build(seg, v); err != nil { return nil, err }
			return frame(buf, seg), nil`,
		Unmarshal: `msg, err := capnp.Unmarshal(data)
			if err != nil { return err }
			return parse(msg, v)`,
		UnmarshalReuse: `if !isSingle(data) {
				msg, err := capnp.Unmarshal(data)
				if err != nil { return err }
				return parse(msg, v)
			}
			in.Release()
			arena.ReplaceData(data[8:])
			in.Arena = arena
			return parse(in, v)`,
		Write: `msg, seg := capnp.NewSingleSegmentMessage(nil)
			if err := build(seg, v); err != nil { return err }
			return capnp.NewEncoder(w).Encode(msg)`,
		Read: `msg, err := capnp.NewDecoder(r).Decode()
			if err != nil { return err }
			return parse(msg, v)`,
		Access: `msg, err := capnp.Unmarshal(data)
			if err != nil { return 0, err }
			root, err := open(msg)
			if err != nil { return 0, err }
			return ` + e.Name("access", root) + `(root, 0)`,
	}
	e.part(root, &f)
	if !isPacked {
		return f
	}
	if f.Field != "" {
		f.Field = strings.Replace(f.Field, "capnp.Unmarshal(", "capnp.UnmarshalPacked(", 1)
		f.Update = ""
	}
	f.State += "\nvar scratch []byte"
	f.Marshal = `msg, seg := capnp.NewSingleSegmentMessage(nil)
		if err := build(seg, v); err != nil { return nil, err }
		return msg.MarshalPacked()`
	f.Append = `seg, err := message.Reset(capnp.SingleSegment(nil))
		if err != nil { return nil, err }
		if err := build(seg, v); err != nil { return nil, err }
		scratch = frame(scratch[:0], seg)
		return packed.Pack(buf, scratch), nil`
	f.Unmarshal = `msg, err := capnp.UnmarshalPacked(data)
		if err != nil { return err }
		return parse(msg, v)`
	f.UnmarshalReuse = `var err error
		if scratch, err = packed.Unpack(scratch[:0], data); err != nil { return err }
		data = scratch
		` + f.UnmarshalReuse
	f.Write = `msg, seg := capnp.NewSingleSegmentMessage(nil)
		if err := build(seg, v); err != nil { return err }
		return capnp.NewPackedEncoder(w).Encode(msg)`
	f.Read = `msg, err := capnp.NewPackedDecoder(r).Decode()
		if err != nil { return err }
		return parse(msg, v)`
	f.Access = `msg, err := capnp.UnmarshalPacked(data)
		if err != nil { return 0, err }
		root, err := open(msg)
		if err != nil { return 0, err }
		return ` + e.Name("access", root) + `(root, 0)`
	return f
}

// part adds the calls for one field, where there is one: by the getter and the setter of the
// struct, in the bytes that the message lies in.
func (e *emitter) part(root *records.Record, f *driver.Funcs) {
	p := driver.Part(root.Type)
	if p == nil {
		return
	}
	for _, at := range layOut(root).fields {
		if at.Expr != "v."+p.Name {
			continue
		}
		e.P("// setPart writes one field.")
		e.P("func setPart(s capnp.Struct, x uint64) {")
		e.setter(at.data, e.OfBits(p.Type.Kind, "x"), p.Type)
		e.End()
		const opened = `msg, err := capnp.Unmarshal(data)
			if err != nil { return RESULTerr }
			s, err := open(msg)
			if err != nil { return RESULTerr }
			`
		f.Part = p.Name
		f.Field = strings.ReplaceAll(opened, "RESULT", "0, ") + "return " + e.Bits(p.Type.Kind, e.getter(at.data, p.Type)) + ", nil"
		f.Update = strings.ReplaceAll(opened, "RESULT", "") + "setPart(s, x)\nreturn nil"
	}
}

// own are the declarations of this format.
var own = []records.Func{
	{Name: "newStruct", Source: `// newStruct sets a pointer of s to a new struct.
func newStruct(s capnp.Struct, i uint16, size capnp.ObjectSize) (capnp.Struct, error) {
	sub, err := capnp.NewStruct(s.Segment(), size)
	if err != nil {
		return capnp.Struct{}, err
	}
	return sub, s.SetPtr(i, sub.ToPtr())
}`},
}

// asTime returns x, of a type that may have a name of its own, as a time.Time
// that methods can be called on.
func (e *emitter) asTime(x string, t *typemodel.Type) string {
	moment := e.Ident("time", "Time")
	if c := records.Convert(x, t, moment); c != records.Bare(x) {
		return c
	}
	return x
}

// failing prints a statement and the return of its error, after results.
func (e *emitter) failing(results string, statement ...any) {
	e.P(append(append([]any{"if err := "}, statement...), "; err != nil { return ", results, "err }")...)
}

// check prints the return of the error err, after results.
func (e *emitter) check(results string) {
	e.P("if err != nil { return ", results, "err }")
}

var capnpPtr = goprint.Ident{Path: module, Name: "Ptr"}
