package result

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/assay-go/assay/internal/atomic"
)

// ErrLater is the error of a document that a later assay wrote.
var ErrLater = errors.New("written by a later version of assay")

// ReadFile reads the document in the named file. Errors
// are one line, begin with the file's name, and say at which line what is
// wrong.
func ReadFile(name string) (*Run, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("reading the results: %w", err)
	}
	run, err := Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return run, nil
}

// Parse reads a document. Unknown fields are ignored: a later assay may add
// some without changing the schema. A document of a later schema is ErrLater.
func Parse(data []byte) (*Run, error) {
	data = Text(data)
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, errors.New("the file is empty; a results file is a JSON document")
	}
	// The schema comes first: a document of a later one may differ in anything.
	var head struct {
		Schema   *int            `json:"schema"`
		Subjects json.RawMessage `json:"subjects"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return nil, broken(data, err)
	}
	switch {
	case head.Schema == nil:
		return nil, errors.New(`no field "schema": ` + noResults)
	case *head.Schema > Schema:
		return nil, fmt.Errorf("%w: its schema is %d, this one reads up to %d", ErrLater, *head.Schema, Schema)
	case *head.Schema < 1:
		return nil, fmt.Errorf("schema %d does not exist; the first is 1", *head.Schema)
	case head.Subjects == nil: // as what assay check writes
		return nil, errors.New(`no field "subjects": ` + noResults)
	}
	run := new(Run)
	if err := json.Unmarshal(data, run); err != nil {
		return nil, broken(data, err)
	}
	if err := run.check(); err != nil {
		return nil, err
	}
	if run.Schema < 3 {
		var was named2
		if err := json.Unmarshal(data, &was); err != nil {
			return nil, broken(data, err)
		}
		run.upgrade(was)
	}
	return run, nil
}

const noResults = "this is no results file, which assay run --out writes"

// named2 is what documents up to schema 2 called otherwise.
type named2 struct {
	Subjects []struct {
		Cases  []case2 `json:"cases"`
		Limits []case2 `json:"limits"`
	} `json:"subjects"`
	Others []named2 `json:"others"`
}

type case2 struct {
	Unsafe Class `json:"unsafe"` // empty for what is safe, and for what was never built
}

// upgrade makes a document of schema 1 or 2 one of this schema.
func (r *Run) upgrade(was named2) {
	if r.Schema == 1 { // its round trips were compared inside the clock
		r.Settings.Compared = true
		for _, s := range r.Subjects {
			for _, c := range s.rows() {
				if op, ok := c.Ops["roundtrip"]; ok {
					delete(c.Ops, "roundtrip")
					c.Ops["compared"] = op
				}
			}
		}
	}
	r.Schema = Schema
	for i, s := range r.Subjects {
		for j, c := range slices.Concat(s.Cases, s.Limits) {
			c.Class = slices.Concat(was.Subjects[i].Cases, was.Subjects[i].Limits)[j].Unsafe
			if c.Class == "" && c.Status == OK {
				c.Class = Safe
			}
		}
	}
	for i, other := range r.Others {
		other.upgrade(was.Others[i])
	}
}

// rows returns the cases of a subject, the harness's own last.
func (s *Subject) rows() []*Case {
	rows := slices.Concat(s.Cases, s.Limits)
	for _, c := range []*Case{s.Floor, s.FloorReuse} {
		if c != nil {
			rows = append(rows, c)
		}
	}
	return rows
}

// broken says where the document is broken, and of what kind it should be
// there.
func broken(data []byte, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &kind) && kind.Field == "":
		return fmt.Errorf("%s: the document holds %s, not an object: %s", place(data, kind.Offset), kind.Value, noResults)
	case errors.As(err, &kind):
		return fmt.Errorf("%s: %s holds %s, not %s", place(data, kind.Offset), kind.Field, kind.Value, words(kind.Type))
	case errors.As(err, &syntax) && syntax.Offset >= int64(len(data)) && strings.Contains(syntax.Error(), "unexpected end"):
		return fmt.Errorf("%s: the document ends in the middle: it was cut off while being written or copied", place(data, int64(len(data))))
	case errors.As(err, &syntax) && len(bytes.TrimSpace(data[:min(max(syntax.Offset-1, 0), int64(len(data)))])) == 0:
		return fmt.Errorf("%s: no valid JSON: %s: %s", place(data, syntax.Offset), syntax, noResults)
	case errors.As(err, &syntax):
		return fmt.Errorf("%s: no valid JSON: %s", place(data, syntax.Offset), syntax)
	}
	return err
}

func words(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Int, reflect.Uint64:
		return "a whole number"
	case reflect.Float64:
		return "a number"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		return "a list"
	case reflect.Struct, reflect.Map, reflect.Pointer:
		return "an object"
	}
	return "a " + t.Kind().String()
}

// place names a byte offset by line, column and offset, as editors count.
func place(data []byte, offset int64) string {
	before := data[:min(max(offset, 0), int64(len(data)))]
	line := bytes.Count(before, []byte{'\n'}) + 1
	column := len(before) - bytes.LastIndexByte(before, '\n') - 1
	return "line " + strconv.Itoa(line) + ", column " + strconv.Itoa(max(column, 1)) + " (byte " + strconv.FormatInt(offset, 10) + ")"
}

// check refuses what no assay writes and every reader would stumble over.
func (r *Run) check() error {
	for i, other := range r.Others {
		if other == nil {
			return fmt.Errorf("others[%d] is null", i)
		}
		if err := other.check(); err != nil {
			return fmt.Errorf("others[%d]: %w", i, err)
		}
	}
	if s := r.Shard; s != nil && (s.Count < 1 || s.Index < 1 || s.Index > s.Count) {
		return fmt.Errorf("shard %d of %d does not exist", s.Index, s.Count)
	}
	subjects := map[string]bool{}
	for i, s := range r.Subjects {
		if s == nil {
			return fmt.Errorf("subjects[%d] is null", i)
		}
		if subjects[s.Name] {
			return fmt.Errorf("subjects[%d]: a second subject %q", i, s.Name)
		}
		subjects[s.Name] = true
		rows := map[string]bool{}
		for j, c := range s.Cases {
			if c == nil {
				return fmt.Errorf("subject %q: cases[%d] is null", s.Name, j)
			}
			if rows[c.Row] {
				return fmt.Errorf("subject %q: a second row %q", s.Name, c.Row)
			}
			rows[c.Row] = true
			if err := c.check(); err != nil {
				return fmt.Errorf("subject %q, row %q: %w", s.Name, c.Row, err)
			}
		}
		for _, c := range s.rows()[len(s.Cases):] {
			if c == nil {
				return fmt.Errorf("subject %q: a limit is null", s.Name)
			}
			if err := c.check(); err != nil {
				return fmt.Errorf("subject %q, %q: %w", s.Name, c.Row, err)
			}
		}
	}
	return nil
}

func (c *Case) check() error {
	switch c.Status {
	case OK, Refused, Failed, Skipped:
	default:
		return fmt.Errorf("unknown status %q", c.Status)
	}
	switch c.Class {
	case "", Safe, Unsafe, Aliases:
	default:
		return fmt.Errorf("unknown class %q", c.Class)
	}
	for i, z := range c.Compression {
		if z.Algorithm == "" || z.Messages < 1 || !(z.Bytes >= 0) || len(z.CompressNS) == 0 || len(z.DecompressNS) != len(z.CompressNS) {
			return fmt.Errorf("compression[%d]: %q of %d messages, with %d and %d times, was never measured", i, z.Algorithm, z.Messages, len(z.CompressNS), len(z.DecompressNS))
		}
	}
	for name, op := range c.Ops {
		if op == nil {
			return fmt.Errorf("ops.%s is null", name)
		}
		for i, s := range op.Samples {
			if !(s.NSPerOp >= 0) || s.N < 1 {
				return fmt.Errorf("ops.%s.samples[%d]: %v ns/op over %d operations was never measured", name, i, s.NSPerOp, s.N)
			}
		}
	}
	return nil
}

// File is where a run is recorded while it is under way.
type File struct {
	name   string // as given, for messages
	target string // with symbolic links followed
}

// Create makes sure that documents can be written under the name, so that a run
// does not find out at its end. What the file holds stays until the first
// Write.
func Create(name string) (*File, error) {
	f := &File{name: name, target: name}
	switch info, err := os.Stat(name); {
	case err == nil && info.IsDir():
		return nil, f.failed(errors.New("it is a directory"))
	case err == nil:
		if f.target, err = filepath.EvalSymlinks(name); err != nil {
			return nil, f.failed(err)
		}
		if !info.Mode().IsRegular() { // a pipe or a device: written in place
			return f, nil
		}
		old, err := os.OpenFile(f.target, os.O_WRONLY, 0)
		if err != nil {
			return nil, f.failed(err)
		}
		old.Close()
	case !errors.Is(err, fs.ErrNotExist):
		return nil, f.failed(err)
	}
	tmp, err := f.temp()
	if err != nil {
		return nil, f.failed(err)
	}
	tmp.Close()
	os.Remove(tmp.Name())
	return f, nil
}

// Write replaces what the file holds by the document, whole or not at all: it is
// written to a temporary file beside it, which then takes the name.
func (f *File) Write(run *Run) error {
	data, err := Marshal(run)
	if err != nil {
		return f.failed(err)
	}
	return f.Replace(data)
}

// Replace replaces what the file holds, such as by a report of results, whole
// or not at all.
func (f *File) Replace(data []byte) error {
	return f.failed(atomic.Write(f.name, data))
}

// Marshal returns the document as it stands in files: a line for each case and
// for each sample, so that two of them can be compared line by line.
func Marshal(run *Run) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(run); err != nil {
		return nil, err
	}
	// No string of the document can hold these: their quotes would be escaped.
	return lines.ReplaceAll(out.Bytes(), []byte("\n$0")), nil
}

// lines matches what begins a line.
var lines = regexp.MustCompile(`"(environment|settings|subjects|warnings|complete)":|\{"(name|row|round)":`)

// temp makes the temporary file. Its mode is that of any new file, which
// os.CreateTemp would not give.
func (f *File) temp() (*os.File, error) {
	name := fmt.Sprintf("%s.%d.tmp", f.target, time.Now().UnixNano())
	return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}

// failed names the file in one line: the paths inside err are temporary ones
// that the user never gave.
func (f *File) failed(err error) error {
	if err == nil {
		return nil
	}
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		err = path.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return fmt.Errorf("writing the results to %s: %w", f.name, err)
}
