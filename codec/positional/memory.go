package positional

import (
	"fmt"
	"strconv"

	"github.com/assay-go/assay/codec/internal/face"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// decoder prints the type that owns chunks of memory for many messages.
func (e *emitter) decoder() {
	typ := e.goType(e.plan.root.typ)
	title := face.DecoderName(e.plan.root.typ, e.format.ID)
	e.DocComment(title + " unmarshals many values into memory of its own: slices and strings of all of them share chunks, " +
		"so that most calls allocate nothing. A value that is kept keeps its chunks. The zero " + title + " is ready to use; it must not be used by two goroutines at once.")
	e.Pf("type %s struct {", title)
	e.Pf("d %s", e.support("Decoder"))
	e.End()
	e.Comment("Unmarshal reads *v from the whole of data, which must hold nothing else, and overwrites what v held. " + e.aliasing() + " Its slices and what its pointers lead to are valid until Reset.")
	e.Pf("func (d *%s) Unmarshal(data []byte, v *%s) error {", title, typ)
	e.P("*v = ", e.zeroValue(e.plan.root.typ, typ))
	e.Pf("r := %s{data: data, slab: &d.d}", e.support("Reader"))
	e.decodeRoot("")
	e.leftOver()
	e.End("return err")
	e.Comment("Reset takes back the memory of all values that d has unmarshalled, except for strings: none of them may be used any more.")
	e.Pf("func (d *%s) Reset() { d.d.reset() }", title)
}

// zeroValue returns the zero value of t, which is spelled typ.
func (e *emitter) zeroValue(t *typemodel.Type, typ string) string {
	switch t.Kind {
	case typemodel.Struct, typemodel.Array:
		return typ + "{}"
	case typemodel.Slice, typemodel.Map, typemodel.Pointer:
		return "nil"
	}
	return "*new(" + typ + ")"
}

// slab is a field for the memory of values of one type: a chunk of the decoder, or a piece
// of the reader.
type slab struct {
	name string
	elem *typemodel.Type
}

// printDecoder prints the memory behind the decoders of the file.
func (e *emitter) printDecoder() {
	name := e.support("Decoder")
	e.P()
	e.P("// ", name, " is memory that values are unmarshalled into.")
	e.P("type ", name, " struct {")
	for _, s := range e.slabs {
		e.Pf("%s %s[%s]", s.name, e.support("Chunk"), e.goType(s.elem))
	}
	if e.routines.Has("Decoder.string") {
		e.P("text ", e.std("strings", "Builder"))
	}
	e.End()
	e.Pf("func (d *%s) reset() {", name)
	for _, s := range e.slabs {
		e.support("Chunk.reset")
		e.P("d.", s.name, ".reset()")
	}
	e.P("}")
}

// pieceBytes is how much memory a piece takes at most that small things share.
const pieceBytes = 512

// newPointee returns the expression for the pointer to a new value that the pointer it is for.
// Where it is in an interface, small things without lists, maps and pointers in them share
// memory with others of their type: messages with oneofs have hundreds of them. Others are few,
// and a piece for them takes more than it saves.
func (e *emitter) newPointee(it item) string {
	size, _ := shape.Size(it.typ.Elem)
	if e.opts.Arena || !it.oneOf || size == 0 || size > pieceBytes/8 || !e.plan.leaf(it.elem) {
		return "new(" + e.goType(it.typ.Elem) + ")"
	}
	return fmt.Sprintf("%s(&%s.%s, %d)", e.support("One"), e.reader("pieces"), e.fieldOf(&e.pointees, "of", it.typ.Elem), pieceBytes/size)
}

// printPieces prints the type of the reader's pieces.
func (e *emitter) printPieces() {
	if len(e.pointees) == 0 {
		return
	}
	name := e.support("Pieces")
	e.DocComment(name + " are pieces of memory that small things of a message share to which pointers lead: at most " + strconv.Itoa(pieceBytes) + " bytes each.")
	e.P("type ", name, " struct {")
	for _, s := range e.pointees {
		e.Pf("%s []%s", s.name, e.goType(s.elem))
	}
	e.P("}")
}
