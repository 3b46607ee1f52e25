package positional

import "github.com/assay-go/assay/codec"

// streams prints the writer and the reader of streams.
func (e *emitter) streams() {
	t := e.plan.root.typ
	s := codec.Stream{
		Format: e.format.ID, Name: codec.FuncName("", t, e.format.ID), Type: e.goType(t), Alias: e.opts.Unsafe,
		Append: codec.FuncName("Append", t, e.format.ID) + "(w.buf, v)", Unmarshal: codec.FuncName("Unmarshal", t, e.format.ID) + "(data, v)",
	}
	if e.opts.Methods {
		s.Append, s.Unmarshal = "v.AppendBinary(w.buf)", "v.UnmarshalBinary(data)"
	}
	s.Print(e.File)
}
