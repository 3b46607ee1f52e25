package face

import (
	"regexp"
	"strings"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/goprint"
)

// Stream prints the writer and the reader of streams of values, which alias what is read if
// alias is set.
//
// scan is the call by which a reader finds the end of a message where none has its length
// before it, of have []byte, i int and open []uint64; it returns the new open and i. It goes on
// from i as far as have has whole values, and returns the position after them, or -1 for what
// is none; open is [1] where a message begins, and empty after it. Without one, each message
// comes after its length as a varint.
func (f Face) Stream(file *goprint.File, alias bool, scan string) {
	source := delimited
	if scan != "" {
		source = sequence
	}
	own := [][2]string{{"r.buf[:0]", "r.buf = data"}, {"r.buf[r.start : r.start+i]", ""}}
	if alias {
		own = [][2]string{{"[]byte(nil) // which v will alias", ""}, {"append([]byte(nil), r.buf[r.start:r.start+i]...) // which v will alias", ""}}
	}
	file.P()
	file.P(expand(file, strings.NewReplacer(
		"{{format}}", f.Format, "{{name}}", codec.FuncName("", f.Type, f.Format), "{{type}}", file.Type(f.Type),
		"{{append}}", f.Call("Append", "w.buf", "v"), "{{unmarshal}}", f.Call("Unmarshal", "data", "v"),
		"{{scan}}", scan, "{{buffer}}", own[0][0], "{{keep}}", own[0][1], "{{data}}", own[1][0]).Replace(source)))
}

// delimited are streams of messages after their lengths.
const delimited = `
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
		return $fmt.Errorf("{{format}}: a message of %d bytes, and the limit is %d", n, r.limit)
	}
	data := {{buffer}}
	for uint64(len(data)) < n { // in steps: the message may be shorter than it says
		step := n - uint64(len(data))
		if step > 64<<10 {
			step = 64<<10
		}
		start := len(data)
		data = $slices.Grow(data, int(step))[:start+int(step)]
		if _, err := $io.ReadFull(r.r, data[start:]); err != nil {
			if err == $io.EOF {
				err = $io.ErrUnexpectedEOF
			}
			return err
		}
	}
	{{keep}}
	return {{unmarshal}}
}`

// sequence are streams of messages that tell where they end.
const sequence = `
// {{name}}Writer writes a stream of messages, one after another.
type {{name}}Writer struct {
	w   $io.Writer
	buf []byte
}

// New{{name}}Writer returns a writer to w. It calls w once for each message.
func New{{name}}Writer(w $io.Writer) *{{name}}Writer { return &{{name}}Writer{w: w} }

// Write writes v.
func (w *{{name}}Writer) Write(v *{{type}}) (err error) {
	w.buf = w.buf[:0]
	if w.buf, err = {{append}}; err != nil {
		return err
	}
	_, err = w.w.Write(w.buf)
	return err
}

// {{name}}Reader reads messages that follow each other.
type {{name}}Reader struct {
	r      $io.Reader
	limit  int
	buf    []byte
	start  int   // of what was read from r and has not been returned
	err    error // of r
	broken error // why no more messages are found
}

// New{{name}}Reader returns a reader from r, which it reads ahead of the
// messages. Those of more than limit bytes are refused.
func New{{name}}Reader(r $io.Reader, limit int) *{{name}}Reader {
	return &{{name}}Reader{r: r, limit: limit}
}

// Read reads the next message into v, whose storage it uses again. The error is
// io.EOF when there is none, and io.ErrUnexpectedEOF when it is cut short. After an
// error of a message's contents the next one can be read.
func (r *{{name}}Reader) Read(v *{{type}}) error {
	if r.broken != nil {
		return r.broken
	}
	open, i := []uint64{1}, 0
	for {
		have := r.buf[r.start:]
		open, i = {{scan}}
		if i < 0 {
			r.broken = $errors.New("{{format}}: the stream goes on with what is no value")
			return r.broken
		}
		if i > r.limit || len(open) > 0 && len(have) > r.limit {
			r.broken = $fmt.Errorf("{{format}}: a message of more than %d bytes, which are the limit", r.limit)
			return r.broken
		}
		if len(open) == 0 {
			break
		}
		if r.err == $io.EOF && len(have) > 0 {
			return $io.ErrUnexpectedEOF
		}
		if r.err != nil {
			return r.err
		}
		if r.start > 0 {
			r.buf = r.buf[:copy(r.buf, have)]
			r.start = 0
		}
		r.buf = $slices.Grow(r.buf, 4096)
		var n int
		n, r.err = r.r.Read(r.buf[len(r.buf):cap(r.buf)])
		r.buf = r.buf[:len(r.buf)+n]
	}
	data := {{data}}
	r.start += i
	return {{unmarshal}}
}`

// imported is an identifier of the standard library in the text of a stream, such as $io.EOF.
var imported = regexp.MustCompile(`\$([a-z/0-9]+)\.(\w+)`)

// expand returns the text with the identifiers as the file spells them.
func expand(f *goprint.File, source string) string {
	return imported.ReplaceAllStringFunc(strings.TrimSpace(source), func(ref string) string {
		m := imported.FindStringSubmatch(ref)
		return f.Ident(m[1], m[2])
	})
}
