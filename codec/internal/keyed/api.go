package keyed

import (
	"fmt"
	"strings"

	"github.com/assay-go/assay/codec/internal/face"
	"github.com/assay-go/assay/internal/shape"
)

// Writers prints what users call to write values of a root. room is how many bytes most of its
// messages are shorter than, which are written before there is a buffer for them; 0 means that
// they may be long, and a flat root is appended to a buffer that grows once at most.
func (p *Printer) Writers(root *shape.Node, room int, flat bool) {
	p.Begin(root, "Append", "b []byte", "([]byte, error)",
		"appends the "+p.Title+" encoding of v to b and returns the extended buffer. b belongs to the caller; nothing of it is kept.")
	p.write("out", root, "b[:cap(b)], len(b), v", "b")
	p.P("return out[:n], nil")
	p.P("}")

	p.Begin(root, "Marshal", "", "([]byte, error)", "returns the "+p.Title+" encoding of v in a new buffer.")
	switch {
	case flat:
		p.P("return ", p.Call(root, "Append", "nil"))
	case room > 0:
		p.Pf("var room [%d]byte // most messages of the type are shorter", room)
		p.write("b", root, "room[:], 0, v", "nil")
		p.P("fresh := make([]byte, n)")
		p.P("copy(fresh, b)")
		p.P("return fresh, nil")
	default:
		p.P("scratch := ", p.Shared("Scratch"), ".Get().(*[]byte)")
		p.P("b, err := ", p.Call(root, "Append", "(*scratch)[:0]"))
		p.P("var fresh []byte")
		p.P("if err == nil {")
		p.P("fresh = make([]byte, len(b)) // with the copy right behind it, Go does not clear it first")
		p.P("copy(fresh, b)")
		p.P("}")
		p.P(p.Shared("Release"), "(scratch, b)")
		p.P("return fresh, err")
	}
	p.P("}")

	p.Begin(root, "Size", "", "int", "returns the length of the "+p.Title+" encoding of v, or 0 if it has none. It encodes v.")
	p.P("scratch := ", p.Shared("Scratch"), ".Get().(*[]byte)")
	p.P("b, _ := ", p.Call(root, "Append", "(*scratch)[:0]"))
	p.P("n := len(b)")
	p.P(p.Shared("Release"), "(scratch, b)")
	p.End("return n")
}

// write prints the call that writes v, and the return if it failed.
func (p *Printer) write(out string, root *shape.Node, args, failed string) {
	if p.Fails {
		p.P("e := new(", p.Shared("Encoder"), ")")
	}
	p.P(out, ", n := ", p.Function("Write", root), "(", p.EncoderArgument(), args, ")")
	if p.Fails {
		p.Pf("if e.err != nil { return %s, e.error(%q) }", failed, root.Type.String())
	}
}

// Aliasing says whether what is read aliases data.
func (p *Printer) Aliasing() string {
	if p.Options.Unsafe {
		return "strings and bytes of v share the memory of data, which must not change any more"
	}
	return "v does not alias data; short strings may share copies of up to 512 bytes of it"
}

// Face returns what users call for a root.
func (p *Printer) Face(root *shape.Node) face.Face {
	return face.Face{Type: root.Type, Format: p.ID, Methods: p.Options.Methods}
}

// Call returns a call of that.
func (p *Printer) Call(root *shape.Node, verb, args string) string {
	return p.Face(root).Call(verb, args, "v")
}

// Begin prints the head of a function or method of it.
func (p *Printer) Begin(root *shape.Node, verb, params, results, doc string) {
	p.Face(root).Begin(p.File, verb, params, results, doc)
}

// SharingDecoder prints the type of a decoder whose strings share memory: chunks of it, or with
// equal strings. It returns what prints the head of one of its methods, the fields that those
// set in a Decoder, and a statement for after it is made.
func (p *Printer) SharingDecoder(root *shape.Node) (method func(verb, results, doc string), fields, after string) {
	name := face.DecoderName(root.Type, p.ID)
	doc := name + " reads many values whose strings share "
	var state, list []string
	if p.Options.Arena {
		p.Add("Decoder.text") // and with it the fields, also where there is no string
		doc += "chunks of memory: a string that is kept keeps its chunk, of 8 kB. "
		state, list, after = append(state, "chunk []byte"), append(list, "shares: true", "chunk: r.chunk"), "defer func() { r.chunk = d.chunk }()"
	}
	if p.Options.Intern {
		p.Add("Decoder.intern")
		if p.Options.Arena {
			doc += "Of those of up to 32 bytes it keeps some, which are used again for equal ones. "
		} else {
			doc += "memory with equal ones: of those of up to 32 bytes it keeps some. "
		}
		state, list = append(state, "known [256]string"), append(list, "known: &r.known")
	}
	p.DocComment(doc + "The zero " + name + " is ready to use; it must not be used by two goroutines at once.")
	p.P("type ", name, " struct {")
	for _, field := range state {
		p.P(field)
	}
	p.P("}")
	return func(verb, results, doc string) {
		p.DocComment(verb + " " + doc)
		p.P("func (r *", name, ") ", verb, "(data []byte, v *", root.Type, ") ", results, " {")
	}, ", " + strings.Join(list, ", "), after
}

// Memory sets how much memory a message may take. Values take up to an eighth more
// than they are long, since Go has pieces of memory of certain sizes: together that is
// 64 bytes for each of the input, and 16 for what it announces and does not have.
func (p *Printer) Memory() string {
	return fmt.Sprintf("left: 56*len(data) + %d, paid: 42 * len(data)", p.Options.MaxAlloc)
}
