package json

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/internal/face"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// FuncName returns the name of the generated function that does verb (Append,
// Marshal, Unmarshal) for t: AppendOrderJSON.
func FuncName(verb string, t *typemodel.Type) string {
	return codec.FuncName(verb, t, "JSON")
}

// api prints what users call for t.
func (e *emitter) api(t *typemodel.Type, v *value) {
	functions := face.Face{Type: t, Format: "JSON"}
	like, likewise := "json.Marshal", "json.Unmarshal"
	if e.V2 {
		like, likewise = "json.Marshal of encoding/json/v2", "json.Unmarshal of encoding/json/v2"
	}
	if e.RawHTML && !e.V2 {
		like = "a json.Encoder that does not escape HTML"
	}
	if len(e.plan.chosen) > 0 {
		like, likewise = like+", but for what the head of the file says,", likewise+", but for what the head of the file says,"
	}

	functions.Begin(e.File, "Append", "dst []byte", "([]byte, error)",
		"appends v to dst as "+like+" writes it, and returns the extended buffer. It may write to dst's capacity beyond the result.")
	e.P("if v == nil { return append(dst, \"null\"...), nil }")
	e.encode("dst", "append(dst, text...)", "dst", v)
	e.P("return b[:n], nil")
	e.P("}")

	functions.Begin(e.File, "Marshal", "", "([]byte, error)", "returns v as "+like+" writes it, in a buffer of its own.")
	e.Pf("scratch := %s()", e.rt("TakeScratch"))
	e.P("b, err := ", functions.Call("Append", "(*scratch)[:0]", "v"))
	e.Pf("return %s(scratch, b, err)", e.rt("Result"))
	e.P("}")

	doc := "reads data into v as " + likewise + " does. Strings are copies, of which short ones share pieces of up to 128 bytes. Nothing of data is kept."
	if e.opts.Unsafe {
		doc = "reads data into v as " + likewise + " does, but strings of v alias data, which must not change as long as they are used."
	}
	if e.BatchStrings {
		doc = "reads data into v as " + likewise + " does. Strings are copies, up to 512 bytes of which are one piece of memory that lives as long as any of them. Nothing of data is kept."
	}
	if e.NoFallback {
		doc += " An error leaves v as far as data was read."
	}
	functions.Begin(e.File, "Unmarshal", "data []byte", "error", doc)
	e.Pf("d := %s{%s}", e.rt("Decoder"), strings.Join(e.settings(v), ", "))
	e.decode("d", "&d", v)
	e.P("}")

	if e.Indent {
		e.DocComment(functions.Name("Marshal") + "Indent returns v as json.MarshalIndent writes it.")
		e.Pf("func %sIndent(v *%s, prefix, indent string) ([]byte, error) {", functions.Name("Marshal"), t)
		e.P("text, err := ", functions.Call("Marshal", "", "v"))
		e.P("if err != nil { return nil, err }")
		e.Pf("return %s(text, prefix, indent)", e.std("Indented"))
		e.P("}")
	}
	if e.opts.Methods {
		e.methods(t)
	}
	if e.opts.Streams {
		e.streams(t)
	}
	if e.opts.Arena || e.opts.Intern {
		e.decoderType(t, v)
	}
}

// decoderType prints the decoder whose strings share memory.
func (e *emitter) decoderType(t *typemodel.Type, v *value) {
	e.P()
	name := FuncName("", t) + "Decoder"
	doc, chunk := " reads many values whose strings share chunks of memory: a string that is kept keeps its chunk.", "4096"
	switch {
	case e.opts.Arena && e.opts.Intern:
		doc += " Of those of up to 32 bytes it keeps some, which are used again for equal ones."
	case e.opts.Intern:
		doc, chunk = " reads many values, equal strings of which share memory: of those of up to 32 bytes it keeps some. Others share pieces of up to 128 bytes.", e.rt("Piece")+"(data)"
	}
	e.Comment(name + doc + " The zero " + name + " is ready to use; it must not be used by two goroutines at once.")
	e.Pf("type %s struct {", name)
	e.P("d ", e.rt("Decoder"))
	e.P("}")
	e.DocComment("Unmarshal reads data into v as json.Unmarshal does.")
	e.Pf("func (r *%s) Unmarshal(data []byte, v *%s) error {", name, t)
	e.P("d := &r.d")
	e.P("d.Restart()")
	e.P("d.Chunk = ", chunk)
	if e.opts.Intern {
		e.P("d.Intern = true")
	}
	if e.plan.charges() || e.asks(v) {
		e.P("d.MaxAlloc = ", e.maxAlloc())
	}
	if !e.InPlace {
		e.P("d.InPlace = false")
	}
	if e.journaled() {
		e.P("d.Journals = &", e.journals())
	}
	if e.Strict || e.V2 {
		e.P("d.Strict, d.Distinct = true, false")
	}
	if e.V2 {
		e.P("d.V2, d.InPlace = true, true")
	}
	if !e.NoFallback {
		e.P("d.Other = ", e.std("UnmarshalAny"))
	}
	e.decode("d", "d", v)
	e.P("}")
}

// settings are the fields of a decoder that options set.
func (e *emitter) settings(v *value) []string {
	var list []string
	if e.opts.Unsafe {
		list = append(list, "Source: "+e.Ident("unsafe", "String")+"("+e.Ident("unsafe", "SliceData")+"(data), len(data))")
	}
	switch {
	case e.BatchStrings:
		list = append(list, "Chunk: "+e.rt("Batch")+"(data)")
	case !e.opts.Unsafe:
		list = append(list, "Chunk: "+e.rt("Piece")+"(data)")
	}
	if e.plan.charges() || e.asks(v) {
		list = append(list, "MaxAlloc: "+itoa(e.maxAlloc()))
	}
	if e.InPlace {
		list = append(list, "InPlace: true")
	}
	if e.journaled() {
		list = append(list, "Journals: &"+e.journals())
	}
	if e.Strict || e.V2 {
		list = append(list, "Strict: true")
	}
	if e.V2 {
		list = append(list, "V2: true")
	}
	if !e.NoFallback && e.plan.hasAny() {
		list = append(list, "Other: "+e.std("UnmarshalAny"))
	}
	return list
}

// maxAlloc is what a value may take beyond what the length of its input justifies.
func (e *emitter) maxAlloc() int { return cmp.Or(e.opts.MaxAlloc, codec.DefaultMaxAlloc) }

// maxDepth is how deep values of recursive types may nest, or 0 where there are none
// or they may as deep as in encoding/json, which is what the default of all formats
// means here.
func (e *emitter) maxDepth() int {
	if e.opts.MaxDepth == codec.DefaultMaxDepth || !slices.ContainsFunc(e.plan.order, func(v *value) bool { return v.recursive }) {
		return 0
	}
	return e.opts.MaxDepth
}

// counts reports whether values of v count as nested: all of recursive types where
// only cycles are looked for, and with a limit those of named ones, one of which
// every recursion has.
func (e *emitter) counts(v *value) bool {
	return v.recursive && (e.maxDepth() == 0 || !v.typ.Name.IsZero())
}

// hasAny reports whether a value may be an interface.
func (p *plan) hasAny() bool {
	for _, v := range p.values {
		if v.encode == opAny {
			return true
		}
	}
	return false
}

// encode prints the writing of v after what buffer holds; text stands for what
// encoding/json has written instead.
func (e *emitter) encode(buffer, text, failed string, v *value) {
	if e.V2 {
		e.P("e := &", e.rt("Encoder"), "{V2: true}")
	} else {
		e.P("e := &", e.rt("Encoder"), "{}")
	}
	if !e.NoFallback && e.plan.hasAny() {
		e.P("e.Other = ", e.std(e.raw("Marshal")))
	}
	e.Pf("b, n := %s(%s)", e.rt("Start"), buffer)
	e.P("const rest = 0")
	e.Steps(e.write(v, goprint.Pointee("v")))
	e.P("if e.Fail {")
	if !e.NoFallback && e.maxDepth() > 0 {
		e.P("if e.Deep { // as encoding/json would not mind")
		e.Pf("return %s, e.Failure(%q)", failed, v.typ.String())
		e.P("}")
	}
	switch {
	case e.NoFallback:
		e.Pf("return %s, e.Failure(%q)", failed, v.typ.String())
	case e.RawHTML:
		e.Pf("text, err := %s(%s)", e.std("Encode"), e.plain(v.typ, writesText(v.typ)))
		e.Pf("return %s, err", text)
	default:
		e.Pf("text, err := %s(%s)", e.Ident("encoding/json", "Marshal"), e.plain(v.typ, writesText(v.typ)))
		e.Pf("return %s, err", text)
	}
	e.P("}")
}

// decode prints the reading of data into v.
func (e *emitter) decode(d, pointer string, v *value) {
	fallback := d + ".Failure(data, " + quote(v.typ.String()) + ")"
	untouched := e.rt("NilTarget") + "(" + quote(v.typ.String()) + ")"
	if !e.NoFallback {
		fallback = e.Ident("encoding/json", "Unmarshal") + "(data, " + e.plain(v.typ, readsText(v.typ)) + ")"
		untouched = fallback
		if e.opts.Methods {
			untouched = e.Ident("encoding/json", "Unmarshal") + "(data, (*" + v.typ.Name.Name + ")(nil))"
		}
	}
	e.P("if v == nil { return ", untouched, " }")
	restore := ""
	if !e.NoFallback {
		var ok bool
		if restore, ok = e.save(v); !ok {
			e.P("_ = ", d, " // too much of the value would have to be put back one by one")
			e.P("return ", fallback)
			return
		}
	}
	if !v.inline() {
		e.Pf("if i := %s(%s, data, 0, v); i >= 0 && %s.Done(data, i) {", e.function("Decode", v), pointer, d)
	} else {
		e.Pf("if i := func(d *%s, b []byte, i int) int {", e.rt("Decoder"))
		e.variable(v)
		e.read(v, goprint.Pointee("v"))
		e.P("return i")
		e.Pf("}(%s, data, 0); i >= 0 && %s.Done(data, i) {", pointer, d)
	}
	e.P("return nil")
	e.P("}")
	if e.journaled() && !e.NoFallback {
		e.P(d, ".Undo()")
	}
	if restore != "" {
		e.P(restore)
	}
	if !e.NoFallback && (e.asks(v) || e.maxDepth() > 0) {
		costly := ""
		if s := v.largest(); e.asks(v) {
			costly = fmt.Sprintf(" || %s.Costly(data, %d, %d, %d)", d, s.element, s.entry, max(s.target, s.embedded))
		}
		e.P("if ", d, ".Greedy", costly, " { // as encoding/json would be")
		e.P("return ", d, ".Failure(data, ", quote(v.typ.String()), ")")
		e.P("}")
	}
	e.P("return ", fallback)
}

// asks reports whether encoding/json is asked about refused inputs and may take memory
// for values of v.
func (e *emitter) asks(v *value) bool { return !e.NoFallback && v.largest() != storage{} }

// plain prints what v has to be handed to encoding/json as, and returns it: a
// type without the methods that are generated, which has the same name in
// errors, and, by text, those for texts that encoding/json calls in their absence.
func (e *emitter) plain(t *typemodel.Type, text bool) string {
	switch {
	case !e.opts.Methods:
		return "v"
	case text:
		e.Pf("type %s struct { %sText }", t.Name.Name, e.self(t))
		return "&" + t.Name.Name + "{" + e.self(t) + "Text{v}}"
	}
	e.Pf("type %s %s", t.Name.Name, e.self(t))
	return "(*" + t.Name.Name + ")(v)"
}

// writesText and readsText report whether encoding/json calls the methods of t for texts.
func writesText(t *typemodel.Type) bool {
	return t.Calls&(typemodel.MarshalTextByValue|typemodel.MarshalTextByPointer) != 0
}
func readsText(t *typemodel.Type) bool { return t.Calls.Has(typemodel.UnmarshalTextByPointer) }

// self returns the second name of a type with methods.
func (e *emitter) self(t *typemodel.Type) string {
	return e.Local(e.prefix + "Self" + codec.UpperFirst(t.Name.Name))
}

// receiver returns the type of the receiver v of a method that writes a t, and a pointer to it.
func (e *emitter) receiver(t *typemodel.Type) (receiver, pointer string) {
	if shape.Locks(t) { // which no call may copy
		return "*" + e.Type(t), "v"
	}
	return e.Type(t), "&v"
}

// methods prints the methods that encoding/json calls.
func (e *emitter) methods(t *typemodel.Type) {
	e.P()
	e.P("type ", e.self(t), " = ", t)
	if text := e.self(t) + "Text"; !e.NoFallback && (writesText(t) || readsText(t)) {
		e.P()
		e.P("// ", text, " has the methods for texts alone.")
		e.P("type ", text, " struct { v *", e.self(t), " }")
		e.P()
		if writesText(t) {
			receiver := text
			if !t.Calls.Has(typemodel.MarshalTextByValue) {
				receiver = "*" + text
			}
			e.P("func (t ", receiver, ") MarshalText() ([]byte, error) { return t.v.MarshalText() }")
		}
		if readsText(t) {
			e.P("func (t *", text, ") UnmarshalText(text []byte) error { return t.v.UnmarshalText(text) }")
		}
	}
	e.DocComment("MarshalJSON implements json.Marshaler by " + FuncName("Marshal", t) + ", which is faster where it is called itself: encoding/json checks and copies what a method returns.")
	receiver, v := e.receiver(t)
	e.Pf("func (v %s) MarshalJSON() ([]byte, error) { return %s(%s) }", receiver, FuncName("Marshal", t), v)
	e.DocComment("UnmarshalJSON implements json.Unmarshaler by " + FuncName("Unmarshal", t) + ", which is faster where it is called itself: encoding/json looks at the whole input twice before.")
	data := "data"
	if e.opts.Unsafe {
		data = "append([]byte(nil), data...)" // which v will alias, and encoding/json writes to
	}
	e.Pf("func (v *%s) UnmarshalJSON(data []byte) error { return %s(%s, v) }", t, FuncName("Unmarshal", t), data)
}

// streams prints the writer and the reader of streams of values.
func (e *emitter) streams(t *typemodel.Type) {
	name := FuncName("", t)
	typ, reader := e.Type(t), e.Ident("io", "Reader")
	e.DocComment(name + "Writer writes values as JSON Lines: each on a line of its own.")
	e.P("type ", name, "Writer struct {")
	e.P("w ", e.Ident("io", "Writer"))
	e.P("buf []byte")
	e.End()
	e.Pf("// New%sWriter returns a writer to w, which it calls once for each value.", name)
	e.Pf("func New%sWriter(w %s) *%sWriter { return &%sWriter{w: w} }", name, e.Ident("io", "Writer"), name, name)
	e.P()
	e.P("// Write writes v.")
	e.Pf("func (w *%sWriter) Write(v *%s) (err error) {", name, typ)
	e.Pf("if w.buf, err = %s(w.buf[:0], v); err != nil { return err }", FuncName("Append", t))
	e.P("w.buf = append(w.buf, '\\n')")
	e.P("_, err = w.w.Write(w.buf)")
	e.P("return err")
	e.P("}")
	e.DocComment(name + "Reader reads values one by one: those of JSON Lines or any others that follow each other, or the elements of one array.")
	e.P("type ", name, "Reader struct {")
	e.P("s ", e.rt("Stream"))
	e.End()
	e.Pf("// New%sReader returns a reader from r, which it reads ahead of the values. One", name)
	e.P("// of more than limit bytes is refused.")
	e.Pf("func New%sReader(r %s, limit int) *%sReader {", name, reader, name)
	e.Pf("return &%sReader{%s{Input: r, Limit: limit}}", name, e.rt("Stream"))
	e.End()
	e.P("// Read reads the next value into v. The error is io.EOF when there is none, and")
	e.P("// io.ErrUnexpectedEOF when the input ends within one.")
	e.Pf("func (r *%sReader) Read(v *%s) error {", name, typ)
	e.P("data, err := r.s.Next()")
	e.P("if err != nil { return err }")
	if e.opts.Unsafe {
		e.P("data = append([]byte(nil), data...) // which v will alias")
	}
	e.Pf("return %s(data, v)", FuncName("Unmarshal", t))
	e.P("}")
}

// inline reports whether reading the value takes statements instead of a
// function.
func (v *value) inline() bool {
	return v.name == "" || v.decode > opStruct || v.decode == opScalars
}
