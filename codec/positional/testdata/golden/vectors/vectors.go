// Package vectors makes and reads the golden vectors of a positional format: what the
// library whose format it is makes of values and of broken input, by which generated
// code is judged. It knows nothing of a format: it calls the library by two functions.
package vectors

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"

	"github.com/assay-go/assay/codec/positional/testdata/golden"
	"github.com/assay-go/assay/workloads/colorgroup"
	"github.com/assay-go/assay/workloads/complexrtt"
	"github.com/assay-go/assay/workloads/data"
	"github.com/assay-go/assay/workloads/signedblock"
	"github.com/assay-go/assay/workloads/teststruc"
)

// Original is the library whose format it is. Both functions get a pointer to a value
// of one of the [Subjects]; they may panic.
type Original struct {
	Marshal func(v any) ([]byte, error)
	// Unmarshal reads v, which is zero, from data, and says how many bytes it has used.
	Unmarshal func(data []byte, v any) (int, error)
	// Without are the fields, such as Primitives.P, and the types, such as TestStruc,
	// that the library has no form for.
	Without []string
}

// Vector is one line of the golden vectors: a value with its encoding, or an input with
// the library's verdict.
type Vector struct {
	// File is the subject of a value, or "invalid", or "unencodable".
	File string `json:"file"`
	// Hex is the encoding, or the input.
	Hex string `json:"hex,omitempty"`
	// Value is what was written, in the form of [Neutral].
	Value json.RawMessage `json:"value,omitempty"`
	// Decoded has those fields that come back as something else, or all of an input.
	Decoded map[string]json.RawMessage `json:"decoded,omitempty"`
	// DecodeError is why the library does not read what it has written.
	DecodeError string `json:"decode_error,omitempty"`

	// Workload is the subject of an input, and Note how that came to be.
	Workload string `json:"workload,omitempty"`
	Note     string `json:"note,omitempty"`
	// Original begins with "accepts" where the library reads the input, and else says
	// why it does not. Consumed is how many bytes it has used then.
	Original string `json:"original,omitempty"`
	Consumed *int   `json:"consumed,omitempty"`
}

// Subject is a type that vectors are made of.
type Subject struct {
	Name string
	Type reflect.Type
}

// Subjects are the types that vectors are made of.
func Subjects() []Subject {
	return []Subject{
		{"colorgroup", reflect.TypeFor[colorgroup.ColorGroup]()},
		{"data", reflect.TypeFor[data.Data]()},
		{"signedblock", reflect.TypeFor[signedblock.SignedBlock]()},
		{"teststruc", reflect.TypeFor[teststruc.TestStruc]()},
		{"complexrtt", reflect.TypeFor[complexrtt.ComplexRTT]()},
		{"primitives", reflect.TypeFor[golden.Primitives]()},
	}
}

// Save makes the vectors of a format and writes them to testdata/vectors.jsonl.gz in
// its folder. It is to be the first that a program does: broken input is read by
// further processes of the program, which a library may end.
func Save(folder string, o Original) error {
	if os.Getenv(apart) != "" {
		fmt.Println(ready)
		if err := o.serve(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	var r *reader
	list, err := makeBy(o, func(line Vector) (answer Vector, err error) {
		if r == nil {
			if r, err = start(); err != nil {
				return line, err
			}
		}
		answer, there, err := r.ask(line)
		if !there {
			r = nil
		}
		return answer, err
	})
	if r != nil {
		err = errors.Join(err, r.end())
	}
	if err != nil {
		return err
	}
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	if err := errors.Join(Write(z, list), z.Close()); err != nil {
		return err
	}
	name := filepath.Join(folder, "testdata", "vectors.jsonl.gz")
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return os.WriteFile(name, out.Bytes(), 0o666)
}

// Write writes vectors as lines.
func Write(w io.Writer, list []Vector) error {
	lines := json.NewEncoder(w)
	lines.SetEscapeHTML(false)
	for _, v := range list {
		if err := lines.Encode(v); err != nil {
			return err
		}
	}
	return nil
}

// Load reads the vectors in the folder of a format.
func Load(folder string) ([]Vector, error) {
	name := filepath.Join(folder, "testdata", "vectors.jsonl.gz")
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	list, err := Read(z)
	if err == nil && len(list) == 0 {
		err = errors.New("no vectors")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return list, nil
}

// Read reads vectors from lines.
func Read(r io.Reader) (list []Vector, err error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var v Vector
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			return nil, fmt.Errorf("line %d: %w", len(list)+1, err)
		}
		list = append(list, v)
	}
	return list, lines.Err()
}

// NothingError is a type that a library writes no value of, though it is not said to be
// without it.
type NothingError struct {
	Type string
	Err  error // why one of them is not written
}

func (e *NothingError) Error() string {
	return fmt.Sprintf("no value of %s is written and read: say that it, or a field of it, is what the library is without: %v", e.Type, e.Err)
}

// Unwrap returns why a value is not written.
func (e *NothingError) Unwrap() error { return e.Err }

// Make makes the vectors of a library: the same each time, if it writes the same. The
// error may be a [NothingError].
func Make(o Original) ([]Vector, error) {
	return makeBy(o, func(line Vector) (Vector, error) {
		var out bytes.Buffer
		in, err := json.Marshal(line)
		if err == nil {
			err = o.serve(bytes.NewReader(in), &out)
		}
		if err == nil {
			err = json.Unmarshal(out.Bytes(), &line)
		}
		return line, err
	})
}

// makeBy is Make with somebody who completes the vectors of inputs.
func makeBy(o Original, read func(Vector) (Vector, error)) ([]Vector, error) {
	var list []Vector
	for _, s := range Subjects() {
		if slices.Contains(o.Without, s.Type.Name()) {
			continue
		}
		var written [][]byte
		var refused error
		for _, v := range values(s.Type) {
			line, text, err := o.value(s, v)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", s.Name, err)
			}
			list = append(list, line)
			if text == nil {
				refused = errors.New(line.Original)
			} else if line.DecodeError == "" {
				written = append(written, text)
			}
		}
		if len(written) == 0 {
			return nil, &NothingError{s.Type.Name(), refused}
		}
		for _, input := range broken(written) {
			line, err := read(Vector{File: "invalid", Hex: hex.EncodeToString(input.data), Workload: s.Name, Note: input.note})
			if err != nil {
				return nil, fmt.Errorf("%s: %w", s.Name, err)
			}
			list = append(list, line)
		}
	}
	return list, nil
}

// value returns the vector of a value, and its encoding if it has one.
func (o *Original) value(s Subject, v reflect.Value) (Vector, []byte, error) {
	value, err := Neutral(v, o.Without)
	if err != nil {
		return Vector{}, nil, err
	}
	text, err := safely(func() ([]byte, error) { return o.Marshal(v.Addr().Interface()) })
	if err != nil {
		return Vector{File: "unencodable", Workload: s.Name, Value: value, Original: "error: " + err.Error()}, nil, nil
	}
	line := Vector{File: s.Name, Value: value, Hex: hex.EncodeToString(text)}
	got := reflect.New(s.Type)
	n, err := safely(func() (int, error) { return o.Unmarshal(bytes.Clone(text), got.Interface()) })
	switch {
	case err != nil:
		line.DecodeError = err.Error()
	case n != len(text):
		line.DecodeError = fmt.Sprintf("%d of %d bytes are read", n, len(text))
	default:
		want, err := o.fields(v)
		if err != nil {
			return Vector{}, nil, err
		}
		if line.Decoded, err = o.fields(got.Elem()); err != nil {
			return Vector{}, nil, err
		}
		for name, x := range want {
			if bytes.Equal(x, line.Decoded[name]) {
				delete(line.Decoded, name)
			}
		}
	}
	return line, text, nil
}

// input returns the vector of an input that may be broken.
func (o *Original) input(s Subject, input input) (Vector, error) {
	line := Vector{File: "invalid", Hex: hex.EncodeToString(input.data), Workload: s.Name, Note: input.note}
	got := reflect.New(s.Type)
	n, err := safely(func() (int, error) { return o.Unmarshal(bytes.Clone(input.data), got.Interface()) })
	if err != nil {
		line.Original = "error: " + err.Error()
		return line, nil
	}
	line.Original, line.Consumed = "accepts", &n
	line.Decoded, err = o.fields(got.Elem())
	return line, err
}

// fields returns the fields of a struct that the library has a form for.
func (o *Original) fields(v reflect.Value) (fields map[string]json.RawMessage, err error) {
	text, err := Neutral(v, o.Without)
	if err != nil {
		return nil, err
	}
	return fields, json.Unmarshal(text, &fields)
}

// safely makes an error of a panic.
func safely[T any](f func() (T, error)) (x T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panics: %v", p)
		}
	}()
	return f()
}

type input struct {
	note string
	data []byte
}

// broken returns inputs that are cut, go on, or have one bit changed. Bytes that are 0
// stay: the upper bytes of a length are, and a library that believes one of them takes
// all memory there is.
func broken(written [][]byte) []input {
	long := slices.MaxFunc(written, func(a, b []byte) int { return len(a) - len(b) })
	list := []input{{"empty input", nil}, {"one trailing 00", append(bytes.Clone(long), 0)}, {"four trailing bytes", append(bytes.Clone(long), 0xde, 0xad, 0xbe, 0xef)}}
	// A short one, each byte of which is tried.
	text := slices.MinFunc(written, func(a, b []byte) int { return far(a) - far(b) })
	for i := range text[:min(len(text), 100)] {
		list = append(list, input{fmt.Sprintf("cut to %d bytes", i), text[:i]})
		if other := bytes.Clone(text); text[i] != 0 {
			other[i] ^= 1
			list = append(list, input{fmt.Sprintf("byte %d with another lowest bit", i), other})
		}
	}
	return list
}

// far is how far the length of text is from one that is neither dull nor long.
func far(text []byte) int { return max(len(text)-64, 64-len(text)) }
