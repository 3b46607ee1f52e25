package numbers

import "github.com/assay-go/assay/internal/shape"

// Sized asks for methods by the names of generators that size messages before they write
// them, so that programs that call those go on.
type Sized struct {
	Suffix string // of the names: "VT"
	Rest   bool   // Reset and String too
}

// sized prints the methods for a root. The length of a message is known when it is written:
// so it is written elsewhere, and copied.
func (p *printer) sized(root *shape.Node) {
	name := func(verb string) string { return verb + p.wire.Sized.Suffix }
	method := func(verb, params, results, doc string) {
		p.DocComment(name(verb) + " " + doc)
		p.P("func (v *", root.Type, ") ", name(verb), "(", params, ") ", results, " {")
	}
	method("Marshal", "", "([]byte, error)", "returns the "+p.Title+" encoding of v in a new buffer; that of nil is nil.")
	p.P("if v == nil { return nil, nil }")
	p.P("return ", p.Call(root, "Marshal", ""))
	p.P("}")

	method("Size", "", "int", "returns the length of the encoding of v, which it makes.")
	p.P("if v == nil { return 0 }")
	p.P("return ", p.Call(root, "Size", ""))
	p.P("}")

	into := func(verb, where, at string) {
		method(verb, "b []byte", "(int, error)", "writes the encoding of v to the "+where+" of b, and returns its length. A buffer that is too short is an error.")
		p.P("scratch := ", p.Shared("Scratch"), ".Get().(*[]byte)")
		p.P("out, err := ", p.Call(root, "Append", "(*scratch)[:0]"))
		p.P("n := len(out)")
		p.P("if err == nil && n > len(b) { err = ", p.Ident("io", "ErrShortBuffer"), " }")
		p.P("if err != nil { n = 0 }")
		p.P("copy(b", at, ", out[:n])")
		p.P(p.Shared("Release"), "(scratch, out)")
		p.P("return n, err")
		p.P("}")
	}
	into("MarshalTo", "front", "")
	into("MarshalToSizedBuffer", "end", "[len(b)-n:]")

	method("Unmarshal", "data []byte", "error", "reads data into v, which goes on with what it holds: Reset forgets it.")
	p.P("return ", p.Call(root, "Merge", "data"))
	p.P("}")
	if !p.wire.Sized.Rest {
		return
	}
	method("Reset", "", "", "forgets what v holds.")
	p.P("*v = ", root.Type, "{}")
	p.P("}")
	method("String", "", "string", "returns v for people to read.")
	p.P("type plain ", root.Type, " // without this method")
	p.End("return ", p.Ident("fmt", "Sprintf"), "(\"%+v\", (*plain)(v))")
}
