// Package testrt is what generated tests have beside a few lines of their own: values that
// are made, their comparison, and what is asked of the code of every type. Package codec
// copies what of it a test needs, by package routines.
package testrt

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"reflect"
	"strings"
	"testing"
)

// Codec is the code of a type in a format, and what a test has to know of both.
type Codec[T any] struct {
	Marshal   func(v *T) ([]byte, error)
	Append    func(b []byte, v *T) ([]byte, error)
	Size      func(v *T) int
	Unmarshal func(data []byte, v *T) error
	New       func(data []byte) (*T, error) // another way to read, which takes all of data; or nil

	Values  Values
	Entries int            // of a map that is made, at most
	Plain   func(v *T) any // v without the methods that are generated; nil where there are none

	Writes  bool // whatever is made can be written, but for zeros
	Refuses bool // what stands in the place of a type may have no encoding of any that is made
	Methods bool // methods make other values of zeros
	Exact   bool // what is written comes back as it was
	Again   bool // what was read is written again in as many bytes
	Length  bool // and what a committed file has

	// A library that writes and reads the format, by its name: of the values that are made,
	// and, if Reads is set, of whatever else.
	Judge      string
	JudgeWrite func(v *T) ([]byte, error)
	JudgeRead  func(data []byte, v *T) error
	Reads      bool
	Unordered  bool // what it writes is alike in its length only

	RawHTML bool // encoding/json is to be told so
	Strict  bool // some of what encoding/json takes is refused
}

// plain returns v as it is filled.
func (c Codec[T]) plain(v *T) any {
	if c.Plain != nil {
		return c.Plain(v)
	}
	return v
}

// marshal writes v by methods, perhaps, which may not take values that were made up.
func (c Codec[T]) marshal(v *T) (data []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return c.Marshal(v)
}

// RoundTrip writes values in all the ways there are, and reads them back: made-up ones, and
// those of a file with one on each line as JSON, if it has a name.
func (c Codec[T]) RoundTrip(t *testing.T, file string) {
	made, refused := 0, false // by methods of types
	for round := range 100 {
		v := new(T)
		filled := c.Values.make(c.plain(v), round, c.Entries)
		if c.Writes && (!filled || c.Methods && round == 0) { // what the methods of its types make of zeros
			data, err := c.marshal(v)
			if err != nil {
				t.Logf("%+v: %v", v, err)
				refused = refused || !filled
				continue
			}
			if err := c.Unmarshal(data, v); err != nil {
				refused = c.passes(t, v, "%v", err)
				continue
			}
		}
		if c.trip(t, v, c.Writes && filled && round > 0) {
			made++
		} else {
			_, methods := c.lossy(v)
			refused = refused || !filled || methods != ""
		}
	}
	for _, v := range Given[T](t, file) {
		c.trip(t, v, c.Writes)
		made++
	}
	switch {
	case made == 0 && (refused || c.Refuses):
		t.Skip(NoValue)
	case made == 0:
		t.Error("the code writes no value")
	}
}

// NoValue is what a test says that has nothing to try.
const NoValue = "no value could be made, as the methods and conversions of its types take none of what was tried, or do not give back what they write: give some with --data"

// lossy is that of v.
func (c Codec[T]) lossy(v *T) (at, methods string) {
	return c.Values.lossy("", reflect.ValueOf(v).Elem(), 0)
}

// passes passes over a value of which a type's own methods do not give back what they write, and
// says so; else it fails for the reason that is given.
func (c Codec[T]) passes(t *testing.T, v *T, format string, args ...any) bool {
	t.Helper()
	at, methods := c.lossy(v)
	if methods == "" {
		t.Fatalf("%+v: "+format, append([]any{v}, args...)...)
	}
	t.Logf("%+v is passed over: %s do not give back %s", v, methods, "v"+at)
	return true
}

// trip writes v and reads it back. It reports whether v can be written, as it must.
func (c Codec[T]) trip(t *testing.T, v *T, must bool) bool {
	t.Helper()
	data, err := c.marshal(v)
	if err != nil {
		if must {
			return !c.passes(t, v, "%v", err)
		}
		t.Logf("%v", err)
		return false
	}
	if n := c.Size(v); n != len(data) {
		t.Errorf("%+v: the size is %d, the encoding has %d bytes", v, n, len(data))
	}
	b := []byte("front")
	if b, err = c.Append(b, v); err != nil || len(b) != len("front")+len(data) || string(b[:len("front")]) != "front" {
		t.Errorf("%+v: appended as %q, %v", v, b, err)
	}
	w := new(T)
	for _, into := range []string{"a fresh value", "a used value"} {
		if err := c.Unmarshal(data, w); err != nil {
			return !c.passes(t, v, "into %s: %v", into, err)
		}
		if d := c.Values.same(v, w); d != "" && c.Exact {
			if at, methods := c.lossy(v); methods == "" || !strings.HasPrefix(d, at) {
				t.Errorf("read into %s%s", into, d)
			} else {
				return !c.passes(t, v, "read into %s%s", into, d)
			}
		}
	}
	if c.New != nil {
		made, err := c.New(data)
		if err != nil {
			t.Fatalf("%+v: by the constructor: %v", v, err)
		}
		if d := c.Values.same(w, made); d != "" {
			t.Errorf("by the constructor%s", d)
		}
	}
	if c.Judge != "" {
		c.judge(t, v, w, data)
	}
	again, err := c.Marshal(w)
	if err != nil || c.Again && len(again) != len(data) {
		return !c.passes(t, v, "written again as %x, %v, and was %x", again, err, data)
	}
	x := new(T)
	if err := c.Unmarshal(again, x); err != nil {
		return !c.passes(t, v, "written again: %v", err)
	}
	if d := c.Values.same(w, x); d != "" {
		return !c.passes(t, v, "read again%s", d)
	}
	if c.Unmarshal(append(data, 0), x) == nil {
		t.Errorf("%+v: a byte too many is not seen", v)
	}
	return true
}

// judge compares data, which was made of v and gave w, with what the library makes of both.
func (c Codec[T]) judge(t *testing.T, v, w *T, data []byte) {
	t.Helper()
	want, err := func() (want []byte, err error) {
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("panic: %v", p)
			}
		}()
		return c.JudgeWrite(v)
	}()
	if err != nil {
		t.Logf("%s: %v", c.Judge, err)
		return
	}
	if len(want) != len(data) || !c.Unordered && string(want) != string(data) {
		t.Fatalf("%+v is written as\n%x\nand by %s as\n%x", v, data, c.Judge, want)
	}
	judged := new(T)
	if err := c.judgeReads(data, judged); err != nil {
		t.Fatalf("%s does not read %x: %v", c.Judge, data, err)
	}
	if d := c.Values.same(judged, w); d != "" {
		t.Errorf("beside %s%s", c.Judge, d)
	}
}

// judgeReads reads data into v as the library does.
func (c Codec[T]) judgeReads(data []byte, v *T) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return c.JudgeRead(data, v)
}

// seed has a fuzz target begin with the encodings of made-up values.
func (c Codec[T]) seed(f *testing.F) {
	for round := range 8 {
		v := new(T)
		c.Values.make(c.plain(v), round, c.Entries)
		if data, err := c.marshal(v); err == nil {
			f.Add(data)
		}
	}
}

// Fuzz reads any bytes: they are refused, or mean a value that is written and read back as
// itself. Run it with -fuzzminimizetime=10x: what is covered differs from run to run of one
// input, as maps have no order, so that the minute which go test takes to shorten each input
// that it finds is lost.
func (c Codec[T]) Fuzz(f *testing.F) {
	c.seed(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		v, w := new(T), new(T)
		if c.Unmarshal(data, v) != nil {
			return
		}
		if c.Judge != "" && c.Reads {
			judged := new(T)
			if c.judgeReads(data, judged) == nil {
				if d := c.Values.same(judged, v); d != "" {
					t.Fatalf("%x: beside %s%s", data, c.Judge, d)
				}
			}
		}
		again, err := c.Marshal(v)
		if err != nil {
			if c.Writes {
				t.Fatalf("%+v was read and cannot be written: %v", v, err)
			}
			return // such as a time that a conversion does not write
		}
		if err := c.Unmarshal(again, w); err != nil {
			c.passes(t, v, "was written and cannot be read: %v", err)
		} else if d := c.Values.same(v, w); d != "" {
			c.passes(t, v, "read back%s", d)
		}
	})
}

// Golden compares encodings with those of a committed file, one on each line: of made-up
// values, and then whatever else there is, such as what the original library or an older
// version of the code wrote. A file that does not exist is written, and the flag -update
// renews the lines of made-up values.
func (c Codec[T]) Golden(t *testing.T, name string) {
	file := "testdata/" + name
	var lines []string
	for round := range 20 {
		v := new(T)
		c.Values.make(c.plain(v), round, 1)
		data, err := c.marshal(v)
		if err != nil {
			t.Logf("%+v: %v", v, err)
			continue
		}
		if _, methods := c.lossy(v); methods != "" && c.Unmarshal(data, new(T)) != nil {
			continue
		}
		lines = append(lines, hex.EncodeToString(data))
	}
	text, err := os.ReadFile(file)
	missing := errors.Is(err, fs.ErrNotExist)
	switch {
	case err != nil && !missing:
		t.Fatal(err)
	case len(lines) == 0 && !missing:
		t.Fatalf("no value could be made, and %s has some", file)
	case len(lines) == 0:
		t.Skip(NoValue)
	}
	want := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") // one may be empty
	if missing || Update() {
		if len(want) > len(lines) { // those that others wrote
			lines = append(lines, want[len(lines):]...)
		}
		if err := errors.Join(os.MkdirAll("testdata", 0o777), os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o666)); err != nil {
			t.Fatal(err)
		}
		t.Skipf("%s is written: commit it", file)
	}
	for i, line := range want {
		line = strings.TrimSpace(line)
		if i < len(lines) && line != lines[i] {
			t.Errorf("value %d is %s, and was %s", i, lines[i], line)
		}
		data, err := hex.DecodeString(line)
		if err != nil {
			t.Fatalf("%s:%d: %v", file, i+1, err)
		}
		v, w := new(T), new(T)
		if err := c.Unmarshal(data, v); err != nil {
			t.Fatalf("%s:%d: %v", file, i+1, err)
		}
		again, err := c.Marshal(v)
		if err != nil || c.Length && len(again) != len(data) {
			t.Fatalf("%s:%d: written again as %x, %v", file, i+1, again, err)
		}
		if err := c.Unmarshal(again, w); err != nil || c.Values.same(v, w) != "" {
			t.Errorf("%s:%d: read again as %+v, %v", file, i+1, w, err)
		}
	}
}

// Given returns the values of a file, one on each line as JSON; none of no file.
func Given[T any](t *testing.T, file string) (list []*T) {
	t.Helper()
	if file == "" {
		return nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.FieldsFunc(string(data), func(r rune) bool { return r == '\n' }) {
		v := new(T)
		if err := json.Unmarshal([]byte(line), v); err != nil {
			t.Fatalf("value %d of %s: %v", i, file, err)
		}
		list = append(list, v)
	}
	return list
}

// Update reports whether the flag -update is given, which may be another test's too.
func Update() bool {
	f := flag.Lookup("update")
	return f != nil && f.Value.String() == "true"
}

func init() {
	if flag.Lookup("update") == nil {
		flag.Bool("update", false, "renew the committed bytes of generated tests")
	}
}
