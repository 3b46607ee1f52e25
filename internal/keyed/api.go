package keyed

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/internal/steps"
	"github.com/assay-go/assay/typemodel"
)

// api prints what users call for a root.
func (p *printer) api(root *shape.Node) {
	call := func(verb, args string) string { return p.call(root, verb, args) }
	p.begin(root, "Append", "b []byte", "([]byte, error)",
		"appends the "+p.wire.Title+" encoding of v to b and returns the extended buffer. b belongs to the caller; nothing of it is kept.")
	if p.fails {
		p.P("e := new(", p.shared("Encoder"), ")")
		p.P("out, n := ", p.function("Write", root), "(e, b[:cap(b)], len(b), v)")
		p.P("if e.err != nil {")
		p.Pf("return b, e.error(%q)", root.Type.String())
		p.P("}")
	} else {
		p.P("out, n := ", p.function("Write", root), "(b[:cap(b)], len(b), v)")
	}
	p.P("return out[:n], nil")
	p.P("}")

	p.begin(root, "Marshal", "", "([]byte, error)", "returns the "+p.wire.Title+" encoding of v in a new buffer.")
	switch {
	case p.flat(root) && p.wire.Fields == nil:
		p.P("return ", call("Append", "nil"))
	case p.small(root):
		room := 256
		if p.wire.Fields != nil && p.flat(root) && steps.Total(p.putFields(root, goprint.Pointee("v"), 0)).Most <= 64 {
			room = 128
		}
		p.Pf("var room [%d]byte // most messages of the type are shorter", room)
		args := "room[:], 0, v)"
		if p.fails {
			p.P("e := new(", p.shared("Encoder"), ")")
			args = "e, " + args
		}
		p.P("b, n := ", p.function("Write", root), "(", args)
		if p.fails {
			p.P("if e.err != nil {")
			p.Pf("return nil, e.error(%q)", root.Type.String())
			p.P("}")
		}
		p.P("fresh := make([]byte, n)")
		p.P("copy(fresh, b)")
		p.P("return fresh, nil")
	default:
		p.P("scratch := ", p.shared("Scratch"), ".Get().(*[]byte)")
		p.P("b, err := ", call("Append", "(*scratch)[:0]"))
		p.P("var fresh []byte")
		p.P("if err == nil {")
		p.P("fresh = make([]byte, len(b)) // with the copy right behind it, Go does not clear it first")
		p.P("copy(fresh, b)")
		p.P("}")
		p.P(p.shared("Release"), "(scratch, b)")
		p.P("return fresh, err")
	}
	p.P("}")

	p.begin(root, "Size", "", "int", "returns the length of the "+p.wire.Title+" encoding of v, or 0 if it has none. It encodes v.")
	p.P("scratch := ", p.shared("Scratch"), ".Get().(*[]byte)")
	p.P("b, _ := ", call("Append", "(*scratch)[:0]"))
	p.P("n := len(b)")
	p.P(p.shared("Release"), "(scratch, b)")
	p.P("return n")
	p.P("}")

	alias := "v does not alias data"
	if p.opts.Unsafe {
		alias = "strings and bytes of v share the memory of data, which must not change any more"
	}
	if p.wire.Fields != nil {
		p.begin(root, "Unmarshal", "data []byte", "error",
			"reads v from data. "+alias+"; what v held is lost, and its memory used again. After an error v holds a part of the values.")
		p.read(root, "true", "")
		p.begin(root, "Merge", "data []byte", "error",
			"reads data into v as a second part of one message: fields that are there count in the place of those of v, lists go on, messages are merged. "+alias+".")
		p.read(root, "false", "")
		return
	}
	p.begin(root, "Unmarshal", "data []byte", "error",
		"reads v from the whole of data. "+alias+"; what v held is lost, and its memory used again. After an error v holds a part of the values.")
	p.whole(p.function("Decode", root) + "(data, v, true)")

	p.begin(root, "Merge", "data []byte", "error",
		"reads v from the whole of data, but that members which are not there stay as they are, and structs are merged, also behind pointers; lists and maps are replaced. "+alias+".")
	p.whole(p.function("Decode", root) + "(data, v, false)")

	p.begin(root, "Decode", "data []byte", "(int, error)", "reads v from the front of data and returns the number of bytes used.")
	p.P("return ", p.function("Decode", root), "(data, v, true)")
	p.P("}")

	p.P()
	p.P("// ", p.function("Decode", root), " reads *v, whose old contents go if used is set.")
	p.P("func ", p.function("Decode", root), "(data []byte, v *", root.Type, ", used bool) (int, error) {")
	p.decode(root, ", used: used", "")
	p.P("}")
}

// call returns a call of what users call for a root.
func (p *printer) call(root *shape.Node, verb, args string) string {
	return p.wire.Call(root.Type, verb, args, p.opts.Methods)
}

// Call returns a call, in Go, of what does verb for v, a pointer to a value of t: a
// function, or a method.
func (w *Wire) Call(t *typemodel.Type, verb, args string, methods bool) string {
	if methods {
		return "v." + verb + "Binary(" + args + ")"
	}
	if args != "" {
		args += ", "
	}
	return codec.FuncName(verb, t, w.ID) + "(" + args + "v)"
}

// decode prints the reading of a value at the front of data, by a decoder with further fields
// set, and a statement after it is there.
func (p *printer) decode(root *shape.Node, fields, after string) {
	p.P("d := ", p.shared("Decoder"), "{", p.memory(), fields, "}")
	if after != "" {
		p.P(after)
	}
	p.P("i := ", p.function("Read", root), "(&d, data, 0, v)")
	p.P("if i < 0 {")
	if p.wire.Definite != "" {
		p.P("if whole, end := ", p.reads(p.wire.Definite, "data"), "; whole != nil { // what has no length is read from a copy that has")
		p.P("d = ", p.shared("Decoder"), "{left: d.left - len(whole), paid: d.paid", fields, "}")
		p.P("if ", p.function("Read", root), "(&d, whole, 0, v) < 0 {")
		p.Pf("return 0, d.error(whole, %q)", codec.TypeName(root.Type))
		p.P("}")
		p.P("return end, nil")
		p.P("}")
	}
	p.Pf("return 0, d.error(data, %q)", codec.TypeName(root.Type))
	p.P("}")
	p.P("return i, nil")
}

// memoryDecoder prints the decoder whose strings share memory: chunks of it, or with equal
// strings.
func (p *printer) memoryDecoder(root *shape.Node) {
	name := codec.DecoderName(root.Type, p.wire.ID)
	doc := name + " reads many values whose strings share "
	var state, fields []string
	after := ""
	if p.opts.Arena {
		p.common.Add("Decoder.text") // and with it the fields, also where there is no string
		doc += "chunks of memory: a string that is kept keeps its chunk, of 8 kB. "
		state, fields, after = append(state, "chunk []byte"), append(fields, "shares: true", "chunk: r.chunk"), "defer func() { r.chunk = d.chunk }()"
	}
	if p.opts.Intern {
		p.common.Add("Decoder.intern")
		if p.opts.Arena {
			doc += "Of those of up to 32 bytes it keeps some, which are used again for equal ones. "
		} else {
			doc += "memory with equal ones: of those of up to 32 bytes it keeps some. "
		}
		state, fields = append(state, "known [256]string"), append(fields, "known: &r.known")
	}
	p.P()
	p.Comment(doc + "The zero " + name + " is ready to use; it must not be used by two goroutines at once.")
	p.P("type ", name, " struct {")
	for _, field := range state {
		p.P(field)
	}
	p.P("}")
	p.P()
	method := func(verb, results, doc string) {
		p.Comment(verb + " " + doc)
		p.P("func (r *", name, ") ", verb, "(data []byte, v *", root.Type, ") ", results, " {")
	}
	with := ", " + strings.Join(fields, ", ")
	if p.wire.Fields != nil {
		method("Unmarshal", "error", "reads v from data, as the function does.")
		p.read(root, "true"+with, after)
		return
	}
	method("Unmarshal", "error", "reads v from the whole of data, as the function does.")
	p.whole("r.Decode(data, v)")
	p.P()
	method("Decode", "(int, error)", "reads v from the front of data and returns the number of bytes used.")
	p.decode(root, ", used: true"+with, after)
	p.P("}")
}

// whole prints a call that decodes, of the whole of data.
func (p *printer) whole(decode string) {
	p.P("i, err := ", decode)
	p.P("if err == nil && i < len(data) {")
	p.P("return ", p.shared("Trailing"), "(i)")
	p.P("}")
	p.P("return err")
	p.P("}")
}

// streams prints the writer and the reader of streams.
func (p *printer) streams(root *shape.Node) {
	s := codec.Stream{
		Format: p.wire.ID, Name: codec.FuncName("", root.Type, p.wire.ID), Type: p.Type(root.Type), Alias: p.opts.Unsafe,
		Append: codec.FuncName("Append", root.Type, p.wire.ID) + "(w.buf, v)", Unmarshal: codec.FuncName("Unmarshal", root.Type, p.wire.ID) + "(data, v)",
	}
	if p.opts.Methods {
		s.Append, s.Unmarshal = "v.AppendBinary(w.buf)", "v.UnmarshalBinary(data)"
	}
	if p.wire.Scan != "" {
		s.Scan = p.reads(p.wire.Scan, "have, i, open")
	}
	s.Print(p.File)
}

// read prints the reading of the message that is the whole of data, likewise.
func (p *printer) read(root *shape.Node, used, after string) {
	p.P("d := ", p.shared("Decoder"), "{", p.memory(), ", used: ", used, "}")
	if after != "" {
		p.P(after)
	}
	p.P("if ", p.function("Read", root), "(&d, data, 0, len(data), v) < 0 {")
	p.Pf("return d.error(data, %q)", codec.TypeName(root.Type))
	p.P("}")
	p.P("return nil")
	p.P("}")
}

// memory sets how much memory a message may take. Values take up to an eighth more
// than they are long, since Go has pieces of memory of certain sizes: together that is
// 64 bytes for each of the input, and 16 for what it announces and does not have.
func (p *printer) memory() string {
	return fmt.Sprintf("left: 56*len(data) + %d, paid: 42 * len(data)", p.opts.MaxAlloc)
}

// flat reports whether a root is written after one check of room, so that no buffer
// is to be kept for it.
func (p *printer) flat(root *shape.Node) bool {
	if p.wire.Fields != nil {
		return isMessage(root) && !steps.Total(p.putFields(root, goprint.Pointee("v"), 0)).Grows
	}
	return root.Form == shape.Struct && !steps.Total(p.putMembers(root, goprint.Pointee("v"))).Grows
}

// small reports whether messages of a root have no messages in them, so that they are
// mostly short.
func (p *printer) small(root *shape.Node) bool {
	if p.wire.Fields == nil {
		return root.Form == shape.Struct && !slices.ContainsFunc(root.Members, func(m *shape.Member) bool { return !plain(m.Node) })
	}
	return root.Form == shape.Struct && !slices.ContainsFunc(p.fields(root), func(f *field) bool {
		switch f.node.Form {
		case shape.Map, shape.Interface:
			return true
		case shape.List, shape.Array:
			return f.elementKind() == kindMessage
		}
		return kindOf(f.node, f.Coding) == kindMessage
	})
}

// plain reports whether values of n are scalars, or lists of them.
func plain(n *shape.Node) bool {
	if n.Form == shape.Pointer || n.Form == shape.List && !n.Recursive {
		n = n.Elem
	}
	return n.Form.IsScalar()
}

// begin prints the head of a function or method.
func (p *printer) begin(root *shape.Node, verb, params, results, doc string) {
	p.P()
	if p.opts.Methods {
		p.Comment(verb + "Binary " + doc)
		p.P("func (v *", root.Type, ") ", verb, "Binary(", params, ") ", results, " {")
		return
	}
	name := codec.FuncName(verb, root.Type, p.wire.ID)
	p.Comment(name + " " + doc)
	if params != "" {
		params += ", "
	}
	p.P("func ", name, "(", params, "v *", root.Type, ") ", results, " {")
}
