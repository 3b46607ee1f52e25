package positional

import (
	"fmt"
	"strings"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/typemodel"
)

// api prints what users call for the plan's root.
func (e *emitter) api() {
	root := e.plan.root
	typ := e.goType(root.typ)
	e.begin(root, "return 0, ")
	depth := ""
	if root.recursive {
		depth = ", 0"
	}
	size, put, app, decode := e.functionName("Size", root), e.functionName("Put", root), e.functionName("Append", root), e.functionName("Decode", root)

	if !e.opts.NoFingerprint {
		e.P()
		e.Pf("// %s is the version of the format and the fingerprint of the type.", e.markName())
		e.Pf("const %s = %q", e.markName(), e.plan.mark())
	}
	marshal := e.entry("Append", "AppendBinary", "(b []byte", "([]byte, error)", typ,
		"appends the "+e.format.Title+" encoding of v to b and returns the extended buffer. b belongs to the caller; nothing of it is kept.")
	marshal()
	bound := e.bound(root)
	marked := !e.opts.NoFingerprint
	if marked && (root.walks || bound == "") {
		e.Pf("b = append(b, %s...)", e.markName())
	}
	switch {
	case root.walks && e.plan.shortCounts():
		e.P("start := len(b)")
		e.Pf("b, err := %s(b, v%s)", app, depth)
		e.P("if err != nil {")
		e.P("return b, err")
		e.P("}")
		e.checkTotal("len(b)-start", "b[:start]")
		e.P("return b, nil")
	case root.walks:
		e.Pf("return %s(b, v%s)", app, depth)
	case bound != "":
		if marked {
			bound = e.boundPlus(root, len(e.plan.mark()))
		}
		n := e.local("n")
		e.Pf("%s := %s // or less", n, bound)
		e.Pf("if cap(b)-len(b) < %s {", n)
		e.Pf("b = %s(b, %s)", e.std("slices", "Grow"), n)
		e.P("}")
		e.P("p := b[len(b):cap(b)]")
		items := e.items(root)
		if marked {
			mark := &node{op: opMark, typ: root.typ, fixed: len(e.plan.mark())}
			items = append([]item{{node: mark}}, items...)
		}
		e.put(e.pieces(items))
		e.checkTotal("cap(b)-len(p)-len(b)", "b")
		e.P("return b[:cap(b)-len(p)], nil")
	default:
		e.sizeOfRoot(size, depth, "b")
		e.Pf("if cap(b)-len(b) < n {")
		e.Pf("b = %s(b, n)", e.std("slices", "Grow"))
		e.P("}")
		e.P("b = b[:len(b)+n]")
		e.putRoot(put, "b[len(b)-n:]", "b[:len(b)-n]")
		e.P("return b, nil")
	}
	e.P("}")

	e.entry("Marshal", "MarshalBinary", "(", "([]byte, error)", typ,
		"returns the "+e.format.Title+" encoding of v in a new buffer of just its length.")()
	if root.walks {
		e.Pf("scratch := %s.Get().(*[]byte)", e.support("Scratch"))
		start := "(*scratch)[:0]"
		if !e.opts.NoFingerprint {
			start = "append((*scratch)[:0], " + e.markName() + "...)"
		}
		e.Pf("b, err := %s(%s, v%s)", app, start, depth)
		e.P("*scratch = b")
		if e.plan.shortCounts() {
			e.Pf("if err == nil && uint64(len(b)) > %s {", longest)
			e.Pf("err = %s(%q, %q)", e.support("MarshalError"), e.owner, tooLong)
			e.P("}")
		}
		e.P("var fresh []byte")
		e.P("if err == nil {")
		e.Pf("fresh = %s(b)", e.std("bytes", "Clone"))
		e.P("}")
		e.P("if cap(b) <= 1<<20 {")
		e.Pf("%s.Put(scratch)", e.support("Scratch"))
		e.P("}")
		e.P("return fresh, err")
	} else {
		e.sizeOfRoot(size, depth, "nil")
		if !e.opts.NoFingerprint {
			e.Pf("b := make([]byte, len(%s)+n)", e.markName())
			e.putRoot(put, "b[copy(b, "+e.markName()+"):]", "nil")
		} else {
			e.P("b := make([]byte, n)")
			e.putRoot(put, "b", "nil")
		}
		e.P("return b, nil")
	}
	e.P("}")

	e.entry("Size", "SizeBinary", "(", "int", typ,
		"returns the length in bytes of the "+e.format.Title+" encoding of v, or 0 if v has none.")()
	if root.fails {
		e.Pf("n, err := %s(v%s)", size, depth)
		e.P("if err != nil {")
		e.P("return 0")
		e.P("}")
	} else {
		e.Pf("n := %s(v)", size)
	}
	if !e.opts.NoFingerprint {
		e.P("n += len(", e.markName(), ")")
	}
	if e.plan.shortCounts() {
		e.Pf("if uint64(%s) > %s {", e.inBytes("n"), longest)
		e.P("return 0")
		e.P("}")
	}
	e.P("return ", e.inBytes("n"))
	e.P("}")

	e.entry("Unmarshal", "UnmarshalBinary", "(data []byte", "error", typ,
		"reads v from the whole of data, which must hold nothing else. "+e.aliasing()+
			" Storage that v refers to (slices, maps, what pointers lead to) is used again and must not be shared; after an error, the content of v is undefined.")()
	e.Pf("r := %s{data: data}", e.support("Reader"))
	e.decodeRoot(decode)
	e.P("if err == nil && len(p) > 0 {")
	e.Pf("err = r.fail(p, %q, \"bytes are left over\")", e.owner)
	e.P("}")
	e.P("return err")
	e.P("}")

	e.entry("Decode", "DecodeBinary", "(data []byte", "(int, error)", typ,
		"reads v from the front of data and returns the number of bytes used. "+e.aliasing()+" It uses storage of v as Unmarshal does.")()
	e.Pf("r := %s{data: data}", e.support("Reader"))
	e.decodeRoot(decode)
	e.P("return len(data) - len(p), err")
	e.P("}")
	if e.opts.Arena {
		e.decoder(typ, decode)
	}
	if e.opts.Streams {
		e.streams(typ)
	}
}

// markName returns the constant that every encoding of the root begins with.
func (e *emitter) markName() string { return e.functionName("Mark", e.plan.root) }

// decodeRoot prints the reading of v from data.
func (e *emitter) decodeRoot(decode string) {
	if e.opts.NoFingerprint {
		e.Pf("p, err := %s(&r, data, v)", decode)
		return
	}
	mark := e.markName()
	e.support("ReaderMark")
	e.P("p, err := data, error(nil)")
	e.Pf("if len(data) >= len(%s) && string(data[:len(%s)]) == %s {", mark, mark, mark)
	e.Pf("p, err = %s(&r, data[len(%s):], v)", decode, mark)
	if list, names := e.plan.evolvables(); len(list) > 0 {
		e.support("ReaderGrown")
		var quoted strings.Builder
		for _, n := range list {
			fmt.Fprintf(&quoted, ", %q", names[n])
		}
		e.Pf("} else if p, err = r.grown(%s, %q%s); err == nil {", mark, e.owner, quoted.String())
		e.Pf("p, err = %s(&r, p, v)", decode)
	} else {
		e.P("} else {")
		e.Pf("err = r.mark(len(%s), %q)", mark, e.owner)
	}
	e.P("}")
}

// bound returns an expression that no encoding of v is longer than, for values
// that have one without a loop and without anything to check; else nothing.
func (e *emitter) bound(n *node) string { return e.boundPlus(n, 0) }

// boundPlus is bound with some bytes more.
func (e *emitter) boundPlus(n *node, constant int) string {
	var terms []string
	for _, it := range e.items(n) {
		constant += it.fixed
		s := e.size([]item{it})
		if len(s.statements) > 0 || e.format.bits() || n.function && n.recursive {
			return ""
		}
		switch it.op {
		case opString, opBytes, opList:
			constant += 10 + s.constant // a varint, and what is always there
			for _, t := range s.terms {
				if !strings.Contains(t, "UvarintSize") {
					terms = append(terms, t)
				}
			}
		case opNumber:
			constant += 10
		case opTime:
			constant += 12
		case opBool, opByteArray, opArray, opStruct:
		default:
			return ""
		}
	}
	return sum{constant: constant, terms: terms}.expression()
}

func (e *emitter) aliasing() string {
	if e.opts.Unsafe {
		return "Strings and slices of v alias data, which must not change as long as they are used."
	}
	return "v does not alias data."
}

// entry returns a func that prints the doc comment and the head of a function
// or method.
func (e *emitter) entry(verb, method, params, results, typ, doc string) func() {
	return func() {
		e.P()
		if e.opts.Methods {
			e.comment(method + " " + doc)
			e.Pf("func (v *%s) %s%s) %s {", typ, method, params, results)
			return
		}
		title := codec.FuncName(verb, e.plan.root.typ, e.format.ID)
		e.comment(title + " " + doc)
		if !strings.HasSuffix(params, "(") {
			params += ", "
		}
		e.Pf("func %s%sv *%s) %s {", title, params, typ, results)
	}
}

// comment prints text as a comment of lines of a fair length.
func (e *emitter) comment(text string) {
	line := "//"
	for _, word := range strings.Fields(text) {
		if len(line)+1+len(word) > 80 {
			e.P(line)
			line = "//"
		}
		line += " " + word
	}
	e.P(line)
}

func (e *emitter) sizeOfRoot(size, depth, failed string) {
	if e.plan.root.fails {
		e.Pf("n, err := %s(v%s)", size, depth)
		e.P("if err != nil {")
		e.P("return ", failed, ", err")
		e.P("}")
	} else {
		e.Pf("n := %s(v)", size)
	}
	if e.format.bits() {
		e.P("n = (n + 7) / 8")
	}
	e.checkTotal("n", failed)
}

// longest is the length of the longest encoding with counts of 32 bits: no count
// is more than the bytes that it counts, so that one comparison checks all.
// (Bools and flags that share bytes are less than a byte each; but the varints
// that count them are not cut short.)
const longest = "1<<32-1"

// tooLong is said of values that have a longer one.
const tooLong = "the encoding is longer than 4,294,967,295 bytes, and counts have 32 bits"

// checkTotal prints the check of an encoding of n bytes.
func (e *emitter) checkTotal(n, failed string) {
	if !e.plan.shortCounts() {
		return
	}
	e.Pf("if uint64(%s) > %s {", n, longest)
	e.Pf("return %s, %s(%q, %q)", failed, e.support("MarshalError"), e.owner, tooLong)
	e.P("}")
}

func (e *emitter) inBytes(n string) string {
	if e.format.bits() {
		return "(" + n + " + 7) / 8"
	}
	return n
}

// putRoot prints the writing of v to p, which must fill it.
func (e *emitter) putRoot(put, p, failed string) {
	w := ""
	if e.format.bits() {
		w = ", &" + e.support("BitWriter") + "{}"
	}
	e.Pf("if rest := %s(%s, v%s); len(rest) > 0 {", put, p, w)
	e.Pf("return %s, %s(%q, %q)", failed, e.support("MarshalError"), e.owner, changed)
	e.P("}")
}

// decoder prints the type that owns chunks of memory for many messages.
func (e *emitter) decoder(typ, decode string) {
	title := codec.DecoderName(e.plan.root.typ, e.format.ID)
	e.P()
	e.comment(title + " unmarshals many values into memory of its own: slices and strings of all of them share chunks, " +
		"so that most calls allocate nothing. A value that is kept keeps its chunks. The zero " + title + " is ready to use; it must not be used by two goroutines at once.")
	e.Pf("type %s struct {", title)
	e.Pf("d %s", e.support("Decoder"))
	e.P("}")
	e.P()
	e.comment("Unmarshal reads *v from the whole of data, which must hold nothing else, and overwrites what v held. " + e.aliasing() + " Its slices and what its pointers lead to are valid until Reset.")
	e.Pf("func (d *%s) Unmarshal(data []byte, v *%s) error {", title, typ)
	e.P("*v = ", e.zeroValue(e.plan.root.typ, typ))
	e.Pf("r := %s{data: data, slab: &d.d}", e.support("Reader"))
	e.decodeRoot(decode)
	e.P("if err == nil && len(p) > 0 {")
	e.Pf("err = r.fail(p, %q, \"bytes are left over\")", e.owner)
	e.P("}")
	e.P("return err")
	e.P("}")
	e.P()
	e.comment("Reset takes back the memory of all values that d has unmarshalled, except for strings: none of them may be used any more.")
	e.Pf("func (d *%s) Reset() { d.d.reset() }", title)
}

// streams prints the writer and the reader of streams.
func (e *emitter) streams(typ string) {
	t := e.plan.root.typ
	name := codec.FuncName("", t, e.format.ID)
	appendTo, unmarshal := codec.FuncName("Append", t, e.format.ID)+"(w.buf, v)", codec.FuncName("Unmarshal", t, e.format.ID)+"(buf, v)"
	if e.opts.Methods {
		appendTo, unmarshal = "v.AppendBinary(w.buf)", "v.UnmarshalBinary(buf)"
	}
	buffer := "buf := r.buf[:0]"
	keep := "r.buf = buf"
	if e.opts.Unsafe {
		buffer, keep = "var buf []byte // which v will alias", ""
	}
	e.P()
	e.P(e.expand(strings.NewReplacer("{{name}}", name, "{{type}}", typ, "{{append}}", appendTo, "{{unmarshal}}", unmarshal, "{{buffer}}", buffer, "{{keep}}", keep).Replace(`
// {{name}}Writer writes a stream of messages, each after its length as a varint.
type {{name}}Writer struct {
	w   $io.Writer
	buf []byte
}

// New{{name}}Writer returns a writer to w. It calls w once for each message.
func New{{name}}Writer(w $io.Writer) *{{name}}Writer { return &{{name}}Writer{w: w} }

// Write writes v.
func (w *{{name}}Writer) Write(v *{{type}}) (err error) {
	const room = $encoding/binary.MaxVarintLen64 // for the length, which stands right before the message
	w.buf = append(w.buf[:0], make([]byte, room)...)
	if w.buf, err = {{append}}; err != nil {
		return err
	}
	var length [room]byte
	n := $encoding/binary.PutUvarint(length[:], uint64(len(w.buf)-room))
	copy(w.buf[room-n:], length[:n])
	_, err = w.w.Write(w.buf[room-n:])
	return err
}

// {{name}}Reader reads a stream that {{name}}Writer wrote.
type {{name}}Reader struct {
	r     *$bufio.Reader
	limit uint64
	buf   []byte
}

// New{{name}}Reader returns a reader from r, which it reads ahead of the
// messages. Those of more than limit bytes are refused: with a limit below 1, all
// that are not empty.
func New{{name}}Reader(r $io.Reader, limit int) *{{name}}Reader {
	if limit < 0 {
		limit = 0
	}
	return &{{name}}Reader{r: $bufio.NewReader(r), limit: uint64(limit)}
}

// Read reads the next message into v, whose storage it uses again. The error is
// io.EOF when there is none, and io.ErrUnexpectedEOF when it is cut short.
func (r *{{name}}Reader) Read(v *{{type}}) error {
	n, err := $encoding/binary.ReadUvarint(r.r)
	if err != nil {
		return err
	}
	if n > r.limit {
		return $fmt.Errorf("%format%: a message of %d bytes, and the limit is %d", n, r.limit)
	}
	{{buffer}}
	for uint64(len(buf)) < n { // in steps: the message may be shorter than it says
		step := n - uint64(len(buf))
		if step > 64<<10 {
			step = 64<<10
		}
		start := len(buf)
		buf = $slices.Grow(buf, int(step))[:start+int(step)]
		if _, err := $io.ReadFull(r.r, buf[start:]); err != nil {
			if err == $io.EOF {
				err = $io.ErrUnexpectedEOF
			}
			return err
		}
	}
	{{keep}}
	return {{unmarshal}}
}`)))
}

func (e *emitter) zeroValue(t *typemodel.Type, typ string) string {
	switch t.Kind {
	case typemodel.Struct, typemodel.Array:
		return typ + "{}"
	case typemodel.Slice, typemodel.Map, typemodel.Pointer:
		return "nil"
	}
	return "*new(" + typ + ")"
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
	if e.texts {
		e.P("text ", e.std("strings", "Builder"))
	}
	e.P("}")
	e.P()
	e.Pf("func (d *%s) reset() {", name)
	for _, s := range e.slabs {
		e.P("d.", s.name, ".reset()")
	}
	e.P("}")
	if e.texts {
		e.P()
		e.P(e.expand(`// string returns a copy of p in the current chunk of text.
func (d *@Decoder) string(p []byte) string {
	if d.text.Cap()-d.text.Len() < len(p) {
		d.text = $strings.Builder{}
		d.text.Grow(max(len(p), 16<<10))
	}
	start := d.text.Len()
	d.text.Write(p)
	return d.text.String()[start:]
}`))
	}
}
