package positional

import (
	"regexp"
	"strings"

	"github.com/assay-go/assay/codec"
)

// streams prints the writer and the reader of streams.
func (e *emitter) streams() {
	t := e.plan.root.typ
	typ := e.goType(t)
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

var reference = regexp.MustCompile(`\$([a-z/]+)\.(\w+)|%format%`)

// expand replaces $path.Name by an identifier of the standard library, and
// %format% by the format's name.
func (e *emitter) expand(source string) string {
	return reference.ReplaceAllStringFunc(source, func(ref string) string {
		if ref == "%format%" {
			return e.format.ID
		}
		m := reference.FindStringSubmatch(ref)
		return e.std(m[1], m[2])
	})
}
