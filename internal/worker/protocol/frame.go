package protocol

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Token is what every frame of a process begins with. The command draws one for each
// process and says it before the first request, so that nothing that an adapter writes
// is taken for an answer.
type Token [16]byte

// Conn is one side of the conversation. A frame is the token, the length of a JSON
// document in four bytes, the highest first, and the document.
type Conn struct {
	token Token
	in    *bufio.Reader
	out   io.Writer
}

// ErrForeign is the error of a frame that begins without the token.
var ErrForeign = errors.New("something else was written where the answers of the worker are: does the serializer write to descriptors that are not its own?")

// longestFrame is the most bytes that a document may have.
const longestFrame = 1 << 30

// Begin begins the conversation on the command's side.
func Begin(token Token, in io.Reader, out io.Writer) (*Conn, error) {
	if _, err := out.Write(token[:]); err != nil {
		return nil, err
	}
	return &Conn{token, bufio.NewReaderSize(in, 1<<16), out}, nil
}

// Accept begins the conversation on the worker's side.
func Accept(in io.Reader, out io.Writer) (*Conn, error) {
	c := &Conn{in: bufio.NewReaderSize(in, 1<<16), out: out}
	_, err := io.ReadFull(c.in, c.token[:])
	return c, err
}

// Send writes one document.
func (c *Conn) Send(doc any) error {
	var frame bytes.Buffer
	frame.Write(c.token[:])
	frame.Write(make([]byte, 4))
	if err := json.NewEncoder(&frame).Encode(doc); err != nil {
		return err
	}
	length := frame.Len() - len(c.token) - 4
	if length > longestFrame {
		return fmt.Errorf("a document of %d bytes, where %d is the most", length, longestFrame)
	}
	binary.BigEndian.PutUint32(frame.Bytes()[len(c.token):], uint32(length))
	_, err := c.out.Write(frame.Bytes())
	return err
}

// Receive reads one document. The error is io.EOF when the other side has ended
// between two of them.
func (c *Conn) Receive(doc any) error {
	var head [len(Token{}) + 4]byte
	n, err := io.ReadFull(c.in, head[:])
	if !bytes.HasPrefix(c.token[:], head[:min(n, len(c.token))]) {
		return fmt.Errorf("%w It begins with %q", ErrForeign, head[:n])
	}
	if err != nil {
		return err
	}
	length := binary.BigEndian.Uint32(head[len(c.token):])
	if length > longestFrame {
		return fmt.Errorf("a document of %d bytes, where %d is the most", length, longestFrame)
	}
	// Not more at once than has come: the length may be no length.
	text, err := io.ReadAll(io.LimitReader(c.in, int64(length)))
	if err != nil {
		return err
	}
	if len(text) < int(length) {
		return io.ErrUnexpectedEOF
	}
	return json.Unmarshal(text, doc)
}

// Complete returns an error when the response holds not what the request asks for.
func (r *Response) Complete(req Request) error {
	missing := false
	switch req.Do {
	case "load":
		missing = r.Load == nil
	case "verify":
		missing = r.Verdict == nil
	case "batch":
		missing = r.Batch == nil
	case "batches":
		missing = len(r.Batches) != len(req.Batches)
		for i := 0; i < len(r.Batches) && !missing; i++ {
			missing = r.Batches[i].Complete(req.Batches[i]) != nil
		}
	case "allocs":
		missing = r.Allocs == nil
	case "window":
		missing = r.Window == nil
	case "profile":
		missing = r.Profile == nil
	case "latency":
		missing = r.Latency == nil
	case "cold":
		missing = r.Cold == nil
	case "first":
		missing = r.First == nil
	case "probe":
		missing = r.Probe == nil
	}
	if missing && r.Err == "" {
		return fmt.Errorf("the answer to %q holds nothing", req.Do)
	}
	return nil
}

// Failure is the error that the response to req tells of; nil where it tells of none.
func (r *Response) Failure(req Request) error {
	if r.Err == "" {
		return nil
	}
	return fmt.Errorf("%s: %s", req, r.Err)
}

// String says what is asked for, in a word or two.
func (r Request) String() string {
	if r.Do == "prove" {
		return "in the process that is timed" // of the codec, whatever the entry's operation
	}
	if r.Op != "" {
		return r.Do + " " + string(r.Op)
	}
	return r.Do
}
